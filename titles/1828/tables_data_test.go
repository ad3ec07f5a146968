package t1828

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
)

// The printed values a second time: each table compares every value of one part of data.json with
// testdata/printed.

// printedAs compares the lines of a part of the data with what is printed.
func printedAs(t *testing.T, what string, got []string) {

	t.Helper()
	raw, err := os.ReadFile("testdata/printed/" + what + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimRight(string(raw), "\n"), "\n")
	if len(got) != len(want) {
		t.Errorf("%s: %d lines, %d are printed", what, len(got), len(want))
	}
	for i, line := range got {
		if i < len(want) && strings.TrimRight(line, " ") != strings.TrimRight(want[i], " ") {
			t.Errorf("%s: %q, printed is %q", what, line, want[i])
		}
	}
}

// pays returns revenue in words: "20", "yellow 30 brown 60".
func pays(r board.Revenue) string {
	if r.By == nil {
		return fmt.Sprint(r.Fixed)
	}
	var out []string
	for _, c := range slices.Sorted(maps.Keys(r.By)) {
		out = append(out, fmt.Sprint(c, " ", r.By[c]))
	}
	return strings.Join(out, " ")
}

// faceText returns a face in words: "green OO: city 40 1 slots | 0-s0 2-s1".
func faceText(f *board.Face) string {
	out := strings.TrimSpace(f.Color+" "+f.Label) + ":"
	for _, s := range f.Stops {
		out += fmt.Sprintf(" [%s %s, %d, %s %s]", s.Kind, pays(s.Revenue), s.Slots, s.Name, s.Group)
	}
	for _, p := range f.Track {
		out += " " + p.A.String() + "-" + p.B.String()
		if p.Terminal {
			out += "!"
		}
	}
	return out
}

// 11, 12.1, 13.1: the map.
func TestPrintedHexes(t *testing.T) {
	var got []string
	for _, h := range data.Map.Hexes {
		got = append(got, fmt.Sprint(h.At, " ", h.Name, " ", faceText(&h.Face), " cost ", h.Cost, " ", h.Terrain, " closed ", h.Blocked,
			" turns ", h.Turns, " kept ", h.Reserved, " ", h.Group, " then ", data.PrintedUpgrades[h.At]))
	}
	printedAs(t, "hexes", got)
}

// 14.1, 14.2, 14.3: the tiles and what replaces them.
func TestPrintedTiles(t *testing.T) {
	var got []string
	for _, tile := range data.Map.Tiles {
		got = append(got, fmt.Sprint(tile.ID, " x", tile.Count, " ", faceText(&tile.Face), " only ", tile.Only, " then ", data.Upgrades[tile.ID]))
	}
	printedAs(t, "tiles", got)
}

// 12.1, 28-MK-05, 28-MK-06: the stock market.
func TestPrintedMarket(t *testing.T) {
	var got []string
	for _, row := range data.Market.Cells {
		var cells []string
		for _, c := range row {
			if c == nil {
				cells = append(cells, "-")
				continue
			}
			cells = append(cells, strings.TrimSpace(fmt.Sprint(c.Price, " ", strings.Join(c.Zones, " "))))
		}
		got = append(got, strings.Join(cells, ", "))
	}
	printedAs(t, "market", got)
}

// 4, 13.1, 13.2, 15.3, 17: trains, phases, seats, companies and private companies.
func TestPrintedRest(t *testing.T) {
	var got []string
	add := func(x ...any) { got = append(got, fmt.Sprintln(x...)) }
	for _, x := range data.Trains {
		add(x.Name, x.Color, x.Price, x.Count, "rusts on", x.RustsOn, x.Stops, x.Majors, x.Pays, x.Times)
	}
	for _, x := range data.Phases {
		add(x.Name, "by", x.Train, x.Limits, x.Tiles, x.Offboard, x.Pars, x.Rounds)
	}
	for _, x := range data.Seats {
		add(x.Players, x.Cash, x.Certificates)
	}
	for _, x := range data.Companies {
		add(x.Sym, x.Name, x.Kind, x.Color, x.Text, x.Shares, x.Stations, x.Home)
	}
	for _, x := range data.Privates {
		add(x.Sym, x.Name, x.Kind, x.Value, x.Income, x.Blocks, x.Tokens)
	}
	add("bank", data.Bank)
	for i := range got {
		got[i] = strings.TrimRight(got[i], "\n")
	}
	printedAs(t, "rest", got)
}

// 4, 28-SU-05: a setup puts every piece somewhere, but for the red train that stays in the box.
func TestSetupIsComplete(t *testing.T) {
	if err := Title.CheckSetup(); err != nil {
		t.Error(err)
	}
}
