package step

import "pbem/engine"

// phase is the counter of the phase, an index into the facts. Its name is stored.
const phase = "phase"

// EnterPhase begins the phase of the first train of a type, when it has not begun:
// what rusts goes first, told as gone says ("All %s-trains rust"), then begun does
// what else the phase brings. Colours of tiles and limits are those of its facts.
// // 1817 2; 18NewEngland 8
func EnterPhase(t *engine.Turn, tb Table, name, gone string, begun func(phase int)) {
	for i, p := range tb.F.Phases {
		if p.Train != name || i <= t.Get(phase) {
			continue
		}
		t.Set(phase, i)
		t.Note("", "Phase %s begins", p.Name)
		for _, tr := range tb.F.Trains {
			if tr.RustsOn == name && Rust(t, tb, tr.Name) > 0 {
				t.Note("", gone, tr.Name)
			}
		}
		begun(i)
	}
}

// Over lists the companies that own more trains than they may, and who speaks
// for each.
func (t Table) Over(syms []string, limit func(sym string) int, speaker func(sym string) string) []Excess {
	var out []Excess
	for _, sym := range syms {
		if len(t.Trains(sym)) > limit(sym) {
			out = append(out, Excess{Sym: sym, By: speaker(sym)})
		}
	}
	return out
}
