package t1843

import (
	"pbem/engine"
	"pbem/engine/step/classic"
)

// rounds is how many operating rounds are left: the rest of this set and all of the next, once a company has had a gray train.
// 0 before. // 8.10.1; 43-GE-04
func rounds(s *engine.State) int {
	last, left := data.Phases[phaseGray].Rounds, func(ofSet int) int {
		return classic.RoundsLeft(ofSet, s.Get(roundNo), s.Get(roundKind) == operatingRound)
	}
	switch n := s.Get(graySet); {
	case n == 0:
		return 0
	case s.Get(stockNo) == n: // this set began in a phase with fewer rounds // 7.1; 43-SU-08
		return left(data.Phases[phaseRed].Rounds) + last
	}
	return left(last)
}
