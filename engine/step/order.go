package step

import (
	"slices"

	"pbem/engine"
)

// If cards and not the seats give the order of play, there are two rows of cards. The first row has the
// cards of all players in the order in force; in a game that deals no cards the order is clockwise. The
// second row has the cards of those who have passed and not acted since. Who passes puts a card at its end;
// who acts takes it back, and the others close the gap. When all cards are there, all players have passed in
// succession.
// // 28-SR-05..08; 43-SU-02, 43-SR-03, 43-SR-04;
// // 20-SE-01, 20-SA-07..09
const (
	orderRow  = "order"
	passedRow = "passed"
)

func orderCard(p string) string  { return "card:" + p }
func passedCard(p string) string { return "pass:" + p }

// DealOrder is the setup of an order of play from cards.
func DealOrder(players []string) []engine.Event {
	var out []engine.Event
	for _, p := range players {
		out = append(out, engine.Moved{Piece: orderCard(p), To: orderRow}, engine.Moved{Piece: passedCard(p), To: p})
	}
	return out
}

// Dealt reports whether cards give the order of play.
func (t Table) Dealt() bool { return len(t.S.At(orderRow)) > 0 }

// Order returns the players in the order of their cards, or of their seats when
// none were dealt.
func (t Table) Order() []string {
	if !t.Dealt() {
		return t.S.Players()
	}
	return Labels(t.S.At(orderRow))
}

// Passed returns the players who passed and have not acted since, the first to
// pass first.
func (t Table) Passed() []string { return Labels(t.S.At(passedRow)) }

// Labels returns the middle parts of the names of pieces: see Label.
func Labels(pieces []string) []string {
	out := make([]string, len(pieces))
	for i, piece := range pieces {
		out[i] = Label(piece)
	}
	return out
}

// Following returns the players in order of play from the one after p, all
// others and then p.
func (t Table) Following(p string) []string {
	all := t.Order()
	i := slices.Index(all, p) + 1
	return append(slices.Clone(all[i:]), all[:i]...)
}

// Next returns the first in an order after `last` whose turn is not skipped, or
// the first of all if last is not in it; "" if everybody is skipped. skip may
// be nil.
func Next(order []string, last string, skip func(p string) bool) string {
	i := slices.Index(order, last) + 1
	for _, p := range append(slices.Clone(order[i:]), order[:i]...) {
		if skip == nil || !skip(p) {
			return p
		}
	}
	return ""
}

// AllPassed reports whether all players have passed in succession, not counting
// those that are skipped. skip may be nil.
func (t Table) AllPassed(skip func(p string) bool) bool {
	passed := t.Passed()
	return !slices.ContainsFunc(t.Order(), func(p string) bool {
		return !slices.Contains(passed, p) && (skip == nil || !skip(p))
	})
}

// Pass lays the card of a player who passes at the end of the row. A card that
// lies there stays.
func Pass(t *engine.Turn, p string) {
	t.Move(passedCard(p), passedRow)
	t.Note(p, "passed")
}

// Acted takes the card of a player who acts out of the row.
func Acted(t *engine.Turn, p string) { t.Move(passedCard(p), p) }

// Reorder ends a round. Everybody takes their card of the second row back, and
// the cards of the first are dealt anew. Players who are not in the new order
// come last, in the old order.
func Reorder(t *engine.Turn, tb Table, order []string) {
	order = slices.Clone(order)
	for _, p := range tb.Order() {
		if !slices.Contains(order, p) {
			order = append(order, p)
		}
	}
	for _, p := range order {
		t.Move(passedCard(p), p)
	}
	if slices.Equal(order, tb.Order()) {
		return
	}
	for _, p := range order {
		t.Move(orderCard(p), p)
	}
	for _, p := range order {
		t.Move(orderCard(p), orderRow)
	}
}

// ByCash returns the players by falling cash. Equal ones keep their order. //
// 43-SR-04
func (t Table) ByCash() []string {
	order := slices.Clone(t.Order())
	slices.SortStableFunc(order, func(a, b string) int { return t.S.Cash(b) - t.S.Cash(a) })
	return order
}
