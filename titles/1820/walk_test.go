package t1820

import (
	"fmt"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
)

// Random games come to an end and keep all promises of the engine.
func TestRandomGames(t *testing.T) {
	names := []string{"Amy", "Brian", "Crystal", "David", "Eve"}
	for _, n := range []int{3, 4, 5} {
		for seed := testsize.Of[int64](3, 2, 0); seed < testsize.Of[int64](4, 4, 12); seed++ { // the variant is played with seed 3
			t.Run(fmt.Sprintf("%d players, seed %d", n, seed), func(t *testing.T) {
				start := engine.Started{Title: "1820", Seed: seed, Players: names[:n]}
				if seed%4 == 3 {
					start.Options = map[string]string{certificates: "yes"}
				}
				log, err := setup(start)
				if err != nil {
					t.Fatal(err)
				}
				w := &walk.Walk{Rules: Title.Rules, Setup: log, Seed: uint64(seed), Manner: walk.MannerOf(seed), Habits: habits}
				if err := w.Run(); err != nil {
					t.Errorf("%v after %v", err, w.Commands[max(0, len(w.Commands)-5):])
				}
				t.Logf("%s, %d decisions, %s, column %d, %v", w.Manner, len(w.Commands), colours[w.Game.State().Get(phase)], w.Game.State().Get(column), w.Game.State().Result)
			})
		}
	}
}
