package board_test

import (
	"math/rand/v2"
	"testing"

	"pbem/engine/board"
)

// What a company reaches is what some legal way from one of its stations comes
// to, no more and no less.
func TestReachIsWhatSomeLegalWayComesTo(t *testing.T) {
	n := 6000
	if testing.Short() {
		n = 2500
	}
	far := 0
	for seed := range n {
		r := rand.New(rand.NewPCG(1, uint64(seed)))
		b := smallBoard(t, r)
		from, blocked := stationed(r, b)
		far += compareReach(t, seed, b, from, blocked)
	}
	if far < 5*n {
		t.Errorf("only %d sides and stops reached on %d boards: the boards are too poor to prove anything", far, n)
	}
}

// compareReach returns how many sides and stops are in reach.
func compareReach(t *testing.T, seed int, b *board.Board, from []board.Spot, blocked func(board.Spot) bool) int {
	t.Helper()
	stops, sides := map[board.Spot]bool{}, map[board.Side]bool{}
	tr := newTracer(b, blocked, func(w *way) {
		if n := len(w.sides); n > 0 {
			sides[w.sides[n-1]] = true
		}
		stops[w.stops[len(w.stops)-1]] = true
	})
	for _, s := range from {
		tr.trace(s)
	}
	got := b.Reach(from, blocked)
	for _, s := range allStops(b) {
		if got.Stop(s) != stops[s] {
			t.Errorf("board %d: stop %v: %v, want %v", seed, s, got.Stop(s), stops[s])
		}
	}
	for i := range b.Hexes {
		for e := range 6 {
			if at := b.Hexes[i].At; got.Enters(at, e) != sides[board.Side{Hex: at, Edge: e}] {
				t.Errorf("board %d: into %s over %d: %v, want %v", seed, at, e, got.Enters(at, e), !got.Enters(at, e))
			}
		}
	}
	return len(stops) + len(sides)
}
