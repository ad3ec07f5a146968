package board

import (
	"strconv"

	"pbem/engine/route"
)

// Network returns the stops and bare track that trains may run on, as far as
// they hang together with one of the stations. Describe completes a stop for
// the company whose trains run: value, stations, whether it is blocked; kind,
// hex, name, terminal and group are filled in already. Without stations the
// network is empty.
func (b *Board) Network(stations []Spot, describe func(Spot, *route.Stop)) *route.Graph {
	n := &network{board: b, describe: describe, g: &route.Graph{}, index: map[node]int{}, groups: map[mark]int{}, pieces: map[mark]int{}}
	for _, s := range stations {
		n.stop(node{b.hexAt[s.Hex], StopEnd(s.N)})
	}
	for i := 0; i < len(n.nodes); i++ { // grows as stops are found
		n.from(n.nodes[i])
	}
	return n.g
}

type network struct {
	board    *Board
	describe func(Spot, *route.Stop)
	g        *route.Graph
	nodes    []node // of the stops of g
	index    map[node]int
	groups   map[mark]int
	pieces   map[mark]int // numbers of the pieces of track
}

// stop returns the number of a stop, adding it when it is new.
func (n *network) stop(at node) int {
	if i, known := n.index[at]; known {
		return i
	}
	i, _ := at.end.Stop()
	hex := &n.board.Hexes[at.hex]
	st := n.board.faces[at.hex].Stops[i]
	spot := Spot{hex.At, i}
	out := route.Stop{ID: spot.String(), Hex: hex.At, Name: st.Name, Kind: routeKind[st.Kind], Terminal: n.board.terminal(at)}
	if out.Name == "" {
		out.Name = hex.Name
	}
	if st.Group != "" {
		out.Group = number(n.groups, n.board.markOf(at))
	}
	n.describe(spot, &out)
	n.index[at] = len(n.nodes)
	n.nodes = append(n.nodes, at)
	n.g.Stops = append(n.g.Stops, out)
	return n.index[at]
}

var routeKind = map[Kind]route.Kind{City: route.City, Town: route.Town, Halt: route.Town, Offboard: route.Offboard, Port: route.Port}

// terminal reports whether every route ends at the stop.
func (b *Board) terminal(at node) bool {
	i, _ := at.end.Stop()
	if b.faces[at.hex].Stops[i].Kind == Offboard {
		return true
	}
	for _, l := range b.faces[at.hex].links {
		if l.terminal && (l.a == at.end || l.b == at.end) {
			return true
		}
	}
	return false
}

// number gives things numbers from 1 in the order in which they are met.
func number(in map[mark]int, m mark) int {
	if _, known := in[m]; !known {
		in[m] = len(in) + 1
	}
	return in[m]
}

// from adds the segments that leave a stop.
func (n *network) from(at node) {
	for _, l := range n.board.faces[at.hex].links {
		switch at.end {
		case l.a:
			n.follow(at, node{at.hex, l.b}, nil, nil, l)
		case l.b:
			n.follow(at, node{at.hex, l.a}, nil, nil, l)
		}
	}
}

// follow goes on from the end of a piece of track inside a hex until it comes
// to a stop. Every way through forks and junctions is a segment of its own.
func (n *network) follow(start, end node, track []int, via []string, last link) {
	b := n.board
	if _, ok := end.end.Stop(); ok {
		if len(track) == 0 { // inside one hex, over no side
			track = []int{number(n.pieces, mark{hex: end.hex, end: last.a*100 + last.b})}
		}
		n.segment(start, end, track, via)
		return
	}
	j := b.beside[end.hex][end.end]
	if j < 0 {
		return
	}
	in := node{j, (end.end + 3) % 6}
	side := number(n.pieces, b.markOf(in))
	for _, t := range track {
		if t == side {
			return
		}
	}
	track = append(track[:len(track):len(track)], side)
	for _, l := range b.faces[j].links {
		switch in.end {
		case l.a:
			n.follow(start, node{j, l.b}, track, n.through(via, j, l.b), l)
		case l.b:
			n.follow(start, node{j, l.a}, track, n.through(via, j, l.a), l)
		}
	}
}

// through adds a hex that the track passes without a stop.
func (n *network) through(via []string, hex int, to End) []string {
	if _, ok := to.Stop(); ok {
		return via
	}
	return append(via[:len(via):len(via)], n.board.Hexes[hex].At)
}

// segment adds bare track between two stops. What leads back to a stop with a
// lower number was found from there.
func (n *network) segment(start, end node, track []int, via []string) {
	if a, b := n.index[start], n.stop(end); a < b {
		n.g.Segments = append(n.g.Segments, route.Segment{A: a, B: b, Track: track, Via: via})
	}
}

// SpotOf returns the spot of a stop in a network.
func SpotOf(s route.Stop) Spot {
	i, _ := strconv.Atoi(s.ID[len(s.Hex)+1:])
	return Spot{s.Hex, i}
}
