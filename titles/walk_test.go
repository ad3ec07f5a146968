package titles

import (
	"flag"
	"fmt"
	"math"
	"runtime/debug"
	"testing"

	"pbem/titles/title/titletest"
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
				titletest.RandomGames(t, ti, seats, games)
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
			titletest.ComesFar(t, ti, 3)
		})
	}
}

// Everything that is offered is accepted, not only what the random player chooses: during
// the first hundreds of decisions, or during a whole game if many walks are asked for.
func TestAllOffersAreAccepted(t *testing.T) {
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			decisions := 150
			switch {
			case *walks > 30:
				decisions = math.MaxInt
			case !testing.Short() && !raced:
				decisions = 400
			}
			titletest.OffersAccepted(t, ti, decisions)
		})
	}
}
