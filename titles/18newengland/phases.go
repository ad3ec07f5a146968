package t18newengland

import "pbem/engine/step"

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
			if tr.RustsOn == name && step.Rust(t.Turn, t.Table, tr.Name) > 0 {
				t.Note("", "All %s-trains rust", tr.Name)
			}
		}
		for _, share := range t.S.Kind(later, "share") { // NE-SU-05
			t.Move(share, offered)
		}
		t.discardExcess()
	}
}
