package t1843

import (
	"pbem/engine"
	"pbem/engine/step/classic"
)

// rounds is how many operating rounds are left: the rest of this set, which began in a phase with fewer rounds, and all of the next, once
// a company has had a gray train. 0 before. // 7.1, 8.10.1; 43-SU-08, 43-GE-04
func rounds(s *engine.State) int {
	last := s.Get(graySet)
	if last > 0 {
		last++
	}
	return classic.RoundsLeft(s, operatingRound, last, data.Phases[phaseRed].Rounds, data.Phases[phaseGray].Rounds)
}
