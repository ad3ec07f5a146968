package route

import (
	"cmp"
	"slices"
)

// board is a Graph made smaller for the search: without track that no route can use, without segments that
// another one can always replace, and with as few pieces of track as possible that still keep the same
// segments apart.
type board struct {
	g      *Graph
	stops  []int  // index in the Graph, by stop of the board
	site   []int  // by stop: stops of one group share a site, and a route visits each site once
	sites  int    // number of sites
	token  []bool // by stop
	pass   []bool // by stop: a route may continue
	links  []link
	out    [][]step // by stop, in order of link
	segs   []piecewise
	words  int  // length of a set of pieces, in words
	loose  bool // some segment uses no piece of track: two routes may use it
	pieces int
}

// link joins two stops by one or several segments.
type link struct {
	a, b int
	segs []int // in board.segs
}

// step is a link as seen from one of its stops.
type step struct{ to, link int }

// piecewise is a segment of the board.
type piecewise struct {
	id    int // in Graph.Segments
	link  int
	bonus int
	track []int    // pieces of the board
	set   []uint64 // the same as a set
}

func newBoard(g *Graph) *board {
	b := &board{g: g}
	live := reachable(g)
	segs := b.segments(live)
	segs = undominated(g, segs)
	b.number(live)
	b.join(segs)
	return b
}

// reachable marks the stops that some route can visit: those connected to a station of the company without
// passing a stop that ends routes.
func reachable(g *Graph) []bool {
	near := make([][]int, len(g.Stops))
	for _, s := range g.Segments {
		near[s.A] = append(near[s.A], s.B)
		near[s.B] = append(near[s.B], s.A)
	}
	live := make([]bool, len(g.Stops))
	var queue []int
	for i := range g.Stops {
		if g.Stops[i].holds() {
			live[i] = true
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if !g.Stops[at].passable() && !g.Stops[at].holds() {
			continue
		}
		for _, to := range near[at] {
			if !live[to] && !g.Stops[to].Closed {
				live[to] = true
				queue = append(queue, to)
			}
		}
	}
	return live
}

// segments lists the segments that can be part of a route.
func (b *board) segments(live []bool) []piecewise {
	var list []piecewise
	for i := range b.g.Segments {
		s := &b.g.Segments[i]
		x, y := &b.g.Stops[s.A], &b.g.Stops[s.B]
		switch {
		case s.A == s.B, !live[s.A], !live[s.B], selfCrossing(s.Track):
		case x.Group != 0 && x.Group == y.Group:
		case !x.passable() && !y.passable() && !x.holds() && !y.holds():
		default:
			track := slices.Clone(s.Track)
			slices.Sort(track)
			list = append(list, piecewise{id: i, bonus: s.Bonus, track: track})
		}
	}
	return list
}

// undominated removes the pieces that keep no two segments apart. Then it removes the segments that another
// one between the same stops can always replace. It repeats both until nothing changes.
func undominated(g *Graph, segs []piecewise) []piecewise {
	for {
		users := map[int][]int{}
		for i := range segs {
			for _, t := range segs[i].track {
				users[t] = append(users[t], i)
			}
		}
		for i := range segs {
			segs[i].track = needed(segs[i].track, users)
		}
		kept := slices.Clone(segs)[:0]
		between := map[[2]int][]int{}
		for i := range segs {
			s := &g.Segments[segs[i].id]
			ends := [2]int{min(s.A, s.B), max(s.A, s.B)}
			between[ends] = append(between[ends], i)
		}
		for i := range segs {
			s := &g.Segments[segs[i].id]
			if !dominated(segs, i, between[[2]int{min(s.A, s.B), max(s.A, s.B)}]) {
				kept = append(kept, segs[i])
			}
		}
		if len(kept) == len(segs) {
			return kept
		}
		segs = kept
	}
}

// needed removes from the track of a segment those pieces whose users all share another piece of it. At least
// one piece stays, because a segment also excludes itself.
func needed(track []int, users map[int][]int) []int {
	var kept []int
	for i, t := range track {
		drop := false
		for j, o := range track {
			if j != i && !drop && subset(users[t], users[o]) {
				drop = len(users[t]) < len(users[o]) || j < i
			}
		}
		if !drop {
			kept = append(kept, t)
		}
	}
	return kept
}

// subset reports whether a sorted list is contained in another.
func subset(a, b []int) bool {
	if len(a) > len(b) {
		return false
	}
	j := 0
	for _, x := range a {
		for j < len(b) && b[j] < x {
			j++
		}
		if j == len(b) || b[j] != x {
			return false
		}
	}
	return true
}

func dominated(segs []piecewise, i int, rivals []int) bool {
	s := &segs[i]
	for _, j := range rivals {
		o := &segs[j]
		if j == i || o.bonus < s.bonus || !subset(o.track, s.track) {
			continue
		}
		if len(o.track) < len(s.track) || o.bonus > s.bonus || j < i {
			return true
		}
	}
	return false
}

// number numbers the live stops and their sites.
func (b *board) number(live []bool) {
	groups := map[int]int{}
	for i := range b.g.Stops {
		if !live[i] {
			continue
		}
		s := &b.g.Stops[i]
		site, ok := groups[s.Group]
		if s.Group == 0 || !ok {
			site = b.sites
			groups[s.Group] = site
			b.sites++
		}
		b.stops = append(b.stops, i)
		b.site = append(b.site, site)
		b.token = append(b.token, s.holds())
		b.pass = append(b.pass, s.passable())
	}
}

// join numbers pieces, segments and links.
func (b *board) join(segs []piecewise) {
	index := make([]int, len(b.g.Stops))
	for i, s := range b.stops {
		index[s] = i
	}
	piece := map[int]int{}
	for i := range segs {
		for j, t := range segs[i].track {
			if _, ok := piece[t]; !ok {
				piece[t] = len(piece)
			}
			segs[i].track[j] = piece[t]
		}
	}
	b.pieces = len(piece)
	b.words = (b.pieces + 63) / 64
	links := map[[2]int]int{}
	for i := range segs {
		s := &segs[i]
		x, y := index[b.g.Segments[s.id].A], index[b.g.Segments[s.id].B]
		ends := [2]int{min(x, y), max(x, y)}
		l, ok := links[ends]
		if !ok {
			l = len(b.links)
			links[ends] = l
			b.links = append(b.links, link{a: ends[0], b: ends[1]})
		}
		b.links[l].segs = append(b.links[l].segs, i)
		s.link = l
		s.set = make([]uint64, b.words)
		b.loose = b.loose || len(s.track) == 0
		for _, t := range s.track {
			s.set[t/64] |= 1 << (t % 64)
		}
	}
	b.segs = segs
	b.out = make([][]step, len(b.stops))
	for i := range b.links {
		l := &b.links[i]
		slices.SortStableFunc(l.segs, func(x, y int) int { return cmp.Compare(len(segs[x].track), len(segs[y].track)) })
		b.out[l.a] = append(b.out[l.a], step{l.b, i})
		b.out[l.b] = append(b.out[l.b], step{l.a, i})
	}
}

func overlap(a, b []uint64) bool {
	for i, w := range b {
		if a[i]&w != 0 {
			return true
		}
	}
	return false
}

func toggle(a, b []uint64) {
	for i, w := range b {
		a[i] ^= w
	}
}
