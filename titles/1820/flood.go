package t1820

import (
	"fmt"
	"slices"

	"pbem/engine/route"
)

// A delta is the track of a company as its FLOOD trains see it. Pieces of track that lie on
// the same segments are one: whoever takes one of them has no use for the others.
type delta struct {
	g      *route.Graph
	pieces [][]int        // of each segment, by their new numbers
	size   int            // how many pieces there are
	at     [][]int        // the segments of each stop
	known  map[string]int // what was worked out: see earns
	left   int            // steps that may still be searched, for all that is looked for
	cut    bool           // what a FLOOD earns was not searched to its end: it may be more
}

// newDelta numbers the track of a graph.
func newDelta(g *route.Graph) *delta {
	d := &delta{g: g, at: make([][]int, len(g.Stops)), known: map[string]int{}, left: mostWork}
	on := map[int]string{} // the segments of a piece
	for i, s := range g.Segments {
		d.at[s.A], d.at[s.B] = append(d.at[s.A], i), append(d.at[s.B], i)
		for _, p := range s.Track {
			on[p] += fmt.Sprint(i, " ")
		}
	}
	number := map[string]int{}
	for _, s := range g.Segments {
		var all []int
		for _, p := range s.Track {
			if _, known := number[on[p]]; !known {
				number[on[p]] = len(number)
			}
			all = append(all, number[on[p]])
		}
		slices.Sort(all)
		d.pieces = append(d.pieces, slices.Compact(all))
	}
	d.size = len(number)
	return d
}

// A taken set tells for each piece of track whether somebody else uses it.
type taken []bool

// free reports whether nobody else uses track of a segment.
func (d *delta) free(segment int, used taken) bool {
	return !slices.ContainsFunc(d.pieces[segment], func(p int) bool { return used[p] })
}

// with is a set with more pieces.
func (used taken) with(more ...int) taken {
	out := slices.Clone(used)
	for _, p := range more {
		out[p] = true
	}
	return out
}

// key names a set and a stop.
func (used taken) key(base int) string {
	out := []byte{byte(base), byte(base >> 8)}
	for _, u := range used {
		out = append(out, map[bool]byte{true: 1}[u])
	}
	return string(out)
}

// ends reports whether no line leads through a stop: a port, a terminus, or a city that is
// closed to the company. // 15.2, 15.3.4; 20-FD-01, 20-RU-45
func (d *delta) ends(stop int) bool {
	s := d.g.Stops[stop]
	return s.Kind == route.Port || s.Terminal || s.Blocked && !s.Token
}

// reached are the stops joined to a marker without passing one that is closed. // 15.3.4;
// 20-FD-01, 20-FD-02
func (d *delta) reached(base int, used taken) []bool {
	in := make([]bool, len(d.g.Stops))
	in[base] = true
	for queue := []int{base}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at != base && d.ends(at) {
			continue
		}
		d.left -= len(d.at[at])
		for _, i := range d.at[at] {
			s := d.g.Segments[i]
			if to := s.A + s.B - at; !in[to] && !d.g.Stops[to].Closed && d.free(i, used) {
				in[to] = true
				queue = append(queue, to)
			}
		}
	}
	return in
}

// earns is what a FLOOD from a marker earns on track that nobody else uses: every stop joined
// to it, each once and of a group one; ports are multiplied by the spikes that can be joined
// to markers at one time. // 15.3.4; 20-FD-01, 20-FD-02, 20-FD-04, 20-RU-43, 20-RU-78
func (d *delta) earns(base int, used taken) int {
	key := used.key(base)
	d.left -= keyWork + d.size/8
	if n, known := d.known[key]; known {
		return n
	}
	in, sum, ports := d.values(base, used)
	if ports > 0 {
		sum += ports * max(1, d.factor(in, used))
	}
	d.known[key] = sum
	return sum
}

// keyWork is what it takes to look up what was worked out, in steps.
const keyWork = 10

// most is a bound for what it earns, without a search.
func (d *delta) most(base int, used taken) int {
	in, sum, ports := d.values(base, used)
	if ports > 0 {
		f := &joining{delta: d, in: in}
		sum += ports * max(1, min(len(d.spikes(in, used)), f.atMost(used)))
	}
	return sum
}

