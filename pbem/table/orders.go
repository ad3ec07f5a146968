package table

import (
	"fmt"
	"slices"
	"time"

	"pbem/engine"
	"pbem/pbem/plan"
	"pbem/pbem/sheet"
)

// Scene is the game as a player looks at it.
func (t *Table) Scene(player string) plan.Scene {
	return plan.Scene{Title: t.Title, Game: t.Game, Log: t.Log, Player: player}
}

// Bidding reports whether an auction is going on: somebody is asked for a bid on the
// lot.
func (t *Table) Bidding() bool { return t.Scene("").Bidding() }

// Limits after one mail: answers of plans, events in all, and search steps. Past them a person is asked. The
// caretaker has limits of its own as well.
const (
	mostObeyed = 300
	mostEvents = 1_500
	mostWorked = 4_000_000 // search steps of the rules: see engine.Game.Worked
)

// Obey plays what players have planned, and for seats that nobody plays what the
// caretaker says, until nobody who is asked has a plan or a caretaker. A plan comes
// first, because it is its player's word.
func Obey(t *Table) *Table { return ObeySince(t, t) }

// ObeySince is Obey after a mail that found the table as before. A pass of its writer
// counts as passed: see cameRound.
func ObeySince(before, t *Table) *Table { return obey(t, spoken(before, t), 0, nil) }

// spoken returns the length of the log in force when a person last said something.
func spoken(before, t *Table) int { return min(len(before.Game.Log()), t.alone()) }

// obey plays on after n answers of plans. from is the length of the log in force when a person last said
// something. If but is not nil, no plan answers for the players for whom it is true.
func obey(t *Table, from, n int, but func(t *Table, player string) bool) *Table {
	var care tending
	began, worked := len(t.Log), t.Game.Worked()
	for t.Record.Paused == nil && t.Game.Frozen() == nil {
		t = t.Expired()
		full := len(t.Log)-began >= mostEvents || t.Game.Worked()-worked >= mostWorked
		tooMany := full || n >= mostObeyed
		next, ok := obeyed(t, from, tooMany, but)
		switch {
		case ok && tooMany, full:
			return next
		case ok:
			n++
		default:
			if next, ok = care.tend(t, from); !ok {
				return next
			}
		}
		t = next
	}
	return t
}

// obeyed plays the first plan that answers what is asked. A plan that must not answer is put aside instead,
// for example because there were too many answers (tooMany). ok is false if no plan has an answer.
func obeyed(t *Table, from int, tooMany bool, but func(t *Table, player string) bool) (next *Table, ok bool) {
	for _, player := range engine.Awaited(t.Game.Pending()) {
		if but != nil && but(t, player) {
			continue
		}
		for _, p := range plan.InOrder(t.Seat(player).Orders) {
			a := p.Answer(t.Scene(player))
			switch {
			case a.Says && tooMany:
				a.Aside = "plans have said so much after one mail that you are asked first"
			case a.Says && t.cameRound(player, from) && t.onlyPasses(a.At.Log[len(t.Log):]):
				a.Aside = "everybody asked has only passed since your last pass, and it is your turn again"
			}
			switch {
			case a.Aside != "":
				return t.ending(player, func(q plan.Plan) string { return putAside(p, q, a.Aside) }), true
			case a.Says:
				return t.planned(player, p, a), true
			}
		}
		if next, ok := t.unasked(player, from); ok && !tooMany {
			return next, true
		}
	}
	return t, false
}

// putAside returns the sentence that tells that plan q was put aside. It is "" for all plans but p.
func putAside(p, q plan.Plan, why string) string {
	if p.N != q.N {
		return ""
	}
	return p.Name() + " was put aside: " + full(why)
}

// planned returns the table after an answer of plan p.
func (t *Table) planned(player string, p plan.Plan, a plan.Answer) *Table {
	next := t.With(a.At.Game, a.At.Log[len(t.Log):])
	seat := next.Seat(player)
	seat.Orders = p.Answered(seat.Orders, a)
	return next
}

// OrderedBy returns the table without the plans of all but one player: a preview must
// not show what others said in advance.
func (t *Table) OrderedBy(player string) *Table {
	next := t.With(t.Game, nil)
	for i := range next.Record.Seats {
		if engine.PlayerID(i) != player {
			next.Record.Seats[i].Orders = nil
		}
	}
	return next
}

// An EndedOrder is a plan that has ended, or something that was said for a player without asking
// them. The player is told with the next mail that tells the news.
type EndedOrder struct {
	Text    string `json:"text"`              // the plan, and why it ended; or what was said
	At      int    `json:"at"`                // length of the log then
	Unasked bool   `json:"unasked,omitempty"` // it was said without asking
}

