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

// RoundsLeft returns how many operating rounds are left, the running one included, if the game ends with those of the set last. That
// has inLast of them, a set before it has inOther. kind is the title's number for operating rounds. 0 if last is 0, because the
// end is not known yet.
// // 1828 9.1
func RoundsLeft(s *engine.State, kind, last, inOther, inLast int) int {
	if last == 0 {
		return 0
	}
	set, done := s.Get(StockNo), s.Get(RoundNo)
	if s.Get(RoundKind) == kind {
		done--
	}
	if set < last {
		return inOther - done + inLast
	}
	return inLast - done
}
