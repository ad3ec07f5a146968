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
	return b.NetworkPaying(stations, describe, func(string) int { return 0 })
}

// NetworkPaying is Network where track that passes a hex earns a bonus.
func (b *Board) NetworkPaying(stations []Spot, describe func(Spot, *route.Stop), bonus func(hex string) int) *route.Graph {
	n := &network{
		board: b, describe: describe, g: &route.Graph{}, index: map[node]int{}, groups: map[mark]int{}, pieces: map[mark]int{},
		bonus: make([]int, len(b.Hexes)),
	}
	for i := range b.Hexes {
		n.bonus[i] = bonus(b.Hexes[i].At)
	}
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
	bonus    []int        // by hex

	start node  // of the track being followed
	way   []leg // so far
}

// A leg is what the track being followed does in one hex: it comes in at an end
// and leaves by another; side is the piece of track it came in by.
type leg struct {
	hex     int
	in, out End
	side    int
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
	n.start = at
	n.cross(at, 0)
}

// cross goes on through a hex that track has come to. Every way through forks
// and junctions is a segment of its own.
func (n *network) cross(in node, side int) {
	for _, l := range n.board.faces[in.hex].links {
		out := l.b
		switch in.end {
		case l.a:
		case l.b:
			out = l.a
		default:
			continue
		}
		if n.roundabout(in.hex, out) {
			continue
		}
		n.way = append(n.way, leg{in.hex, in.end, out, side})
		n.leave(node{in.hex, out}, l)
		n.way = n.way[:len(n.way)-1]
	}
}

// roundabout reports whether the track being followed has come through this
// hex before and could have left it then as it does now. What it did between
// is of no use, unless it earned a bonus there.
func (n *network) roundabout(hex int, out End) bool {
	if n.bonus[hex] > 0 {
		return false
	}
	for i := len(n.way) - 1; i >= 0; i-- {
		switch before := n.way[i]; {
		case n.bonus[before.hex] > 0:
			return false
		case before.hex == hex && n.board.faces[hex].joins(before.in, out):
			return true
		}
	}
	return false
}

// leave ends the track at a stop, or follows it over the side of the hex.
func (n *network) leave(end node, last link) {
	if _, ok := end.end.Stop(); ok {
		n.segment(end, last)
		return
	}
	j := n.board.beside[end.hex][end.end]
	if j < 0 {
		return
	}
	in := node{j, (end.end + 3) % 6}
	side := number(n.pieces, n.board.markOf(in))
	for _, l := range n.way {
		if l.side == side {
			return
		}
	}
	n.cross(in, side)
}

// segment adds the track that was followed to a stop. What leads back to a stop
// with a lower number was found from there.
func (n *network) segment(end node, last link) {
	a, b := n.index[n.start], n.stop(end)
	if a >= b {
		return
	}
	s := route.Segment{A: a, B: b}
	for i, l := range n.way[1:] {
		s.Track = append(s.Track, l.side)
		if i+2 < len(n.way) { // the hex of the last leg has the stop
			s.Via = append(s.Via, n.board.Hexes[l.hex].At)
			s.Bonus += n.bonus[l.hex]
		}
	}
	if len(n.way) == 1 { // inside one hex, over no side
		s.Track = []int{number(n.pieces, mark{hex: end.hex, end: last.a*100 + last.b})}
	}
	n.g.Segments = append(n.g.Segments, s)
}

// SpotOf returns the spot of a stop in a network.
func SpotOf(s route.Stop) Spot {
	i, _ := strconv.Atoi(s.ID[len(s.Hex)+1:])
	return Spot{s.Hex, i}
}
