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
	c := &Board{Map: b.Map, faces: slices.Clone(b.faces)}
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
	face := b.Tile(tile).turned[rot]
	for _, e := range face.Exits() {
		if !b.Open(hex, e) {
			return nil, fmt.Errorf("tile %s would lead %s from %s, where no track may go", tile, b.Layout.Compass(e), hex)
		}
	}
	old := b.Face(hex)
	carry = make([]int, len(old.Stops))
	for i := range carry {
		carry[i] = -1
	}
	for _, l := range old.links {
		if !kept(face, l, carry) {
			return nil, fmt.Errorf("tile %s turned so would not keep the track in %s", tile, hex)
		}
	}
	for i, s := range old.Stops {
		if carry[i] < 0 {
			carry[i] = face.roomFor(s.Kind, carry)
		}
	}
	return carry, nil
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

// kept reports whether a face keeps an old link, and notes where the stop at
// its end went.
func kept(face *Face, l link, carry []int) bool {
	a, aStop := l.a.Stop()
	b, bStop := l.b.Stop()
	switch {
	case aStop && bStop: // joined inside the hex: the new tile shows one stop
		return true
	case !aStop && !bStop:
		return face.joins(l.a, l.b)
	case aStop:
		return moved(face, l.b, a, carry)
	}
	return moved(face, l.a, b, carry)
}

func moved(face *Face, edge End, stop int, carry []int) bool {
	to := face.StopAt(int(edge))
	if to < 0 || carry[stop] >= 0 && carry[stop] != to {
		return false
	}
	carry[stop] = to
	return true
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
