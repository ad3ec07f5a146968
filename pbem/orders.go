package pbem

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
)

// An Order is what a player said in advance: to pass for a while, or how far to
// bid. It is carried out when the player is asked; the outcome is the same as
// if they had answered each time. Only its player sees it.
type Order struct {
	Kind string `json:"kind"` // one of the kinds below; stored
	// Max is the highest bid.
	Max int `json:"max,omitempty"`
	// Entered is the auction it is for: where the step of it began.
	Entered int `json:"entered,omitempty"`
	// Step is the only step in which it passes for a company. Earlier versions
	// took orders for operating rounds, and gave them one.
	Step  string `json:"step,omitempty"`
	Round string `json:"round,omitempty"` // the round it is for
	Since int    `json:"since,omitempty"` // length of the log when it was given
}

// The kinds of order.
const (
	passAuction = "pass auction"
	passRound   = "pass round"
	passUntil   = "pass until somebody acts"
	bidUpTo     = "bid up to"
)

// String tells an order to its player.
func (o Order) String() string {
	switch o.Kind {
	case bidUpTo:
		return fmt.Sprintf("bid as little as is needed, up to %d, in this auction", o.Max)
	case passAuction:
		return "pass for the rest of this auction"
	case passRound:
		return "pass whenever you are asked and may pass, also for your companies, for the rest of this round (" + o.Round + "); what your own acts lead to is asked all the same"
	}
	return "pass whenever you are asked and may pass, also for your companies, until somebody else does something but pass, in this round (" + o.Round + "); what your own acts lead to is asked all the same"
}

var (
	passWords = regexp.MustCompile(`(?i)^pass\s+(?:(?:for|until|through|in)\s+)?(?:the\s+)?(?:rest\s+of\s+)?(?:the\s+|this\s+)?(auction|round|(?:somebody|someone|anybody|anyone)(?:\s+else)?\s+acts?|act|action)\.?$`)
	bidWords  = regexp.MustCompile(`(?i)^((\w+)\b.*?)[\s,]+(?:max|maximum|at most|up to)\s+\D?(\d+)\.?$`)
)

// order takes a line that gives or cancels an order; ok is false for any other.
func (p *speaker) order(text string) (ok bool, err error) {
	if verb, _, ok := grammar.Service(text); ok && verb == "cancel orders" {
		p.setOrders(nil)
		p.add("STANDING ORDERS", "There are none any more.")
		return true, nil
	}
	if m := passWords.FindStringSubmatch(text); m != nil {
		return true, p.standingPass(strings.ToLower(m[1]))
	}
	if m := bidWords.FindStringSubmatch(text); m != nil && p.table.bids(strings.ToLower(m[2])) {
		most, err := strconv.Atoi(m[3])
		if err != nil {
			return true, engine.Refuse("%s is no bid. Write it like: %s 100 max 200.", m[3], strings.ToLower(m[2]))
		}
		return true, p.standingBid(strings.TrimSpace(m[1]), most)
	}
	return false, nil
}

// standingPass takes an order to pass, where it can do what it says.
func (p *speaker) standingPass(what string) error {
	if err := p.fresh(); err != nil { // it may be meant for another auction, or round
		return err
	}
	o := Order{Kind: passUntil, Round: p.round(), Since: len(p.table.log)}
	switch {
	case p.table.game.State().Result != nil:
		return engine.Refuse("The game is over.")
	case what == "auction" && !p.table.bidding() && p.operating():
		return noAuction("")
	case what == "auction" && !p.table.bidding():
		return noAuction(fmt.Sprintf(`, while "pass for the round" passes whenever you are asked in this round (%s)`, o.Round))
	case what == "auction":
		o.Kind, o.Entered = passAuction, entered(p.table)
	case p.operating():
		return engine.Refuse(`%s is an operating round, in which "pass" is for one step of one company: say it when you are asked. "pass for the round" and "pass until somebody acts" are for rounds of other kinds.`, o.Round)
	case what == "round":
		o.Kind = passRound
	}
	return p.setOrder(o)
}

// noAuction refuses an order for an auction where none is on; besides is what to
// say instead.
func noAuction(besides string) error {
	return engine.Refuse("There is no auction now: an order for one can be given once bidding has begun%s.", besides)
}

