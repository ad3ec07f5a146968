package t1828

import (
	"pbem/engine"
	"pbem/engine/step/classic"
)

// rounds is how many operating rounds are left: the rest of this set, which began in a phase with fewer rounds, and those
// after the next stock round. 0 before the purple phase. // 7.1, 9.1; 28-PH-04, 28-EN-04, R-49
func rounds(s *engine.State) int {
	return classic.RoundsLeft(s, operatingRound, s.Get(lastSet), data.Phases[grayPhase].Rounds, data.Phases[purplePhase].Rounds)
}

// hasOperated reports whether a company has begun its turn in this round. // 8.2; 28-OR-02
func hasOperated(s *engine.State, company string) bool {
	return s.Get(operated.Of(company)) == s.Get(serialNo)
}
