package pbem

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/pbem/sheet"
)

// An EndedOrder is a standing order that is over. Its player is told with the
// next mail that tells what has happened since.
type EndedOrder struct {
	Text string `json:"text"` // what it was, and why it is over
	At   int    `json:"at"`   // length of the log when that was noticed
}

// expire takes away the orders whose time is over.
func expire(t *table) *table {
	for i := range t.record.Seats {
		player := engine.PlayerID(i)
		t = t.ending(player, func(o Order) string { return o.over(t, player) })
	}
	return t
}

// ending returns the table without those orders of a player for which why gives
// a reason.
func (t *table) ending(player string, why func(Order) string) *table {
	over := func(o Order) bool { return why(o) != "" }
	if !slices.ContainsFunc(t.seat(player).Orders, over) {
		return t
	}
	next := t.with(t.game, nil)
	seat := next.seat(player)
	for _, o := range seat.Orders {
		if reason := why(o); reason != "" {
			seat.Ended = append(slices.Clip(seat.Ended), EndedOrder{fmt.Sprintf("%s: over, for %s.", o, reason), len(t.log)})
		}
	}
	seat.Orders = slices.DeleteFunc(slices.Clone(seat.Orders), over)
	return next
}

// over says why an order is not to be carried out any more, "" while it is.
func (o Order) over(t *table, player string) (why string) {
	if t.game.State().Result != nil {
		return "the game has ended"
	}
	switch o.Kind {
	case bidUpTo, passAuction:
		if o.Entered != entered(t) || !t.bidding() {
			return "the auction has ended"
		}
		return ""
	case passUntil:
		for _, e := range t.log[min(o.Since, len(t.log)):] {
			if said, ok := e.(engine.Said); ok && said.By != player && !t.passes(said.Verb) {
				return t.name(said.By) + " has done something"
			}
		}
	}
	if o.Round != t.title.Position(t.game.State()).Round {
		return o.Round + " has ended"
	}
	return ""
}

// ordersSection tells a player their standing orders; empty without any.
func ordersSection(seat *Seat) []sheet.Section {
	if len(seat.Orders) == 0 {
		return nil
	}
	s := sheet.Section{Head: "YOUR STANDING ORDERS", Say: []sheet.Saying{{Line: "cancel orders", Gloss: "take them back"}}}
	for _, o := range seat.Orders {
		s.Lines = append(s.Lines, "  "+o.String())
	}
	return []sheet.Section{s}
}

// endedSection tells a player which of their orders are over, of those they
// have not been told yet.
func (s *draft) endedSection(t *table, id string) []sheet.Section {
	seat := t.seat(id)
	if len(seat.Ended) == 0 {
		return nil
	}
	from, _, err := s.untold(t, id, *seat)
	if err != nil {
		s.log.Error("game.told-unreadable", "game", t.id, "player", id, "error", err)
	}
	out := sheet.Section{Head: "STANDING ORDERS THAT ARE OVER"}
	for _, e := range seat.since(from) {
		out.Lines = append(out.Lines, "  "+e.Text)
	}
	if len(out.Lines) == 0 {
		return nil
	}
	return []sheet.Section{out}
}

// since are the orders of a seat that ended after so many events.
func (s *Seat) since(events int) []EndedOrder {
	return slices.DeleteFunc(slices.Clone(s.Ended), func(e EndedOrder) bool { return e.At <= events })
}
