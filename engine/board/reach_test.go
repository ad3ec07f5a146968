package board_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pbem/engine/board"
)

// A company reaches exactly what some legal way from one of its stations reaches.
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
	stops, sides, turns := map[board.Spot]bool{}, map[board.Side]bool{}, map[[2]board.Side]bool{}
	var tr *tracer
	tr = newTracer(b, blocked, func(w *way) {
		if n := len(w.sides); n > 0 {
			sides[w.sides[n-1]] = true
			tr.turns(w, w.sides[n-1], turns)
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
			compareTurns(t, seed, tr, got, board.Side{Hex: b.Hexes[i].At, Edge: e}, turns)
		}
	}
	return len(stops) + len(sides)
}

// turns records the sides over which a way may leave that has come in over a side.
func (t *tracer) turns(w *way, in board.Side, turns map[[2]board.Side]bool) {
	for e := range 6 {
		out := board.Side{Hex: in.Hex, Edge: e}
		if next := t.over[out]; next != "" && !w.used[sideKey(out.Hex, next)] {
			turns[[2]board.Side{in, out}] = true
		}
	}
}

// compareTurns compares where routes may leave that come in over a side.
func compareTurns(t *testing.T, seed int, tr *tracer, got *board.Reach, in board.Side, want map[[2]board.Side]bool) {
	t.Helper()
	for e := range 6 {
		out := board.Side{Hex: in.Hex, Edge: e}
		if turns := got.Turns(in.Hex, in.Edge, e); tr.over[out] != "" && turns != want[[2]board.Side{in, out}] {
			t.Errorf("board %d: through %s from %d to %d: %v, want %v", seed, in.Hex, in.Edge, e, turns, !turns)
		}
	}
}

// corridor is a line of double track. From B1 a route may take the upper or the lower of n lines, turns at
// the far end, and comes back on the other one. Only then does it reach C2.
func corridor(t *testing.T, n int) *board.Board {
	list := []string{
		`{"at": "B1", "color": "yellow", "stops": [{"kind": "city"}], "track": ["4-s0"]}`,
		`{"at": "C2", "color": "yellow", "stops": [{"kind": "city"}], "track": ["3-s0"]}`,
	}
	west := `"1-3", "1-5"`
	for i := range n {
		x := 3 + 2*i
		list = append(list,
			fmt.Sprintf(`{"at": "B%d", "color": "yellow", "track": [%s, "0-3", "0-5"]}`, x, west),
			fmt.Sprintf(`{"at": "A%d", "color": "yellow", "track": ["0-5"]}`, x+1),
			fmt.Sprintf(`{"at": "C%d", "color": "yellow", "track": ["2-3"]}`, x+1))
		west = `"2-3", "2-5"`
	}
	list = append(list, fmt.Sprintf(`{"at": "B%d", "color": "yellow", "track": ["0-2"]}`, 3+2*n))
	return bare(newMap(t, pointy, strings.Join(list, ","), ""))
}

// However often a shortest way would cross itself, the route that does not is found.
func TestReachFindsTheWayBackThroughALongCorridor(t *testing.T) {
	for _, n := range []int{1, 2, 13, 14, 40} {
		b := corridor(t, n)
		nobody := func(board.Spot) bool { return false }
		r := b.Reach([]board.Spot{{Hex: "B1"}}, nobody)
		if !r.Stop(board.Spot{Hex: "C2"}) {
			t.Errorf("%d double lines: the route back to C2 is not found", n)
		}
		if r.Enters("B1", 4) {
			t.Errorf("%d double lines: the route comes back over the side it left by", n)
		}
	}
}

// Two markers in one city are one start: they do not allow passing a city full of others.
func TestTwoStationsInACityReachNoMoreThanOne(t *testing.T) {
	b := bare(newMap(t, pointy, `
		{"at": "A1", "color": "yellow", "stops": [{"kind": "city"}], "track": ["4-s0"]},
		{"at": "A3", "color": "yellow", "stops": [{"kind": "city"}], "track": ["1-s0", "4-s0"]},
		{"at": "A5", "color": "yellow", "stops": [{"kind": "city"}], "track": ["1-s0"]}`, ""))
	home := board.Spot{Hex: "A1"}
	r := b.Reach([]board.Spot{home, home, home}, func(s board.Spot) bool { return s.Hex == "A3" })
	if got := fmt.Sprint(r.Stops(), r.Hexes()); got != "[A1.0 A3.0] [A1 A3]" {
		t.Errorf("in reach are %s", got)
	}
}

