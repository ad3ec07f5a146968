package board

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

var (
	colors = []string{"white", "yellow", "green", "brown", "gray", "red", "blue"}
	kinds  = []Kind{City, Town, Offboard, Port, Halt}
)

// Colors are the colours of hexes and tiles, those of tiles in the order in which
// they are laid.
func Colors() []string { return slices.Clone(colors) }

// Ages are the colours of phases in their order.
func Ages() []string { return slices.Clone(ages) }

// Kinds are the words for the kinds of stop.
func Kinds() []string {
	var out []string
	for _, k := range kinds {
		out = append(out, string(k))
	}
	return out
}

// A Fault is something wrong in the facts of a map.
type Fault struct {
	Tile  bool   // it is in a tile, else in a hex
	Index int    // of that, in the order given
	ID    string // its name
	Field string // the word it is about; "" for all of it
	Text  string
	// Said is a name that is none, and Names says of which kind it should be:
	// "color", "kind", "age", "tile" or "hex". Both are "" for other faults.
	Said, Names string
}

// Error names the hex or the tile and says what is wrong.
func (f *Fault) Error() string {
	return map[bool]string{true: "tile ", false: "hex "}[f.Tile] + f.ID + ": " + f.Text
}

// A checker collects faults.
type checker struct {
	m      *Map
	most   string // a hex of those that lie beside each other; the others lie between them
	faults []Fault
}

// among returns the first hex of the larger part of the map, if some hexes lie between those of others; of equal parts
// the first hex.
func (m *Map) among() string {
	var first [2]string
	var n [2]int
	for i := range m.Hexes {
		x, y, err := m.Layout.cell(m.Hexes[i].At)
		if err != nil {
			continue
		}
		part := (x + y) & 1
		if n[part]++; n[part] == 1 {
			first[part] = m.Hexes[i].At
		}
	}
	switch {
	case n[0] > n[1]:
		return first[0]
	case n[1] > n[0]:
		return first[1]
	}
	return m.Hexes[0].At
}

func (c *checker) ofHex(i int, field, format string, args ...any) {
	c.faults = append(c.faults, Fault{Index: i, ID: c.m.Hexes[i].At, Field: field, Text: fmt.Sprintf(format, args...)})
}

func (c *checker) ofTile(i int, field, format string, args ...any) {
	c.faults = append(c.faults, Fault{Tile: true, Index: i, ID: c.m.Tiles[i].ID, Field: field, Text: fmt.Sprintf(format, args...)})
}

// meant says of the last fault which name is none.
func (c *checker) meant(said, names string) {
	c.faults[len(c.faults)-1].Said, c.faults[len(c.faults)-1].Names = said, names
}

// place puts a hex on the map, if it has a place of its own.
func (c *checker) place(i int, byCell map[[2]int]int) bool {
	h := &c.m.Hexes[i]
	x, y, err := c.m.Layout.cell(h.At)
	if err != nil {
		c.ofHex(i, "at", "%q is no place: want letter and number, such as \"G10\"", h.At)
		return false
	}
	if _, twice := c.m.hexAt[h.At]; twice {
		c.ofHex(i, "at", "it is on the map twice")
		return false
	}
	if x0, y0, err := c.m.Layout.cell(c.most); err == nil && (x+y+x0+y0)%2 != 0 {
		c.ofHex(i, "at", "it lies between the hexes that %s lies beside", c.most)
	}
	c.m.hexAt[h.At], byCell[[2]int{x, y}] = i, i
	return true
}

// hex finds what cannot be printed on a hex.
func (c *checker) hex(i int) {
	h := &c.m.Hexes[i]
	for _, e := range h.Blocked {
		if e < 0 || e > 5 {
			c.ofHex(i, "blocked", "no edge %d: want 0 to 5", e)
		}
	}
	for _, sym := range slices.Sorted(maps.Keys(h.Reserved)) {
		if n := h.Reserved[sym]; n < 0 || n >= len(h.Stops) {
			c.ofHex(i, "reserved", "no stop %d for %s", n, sym)
		}
	}
	c.again(i, h.Again)
	for _, t := range h.Terrains {
		c.again(i, t.Again)
	}
	if len(h.Again) > 0 && h.Cost == 0 {
		c.ofHex(i, "again", "paid again, but it costs nothing")
	}
	h.Face.check(func(field, said, names, text string) {
		c.ofHex(i, field, "%s", text)
		c.meant(said, names)
	})
}