// standingBid says the bid itself, if it names one, and keeps the maximum.
func (p *speaker) standingBid(bid string, most int) error {
	bare := p.table.bids(strings.ToLower(bid))
	began := entered(p.table)
	say := p.command
	if bare {
		say = func(string) error { return p.fresh() }
	}
	if err := say(bid); err != nil {
		return err
	}
	switch {
	case p.table.bidding() && entered(p.table) == began:
		return p.setOrder(Order{Kind: bidUpTo, Max: most, Entered: began, Since: len(p.table.log)})
	case bare:
		return noAuction("")
	}
	p.add("STANDING ORDERS", "  The auction is over with your bid: no maximum is kept.")
	return nil
}

func (p *speaker) round() string { return p.table.title.Position(p.table.game.State()).Round }

func (p *speaker) operating() bool { return operating(p.table) }

// operating reports whether companies take their turns now: there a pass is
// for one step of one company, and not for a player.
func operating(t *table) bool { return t.title.Position(t.game.State()).Operating }

// setOrder gives the player one order, in place of those there were.
func (p *speaker) setOrder(o Order) error {
	for _, old := range p.table.seat(p.player).Orders {
		p.add("STANDING ORDERS", "  In place of: "+old.String())
	}
	p.setOrders([]Order{o})
	return nil
}

// setOrders replaces the player's orders.
func (p *speaker) setOrders(orders []Order) {
	p.table = p.table.with(p.table.game, nil)
	p.table.seat(p.player).Orders = orders
	p.recorded = true
}

// bidding reports whether an auction is on: somebody is asked for a bid on what
// was put up. To be asked what to put up is not enough.
func (t *table) bidding() bool {
	return slices.ContainsFunc(t.game.Pending(), func(c engine.Choice) bool {
		return t.bids(c.Verb) && slices.ContainsFunc(c.List(), func(o engine.Option) bool { return o.Range != nil && len(o.Args) == 0 })
	})
}

// entered tells auctions apart: each is one step, from where it began.
func entered(t *table) int {
	if stack := t.game.State().Stack; len(stack) > 0 {
		return stack[len(stack)-1].Entered
	}
	return 0
}

func stepOf(t *table) string {
	if stack := t.game.State().Stack; len(stack) > 0 {
		return stack[len(stack)-1].Step
	}
	return ""
}

// mostObeyed bounds the commands that orders give after one mail.
const mostObeyed = 2000

// obey carries out standing orders until nobody who is asked has one.
func obey(t *table) *table {
	for range mostObeyed {
		if t.record.Paused != nil {
			break
		}
		t = expire(t)
		c, ok := ordered(t)
		if !ok {
			break
		}
		g, events, err := t.game.Decide(c)
		if err != nil {
			break
		}
		t = t.with(g, events)
	}
	return t
}

// orderedBy returns the table without the orders of all but one player: what
// others said in advance must not show in a preview.
func (t *table) orderedBy(player string) *table {
	next := t.with(t.game, nil)
	for i := range next.record.Seats {
		if engine.PlayerID(i) != player {
			next.record.Seats[i].Orders = nil
		}
	}
	return next
}

// ordered finds what an order says to what is asked now.
func ordered(t *table) (c engine.Command, ok bool) {
	pending := t.game.Pending()
	for _, player := range engine.Actors(pending) {
		for _, o := range t.seat(player).Orders {
			if c, ok := o.answer(t, engine.Of(pending, player)); ok {
				return c, true
			}
		}
	}
	return c, false
}

// answer is what an order says to the choices of its player.
func (o Order) answer(t *table, choices []engine.Choice) (c engine.Command, ok bool) {
	for _, ch := range choices {
		if n, free := o.bid(t, ch); free {
			return engine.Command{By: ch.By, Verb: ch.Verb, Args: []string{strconv.Itoa(n)}}, true
		}
	}
	for _, ch := range choices {
		if t.passes(ch.Verb) && ch.Options == nil && ch.Free == nil && o.mayPassFor(t, ch.For) && !slices.Contains(t.title.Deliberate, ch.Question) {
			return engine.Command{By: ch.By, Verb: ch.Verb}, true
		}
	}
	return c, false
}

// bid is the least bid a choice asks for, if the order goes so far.
func (o Order) bid(t *table, ch engine.Choice) (n int, ok bool) {
	if o.Kind != bidUpTo || !t.bids(ch.Verb) {
		return 0, false
	}
	for _, opt := range ch.List() {
		if r := opt.Range; r != nil && len(opt.Args) == 0 && r.Min <= min(o.Max, r.Max) {
			return r.Min, true
		}
	}
	return 0, false
}

// mayPassFor reports whether the order passes for the player ("") or for a
// company.
func (o Order) mayPassFor(t *table, company string) bool {
	return company == "" || o.Kind == bidUpTo || o.Kind == passAuction || !operating(t) || o.Step == stepOf(t)
}
