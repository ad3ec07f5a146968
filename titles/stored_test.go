package titles_test

import (
	"flag"
	"path/filepath"
	"testing"

	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// every makes the tests look at every n-th position of a stored game.
var every = flag.Int("every", 0, "try the stored games at every n-th position; 0 is 200, or 5 and 10 in whole tests")

// keep writes how stored games stand, if that is not stored yet.
var keep = flag.Bool("keep", false, "write how the stored games stand, where that is not stored yet")

// stride is at every how many positions tests look: as the flag says, or as often as whole ones do.
func stride(whole int) int {
	if *every > 0 {
		return *every
	}
	return testsize.Of(200, 200, whole)
}

// A stored is a stored game of a title.
type stored struct{ replaytest.Stored }

// storedGames calls a test with every stored game.
func storedGames(t *testing.T, test func(t *testing.T, g stored)) {
	t.Helper()
	for _, ti := range titles.All() {
		for _, g := range gamesOf(t, ti) {
			t.Run(g.Name, func(t *testing.T) {
				t.Parallel()
				test(t, g)
			})
		}
	}
}

// someGames calls a test with one stored game of every title and version, in whole tests with every one.
func someGames(t *testing.T, test func(t *testing.T, g stored)) {
	t.Helper()
	begun := map[string]bool{}
	for _, ti := range titles.All() {
		for _, g := range gamesOf(t, ti) {
			if dir := filepath.Dir(g.Name); !begun[dir] || testsize.Whole() {
				begun[dir] = true
				t.Run(g.Name, func(t *testing.T) {
					t.Parallel()
					test(t, g)
				})
			}
		}
	}
}

// gamesOf reads the stored games of a title.
func gamesOf(t *testing.T, ti *title.Title) []stored {
	t.Helper()
	var out []stored
	for _, g := range replaytest.StoredIn(t, ti, ti.Facts.Slug) {
		out = append(out, stored{g})
	}
	return out
}

// Before every command a stored game opens with the same position as before, and the
// command has the same facts.
func TestStoredGamesOpenAndGoOn(t *testing.T) {
	each := testsize.Part(200, 200, 5, 1) // it is stored how they stand at every fifth; TestStoredGamesArePlayedAgain goes on from all
	storedGames(t, func(t *testing.T, g stored) { g.OpensAndGoesOn(t, stride(each), *keep) })
}

// A stored game that is played again from its commands alone has the same facts.
func TestStoredGamesArePlayedAgain(t *testing.T) {
	someGames(t, func(t *testing.T, g stored) { g.PlaysAgain(t) })
}

// From any place of a stored game, random players reach an end.
func TestStoredGamesCanBeFinished(t *testing.T) {
	tries := testsize.Of(1, 1, testsize.More(2, 2, 3))
	someGames(t, func(t *testing.T, g stored) { g.CanBeFinished(t, tries) })
}
