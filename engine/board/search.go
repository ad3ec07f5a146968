package board

import "slices"

// A walker knows all nodes that track leads to, even on ways that cross themselves. It finds which of them a
// legal route reaches.
type walker struct {
	nodes  []node
	starts []int
	onto   [][]int // by node: the nodes one step away
	marks  []int   // by node: what a route may use only once
	alike  [][]int // by mark: the nodes with it
	found  []bool  // by node: a route reaches it

	shut  []bool // by node: the search must not use it
	steps int    // of the search so far
	user  []int  // by mark: scratch of conflict
	back  []int  // by node: scratch of narrow
	queue []int  // scratch of spread
}

// explore finds the nodes and the steps between them.
func explore(b *Board, from []Spot, blocked func(Spot) bool) *walker {
	w := &walker{}
	index := map[node]int{}
	add := func(n node) int {
		if _, known := index[n]; !known {
			index[n] = len(w.nodes)
			w.nodes = append(w.nodes, n)
		}
		return index[n]
	}
	for _, s := range from {
		if n := add(node{b.hexAt[s.Hex], StopEnd(s.N)}); n == len(w.starts) { // not for the second time
			w.starts = append(w.starts, n)
		}
	}
	numbers := map[mark]int{}
	for i := 0; i < len(w.nodes); i++ { // w.nodes grows as nodes are found
		var onto []int
		for _, next := range b.onward(w.nodes[i], i < len(w.starts), blocked) {
			onto = append(onto, add(next))
		}
		w.onto = append(w.onto, onto)
		w.marks = append(w.marks, number(numbers, b.markOf(w.nodes[i])))
	}
	w.alike, w.user = make([][]int, len(numbers)+1), slices.Repeat([]int{nobody}, len(numbers)+1)
	for n, m := range w.marks {
		w.alike[m] = append(w.alike[m], n)
	}
	w.found, w.shut = make([]bool, len(w.nodes)), make([]bool, len(w.nodes))
	return w
}

// again returns a walker for another search on the same track.
func (w *walker) again() *walker {
	c := *w
	c.found, c.shut, c.steps = make([]bool, len(w.nodes)), make([]bool, len(w.nodes)), 0
	c.user, c.back, c.queue = slices.Repeat([]int{nobody}, len(w.user)), nil, nil
	return &c
}

// mostTries limits the search for a route to one node. Boards of real tiles need a few dozen steps at most. A
// node not found by then counts as unreachable.
const mostTries = 2000

// settle finds the nodes that a legal route reaches. A shortest way is a route, unless track leads back into
// itself; only then it needs a search.
func (w *walker) settle() {
	back := w.spread(-1, nil)
	for n := range w.nodes {
		if back[n] == unreached || w.found[n] {
			continue
		}
		if w.take(trail(back, n)) {
			continue
		}
		w.steps = 0
		w.seek(n)
	}
}

// take marks the nodes of a way as found if the way uses nothing twice.
func (w *walker) take(way []int) bool {
	if _, _, twice := w.conflict(way); twice {
		return false
	}
	for _, n := range way {
		w.found[n] = true
	}
	return true
}

// seek reports whether a route leads to the goal without the nodes that are shut. If the shortest way uses
// something twice, at two nodes, it is no route. Every route avoids at least one of the two, so both are
// tried.
func (w *walker) seek(goal int) bool {
	way, barred := w.narrow(goal)
	defer w.set(barred, false)
	if way == nil {
		return false
	}
	if w.take(way) {
		return true
	}
	a, b, _ := w.conflict(way)
	return w.without(a, goal) || w.without(b, goal)
}

func (w *walker) without(n, goal int) bool {
	w.shut[n] = true
	defer w.set([]int{n}, false)
	return w.seek(goal)
}

func (w *walker) set(nodes []int, shut bool) {
	for _, n := range nodes {
		w.shut[n] = shut
	}
}

// narrow finds a shortest way to the goal, nil if there is none. What every way uses at one node, a route
// cannot use at another, so other nodes with the same mark are barred. It repeats this while the shortest way
// is no route and there are more nodes to bar.
func (w *walker) narrow(goal int) (way, barred []int) {
	for w.steps < mostTries {
		w.steps++
		w.back = w.spread(goal, w.back)
		if w.back[goal] == unreached {
			return nil, barred
		}
		way = trail(w.back, goal)
		if _, _, twice := w.conflict(way); !twice {
			return way, barred
		}
		more := w.rivals(w.forced(way))
		if len(more) == 0 {
			return way, barred
		}
		w.set(more, true)
		barred = append(barred, more...)
	}
	return nil, barred
}

// Special values in a tree of ways, which holds the previous node of each node.
const (
	unreached = -2
	atStart   = -1
)

// nobody means that no node uses a mark.
const nobody = -1

// spread finds shortest ways to all nodes, or until it reaches the goal. The ways may cross themselves. The tree is written
// over another one that is not needed any more, if there is one.
func (w *walker) spread(goal int, over []int) (back []int) {
	back = slices.Grow(over[:0], len(w.nodes))[:len(w.nodes)]
	for n := range back {
		back[n] = unreached
	}
	queue := w.queue[:0]
	for _, s := range w.starts {
		if !w.shut[s] {
			back[s] = atStart
			queue = append(queue, s)
		}
	}
	for i := 0; i < len(queue) && queue[i] != goal; i++ {
		for _, next := range w.onto[queue[i]] {
			if !w.shut[next] && back[next] == unreached {
				back[next] = queue[i]
				queue = append(queue, next)
			}
		}
	}
	w.queue = queue
	return back
}

// trail returns the way to a node from a tree.
func trail(back []int, n int) (way []int) {
	for ; n >= 0; n = back[n] {
		way = append(way, n)
	}
	slices.Reverse(way)
	return way
}

// conflict finds two nodes of a way that use the same mark.
func (w *walker) conflict(way []int) (a, b int, twice bool) {
	defer func() {
		for _, n := range way {
			w.user[w.marks[n]] = nobody
		}
	}()
	for _, n := range way {
		if a := w.user[w.marks[n]]; a != nobody {
			return a, n, true
		}
		w.user[w.marks[n]] = n
	}
	return 0, 0, false
}

// rivals returns the nodes, not yet shut, that share a mark with one of the given.
func (w *walker) rivals(of []int) (out []int) {
	for _, f := range of {
		for _, n := range w.alike[w.marks[f]] {
			if n != f && !w.shut[n] {
				out = append(out, n)
			}
		}
	}
	return out
}

// forced returns the nodes that all ways to the end of the given way pass. It floods the track from the
// starts, but leaves a node of the way only when nothing else is left to do. If it has reached no later node
// of the way by then, all ways lead through this one.
func (w *walker) forced(way []int) (out []int) {
	place := make([]int, len(w.nodes)) // counted from 1
	for i, n := range way {
		place[n] = i + 1
	}
	seen := make([]bool, len(w.nodes))
	far := 0 // index of the last node of the way that was reached
	var come func(nodes []int)
	come = func(nodes []int) {
		for _, n := range nodes {
			if place[n] > 0 {
				far = max(far, place[n])
			} else if !w.shut[n] && !seen[n] {
				seen[n] = true
				come(w.onto[n])
			}
		}
	}
	come(w.starts)
	for i, n := range way {
		if far == i+1 {
			out = append(out, n)
		}
		come(w.onto[n])
	}
	return out
}
