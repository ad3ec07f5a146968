package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Hex is a hex of the map as printed.
type Hex struct {
	At   string `json:"at" facts:"must, letter and number as printed, such as \"G10\""`
	Name string `json:"name"`
	Cost int    `json:"cost"` // terrain, paid for the first tile: of all kinds together
	// Terrain names what the cost is for: "mountain", "mountain and river".
	Terrain string `json:"terrain"`
	// Terrains lists each kind with its cost where a hex has several. Then NewMap
	// works out cost and terrain. Else it is empty: see Grounds.
	Terrains []Terrain `json:"terrains"`
	// Again lists the colours of tiles for which the cost must be paid again.
	Again   []string `json:"again"`
	Blocked []int    `json:"blocked"` // edges that no track may cross
	// Turns lists for a tile how it may be turned here; tiles not named may be
	// turned anyhow. // 28-TR-11, 43-TR-12
	Turns    map[string][]int `json:"turns"`
	Reserved map[string]int   `json:"reserved"` // company -> stop reserved for its home
	Group    string           `json:"group"`    // printed hexes that form one area
	Note     string           `json:"note"`
	Face
}

// A Terrain is a kind of ground on a hex and what it costs to build there.
type Terrain struct {
	Kind string `json:"kind" facts:"must, what is printed, such as \"river\""`
	Cost int    `json:"cost" facts:"must, what it costs"`
	// Again lists colours of tiles for which this cost must be paid again.
	Again []string `json:"again"`
}

// A Tile is one number of the tile manifest.
type Tile struct {
	ID    string `json:"id" facts:"must, the number of the tile, in quotes"`
	Count int    `json:"count" facts:"many, how many there are"` // 0: as many as are needed
	// Only lists the hexes on which the tile may lie, none for any.
	Only []string `json:"only"`
	Face

	turned [6]*Face
	leads  [6]string // see Leads
}

// A Layout says where the letters run and how the hexes are oriented.
type Layout struct {
	Pointy  bool // corners at the top and rows of hexes; otherwise sides at the top and columns
	Letters Axis // what the letter counts
}

// An Axis is Rows or Columns.
type Axis bool

// The axes that a letter may count.
const (
	Columns Axis = false
	Rows    Axis = true
)

// A Map is the printed map and the tiles of a title.
type Map struct {
	Layout Layout
	Hexes  []Hex
	Tiles  []Tile

	hexAt  map[string]int
	tileAt map[string]int
	beside [][6]int  // index of the neighbour over each edge, -1 for none
	open   [][6]bool // whether track may point over the edge
	boards *recent[*Board]
}

// NewMap checks and indexes the facts of a map. The error is the first fault.
func NewMap(layout Layout, hexes []Hex, tiles []Tile) (*Map, error) {
	m, faults := Build(layout, hexes, tiles)
	if len(faults) > 0 {
		return nil, &faults[0]
	}
	return m, nil
}

// Build indexes the facts of a map and lists everything that is wrong with them.
// A map with faults is there to be looked at, not to be played on: what has no
// place or comes twice is left out of it.
func Build(layout Layout, hexes []Hex, tiles []Tile) (*Map, []Fault) {
	m := &Map{Layout: layout, Hexes: hexes, Tiles: tiles, hexAt: map[string]int{}, tileAt: map[string]int{}, boards: &recent[*Board]{most: mostBoards}}
	c := &checker{m: m}
	if len(hexes) > 0 {
		c.most = m.among()
	}
	byCell := map[[2]int]int{}
	for i := range hexes {
		if h := &hexes[i]; c.place(i, byCell) {
			h.ground()
			c.hex(i)
			h.prepare()
		}
	}
	for i := range tiles {
		c.tile(i)
	}
	for i := range hexes {
		c.turns(i)
	}
	m.join(byCell)
	return m, c.faults
}

// join finds the neighbours of each hex and the edges that track may cross.
func (m *Map) join(byCell map[[2]int]int) {
	m.beside, m.open = make([][6]int, len(m.Hexes)), make([][6]bool, len(m.Hexes))
	for i, h := range m.Hexes {
		x, y, err := m.Layout.cell(h.At)
		for e, d := range m.Layout.steps() {
			m.beside[i][e] = -1
			if err != nil {
				continue
			}
			if j, ok := byCell[[2]int{x + d[0], y + d[1]}]; ok && !slices.Contains(h.Blocked, e) && !slices.Contains(m.Hexes[j].Blocked, (e+3)%6) {
				m.beside[i][e] = j
			}
		}
	}
	for i := range m.Hexes {
		for e, j := range m.beside[i] {
			m.open[i][e] = j >= 0 && (!m.Hexes[j].fixed() || slices.Contains(m.Hexes[j].Exits(), (e+3)%6))
		}
	}
}

// Price is what a tile on the hex costs for terrain: the first one, and others
// of a colour for which it is paid again. // 43-TR-20, 20-TR-19
func (h *Hex) Price(tile *Tile, first bool) int { return h.PriceWithout(tile, first, nil) }

// PriceWithout is Price where some kinds of terrain cost nothing.
func (h *Hex) PriceWithout(tile *Tile, first bool, free func(kind string) bool) int {
	sum := 0
	for _, t := range h.Grounds() {
		if (first || t.again(h, tile.Color)) && (free == nil || !free(t.Kind)) {
			sum += t.Cost
		}
	}
	return sum
}

// again reports whether the cost is paid again for a tile of a colour.
func (t Terrain) again(h *Hex, colour string) bool {
	return slices.Contains(h.Again, colour) || slices.Contains(t.Again, colour)
}