// Expired returns the table without the plans that are over: their round, turn or auction has ended, or what they were
// given for was taken back. Their players are told.
func (t *Table) Expired() *Table {
	for i := range t.Record.Seats {
		player := engine.PlayerID(i)
		if len(t.Seat(player).Orders) == 0 {
			continue
		}
		t = t.begun(player).ending(player, func(p plan.Plan) string {
			if _, why := p.Over(t.Scene(player)); why != "" {
				return overFor(p, why)
			}
			return ""
		})
	}
	return t
}

// Elapsed returns the table without the plans whose end date has passed. With quiet, the
// players are told in the next mail, unless the log grows.
func (t *Table) Elapsed(now time.Time, quiet bool) *Table {
	next := t
	for i := range t.Record.Seats {
		player := engine.PlayerID(i)
		next = next.ending(player, func(p plan.Plan) string {
			if !p.Until.IsZero() && !p.Until.After(now) {
				return overFor(p, "its date is over")
			}
			return ""
		})
		if ended := next.Seat(player).Ended; quiet {
			for j := len(t.Seat(player).Ended); j < len(ended); j++ {
				ended[j].At++
			}
		}
	}
	return next
}

// overFor returns the sentence for a plan that is over.
func overFor(p plan.Plan, why string) string { return fmt.Sprintf("%s: over, for %s", p, full(why)) }

// full adds a full stop if the sentence has none.
func full(text string) string {
	if text == "" || text[len(text)-1] == '.' {
		return text
	}
	return text + "."
}

// begun returns the table with the plans of the player numbered. A plan that was made for a coming round is
// bound to that round once it has begun.
func (t *Table) begun(player string) *Table {
	seat := t.Seat(player)
	orders := plan.Numbered(seat.Orders)
	for i, p := range orders {
		orders[i], _ = p.Over(t.Scene(player))
	}
	same := func(p, q plan.Plan) bool { return p.N == q.N && p.Round == q.Round && p.Set == q.Set }
	if slices.EqualFunc(orders, seat.Orders, same) {
		return t
	}
	next := t.With(t.Game, nil)
	next.Seat(player).Orders = orders
	return next
}

// ending returns the table without the plans for which why returns a sentence. The player is told that
// sentence.
func (t *Table) ending(player string, why func(plan.Plan) string) *Table {
	over := func(p plan.Plan) bool { return why(p) != "" }
	if !slices.ContainsFunc(t.Seat(player).Orders, over) {
		return t
	}
	next := t.With(t.Game, nil)
	seat := next.Seat(player)
	for _, p := range seat.Orders {
		if text := why(p); text != "" {
			seat.Ended = append(slices.Clip(seat.Ended), EndedOrder{Text: text, At: len(t.Log)})
		}
	}
	seat.Orders = slices.DeleteFunc(slices.Clone(seat.Orders), over)
	return next
}

// OrdersSection tells a player their plans; empty without any.
func (t *Table) OrdersSection(player string) []sheet.Section {
	seat := t.Seat(player)
	if len(seat.Orders) == 0 {
		return nil
	}
	s := sheet.Section{Head: "YOUR STANDING ORDERS", Say: []sheet.Saying{{Line: "cancel orders", Gloss: "take them back"}}}
	if len(seat.Orders) > 1 {
		s.Say = append(s.Say, sheet.Saying{Line: fmt.Sprintf("cancel order %d", plan.Numbered(seat.Orders)[0].N), Gloss: "take one of them back"})
	}
	s.Lines = t.OrderLines(player)
	return []sheet.Section{s}
}

// OrderLines returns the plans of a player, each with what puts it aside, and with numbers
// if there are several.
func (t *Table) OrderLines(player string) []string {
	var out []string
	orders := plan.Numbered(t.Seat(player).Orders)
	for _, p := range orders {
		does, indent := "  "+p.Does(), "    "
		if len(orders) > 1 {
			does, indent = fmt.Sprintf("  %d. %s", p.N, p.Does()), "     "
		}
		out = append(out, does)
		if stops := p.Stops(t.Title); stops != "" {
			out = append(out, indent+"stops at: "+stops)
		}
	}
	return out
}

// AheadLines returns the plans of a player and what each would do now, for them alone.
func (t *Table) AheadLines(player string) []string {
	var out []string
	for _, p := range plan.Numbered(t.Seat(player).Orders) {
		line := fmt.Sprintf("  %d. %s", p.N, p)
		if now := p.Ahead(t.Scene(player)).String(); now != "" {
			line += "; " + now
		}
		out = append(out, line)
	}
	return out
}
