package step

import (
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
)

// A Site is a hex where a company may build, with all that is needed to test a
// lay.
type Site struct {
	Table
	Board *board.Board
	Reach *board.Reach
	Hex   *board.Hex
}

// A Ground is where a company builds or places a marker next: the board and the
// reach of its track, computed when first needed, once for all that is tried. From
// says what its track reaches; nil for all that its markers lead to.
type Ground struct {
	Table Table
	Sym   string
	From  func(b *board.Board, sym string) *board.Reach
	board *board.Board
	reach *board.Reach
}

// Board returns the map with the tiles that lie on it.
func (g *Ground) Board() *board.Board {
	if g.board == nil {
		g.board = g.Table.Board()
	}
	return g.board
}

// Reach returns what the track of the company comes to.
func (g *Ground) Reach() *board.Reach {
	if g.reach == nil && g.From != nil {
		g.reach = g.From(g.Board(), g.Sym)
	}
	if g.reach == nil {
		g.reach = g.Table.Reach(g.Board(), g.Sym)
	}
	return g.reach
}

// Site returns a hex of it.
func (g *Ground) Site(hex string) Site {
	return Site{Table: g.Table, Board: g.Board(), Reach: g.Reach(), Hex: g.Table.F.Map.Hex(hex)}
}

// Sites returns every hex that the routes of a company touch.
func (t Table) Sites(sym string) []Site {
	b := t.Board()
	return t.SitesIn(b, t.Reach(b, sym))
}

