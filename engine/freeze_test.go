package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
)

// A fault in the rules of a title is told with the line of the title where it happened, whatever it called there.
func TestFreezeTellsWhere(t *testing.T) {
	var none []int
	for name, fault := range map[string]func(*engine.Turn){
		"an index":           func(t *engine.Turn) { t.Set("n", none[t.Get("n")]) },
		"the library":        func(t *engine.Turn) { t.Set("n", slices.Max(none)) },
		"an undeclared name": func(t *engine.Turn) { t.Set("m", 1) },
		"money that is not":  func(t *engine.Turn) { t.Pay("p1", engine.Bank, 10) },
	} {
		rules := engine.Rules{
			Start: "game", Names: engine.NewNames().Counters("n").Purses("p1", "p2"),
			Flow: engine.Flow{"game": engine.Seq("turn"), "turn": engine.Do(func(t *engine.Turn) {
				t.Ask("turn", engine.Bare("p1", "go", "on"))
				fault(t)
			})},
		}
		g, _ := engine.Start(rules, []engine.Event{engine.Started{Players: []string{"Amy", "Brian"}}})
		_, _, err := g.Decide(engine.Command{By: "p1", Verb: "go"})
		if got := fmt.Sprint(err); !strings.HasPrefix(got, `the game is frozen in the step "turn": `) || !strings.Contains(got, ", at engine/freeze_test.go:") {
			t.Errorf("%s: %s", name, got)
		}
	}
}
