package t1820

import (
	"fmt"
	"slices"

	"pbem/engine/board"
	"pbem/engine/route"
)

// A flooded network is what a FLOOD train pays for, and the track it takes.
type flooded struct {
	revenue int
	track   map[int]bool
}

// floodFrom is the network of a FLOOD from a marker: every stop joined to it without
// passing a city that is closed, each once, and ports beside markers in it; these are
// multiplied by the off-board spikes that can be joined to markers at one time. Track
// that was used by others is left out. // 15.3.4; 20-FD-01, 20-FD-02, 20-FD-04,
// 20-RU-45, 20-RU-78
func (v view) floodFrom(g *route.Graph, base board.Spot, used map[int]bool) flooded {
	out := flooded{track: map[int]bool{}}
	free := without(g, used)
	start := slices.IndexFunc(g.Stops, func(s route.Stop) bool { return s.ID == base.String() })
	if start < 0 {
		return out
	}
	in := map[int]bool{start: true}
	queue := []int{start}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		s := g.Stops[at]
		if at != start && (s.Kind == route.Port || s.Terminal || s.Blocked && !s.Token) {
			continue
		}
		for _, seg := range free.Segments {
			if seg.A != at && seg.B != at {
				continue
			}
			to := seg.A + seg.B - at
			if g.Stops[to].Closed {
				continue
			}
			for _, p := range seg.Track {
				out.track[p] = true
			}
			if !in[to] {
				in[to] = true
				queue = append(queue, to)
			}
		}
	}
	ports := 0
	groups := map[int]bool{}
	for i, s := range g.Stops {
		switch {
		case !in[i] || s.Group > 0 && groups[s.Group]: // 20-RU-43
			continue
		case s.Kind == route.Port:
			ports += s.Revenue
		default:
			out.revenue += s.Revenue
		}
		groups[s.Group] = s.Group > 0
	}
	out.revenue += ports * max(1, v.spikes(free, in))
	return out
}

// spikes is the number of off-board spikes of a network that can be joined at one time
// to markers in it without common track: a maximum flow in which every piece of track
// is used once. // 15.3.4; 20-FD-04, 20-RU-43, 20-RU-45
func (v view) spikes(g *route.Graph, in map[int]bool) int {
	var f flow1820
	closed := func(i int) bool {
		s := g.Stops[i]
		return !in[i] || s.Kind == route.Port || s.Blocked && !s.Token && s.Kind != route.Offboard
	}
	source, sink := f.node("source"), f.node("sink")
	for i, s := range g.Stops {
		switch {
		case closed(i):
		case s.Kind == route.Offboard:
			f.join(source+1, f.node("stop", i), many)
		case s.Token:
			f.join(f.node("stop", i)+1, sink, many)
		}
	}
	for _, seg := range g.Segments {
		if closed(seg.A) || closed(seg.B) {
			continue
		}
		at := f.node("stop", seg.A)
		for _, piece := range seg.Track {
			to := f.node("piece", piece)
			f.link(at, to)
			at = to
		}
		f.link(at, f.node("stop", seg.B))
	}
	return f.most(source, sink)
}

// many is more than all spikes of a map.
const many = 1000

// A flow1820 is a network of pipes. A node of track is two, with a pipe of one between
// what comes in and what goes out.
type flow1820 struct {
	index map[string]int
	pipes []pipe // each before its way back
	from  [][]int
}

type pipe struct{ to, room int }

// node returns the number of what comes in at a node; what goes out is the next.
func (f *flow1820) node(words ...any) int {
	name := fmt.Sprint(words...)
	if f.index == nil {
		f.index = map[string]int{}
	}
	n, known := f.index[name]
	if !known {
		n = len(f.from)
		f.index[name] = n
		f.from = append(f.from, nil, nil)
		room := many
		if words[0] == "piece" {
			room = 1
		}
		f.join(n, n+1, room)
	}
	return n
}

// join lays a pipe from one end of a node to another.
func (f *flow1820) join(from, to, room int) {
	f.from[from] = append(f.from[from], len(f.pipes))
	f.pipes = append(f.pipes, pipe{to, room})
	f.from[to] = append(f.from[to], len(f.pipes))
	f.pipes = append(f.pipes, pipe{from, 0})
}

// link joins two nodes in both directions.
func (f *flow1820) link(a, b int) {
	f.join(a+1, b, 1)
	f.join(b+1, a, 1)
}

// most is the greatest flow between two nodes.
func (f *flow1820) most(source, sink int) int {
	n := 0
	for f.push(source, sink) {
		n++
	}
	return n
}

// push finds one way more and takes it.
func (f *flow1820) push(source, sink int) bool {
	came := make([]int, len(f.from)) // the pipe by which a node was reached, plus one
	queue := []int{source}
	for len(queue) > 0 && came[sink] == 0 {
		at := queue[0]
		queue = queue[1:]
		for _, i := range f.from[at] {
			if p := f.pipes[i]; p.room > 0 && came[p.to] == 0 && p.to != source {
				came[p.to] = i + 1
				queue = append(queue, p.to)
			}
		}
	}
	if came[sink] == 0 {
		return false
	}
	for at := sink; at != source; at = f.pipes[(came[at]-1)^1].to {
		f.pipes[came[at]-1].room--
		f.pipes[(came[at]-1)^1].room++
	}
	return true
}
