package picture

import (
	"fmt"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/title"
)

// faced is a hex with the shapes of each of its stops.
type faced struct {
	c     *chart
	hex   string
	stops [][]shape
}

// facing draws a hex without words, its stops one by one.
func facing(c *chart, hex *board.Hex) faced {
	face := c.board.Face(hex.At)
	c.hex = hex.At
	c.stops[hex.At] = c.places(hex, face)
	at := c.stops[hex.At]
	out := faced{c: c, hex: hex.At}
	for i, st := range face.Stops {
		c.shapes = nil
		c.stop(hex, face, i, st, at[i])
		out.stops = append(out.stops, c.shapes)
	}
	c.shapes = nil
	return out
}

// reach is the radius of a circle with its line.
func reach(s shape) float64 {
	if s.stroke == "" {
		return s.radius
	}
	return s.radius + s.width/2
}

// overlap says which circles of two stops cover each other, and which leave the hex.
func (f faced) overlap() (out []string) {
	for i, one := range f.stops {
		for _, a := range one {
			if a.radius == 0 {
				continue
			}
			if far := f.c.outside(a.center, f.c.center(f.hex)) + reach(a); far > 0.1 {
				out = append(out, fmt.Sprintf("stop %d reaches %.1f over the edge of the hex", i, far))
			}
			for j, other := range f.stops[:i] {
				for _, b := range other {
					if d := reach(a) + reach(b) - a.center.minus(b.center).length(); b.radius > 0 && d > 0 {
						out = append(out, fmt.Sprintf("stops %d and %d share %.1f", j, i, d))
					}
				}
			}
		}
	}
	return out
}

// No circle of one stop covers one of another, or leaves its hex: on the printed map, and
// for each tile in each rotation.
func TestCirclesOfStopsStayApart(t *testing.T) {
	for _, ti := range titles.All() {
		start := engine.Fold([]engine.Event{engine.Started{Title: ti.Facts.Slug, Players: []string{"Amy", "Brian"}}})
		for i := range ti.Facts.Map.Hexes {
			hex := &ti.Facts.Map.Hexes[i]
			c := blank(ti, start)
			for _, fault := range facing(c, hex).overlap() {
				t.Errorf("%s, %s as printed: %s", ti.Facts.Slug, hex.At, fault)
			}
		}
		sheet, err := sheetOf(ti.Facts)
		if err != nil {
			t.Fatal(err)
		}
		bareTitle, s := bare(sheet)
		for i, tile := range ti.Facts.Map.Tiles {
			for rot := range 6 {
				c := blank(bareTitle, s.With(engine.TileLaid{Hex: sheetPlace(i), Tile: tile.ID, Rot: rot}))
				c.sheet = true
				for _, fault := range facing(c, c.board.Hex(sheetPlace(i))).overlap() {
					t.Errorf("%s, #%s turned by %d: %s", ti.Facts.Slug, tile.ID, rot, fault)
				}
			}
		}
	}
}

// No circle of a hex covers another, and no word lies on a circle, a label, what building costs, or another word: on
// the printed map, and with each tile that fits a hex, in each rotation.
func TestWordsOfHexesStayApart(t *testing.T) {
	testsize.SkipRace(t)
	for _, ti := range titles.All() {
		start := engine.Fold([]engine.Event{engine.Started{Title: ti.Facts.Slug, Players: []string{"Amy", "Brian"}}})
		printed := drawn(ti, start)
		for _, clash := range append(clashes(printed), glued(printed)...) {
			t.Errorf("%s as printed: %s", ti.Facts.Slug, clash)
		}
		n := 0
		for _, l := range fitting(ti, start) {
			if n++; n%testsize.Part(29, 29, 3, 1) > 0 && (!testsize.Whole() || len(ti.Facts.Map.Tile(l.Tile).Stops) < 2) {
				continue
			}
			laid := start.With(l)
			pos := ti.Position(laid)
			c := blankAt(ti, laid, pos)
			hex := c.board.Hex(l.Hex)
			for _, fault := range facing(c, hex).overlap() { // names and stations of the hex may make more circles
				t.Errorf("%s, #%s turned by %d on %s: %s", ti.Facts.Slug, l.Tile, l.Rot, l.Hex, fault)
			}
			c = blankAt(ti, laid, pos)
			c.laid(hex)
			c.halts(hex)
			c.words(hex)
			for _, clash := range append(clashes(&c.canvas), glued(&c.canvas)...) {
				t.Errorf("%s, #%s turned by %d on %s: %s", ti.Facts.Slug, l.Tile, l.Rot, l.Hex, clash)
			}
		}
		if n < 100 {
			t.Errorf("%s: only %d ways to lay a tile", ti.Facts.Slug, n)
		}
	}
}

// glued lists words that stand so near to each other in a line that they read as one.
func glued(c *canvas) (out []string) {
	words, _ := readings(c)
	for i, w := range words {
		for _, o := range words[i+1:] {
			gap := max(w.lo.x, o.lo.x) - min(w.hi.x, o.hi.x)
			if level := min(w.hi.y, o.hi.y) - max(w.lo.y, o.lo.y); level > nearEnough && gap >= 0 && gap < 1 {
				out = append(out, fmt.Sprintf("%q and %q read as one word", w.text, o.text))
			}
		}
	}
	return out
}

// fitting lists the ways in which a tile can lie on a hex, of whatever colour.
func fitting(ti *title.Title, start *engine.State) (out []engine.TileLaid) {
	printed := ti.Table(start).Board()
	for _, hex := range ti.Facts.Map.Hexes {
		for _, tile := range ti.Facts.Map.Tiles {
			if hex.Color == "red" || hex.Label != tile.Label && hex.Face.Label != tile.Label && len(tile.Only) == 0 {
				continue
			}
			for rot := range 6 {
				if _, err := printed.Fit(hex.At, tile.ID, rot); err == nil {
					out = append(out, engine.TileLaid{Hex: hex.At, Tile: tile.ID, Rot: rot})
				}
			}
		}
	}
	return out
}
