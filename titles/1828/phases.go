package t1828

import (
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// enterPhase begins the phase of a train when the first one is sold. Trains rust first, then private
// companies close, then the new limits apply. // 8.3.5.1, 17; 28-PH-01, 28-PH-02, 28-PH-03, R-43
func (t *turn) enterPhase(name string) {
	step.EnterPhase(t.Turn, t.Table, name, "All %s-trains rust", func(now int) {
		switch now {
		case redPhase: // 28-PV-06
			for _, p := range data.Privates {
				t.close(p.Sym)
			}
		case purplePhase: // 28-EN-04, R-49
			t.Set(lastSet, t.Get(stockNo)+1)
			t.Note("", "The game ends with the operating rounds after the next stock round")
		}
		t.discardExcess()
	})
}

// trainLimit returns how many trains a company, or a shell of a system, may own. // 15.4; 28-TB-02
func (v view) trainLimit(shell string) int { return classic.TrainLimit(v.Table, shell) }

// full reports whether a shell may take no more trains. // 8.3.5.1; 28-TB-03
func (v view) full(shell string) bool { return len(v.Trains(shell)) >= v.trainLimit(shell) }

// discardExcess makes every company and shell discard the trains above its limit. All directors concerned
// are asked at once. // 15.4; 28-TB-07
func (t *turn) discardExcess() { // O-16
	over := func() []step.Excess {
		var out []step.Excess
		for _, sym := range t.inOrder() {
			out = append(out, t.Over(t.shells(sym), t.trainLimit, func(string) string { return t.director(sym) })...)
		}
		return out
	}
	step.Discards(t.Turn, t.Table, over, t.asksPasses(), classic.DiscardTo(t.Turn, step.Out))
}
