package titles

import (
	"flag"
	"fmt"
	"math"
	"runtime/debug"
	"testing"

	"pbem/internal/testsize"
	"pbem/titles/title/titletest"
)

// walks is the number of random games of each title, divided among its numbers of
// players.
var walks = flag.Int("walks", 0, "random games of each title; 0 is one for the fewest and one for the most players, one for each number in whole tests, or 16 in large tests")

// Random games of every title and number of players reach their end, and every invariant
// holds.
func TestRandomGames(t *testing.T) {
	usual := debug.SetGCPercent(400) // little memory lives long here
	t.Cleanup(func() { debug.SetGCPercent(usual) })
	for _, ti := range All() {
		games := testsize.More(1, 1, max(1, 16/len(ti.Facts.Seats)))
		if *walks > 0 {
			games = *walks / len(ti.Facts.Seats)
		}
		for i, seats := range ti.Facts.Seats {
			plays := i == 0 || i == len(ti.Facts.Seats)-1 || *walks > 0 || testsize.Whole()
			if testsize.Race && *walks == 0 { // two games of each title side by side, which are not long
				plays = i < 2
			}
			if !plays {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", ti.Facts.Slug, seats.Players), func(t *testing.T) {
				t.Parallel()
				titletest.RandomGames(t, ti, seats, games)
			})
		}
	}
}

// Prudent players reach the late phases. Without them random games would show little of a
// title.
func TestPrudentGamesComeFar(t *testing.T) {
	if testsize.Race {
		t.Skip("whole games are played without the race detector: nothing in them runs side by side")
	}
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			titletest.ComesFar(t, ti, testsize.More(12, 12, 3))
		})
	}
}

// Everything that is offered is accepted, not only what the random player chooses: during
// the first hundreds of decisions, or during a whole game if many walks are asked for.
func TestAllOffersAreAccepted(t *testing.T) {
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			decisions := testsize.More(60, 60, 400)
			if *walks > 30 {
				decisions = math.MaxInt
			}
			titletest.OffersAccepted(t, ti, decisions)
		})
	}
}

// Who can only pass is not asked: by mail each question may take a day.
func TestNobodyIsAskedOnlyToPass(t *testing.T) {
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			titletest.AsksToDecide(t, ti, testsize.Of(150, 400, 1500))
		})
	}
}
