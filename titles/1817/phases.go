package t1817

import "pbem/engine/step"

// limit returns how many trains a company may own. // 2; 17-PH-02, 17-PH-04, 17-PH-06
func (v view) limit() int { return v.Phase().Limits["public"] }

// enterPhase begins the phase of the first train of a type. Trains rust first, then the new limits apply.
// // 2; 17-PH-01 to 17-PH-10, 17-TR-10, 17-TR-11
func (t *turn) enterPhase(name string) {
	step.EnterPhase(t.Turn, t.Table, name, "All %s-trains are worthless", func(i int) {
		t.forgetsScrap(name)
		t.clearMarket()
		if i == phase8 {
			t.countDown()
		}
		t.discardExcess()
	})
}

// clearMarket removes obsolete trains from the market. // 17-TR-12, R-18
func (t *turn) clearMarket() {
	for _, train := range t.Trains(step.Pool) {
		if t.obsolete(step.Label(train)) {
			t.Move(train, step.Out)
		}
	}
}

// discardExcess makes every company discard the trains above its limit. All presidents concerned are asked
// at once, and answer in any order. // 6.7, 7; 17-TR-05, 17-MA-05, R-40, D-24
func (t *turn) discardExcess() {
	over := func() []step.Excess {
		return t.Over(t.inOrder(), func(string) int { return t.limit() }, t.speaker)
	}
	step.Discards(t.Turn, t.Table, over, t.asksPasses(), func(sym, train string) {
		place := step.Pool
		if t.obsolete(step.Label(train)) {
			place = step.Out
		}
		t.Move(train, place)
		t.Note(sym, "discarded %s", step.ATrain(step.Label(train)))
	})
}

// retireObsolete discards the obsolete trains of a company after their last run. // 1.2.9, 2; 17-TR-12,
//
func (t *turn) retireObsolete(sym string) {
	for _, train := range t.Trains(sym) {
		if t.obsolete(step.Label(train)) {
			t.Move(train, step.Out)
			t.Note(sym, "discarded its obsolete %s-train", step.Label(train))
		}
	}
}

// obsolete reports whether a type of train may run only once more. // 2, 1.2.9; 17-TR-12
func (v view) obsolete(name string) bool {
	on := data.Train(name).ObsoleteOn
	for i, p := range data.Phases {
		if p.Train == on && on != "" {
			return v.S.Get(phase) >= i
		}
	}
	return false
}
