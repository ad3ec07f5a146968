package route

// separate finds rows that hold for every set of routes but not for the point x:
//
//   - of a route that visits a stop, as many as two ends or steps out lie in or at the rim of any set of stops around it;
//   - of a route that visits a stop, at least one step leaves any set of stops around it without a station.
func (g *program) separate() []*row {
	var rows []*row
	for k, c := range g.classes {
		n := newNet(g, k, c)
		rows = append(rows, n.cuts(false)...)
		rows = append(rows, n.cuts(true)...)
	}
	return rows
}

// net is a flow network: the segments that a class uses in a point, with room for a sink.
type net struct {
	*program
	k      int
	class  *class
	head   []int // by node: first arc, -1 none
	to     []int // by arc; the arc back is the number with the last bit changed
	next   []int
	weight []float64 // capacity
	room   []float64 // capacity left
	visits []float64 // twice the visits, by stop
	parent []int     // arc by which the search came
	queue  []int
}

// rough is the rounding error that still counts as zero.
const rough = 1e-6

func newNet(g *program, k int, c *class) *net {
	n := &net{program: g, k: k, class: c, visits: make([]float64, len(c.stops))}
	n.head = make([]int, len(c.stops)+1)
	n.parent = make([]int, len(n.head))
	for i := range n.head {
		n.head[i] = -1
	}
	for _, l := range g.links {
		sum := 0.0
		for _, i := range l.segs {
			if j := g.seg[k][i]; j >= 0 {
				sum += g.x[j]
			}
		}
		if sum > rough {
			n.arc(l.a, l.b, sum, sum)
			n.visits[l.a] += sum
			n.visits[l.b] += sum
		}
	}
	return n
}

func (n *net) arc(a, b int, there, back float64) {
	n.to = append(n.to, b, a)
	n.weight = append(n.weight, there, back)
	n.next = append(n.next, n.head[a], n.head[b])
	n.head[a], n.head[b] = len(n.to)-2, len(n.to)-1
}

// cuts finds the rows of one kind.
func (n *net) cuts(station bool) []*row {
	m := *n
	m.head = append([]int(nil), n.head...)
	m.visits = append([]float64(nil), n.visits...)
	sink := len(n.visits)
	for v := range n.visits {
		j := n.end[n.k][v]
		if j < 0 {
			continue
		}
		m.visits[v] += n.x[j]
		if station && n.class.token[v] {
			m.arc(v, sink, 1e9, 0)
		} else if !station && n.x[j] > rough {
			m.arc(v, sink, n.x[j], 0)
		}
	}
	var rows []*row
	covered := make([]bool, len(m.visits))
	for v := range m.visits {
		want := m.visits[v]
		if station {
			want /= 2
		}
		if covered[v] || want < rough || m.flow(v, sink, want) > want-1e-4 {
			continue
		}
		rows = append(rows, m.cut(station, covered))
	}
	return rows
}

// flow sends up to want from a stop to the sink. If less arrives, parent shows the stops that were still reached.
func (n *net) flow(from, sink int, want float64) float64 {
	n.room = append(n.room[:0], n.weight...)
	sum := 0.0
	for sum < want && n.search(from, sink) {
		push := want - sum
		for v := sink; v != from; v = n.to[n.parent[v]^1] {
			push = min(push, n.room[n.parent[v]])
		}
		for v := sink; v != from; v = n.to[n.parent[v]^1] {
			n.room[n.parent[v]] -= push
			n.room[n.parent[v]^1] += push
		}
		sum += push
		n.work()
	}
	return sum
}

func (n *net) work() { n.budget -= 1 + len(n.to)/16 }

func (n *net) search(from, sink int) bool {
	for i := range n.parent {
		n.parent[i] = -2
	}
	n.parent[from] = -1
	n.queue = append(n.queue[:0], from)
	for i := 0; i < len(n.queue); i++ {
		for a := n.head[n.queue[i]]; a >= 0; a = n.next[a] {
			if v := n.to[a]; n.parent[v] == -2 && n.room[a] > 1e-9 {
				n.parent[v] = a
				if v == sink {
					return true
				}
				n.queue = append(n.queue, v)
			}
		}
	}
	return false
}

// cut returns the row for the set of stops that the last search reached.
func (n *net) cut(station bool, covered []bool) *row {
	inside := func(v int) bool { return n.parent[v] != -2 }
	most := -1
	for v := range n.visits {
		if inside(v) {
			covered[v] = true
			if most < 0 || n.visits[v] > n.visits[most] {
				most = v
			}
		}
	}
	r := &row{}
	n.twice(r, n.k, most, 1)
	out := -1
	if station {
		out = -2
	}
	for _, l := range n.links {
		if inside(l.a) != inside(l.b) {
			for _, i := range l.segs {
				if j := n.seg[n.k][i]; j >= 0 {
					r.add(j, out)
				}
			}
		}
	}
	if !station {
		for v := range n.visits {
			if inside(v) && n.end[n.k][v] >= 0 {
				r.add(n.end[n.k][v], -1)
			}
		}
	}
	return r
}
