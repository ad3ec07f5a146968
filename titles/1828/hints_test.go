package t1828

import (
	"testing"

	"pbem/engine"
)

// Once the purple phase has begun in set 6, the rest of the three rounds of that set is left, and four of set 7.
func TestRoundsLeft(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1828", Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(setup)
	if got := rounds(s); got != 0 {
		t.Errorf("%d rounds are left at the beginning, where nobody can know", got)
	}
	for _, c := range []struct{ phase, kind, set, begun, last, want int }{
		{grayPhase, operatingRound, 6, 1, 0, 0},
		{purplePhase, operatingRound, 6, 1, 7, 7},
		{purplePhase, operatingRound, 6, 3, 7, 5},
		{purplePhase, stockRound, 7, 0, 7, 4},
		{purplePhase, operatingRound, 7, 1, 7, 4},
		{purplePhase, operatingRound, 7, 4, 7, 1},
	} {
		at := s
		for key, n := range map[string]int{phase: c.phase, roundKind: c.kind, stockNo: c.set, roundNo: c.begun, lastSet: c.last} {
			at = at.With(engine.Set{Key: key, Value: n})
		}
		if got := rounds(at); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
