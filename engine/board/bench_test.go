package board_test

import (
	"math/rand/v2"
	"testing"

	"pbem/engine/board"
)

// An overbuilt map is the hardest position for Reach: every hex holds the tile
// with the most forks.
func BenchmarkReach(b *testing.B) {
	for _, slug := range []string{"1817", "18newengland"} {
		m := titleMap(b, slug)
		for _, color := range []string{"green", "brown"} {
			b.Run(slug+" "+color, func(b *testing.B) {
				var cases []reachCase
				for seed := range uint64(50) {
					cases = append(cases, overbuiltCase(seed, m, color))
				}
				for i := 0; b.Loop(); i++ {
					c := cases[i%len(cases)]
					c.board.Reach(c.from, c.blocked)
				}
			})
		}
	}
}

type reachCase struct {
	board   *board.Board
	from    []board.Spot
	blocked func(board.Spot) bool
}

func overbuiltCase(seed uint64, m *board.Map, colors ...string) reachCase {
	r := rand.New(rand.NewPCG(3, seed))
	b := overbuilt(r, m, 1, colors...)
	from, blocked := stationed(r, b)
	return reachCase{b, from[:1], blocked}
}
