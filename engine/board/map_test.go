package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
)

// blank is a white hex of each coordinate.
func blank(at ...string) string {
	var list []string
	for _, a := range at {
		list = append(list, fmt.Sprintf(`{"at": %q, "color": "white"}`, a))
	}
	return strings.Join(list, ",")
}

// around returns the hexes around one, by compass name.
func around(m *board.Map, at string) map[string]string {
	out := map[string]string{}
	for e := range 6 {
		if n, ok := m.Neighbour(at, e); ok {
			out[m.Layout.Compass(e)] = n
		}
	}
	return out
}

func TestNeighboursOverEveryEdge(t *testing.T) {
	for _, c := range []struct {
		name   string
		layout board.Layout
		center string
		want   map[string]string
	}{
		{"flat, letters count columns", flat, "C4", map[string]string{"S": "C6", "SW": "B5", "NW": "B3", "N": "C2", "NE": "D3", "SE": "D5"}},
		{"flat, letters count rows", board.Layout{Letters: board.Rows}, "C4", map[string]string{"S": "E4", "SW": "D3", "NW": "B3", "N": "A4", "NE": "B5", "SE": "D5"}},
		{"pointy, letters count rows", pointy, "C4", map[string]string{"SW": "D3", "W": "C2", "NW": "B3", "NE": "B5", "E": "C6", "SE": "D5"}},
		{"pointy, letters count columns", board.Layout{Pointy: true}, "C4", map[string]string{"SW": "B5", "W": "A4", "NW": "B3", "NE": "D3", "E": "E4", "SE": "D5"}},
		{"small letters lie before A", flat, "a2", map[string]string{"S": "a4", "SW": "b3", "NW": "b1", "NE": "A1", "SE": "A3"}},
		{"AA follows Z", pointy, "Z10", map[string]string{"SW": "AA9", "W": "Z8", "NW": "Y9", "NE": "Y11", "E": "Z12", "SE": "AA11"}},
	} {
		var all []string
		for _, at := range c.want {
			all = append(all, at)
		}
		m := newMap(t, c.layout, blank(append(all, c.center)...), "")
		if got := around(m, c.center); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: around %s lie %v, want %v", c.name, c.center, got, c.want)
		}
	}
}

// The neighbour over an edge has the hex over its opposite edge, and its position is where the geometry says.
func TestNeighboursAreMutualAndWhereTheirMiddlesSay(t *testing.T) {
	for _, slug := range []string{"1817", "18newengland"} {
		m := titleMap(t, slug)
		pairs := 0
		for i := range m.Hexes {
			at := m.Hexes[i].At
			for e := range 6 {
				over, ok := m.Neighbour(at, e)
				if want := hexOver(m, at, e); over != want {
					t.Errorf("%s: %s of %s lies %q, want %q", slug, m.Layout.Compass(e), at, over, want)
				}
				if !ok {
					continue
				}
				pairs++
				if back, _ := m.Neighbour(over, (e+3)%6); back != at {
					t.Errorf("%s: back from %s to %s lies %q", slug, over, at, back)
				}
			}
		}
		if pairs < 300 {
			t.Errorf("%s: only %d sides between hexes", slug, pairs)
		}
	}
}

func TestCompassNamesAreReadInAnyCase(t *testing.T) {
	for _, layout := range []board.Layout{flat, pointy} {
		for e := range 6 {
			name := layout.Compass(e)
			for _, text := range []string{name, strings.ToLower(name)} {
				if got, ok := layout.Edge(text); !ok || got != e {
					t.Errorf("%+v: %s is edge %d, %v, want %d", layout, text, got, ok, e)
				}
			}
		}
	}
	for layout, wrong := range map[board.Layout]string{flat: "E", pointy: "N"} {
		if e, ok := layout.Edge(wrong); ok {
			t.Errorf("%+v: %s is edge %d", layout, wrong, e)
		}
	}
}

// Track may not go off the map, over a blocked border from either side, or into the blank side of a hex that
// takes no tile.
func TestOpenEdges(t *testing.T) {
	m := newMap(t, pointy, `
		{"at": "B4", "color": "white", "blocked": [0]},
		{"at": "B2", "color": "red", "stops": [{"kind": "offboard"}], "track": ["4-s0"]},
		{"at": "A3", "color": "gray", "track": ["1-4"]},
		{"at": "A5", "color": "blue"},
		{"at": "B6", "color": "yellow"},
		{"at": "C3", "color": "white"},
		{"at": "C5", "color": "white", "blocked": [2]}`, "")
	for _, c := range []struct {
		at, edge string
		open     bool
	}{
		{"B4", "W", true},   // track comes from the off-board
		{"B4", "NW", false}, // the gray hex is blank on that side
		{"B4", "NE", false}, // so is the sea
		{"B4", "E", true},   // a yellow hex may be upgraded
		{"B4", "SE", false}, // blocked by C5
		{"B4", "SW", false}, // blocked by B4 itself
		{"C3", "NE", false},
		{"A5", "SW", true},
		{"A3", "SW", false}, // the off-board is blank on that side
		{"B6", "E", false},  // off the map
	} {
		if e, _ := m.Layout.Edge(c.edge); m.Open(c.at, e) != c.open {
			t.Errorf("%s of %s: open is %v", c.edge, c.at, !c.open)
		}
	}
	if at, ok := m.Neighbour("C3", 3); ok {
		t.Errorf("over the border that B4 blocks C3 has the neighbour %s", at)
	}
}

