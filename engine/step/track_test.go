package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
)

// A company may build wherever a route touches a hex, and routes become longer where new track joins them.
func TestSites(t *testing.T) {
	tb := set(t, put("B6.1", Token("PRR", 0))...)
	sites := map[string]Site{}
	for _, s := range tb.Sites("PRR") {
		sites[s.Hex.At] = s
	}
	if len(sites) != 3 || sites["B6"].Hex == nil || sites["B8"].Hex == nil || sites["B10"].Hex == nil {
		t.Fatalf("PRR may build in %v, want B6, B8 and B10", sites)
	}
	hill := sites["B10"]
	tile := tb.F.Map.Tile("9")
	for rot, want := range []bool{false, true, false, false, true, false} {
		if hill.Touched(tile, rot) != want || hill.Lengthened(tile, rot) != want {
			t.Errorf("tile 9 turned by %d: touched %v, lengthened %v, want %v", rot, hill.Touched(tile, rot), hill.Lengthened(tile, rot), want)
		}
	}
	if s := sites["B8"]; !s.Touched(tb.F.Map.Tile("63"), 0) {
		t.Error("a tile on a stop in reach touches a route however it is turned")
	}
}

// Reach may begin at any stop and be blocked anywhere: for a charter that builds from a hex, or a marker that
// has just been removed.
func TestSitesFromAPlace(t *testing.T) {
	tb := set(t, put("B2.0", Token("PRR", 0), Token("NYC", 0))...)
	b := tb.Board()
	at := func(hex string, n int) board.Spot { return board.Spot{Hex: hex, N: n} }
	for _, c := range []struct {
		from    []board.Spot
		blocked string
		want    string
	}{
		{[]board.Spot{at("B8", 0)}, "", "[B10 B6 B8]"},
		{[]board.Spot{at("B6", 0), at("B6", 1)}, "", "[B10 B2 B4 B6 B8]"},
		{[]board.Spot{at("B6", 1)}, "B8.0", "[B6 B8]"},
		{nil, "", "[]"},
	} {
		reach := b.Reach(c.from, func(s board.Spot) bool { return s.String() == c.blocked })
		got := []string{}
		for _, s := range tb.SitesIn(b, reach) {
			if s.Reach != reach || s.Board != b {
				t.Error("a site of another reach")
			}
			got = append(got, s.Hex.At)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("from %v, stopped at %q: %v, want %s", c.from, c.blocked, got, c.want)
		}
	}
}

// A marker that moves may return to its own hex.
func TestFreeCitiesBesideTheMarkersThatStay(t *testing.T) {
	tb := set(t, put("B2.0", Token("PRR", 0))...)
	b := tb.Board()
	left := []board.Spot{{Hex: "B2"}}
	reach := b.Reach(left, func(board.Spot) bool { return false })
	for want, markers := range map[string][]board.Spot{"[B2.0 B6.0]": nil, "[B6.0]": left, "[B2.0]": {{Hex: "B6", N: 1}}} {
		if got := fmt.Sprint(tb.FreeIn(b, reach, markers)); got != want {
			t.Errorf("beside %v: %s, want %s", markers, got, want)
		}
	}
}

// Only rotations that fit and are allowed are offered.
func TestRotations(t *testing.T) {
	tb := set(t)
	s := Site{Table: tb, Board: tb.Board(), Hex: tb.F.Map.Hex("B6")}
	label := func(rot int) string { return fmt.Sprint("turned by ", rot) }
	offered := func(allowed func(int) bool) (out []string) {
		for _, o := range s.Rotations(tb.F.Map.Tile("63"), allowed, label) {
			out = append(out, strings.Join(o.Args, " ")+", "+o.Label)
		}
		return out
	}
	if got := offered(func(int) bool { return true }); !slices.Equal(got, []string{"B6 63 0, turned by 0", "B6 63 3, turned by 3"}) {
		t.Errorf("offered %q", got)
	}
	if got := offered(func(rot int) bool { return rot > 0 }); !slices.Equal(got, []string{"B6 63 3, turned by 3"}) {
		t.Errorf("offered %q", got)
	}
}

// Markers in cities that become one city are in that city afterwards. During the step both look the same.
func TestLayMovesWhatStandsInTheCities(t *testing.T) {
	tb := set(t, slices.Concat(put("B6.0", Token("NYC", 0)), put("B6.1", Token("PRR", 0), Keep("PRR")))...)
	tb = play(t, tb, func(t *engine.Turn, tb Table) { Lay(t, tb, "B6", "63", 3) })
	if got := fmt.Sprint(tb.S.At("B6.0"), tb.S.At("B6.1")); got != "[token:NYC:0 token:PRR:0 keep:PRR] []" {
		t.Errorf("in B6 stand %s", got)
	}
	if l, _ := tb.S.Tile("B6"); l.Tile != "63" || l.Rot != 3 {
		t.Errorf("in B6 lies %v", l)
	}
}

// Terrain is paid once, for the first tile.
func TestTerrainCostsOnce(t *testing.T) {
	tb := set(t)
	nine := tb.F.Map.Tile("9")
	again := set(t, engine.TileLaid{Hex: "B10", Tile: "9", Rot: 1})
	if a, b, c := tb.TerrainDue("B10"), again.TerrainDue("B10"), tb.TerrainDue("B4"); a != 20 || b != 0 || c != 0 {
		t.Errorf("due: %d, %d after the first tile, %d where there is no terrain", a, b, c)
	}
	again.F.Map.Hex("B10").Again = []string{"brown"}
	if a, b := again.TerrainDue("B10"), again.TileCost("B10", tb.F.Map.Tile("63")); a != 20 || b != 20 {
		t.Errorf("paid again: %d is due, a 63 costs %d", a, b)
	}
	for want, table := range map[int]Table{20: tb, 0: set(t, engine.TileLaid{Hex: "B10", Tile: "9", Rot: 1})} {
		if n := table.TileCost("B10", nine); n != want {
			t.Errorf("a 9 on B10 costs %d, want %d", n, want)
		}
	}
}

