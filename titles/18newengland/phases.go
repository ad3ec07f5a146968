package t18newengland

import "pbem/engine/step"

// made counts the trains of a type that ever came to the table.
func (t *turn) made(name string) int {
	n := 0
	for t.Where(step.Train(name, n)) != "" {
		n++
	}
	return n
}

// enterPhase starts the phase of a train's first sale: what rusts goes first,
// then the new limits hold. // 8; NE-TN-02, NE-TN-09, NE-TN-10, NE-PH-02,
// NE-PH-03, NE-PH-04, NE-PH-05, NE-PH-06
func (t *turn) enterPhase(name string) {
	for i, p := range data.Phases {
		if p.Train != name || i <= t.Get("phase") {
			continue
		}
		t.Set("phase", i)
		t.Note("", "Phase %s begins", p.Name)
		for _, tr := range data.Trains {
			if tr.RustsOn == name {
				t.rust(tr.Name)
			}
		}
		for _, share := range t.S.Kind(later, "share") { // NE-SU-05
			t.Move(share, offered)
		}
		t.discardExcess()
	}
}

// rust removes every train of a type. // 8, 11.7; NE-TN-02
func (t *turn) rust(name string) {
	gone := 0
	for i := range data.Train(name).Count {
		if train := step.Train(name, i); t.Where(train) != step.Out {
			t.Move(train, step.Out)
			gone++
		}
	}
	if gone > 0 {
		t.Note("", "All %s-trains rust", name)
	}
}
