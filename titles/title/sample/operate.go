package sample

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// roundsOfSet is how many operating rounds follow a stock round: the phase says it. // 3, 4; SA-12
func roundsOfSet(s *engine.State) int { return see(s).Phase().Rounds }

// startOperating begins an operating round. // 3
func startOperating(t *turn) {
	t.Set(roundNo, t.Get(roundNo)+1)
	t.Set(roundKind, operatingRound)
	t.Note("", "Operating round %d.%d", t.Get(stockNo), t.Get(roundNo))
}

// nextToOperate is the highest company that has not operated, as the order is now. // 3; SA-12
func nextToOperate(s *engine.State, done []string) string {
	return step.FirstNotIn(see(s).inOrder(), done)
}

// inOrder returns the floated companies in operating order: the highest price first. // 3; SA-12
func (v view) inOrder() []string {
	var out []string
	for _, sym := range syms() {
		if v.Floated(sym) {
			out = append(out, sym)
		}
	}
	return v.ByPrice(out)
}

// after is where the marker of a company comes to if it moves n spaces to the right, or left if negative.
func (v view) after(sym string, n int) market.Cell {
	c, _ := v.CellOf(sym)
	c.Col = market.Row{Market: data.Market, N: c.Row}.Move(c.Col, n)
	return c
}

// shift moves the marker of a company. // 2.3, 3.4; SA-18, SA-20
func (t *turn) shift(sym string, n int) {
	before, to := t.Price(sym), t.after(sym, n)
	t.Put(sym, to.String())
	if after := t.Price(sym); after != before {
		t.Note(sym, "price %s > %s", money(before), money(after))
	}
	if data.Market.At(to).Has("end") {
		t.Set(reached, 1)
	}
}
