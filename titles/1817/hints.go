package t1817

import (
	"pbem/engine"
	"pbem/engine/step/classic"
)

// rounds is how many operating rounds are left: three after the one in which the first 8-train was bought. 0 before.
// // 8; 17-EG-01
func rounds(s *engine.State) int {
	return classic.RoundsLeft(s, operatingRound, s.Get(finalSet), 2, s.Get(finalLong)) // 3; 17-SU-05
}
