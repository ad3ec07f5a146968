package batch

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
)

// courteous matches thanks at the end of a line.
var courteous = regexp.MustCompile(`(?i)[\s,]+(?:please|pls|thanks|thank you|ty)[.!]*$`)

// order carries out a line that gives a plan. ok is false for any other line.
func (p *Speaker) order(text string) (ok bool, err error) {
	text = courteous.ReplaceAllString(text, "")
	if p.Table.IsSandbox() {
		return unplanned(p, text)
	}
	if text, err = p.dated(text); err != nil {
		return true, err
	}
	turns, commands := p.Scene().Size(text)
	if err := p.costs(max(planWork*turns, moveWork*commands)); err != nil {
		return true, err
	}
	if plans, ok, err := p.Scene().Plans(text); ok {
		return true, p.keep(plans, err)
	}
	bid, most, ok, err := plan.Maximum(text)
	if ok && p.bids(bid) {
		switch {
		case err != nil:
			return true, err
		case p.Scene().SaysOnce():
			return true, p.bidOnce(bid, most)
		}
		least, err := p.Scene().Opening(bid, most)
		if err != nil {
			return true, err
		}
		return true, p.standingBid(least, most, least != bid)
	}
	return p.ahead(text)
}

// keep stores plans that were read, for the player.
func (p *Speaker) keep(plans []plan.Plan, err error) error {
	if err != nil {
		return err
	}
	if err := p.fresh(); err != nil { // the line may be meant for another auction or round
		return err
	}
	for _, q := range plans {
		if err := p.costs(2 * q.Work()); err != nil { // for searching the run and for making it
			return err
		}
		if q.Kind == plan.PassUntil && !p.useful(q) || q.Loose && p.hasOwn(q) {
			continue
		}
		p.setOrder(q)
	}
	return nil
}

// hasOwn reports whether the company of a plan has a plan of its own. A plan for all
// companies does not replace that.
func (p *Speaker) hasOwn(q plan.Plan) bool {
	return slices.ContainsFunc(p.Table.Seat(p.Player).Orders, func(old plan.Plan) bool { return old.Same(q) && !old.Loose })
}

// useful reports whether an order to pass until somebody acts could ever pass. In a round
// that ends when all have passed, it passes only once, when its player is asked.
func (p *Speaker) useful(q plan.Plan) bool {
	at := p.Scene()
	if q.Answer(at).Says || at.AskedAgain() {
		return true
	}
	p.Add("STANDING ORDERS", "  Unless somebody acts you are not asked again in this round: there is nothing to pass until then. \"pass unless it concerns me\" passes after that too.")
	return false
}

// bids reports whether a line bids, or opens an auction to which the maximum may apply.
func (p *Speaker) bids(line string) bool {
	verb, _, _ := strings.Cut(strings.ToLower(line), " ")
	if p.Table.Bids(verb) || p.Table.Secret(p.Player) {
		return p.Table.Bids(verb)
	}
	at, c, err := p.Scene().Read(line)
	switch {
	case err != nil:
		return false
	case p.Table.Bids(c.Verb) && at.SaysOnce():
		return true
	}
	g, _, err := at.Game.Decide(c)
	if err != nil {
		return false
	}
	next := p.Table.With(g, nil)
	return next.Bidding() && next.Entered() == p.Table.Entered()
}

// bidOnce bids the maximum itself, in an auction where everybody bids once.
func (p *Speaker) bidOnce(bid string, most int) error {
	line, err := plan.AtOnce(bid, most)
	if err != nil {
		return err
	}
	if err := p.Command(line); err != nil {
		return err
	}
	p.Add("STANDING ORDERS", fmt.Sprintf("  Here everybody bids once, the most they will pay: your bid is %s. It needs no maximum.", p.Table.Title.Facts.Money(most)))
	return nil
}

