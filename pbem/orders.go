package pbem

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

// courteous is what people put behind a line.
var courteous = regexp.MustCompile(`(?i)[\s,]+(?:please|pls|thanks|thank you|ty)[.!]*$`)

// order takes a line that gives a plan; ok is false for any other.
func (p *speaker) order(text string) (ok bool, err error) {
	text = courteous.ReplaceAllString(text, "")
	if text, err = p.dated(text); err != nil {
		return true, err
	}
	if err := p.costs(planWork * p.scene().Turns(text)); err != nil {
		return true, err
	}
	if plans, ok, err := p.scene().Plans(text); ok {
		return true, p.keep(plans, err)
	}
	bid, most, ok, err := plan.Maximum(text)
	if ok && p.bids(bid) {
		switch {
		case err != nil:
			return true, err
		case p.scene().SaysOnce():
			return true, p.bidOnce(bid, most)
		}
		return true, p.standingBid(bid, most)
	}
	return p.ahead(text)
}

// keep gives the player plans that were read.
func (p *speaker) keep(plans []plan.Plan, err error) error {
	if err != nil {
		return err
	}
	if err := p.fresh(); err != nil { // it may be meant for another auction, or round
		return err
	}
	for _, q := range plans {
		if err := p.costs(2 * q.Work()); err != nil { // the run is searched for, and made
			return err
		}
		if q.Kind == plan.PassUntil && !p.useful(q) || q.Loose && p.hasOwn(q) {
			continue
		}
		p.setOrder(q)
	}
	return nil
}

// hasOwn reports whether a company has a plan of its own, which one for all leaves
// as it is.
func (p *speaker) hasOwn(q plan.Plan) bool {
	return slices.ContainsFunc(p.table.Seat(p.player).Orders, func(old plan.Plan) bool { return old.Same(q) && !old.Loose })
}

// useful reports whether an order to pass until somebody acts could ever pass. In a
// round that ends when all have passed, it passes once, when its player is asked.
func (p *speaker) useful(q plan.Plan) bool {
	at := p.scene()
	if q.Answer(at).Says || at.AskedAgain() {
		return true
	}
	p.add("STANDING ORDERS", "  Unless somebody acts you are not asked again in this round: there is nothing to pass until then. \"pass unless it concerns me\" passes after that too.")
	return false
}

// bids reports whether a line bids, or opens an auction in which the maximum may
// hold.
func (p *speaker) bids(line string) bool {
	verb, _, _ := strings.Cut(strings.ToLower(line), " ")
	if p.table.Bids(verb) || p.table.Secret(p.player) {
		return p.table.Bids(verb)
	}
	at, c, err := p.scene().Read(line)
	switch {
	case err != nil:
		return false
	case p.table.Bids(c.Verb) && at.SaysOnce():
		return true
	}
	g, _, err := at.Game.Decide(c)
	if err != nil {
		return false
	}
	next := p.table.With(g, nil)
	return next.Bidding() && next.Entered() == p.table.Entered()
}

// bidOnce says the maximum itself, where everybody says once the most they give.
func (p *speaker) bidOnce(bid string, most int) error {
	line, err := plan.AtOnce(bid, most)
	if err != nil {
		return err
	}
	if err := p.command(line); err != nil {
		return err
	}
	p.add("STANDING ORDERS", fmt.Sprintf("  Here everybody says once the most they give: your bid is %s. A maximum beside it is not needed, and none is kept.", p.table.Title.Facts.Money(most)))
	return nil
}

// standingBid says the bid itself, if it names one, and keeps the maximum.
func (p *speaker) standingBid(bid string, most int) error {
	bare := p.table.Bids(strings.ToLower(bid))
	began := p.table.Entered()
	say := p.command
	switch {
	case bare:
		say = func(string) error { return p.fresh() }
	case p.table.Bidding() && !p.mayMove():
		bare, say = true, func(bid string) error { return cmp.Or(p.fresh(), p.bidLater(bid, most)) }
	}
	if err := say(bid); err != nil {
		return err
	}
	switch {
	case p.table.Bidding() && p.table.Entered() == began:
		p.setOrder(plan.Plan{Kind: plan.BidUpTo, Max: most, Entered: began, Since: len(p.table.Log)})
		return nil
	case bare:
		return plan.NoAuction("")
	}
	p.add("STANDING ORDERS", "  The bidding is over with your bid: no maximum is kept, and none for what is put up next.")
	return nil
}

// mayMove reports whether the player may say something now.
func (p *speaker) mayMove() bool { return len(engine.Of(p.table.Game.Pending(), p.player)) > 0 }

