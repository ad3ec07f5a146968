package title

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
)

// Landmarks are phases, answers that the title names, a bankruptcy, and the end. Each
// comes once and names no player.
func TestLandmarks(t *testing.T) {
	ti := &Title{
		Facts:    &facts.Title{Phases: []facts.Phase{{Name: "2"}, {Name: "3"}, {Name: "4"}, {Name: "5"}}},
		Position: func(*engine.State) Position { return Position{Players: []Player{{ID: "p1"}, {ID: "p2", Out: true}}} },
		Landmark: Landmarks{{Verb: "merge", Text: "a merger"}, {Verb: "convert", Text: "a conversion"}}.Of,
	}
	log := []engine.Event{
		engine.Started{Players: []string{"Amy", "Amy Lee"}}, engine.Set{Key: "phase", Value: 2},
		engine.Said{Command: engine.Command{By: "p1", Verb: "merge"}}, engine.Said{Command: engine.Command{By: "p1", Verb: "pass"}},
		engine.Said{Command: engine.Command{By: "p2", Verb: "merge"}}, engine.Said{Command: engine.Command{By: "p2", Verb: "convert"}},
		engine.Ended{Reason: "only Amy Lee is left in the game"},
	}
	want := []string{"phase 3", "phase 4", "a conversion", "a merger", "a bankruptcy", "end: only one player is left in the game"}
	if got := ti.Landmarks(engine.Fold(log), log); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	ti.Landmark, ti.Position = nil, func(*engine.State) Position { return Position{} }
	if got := ti.Landmarks(engine.Fold(log[:1]), log); len(got) > 0 {
		t.Errorf("at the beginning: %q", got)
	}
}

// A landmark fits by verb, question and first word, as far as it names them. The first that fits counts.
func TestWhichLandmark(t *testing.T) {
	marks := Landmarks{{Verb: "buy", First: "port", Text: "a port"}, {Verb: "sell", Question: "trains", Text: "a crisis"}, {Question: "trains", Text: "trains"}, {Verb: "buy", Text: "a purchase"}}
	for said, want := range map[[3]string]string{
		{"stock", "buy", "port"}: "a port", {"stock", "buy", "train"}: "a purchase", {"trains", "buy", "train"}: "trains",
		{"trains", "sell", "2"}: "a crisis", {"stock", "sell", "2"}: "",
	} {
		a := engine.Said{Question: said[0], Command: engine.Command{Verb: said[1], Args: []string{said[2]}}}
		if got := marks.Of(a); got != want {
			t.Errorf("%v: %q, want %q", said, got, want)
		}
	}
}