// Stops and hexes are listed in order, including hexes that track only enters.
func TestReachListsInOrder(t *testing.T) {
	b := bare(newMap(t, pointy, `
		{"at": "A3", "color": "white"},
		{"at": "B2", "color": "yellow", "stops": [{"kind": "city"}, {"kind": "town"}], "track": ["3-s0", "4-s1", "s0-s1"]},
		{"at": "B4", "color": "yellow", "stops": [{"kind": "town"}], "track": ["1-s0"]}`, ""))
	r := b.Reach([]board.Spot{{Hex: "B2", N: 1}}, func(board.Spot) bool { return false })
	if got := fmt.Sprint(r.Stops(), r.Hexes(), r.Enters("A3", 0), r.Enters("A3", 1)); got != "[B2.0 B2.1 B4.0] [A3 B2 B4] true false" {
		t.Errorf("in reach are %s", got)
	}
}

// Even on maps full of forks the search takes few steps for each node. It stays far below its limit, beyond
// which it could miss a reachable node.
func TestReachTakesFewStepsOnOverbuiltMaps(t *testing.T) {
	boards := uint64(120)
	if testing.Short() {
		boards = 40
	}
	for _, slug := range []string{"1817", "18newengland"} {
		m := titleMap(t, slug)
		for seed := range boards {
			c := overbuiltCase(seed, m, [][]string{{"green"}, {"brown"}, {"green", "brown"}}[seed%3]...)
			if n := board.SearchSteps(c.board, c.from, c.blocked); n > 60 {
				t.Errorf("%s, board %d: %d steps", slug, seed, n)
			}
		}
	}
}

// If a shortest way uses something at two nodes, the route may have to avoid the first or the second. Such
// boards are rare: these were found among a hundred thousand.
func TestReachAvoidsTheFirstOrTheSecondUse(t *testing.T) {
	for _, text := range []string{`
		{"at": "A1", "color": "yellow", "stops": [{"kind": "city"}], "track": ["5-s0", "3-s0"]},
		{"at": "A3", "color": "yellow", "track": ["0-5", "4-5", "0-3", "0-4", "2-5", "1-5", "2-4"]},
		{"at": "A5", "color": "yellow", "track": ["1-4", "0-3"]},
		{"at": "A7", "color": "yellow", "track": ["2-3", "3-5", "0-2", "1-3", "0-1", "3-4"]},
		{"at": "B2", "color": "yellow", "track": ["1-5", "0-2", "1-2", "1-3", "3-4", "2-5"]},
		{"at": "B4", "color": "yellow", "track": ["2-5", "0-3", "2-4", "0-2", "4-5"]},
		{"at": "B6", "color": "yellow", "track": ["0-4", "3-4", "0-1", "2-5", "1-5", "3-5"]},
		{"at": "B8", "color": "yellow", "stops": [{"kind": "city"}], "track": ["1-s0", "2-s0", "0-s0", "5-s0"]},
		{"at": "C1", "color": "yellow", "track": ["4-5", "3-4", "3-5", "1-4"]},
		{"at": "C3", "color": "yellow", "track": ["2-3", "1-4"]},
		{"at": "C5", "color": "yellow", "track": ["0-5", "1-5", "3-4"]},
		{"at": "C7", "color": "yellow", "stops": [{"kind": "city"}], "track": ["2-s0", "4-s0", "5-s0", "1-s0"]}`, `
		{"at": "B6", "color": "yellow", "stops": [{"kind": "city"}], "track": ["1-s0", "5-s0", "2-s0"]},
		{"at": "A1", "color": "yellow", "stops": [{"kind": "city"}], "track": ["4-s0", "1-s0", "5-s0"]},
		{"at": "A3", "color": "yellow", "track": ["1-3", "0-1", "2-4", "1-5", "0-2"]},
		{"at": "A5", "color": "yellow", "track": ["0-4", "1-2"]},
		{"at": "B2", "color": "yellow", "track": ["2-4", "0-5", "2-5", "0-4", "1-5", "3-4"]},
		{"at": "B4", "color": "yellow", "track": ["0-5", "0-3", "2-5", "3-5", "0-2", "1-4"]},
		{"at": "C1", "color": "yellow", "stops": [{"kind": "city"}], "track": ["5-s0", "1-s0", "0-s0", "3-s0"]},
		{"at": "C3", "color": "yellow", "track": ["3-5", "1-4"]},
		{"at": "C5", "color": "yellow", "track": ["2-4", "2-3", "4-5", "2-5"]}`} {
		m := newMap(t, pointy, text, "")
		compareReach(t, 0, bare(m), []board.Spot{{Hex: m.Hexes[0].At}}, func(board.Spot) bool { return false })
	}
}
