package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
)

// site returns a board with hex C5 in the middle of a blank map, with something printed on it.
func site(t testing.TB, printed, tileText string) *board.Board {
	t.Helper()
	text := blank("B4", "B6", "C3", "C7", "D4", "D6") + `, {"at": "C5", ` + printed + `}`
	return bare(newMap(t, pointy, text, tileText))
}

// fits tells in which rotations a tile may lie on C5, and where stops go.
func fits(b *board.Board, tile string) string {
	var out []string
	for rot := range 6 {
		if carry, err := b.Fit("C5", tile, rot); err == nil {
			out = append(out, fmt.Sprint(rot, carry))
		}
	}
	return strings.Join(out, " ")
}

const (
	plainWhite = `"color": "white"`
	oneCity    = `{"kind": "city", "slots": 1}`
	oneTown    = `{"kind": "town"}`
)

// A tile made for one place may lie nowhere else, however well it fits.
func TestFitsInItsPlaceOnly(t *testing.T) {
	b := site(t, plainWhite, `{"id": "8", "color": "yellow", "only": ["B4", "D4"], "track": ["0-2"]}`)
	if _, err := b.Fit("C5", "8", 0); err == nil || err.Error() != "tile 8 can be laid only on B4, D4" {
		t.Errorf("on C5: %v", err)
	}
	if _, err := b.Fit("D4", "8", 2); err != nil {
		t.Errorf("on D4: %v", err)
	}
}

// The terrain cost of a hex is told as long as some tile has to pay it.
func TestTerrainStillDue(t *testing.T) {
	paris := board.Hex{Cost: 40, Again: []string{"green", "brown"}}
	for laid, want := range map[string]int{"": 40, "yellow": 40, "green": 40, "brown": 0, "gray": 0} {
		if got := paris.Due(laid); got != want {
			t.Errorf("over a tile of colour %q: %d, want %d", laid, got, want)
		}
	}
	if river := (board.Hex{Cost: 80}); river.Due("") != 80 || river.Due("yellow") != 0 {
		t.Error("a river is paid once")
	}
}

// A hex may restrict the rotations of one tile, and no others.
func TestFitsAsTheHexTurnsIt(t *testing.T) {
	b := site(t, `"color": "white", "turns": {"8": [1, 4]}`, `{"id": "8", "color": "yellow", "track": ["0-2"]}, {"id": "9", "color": "yellow", "track": ["0-3"]}`)
	if got := fits(b, "8"); got != "1 [] 4 []" {
		t.Errorf("tile 8 fits turned by %s", got)
	}
	if got := fits(b, "9"); got != "0 [] 1 [] 2 [] 3 [] 4 [] 5 []" {
		t.Errorf("tile 9 fits turned by %s", got)
	}
	if _, err := b.Fit("C5", "8", 0); err == nil || err.Error() != "tile 8 cannot be turned that way in C5" {
		t.Errorf("turned by 0: %v", err)
	}
}

// An edge may lead to several cities (20-RU-59): each old city goes to the new city that keeps all its edges,
// and two old cities go to different ones.
func TestFitWithSeveralCitiesOnAnEdge(t *testing.T) {
	const list = `
		{"id": "M01", "color": "yellow", "stops": [{"kind": "city"}, {"kind": "city"}, {"kind": "town"}], "track": ["2-s0", "s0-5", "0-s1", "s1-3", "4-s2"]},
		{"id": "M01b", "color": "yellow", "stops": [{"kind": "town"}, {"kind": "city"}, {"kind": "city"}], "track": ["4-s0", "2-s1", "s1-5", "0-s2", "s2-3"]},
		{"id": "M02", "color": "green", "stops": [{"kind": "city"}, {"kind": "city"}, {"kind": "city"}],
			"track": ["3-s0", "s0-0", "s0-4", "5-s1", "s1-2", "s1-0", "1-s2", "s2-4", "s2-2"]},
		{"id": "M03", "color": "brown", "stops": [{"kind": "city"}], "track": ["0-s0", "1-s0", "2-s0", "3-s0", "4-s0", "5-s0"]},
		{"id": "Y", "color": "yellow", "stops": [{"kind": "city"}, {"kind": "city"}], "track": ["0-s0", "0-s1"]},
		{"id": "G", "color": "green", "stops": [{"kind": "city"}, {"kind": "city"}], "track": ["0-s0", "0-s1", "3-s1"]}`
	for _, c := range []struct{ old, tile, want string }{
		{"M01", "M02", "0 [1 0 2] 1 [2 1 0] 2 [0 2 1] 3 [1 0 2] 4 [2 1 0] 5 [0 2 1]"},
		{"M01b", "M02", "0 [2 1 0] 1 [0 2 1] 2 [1 0 2] 3 [2 1 0] 4 [0 2 1] 5 [1 0 2]"}, // the town has a choice, the cities have none
		{"M02", "M03", "0 [0 0 0] 1 [0 0 0] 2 [0 0 0] 3 [0 0 0] 4 [0 0 0] 5 [0 0 0]"},
		{"M02", "M01", ""},
		{"Y", "G", "0 [0 1]"}, // after a rotation by 3 only one city is left at the edge
		{"G", "Y", ""},
	} {
		b := site(t, plainWhite, list).With("C5", c.old, 0)
		if got := fits(b, c.tile); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.tile, c.old, got, c.want)
		}
	}
}

