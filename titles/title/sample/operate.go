package sample

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// roundsOfSet is how many operating rounds follow a stock round: the phase says it. // 3, 4; SA-12
func roundsOfSet(s *engine.State) int { return see(s).Phase().Rounds }

// startOperating begins an operating round. // 3
func startOperating(t *turn) { classic.BeginOperating(t.Turn, operatingRound) }

// nextToOperate is the highest company that has not operated, as the order is now. // 3; SA-12
func nextToOperate(s *engine.State, done []string) string {
	return step.FirstNotIn(see(s).inOrder(), done)
}

// inOrder returns the floated companies in operating order: the highest price first. // 3; SA-12
func (v view) inOrder() []string { return classic.Floated(v.Table) }

// ask asks the president of the operating company, with what may be done in a step. In this title nothing is done beside
// it; step.Asks is for titles where loans or private companies are.
func (t *turn) ask(question string, choices func() []engine.Choice) engine.Command {
	return classic.Ask(t.Turn)(question, choices)
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
