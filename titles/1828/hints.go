package t1828

import (
	"pbem/engine"
	"pbem/engine/step/classic"
)

// rounds is how many operating rounds are left: the rest of this set, and those after the next stock round. 0 before the
// purple phase. // 9.1; 28-EN-04, R-49
func rounds(s *engine.State) int {
	last, left := data.Phases[purplePhase].Rounds, func(ofSet int) int {
		return classic.RoundsLeft(ofSet, s.Get(roundNo), s.Get(roundKind) == operatingRound)
	}
	switch n := s.Get(lastSet); {
	case n == 0:
		return 0
	case s.Get(stockNo) < n: // this set began in a phase with fewer rounds // 7.1; 28-PH-04
		return left(data.Phases[grayPhase].Rounds) + last
	}
	return left(last)
}
