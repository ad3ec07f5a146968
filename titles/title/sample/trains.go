package sample

import (
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// trains buys trains from bank and pool, several in one turn. // 3.5; SA-19
func trains(t *turn) {
	classic.Shop{
		Table: t.Table, Sym: t.Actor, Section: "3.5", Limits: "4", Pool: "pool",
		Most: func() int { return t.trainLimit(t.Actor) }, Sold: t.enterPhase,
	}.Trains(t.Turn, t.ask)
}

// trainLimit is how many trains a company may own. // 4; SA-21
func (v view) trainLimit(sym string) int { return classic.TrainLimit(v.Table, sym) }

// enterPhase begins the phase of a train's first sale: trains rust, and companies with too many give some up, all at
// once. // 4; SA-21
func (t *turn) enterPhase(name string) {
	step.EnterPhase(t.Turn, t.Table, name, "All %s-trains rust", func(int) {
		over := func() []step.Excess { return t.Over(t.inOrder(), t.trainLimit, t.President) }
		step.Discards(t.Turn, t.Table, over, false, classic.DiscardTo(t.Turn, step.Pool))
	})
}
