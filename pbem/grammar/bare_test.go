package grammar

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// Help on a verb of the title says why it is not possible now, to everybody who is asked, in the stored games and in those of
// robots. "Not possible now." alone tells nobody anything.
func TestNoReasonIsBare(t *testing.T) {
	testsize.SkipRace(t)
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			folder := filepath.Join("../../titles", ti.Facts.Slug)
			n := 0
			for _, g := range replaytest.StoredIn(t, ti, folder) {
				for i, at := range g.Commands() {
					if i%testsize.Of(60, 25, 3) > 0 {
						continue
					}
					if game := engine.Open(ti.Rules, g.Log[:at]); game.Frozen() == nil {
						n += reasoned(t, ti, game, fmt.Sprintf("%s at %d", g.Name, at))
					}
				}
			}
			games, err := replaytest.ReadSpoken(filepath.Join(folder, "testdata", "robots.jsonl.gz"))
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(games); i += testsize.Of(len(games), len(games)/2+1, len(games)/4+1) {
				n += spoken(t, ti, games[i])
			}
			if n < 1000 {
				t.Errorf("only %d verbs were looked at", n)
			}
		})
	}
}

// spoken looks at the positions of a game of robots.
func spoken(t *testing.T, ti *title.Title, g replaytest.Spoken) int {
	t.Helper()
	game, err := g.At(ti, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, c := range g.Said {
		n += reasoned(t, ti, game, fmt.Sprintf("%s at %d", g, i))
		if game, _, err = game.Decide(c); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// reasoned fails if help on a verb says no more than that it is not possible. It returns how many verbs it has looked at.
func reasoned(t *testing.T, ti *title.Title, game *engine.Game, where string) int {
	t.Helper()
	n := 0
	for _, p := range engine.Awaited(game.Pending()) {
		mine := engine.Of(game.Pending(), p)
		for _, v := range ti.Verbs {
			n++
			text := Help(ti.Verbs, game.Pending(), p, v.Name, func(verb string) string { return ti.When(game.State(), p, verb, mine) })
			if strings.Contains(text, "Not possible now.") {
				at := game.State().Stack[len(game.State().Stack)-1].Step
				t.Errorf("%s, in %q: help on %q says no reason", where, at, v.Name)
			}
		}
	}
	return n
}
