package t18newengland

import (
	"cmp"
	"slices"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// minorsInOrder returns the running minors in operating order: higher value
// first, of one value the top space first. // 11; NE-OR-02
func minorsInOrder(s *engine.State) []string {
	t := table(s)
	out := running(s, minor)
	slices.SortStableFunc(out, func(a, b string) int {
		ca, _ := t.CellOf(a)
		cb, _ := t.CellOf(b)
		return cmp.Or(cmp.Compare(cb.Col, ca.Col), cmp.Compare(ca.Row, cb.Row))
	})
	return out
}

// majorsInOrder returns the formed majors in operating order: higher price
// first, in one space the top of the stack first. // 11; NE-OR-02, NE-MK-03
func majorsInOrder(s *engine.State) []string { return table(s).ByPrice(running(s, major)) }

// running returns the companies of a kind that have a president.
func running(s *engine.State, kind string) []string {
	var out []string
	for _, c := range data.Companies {
		if c.Kind == kind && table(s).President(c.Sym) != "" {
			out = append(out, c.Sym)
		}
	}
	return out
}

// nextToOperate is always the highest company that has not operated: minors,
// then majors. // 11; NE-OR-06, NE-OR-07, NE-OR-08, NE-RUL-27, DIF-21
func nextToOperate(s *engine.State, done []string) string {
	return step.FirstNotIn(append(minorsInOrder(s), majorsInOrder(s)...), done)
}

// nextToMerge is the next minor in operating order. // 12; NE-MG-02, NE-MG-09
func nextToMerge(s *engine.State, done []string) string {
	if s.Get("phase") < phase3 { // NE-PH-01, NE-PH-02
		return ""
	}
	return step.FirstNotIn(minorsInOrder(s), done)
}

// isMinor reports whether a company is a minor.
func isMinor(sym string) bool { return data.Company(sym).Kind == minor }

// playing returns the players who are not bankrupt, in seat order.
func playing(s *engine.State) []string {
	return slices.DeleteFunc(s.Players(), func(p string) bool { return s.Get(bankrupt+p) == 1 })
}

// leftOf returns the next player clockwise who is not bankrupt. // NE-RUL-10
func leftOf(s *engine.State, p string) string {
	for _, q := range table(s).Following(p) {
		if s.Get(bankrupt+q) == 0 {
			return q
		}
	}
	return p
}

// shift moves a major's marker n spaces to the right, or left when negative.
// // 10.4, 11.6; NE-MK-01, NE-MK-02, NE-MK-03, NE-MK-04
func (t *turn) shift(sym string, n int) {
	c := t.cellAfter(sym, n)
	before := t.Price(sym)
	t.Put(sym, c.String())
	if after := t.Price(sym); after != before {
		t.Note(sym, "price %s > %s", money(before), money(after))
	}
	if data.Market.At(c).Has("end") && t.Get(reached) == 0 { // 13; NE-EN-04
		t.Set(reached, 1)
		t.Note(sym, "has reached %s: the game ends with this operating round", money(t.Price(sym)))
	}
}

func (t *turn) cellAfter(sym string, n int) market.Cell {
	c, _ := t.CellOf(sym)
	c.Col = market.Row{Market: data.Market, N: rowMajor}.Move(c.Col, n)
	return c
}

// priceAfter is the price of a major after a move of n spaces.
func (t *turn) priceAfter(sym string, n int) int { return data.Market.At(t.cellAfter(sym, n)).Price }
