package step

import (
	"os"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/route"
)

// coast is the invented title from the tests of facts. Off its map Abroad pays 60 in brown and 100 to a D.
// The town Easton pays 10, and 80 to a D.
func coast(t *testing.T, events ...engine.Event) Table {
	t.Helper()
	data, err := os.ReadFile("../facts/testdata/coast.json")
	if err != nil {
		t.Fatal(err)
	}
	f, err := facts.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return Table{S: engine.Fold(append([]engine.Event{engine.Started{Players: []string{"Amy", "Brian"}}}, events...)), F: f}
}

// A value that belongs to a train is paid to that train in every phase, and to no other. The best runs use
// it, and so do runs of players.
func TestValuesThatBelongToATrain(t *testing.T) {
	// a station in the city A4; a tile leads from it to Abroad
	tb := coast(t, engine.TileLaid{Hex: "A4", Tile: "57", Rot: 1}, engine.Moved{Piece: Token("NR", 0), To: "A4.0"})
	for _, c := range []struct {
		trains, colour string
		bonus, total   int
	}{
		{"2", "yellow", 0, 20 + 30},
		{"2", "brown", 0, 20 + 60},
		{"D", "yellow", 0, 20 + 100},
		{"D", "brown", 0, 20 + 100},
		{"D", "brown", 5, 25 + 105},
		{"2", "brown", 5, 25 + 65},
	} {
		b := tb.Board()
		g := b.Network(tb.Stations("NR"), func(at board.Spot, s *route.Stop) {
			s.Revenue, s.Token = b.Stop(at).Revenue.In(c.colour), at.Hex == "A4"
			s.Add(c.bonus)
		})
		runs := NewRuns(g, []route.Train{tb.F.Train(c.trains).Run()}, dollars)
		if got := runs.Result(); got.Total != c.total || !got.Proven {
			t.Errorf("a %s in %s runs for %d, proven %v, want %d", c.trains, c.colour, got.Total, got.Proven, c.total)
		}
		if _, got, err := runs.Read(strings.Fields("A4 A6")); err != nil || got != c.total {
			t.Errorf("a %s in %s said to run A4 A6 earns %d, want %d: %v", c.trains, c.colour, got, c.total, err)
		}
	}
	if got := tb.F.Map.Hex("A6").Stops[0].Revenue.Trains["D"]; got != 100 {
		t.Errorf("a bonus changed the facts: %d", got)
	}
}

// Two kinds of terrain are paid together, and each may be free by itself.
func TestTwoKindsOfTerrain(t *testing.T) {
	tb := coast(t)
	hex, tile := tb.F.Map.Hex("B3"), tb.F.Map.Tile("9")
	if got := tb.TileCost("B3", tile); got != 80 || hex.Cost != 80 || hex.Terrain != "mountain and river" || tb.TerrainDue("B3") != 80 {
		t.Errorf("a tile on B3 costs %d; the hex %d for %s", got, hex.Cost, hex.Terrain)
	}
	for kind, want := range map[string]int{"mountain": 20, "river": 60, "swamp": 80} {
		if got := tb.TileCostWithout("B3", tile, func(k string) bool { return k == kind }); got != want {
			t.Errorf("where %s is free a tile costs %d, want %d", kind, got, want)
		}
	}
	laid := coast(t, engine.TileLaid{Hex: "B3", Tile: "9", Rot: 1}, engine.TileLaid{Hex: "D3", Tile: "9", Rot: 1})
	if b3, d3 := laid.TileCost("B3", laid.F.Map.Tile("19")), laid.TileCost("D3", laid.F.Map.Tile("19")); b3 != 0 || d3 != 60 {
		t.Errorf("an upgrade costs %d on B3 and %d on D3, where it is paid again", b3, d3)
	}
}
