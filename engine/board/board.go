package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Spot is a stop on the map.
type Spot struct {
	Hex string
	N   int // index among the stops of what lies there now
}

// String returns "G10.0"; it is also the place of stations there.
func (s Spot) String() string { return s.Hex + "." + strconv.Itoa(s.N) }

// ParseSpot reads what String wrote.
func ParseSpot(text string) (Spot, bool) {
	hex, n, ok := strings.Cut(text, ".")
	i, err := strconv.Atoi(n)
	return Spot{hex, i}, ok && err == nil && hex != ""
}

// A Board is the map with the tiles now laid on it.
type Board struct {
	*Map
	faces []*Face

	ungrouped bool
}

// Ungrouped returns the board as if a route could join the stops of a group.
func (b *Board) Ungrouped() *Board {
	c := *b
	c.ungrouped = true
	return &c
}

// On views the map with tiles: laid tells the tile and rotation on a hex.
func (m *Map) On(laid func(hex string) (tile string, rot int, ok bool)) *Board {
	b := &Board{Map: m, faces: make([]*Face, len(m.Hexes))}
	for i := range m.Hexes {
		b.faces[i] = &m.Hexes[i].Face
		if id, rot, ok := laid(m.Hexes[i].At); ok {
			b.faces[i] = m.Tile(id).turned[rot]
		}
	}
	return b
}

// With returns the board with one more tile laid. The hex must be on the map.
func (b *Board) With(hex, tile string, rot int) *Board {
	i, ok := b.hexAt[hex]
	if !ok {
		panic(fmt.Sprintf("board: a tile on %s, which is not on the map", hex))
	}
	c := &Board{Map: b.Map, faces: slices.Clone(b.faces), ungrouped: b.ungrouped}
	c.faces[i] = b.Tile(tile).turned[rot]
	return c
}

// nowhere is what lies on a hex that is not on the map.
var nowhere = &Face{}

// Face returns what lies on a hex now: nothing where the map has no such hex.
func (b *Board) Face(hex string) *Face {
	if i, ok := b.hexAt[hex]; ok {
		return b.faces[i]
	}
	return nowhere
}

// Stop returns a stop of the board, which must be there.
func (b *Board) Stop(s Spot) *Stop { return &b.Face(s.Hex).Stops[s.N] }

// Fit checks a tile against the hex: every exit leads somewhere, and all track
// that lies there stays. It returns where each old stop is found on the new
// tile, -1 where it has none of the kind. The error is a sentence for the player.
func (b *Board) Fit(hex, tile string, rot int) (carry []int, err error) {
	if b.Hex(hex) == nil {
		return nil, fmt.Errorf("%s is not on the map", hex)
	}
	if only := b.Tile(tile).Only; len(only) > 0 && !slices.Contains(only, hex) {
		return nil, fmt.Errorf("tile %s lies only on %s", tile, strings.Join(only, ", "))
	}
	if turns, fixed := b.Hex(hex).Turns[tile]; fixed && !slices.Contains(turns, rot) {
		return nil, fmt.Errorf("on %s tile %s is not turned so", hex, tile)
	}
	face := b.Tile(tile).turned[rot]
	for _, e := range face.Exits() {
		if !b.Open(hex, e) {
			return nil, fmt.Errorf("tile %s would lead %s from %s, where no track may go", tile, b.Layout.Compass(e), hex)
		}
	}
	old := b.Face(hex)
	for _, l := range old.links {
		if l.a < firstStop && l.b < firstStop && !face.joins(l.a, l.b) {
			return nil, lost(hex, tile)
		}
	}
	if carry = old.onto(face); carry == nil {
		return nil, lost(hex, tile)
	}
	for i, s := range old.Stops {
		if carry[i] < 0 {
			carry[i] = face.roomFor(s.Kind, carry)
		}
	}
	return carry, nil
}

func lost(hex, tile string) error {
	return fmt.Errorf("tile %s turned so would not keep the track in %s", tile, hex)
}

// onto finds for each stop of a face one of another that is joined to the same
// edges, -1 for a stop without track. Two may come to one, but not where there
// is another for one of them. It is nil when some track would be lost.
func (f *Face) onto(face *Face) []int {
	carry, open := make([]int, len(f.Stops)), [][]int{}
	for i := range f.Stops {
		carry[i] = -1
		open = append(open, f.heirs(i, face))
	}
	for range f.Stops { // those with the least choice first
		next := -1
		for i, list := range open {
			if carry[i] < 0 && list != nil && (next < 0 || len(list) < len(open[next])) {
				next = i
			}
		}
		switch {
		case next < 0:
			return carry
		case len(open[next]) == 0:
			return nil
		}
		free := slices.IndexFunc(open[next], func(to int) bool { return !slices.Contains(carry, to) })
		carry[next] = open[next][max(0, free)]
	}
	return carry
}

// heirs returns the stops of another face that are joined to all edges to which
// a stop is, nil for a stop without track to an edge.
func (f *Face) heirs(stop int, face *Face) []int {
	var edges []int
	for e := range 6 {
		if f.Joins(e, stop) {
			edges = append(edges, e)
		}
	}
	if len(edges) == 0 {
		return nil
	}
	out := []int{}
	for to := range face.Stops {
		if !slices.ContainsFunc(edges, func(e int) bool { return !face.Joins(e, to) }) {
			out = append(out, to)
		}
	}
	return out
}

// roomFor finds the stop for one of a kind that had no track: one that no other
// old stop comes to, else the first of the kind; -1 for none.
func (f *Face) roomFor(kind Kind, carry []int) int {
	first := -1
	for i, s := range f.Stops {
		switch {
		case s.Kind != kind:
		case !slices.Contains(carry, i):
			return i
		case first < 0:
			first = i
		}
	}
	return first
}

// leads reports whether the face has a link of another, be it to another stop.
func (f *Face) leads(l link) bool {
	if e, ok := l.a.Edge(); ok && l.b >= firstStop {
		return f.StopAt(e) >= 0
	}
	if e, ok := l.b.Edge(); ok && l.a >= firstStop {
		return f.StopAt(e) >= 0
	}
	return f.joins(l.a, l.b)
}

// NewTrack lists the pairs of edges that the tile joins and that were not joined
// before; track to stops is left out.
func (b *Board) NewTrack(hex, tile string, rot int) [][2]int {
	old := b.Face(hex)
	var out [][2]int
	for _, l := range b.Tile(tile).turned[rot].links {
		p, isEdge := l.a.Edge()
		q, bothEdges := l.b.Edge()
		if isEdge && bothEdges && !old.joins(l.a, l.b) {
			out = append(out, [2]int{p, q})
		}
	}
	return out
}

// Added reports for each edge of the hex whether the tile has track there that
// did not lie before: a route that comes in over the edge is lengthened.
func (b *Board) Added(hex, tile string, rot int) (edges [6]bool) {
	old, face := b.Face(hex), b.Tile(tile).turned[rot]
	for _, l := range face.links {
		if old.leads(l) {
			continue
		}
		for _, end := range []End{l.a, l.b} {
			if e, ok := end.Edge(); ok {
				edges[e] = true
			}
		}
	}
	return edges
}
