package t18newengland

import (
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// enterPhase begins the phase that the first train of a type brings. Trains rust first; then the
// new limits hold, also for the buyer. // 8; NE-TN-09, NE-TN-10
func (t *turn) enterPhase(name string) {
	step.EnterPhase(t.Turn, t.Table, name, "All %s-trains rust", func(int) { // NE-PH-02, NE-PH-03, NE-PH-04, NE-PH-05, NE-PH-06, NE-TN-02
		for _, share := range t.S.Kind(later, "share") { // NE-SU-05
			t.Move(share, offered)
		}
		t.discardExcess()
	})
}

// trainLimit returns how many trains a company may own. // 8; NE-TN-03
func (v view) trainLimit(sym string) int { return classic.TrainLimit(v.Table, sym) }

// full reports whether a company may own no more trains.
func (v view) full(sym string) bool { return len(v.Trains(sym)) >= v.trainLimit(sym) }

// discardExcess brings every company down to its limit. All presidents are asked at once and may
// answer in any order. // 11.7; NE-TN-11, NE-TN-12, NE-RUL-25
func (t *turn) discardExcess() {
	over := func() []step.Excess { return t.Over(t.inOrder(), t.trainLimit, t.President) }
	step.Discards(t.Turn, t.Table, over, t.asksToPass(), classic.DiscardTo(t.Turn, step.Pool)) // X2
}