// Terrain is paid for the first tile, and again if the hex says so.
func TestTerrainPaidAgain(t *testing.T) {
	for _, c := range []struct {
		hex   board.Hex
		color string
		first bool
		want  int
	}{
		{board.Hex{Cost: 40}, "yellow", true, 40}, {board.Hex{Cost: 40}, "green", false, 0}, {board.Hex{}, "yellow", true, 0},
		{board.Hex{Cost: 40, Again: []string{"green"}}, "green", false, 40},
		{board.Hex{Cost: 40, Again: []string{"green"}}, "green", true, 40},
		{board.Hex{Cost: 40, Again: []string{"green"}}, "brown", false, 0},
	} {
		if got := c.hex.Price(&board.Tile{Face: board.Face{Color: c.color}}, c.first); got != c.want {
			t.Errorf("a %s tile, the first %v, on %+v costs %d, want %d", c.color, c.first, c.hex, got, c.want)
		}
	}
}

// Existing track must be kept: plain track between the same edges, and the track of a city at that city.
func TestFitKeepsTrack(t *testing.T) {
	const list = `
		{"id": "9", "color": "yellow", "track": ["0-3"]},
		{"id": "20", "color": "green", "track": ["0-3", "1-4"]},
		{"id": "24", "color": "green", "track": ["0-3", "0-2"]},
		{"id": "81", "color": "green", "track": ["0-j", "2-j", "4-j"]},
		{"id": "545", "color": "brown", "track": ["0-j", "1-j", "2-j", "3-j"]},
		{"id": "57", "color": "yellow", "stops": [{"kind": "city"}], "track": ["0-s0", "3-s0"]},
		{"id": "15", "color": "green", "stops": [{"kind": "city"}], "track": ["0-s0", "3-s0", "4-s0", "5-s0"]},
		{"id": "58", "color": "yellow", "stops": [{"kind": "town"}], "track": ["0-s0", "2-s0"]},
		{"id": "144", "color": "green", "stops": [{"kind": "town"}], "track": ["0-s0", "3-s0", "4-s0", "5-s0"]}`
	for _, c := range []struct{ old, tile, want string }{
		{"9", "20", "0 [] 2 [] 3 [] 5 []"},
		{"9", "24", "0 [] 3 []"},
		{"24", "20", ""}, // the curve would be lost
		{"24", "81", ""},
		{"24", "545", "0 []"},
		{"81", "545", ""},
		{"9", "57", ""}, // a city would be on plain track
		{"57", "9", ""},
		{"57", "15", "0 [0] 3 [0]"},
		{"57", "144", "0 [0] 3 [0]"}, // the chart decides about the kind of stop
		{"58", "144", "2 [0] 3 [0]"},
	} {
		if got := fits(site(t, plainWhite, list).With("C5", c.old, 0), c.tile); got != c.want {
			t.Errorf("%s over %s fits in %q, want %q", c.tile, c.old, got, c.want)
		}
	}
}