func TestSpotsAreReadAsWritten(t *testing.T) {
	for _, want := range []board.Spot{{Hex: "G10", N: 0}, {Hex: "a2", N: 1}, {Hex: "AA11", N: 12}} {
		if got, ok := board.ParseSpot(want.String()); !ok || got != want {
			t.Errorf("%v is read as %v, %v", want, got, ok)
		}
	}
	for _, text := range []string{"", "G10", "G10.", ".1", "G10.x", "p1", "ipo:PRR"} {
		if got, ok := board.ParseSpot(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestUnknownHexesAndTilesAreNil(t *testing.T) {
	m := newMap(t, flat, blank("A1"), `{"id": "7", "color": "yellow", "track": ["0-1"]}`)
	if m.Hex("A1") == nil || m.Tile("7") == nil || m.Hex("A3") != nil || m.Tile("8") != nil {
		t.Error("want hex A1 and tile 7 and nothing else")
	}
}

// An inconsistent map is refused with a sentence that names the fault.
func TestFaultsOfAMapAreNamed(t *testing.T) {
	for _, c := range []struct{ hexes, tiles, want string }{
		{blank("A1", "A1"), "", "A1: it is on the map twice"},
		{blank("11"), "", `"11"`},
		{blank("A"), "", `"A"`},
		{blank("A1x"), "", `"A1x"`},
		{blank("A-1"), "", `"A-1"`},
		{blank("ABC1"), "", `"ABC1"`},
		{blank("A1", "B2", "C2"), "", "hex C2: it lies between"},
		{`{"at": "A1", "color": "pink"}`, "", `A1: no colour "pink"`},
		{`{"at": "A1", "color": "white", "blocked": [6]}`, "", "A1: no edge 6"},
		{`{"at": "A1", "color": "white", "reserved": {"PRR": 0}}`, "", "A1: no stop 0 for PRR"},
		{`{"at": "A1", "color": "gray", "track": ["1-s0"]}`, "", "A1: track 1-s0: no stop 0"},
		{`{"at": "A1", "color": "gray", "stops": [{"kind": "village"}]}`, "", `A1: no kind of stop "village"`},
		{blank("A1"), `{"id": "7", "color": "yellow", "track": ["1-1"]}`, "tile 7: track 1-1 leads nowhere"},
		{blank("A1"), `{"id": "7", "color": "yellow", "track": ["j-j"]}`, "tile 7: track j-j leads nowhere"},
		{blank("A1"), `{"id": "7", "color": "yellow", "track": ["1-j"]}`, "tile 7: one track alone leads to its junction"},
		{blank("A1"), `{"id": "7", "color": "yellow", "track": ["1-2", "2-1"]}`, "tile 7: track 2-1 is there twice"},
		{blank("A1"), `{"id": "7", "color": "yellow"}, {"id": "7", "color": "green"}`, "tile 7: it is in the list twice"},
		{blank("A1"), `{"id": "", "color": "yellow"}`, "a tile has no number"},
	} {
		_, err := board.NewMap(flat, hexes(t, c.hexes), tiles(t, c.tiles))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %s", c.hexes, c.tiles, err, c.want)
		}
	}
}

// A tile fits nowhere in more ways than it has different rotations: a symmetric tile rotated by its symmetry
// is the same tile.
func TestSymmetricTilesLookTheSame(t *testing.T) {
	m := newMap(t, flat, blank("A1"), `
		{"id": "9", "color": "yellow", "track": ["0-3"]},
		{"id": "63", "color": "brown", "stops": [{"kind": "city"}], "track": ["0-s0", "1-s0", "2-s0", "3-s0", "4-s0", "5-s0"]},
		{"id": "81", "color": "green", "track": ["0-j", "2-j", "4-j"]},
		{"id": "8", "color": "yellow", "track": ["0-2"]}`)
	for id, turns := range map[string]int{"9": 3, "63": 1, "81": 2, "8": 6} {
		seen := map[string]bool{}
		for rot := range 6 {
			var track []string
			for _, p := range m.Tile(id).Turned(rot).Track {
				track = append(track, fmt.Sprint(min(p.A, p.B), max(p.A, p.B)))
			}
			slices.Sort(track)
			seen[fmt.Sprint(track)] = true
		}
		if len(seen) != turns {
			t.Errorf("tile %s has %d different turns, want %d", id, len(seen), turns)
		}
	}
}
