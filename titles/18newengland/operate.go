package t18newengland

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startOperating begins an operating round. It places the homes of minors that are not on the map
// yet. // 9, 11; NE-DR-17, NE-SR-10, NE-RUL-07, DIF-16, DIF-17
func startOperating(t *turn) {
	if t.Get(roundNo)%2 == 0 { // NE-OR-01
		t.Set(pairNo, t.Get(pairNo)+1)
		t.Set(roundNo, 0)
	}
	t.Set(roundNo, t.Get(roundNo)+1)
	t.Set(roundKind, operatingRound)
	t.noteAsked(false)
	t.Note("", "Operating round %d.%d", t.Get(pairNo), t.Get(roundNo))
	for _, sym := range t.minorsInOrder() {
		classic.PlaceHome(t.Turn, t.Table, sym)
	}
}

// inOrder returns all running companies in operating order. // 11
func (v view) inOrder() []string { return append(v.minorsInOrder(), v.majorsInOrder()...) }

// minorsInOrder returns the running minors in operating order: the higher value first, and for the
// same value the top space first. // 11; NE-OR-02
func (v view) minorsInOrder() []string { return v.ByPrice(v.running(minor)) }

// majorsInOrder returns the formed majors in operating order: the higher price first, and in the
// same space the top of the stack first. // 11; NE-OR-02
func (v view) majorsInOrder() []string { return v.ByPrice(v.running(major)) }

// running returns the companies of a kind that have a president.
func (v view) running(kind string) []string {
	return data.Syms(func(sym string) bool { return known(sym, kind) && v.President(sym) != "" })
}

// nextToOperate returns the first company that has not operated, in the operating order of this
// moment. // 11; NE-OR-06, NE-OR-07, NE-OR-08, NE-RUL-27, DIF-21
func nextToOperate(s *engine.State, done []string) string {
	return step.FirstNotIn(see(s).inOrder(), done)
}

// shift moves a major's marker n spaces to the right, or to the left if n is negative. The marker
// goes below those already there. // 10.4, 11.6; NE-MK-03
func (t *turn) shift(sym string, n int) {
	t.play().MovePrice(sym, t.cellAfter(sym, n))    // NE-MK-04: a marker that does not move keeps its place in the stack
	t.play().Reach(sym, reached, "operating round") // 13; NE-EN-04
}

// cellAfter returns the cell after a move of n spaces, at most to the end of the row.
// // 6; NE-MK-02
func (v view) cellAfter(sym string, n int) market.Cell {
	c, _ := v.CellOf(sym)
	c.Col = market.Row{Market: data.Market, N: rowMajor}.Move(c.Col, n)
	return c
}

// priceAfter returns the price of a major after a move of n spaces.
func (v view) priceAfter(sym string, n int) int { return data.Market.At(v.cellAfter(sym, n)).Price }

// voice returns the voice of the operating company's president, who decides for it.
// // 7.3; NE-CO-16
func (t *turn) voice() step.Voice { return t.Voice(t.Actor) }

// asks asks the president of the operating company. A major may redeem at any point of its turn.
// // 11, 11.2; NE-OR-04, NE-RUL-11
func (t *turn) asks(question string, choices func() []engine.Choice) engine.Command {
	return t.asksBeside(question, choices, t.redeem)
}

// asksBeside is asks with the choices about redeeming that hold at this moment.
func (t *turn) asksBeside(question string, choices, redeem func() []engine.Choice) engine.Command {
	a := step.Asks(t.Turn, question, choices, redeem, func(a engine.Command) bool {
		if a.Verb != "redeem" {
			return false
		}
		t.buyBack(a.Int(0))
		return true
	})
	if a.By != "" {
		t.noteAsked(true)
	}
	return a
}
