package sheet

import (
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/title"
)

// The last player who is not bankrupt wins, also with nothing.
func TestTheLastSolventPlayerWins(t *testing.T) {
	s := engine.Fold([]engine.Event{
		engine.Started{Players: []string{"Amy", "Brian"}},
		engine.Ended{Reason: "all but one player are bankrupt", Scores: map[string]int{"p1": 0, "p2": 0}},
	})
	v := &view{Mail: Mail{State: s, Title: titles.All()[0]}, pos: title.Position{Players: []title.Player{{ID: "p1", Out: true}, {ID: "p2"}}}}
	if got := v.overLine(); got != "The game is over: all but one player are bankrupt. Brian wins with $0." {
		t.Error(got)
	}
	v.pos.Players[0].Out = false
	if got := v.winners(); got != "Amy and Brian share the win" {
		t.Error(got)
	}
}
