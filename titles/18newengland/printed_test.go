package t18newengland

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
	"pbem/engine/enginetest"
	"pbem/engine/facts"
)

// hexes lists the hexes for which is is true, in order.
func hexes(is func(board.Hex) bool) string { return enginetest.Where(data.Map, is) }

// NE-TR-07, NE-TR-08: what the terrain costs.
func TestTerrain(t *testing.T) { // 11.3
	for cost, want := range map[int]string{
		20: "A10 A12 A14 A18 A8 B15 B7 D13 G12 G2 G4 G8 J3 J9 K10 K4 L3",
		40: "D11 D5 D7 D9 E10 E6 E8 F5 H5 H7",
	} {
		if got := hexes(func(h board.Hex) bool { return h.Cost == cost }); got != want {
			t.Errorf("$%d: %s, want %s", cost, got, want)
		}
	}
	if got := hexes(func(h board.Hex) bool { return h.Cost > 0 && h.Cost != 20 && h.Cost != 40 }); got != "" {
		t.Errorf("other terrain in %s", got)
	}
}

// NE-TR-09, NE-TR-11: what is printed on the hexes that take tiles.
func TestPrintedStops(t *testing.T) { // 11.3
	for what, want := range map[string]string{
		"white city":            "A12 B5 D13 D15 E12 E4 G4 H13",
		"white town":            "B17 B9 C4 E14 F11 G14 G6 I14 J5 K8 M4",
		"white town city":       "L7",
		"yellow city":           "B11 G10 I6 J3 K10",
		"yellow city city":      "B3 G8 L5",
		"yellow city city city": "F13",
		"yellow city town":      "K4",
	} {
		if got := hexes(func(h board.Hex) bool { return enginetest.Printed(h) == what }); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
}

// NE-RT-06, NE-RT-11: every route ends at a red area, which earns by the colour
// of the phase.
func TestRedAreas(t *testing.T) { // 8, 11.1, 11.5
	want := map[string][4]int{"A2": {0, 20, 30, 30}, "B19": {40, 50, 70, 100}, "E2": {30, 40, 50, 60}, "J1": {20, 30, 40, 60}, "L1": {20, 30, 40, 60}}
	for _, h := range data.Map.Hexes {
		if h.Color != "red" {
			continue
		}
		stop := h.Stops[0]
		for i, colour := range []string{"yellow", "green", "brown", "gray"} {
			if got := stop.Revenue.In(colour); got != want[h.At][i] {
				t.Errorf("%s earns %d in %s, want %v", h.At, got, colour, want[h.At])
			}
		}
		for _, p := range h.Track {
			if stop.Kind != board.Offboard && !p.Terminal {
				t.Errorf("a route goes on through %s", h.At)
			}
		}
		delete(want, h.At)
	}
	if len(want) > 0 {
		t.Errorf("%v are no red areas", want)
	}
}

// NE-TR-04: how many there are of each tile, and which never run out.
func TestTileCounts(t *testing.T) { // 11.3, 19
	var got []string
	for _, tile := range data.Map.Tiles {
		got = append(got, fmt.Sprintf("%s:%d", tile.ID, tile.Count))
	}
	want := "3:5 4:5 6:8 7:0 8:0 9:0 58:5 14:4 15:4 16:2 19:2 20:2 23:5 24:5 25:4 26:2 27:2 28:2 29:2 30:2 31:2 87:4 88:4 204:4 " +
		"207:1 619:4 622:1 X1:1 X2:1 X3:1 39:2 40:2 41:2 42:2 43:2 44:2 45:2 46:2 47:2 63:7 70:2 611:3 216:2 911:4 X4:1 X5:1 X6:1 X7:1 X8:1 X9:1"
	if have := strings.Join(got, " "); have != want {
		t.Errorf("tiles %s", have)
	}
}

// NE-TR-10, NE-TR-17, NE-TR-18, NE-TR-19, NE-TR-20: what comes next on printed hexes that are not
// plain. The track to keep limits the rotations.
func TestPrintedUpgrades(t *testing.T) { // 11.3, 19
	want := map[string]string{
		"L7": "6", "M4": "3", "K4": "14 15 619", "G8": "14 15 619", "I6": "14 15 619", "J3": "14 15 619", "B11": "14 15 619",
		"B3": "207 622", "K10": "207 622", "L5": "X1", "G10": "X2", "F13": "X3",
	}
	if len(data.PrintedUpgrades) != len(want) {
		t.Errorf("%d printed hexes have a row of their own", len(data.PrintedUpgrades))
	}
	for at, want := range want {
		if got := strings.Join(data.PrintedUpgrades[at], " "); got != want {
			t.Errorf("%s takes %s, want %s", at, got, want)
		}
	}
}

// NE-TN-01, NE-TN-02, NE-TN-03, NE-TR-03, NE-PH-01 to NE-PH-06: trains and phases.
func TestTrainsAndPhases(t *testing.T) { // 8, 11.7
	var got []string
	for _, tr := range data.Trains {
		got = append(got, fmt.Sprintf("%s %d x%d rusts %q express %v", tr.Name, tr.Price, tr.Count, tr.RustsOn, tr.Express))
	}
	for _, p := range data.Phases {
		got = append(got, phaseRow(p))
	}
	want := []string{
		`2 100 x10 rusts "4" express false`, `3 180 x7 rusts "6E" express false`, `4 300 x4 rusts "8E" express false`,
		`5E 500 x4 rusts "" express true`, `6E 600 x3 rusts "" express true`, `8E 800 x0 rusts "" express true`,
		"phase 2 by : minors 2, majors 4, yellow, red areas yellow",
		"phase 3 by 3: minors 2, majors 4, yellow green, red areas green",
		"phase 4 by 4: minors 1, majors 3, yellow green, red areas green",
		"phase 5 by 5E: minors 1, majors 3, yellow green brown, red areas brown",
		"phase 6 by 6E: minors 1, majors 2, yellow green brown, red areas brown",
		"phase 8 by 8E: minors 1, majors 2, yellow green brown gray, red areas gray",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

func phaseRow(p facts.Phase) string {
	return fmt.Sprintf("phase %s by %s: minors %d, majors %d, %s, red areas %s",
		p.Name, p.Train, p.Limits[minor], p.Limits[major], strings.Join(p.Tiles, " "), p.Offboard)
}
