package t1820

import (
	"fmt"
	"slices"

	"pbem/engine/route"
)

// A floodNet is the track of a company as its FLOOD trains see it. Pieces of track that lie on the
// same segments count as one piece: nobody can use one of them without the others.
type floodNet struct {
	g      *route.Graph
	pieces [][]int        // the pieces of each segment, by their new numbers
	size   int            // the number of pieces
	at     [][]int        // the segments at each stop
	known  map[string]int // cache of earns
	left   int            // budget for all searches, in steps
	cut    bool           // a search for what a FLOOD earns was cut short: it may earn more
}

// newFloodNet numbers the pieces of track of a graph.
func newFloodNet(g *route.Graph) *floodNet {
	d := &floodNet{g: g, at: make([][]int, len(g.Stops)), known: map[string]int{}, left: mostWork}
	on := map[int]string{} // the segments of each piece
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

// A taken tells for each piece of track whether it is used by somebody else.
type taken []bool

// free reports whether nobody else uses track of a segment.
func (d *floodNet) free(segment int, used taken) bool {
	return !slices.ContainsFunc(d.pieces[segment], func(p int) bool { return used[p] })
}

// with returns a set with more pieces.
func (used taken) with(more ...int) taken {
	out := slices.Clone(used)
	for _, p := range more {
		out[p] = true
	}
	return out
}

// key returns the key of a stop and a set.
func (used taken) key(base int) string {
	out := []byte{byte(base), byte(base >> 8)}
	for _, u := range used {
		out = append(out, map[bool]byte{true: 1}[u])
	}
	return string(out)
}

// ends reports whether no line leads through a stop: it is a port, a terminus, or a city that is
// closed to the company. // 15.2, 15.3.4; 20-FD-01, 20-RU-45
func (d *floodNet) ends(stop int) bool {
	s := d.g.Stops[stop]
	return s.Kind == route.Port || s.Terminal || s.Blocked && !s.Token
}

// reached returns the stops that are joined to a marker without passing a closed one.
// // 15.3.4; 20-FD-01, 20-FD-02
func (d *floodNet) reached(base int, used taken) []bool {
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

// earns returns what a FLOOD from a marker earns on track that nobody else uses. It counts every
// stop joined to the marker once, and one stop of each group. Ports are multiplied by factor.
// // 15.3.4; 20-FD-01, 20-FD-02, 20-FD-04, 20-RU-43, 20-RU-78
func (d *floodNet) earns(base int, used taken) int {
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

// keyWork is the cost of a look-up in the cache, in steps.
const keyWork = 10

// most returns an upper bound for earns, without a search.
func (d *floodNet) most(base int, used taken) int {
	in, sum, ports := d.values(base, used)
	if ports > 0 {
		f := &lineSearch{floodNet: d, in: in}
		sum += ports * max(1, min(len(d.spikes(in, used)), f.atMost(used)))
	}
	return sum
}

// values returns the stops that a FLOOD is joined to, and their values: those of ports, which may
// count several times, and those of all others. // 15.3.4; 20-FD-01, 20-RU-43
func (d *floodNet) values(base int, used taken) (in []bool, sum, ports int) {
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

// spikes returns the lines at off-boards, each by one of its pieces. Lines with the same first
// piece share track.
func (d *floodNet) spikes(in []bool, used taken) []int {
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

// factor returns how many off-board spikes can be joined to markers of a network at one time
// without common track. // 15.3.4; 20-FD-04, 20-RU-43, 20-RU-45
func (d *floodNet) factor(in []bool, used taken) int {
	spikes := d.spikes(in, used)
	f := &lineSearch{floodNet: d, in: in}
	n := min(len(spikes), f.atMost(used))
	for n > 1 && !f.joins(spikes, used, n) {
		d.cut = d.cut || d.left <= 0
		n--
	}
	return n
}

// A lineSearch searches for lines from spikes to markers of a network.
type lineSearch struct {
	*floodNet
	in []bool
}

// joins reports whether n of the spikes can be joined at one time. It tries every line for each
// spike, and leaving the spike out.
func (f *lineSearch) joins(spikes []int, used taken, n int) bool {
	switch {
	case n == 0:
		return true
	case len(spikes) < n || f.left <= 0 || f.atMost(used) < n:
		return false
	}
	return f.lines(spikes[0], used, func(after taken) bool { return f.joins(spikes[1:], after, n-1) }) || f.joins(spikes[1:], used, n)
}

// lineWork is the cost of following a line to one more stop, in steps.
const lineWork = 4

// lines reports whether wanted accepts a line from a spike to the next marker, on track that nobody
// uses.
func (f *lineSearch) lines(spike int, used taken, wanted func(after taken) bool) bool {
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

// on continues a line that has come to a stop. At a marker the line is complete.
func (f *lineSearch) on(to int, after taken, wanted func(taken) bool, from func(int, taken) bool) bool {
	if f.g.Stops[to].Token {
		return wanted(after)
	}
	return !f.ends(to) && from(to, after)
}

// atMost returns an upper bound for the number of lines that can exist at one time: the maximum
// flow that uses every piece of track once. At forks the bound may be above the number of lines.
func (f *lineSearch) atMost(used taken) int {
	source, sink, stop := 0, 2, func(i int) int { return 2 * (2 + i) }
	track := 2 + len(f.g.Stops) // the first node of track
	net := newFlowNet(track+f.size, track)
	open := func(i int) bool {
		return f.in[i] && (!f.ends(i) || f.g.Stops[i].Token || f.g.Stops[i].Kind == route.Offboard)
	}
	for i, s := range f.g.Stops {
		switch { // no line leads to one that is not open
		case s.Kind == route.Offboard:
			net.addEdge(source+1, stop(i), unlimited)
		case s.Token:
			net.addEdge(stop(i)+1, sink, unlimited)
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
	n := net.maxFlow(source, sink)
	f.left -= net.work + len(net.all)
	return n
}
