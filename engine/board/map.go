package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Hex is a hex of the map as printed.
type Hex struct {
	At   string `json:"at"` // "G10": letter and number as printed
	Name string `json:"name"`
	Cost int    `json:"cost"` // terrain, paid for the first tile
	// Terrain names what the cost is for.
	Terrain string `json:"terrain"`
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

// A Tile is one number of the tile manifest.
type Tile struct {
	ID    string `json:"id"`
	Count int    `json:"count"` // 0: as many as are needed
	// Only lists the hexes on which the tile may lie, none for any.
	Only []string `json:"only"`
	Face

	turned [6]*Face
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
}

// NewMap checks and indexes the facts of a map.
func NewMap(layout Layout, hexes []Hex, tiles []Tile) (*Map, error) {
	m := &Map{Layout: layout, Hexes: hexes, Tiles: tiles, hexAt: map[string]int{}, tileAt: map[string]int{}}
	byCell := map[[2]int]int{}
	for i := range hexes {
		h := &hexes[i]
		x, y, err := layout.cell(h.At)
		if err != nil {
			return nil, err
		}
		if _, twice := m.hexAt[h.At]; twice {
			return nil, fmt.Errorf("hex %s is on the map twice", h.At)
		}
		if x0, y0, _ := layout.cell(hexes[0].At); (x+y+x0+y0)%2 != 0 {
			return nil, fmt.Errorf("hex %s lies between the hexes that %s lies beside", h.At, hexes[0].At)
		}
		if err := h.check(); err != nil {
			return nil, err
		}
		m.hexAt[h.At], byCell[[2]int{x, y}] = i, i
		h.prepare()
	}
	for i := range tiles {
		t := &tiles[i]
		if err := t.check(); err != nil {
			return nil, err
		}
		if _, twice := m.tileAt[t.ID]; twice {
			return nil, fmt.Errorf("tile %s is in the list twice", t.ID)
		}
		if i := slices.IndexFunc(t.Only, func(at string) bool { return m.Hex(at) == nil }); i >= 0 {
			return nil, fmt.Errorf("tile %s lies only on %s, which is no hex", t.ID, t.Only[i])
		}
		m.tileAt[t.ID] = i
		t.prepare()
		for r := range t.turned {
			t.turned[r] = t.Face.turned(r)
		}
	}
	for i := range hexes {
		if err := m.checkTurns(&hexes[i]); err != nil {
			return nil, err
		}
	}
	m.join(byCell)
	return m, nil
}

// join finds the neighbours of each hex and the edges that track may cross.
func (m *Map) join(byCell map[[2]int]int) {
	m.beside, m.open = make([][6]int, len(m.Hexes)), make([][6]bool, len(m.Hexes))
	for i, h := range m.Hexes {
		x, y, _ := m.Layout.cell(h.At)
		for e, d := range m.Layout.steps() {
			m.beside[i][e] = -1
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
func (h *Hex) Price(tile *Tile, first bool) int {
	if first || slices.Contains(h.Again, tile.Color) {
		return h.Cost
	}
	return 0
}

// Due returns what a future tile may cost for terrain if a tile of some colour
// lies on the hex, or none with "".
func (h *Hex) Due(laid string) int {
	later := func(colour string) bool { return slices.Index(colors, colour) > slices.Index(colors, laid) }
	if laid == "" || slices.ContainsFunc(h.Again, later) {
		return h.Cost
	}
	return 0
}

// fixed reports whether the hex never takes a tile. Its blank edges are closed.
func (h *Hex) fixed() bool { return h.Color == "gray" || h.Color == "red" || h.Color == "blue" }

// cell parses a coordinate into column and row. Neighbours in the same row (pointy) or in the same column
// (flat) are two apart.
func (l Layout) cell(at string) (x, y int, err error) {
	i := max(0, strings.IndexAny(at, "0123456789"))
	letter, ok := place(at[:i])
	n, err := strconv.Atoi(at[i:])
	if !ok || err != nil {
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

// Turned returns the tile's face turned clockwise by rot sixths.
func (t *Tile) Turned(rot int) *Face { return t.turned[rot] }