// standingBid makes the bid, if the line names one, and stores the maximum. least means that the line did not say the sum.
func (p *Speaker) standingBid(bid string, most int, least bool) error {
	bare := p.Table.Bids(strings.ToLower(bid))
	before, began := p.Table, p.Table.Entered()
	say := p.Command
	switch {
	case bare:
		say = func(string) error { return p.fresh() }
	case p.Table.Bidding() && !p.mayMove():
		bare, say = true, func(bid string) error { return cmp.Or(p.fresh(), p.bidLater(bid, most)) }
	}
	if err := say(bid); err != nil {
		return err
	}
	switch {
	case p.Table.Bidding() && p.Table.Entered() == began:
		p.setOrder(plan.Plan{Kind: plan.BidUpTo, Turn: plan.Turn{Max: most}, Entered: began, Since: len(p.Table.Log)})
		return nil
	case bare && p.Scene().Lots():
		return engine.Refuse("%q does not say what the bid is for, and no bidding has begun for which a maximum could be kept.", bid+" up to "+strconv.Itoa(most))
	case bare:
		return plan.NoAuction("")
	case before.Scene(p.Player).Stands(p.Table.Log[len(before.Log):]):
		what := "stands as you said it"
		if least {
			what = "is the least there is, and stands"
		}
		p.Add("STANDING ORDERS", fmt.Sprintf("  Your bid %s, and the maximum of %s is not kept: nobody has to answer the bid now. If somebody bids more, bid again on your next turn.", what, p.Table.Title.Facts.Money(most)))
		return nil
	}
	p.Add("STANDING ORDERS", "  Your bid ends the bidding: no maximum is kept, and none for what is put up next.")
	return nil
}

// mayMove reports whether the player has a move now.
func (p *Speaker) mayMove() bool { return len(engine.Of(p.Table.Game.Pending(), p.Player)) > 0 }

// bidLater checks a bid with a maximum from a player who is not asked yet. Only the
// maximum is stored.
func (p *Speaker) bidLater(bid string, most int) error {
	amount := bid[strings.LastIndex(bid, " ")+1:]
	if at, ok := p.Scene().WhenAsked(); ok {
		c, err := at.Match(bid)
		if err != nil {
			return err
		}
		if !p.Table.Bids(c.Verb) {
			return p.barred(bid)
		}
		amount = c.Arg(len(c.Args) - 1)
	}
	if n, err := strconv.Atoi(amount); err == nil && n > most {
		return engine.Refuse("Your bid of %d is more than %d, the most you want to pay.", n, most)
	}
	p.Add("STANDING ORDERS", fmt.Sprintf("  %q comes before you are asked: when it is your turn the service bids no more than it takes, up to %d.", bid, most))
	return nil
}

// ahead reads a line from a player who is not asked yet but would be if the others
// passed. The line says what they do once they have won an auction, or answers a question
// that several players get one after the other.
func (p *Speaker) ahead(text string) (ok bool, err error) {
	at := p.Scene()
	if len(engine.Of(at.Game.Pending(), p.Player)) > 0 || at.Game.Frozen() != nil || p.Table.Game.State().Result != nil {
		return false, nil
	}
	orders := p.Table.Seat(p.Player).Orders
	i := slices.IndexFunc(orders, func(q plan.Plan) bool { return q.Kind == plan.BidUpTo && q.Entered == at.Entered() })
	switch {
	case i >= 0 && at.Bidding() && at.OnlyPasses(text):
		return true, p.passOn()
	case i >= 0:
		q, err := at.AfterBid(orders[i], text)
		if err == nil {
			p.setOrder(q)
		}
		return true, err
	case !slices.Contains(at.Together(), p.Player):
		return false, nil
	case at.Bidding():
		return p.aheadInAuction(text)
	}
	q, err := at.Ahead(text)
	return true, p.keep([]plan.Plan{q}, err)
}

// passOn takes a pass from a player with a standing maximum: the service bids no more for
// them.
func (p *Speaker) passOn() error {
	plans, _, err := p.Scene().Plans("pass for the auction")
	if err := p.keep(plans, err); err != nil {
		return err
	}
	p.Add("STANDING ORDERS", "  No more is bid for you in this auction; what you have bid stands.")
	return nil
}

