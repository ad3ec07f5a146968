package pbem

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/sheet"
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
	// Step is the step in which it may pass for a company.
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
		return "pass for the rest of " + o.Round
	}
	return "pass until somebody else does something, in " + o.Round
}

var (
	passWords = regexp.MustCompile(`(?i)^pass\s+(?:(?:for|until|through|in)\s+)?(?:the\s+)?(?:rest\s+of\s+)?(?:the\s+|this\s+)?(auction|round|(?:somebody|someone|anybody|anyone)(?:\s+else)?\s+acts?|act|action)\.?$`)
	bidWords  = regexp.MustCompile(`(?i)^(bid\b.*?)[\s,]+(?:max|maximum|at most|up to)\s+\D?(\d+)\.?$`)
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
	if m := bidWords.FindStringSubmatch(text); m != nil {
		most, err := strconv.Atoi(m[2])
		if err != nil {
			return true, engine.Refuse("%s is no bid. Write it like: bid 100 max 200.", m[2])
		}
		return true, p.standingBid(strings.TrimSpace(m[1]), most)
	}
	return false, nil
}

func (p *speaker) standingPass(what string) error {
	if err := p.fresh(); err != nil { // it may be meant for another auction, or round
		return err
	}
	o := Order{Kind: passUntil, Round: p.round(), Since: len(p.table.log)}
	switch what {
	case "auction":
		if !auctioning(p.table.game.Pending()) {
			return engine.Refuse("There is no auction now.")
		}
		o.Kind, o.Entered = passAuction, entered(p.table)
	case "round":
		o.Kind = passRound
	}
	if len(engine.Of(p.table.game.Pending(), p.player)) > 0 {
		o.Step = stepOf(p.table)
	}
	p.setOrders([]Order{o})
	return nil
}

// standingBid says the bid itself, if it names one, and keeps the maximum.
func (p *speaker) standingBid(bid string, most int) error {
	say := p.command
	if strings.EqualFold(bid, "bid") {
		say = func(string) error { return p.fresh() }
	}
	if err := say(bid); err != nil {
		return err
	}
	if auctioning(p.table.game.Pending()) {
		p.setOrders([]Order{{Kind: bidUpTo, Max: most, Entered: entered(p.table), Since: len(p.table.log)}})
		return nil
	}
	if strings.EqualFold(bid, "bid") {
		return engine.Refuse("There is no auction now.")
	}
	return nil
}

func (p *speaker) round() string { return p.table.title.Position(p.table.game.State()).Round }

// setOrders replaces the player's orders.
func (p *speaker) setOrders(orders []Order) {
	p.table = p.table.with(p.table.game, nil)
	p.table.seat(p.player).Orders = orders
	p.recorded = true
}

// auctioning reports whether somebody is asked for a bid.
func auctioning(choices []engine.Choice) bool {
	return slices.ContainsFunc(choices, func(c engine.Choice) bool { return c.Verb == "bid" })
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
		if n, free := o.bid(ch); free {
			return engine.Command{By: ch.By, Verb: "bid", Args: []string{strconv.Itoa(n)}}, true
		}
	}
	for _, ch := range choices {
		if ch.Verb == "pass" && ch.Options == nil && o.mayPassFor(t, ch.For) {
			return engine.Command{By: ch.By, Verb: "pass"}, true
		}
	}
	return c, false
}

// bid is the least bid a choice asks for, if the order goes so far.
func (o Order) bid(ch engine.Choice) (n int, ok bool) {
	if o.Kind != bidUpTo || ch.Verb != "bid" {
		return 0, false
	}
	for _, opt := range ch.List() {
		if r := opt.Range; r != nil && len(opt.Args) == 0 && r.Min <= min(o.Max, r.Max) {
			return r.Min, true
		}
	}
	return 0, false
}

// expire forgets the orders whose time is over.
func expire(t *table) *table {
	over := func(player string) func(Order) bool {
		return func(o Order) bool { return !o.holds(t, player) }
	}
	for i := range t.record.Seats {
		player := engine.PlayerID(i)
		if !slices.ContainsFunc(t.record.Seats[i].Orders, over(player)) {
			continue
		}
		t = t.with(t.game, nil)
		t.record.Seats[i].Orders = slices.DeleteFunc(slices.Clone(t.record.Seats[i].Orders), over(player))
	}
	return t
}

// holds reports whether an order is still to be carried out.
func (o Order) holds(t *table, player string) bool {
	switch o.Kind {
	case bidUpTo, passAuction:
		return o.Entered == entered(t) && auctioning(t.game.Pending())
	case passUntil:
		for _, e := range t.log[min(o.Since, len(t.log)):] {
			if said, ok := e.(engine.Said); ok && said.By != player && said.Verb != "pass" {
				return false
			}
		}
	}
	return o.Round == t.title.Position(t.game.State()).Round
}

// ordersSection tells a player their standing orders; empty without any.
func ordersSection(seat *Seat) []sheet.Section {
	if len(seat.Orders) == 0 {
		return nil
	}
	s := sheet.Section{Head: "YOUR STANDING ORDERS"}
	for _, o := range seat.Orders {
		s.Lines = append(s.Lines, o.String())
	}
	s.Lines = append(s.Lines, `"cancel orders" takes them back.`)
	return []sheet.Section{s}
}

// mayPassFor reports whether the order passes for the player ("") or for a
// company.
func (o Order) mayPassFor(t *table, company string) bool {
	return company == "" || o.Kind == bidUpTo || o.Kind == passAuction || o.Step == stepOf(t)
}
