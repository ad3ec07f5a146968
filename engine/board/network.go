package board

import (
	"cmp"
	"encoding/binary"
	"slices"

	"pbem/engine/route"
)

// Network returns the stops and bare track that trains may run on, as far as
// they are connected to one of the stations. describe completes a stop for the
// company whose trains run: its value, stations, and whether it is blocked.
// Kind, hex, name, terminal, group and the values that belong to trains are
// already set; what is paid beside the value is for route.Stop.Add. Without
// stations the network is empty.
func (b *Board) Network(stations []Spot, describe func(Spot, *route.Stop)) *route.Graph {
	return b.NetworkPaying(stations, describe, func(string) int { return 0 })
}

// NetworkPaying is Network for maps on which track that passes a hex earns a bonus.
//
// A map full of forks can have too many ways between its stops to search them all.
// Then only the short ones are listed, and the Graph says between which stops there
// are more.
func (b *Board) NetworkPaying(stations []Spot, describe func(Spot, *route.Stop), bonus func(hex string) int) *route.Graph {
	bonuses := make([]int, len(b.Hexes))
	for i := range b.Hexes {
		bonuses[i] = bonus(b.Hexes[i].At)
	}
	l := b.listingOf(stations, bonuses)
	g := &route.Graph{Segments: slices.Clone(l.segments), Hidden: slices.Clone(l.hidden), Stops: make([]route.Stop, len(l.nodes))}
	for i, at := range l.nodes {
		g.Stops[i] = b.routeStop(at, l.groups[i])
		describe(b.spotOf(at), &g.Stops[i])
	}
	return g
}

// A listing is the part of a network that depends only on track. It is not changed any more: graphs share the track of its
// segments.
type listing struct {
	key      string // what it was asked for: see listingKey
	nodes    []node // the stops
	groups   []int  // by stop: the number of its group, 0 for none
	segments []route.Segment
	hidden   []route.Segment
}

// listingOf returns the listing of a network, which the board may remember.
func (b *Board) listingOf(stations []Spot, bonuses []int) *listing {
	key := b.listingKey(stations, bonuses)
	if l, ok := b.listings.find(func(l *listing) bool { return l.key == key }); ok {
		return l
	}
	n := &network{board: b, bonus: bonuses}
	for _, n.longest = range lengths {
		if n.build(stations) {
			break
		}
	}
	l := n.listing // without what was needed to make it
	l.key = key
	if len(l.segments) <= mostRemembered {
		b.listings.add(&l)
	}
	return &l
}

// listingKey names what a listing depends on besides the tiles.
func (b *Board) listingKey(stations []Spot, bonuses []int) string {
	out := b.spots(nil, stations)
	for hex, n := range bonuses {
		if n > 0 {
			out = binary.AppendUvarint(append(out, '|'), uint64(hex))
			out = binary.AppendUvarint(out, uint64(n))
		}
	}
	return string(out)
}

// lengths are the limits on the length of a way, in hex sides. build tries them in this order until there are
// few enough ways.
var lengths = []int{anyLength, 14, 10, 8, 6, 5, 4, 3}

// Limits of the listing. Recorded games have up to 200 segments.
const (
	anyLength      = 1000 // sides: more than any map has
	mostSegments   = 4_000
	mostCrossed    = 200_000
	mostRemembered = 400 // segments of a listing that is remembered
)

// build lists the network. It returns false if there is too much.
func (n *network) build(stations []Spot) bool {
	n.listing, n.steps = listing{}, 0
	n.index, n.marks = map[node]int{}, map[mark]int{}
	n.sides, n.within, n.pieces = make([]int, 6*len(n.board.Hexes)), map[node]int{}, 0
	for _, s := range stations {
		n.stop(node{n.board.hexAt[s.Hex], StopEnd(s.N)})
	}
	for i := 0; i < len(n.nodes); i++ { // n.nodes grows as stops are found
		n.from(n.nodes[i])
		if n.longest < anyLength {
			n.hint(n.nodes[i])
		}
		if n.full() {
			return false
		}
	}
	return true
}

func (n *network) full() bool { return len(n.segments) > mostSegments || n.steps > mostCrossed }

type network struct {
	listing
	board   *Board
	bonus   []int // by hex
	longest int   // longest way to list
	index   map[node]int
	marks   map[mark]int // numbers of the groups of stops
	sides   []int        // numbers of pieces of track over hex sides, by hex and edge; 0 for none yet
	within  map[node]int // numbers of pieces of track within a hex
	pieces  int          // pieces of track numbered so far
	steps   int

	start node  // start of the track that is being followed
	way   []leg // its legs so far
}

