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
// which a route comes into a hex (whether or not track goes on there).
type Reach struct {
	stops map[Spot]bool
	sides map[Side]bool
}

// Stop reports whether a route contains the stop.
func (r *Reach) Stop(s Spot) bool { return r.stops[s] }

// Enters reports whether a route comes into the hex over the edge.
func (r *Reach) Enters(hex string, edge int) bool { return r.sides[Side{hex, edge}] }

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

// A node of the search is a stop, or the coming into a hex over an edge.
type node struct {
	hex int
	end End // StopEnd, or the edge come in over
}

// Reach walks from a company's stations along the track. A route passes a stop
// only when it is not blocked; it never uses a side or a stop twice, nor two
// stops of a group.
func (b *Board) Reach(from []Spot, blocked func(Spot) bool) *Reach {
	w := &walker{board: b, blocked: blocked, index: map[node]int{}, found: map[int]bool{}}
	for _, s := range from {
		w.starts = append(w.starts, w.add(node{b.hexAt[s.Hex], StopEnd(s.N)}))
	}
	w.explore()
	all := make([]int, len(w.nodes))
	for i := range all {
		all[i] = i
	}
	w.settle(all, make([]bool, len(w.nodes)), 0)
	r := &Reach{stops: map[Spot]bool{}, sides: map[Side]bool{}}
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

// A walker knows every node that track leads to, whether or not the way crosses
// itself, and finds out which of them a legal route comes to.
type walker struct {
	board   *Board
	blocked func(Spot) bool
	starts  []int
	nodes   []node
	index   map[node]int
	onto    [][]int // the nodes one step on
	marks   []int   // what a route may use only once: nodes of equal number
	found   map[int]bool
}

func (w *walker) add(n node) int {
	if i, known := w.index[n]; known {
		return i
	}
	w.index[n] = len(w.nodes)
	w.nodes = append(w.nodes, n)
	return len(w.nodes) - 1
}

// explore finds the nodes and the steps between them.
func (w *walker) explore() {
	numbers := map[mark]int{}
	for i := 0; i < len(w.nodes); i++ { // grows as nodes are found
		var onto []int
		for _, next := range w.board.onward(w.nodes[i], i < len(w.starts), w.blocked) {
			onto = append(onto, w.add(next))
		}
		w.onto = append(w.onto, onto)
		w.marks = append(w.marks, number(numbers, w.board.markOf(w.nodes[i])))
	}
}

// mostSplits bounds the work on track that loops back into itself.
const mostSplits = 12

// settle finds the wanted nodes that a legal route comes to without the nodes
// that are shut. A shortest way that uses something twice, at two nodes, is no
// route; any route to its end avoids one of the two, so both are tried.
func (w *walker) settle(wanted []int, shut []bool, splits int) {
	back := w.spread(shut)
	type pair struct{ a, b int }
	open := map[pair][]int{}
	var order []pair
	for _, n := range wanted {
		if w.found[n] || back[n] == unreached {
			continue
		}
		a, b, twice := w.conflict(n, back)
		if !twice {
			w.found[n] = true
			continue
		}
		if p := (pair{a, b}); open[p] == nil {
			order = append(order, p)
			open[p] = []int{n}
		} else {
			open[p] = append(open[p], n)
		}
	}
	if splits == mostSplits {
		return
	}
	for _, p := range order {
		for _, n := range []int{p.a, p.b} {
			without := slices.Clone(shut)
			without[n] = true
			w.settle(open[p], without, splits+1)
		}
	}
}

// Values of a trail, which holds for each node the node before it.
const (
	unreached = -2
	atStart   = -1
)

// spread finds a shortest way to every node, not minding whether it crosses
// itself.
func (w *walker) spread(shut []bool) (back []int) {
	back = make([]int, len(w.nodes))
	for i := range back {
		back[i] = unreached
	}
	var queue []int
	for _, s := range w.starts {
		if !shut[s] && back[s] == unreached {
			back[s] = atStart
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, next := range w.onto[n] {
			if !shut[next] && back[next] == unreached {
				back[next] = n
				queue = append(queue, next)
			}
		}
	}
	return back
}

// conflict finds two nodes on the way to n that use the same thing.
func (w *walker) conflict(n int, back []int) (a, b int, twice bool) {
	used := map[int]int{}
	for ; n >= 0; n = back[n] {
		if other, ok := used[w.marks[n]]; ok {
			return n, other, true
		}
		used[w.marks[n]] = n
	}
	return 0, 0, false
}

// onward returns the nodes one step from n. A start is left even if blocked.
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

// mark is what a route may use only once: a stop, a group of stops or a side.
// The side between two hexes is named from the one with the lower index.
type mark struct {
	hex   int
	end   End
	group string
}

func (b *Board) markOf(n node) mark {
	if i, ok := n.end.Stop(); ok {
		switch g := b.faces[n.hex].Stops[i].Group; g {
		case "":
			return mark{hex: n.hex, end: n.end}
		case OfHex:
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
