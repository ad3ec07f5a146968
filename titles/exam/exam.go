// Package exam tests what all titles have in common. The tests of a title call it from a package of their own
// (package mytitle_test), in the folder of the title:
//
//	func TestTitle(t *testing.T) { exam.Title(t, mytitle.Title) }
//
// Then "go test" in that folder is all that a title needs to be tested; it takes less than a minute. With -record v1 it
// stores random games in testdata/v1 first: how they stand at every fifth command, and what comes of every command,
// must stay from then on.
package exam

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

var (
	games  = flag.Int("games", 6, "random games of each number of players")
	record = flag.String("record", "", "store games into testdata/NAME first")
)

// Title tests a title in its folder, from which the test runs: the sequence of play, names and setup; random games,
// which come to an end, and prudent ones, which come far; that what is offered is accepted; that nobody is asked who can only
// pass; and the stored games.
func Title(t *testing.T, ti *title.Title) {
	t.Run("check", func(t *testing.T) {
		if err := ti.Check(); err != nil {
			t.Fatal(err)
		}
		if err := ti.CheckSetup(); err != nil {
			t.Fatal(err)
		}
		if err := ti.CheckService(); err != nil {
			t.Error(err)
		}
	})
	if t.Failed() {
		return // no game would go far
	}
	for _, seats := range ti.Facts.Seats {
		t.Run("games/"+strconv.Itoa(seats.Players), func(t *testing.T) { titletest.RandomGames(t, ti, seats, *games) })
	}
	t.Run("far", func(t *testing.T) { titletest.ComesFar(t, ti, 3) })
	t.Run("offers", func(t *testing.T) { titletest.OffersAccepted(t, ti, 300) })
	t.Run("questions", func(t *testing.T) { titletest.AsksToDecide(t, ti, 300) })
	t.Run("stored", func(t *testing.T) { stored(t, ti) })
}

// stored tests the stored games; with -record it makes some first.
func stored(t *testing.T, ti *title.Title) {
	if *record != "" {
		store(t, ti, filepath.Join("testdata", *record))
	}
	for _, g := range replaytest.StoredIn(t, ti, ".") {
		t.Run(filepath.Base(g.Name), func(t *testing.T) {
			g.OpensAndGoesOn(t, 10, *record != "")
			g.PlaysAgain(t)
			g.CanBeFinished(t, 2)
		})
	}
}

// store stores random games of a title in a folder.
func store(t *testing.T, ti *title.Title, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	logs, err := replaytest.RandomGames(ti)
	if err != nil {
		t.Fatal(err)
	}
	for name, log := range logs {
		if err := replaytest.KeepLog(filepath.Join(dir, name), log); err != nil {
			t.Fatal(err)
		}
	}
}
