package classic

import (
	"pbem/engine"
	"pbem/engine/step"
)

// BeginOperating counts a new operating round and tells it: "Operating round 2.1". kind is
// the title's number for operating rounds.
// // 1843 8.1
func BeginOperating(t *engine.Turn, kind int) {
	t.Set(RoundNo, t.Get(RoundNo)+1)
	t.Set(RoundKind, kind)
	t.Note("", "Operating round %d.%d", t.Get(StockNo), t.Get(RoundNo))
}

// Floated returns the companies that have floated and operate, the highest price first.
// // 1828 8.2
func Floated(tb step.Table) []string {
	return tb.ByPrice(tb.F.Syms(tb.Floated))
}

// RoundsLeft returns how many operating rounds are left of a set in which some have begun, the last of which counts if it is
// running.
func RoundsLeft(ofSet, begun int, running bool) int {
	if running {
		begun--
	}
	return max(0, ofSet-begun)
}
