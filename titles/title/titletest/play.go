// Package titletest plays games of titles for tests.
package titletest

import (
	"fmt"
	"iter"
	"testing"

	"pbem/engine"
	"pbem/titles/title"
)

// A Moment is a position of a game that is played, and what led to it.
type Moment struct {
	N       int // decisions so far
	Game    *engine.Game
	Log     []engine.Event // all of it
	Command engine.Command // that was said last
	Made    []engine.Event // what came of it; of the first moment the setup
}

// A Player picks commands, as those of engine/walk do.
type Player interface {
	Pick([]engine.Choice) (engine.Command, bool)
}

// Names begins a game of so many players: Amy, Brian, Cleo, Dan ...
func Names(seed int64, players int) engine.Started {
	names := []string{"Amy", "Brian", "Cleo", "Dan", "Eve", "Finn"}
	return engine.Started{Seed: seed, Players: names[:players]}
}

// Play plays a game to its end, or until the loop over it ends: it yields the first
// position and the one after each decision. A test in which nothing is offered, or what is
// offered is refused, has failed.
func Play(t testing.TB, ti *title.Title, start engine.Started, player Player) iter.Seq[Moment] {
	t.Helper()
	start.Title = ti.Facts.Slug
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(Moment) bool) {
		g, log := engine.Start(ti.Rules, setup)
		for m := (Moment{Game: g, Log: log, Made: log}); yield(m) && m.Game.State().Result == nil; m.N++ {
			c, ok := player.Pick(m.Game.Pending())
			if !ok {
				t.Fatalf("%s, after %d decisions: nothing is offered", ti.Facts.Slug, m.N)
			}
			next, made, err := m.Game.Decide(c)
			if err != nil {
				t.Fatal(fmt.Errorf("%s, after %d decisions: %s is offered and refused: %w", ti.Facts.Slug, m.N, c, err))
			}
			m.Game, m.Log, m.Command, m.Made = next, append(m.Log, made...), c, made
		}
	}
}
