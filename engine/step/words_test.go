package step

import (
	"testing"

	"pbem/engine/facts"
)

// A refusal of too many says how many are possible, and nothing where none are.
func TestAtMost(t *testing.T) {
	for n, want := range map[int]string{-1: "", 0: "", 1: ": sell 1 share at most", 2: ": sell 2 shares at most"} {
		if got := AtMost("sell", n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// The first phase with tiles of the color is named, and none if no phase has any.
func TestTooEarly(t *testing.T) {
	tb := Table{F: &facts.Title{Phases: []facts.Phase{
		{Name: "2", Tiles: []string{"yellow"}}, {Name: "3", Tiles: []string{"yellow", "green"}}, {Name: "brown", Tiles: []string{"yellow", "green", "brown"}},
	}}}
	for color, want := range map[string]string{
		"green": "there are no green tiles in this phase, only from phase 3 on", "brown": "there are no brown tiles in this phase, only from the brown phase on", "gray": "there are no gray tiles in this phase",
	} {
		if got := tb.TooEarly(color); got != want {
			t.Errorf("%s: %q, want %q", color, got, want)
		}
	}
}
