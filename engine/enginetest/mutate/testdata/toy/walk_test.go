package toy

import (
	"math/rand/v2"
	"testing"
)

type player struct{ rng *rand.Rand }

func (p player) pick() int { return p.rng.IntN(9) }

// TestWalk notices everything, and does not count.
func TestWalk(t *testing.T) {
	p := player{rand.New(rand.NewPCG(1, 2))}
	if n := p.pick(); maySell(n) != (n < 4) || maySell(4) || price("3") != 360 || !never(true) {
		t.Error("walk")
	}
}
