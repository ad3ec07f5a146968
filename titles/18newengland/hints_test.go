package t18newengland

import (
	"testing"

	"pbem/engine"
)

// A minor keeps half of what it earns, a major what its president wants. // 11.6; NE-DV-01, NE-DV-02
func TestKeeps(t *testing.T) {
	for _, c := range data.Companies {
		want := 0
		if c.Kind == minor {
			want = 50
		}
		if got := keeps(nil, c.Sym); got != want {
			t.Errorf("%s keeps %d, want %d", c.Sym, got, want)
		}
	}
}

// From Phase 3 on it brings something that majors may be formed, but not to who is bankrupt. // 12; NE-MG-01
func TestMajorsBring(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "18newengland", Players: []string{"A", "B", "C"}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(setup)
	later := s.With(engine.Set{Key: phase, Value: phase3})
	for _, c := range []struct {
		s    *engine.State
		want int
	}{{s, 0}, {later, majorsMay}, {later.With(engine.Set{Key: bankrupt.Of("p1"), Value: 1}), 0}} {
		if got := see(c.s).majorsBring("p1"); got != c.want {
			t.Errorf("%d, want %d", got, c.want)
		}
	}
}
