package step

import (
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
)

// A Site is a hex where a company may build, with all that the test of a lay
// needs.
type Site struct {
	Table
	Board *board.Board
	Reach *board.Reach
	Hex   *board.Hex
}

// Sites returns every hex that the routes of a company touch.
func (t Table) Sites(sym string) []Site {
	b := t.Board()
	reach := t.Reach(b, sym)
	var out []Site
	for _, at := range reach.Hexes() {
		out = append(out, Site{t, b, reach, t.F.Map.Hex(at)})
	}
	return out
}

// Rotations lists the ways to turn a tile on the site that fit and that the
// title allows.
func (s Site) Rotations(tile *board.Tile, allowed func(rot int) bool, label func(rot int) string) []engine.Option {
	var out []engine.Option
	for rot := range 6 {
		if _, err := s.Board.Fit(s.Hex.At, tile.ID, rot); err != nil || !allowed(rot) {
			continue
		}
		out = append(out, engine.Option{Args: []string{s.Hex.At, tile.ID, strconv.Itoa(rot)}, Label: label(rot)})
	}
	return out
}

// Touched reports whether any track of the tile would belong to a route of the
// company.
func (s Site) Touched(tile *board.Tile, rot int) bool {
	for i := range s.Board.Face(s.Hex.At).Stops {
		if s.Reach.Stop(board.Spot{Hex: s.Hex.At, N: i}) {
			return true
		}
	}
	for _, e := range tile.Turned(rot).Exits() {
		if s.Reach.Enters(s.Hex.At, e) {
			return true
		}
	}
	return false
}

// Lengthened reports whether new track of the tile would lengthen a route of
// the company.
func (s Site) Lengthened(tile *board.Tile, rot int) bool {
	for e, added := range s.Board.Added(s.Hex.At, tile.ID, rot) {
		if added && s.Reach.Enters(s.Hex.At, e) {
			return true
		}
	}
	return false
}

// TerrainCost is what the next tile on a hex costs: terrain is paid for the
// first tile on a white hex and for the first upgrade of a printed yellow one.
func (t Table) TerrainCost(at string) int {
	if _, laid := t.S.Tile(at); laid {
		return 0
	}
	return t.F.Map.Hex(at).Cost
}

// LayLabel says where a tile would lead and what it costs.
func (t Table) LayLabel(at string, tile *board.Tile, rot, cost int) string {
	var exits []string
	for _, e := range tile.Turned(rot).Exits() {
		exits = append(exits, t.F.Map.Layout.Compass(e))
	}
	text := tile.Color + ", exits " + strings.Join(exits, "-")
	if name := t.F.Map.Hex(at).Name; name != "" {
		text = name + ", " + text
	}
	if cost > 0 {
		text += ", " + t.F.Money(cost)
	}
	return text
}

// HexName is "Boston E11", or the hex alone.
func (t Table) HexName(hex string) string {
	if name := t.F.Map.Hex(hex).Name; name != "" {
		return name + " " + hex
	}
	return hex
}

// Lay puts a tile down. What stands in the cities of the hex moves to where the
// new tile shows them.
func Lay(t *engine.Turn, tb Table, hex, tile string, rot int) {
	carry, err := tb.Board().Fit(hex, tile, rot)
	if err != nil {
		panic(err)
	}
	t.Lay(hex, tile, rot)
	standing := make([][]string, len(carry))
	for i := range carry {
		standing[i] = t.At(board.Spot{Hex: hex, N: i}.String())
	}
	for i, pieces := range standing {
		for _, piece := range pieces {
			t.Move(piece, board.Spot{Hex: hex, N: carry[i]}.String())
		}
	}
}

// SpotName names a city as players do: its hex, and where the hex has several
// stops the directions of its track. Without any it is "city"; a second such
// city of the hex is "city 2".
func SpotName(b *board.Board, at board.Spot) []string {
	if len(b.Face(at.Hex).Stops) == 1 {
		return []string{at.Hex}
	}
	var exits []string
	for _, e := range b.Face(at.Hex).Exits() {
		if b.Face(at.Hex).StopAt(e) == at.N {
			exits = append(exits, b.Layout.Compass(e))
		}
	}
	if len(exits) == 0 {
		return append([]string{at.Hex}, bareName(b.Face(at.Hex), at.N)...)
	}
	return []string{at.Hex, strings.Join(exits, "-")}
}

// bareName names a stop that no track to an edge leads to by its kind, and by a
// number unless it is the first of them.
func bareName(f *board.Face, n int) []string {
	kind := f.Stops[n].Kind
	nth := 1
	for i := range n {
		if f.Stops[i].Kind == kind && !slices.ContainsFunc(f.Exits(), func(e int) bool { return f.StopAt(e) == i }) {
			nth++
		}
	}
	if nth == 1 {
		return []string{string(kind)}
	}
	return []string{string(kind), strconv.Itoa(nth)}
}

// SpotNamed finds the city that SpotName named.
func SpotNamed(b *board.Board, name []string) (board.Spot, bool) {
	for i := range b.Face(name[0]).Stops {
		at := board.Spot{Hex: name[0], N: i}
		if strings.Join(SpotName(b, at), " ") == strings.Join(name, " ") {
			return at, true
		}
	}
	return board.Spot{}, false
}

// FreeCities returns the cities that a company's routes reach and that have a
// free space, in hexes where it has no marker.
func (t Table) FreeCities(b *board.Board, sym string) []board.Spot {
	taken := map[string]bool{}
	for _, at := range t.Stations(sym) {
		taken[at.Hex] = true
	}
	var out []board.Spot
	for _, at := range t.Reach(b, sym).Stops() {
		if b.Stop(at).Kind == board.City && !taken[at.Hex] && t.Space(b, at) > 0 {
			out = append(out, at)
		}
	}
	return out
}
