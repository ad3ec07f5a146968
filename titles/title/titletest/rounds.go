package titletest

import (
	"testing"

	"pbem/engine"
	"pbem/titles/title"
)

// An End is a position by its counters, and how many operating rounds are left after the rules.
type End struct {
	Counters map[string]int
	Left     int
}

// RoundsLeft compares what a title says about the rounds that are left with what the rules say. At the beginning nobody can know.
func RoundsLeft(t testing.TB, ti *title.Title, ends ...End) {
	t.Helper()
	start := Names(1, 3)
	start.Title, start.Options = ti.Facts.Slug, ti.AsOfNow(nil)
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range append(ends, End{}) {
		s := engine.Fold(setup)
		for key, n := range e.Counters {
			s = s.With(engine.Set{Key: key, Value: n})
		}
		if got := ti.Rounds(s); got != e.Left {
			t.Errorf("%v: %d operating rounds are left, want %d", e.Counters, got, e.Left)
		}
	}
}