// Stops go where their track goes. A stop without track goes to a stop of its kind that no other goes to, if
// there is one.
func TestFitCarriesStops(t *testing.T) {
	const list = `
		{"id": "57", "color": "yellow", "stops": [{"kind": "city", "slots": 1}], "track": ["0-s0", "3-s0"]},
		{"id": "14", "color": "green", "stops": [{"kind": "city", "slots": 2}], "track": ["0-s0", "3-s0"]},
		{"id": "58", "color": "yellow", "stops": [{"kind": "town"}], "track": ["0-s0", "3-s0"]},
		{"id": "54", "color": "green", "stops": [{"kind": "city", "slots": 2}, {"kind": "city", "slots": 1}], "track": ["0-s0", "1-s0", "2-s1", "3-s1"]},
		{"id": "67", "color": "brown", "stops": [{"kind": "city", "slots": 2}, {"kind": "city", "slots": 2}], "track": ["0-s0", "3-s0", "2-s1", "4-s1"]},
		{"id": "55", "color": "yellow", "stops": [{"kind": "town"}, {"kind": "town"}], "track": ["0-s0", "3-s0", "1-s1", "4-s1"]},
		{"id": "88", "color": "green", "stops": [{"kind": "town"}, {"kind": "city", "slots": 1}], "track": ["0-s0", "1-s1"]}`
	for _, c := range []struct{ rule, stops, track, tile, want string }{
		{"a city without track", oneCity, "", "57", "0 [0] 1 [0] 2 [0] 3 [0] 4 [0] 5 [0]"},
		{"a city with track", oneCity, `"0-s0"`, "57", "0 [0] 3 [0]"},
		{"two cities joined", oneCity + "," + oneCity, `"0-s0", "3-s1"`, "14", "0 [0 0] 3 [0 0]"},
		{"two cities joined in too few circles", oneCity + "," + oneCity, `"0-s0", "3-s1"`, "57", ""},
		{"two cities are not joined where there are two", oneCity + "," + oneCity, `"0-s0", "2-s1"`, "67", "0 [0 1] 2 [1 0]"}, // by 4 they would be
		{"a circle is not lost", `{"kind": "city", "slots": 2}`, `"0-s0"`, "57", ""},
		{"two towns joined", oneTown + "," + oneTown, `"0-s0", "3-s1"`, "58", "0 [0 0] 3 [0 0]"},
		{"two cities apart", oneCity + "," + oneCity, `"0-s0", "3-s1"`, "54", "0 [0 1] 3 [1 0]"},
		{"a city is not torn", oneCity, `"0-s0", "3-s0"`, "54", ""},
		{"two stops of a hex joined to one", oneCity + "," + oneTown, `"0-s0", "3-s1", "s0-s1"`, "57", "0 [0 0] 3 [0 0]"},
		{"a town with track goes into the city", oneTown + "," + oneCity, `"0-s0", "3-s1"`, "57", "0 [0 0] 3 [0 0]"},
		{"a town without track vanishes", oneTown + "," + oneCity, "", "57", "0 [-1 0] 1 [-1 0] 2 [-1 0] 3 [-1 0] 4 [-1 0] 5 [-1 0]"},
		{"each kind finds its own", oneCity + "," + oneTown, "", "88", "0 [1 0] 1 [1 0] 2 [1 0] 3 [1 0] 4 [1 0] 5 [1 0]"},
		{"two cities without track go apart", oneCity + "," + oneCity, "", "54", "0 [0 1] 1 [0 1] 2 [0 1] 3 [0 1] 4 [0 1] 5 [0 1]"},
		{"two towns without track go apart", oneTown + "," + oneTown, "", "55", "0 [0 1] 1 [0 1] 2 [0 1] 3 [0 1] 4 [0 1] 5 [0 1]"},
		{"two cities without track for one", oneCity + "," + oneCity, "", "14", "0 [0 0] 1 [0 0] 2 [0 0] 3 [0 0] 4 [0 0] 5 [0 0]"},
		{"more cities than there are", oneCity + "," + oneCity + "," + oneCity, `"0-s1"`, "54", "0 [1 0 0] 3 [0 1 0] 4 [0 1 0] 5 [1 0 0]"},
		{"a city without track leaves the other its place", oneCity + "," + oneCity, `"0-s1"`, "54", "0 [1 0] 3 [0 1] 4 [0 1] 5 [1 0]"},
	} {
		b := site(t, fmt.Sprintf(`"color": "yellow", "stops": [%s], "track": [%s]`, c.stops, c.track), list)
		if got := fits(b, c.tile); got != c.want {
			t.Errorf("%s: %q, want %q", c.rule, got, c.want)
		}
	}
}

// The error of Fit names the tile, the hex and what is wrong.
func TestFitSaysWhyNot(t *testing.T) {
	b := bare(newMap(t, pointy, blank("C5", "C7")+`, {"at": "C3", "color": "gray"}`, `{"id": "9", "color": "yellow", "track": ["1-4"]},
		{"id": "8", "color": "yellow", "track": ["4-0"]}`))
	for rot, want := range map[int]string{
		0: "tile 9 would lead W from C5, where no track may go",
		1: "tile 9 would lead NW from C5, where no track may go",
	} {
		if _, err := b.Fit("C5", "9", rot); err == nil || err.Error() != want {
			t.Errorf("turned by %d: %v, want %s", rot, err, want)
		}
	}
	b = site(t, plainWhite, `{"id": "9", "color": "yellow", "track": ["1-4"]}`).With("C5", "9", 0)
	if _, err := b.Fit("C5", "9", 1); err == nil || err.Error() != "turned that way, tile 9 would not keep the track in C5" {
		t.Errorf("the same tile turned: %v", err)
	}
}

