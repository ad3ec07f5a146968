package title_test

import (
	"testing"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/titles/title"
)

// What players miss is told to those who are asked; others are told when a verb is used, but not what is asked of somebody else.
// Who has the verb before them, and can say nothing with it, is not told when it is used: now.
func TestWhenAVerbIsUsed(t *testing.T) {
	rail := &title.Title{
		Verbs:   moves.Table{moves.Pass, moves.Lay, moves.Token},
		Moments: map[string]string{"pass": "what is asked here needs another answer", "lay": "tiles are laid first", "token": "markers come second"},
		Closed: func(_ *engine.State, by, verb string) string {
			if verb == "lay" {
				return by + " has no tile"
			}
			return map[string]string{"token": "markers come second"}[verb]
		},
	}
	lay, bid := engine.Choice{By: "p1", Verb: "lay"}, engine.Choice{By: "p1", Verb: "bid"}
	pass := engine.Choice{By: "p1", Verb: "pass"}
	for _, c := range []struct {
		verb string
		mine []engine.Choice
		want string
	}{
		{"lay", []engine.Choice{bid}, "p1 has no tile"},
		{"lay", []engine.Choice{lay}, "p1 has no tile"},
		{"lay", nil, "tiles are laid first"},
		{"pass", []engine.Choice{bid}, "what is asked here needs another answer"},
		{"pass", []engine.Choice{pass}, ""},
		{"pass", nil, ""},
		{"token", []engine.Choice{bid}, "markers come second"},
		{"token", []engine.Choice{{By: "p1", Verb: "token"}}, ""},
		{"bid", []engine.Choice{lay}, ""},
	} {
		if got := rail.When(nil, "p1", c.verb, c.mine); got != c.want {
			t.Errorf("%s, asked %v: %q, want %q", c.verb, c.mine, got, c.want)
		}
	}
}
