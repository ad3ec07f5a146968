package title_test

import (
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/titles/title"
)

// What players miss is told to those who are asked; others are told when a verb is used, but not what is asked of somebody else.
func TestWhenAVerbIsUsed(t *testing.T) {
	rail := &title.Title{
		Verbs:   moves.Table{moves.Pass, moves.Lay},
		Moments: map[string]string{"pass": "what is asked here needs another answer", "lay": "tiles are laid first"},
		Closed: func(_ *engine.State, by, verb string) string {
			if verb == "lay" {
				return by + " has no tile"
			}
			return ""
		},
	}
	for _, c := range []struct {
		verb  string
		asked bool
		want  string
	}{
		{"lay", true, "p1 has no tile"},
		{"lay", false, "tiles are laid first"},
		{"pass", true, "what is asked here needs another answer"},
		{"pass", false, ""},
		{"bid", true, ""},
	} {
		if got := rail.When(nil, "p1", c.verb, c.asked); got != c.want {
			t.Errorf("%s, asked %v: %q, want %q", c.verb, c.asked, got, c.want)
		}
	}
}
