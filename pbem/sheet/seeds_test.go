package sheet

import (
	"math/rand/v2"
	"os"
	"testing"
	"slices"
	"time"
)

func TestSeeds(t *testing.T) {
	if os.Getenv("SEEDS") == "" {
		t.Skip()
	}
	for seed := range int64(12) {
		rng := rand.New(rand.NewPCG(uint64(seed), 18))
		g := newGame(t, seed, players)
		left := situations()
		n := 0
		began := time.Now()
		most := 0
		for len(g.game.Pending()) > 0 && n < 2500 {
			n++
			g.say(t, pick(rng, g.game.Pending()))
			left = slices.DeleteFunc(left, func(s situation) bool { return s.fits(g) })
			k := 0
			for _, c := range g.title.Position(g.game.State()).Companies {
				if c.Kind == "major" {
					k++
				}
			}
			most = max(most, k)
		}
		var names []string
		for _, s := range left {
			names = append(names, s.name)
		}
		p := g.title.Position(g.game.State())
		t.Log(seed, n, most, p.Round, names, time.Since(began))
		for _, x := range p.Players {
			t.Log(x.Cash, x.Worth)
		}
	}
}
