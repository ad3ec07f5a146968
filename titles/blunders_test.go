package titles

import (
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/internal/testsize"
	"pbem/titles/title/titletest"
)

// Nothing that a player may say makes the rules fail: half of a command, a word more, strange words. They are said at
// positions of a game of prudent players. Scripts say them before each of their commands.
func TestBlundersAreRefused(t *testing.T) {
	testsize.SkipRace(t)
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			seats := ti.Facts.Seats[0]
			for n := range int64(testsize.More(1, 1, 8)) {
				w := titletest.Walked(t, ti, seats, 2*n+1) // games with odd seeds have prudent players
				every := testsize.Of(9, 5, 1)
				g, _ := engine.Start(ti.Rules, w.Setup)
				for i, c := range w.Commands {
					if i%every == 0 {
						if err := enginetest.Blunders(g.Pending()); err != nil {
							t.Fatalf("seed %d, before decision %d, %s %s: %v", 2*n+1, i+1, c.By, c, err)
						}
					}
					var err error
					if g, _, err = g.Decide(c); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}