// New track is track that joins an edge to another edge or to a stop for the first time.
func TestAddedTrack(t *testing.T) {
	const list = `
		{"id": "9", "color": "yellow", "track": ["0-3"]},
		{"id": "24", "color": "green", "track": ["0-3", "0-2"]},
		{"id": "545", "color": "brown", "track": ["0-j", "1-j", "2-j", "3-j"]},
		{"id": "2", "color": "yellow", "stops": [{"kind": "city"}, {"kind": "city"}], "track": ["0-s0", "3-s1"]},
		{"id": "15", "color": "green", "stops": [{"kind": "city"}], "track": ["0-s0", "3-s0", "4-s0", "5-s0"]}`
	for _, c := range []struct {
		old, tile string
		want      []int
	}{
		{"", "9", []int{0, 3}},
		{"9", "24", []int{0, 2}},
		{"9", "545", []int{0, 1, 2, 3}},
		{"24", "545", []int{0, 1, 2, 3}}, // 0 and 3 are joined to 1 now
		{"", "15", []int{0, 3, 4, 5}},
		{"2", "15", []int{4, 5}}, // whichever of the cities the track led to
		{"9", "9", nil},
	} {
		b := site(t, plainWhite, list)
		if c.old != "" {
			b = b.With("C5", c.old, 0)
		}
		var got []int
		for e, added := range b.Added("C5", c.tile, 0) {
			if added {
				got = append(got, e)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s over %q adds track at %v, want %v", c.tile, c.old, got, c.want)
		}
	}
}

// With lays one tile and does not change the old board. On lays the given tiles.
func TestBoardsShowTheTilesLaid(t *testing.T) {
	const list = `{"id": "9", "color": "yellow", "track": ["0-3"]}`
	b := site(t, plainWhite, list)
	c := b.With("C5", "9", 1).With("C7", "9", 2)
	on := b.On(func(hex string) (string, int, bool) { return "9", 1, hex == "C5" })
	for _, x := range []struct {
		board *board.Board
		hex   string
		want  []int
	}{
		{b, "C5", nil}, {b, "C7", nil}, {c, "C5", []int{1, 4}}, {c, "C7", []int{2, 5}}, {c, "C3", nil},
		{on, "C5", []int{1, 4}}, {on, "C7", nil},
	} {
		if got := x.board.Face(x.hex).Exits(); !slices.Equal(got, x.want) {
			t.Errorf("%s has exits %v, want %v", x.hex, got, x.want)
		}
	}
}

func TestStopsAreThoseOfTheTileThatLies(t *testing.T) {
	b := site(t, `"color": "white", "stops": [{"kind": "city", "slots": 1, "revenue": 0}]`,
		`{"id": "57", "color": "yellow", "stops": [{"kind": "city", "slots": 1, "revenue": 20}], "track": ["0-s0"]}`)
	at := board.Spot{Hex: "C5"}
	if n := b.Stop(at).Revenue.In("yellow"); n != 0 {
		t.Errorf("the bare city pays %d", n)
	}
	if n := b.With("C5", "57", 4).Stop(at).Revenue.In("yellow"); n != 20 {
		t.Errorf("the tile pays %d", n)
	}
}

// A question about a hex that is not on the map gets no answer of another hex.
func TestHexOffTheMap(t *testing.T) {
	b := site(t, oneCityYellow, `{"id": "57", "color": "yellow", "stops": [{"kind": "city"}], "track": ["0-s0", "3-s0"]}`)
	for _, at := range []string{"Z9", "", "C6"} {
		if _, err := b.Fit(at, "57", 0); err == nil || !strings.Contains(err.Error(), "not on the map") {
			t.Errorf("a tile fits on %q: %v", at, err)
		}
		if f := b.Face(at); len(f.Stops)+len(f.Exits()) > 0 {
			t.Errorf("on %q lies %v", at, f)
		}
		for e := range 6 {
			if to, ok := b.Neighbour(at, e); ok || b.Open(at, e) {
				t.Errorf("edge %d of %q leads to %q", e, at, to)
			}
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a tile was laid on %q", at)
				}
			}()
			b.With(at, "57", 0)
		}()
	}
}

const oneCityYellow = `"color": "yellow", "stops": [` + oneCity + `], "track": ["0-s0", "3-s0"]`