// aheadInAuction takes a pass for the rest of an auction.
func (p *Speaker) aheadInAuction(text string) (ok bool, err error) {
	at, _ := p.Scene().WhenAsked()
	c, err := at.Match(text)
	switch {
	case err != nil:
		return false, nil
	case at.Passes(c.Verb):
		plans, _, err := p.Scene().Plans(c.Verb + " for the auction")
		return true, p.keep(plans, err)
	}
	return true, engine.Refuse("%q comes before you are asked: %s. Say how far you go, such as \"%s up to %s\": when it is your turn the service bids no more than it takes.", text, p.toMove(), c.Verb, c.Arg(len(c.Args)-1))
}

// toMove says who must move: "Amy is to move".
func (p *Speaker) toMove() string {
	return p.Are(engine.Awaited(p.Table.Game.Pending())) + " to move"
}

// CancelOrders cancels a player's plans: one by its number, or all.
func CancelOrders(p *Speaker, rest string) error {
	orders := plan.Numbered(p.Table.Seat(p.Player).Orders)
	number := strings.Trim(rest, " .#")
	if number == "" {
		p.setOrders(nil)
		p.Add("STANDING ORDERS", "  There are none any more.")
		return nil
	}
	n, err := strconv.Atoi(number)
	i := slices.IndexFunc(orders, func(q plan.Plan) bool { return q.N == n })
	if err != nil || i < 0 {
		return engine.Refuse("You have no order %s. %s", number, numbers(orders))
	}
	p.Add("STANDING ORDERS", "  Taken back: "+orders[i].String())
	p.setOrders(slices.Delete(orders, i, i+1))
	return nil
}

// numbers lists the player's plans with their numbers.
func numbers(orders []plan.Plan) string {
	if len(orders) == 0 {
		return "There are none."
	}
	var out []string
	for _, q := range orders {
		out = append(out, fmt.Sprintf("%d (%s)", q.N, q))
	}
	return "Yours are " + strings.Join(out, ", ") + "."
}

// ShowOrders shows a player their plans, and what each would do now.
func ShowOrders(p *Speaker, _ string) error {
	if p.Batch != nil {
		p.Table = p.elapsed()
	}
	p.Add("WHAT YOU HAVE PLANNED", p.Once("orders", fmt.Sprint(p.Table.Seat(p.Player).Orders), func() string {
		lines := p.Table.AheadLines(p.Player)
		if len(lines) == 0 {
			lines = []string{"  You have none."}
		}
		p.budget().Question(planWork * len(lines))
		return strings.Join(lines, "\n")
	}))
	return nil
}

// mostForetold is how many turns of a plan are shown to its player as they would look now.
const mostForetold = 3

// setOrder adds a plan and removes those it replaces. It tells the player what the plan
// would do now.
func (p *Speaker) setOrder(q plan.Plan) {
	q.Until, q.Day = p.until, p.day
	orders, replaced := plan.Added(plan.Numbered(p.Table.Seat(p.Player).Orders), q)
	for _, old := range replaced {
		p.Add("STANDING ORDERS", "  Replaces: "+old.String())
	}
	text, foretold := "", q.Foretold()
	if early := q.Early(p.Scene()); early != "" {
		p.Add("STANDING ORDERS", "  "+early+".")
		foretold = nil
	}
	for i, a := range foretold {
		if i == mostForetold {
			text += "  The turns after that are not shown.\n"
			break
		}
		text += sheet.LogPart(p.Table.Title, a.Log, p.Player, a.From, len(a.Log))
		if a.Aside != "" {
			text += "  " + a.String() + "\n"
		}
	}
	if text != "" {
		p.Add(foretelling(p, q), "  "+q.String()+"\n"+text)
	}
	p.setOrders(orders)
}

// foretelling is the heading above how the turn of a plan looks: the plan plays it at once if it is that turn now.
func foretelling(p *Speaker, q plan.Plan) string {
	at := p.Scene()
	if step, actor := at.Turn(); p.mayMove() && step == q.Kind && (actor == q.For || actor == p.Player) && at.Untouched() {
		return "HOW THE TURN IS PLAYED NOW"
	}
	return "HOW THE TURN WOULD LOOK NOW"
}

// setOrders replaces the player's plans.
func (p *Speaker) setOrders(orders []plan.Plan) {
	p.Table = p.Table.With(p.Table.Game, nil)
	p.Table.Seat(p.Player).Orders = orders
	p.Recorded = true
}
