package t1820

import (
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles/title/titletest"
)

// Random games of the variant come to an end and keep all promises of the engine. Those
// without it are played with those of the other titles.
func TestRandomGamesOfTheVariant(t *testing.T) {
	for players := 3; players <= 5; players++ {
		for seed := range testsize.More[int64](1, 2, 4) {
			start := titletest.Names(seed, players)
			start.Options = map[string]string{certificates: "yes"}
			w := titletest.Sound(t, Title, start, func(*engine.State) error { return nil })
			t.Logf("%d players, seed %d: %d decisions, %v", players, seed, len(w.Commands), w.Game.State().Result)
		}
	}
}