// Due returns what a future tile may cost for terrain if a tile of some colour
// lies on the hex, or none with "".
func (h *Hex) Due(laid string) int {
	sum := 0
	for _, t := range h.Grounds() {
		later := func(colour string) bool {
			return slices.Index(colors, colour) > slices.Index(colors, laid) && t.again(h, colour)
		}
		if laid == "" || slices.ContainsFunc(colors, later) {
			sum += t.Cost
		}
	}
	return sum
}

// Grounds lists each kind of terrain with its cost, none where building is free.
func (h *Hex) Grounds() []Terrain {
	if len(h.Terrains) == 0 && h.Cost > 0 {
		return []Terrain{{Kind: h.Terrain, Cost: h.Cost}}
	}
	return h.Terrains
}

// ground works out cost and terrain of several kinds.
func (h *Hex) ground() {
	if len(h.Terrains) == 0 {
		return
	}
	kinds := []string{}
	h.Cost = 0
	for _, t := range h.Terrains {
		h.Cost += t.Cost
		kinds = append(kinds, t.Kind)
	}
	h.Terrain = strings.Join(kinds, " and ")
}

// fixed reports whether the hex never takes a tile. Its blank edges are closed.
func (h *Hex) fixed() bool { return h.Color == "gray" || h.Color == "red" || h.Color == "blue" }

// mostNumber is more than any printed map counts to.
const mostNumber = 200

// cell parses a coordinate into column and row. Neighbours in the same row (pointy) or in the same column
// (flat) are two apart.
func (l Layout) cell(at string) (x, y int, err error) {
	i := max(0, strings.IndexAny(at, "0123456789"))
	letter, ok := place(at[:i])
	n, err := strconv.Atoi(at[i:])
	if !ok || err != nil || n > mostNumber {
		return 0, 0, fmt.Errorf("hex %q: want letter and number", at)
	}
	if l.Letters == Rows {
		return n, letter, nil
	}
	return letter, n, nil
}

// place converts letters to a number from A. A lower-case letter comes before A, and AA follows Z.
func place(letter string) (n int, ok bool) {
	if rest, double := strings.CutPrefix(letter, "A"); double && rest != "" {
		n, ok = place(rest)
		return n + 26, ok && n >= 0 && len(rest) == 1
	}
	if len(letter) != 1 {
		return 0, false
	}
	switch c := letter[0]; {
	case 'a' <= c && c <= 'z':
		return int('a') - int(c) - 1, true
	case 'A' <= c && c <= 'Z':
		return int(c - 'A'), true
	}
	return 0, false
}

// steps returns the offset over each edge. Flat: columns are one apart, rows two. Pointy: rows are one apart,
// columns two.
func (l Layout) steps() [6][2]int {
	if l.Pointy {
		return [6][2]int{{-1, 1}, {-2, 0}, {-1, -1}, {1, -1}, {2, 0}, {1, 1}}
	}
	return [6][2]int{{0, 2}, {-1, 1}, {-1, -1}, {0, -2}, {1, -1}, {1, 1}}
}

// Center returns the middle of a hex, in units of half a column and half a row.
// Neighbours differ by the layout's steps.
func (m *Map) Center(hex string) (x, y int) {
	x, y, err := m.Layout.cell(hex)
	if err != nil {
		panic(err)
	}
	return x, y
}

// compass names the edges.
var compass = map[bool][6]string{
	true:  {"SW", "W", "NW", "NE", "E", "SE"},
	false: {"S", "SW", "NW", "N", "NE", "SE"},
}

// Compass names an edge of a hex of this map.
func (l Layout) Compass(edge int) string { return compass[l.Pointy][edge] }

// Exits names the edges of a face that have track: "W-SE".
func (l Layout) Exits(f *Face) string {
	var names []string
	for _, e := range f.Exits() {
		names = append(names, l.Compass(e))
	}
	return strings.Join(names, "-")
}

// Edge finds the edge of a compass name.
func (l Layout) Edge(name string) (int, bool) {
	names := compass[l.Pointy]
	e := slices.Index(names[:], strings.ToUpper(name))
	return e, e >= 0
}

// Hex returns a hex of the map, nil for a coordinate that is not on it.
func (m *Map) Hex(at string) *Hex {
	i, ok := m.hexAt[at]
	if !ok {
		return nil
	}
	return &m.Hexes[i]
}

// Tile returns a tile of the manifest, nil for a number it does not have.
func (m *Map) Tile(id string) *Tile {
	i, ok := m.tileAt[id]
	if !ok {
		return nil
	}
	return &m.Tiles[i]
}

// Neighbour returns the hex over an edge; ok is false off the map and over a
// blocked edge.
func (m *Map) Neighbour(hex string, edge int) (at string, ok bool) {
	i, ok := m.hexAt[hex]
	if !ok || m.beside[i][edge] < 0 {
		return "", false
	}
	return m.Hexes[m.beside[i][edge]].At, true
}

// Open reports whether track may point over the edge. It may not point off the
// map or into the blank side of a hex that takes no tile.
func (m *Map) Open(hex string, edge int) bool {
	i, ok := m.hexAt[hex]
	return ok && m.open[i][edge]
}

// Leads names the edges with track of the tile turned clockwise by rot sixths: see Layout.Exits.
func (t *Tile) Leads(rot int) string { return t.leads[rot] }

// Turned returns the tile's face turned clockwise by rot sixths.
func (t *Tile) Turned(rot int) *Face { return t.turned[rot] }
