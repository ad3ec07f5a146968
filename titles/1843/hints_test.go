package t1843

import (
	"testing"

	"pbem/engine"
)

// Once a company has had a gray train in set 5, the rest of the three rounds of that set is left, and the four of set 6.
func TestRoundsLeft(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1843", Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(setup)
	if got := rounds(s); got != 0 {
		t.Errorf("%d rounds are left at the beginning, where nobody can know", got)
	}
	for _, c := range []struct{ phase, kind, set, begun, gray, want int }{
		{phaseRed, operatingRound, 5, 1, 0, 0},
		{phaseGray, operatingRound, 5, 1, 5, 7},
		{phaseGray, operatingRound, 5, 3, 5, 5},
		{phaseGray, stockRound, 6, 0, 5, 4},
		{phaseGray, operatingRound, 6, 3, 5, 2},
	} {
		at := s
		for key, n := range map[string]int{phase: c.phase, roundKind: c.kind, stockNo: c.set, roundNo: c.begun, graySet: c.gray} {
			at = at.With(engine.Set{Key: key, Value: n})
		}
		if got := rounds(at); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
