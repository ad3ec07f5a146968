package sheet

import (
	"testing"

	"pbem/engine"
	"pbem/engine/step"
)

// Who plays a company is who has its office, which in some titles is a marker
// and not the first share.
func TestWhoPlaysACompany(t *testing.T) {
	events := []engine.Event{
		engine.Noted{By: "X", Text: "before"},
		engine.Moved{Piece: step.Share("X", 0), From: "p1", To: "p2"},
		engine.Noted{By: "X", Text: "a share was sold"},
		engine.Moved{Piece: step.Directs("X"), From: "p1", To: "p3"},
		engine.Noted{By: "X", Text: "after"},
	}
	for name, c := range map[string]struct {
		office func(string) string
		want   []string
	}{
		"certificate": {func(sym string) string { return step.Share(sym, 0) }, []string{"p1", "p2", "p2"}},
		"marker":      {step.Directs, []string{"p1", "p1", "p3"}},
	} {
		who := presidents(events, c.office, func(string) string { return "now" })
		for i, at := range []int{0, 2, 4} {
			if got := who(at, "X"); got != c.want[i] {
				t.Errorf("%s: at event %d it is %s, want %s", name, at, got, c.want[i])
			}
		}
		if got := who(4, "Y"); got != "now" {
			t.Errorf("%s: of a company whose office did not move: %s", name, got)
		}
	}
}
