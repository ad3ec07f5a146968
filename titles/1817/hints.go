package t1817

import (
	"pbem/engine"
	"pbem/engine/step/classic"
)

// rounds is how many operating rounds are left: three after the one in which the first 8-train was bought. 0 before.
// // 8; 17-EG-01
func rounds(s *engine.State) int {
	if s.Get(finalSet) == 0 {
		return 0
	}
	n := classic.RoundsLeft(roundsOfSet(s), s.Get(roundNo), s.Get(roundKind) == operatingRound)
	if !inFinalSet(s) {
		n += s.Get(finalLong)
	}
	return n
}
