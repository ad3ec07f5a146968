package board

import (
	"maps"
	"slices"
	"strings"
)

// A Side is an edge of a hex, seen from within the hex.
type Side struct {
	Hex  string
	Edge int
}

// A Reach is what the routes of a company can come to: stops, and sides over
// which a route enters a hex, whether or not track goes on there.
type Reach struct {
	stops map[Spot]bool
	sides map[Side]bool

	board *Board
	track *walker // not changed any more
}

// Stop reports whether a route contains the stop.
func (r *Reach) Stop(s Spot) bool { return r.stops[s] }

// Enters reports whether a route enters the hex over the edge.
func (r *Reach) Enters(hex string, edge int) bool { return r.sides[Side{hex, edge}] }

// Turns reports whether a route that enters the hex over one edge could leave
// it over another if there were track between them, because it has not used
// that side of the hex before.
func (r *Reach) Turns(hex string, in, out int) bool {
	if !r.Enters(hex, in) {
		return false
	}
	i := r.board.hexAt[hex]
	goal, side := node{i, End(in)}, r.board.markOf(node{i, End(out)})
	w := r.track.again()
	for n := range w.nodes {
		w.shut[n] = r.board.markOf(w.nodes[n]) == side
	}
	return w.seek(slices.Index(w.nodes, goal))
}

// Stops returns the stops in reach, sorted by hex and number.
func (r *Reach) Stops() []Spot {
	return slices.SortedFunc(maps.Keys(r.stops), func(a, b Spot) int {
		if c := strings.Compare(a.Hex, b.Hex); c != 0 {
			return c
		}
		return a.N - b.N
	})
}

// Hexes returns every hex a route touches, sorted.
func (r *Reach) Hexes() []string {
	set := map[string]bool{}
	for s := range r.stops {
		set[s.Hex] = true
	}
	for s := range r.sides {
		set[s.Hex] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// Away returns how many hexes away from those that a route touches each hex of the map lies, over sides that track may cross, by its
// index in Map.Hexes. It is -1 for those that are farther away than most.
func (r *Reach) Away(most int) []int {
	b := r.board
	out := slices.Repeat([]int{-1}, len(b.Hexes))
	var last, next []int
	for i, n := range r.track.nodes {
		if r.track.found[i] && out[n.hex] < 0 {
			out[n.hex] = 0
			last = append(last, n.hex)
		}
	}
	for d := 1; d <= most; d++ {
		next = next[:0]
		for _, hex := range last {
			for edge, at := range b.beside[hex] {
				if at >= 0 && out[at] < 0 && b.open[hex][edge] {
					out[at] = d
					next = append(next, at)
				}
			}
		}
		last, next = next, last
	}
	return out
}

// A node of the search is a stop, or an edge of a hex over which the way comes in.
type node struct {
	hex int
	end End // StopEnd, or the edge that the way comes over
}

// Reach follows the track from a company's stations. A route passes a stop only
// if it is not blocked. It never uses a side or a stop twice, nor two stops of
// a group.
func (b *Board) Reach(from []Spot, blocked func(Spot) bool) *Reach {
	return recall(b.reaches, b.waysOf(from, blocked), func() *Reach { return b.reach(from, blocked) })
}

// Track is Reach with what only ways lead to that use something twice. It takes a small part of the time.
func (b *Board) Track(from []Spot, blocked func(Spot) bool) *Reach {
	return recall(b.tracks, b.waysOf(from, blocked), func() *Reach {
		w := explore(b, from, blocked)
		for n := range w.nodes {
			w.found[n] = true // explore finds nothing else
		}
		return b.reachOf(w)
	})
}

// reach works out Reach.
func (b *Board) reach(from []Spot, blocked func(Spot) bool) *Reach {
	w := explore(b, from, blocked)
	w.settle()
	return b.reachOf(w)
}

// reachOf returns what a walker has found.
func (b *Board) reachOf(w *walker) *Reach {
	r := &Reach{stops: map[Spot]bool{}, sides: map[Side]bool{}, board: b, track: w}
	for i, n := range w.nodes {
		if !w.found[i] {
			continue
		}
		if stop, ok := n.end.Stop(); ok {
			r.stops[Spot{b.Hexes[n.hex].At, stop}] = true
		} else {
			r.sides[Side{b.Hexes[n.hex].At, int(n.end)}] = true
		}
	}
	return r
}

// onward returns the nodes one step from n. The way may leave a start even if it is blocked.
func (b *Board) onward(n node, start bool, blocked func(Spot) bool) []node {
	face := b.faces[n.hex]
	if i, ok := n.end.Stop(); ok && !start && (b.terminal(n) || blocked(Spot{b.Hexes[n.hex].At, i})) {
		return nil
	}
	var out []node
	for _, l := range face.links {
		var to End
		switch n.end {
		case l.a:
			to = l.b
		case l.b:
			to = l.a
		default:
			continue
		}
		if _, ok := to.Stop(); ok {
			out = append(out, node{n.hex, to})
		} else if j := b.beside[n.hex][to]; j >= 0 {
			out = append(out, node{j, (to + 3) % 6})
		}
	}
	return out
}

// A mark is what a route may use only once: a stop, a group of stops, or a hex side. The side between two
// hexes is named after the hex with the lower index.
type mark struct {
	hex   int
	end   End
	group string
}

func (b *Board) markOf(n node) mark {
	if i, ok := n.end.Stop(); ok {
		switch g := b.faces[n.hex].Stops[i].Group; {
		case g == "" || b.ungrouped:
			return mark{hex: n.hex, end: n.end}
		case g == OfHex:
			return mark{hex: n.hex, group: g}
		default:
			return mark{hex: -1, group: g}
		}
	}
	if j := b.beside[n.hex][n.end]; j >= 0 && j < n.hex {
		return mark{hex: j, end: (n.end + 3) % 6}
	}
	return mark{hex: n.hex, end: n.end}
}
