package enginetest

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// mint is a title in which players take money by turns until one has a heap.
var mint = Kit{
	Facts: &facts.Title{Slug: "mint"},
	Setup: func(start engine.Started) ([]engine.Event, error) {
		return []engine.Event{start, engine.Paid{From: engine.Box, To: engine.Bank, Amount: 100}}, nil
	},
	Rules: engine.Rules{Start: "game", Flow: engine.Flow{
		"game":  engine.Seq("takes"),
		"takes": engine.Turns(func(s *engine.State, last string) string { return s.Players()[(s.Seat(last)+1)%len(s.Players())] }, "take"),
		"take": engine.Do(func(t *engine.Turn) {
			t.Set("turns", t.Get("turns")+1)
			n := t.Ask("take", engine.Choice{By: t.Actor, Verb: "take", Help: "take coins", Options: func() []engine.Option {
				return []engine.Option{{Label: "coins", Range: &engine.Range{Min: 1, Max: 5, Step: 1}}}
			}}).Int(0)
			t.Pay(engine.Bank, t.Actor, n)
			t.Note(t.Actor, "takes %d", n)
			if t.Cash(t.Actor) >= 10 {
				t.End("a heap", map[string]int{t.Actor: t.Cash(t.Actor)})
			}
		}),
	}},
	Words: map[string]func(step.Table, []string) []engine.Event{
		"coin": func(_ step.Table, args []string) []engine.Event {
			return []engine.Event{engine.Moved{Piece: "coin", To: args[0]}}
		},
	},
	At: func(_ step.Table, args []string) []engine.Frame {
		return []engine.Frame{{Step: "game", Laps: 1}, {Step: "takes", Actor: args[0], Laps: 1}, {Step: "take", Actor: args[0]}}
	},
	Reads: map[string]func(step.Table) string{"slug": func(t step.Table) string { return t.F.Slug }},
}

func play(text string) error { return mint.Run(cases("== case\n" + text)[0].lines) }

func TestScriptsThatHold(t *testing.T) {
	for name, text := range map[string]string{
		"played":  "game 2 1\np1 take 3\ncash p1 3\nasked p2\npending p2 take\npending p1 -\nsays p2 take take coins\nnoted p1 takes 3\nsilent p2 takes\nslug mint\noffered p2 take 5",
		"told":    "game 2 1\n+ cash p2 8\n+ coin p2\n+ counter turns 7\n+ at p2\ncounter turns 8\npiece coin p2\np2 take 2\nended a heap\nscore p2 10",
		"unless":  "game 2 1\n+ cash p2 8\np1 take 3\nrefused p1 take 5: not your move\nunless without p1 take 3",
		"but for": "game 2 1\n+ cash p1 8\np1 take 3\nrefused p2 take 1: over\nunless cash p1 0",
		"no":      "game 2 1\nrefused p1 take 9: not possible\nrefused p2 take 1: not your move\nrefused p1 fly: cannot be said",
	} {
		if err := play(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestScriptsThatDoNotHold(t *testing.T) {
	for text, want := range map[string]string{
		"game 2 1\np1 take 9":                       "line 3: p1 take 9: \"take 9\" is not possible",
		"game 2 1\np1 take 3\ncash p1 4":            `it is "3"`,
		"game 2 1\nrefused p1 take 3: no":           "it is accepted",
		"game 2 1\nrefused p1 take 9: it is Sunday": "refused otherwise",
		"game 2 1\noffered p1 take 6":               "not offered",
		"game 2 1\nasked p2":                        `it is "p1"`,
		"game 2 1\ntemperature 4":                   "no check",
		"game 2 1\n+ weather fine":                  "no fact",
		"game 2 1\ncash p1 0\n+ cash p1 5":          "before the first command",
		"game 2 1":                                  "checks nothing",
		"game 2 1\nscore p1 0":                      "cannot be checked",
		"game 2 1\nnoted rain":                      `it is ""`,
		"game 2 1\np1 take 3\nsilent takes 3":       `it is "takes 3"`,
		"game 2 1\nsays p1 take coins":              `it is "take coins; : coins"`,
		"game 2 1\nunless cash p1 5":                "no refusal before",

		"game 2 1\nrefused p1 take 9: not possible\nunless cash p1 5":           `then "p1 take 9": "take 9" is not possible`,
		"game 2 1\np1 take 3\nrefused p1 take 9: not\nunless without p1 take 4": "no such line",
	} {
		if err := play(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// With Reasons a refusal must say more than the engine knows.
func TestRefusalsNameTheirReason(t *testing.T) {
	kit := mint
	kit.Reasons = true
	for text, want := range map[string]string{
		"game 2 1\nrefused p2 take 1: not your move": "",
		"game 2 1\nrefused p1 take 9: take 9":        "no reason",
		"game 2 1\nrefused p1 fly: now":              "no reason",
	} {
		err := kit.Run(cases("== case\n" + text)[0].lines)
		if ok := want == "" && err == nil || want != "" && err != nil && strings.Contains(err.Error(), want); !ok {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