// hint lists the stops to which track leads from a stop, without the ways between them.
func (n *network) hint(at node) {
	extra := 0
	for _, b := range n.bonus {
		extra += 2 * b // tracks may pass a hex twice
	}
	seen := map[node]bool{at: true}
	queue := []node{at}
	for len(queue) > 0 {
		in := queue[0]
		queue = queue[1:]
		for _, out := range n.outs(in) {
			if _, ok := out.end.Stop(); ok {
				if a, b := n.index[at], n.stop(out); a < b && !seen[out] {
					n.hidden = append(n.hidden, route.Segment{A: a, B: b, Bonus: extra})
				}
				seen[out] = true
				continue
			}
			if j := n.board.beside[out.hex][out.end]; j >= 0 {
				if next := (node{j, (out.end + 3) % 6}); !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
}

// outs returns the ends to which track in a hex leads from one of its ends.
func (n *network) outs(in node) []node {
	var out []node
	for _, l := range n.board.faces[in.hex].links {
		switch in.end {
		case l.a:
			out = append(out, node{in.hex, l.b})
		case l.b:
			out = append(out, node{in.hex, l.a})
		}
	}
	return out
}

// A leg is the part of the track being followed that lies in one hex. It comes in at one end and leaves by
// another. side is the number of the hex side that it came over.
type leg struct {
	hex     int
	in, out End
	side    int
}

// stop returns the number of a stop. It adds the stop if it is new.
func (n *network) stop(at node) int {
	if i, known := n.index[at]; known {
		return i
	}
	i, _ := at.end.Stop()
	group := 0
	if n.board.faces[at.hex].Stops[i].Group != "" {
		group = number(n.marks, n.board.markOf(at))
	}
	n.index[at] = len(n.nodes)
	n.nodes, n.groups = append(n.nodes, at), append(n.groups, group)
	return n.index[at]
}

// spotOf returns the stop that a node is.
func (b *Board) spotOf(at node) Spot {
	i, _ := at.end.Stop()
	return Spot{b.Hexes[at.hex].At, i}
}

// routeStop returns what the map says of a stop.
func (b *Board) routeStop(at node, group int) route.Stop {
	spot := b.spotOf(at)
	st := b.Stop(spot)
	return route.Stop{
		ID: spot.String(), Hex: spot.Hex, Name: cmp.Or(st.Name, b.Hexes[at.hex].Name),
		Kind: routeKind[st.Kind], Terminal: b.terminal(at), ByTrain: st.Revenue.Trains, Group: group,
	}
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

// number numbers things from 1 in the order in which they are met.
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

// cross follows track through a hex. Every way through forks and junctions is a separate segment.
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
		if n.steps++; n.full() {
			return
		}
		if n.roundabout(in.hex, out) {
			continue
		}
		n.way = append(n.way, leg{in.hex, in.end, out, side})
		n.leave(node{in.hex, out}, l)
		n.way = n.way[:len(n.way)-1]
	}
}

// roundabout reports whether the track being followed has been in this hex before and could have left it then
// as it does now. What it did in between is useless unless the hex pays a bonus.
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

// leave ends the track at a stop, or follows it over a side of the hex.
func (n *network) leave(end node, last link) {
	if _, ok := end.end.Stop(); ok {
		n.segment(end, last)
		return
	}
	j := n.board.beside[end.hex][end.end]
	if j < 0 || len(n.way) > n.longest {
		return
	}
	in := node{j, (end.end + 3) % 6}
	side := n.side(in)
	for _, l := range n.way {
		if l.side == side {
			return
		}
	}
	n.cross(in, side)
}

// side returns the number of the hex side over which the way comes in. Pieces of track are numbered from 1 in the order in
// which they are met.
func (n *network) side(in node) int {
	at := n.board.markOf(in)
	i := 6*at.hex + int(at.end)
	if n.sides[i] == 0 {
		n.pieces++
		n.sides[i] = n.pieces
	}
	return n.sides[i]
}

// inside returns the number of the piece of track that is a link of a hex.
func (n *network) inside(hex int, l link) int {
	at := node{hex, l.a*100 + l.b}
	if n.within[at] == 0 {
		n.pieces++
		n.within[at] = n.pieces
	}
	return n.within[at]
}

// segment adds the track that was followed to a stop. It skips stops with a lower number, because the same
// track was found from there.
func (n *network) segment(end node, last link) {
	a, b := n.index[n.start], n.stop(end)
	if a >= b {
		return
	}
	s := route.Segment{A: a, B: b, Track: make([]int, 0, max(1, len(n.way)-1))}
	for i, l := range n.way[1:] {
		s.Track = append(s.Track, l.side)
		if i+2 < len(n.way) { // the hex of the last leg is the one of the stop
			s.Via = append(s.Via, n.board.Hexes[l.hex].At)
			s.Bonus += n.bonus[l.hex]
		}
	}
	if len(n.way) == 1 { // within one hex, over no side
		s.Track = append(s.Track, n.inside(end.hex, last))
	}
	n.segments = append(n.segments, s)
}
