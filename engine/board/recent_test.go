package board_test

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"pbem/engine/board"
	"pbem/engine/route"
)

// What a board remembers of Reach and Track is what it would work out: for other stations, for other blocked stops, with
// another tile, and when several ask at once.
func TestReachIsRemembered(t *testing.T) {
	type question struct {
		from    []board.Spot
		blocked func(board.Spot) bool
	}
	ask := func(reach func(*board.Board, []board.Spot, func(board.Spot) bool) *board.Reach) func(*board.Board, question) []board.Spot {
		return func(b *board.Board, q question) []board.Spot { return reach(b, q.from, q.blocked).Stops() }
	}
	both := func(b *board.Board, q question) [2][]board.Spot {
		return [2][]board.Spot{ask((*board.Board).Reach)(b, q), ask((*board.Board).Track)(b, q)}
	}
	remembers(t, 3, func(r *rand.Rand, b *board.Board) question {
		from, blocked := stationed(r, b)
		return question{from, blocked}
	}, func(b *board.Board, q question) [2][]board.Spot {
		return [2][]board.Spot{ask(board.ReachAnew)(b, q), ask(board.TrackAnew)(b, q)}
	}, both)
}

// What a board remembers of networks is what it would list: for other stations, with other bonuses, described in
// another way, when several ask at once, and after somebody has changed the answer.
func TestNetworksAreRemembered(t *testing.T) {
	type question struct {
		from    []board.Spot
		blocked func(board.Spot) bool
		pays    map[string]int
	}
	ask := func(network func(*board.Board, []board.Spot, func(board.Spot, *route.Stop), func(string) int) *route.Graph, b *board.Board, q question) *route.Graph {
		return network(b, q.from, func(s board.Spot, st *route.Stop) { st.Blocked = q.blocked(s) }, func(hex string) int { return q.pays[hex] })
	}
	remembers(t, 4, func(r *rand.Rand, b *board.Board) question {
		from, blocked := stationed(r, b)
		q := question{from, blocked, map[string]int{}}
		for i := range b.Hexes {
			if r.IntN(4) == 0 {
				q.pays[b.Hexes[i].At] = 10 * r.IntN(3)
			}
		}
		return q
	}, func(b *board.Board, q question) *route.Graph { return ask(board.NetworkAnew, b, q) },
		func(b *board.Board, q question) *route.Graph {
			changed := ask((*board.Board).NetworkPaying, b, q)
			for i := range changed.Segments {
				changed.Segments[i].Bonus, changed.Segments[i].Track = -1, nil // as titles do
			}
			for i := range changed.Stops {
				changed.Stops[i].Add(5)
			}
			return ask((*board.Board).NetworkPaying, b, q)
		})
}

// remembers asks small boards more than they remember: each question by several at once, and twice. again answers as anew does.
func remembers[Q, A any](t *testing.T, seed uint64, question func(*rand.Rand, *board.Board) Q, anew, again func(*board.Board, Q) A) {
	t.Helper()
	differ := 0
	for n := range 300 {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		b := smallBoard(t, r)
		var all []Q
		var want []A
		for range board.MostRemembered + 4 {
			q := question(r, b)
			all, want = append(all, q), append(want, anew(b, q))
			if !reflect.DeepEqual(want[0], want[len(want)-1]) {
				differ++
			}
		}
		var asking sync.WaitGroup
		for range 3 {
			asking.Go(func() {
				for i, q := range all {
					for range 2 {
						if got := again(b, q); !reflect.DeepEqual(got, want[i]) {
							t.Errorf("board %d, question %d: %v, want %v", n, i, got, want[i])
						}
					}
				}
			})
		}
		asking.Wait()
	}
	if differ < 300 {
		t.Errorf("only %d answers differ: the boards are too poor to prove anything", differ)
	}
}

// A map remembers its last boards. Each has the tiles that were asked for.
func TestBoardsAreRemembered(t *testing.T) {
	b := bare(titleMap(t, "1817"))
	laid := map[string]bool{}
	on := func() *board.Board {
		return b.On(func(hex string) (string, int, bool) { return b.Tiles[0].ID, 0, laid[hex] })
	}
	first := on()
	if on() != first {
		t.Error("the same board was made twice")
	}
	for i := range b.Hexes {
		laid[b.Hexes[i].At] = true
		if now := on(); now == first || now.Face(b.Hexes[i].At) == &b.Hexes[i].Face {
			t.Errorf("the tile on %s is not there", b.Hexes[i].At)
		}
		laid[b.Hexes[i].At] = false
		if on() != first {
			t.Errorf("without the tile on %s the board is another one", b.Hexes[i].At)
		}
	}
}

// A hex is as many hexes away as the shortest way to it over open sides, which is looked for plainly here.
func TestAway(t *testing.T) {
	const most = 3
	beyond, farther := 0, 0
	for seed := range 500 {
		r := rand.New(rand.NewPCG(6, uint64(seed)))
		b := smallBoard(t, r)
		from, blocked := stationed(r, b)
		reach := b.Reach(from, blocked)
		want := map[string]int{}
		for _, hex := range reach.Hexes() {
			want[hex] = 0
		}
		for d := 1; d <= most; d++ {
			for hex, before := range maps.Clone(want) {
				for edge := range 6 {
					at, ok := b.Neighbour(hex, edge)
					if _, near := want[at]; ok && !near && before == d-1 && b.Open(hex, edge) {
						want[at] = d
					}
				}
			}
		}
		for i, d := range reach.Away(most) {
			w, near := want[b.Hexes[i].At]
			if !near {
				w = -1
				farther++
			}
			if d != w {
				t.Errorf("board %d: %s is %d away, want %d", seed, b.Hexes[i].At, d, w)
			}
			beyond += max(0, d)
		}
	}
	if beyond == 0 || farther == 0 {
		t.Error("the boards are too poor to prove anything")
	}
}

// Track finds at least what Reach finds, and nothing where track does not lead.
func TestTrackHoldsReach(t *testing.T) {
	more := 0
	for seed := range 2000 {
		r := rand.New(rand.NewPCG(5, uint64(seed)))
		b := smallBoard(t, r)
		from, blocked := stationed(r, b)
		reach, track := b.Reach(from, blocked), b.Track(from, blocked)
		for _, at := range reach.Stops() {
			if !track.Stop(at) {
				t.Errorf("board %d: track does not come to %v", seed, at)
			}
		}
		more += len(track.Stops()) - len(reach.Stops())
	}
	if more == 0 {
		t.Error("Track found nothing that Reach does not find: the boards are too poor to prove anything")
	}
}
