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
	N   int // index among the stops of the hex as it is now
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
	sum   uint64 // of the tiles, to find a board faster; 0 for one that the map does not remember

	ungrouped bool
	reaches   *recent[reached]  // see Reach
	tracks    *recent[reached]  // see Track
	listings  *recent[*listing] // see NetworkPaying
}

func newBoard(m *Map, faces []*Face, ungrouped bool) *Board {
	return &Board{Map: m, faces: faces, ungrouped: ungrouped, reaches: &recent[reached]{most: mostReaches}, tracks: &recent[reached]{most: mostTracks}, listings: &recent[*listing]{most: mostListings}}
}

// Ungrouped returns the board as if a route could join the stops of a group.
func (b *Board) Ungrouped() *Board {
	return newBoard(b.Map, b.faces, true)
}

// On returns a view of the map with tiles. laid returns the tile and rotation
// on a hex.
func (m *Map) On(laid func(hex string) (tile string, rot int, ok bool)) *Board {
	faces := make([]*Face, len(m.Hexes))
	sum := uint64(0)
	for i := range m.Hexes {
		faces[i] = &m.Hexes[i].Face
		sum *= sumPrime
		if id, rot, ok := laid(m.Hexes[i].At); ok {
			tile, ok := m.tileAt[id]
			if !ok {
				panic(fmt.Sprintf("board: %s has the tile %s, which there is not", m.Hexes[i].At, id))
			}
			faces[i] = m.Tiles[tile].turned[rot]
			sum += uint64(6*tile + rot + 1)
		}
	}
	return m.boards.get(
		func(b *Board) bool { return b.sum == sum && slices.Equal(b.faces, faces) },
		func() *Board {
			b := newBoard(m, faces, false)
			b.sum = sum
			return b
		})
}

// sumPrime multiplies the sum of the hexes before, so that a tile counts differently on each.
const sumPrime = 1_000_003

// With returns the board with one more tile laid. The hex must be on the map.
func (b *Board) With(hex, tile string, rot int) *Board {
	i, ok := b.hexAt[hex]
	if !ok {
		panic(fmt.Sprintf("board: a tile on %s, which is not on the map", hex))
	}
	faces := slices.Clone(b.faces)
	faces[i] = b.Tile(tile).turned[rot]
	return newBoard(b.Map, faces, b.ungrouped)
}

// nowhere is the face of a hex that is not on the map.
var nowhere = &Face{}

// Face returns what lies on a hex now: nothing if the map has no such hex.
func (b *Board) Face(hex string) *Face {
	if i, ok := b.hexAt[hex]; ok {
		return b.faces[i]
	}
	return nowhere
}

// Stop returns a stop of the board. The stop must exist.
func (b *Board) Stop(s Spot) *Stop { return &b.Face(s.Hex).Stops[s.N] }

// Fit checks a tile against the hex: every exit must lead somewhere, and all
// track that lies there must stay. It returns for each old stop where it is on
// the new tile, -1 if the tile has none of its kind. An error is a sentence for
// the player.
func (b *Board) Fit(hex, tile string, rot int) (carry []int, err error) {
	if b.Hex(hex) == nil {
		return nil, fmt.Errorf("%s is not on the map", hex)
	}
	if only := b.Tile(tile).Only; len(only) > 0 && !slices.Contains(only, hex) {
		return nil, fmt.Errorf("tile %s can be laid only on %s", tile, strings.Join(only, ", "))
	}
	if turns, fixed := b.Hex(hex).Turns[tile]; fixed && !slices.Contains(turns, rot) {
		return nil, fmt.Errorf("tile %s cannot be turned that way in %s", tile, hex)
	}
	face := b.Tile(tile).turned[rot]
	for _, e := range face.Exits() {
		if !b.Open(hex, e) {
			return nil, fmt.Errorf("tile %s would lead %s from %s, where no track may go", tile, b.Layout.Compass(e), hex)
		}
	}
	carry, kept := b.Face(hex).carried(face)
	switch {
	case !kept:
		return nil, fmt.Errorf("turned that way, tile %s would not keep the track in %s", tile, hex)
	case carry == nil:
		return nil, fmt.Errorf("turned that way, tile %s would not keep the cities in %s apart", tile, hex)
	}
	return carry, nil
}

// carried finds where each stop of a face comes on another that is laid over it.
// kept is false if track is lost; carry is nil if cities do not stay apart.
func (f *Face) carried(face *Face) (carry []int, kept bool) {
	for _, l := range f.links {
		if l.a < firstStop && l.b < firstStop && !face.joins(l.a, l.b) {
			return nil, false
		}
	}
	open := f.heirs(face)
	for i := range open {
		if len(open[i]) == 0 {
			return nil, false
		}
	}
	return f.onto(face, open), true
}