func TestTilesLeft(t *testing.T) {
	tb := set(t) // tile 9 is on B4
	if n, limited := tb.TilesLeft("9"); n != 1 || !limited {
		t.Errorf("%d of tile 9 are left (%v)", n, limited)
	}
	if _, limited := tb.TilesLeft("8"); limited {
		t.Error("tile 8 never runs out")
	}
}

func TestLaysAreLabelled(t *testing.T) {
	tb := set(t)
	if got := tb.LayLabel("B6", tb.F.Map.Tile("63"), 0, 40); got != "Twins, brown, exits W-E, $40" {
		t.Errorf("%q", got)
	}
	if got := tb.LayLabel("B6", tb.F.Map.Tile("63"), 0, 1); got != "Twins, brown, exits W-E, $1" {
		t.Errorf("%q", got)
	}
	if got := tb.LayLabel("B10", tb.F.Map.Tile("9"), 1, 0); got != "yellow, exits W-E" {
		t.Errorf("%q", got)
	}
	if a, b := tb.HexName("B2"), tb.HexName("B4"); a != "Erie B2" || b != "B4" {
		t.Errorf("%q and %q", a, b)
	}
}

// The name of a city finds the city, and nothing else does.
func TestCitiesAreFoundByTheirNames(t *testing.T) {
	b := set(t).Board()
	for _, c := range []struct {
		at   board.Spot
		name string
	}{{board.Spot{Hex: "B2"}, "B2"}, {board.Spot{Hex: "B6"}, "B6 W"}, {board.Spot{Hex: "B6", N: 1}, "B6 E"}, {board.Spot{Hex: "B8"}, "B8"}} {
		if got := strings.Join(SpotName(b, c.at), " "); got != c.name {
			t.Errorf("%v is called %q, want %q", c.at, got, c.name)
		}
		if at, ok := SpotNamed(b, strings.Fields(c.name)); !ok || at != c.at {
			t.Errorf("%q is %v, %v, want %v", c.name, at, ok, c.at)
		}
	}
	for _, name := range []string{"B6", "B6 NW", "B4", "B2 E"} {
		if at, ok := SpotNamed(b, strings.Fields(name)); ok {
			t.Errorf("%q is %v", name, at)
		}
	}
}

// A city is named by all edges that lead to it, including those that lead to another city too.
func TestCitiesThatShareAnEdge(t *testing.T) {
	city := board.Stop{Kind: board.City}
	s := board.StopEnd
	m, err := board.NewMap(board.Layout{Pointy: true}, []board.Hex{{At: "B2", Face: board.Face{Color: "white", Stops: []board.Stop{city, city},
		Track: []board.Path{{A: 3, B: s(0)}, {A: 0, B: s(0)}, {A: 0, B: s(1)}, {A: 5, B: s(1)}}}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := m.On(func(string) (string, int, bool) { return "", 0, false })
	for n, want := range []string{"B2 SW-NE", "B2 SW-SE"} {
		name := SpotName(b, board.Spot{Hex: "B2", N: n})
		if back, ok := SpotNamed(b, name); strings.Join(name, " ") != want || !ok || back.N != n {
			t.Errorf("city %d is called %q and found at %v, want %q", n, name, back, want)
		}
	}
}

// A marker may go to cities in reach with a free space, only one for each hex.
func TestFreeCities(t *testing.T) {
	home := put("B2.0", Token("PRR", 0))
	for _, c := range []struct {
		rule string
		log  []engine.Event
		want string
	}{
		{"over track", home, "[B6.0]"},
		{"not where none is free", slices.Concat(home, put("B6.0", Token("NYC", 0))), "[]"},
		{"not where the space is kept", slices.Concat(home, put("B6.0", Keep("NYC"))), "[]"},
		{"not twice in a hex", slices.Concat(home, put("B6.1", Token("PRR", 1))), "[]"},
		{"not without a station", nil, "[]"},
	} {
		tb := set(t, c.log...)
		if got := fmt.Sprint(tb.FreeCities(tb.Board(), "PRR")); got != c.want {
			t.Errorf("%s: %s, want %s", c.rule, got, c.want)
		}
	}
}

// Stops without track to an edge have different names too.
func TestBareCitiesAreFoundByTheirNames(t *testing.T) {
	city, town := board.Stop{Kind: board.City}, board.Stop{Kind: board.Town}
	m, err := board.NewMap(board.Layout{Pointy: true}, []board.Hex{
		{At: "B2", Face: board.Face{Color: "white", Stops: []board.Stop{town, city, city, city}, Track: []board.Path{{A: 1, B: board.StopEnd(2)}}}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := m.On(func(string) (string, int, bool) { return "", 0, false })
	for n, want := range []string{"B2 town", "B2 city", "B2 W", "B2 city 2"} {
		at := board.Spot{Hex: "B2", N: n}
		name := SpotName(b, at)
		if strings.Join(name, " ") != want {
			t.Errorf("%v is called %q, want %q", at, name, want)
		}
		if back, ok := SpotNamed(b, name); !ok || back != at {
			t.Errorf("%q is %v, %v", name, back, ok)
		}
	}
	if at, ok := SpotNamed(b, []string{"Z9", "city"}); ok {
		t.Errorf("a city off the map is %v", at)
	}
}
