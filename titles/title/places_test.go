package title

import (
	"fmt"
	"testing"

	"pbem/engine"
)

// NE-BK-05, NE-EN-05, NE-RUL-36: equals share a place, but not with who is out.
func TestPlaces(t *testing.T) {
	players := []Player{{ID: "p1", Out: true}, {ID: "p2"}, {ID: "p3", Out: true}, {ID: "p4"}}
	for want, scores := range map[string]map[string]int{
		"p2 1 p4 2 p1 3 p3 3": {"p2": 70, "p4": 60},
		"p2 1 p4 1 p1 3 p3 3": {"p2": 70, "p4": 70},
		"p4 1 p2 2 p1 3 p3 3": {"p4": 1},
		"p2 1 p4 1 p1 3 p3 4": {"p1": 9}, // out, whatever they have
	} {
		got := ""
		for _, p := range Places(players, func(id string) int { return scores[id] }) {
			got += fmt.Sprint(" ", p.Player, " ", p.N)
			if p.Score != scores[p.Player] {
				t.Errorf("%s has %d", p.Player, p.Score)
			}
		}
		if got[1:] != want {
			t.Errorf("%v: %s, want %s", scores, got[1:], want)
		}
	}
	if got := Places(players[:2], func(string) int { return 0 }); got[0].Player != "p2" || got[0].N != 1 || got[1].N != 2 {
		t.Errorf("the last solvent player with nothing: %v", got)
	}
}

// Where all have agreed on the winner, the scores are what everybody was worth, in whatever order a position lists the players.
func TestAgreedScores(t *testing.T) {
	s := engine.Fold([]engine.Event{
		engine.Started{Players: []string{"Amy", "Brian"}},
		engine.Ended{Reason: "all agreed", Scores: map[string]int{"p1": 1, "p2": 0}},
	})
	ti := &Title{Agreed: func(engine.Ended) bool { return true }}
	for _, p := range ti.Final(s, []Player{{ID: "p2", Worth: 50}, {ID: "p1", Worth: 70}}) {
		if want := map[string]int{"p1": 70, "p2": 50}[p.Player]; p.Score != want {
			t.Errorf("%s has %d, want %d", p.Player, p.Score, want)
		}
	}
}