// Keeps reports whether the tile keeps the track and the cities of a face over
// which it is laid in at least one turn, whatever lies around it.
func (t *Tile) Keeps(old *Face) bool {
	for rot := range 6 {
		if carry, kept := old.carried(t.turned[rot]); kept && carry != nil {
			return true
		}
	}
	return false
}

// heirs returns for each stop of a face the stops of another face that join the same edges. A stop without
// track may go to any of its kind, or to -1 if there is none.
func (f *Face) heirs(face *Face) [][]int {
	out := make([][]int, len(f.Stops))
	for i, s := range f.Stops {
		if edges := f.edgesOf(i); len(edges) > 0 {
			out[i] = face.joinedTo(edges)
		} else if out[i] = face.ofKind(s.Kind); len(out[i]) == 0 {
			out[i] = []int{-1}
		}
	}
	return out
}

// edgesOf returns the edges with track to a stop, in ascending order.
func (f *Face) edgesOf(stop int) []int {
	var out []int
	for e := range 6 {
		if f.Joins(e, stop) {
			out = append(out, e)
		}
	}
	return out
}

// joinedTo returns the stops that are joined to all of the given edges.
func (f *Face) joinedTo(edges []int) []int {
	var out []int
	for i := range f.Stops {
		if !slices.ContainsFunc(edges, func(e int) bool { return !f.Joins(e, i) }) {
			out = append(out, i)
		}
	}
	return out
}

// ofKind returns the stops of a kind.
func (f *Face) ofKind(kind Kind) []int {
	var out []int
	for i, s := range f.Stops {
		if s.Kind == kind {
			out = append(out, i)
		}
	}
	return out
}

// onto finds where each stop goes on another face, among the stops that are open to it. It returns nil if
// there is no way. Two stops go to the same only if nothing else is left for one of them. Cities stay
// separate as long as the other face has as many, and every circle is kept. // 43-TR-13, 43-TR-21, 43-RT-06;
// 28-TR-09
func (f *Face) onto(face *Face, open [][]int) []int {
	order := make([]int, len(f.Stops))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { // stops with track first, then those with the fewest choices
		if a, b := len(f.edgesOf(i)) == 0, len(f.edgesOf(j)) == 0; a != b {
			return map[bool]int{true: 1, false: -1}[a]
		}
		return len(open[i]) - len(open[j])
	})
	carry := slices.Repeat([]int{-1}, len(f.Stops))
	if !f.place(face, open, order, carry) {
		return nil
	}
	return carry
}

// place finds a stop for the first in order and then, by recursion, for the others.
func (f *Face) place(face *Face, open [][]int, order, carry []int) bool {
	if len(order) == 0 {
		return true
	}
	i := order[0]
	free, taken := []int{}, []int{}
	for _, to := range open[i] {
		if slices.Contains(carry, to) {
			taken = append(taken, to)
		} else {
			free = append(free, to)
		}
	}
	for _, to := range append(free, taken...) {
		carry[i] = to
		if f.keepsCircles(face, carry, i) && f.place(face, open, order[1:], carry) {
			return true
		}
	}
	carry[i] = -1
	return false
}

// keepsCircles reports whether a city goes to a stop with at least as many circles as it had, and different
// cities go to different stops as long as there are enough.
func (f *Face) keepsCircles(face *Face, carry []int, i int) bool {
	if f.Stops[i].Kind != City || carry[i] < 0 {
		return true
	}
	circles, cities := 0, 0
	for j, s := range f.Stops {
		if s.Kind == City && carry[j] == carry[i] {
			circles, cities = circles+s.Slots, cities+1
		}
	}
	fewer := len(face.ofKind(City)) < len(f.ofKind(City))
	return circles <= face.Stops[carry[i]].Slots && (cities == 1 || fewer)
}

// leads reports whether the face has a given link, even if it leads to another stop.
func (f *Face) leads(l link) bool {
	if e, ok := l.a.Edge(); ok && l.b >= firstStop {
		return f.StopAt(e) >= 0
	}
	if e, ok := l.b.Edge(); ok && l.a >= firstStop {
		return f.StopAt(e) >= 0
	}
	return f.joins(l.a, l.b)
}

// NewTrack lists the pairs of edges that the tile joins and that were not
// joined before. Track to stops is left out.
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

// Added reports for each edge of the hex whether the tile adds track there.
// Then a route that comes in over the edge gets longer.
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
