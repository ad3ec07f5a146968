package t18newengland_test

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles/18newengland"
	"pbem/titles/robot"
)

// Robots make majors of their minors, because a minor pays only half of what it earns. They did not when all of it
// counted for the owner: the game ended with minors that handed a few trains on.
func TestRobotsFormMajors(t *testing.T) {
	most := testsize.Of(0, 0, 420)
	if most == 0 {
		t.Skip("TESTSIZE=whole plays 420 decisions of robots")
	}
	ti := t18newengland.Title
	setup, err := ti.Setup(engine.Started{Title: ti.Facts.Slug, Players: []string{"A", "B", "C"}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	w := &walk.Walk{Rules: ti.Rules, Setup: setup, Limit: most, Kept: map[string]func(*engine.Game) (engine.Command, bool){}}
	for i := range 3 {
		p := engine.PlayerID(i)
		w.Kept[p] = func(now *engine.Game) (engine.Command, bool) {
			m, ok := robot.Next(ti, now, p, robot.Steady)
			return m.Command, ok
		}
	}
	if err := w.Run(); err != nil && len(w.Commands) < most {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(w.Commands, func(c engine.Command) bool { return c.Verb == "convert" || c.Verb == "merge" }) {
		t.Errorf("no major was formed in %d decisions", len(w.Commands))
	}
}
