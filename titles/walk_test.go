package titles

import (
	"flag"
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/facts"
	"pbem/engine/walk"
	"pbem/titles/title"
)

// walks is the number of random games of each title, divided among its numbers of
// players.
var walks = flag.Int("walks", 16, "random games of each title")

// Random games of every title and number of players reach their end, and every invariant
// holds.
func TestRandomGames(t *testing.T) {
	usual := debug.SetGCPercent(400) // little memory lives long here
	t.Cleanup(func() { debug.SetGCPercent(usual) })
	for _, ti := range All() {
		games := *walks / len(ti.Facts.Seats)
		if testing.Short() {
			games = 3
		}
		if raced {
			games = 1
		}
		for _, seats := range ti.Facts.Seats {
			t.Run(fmt.Sprintf("%s/%d", ti.Facts.Slug, seats.Players), func(t *testing.T) {
				t.Parallel()
				still := 0
				for seed := range int64(games) {
					if w := walked(t, ti, seats, seed); w.Standstill {
						t.Logf("seed %d stands still after %d decisions: %s", seed, len(w.Commands), w.Why)
						still++
					}
				}
				// Random players become too poor to act now and then. If that happens
				// often, something is wrong with the rules.
				if still > 1+games/100 {
					t.Errorf("%d of %d games came to a standstill", still, games)
				}
			})
		}
	}
}

// Prudent players reach the late phases. Without them random games would show little of a
// title.
func TestPrudentGamesComeFar(t *testing.T) {
	if raced {
		t.Skip("whole games are played without the race detector: nothing in them runs side by side")
	}
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			seats, _ := ti.Facts.SeatsFor(4)
			late := "phase " + ti.Facts.Phases[len(ti.Facts.Phases)-2].Name
			far, games := 0, 3
			for n := range int64(games) {
				w := walked(t, ti, seats, 2*n+1) // games with odd seeds have prudent players
				if slices.Contains(ti.Landmarks(w.Game.State(), w.Log), late) {
					far++
				}
			}
			if far < games/3 {
				t.Errorf("%d of %d prudent games come to %s", far, games, late)
			}
		})
	}
}

// walked plays one game to its end, or until nobody can move.
func walked(t *testing.T, ti *title.Title, seats facts.Seats, seed int64) *walk.Walk {
	t.Helper()
	start := engine.Started{Title: ti.Facts.Slug, Seed: seed}
	if seats.Variant != "" {
		start.Options = map[string]string{seats.Variant: "yes"}
	}
	for i := range seats.Players {
		start.Players = append(start.Players, string(rune('A'+i)))
	}
	start.Options = ti.AsOfNow(start.Options)
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	w := &walk.Walk{
		Rules: ti.Rules, Setup: setup, Seed: uint64(seed), Manner: walk.MannerOf(seed), Habits: ti.Habits,
		Also: enginetest.Circles(ti.Facts),
	}
	if err := w.Run(); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, walk.Position(w.Game))
	}
	return w
}

// Everything that is offered is accepted, not only what the random player chooses: during
// the first hundreds of decisions, or during a whole game if many walks are asked for.
func TestAllOffersAreAccepted(t *testing.T) {
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			g, _, err := Start(ti, engine.Started{Seed: 5, Players: []string{"A", "B", "C"}})
			if err != nil {
				t.Fatal(err)
			}
			p := walk.NewPlayer(5)
			for n := 0; g.State().Result == nil && (n < 150 || n < 400 && !testing.Short() && !raced || *walks > 30); n++ {
				if err := enginetest.CheckOffers(g, 12); err != nil {
					t.Fatalf("after %d decisions: %v", n, err)
				}
				c, ok := p.Pick(g.Pending())
				if !ok {
					t.Fatalf("after %d decisions: nothing is offered", n)
				}
				if g, _, err = g.Decide(c); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
