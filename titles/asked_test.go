package titles_test

import (
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title/titletest"
)

// Nobody is asked where there is nothing to decide: whoever the game waits for has two things to say at least, such as
// to pass or not. In random games of every title.
func TestNobodyIsAskedForNothing(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			for seed := range int64(testsize.Of(1, 2, 8)) {
				for m := range titletest.Play(t, ti, titletest.Names(seed, 3), walk.NewThrifty(uint64(seed), ti.Habits)) {
					for _, player := range engine.Awaited(m.Game.Pending()) {
						if ways := waysOf(engine.Of(m.Game.Pending(), player)); ways < 2 {
							t.Errorf("seed %d, after %d decisions: %s has %d things to say: %v", seed, m.N, player, ways, m.Game.Pending())
						}
					}
					if m.N == 2000 {
						break
					}
				}
			}
		})
	}
}

// waysOf counts what can be said. A range of numbers counts for two, and words that are free for more.
func waysOf(choices []engine.Choice) (n int) {
	for _, c := range choices {
		switch {
		case c.Unawaited:
		case c.Free != nil:
			n += 2
		case c.Options == nil:
			n++
		default:
			for _, o := range c.List() {
				if n++; o.Range != nil && o.Range.Max > o.Range.Min {
					n++
				}
			}
		}
	}
	return n
}