// bidLater checks a bid with a maximum of a player who is not asked yet. The maximum
// alone is kept.
func (p *speaker) bidLater(bid string, most int) error {
	amount := bid[strings.LastIndex(bid, " ")+1:]
	if at, ok := p.scene().WhenAsked(); ok {
		c, err := at.Match(bid)
		if err != nil {
			return err
		}
		if !p.table.Bids(c.Verb) {
			return p.barred(bid)
		}
		amount = c.Arg(len(c.Args) - 1)
	}
	if n, err := strconv.Atoi(amount); err == nil && n > most {
		return engine.Refuse("Your bid of %d is more than %d, the most you want to give.", n, most)
	}
	p.add("STANDING ORDERS", fmt.Sprintf("  %q comes before you are asked: as little as is needed is bid when it is your turn, up to %d.", bid, most))
	return nil
}

// ahead reads a line of a player who is not asked yet but would be if the others
// passed: what they say once an auction is won, or their answer to a question that
// several players get one after the other.
func (p *speaker) ahead(text string) (ok bool, err error) {
	at := p.scene()
	if len(engine.Of(at.Game.Pending(), p.player)) > 0 || at.Game.Frozen() != nil || p.table.Game.State().Result != nil {
		return false, nil
	}
	orders := p.table.Seat(p.player).Orders
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
	case !slices.Contains(at.Together(), p.player):
		return false, nil
	case at.Bidding():
		return p.aheadInAuction(text)
	}
	q, err := at.Ahead(text)
	return true, p.keep([]plan.Plan{q}, err)
}

// passOn takes a pass of a player whose maximum is still good: no more is bid for them.
func (p *speaker) passOn() error {
	plans, _, err := p.scene().Plans("pass for the auction")
	if err := p.keep(plans, err); err != nil {
		return err
	}
	p.add("STANDING ORDERS", "  No more is bid for you in this auction; what you have bid stands.")
	return nil
}

// aheadInAuction takes a pass for an auction, which is for the rest of it.
func (p *speaker) aheadInAuction(text string) (ok bool, err error) {
	at, _ := p.scene().WhenAsked()
	c, err := at.Match(text)
	switch {
	case err != nil:
		return false, nil
	case at.Passes(c.Verb):
		plans, _, err := p.scene().Plans(c.Verb + " for the auction")
		return true, p.keep(plans, err)
	}
	return true, engine.Refuse("%q comes before you are asked: %s. Say how far you go, such as \"%s up to %s\": as little as is needed is bid when it is your turn.", text, p.toMove(), c.Verb, c.Arg(len(c.Args)-1))
}

// toMove says who is waited for: "Amy is to move".
func (p *speaker) toMove() string {
	return p.are(engine.Awaited(p.table.Game.Pending())) + " to move"
}

// cancelOrders takes plans back: one by its number, or all.
func cancelOrders(p *speaker, rest string) error {
	orders := plan.Numbered(p.table.Seat(p.player).Orders)
	number := strings.Trim(rest, " .#")
	if number == "" {
		p.setOrders(nil)
		p.add("STANDING ORDERS", "There are none any more.")
		return nil
	}
	n, err := strconv.Atoi(number)
	i := slices.IndexFunc(orders, func(q plan.Plan) bool { return q.N == n })
	if err != nil || i < 0 {
		return engine.Refuse("You have no order %s. %s", number, numbers(orders))
	}
	p.add("STANDING ORDERS", "  Taken back: "+orders[i].String())
	p.setOrders(slices.Delete(orders, i, i+1))
	return nil
}

// numbers tells which orders there are.
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

// showOrders tells a player their plans, and what each would do now.
func showOrders(p *speaker, _ string) error {
	if p.batch != nil {
		p.table = p.elapsed()
	}
	p.add("ORDERS", p.once("orders", fmt.Sprint(p.table.Seat(p.player).Orders), func() string {
		lines := p.table.AheadLines(p.player)
		if len(lines) == 0 {
			lines = []string{"  You have none."}
		}
		p.budget().question(planWork * len(lines))
		return strings.Join(lines, "\n")
	}))
	return nil
}

// setOrder adds a plan, in place of those for the same thing. The player is told at
// once how the turn would look.
func (p *speaker) setOrder(q plan.Plan) {
	q.Until, q.Day = p.until, p.day
	orders, replaced := plan.Added(plan.Numbered(p.table.Seat(p.player).Orders), q)
	for _, old := range replaced {
		p.add("STANDING ORDERS", "  In place of: "+old.String())
	}
	text := ""
	for _, a := range q.Foretold() {
		text += sheet.LogPart(p.table.Title, a.Log, p.player, a.From, len(a.Log))
		if a.Aside != "" {
			text += "  " + a.String() + "\n"
		}
	}
	if text != "" {
		p.add("HOW THE TURN WOULD LOOK NOW", "  "+q.String()+"\n"+text)
	}
	p.setOrders(orders)
}

// setOrders replaces the player's plans.
func (p *speaker) setOrders(orders []plan.Plan) {
	p.table = p.table.With(p.table.Game, nil)
	p.table.Seat(p.player).Orders = orders
	p.recorded = true
}
