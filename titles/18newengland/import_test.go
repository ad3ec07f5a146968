package t18newengland

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles/games18xx"
)

// What a recorded action means depends on what we ask; what means nothing here
// stops the replay, but for the silent steps. // DIF-15, DIF-19, DIF-25
func TestActionsInWords(t *testing.T) {
	running := []engine.Choice{{By: "p1", For: "NYC", Verb: "run", Usage: "STOP ..."}}
	buying := []engine.Choice{{By: "p1", For: "NYC", Verb: "buy"}, {By: "p1", For: "NYC", Verb: "pass"}}
	for name, c := range map[string]struct {
		pending []engine.Choice
		action  games18xx.Action
		want    string
	}{
		"no routes where we ask":      {running, games18xx.Action{Type: "run_routes", Entity: "NYC"}, "run nothing"},
		"no routes of another":        {running, games18xx.Action{Type: "run_routes", Entity: "CN"}, ""},
		"no routes where we do not":   {buying, games18xx.Action{Type: "run_routes", Entity: "NYC"}, ""},
		"half":                        {nil, games18xx.Action{Type: "dividend", Entity: "NYC", Kind: "half"}, "half"},
		"another kind of dividend":    {nil, games18xx.Action{Type: "dividend", Entity: "NYC", Kind: "variable"}, `error: a dividend of kind "variable" is unknown`},
		"a train of the bank":         {buying, games18xx.Action{Type: "buy_train", Entity: "NYC", Train: "3-0", Price: 180}, "buy train 3 from bank"},
		"a train at another price":    {buying, games18xx.Action{Type: "buy_train", Entity: "NYC", Train: "3-0", Price: 200}, "error: a 3-train is recorded at $200 and costs $180"},
		"a train that is not":         {buying, games18xx.Action{Type: "buy_train", Entity: "NYC", Train: "7-0", Price: 200}, "error: there is no 7-train"},
		"a pass":                      {buying, games18xx.Action{Type: "pass", Entity: "NYC", EntityType: "corporation"}, "pass"},
		"the pass of another company": {buying, games18xx.Action{Type: "pass", Entity: "CN", EntityType: "corporation"}, "error: CN has nothing to pass here"},
		"the pass of another player":  {buying, games18xx.Action{Type: "pass", Entity: "12", EntityType: "player"}, "error: 12 has nothing to pass here"},
		"an unknown action":           {nil, games18xx.Action{Type: "borrow", Entity: "NYC"}, `error: action "borrow" is unknown`},
	} {
		s := engine.Fold(append(mustSetup(t, 2),
			engine.Moved{Piece: "share:NYC:0", From: "ipo:NYC", To: "p1"}, engine.Moved{Piece: "share:CN:0", From: "ipo:CN", To: "p1"},
			engine.Set{Key: roundKind, Value: operatingRound}))
		tr := newTranslator(&games18xx.Export{Players: []games18xx.Player{{ID: "11"}, {ID: "12"}}})
		commands, err := tr.Commands(s, c.pending, c.action)
		got := strings.Trim(fmt.Sprint(commands), "[]")
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