func (c *checker) again(i int, list []string) {
	for _, colour := range list {
		if !slices.Contains(colors, colour) {
			c.ofHex(i, "again", "paid again for a tile of the colour %q, which is none", colour)
			c.meant(colour, "color")
		}
	}
}

// turns finds turns of tiles that are none.
func (c *checker) turns(i int) {
	h := &c.m.Hexes[i]
	for _, id := range slices.Sorted(maps.Keys(h.Turns)) {
		if c.m.Tile(id) == nil {
			c.ofHex(i, "turns", "turns of tile %s, which is none", id)
			c.meant(id, "tile")
		}
		for _, r := range h.Turns[id] {
			if r < 0 || r > 5 {
				c.ofHex(i, "turns", "tile %s is turned by %d, not 0 to 5", id, r)
			}
		}
	}
}

// tile finds what cannot be printed on a tile, and puts it on the list.
func (c *checker) tile(i int) {
	t := &c.m.Tiles[i]
	if t.ID == "" {
		c.ofTile(i, "id", "a tile has no number")
	}
	t.Face.check(func(field, said, names, text string) {
		c.ofTile(i, field, "%s", text)
		c.meant(said, names)
	})
	if _, twice := c.m.tileAt[t.ID]; twice {
		c.ofTile(i, "id", "it is in the list twice")
	} else {
		c.m.tileAt[t.ID] = i
	}
	for _, at := range t.Only {
		if c.m.Hex(at) == nil {
			c.ofTile(i, "only", "it lies only on %s, which is no hex", at)
			c.meant(at, "hex")
		}
	}
	t.prepare()
	for r := range t.turned {
		t.turned[r] = t.Face.turned(r)
		t.leads[r] = c.m.Layout.Exits(t.turned[r])
	}
}

// check finds what cannot be printed, tells of which word it is and which name of a
// kind is none.
func (f *Face) check(tell func(field, said, names, text string)) {
	if !slices.Contains(colors, f.Color) {
		tell("color", f.Color, "color", fmt.Sprintf("no colour %q", f.Color))
	}
	for _, s := range f.Stops {
		if !slices.Contains(kinds, s.Kind) {
			tell("stops", string(s.Kind), "kind", fmt.Sprintf("no kind of stop %q", s.Kind))
		}
		for _, colour := range slices.Sorted(maps.Keys(s.Revenue.By)) {
			if !slices.Contains(ages, colour) {
				tell("stops", colour, "age", fmt.Sprintf("a revenue for %q, which is no colour of a phase", colour))
			}
		}
	}
	f.checkTrack(func(format string, args ...any) { tell("track", "", "", fmt.Sprintf(format, args...)) })
}

// checkTrack finds track to stops that do not exist, track that joins nothing, and track that is listed
// twice.
func (f *Face) checkTrack(tell func(format string, args ...any)) {
	arms := 0
	seen := map[[2]End]bool{}
	for _, p := range f.Track {
		for _, e := range []End{p.A, p.B} {
			if n, ok := e.Stop(); ok && n >= len(f.Stops) {
				tell("track %s: no stop %d", p, n)
			}
			if e == junction {
				arms++
			}
		}
		ends := [2]End{min(p.A, p.B), max(p.A, p.B)}
		switch {
		case p.A == p.B:
			tell("track %s leads nowhere", p)
		case seen[ends]:
			tell("track %s is there twice", p)
		}
		seen[ends] = true
	}
	if arms == 1 {
		tell("one track alone leads to its junction")
	}
}

// String writes the track as data files do.
func (p Path) String() string {
	text := p.A.String() + "-" + p.B.String()
	if p.Terminal {
		text += "!"
	}
	return text
}

// String writes the end as data files do.
func (e End) String() string {
	if n, ok := e.Stop(); ok {
		return "s" + strconv.Itoa(n)
	}
	if e == junction {
		return "j"
	}
	return strconv.Itoa(int(e))
}