// SitesIn returns every hex of a reach, which may follow track from other
// places and past other stops than the company's.
func (t Table) SitesIn(b *board.Board, reach *board.Reach) []Site {
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

// Extended reports whether a route of the company can use track between two
// edges that the tile adds. Unlike Lengthened, it is not enough that a route
// comes to the track if it has already used the side to which the track leads.
func (s Site) Extended(tile *board.Tile, rot int) bool {
	for _, ends := range s.Board.NewTrack(s.Hex.At, tile.ID, rot) {
		if s.Reach.Turns(s.Hex.At, ends[0], ends[1]) || s.Reach.Turns(s.Hex.At, ends[1], ends[0]) {
			return true
		}
	}
	return false
}

// TileCost returns what a tile on a hex costs for terrain. It is paid for the
// first tile on a white hex and for the first upgrade of a printed yellow one,
// and again where the facts say so.
func (t Table) TileCost(at string, tile *board.Tile) int { return t.TileCostWithout(at, tile, nil) }

// TileCostWithout is TileCost where some kinds of terrain cost nothing, as for the
// owner of a bridge company.
func (t Table) TileCostWithout(at string, tile *board.Tile, free func(kind string) bool) int {
	_, laid := t.S.Tile(at)
	return t.F.Map.Hex(at).PriceWithout(tile, !laid, free)
}

// TerrainDue returns what a future tile on a hex may cost for terrain.
func (t Table) TerrainDue(at string) int {
	l, laid := t.S.Tile(at)
	if !laid {
		return t.F.Map.Hex(at).Due("")
	}
	return t.F.Map.Hex(at).Due(t.F.Map.Tile(l.Tile).Color)
}

// Chart returns the tiles that may come next on a hex according to the facts:
// on a tile, or on what is printed if the facts list it. ok is false for any
// other hex.
func (t Table) Chart(at string) (tiles []string, ok bool) {
	if l, laid := t.S.Tile(at); laid {
		return t.F.Upgrades[l.Tile], true
	}
	tiles, ok = t.F.PrintedUpgrades[at]
	return tiles, ok
}

// LayWords reads which tile is laid where and how it is turned: "B4 9 1". why
// says what is wrong with the words.
func (t Table) LayWords(words []string) (hex *board.Hex, tile *board.Tile, rot int, why string) {
	hex, tile = t.F.Map.Hex(Word(words, 0)), t.F.Map.Tile(Word(words, 1))
	rot, ok := Number(words, 2)
	switch {
	case hex == nil || tile == nil:
		why = "say a hex, a tile and how it is turned, 0 to 5"
	case !ok || rot < 0 || rot > 5 || len(words) != 3:
		why = "say how the tile is turned, 0 to 5"
	}
	return hex, tile, rot, why
}

// Turned lists a tile on a hex with every rotation, at a cost.
func (t Table) Turned(at string, tile *board.Tile, cost int) []engine.Option {
	var out []engine.Option
	for rot := range 6 {
		out = append(out, engine.Option{Args: []string{at, tile.ID, strconv.Itoa(rot)}, Label: t.LayLabel(at, tile, rot, cost)})
	}
	return out
}

// LaidNote tells that a tile was laid, with what, and what it cost.
func (t Table) LaidNote(at, tile, with string, cost int) string {
	note := "laid tile " + tile + " in " + t.HexName(at) + with
	if cost > 0 {
		note += " for " + t.F.Money(cost)
	}
	return note
}

// LayLabel says where a tile would lead and what it costs.
func (t Table) LayLabel(at string, tile *board.Tile, rot, cost int) string {
	text := tile.Color + ", exits " + tile.Leads(rot)
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

// Lay puts a tile down. Stations in the cities of the hex move to the same
// cities on the new tile.
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

// SpotName names a city as players do: its hex, and if the hex has several
// stops the directions of its track. A city without track is "city"; a second
// one of the hex is "city 2".
func SpotName(b *board.Board, at board.Spot) []string {
	if len(b.Face(at.Hex).Stops) == 1 {
		return []string{at.Hex}
	}
	var exits []string
	for _, e := range b.Face(at.Hex).Exits() {
		if b.Face(at.Hex).Joins(e, at.N) {
			exits = append(exits, b.Layout.Compass(e))
		}
	}
	if len(exits) == 0 {
		return append([]string{at.Hex}, bareName(b.Face(at.Hex), at.N)...)
	}
	return []string{at.Hex, strings.Join(exits, "-")}
}

// bareName names a stop without track to an edge by its kind, with a number if it is not the first of them.
func bareName(f *board.Face, n int) []string {
	kind := f.Stops[n].Kind
	nth := 1
	for i := range n {
		if f.Stops[i].Kind == kind && !slices.ContainsFunc(f.Exits(), func(e int) bool { return f.Joins(e, i) }) {
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

// CityNamed finds the city that words name. why says what is wrong with them.
func (t Table) CityNamed(b *board.Board, words []string) (at board.Spot, why string) {
	hex := Word(words, 0)
	if t.F.Map.Hex(hex) == nil || !slices.ContainsFunc(b.Face(hex).Stops, func(s board.Stop) bool { return s.Kind == board.City }) {
		return at, "say the hex of a city: there is none in " + hex
	}
	at, ok := SpotNamed(b, words)
	if !ok || b.Stop(at).Kind != board.City {
		return at, "say which city of " + hex + " you mean"
	}
	return at, ""
}

// CityOptions lists cities by their names, with labels for their hexes and
// more.
func (t Table) CityOptions(b *board.Board, cities []board.Spot, more string) []engine.Option {
	var out []engine.Option
	for _, at := range cities {
		out = append(out, engine.Option{Args: SpotName(b, at), Label: t.HexName(at.Hex) + more})
	}
	return out
}

// StandsIn reports whether a company has a marker in any city of a hex.
func (t Table) StandsIn(sym, hex string) bool { return inHex(t.Stations(sym), hex) }

func inHex(markers []board.Spot, hex string) bool {
	return slices.ContainsFunc(markers, func(m board.Spot) bool { return m.Hex == hex })
}

// FreeCities returns the cities that a company's routes reach and that have a
// free space, in hexes where it has no marker.
func (t Table) FreeCities(b *board.Board, sym string) []board.Spot {
	return t.FreeIn(b, t.Reach(b, sym), t.Stations(sym))
}

// FreeIn returns the cities of a reach that have a free space, in hexes without
// any of the markers.
func (t Table) FreeIn(b *board.Board, reach *board.Reach, markers []board.Spot) []board.Spot {
	var out []board.Spot
	for _, at := range reach.Stops() {
		if b.Stop(at).Kind == board.City && !inHex(markers, at.Hex) && t.Space(b, at) > 0 {
			out = append(out, at)
		}
	}
	return out
}

// TooEarly says that no tiles of a color are laid yet, and from which phase on they are.
func (t Table) TooEarly(color string) string {
	why := "there are no " + color + " tiles in this phase"
	for _, p := range t.F.Phases {
		if slices.Contains(p.Tiles, color) {
			return why + ", only from " + phaseWord(p.Name) + " on"
		}
	}
	return why
}

// phaseWord is "phase 4" or "the green phase".
func phaseWord(name string) string {
	if name[0] >= '0' && name[0] <= '9' {
		return "phase " + name
	}
	return "the " + name + " phase"
}

// Final says why no tile comes next on a hex, in any phase: its colour takes none, or it has the last.
func (t Table) Final(hex string) string {
	color := t.F.Map.Hex(hex).Color
	if _, laid := t.S.Tile(hex); !laid && slices.Contains([]string{"red", "gray", "blue"}, color) {
		return hex + " is a " + color + " hex, which takes no tile"
	}
	return "the tile in " + hex + " cannot be upgraded"
}
