package table

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
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
	// Step is the only step in which it passes for a company. Earlier versions
	// took orders for operating rounds, and gave them one.
	Step  string `json:"step,omitempty"`
	Round string `json:"round,omitempty"` // the round it is for
	Since int    `json:"since,omitempty"` // length of the log when it was given
}

// The kinds of order.
const (
	PassAuction = "pass auction"
	PassRound   = "pass round"
	PassUntil   = "pass until somebody acts"
	BidUpTo     = "bid up to"
)

// String tells an order to its player.
func (o Order) String() string {
	switch o.Kind {
	case BidUpTo:
		return fmt.Sprintf("bid as little as is needed, up to %d, in this auction", o.Max)
	case PassAuction:
		return "pass for the rest of this auction"
	case PassRound:
		return "pass whenever you are asked and may pass, also for your companies, for the rest of this round (" + o.Round + "); what your own acts lead to is asked all the same"
	}
	return "pass whenever you are asked and may pass, also for your companies, until somebody else does something but pass, in this round (" + o.Round + "); what your own acts lead to is asked all the same"
}

// Bidding reports whether an auction is on: somebody is asked for a bid on what
// was put up. To be asked what to put up is not enough.
func (t *Table) Bidding() bool {
	return slices.ContainsFunc(t.Game.Pending(), func(c engine.Choice) bool {
		return t.Bids(c.Verb) && slices.ContainsFunc(c.List(), func(o engine.Option) bool { return o.Range != nil && len(o.Args) == 0 })
	})
}

// mostObeyed bounds the commands that orders give after one mail.
const mostObeyed = 2000

// Obey carries out standing orders until nobody who is asked has one.
func Obey(t *Table) *Table {
	for range mostObeyed {
		if t.Record.Paused != nil {
			break
		}
		t = expire(t)
		c, ok := ordered(t)
		if !ok {
			break
		}
		g, events, err := t.Game.Decide(c)
		if err != nil {
			break
		}
		t = t.With(g, events)
	}
	return t
}

// OrderedBy returns the table without the orders of all but one player: what
// others said in advance must not show in a preview.
func (t *Table) OrderedBy(player string) *Table {
	next := t.With(t.Game, nil)
	for i := range next.Record.Seats {
		if engine.PlayerID(i) != player {
			next.Record.Seats[i].Orders = nil
		}
	}
	return next
}

// ordered finds what an order says to what is asked now.
func ordered(t *Table) (c engine.Command, ok bool) {
	pending := t.Game.Pending()
	for _, player := range engine.Actors(pending) {
		for _, o := range t.Seat(player).Orders {
			if c, ok := o.Answer(t, engine.Of(pending, player)); ok {
				return c, true
			}
		}
	}
	return c, false
}

// Answer is what an order says to the choices of its player.
func (o Order) Answer(t *Table, choices []engine.Choice) (c engine.Command, ok bool) {
	for _, ch := range choices {
		if n, free := o.bid(t, ch); free {
			return engine.Command{By: ch.By, Verb: ch.Verb, Args: []string{strconv.Itoa(n)}}, true
		}
	}
	for _, ch := range choices {
		if t.Passes(ch.Verb) && ch.Options == nil && ch.Free == nil && o.mayPassFor(t, ch.For) && !slices.Contains(t.Title.Deliberate, ch.Question) {
			return engine.Command{By: ch.By, Verb: ch.Verb}, true
		}
	}
	return c, false
}

// bid is the least bid a choice asks for, if the order goes so far.
func (o Order) bid(t *Table, ch engine.Choice) (n int, ok bool) {
	if o.Kind != BidUpTo || !t.Bids(ch.Verb) {
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
func (o Order) mayPassFor(t *Table, company string) bool {
	return company == "" || o.Kind == BidUpTo || o.Kind == PassAuction || !t.Operating() || o.Step == t.step()
}

// An EndedOrder is a standing order that is over. Its player is told with the
// next mail that tells what has happened since.
type EndedOrder struct {
	Text string `json:"text"` // what it was, and why it is over
	At   int    `json:"at"`   // length of the log when that was noticed
}

// expire takes away the orders whose time is over.
func expire(t *Table) *Table {
	for i := range t.Record.Seats {
		player := engine.PlayerID(i)
		t = t.ending(player, func(o Order) string { return o.over(t, player) })
	}
	return t
}

// ending returns the table without those orders of a player for which why gives
// a reason.
func (t *Table) ending(player string, why func(Order) string) *Table {
	over := func(o Order) bool { return why(o) != "" }
	if !slices.ContainsFunc(t.Seat(player).Orders, over) {
		return t
	}
	next := t.With(t.Game, nil)
	seat := next.Seat(player)
	for _, o := range seat.Orders {
		if reason := why(o); reason != "" {
			seat.Ended = append(slices.Clip(seat.Ended), EndedOrder{fmt.Sprintf("%s: over, for %s.", o, reason), len(t.Log)})
		}
	}
	seat.Orders = slices.DeleteFunc(slices.Clone(seat.Orders), over)
	return next
}

// over says why an order is not to be carried out any more, "" while it is.
func (o Order) over(t *Table, player string) (why string) {
	if t.Game.State().Result != nil {
		return "the game has ended"
	}
	switch o.Kind {
	case BidUpTo, PassAuction:
		if o.Entered != t.Entered() || !t.Bidding() {
			return "the auction has ended"
		}
		return ""
	case PassUntil:
		for _, e := range t.Log[min(o.Since, len(t.Log)):] {
			if said, ok := e.(engine.Said); ok && said.By != player && !t.Passes(said.Verb) {
				return t.Name(said.By) + " has done something"
			}
		}
	}
	if o.Round != t.Title.Position(t.Game.State()).Round {
		return o.Round + " has ended"
	}
	return ""
}

// OrdersSection tells a player their standing orders; empty without any.
func OrdersSection(seat *Seat) []sheet.Section {
	if len(seat.Orders) == 0 {
		return nil
	}
	s := sheet.Section{Head: "YOUR STANDING ORDERS", Say: []sheet.Saying{{Line: "cancel orders", Gloss: "take them back"}}}
	for _, o := range seat.Orders {
		s.Lines = append(s.Lines, "  "+o.String())
	}
	return []sheet.Section{s}
}

// Forgetting returns the table without the standing orders that were given
// after a position: they were meant for what has been taken back.
func (t *Table) Forgetting(position int) *Table {
	next := t
	for i := range t.Record.Seats {
		next = next.ending(engine.PlayerID(i), func(o Order) string {
			if o.Since > position {
				return "what it was given for was taken back"
			}
			return ""
		})
	}
	return next
}