// values are the stops that a FLOOD is joined to, and what they are worth: the ports, which
// may count several times, and all others. // 15.3.4; 20-FD-01, 20-RU-43
func (d *delta) values(base int, used taken) (in []bool, sum, ports int) {
	in = d.reached(base, used)
	groups := map[int]bool{}
	for i, s := range d.g.Stops {
		switch {
		case !in[i] || groups[s.Group]: // 20-RU-43
			continue
		case s.Kind == route.Port:
			ports += s.Revenue
		default:
			sum += s.Revenue
		}
		groups[s.Group] = s.Group > 0
	}
	return in, sum, ports
}

// spikes are the lines at off-boards, each by a piece: two that share it share track.
func (d *delta) spikes(in []bool, used taken) []int {
	var out []int
	for i, s := range d.g.Stops {
		for _, n := range d.at[i] {
			if p := d.pieces[n][0]; s.Kind == route.Offboard && in[i] && d.free(n, used) && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// factor is the number of off-board spikes that can be joined at one time to markers of a
// network without common track. // 15.3.4; 20-FD-04, 20-RU-43, 20-RU-45
func (d *delta) factor(in []bool, used taken) int {
	spikes := d.spikes(in, used)
	f := &joining{delta: d, in: in}
	n := min(len(spikes), f.atMost(used))
	for n > 1 && !f.joins(spikes, used, n) {
		d.cut = d.cut || d.left <= 0
		n--
	}
	return n
}

// A joining looks for lines from spikes to markers of a network.
type joining struct {
	*delta
	in []bool
}

// joins reports whether so many of the spikes can be joined at one time: each is joined in
// every way, or not at all.
func (f *joining) joins(spikes []int, used taken, n int) bool {
	switch {
	case n == 0:
		return true
	case len(spikes) < n || f.left <= 0 || f.atMost(used) < n:
		return false
	}
	return f.lines(spikes[0], used, func(after taken) bool { return f.joins(spikes[1:], after, n-1) }) || f.joins(spikes[1:], used, n)
}

// lineWork is what it takes to follow a line to one stop more, in steps.
const lineWork = 4

// lines reports whether a line from a spike to the next marker, on track that nobody uses,
// is one that is looked for.
func (f *joining) lines(spike int, used taken, wanted func(after taken) bool) bool {
	seen := make([]bool, len(f.g.Stops))
	var from func(at int, used taken) bool
	from = func(at int, used taken) bool {
		seen[at] = true
		defer func() { seen[at] = false }()
		for _, i := range f.at[at] {
			to := f.g.Segments[i].A + f.g.Segments[i].B - at
			begins := f.g.Stops[at].Kind != route.Offboard || f.pieces[i][0] == spike
			if !begins || seen[to] || !f.in[to] || f.g.Stops[to].Closed || !f.free(i, used) {
				continue
			}
			if f.left -= lineWork; f.left > 0 && f.on(to, used.with(f.pieces[i]...), wanted, from) {
				return true
			}
		}
		return false
	}
	for i, s := range f.g.Stops {
		if s.Kind == route.Offboard && f.in[i] && from(i, used) {
			return true
		}
	}
	return false
}

// on goes on with a line that has come to a stop: at a marker it is there.
func (f *joining) on(to int, after taken, wanted func(taken) bool, from func(int, taken) bool) bool {
	if f.g.Stops[to].Token {
		return wanted(after)
	}
	return !f.ends(to) && from(to, after)
}

// atMost is a bound for the lines that can be there at one time: the greatest flow in which
// every piece of track is used once. At forks it may be more than there are lines.
func (f *joining) atMost(used taken) int {
	source, sink, stop := 0, 2, func(i int) int { return 2 * (2 + i) }
	track := 2 + len(f.g.Stops) // the first node of track
	net := newPipes(track+f.size, track)
	open := func(i int) bool {
		return f.in[i] && (!f.ends(i) || f.g.Stops[i].Token || f.g.Stops[i].Kind == route.Offboard)
	}
	for i, s := range f.g.Stops {
		switch {
		case !open(i):
		case s.Kind == route.Offboard:
			net.join(source+1, stop(i), many)
		case s.Token:
			net.join(stop(i)+1, sink, many)
		}
	}
	for i, s := range f.g.Segments {
		if !open(s.A) || !open(s.B) || !f.free(i, used) {
			continue
		}
		at := stop(s.A)
		for _, p := range f.pieces[i] {
			to := 2 * (track + p)
			net.link(at, to)
			at = to
		}
		net.link(at, stop(s.B))
	}
	n := net.most(source, sink)
	f.left -= net.work + len(net.all)
	return n
}
