package t1817

import (
	"testing"

	"pbem/engine"
)

// After the operating round in which the first 8-train is bought come three more. // 8; 17-EG-01, WE-36
func TestRoundsLeft(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1817", Players: []string{"Amy", "Brian", "Crystal"}, Seed: 1, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(setup)
	if got := rounds(s); got != 0 {
		t.Errorf("%d rounds are left at the beginning, where nobody can know", got)
	}
	for _, c := range []struct{ kind, set, begun, final, long, want int }{
		{operatingRound, 6, 1, 7, 2, 4},
		{mergerRound, 6, 1, 7, 2, 3},
		{operatingRound, 6, 2, 7, 3, 4},
		{stockRound, 7, 0, 7, 3, 3},
		{operatingRound, 7, 3, 7, 3, 1},
	} {
		at := s
		for key, n := range map[string]int{roundKind: c.kind, stockNo: c.set, roundNo: c.begun, finalSet: c.final, finalLong: c.long} {
			at = at.With(engine.Set{Key: key, Value: n})
		}
		if got := rounds(at); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
