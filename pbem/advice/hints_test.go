package advice_test

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/pbem/advice"
	"pbem/titles"
	"pbem/titles/robot"
)

// What only the title makes worth something is told in its words, with its figure.
func TestHintsAreTold(t *testing.T) {
	now := robot.Worth{Total: 800, Now: 800, Cash: 800, Rounds: 1100}
	way := robot.Worth{Total: 890, Now: 780, Cash: 780, Rounds: 1100, Hints: []robot.Hinted{{Words: "lobbies", Brings: 110}}}
	bid := engine.Command{By: "p1", Verb: "bid", Args: []string{"20"}}
	a := robot.Advice{Now: now, Ways: []robot.Way{{Commands: []engine.Command{bid}, Worth: way, Value: 890}}}
	ti := titles.All()[0]
	if got := advice.Briefly(ti, a); !strings.Contains(got, "lobbies, worth perhaps "+ti.Facts.Money(110)) {
		t.Errorf("it says %q", got)
	}
	way.Hints[0].Brings = -280
	if got := advice.Briefly(ti, a); !strings.Contains(got, "lobbies, which may cost "+ti.Facts.Money(280)) {
		t.Errorf("it says %q", got)
	}
	a.Now.Hints = way.Hints // they were there before
	if got := advice.Briefly(ti, a); strings.Contains(got, "lobbies") {
		t.Errorf("it says %q", got)
	}
}
