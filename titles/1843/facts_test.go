package t1843

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
	"pbem/engine/enginetest"
	"pbem/engine/market"
)

// 43-SU-01: capital and certificate limit of table 1.
func TestSeats(t *testing.T) { // 4
	var got []string
	for _, s := range data.Seats {
		got = append(got, fmt.Sprintf("%d %s %d", s.Players, data.Money(s.Cash), s.Certificates))
	}
	enginetest.Rows(t, got, `
2 1200fr 36
3 800fr 24
4 600fr 18
5 480fr 15
6 400fr 12`)
	if data.Bank != 0 {
		t.Errorf("the bank has %d", data.Bank)
	}
}

// 43-SU-08, 43-TB-05, 43-TR-06, 43-SR-15, 43-PH-01 to 06: table 2 and section 14.
func TestPhases(t *testing.T) { // 5, 14
	var got []string
	for _, p := range data.Phases {
		got = append(got, fmt.Sprintf("%s by %q: %d rounds, %d/%d, tiles %s, pars %s", p.Name, p.Train, p.Rounds,
			p.Limits["trains"], p.Limits["certificates"], strings.Join(p.Tiles, " "), strings.Join(p.Pars, " ")))
	}
	enginetest.Rows(t, got, `
yellow by "": 1 rounds, 4/4, tiles yellow, pars par_yellow
green by "4+1": 2 rounds, 4/4, tiles yellow green, pars par_yellow par_green
blue by "5+2": 2 rounds, 3/3, tiles yellow green, pars par_yellow par_green par_blue
brown by "5E": 3 rounds, 3/2, tiles yellow green brown, pars par_yellow par_green par_blue par_brown
red by "8E": 3 rounds, 2/2, tiles yellow green brown, pars par_yellow par_green par_blue par_brown
gray by "Electric": 4 rounds, 2/2, tiles yellow green brown gray, pars par_yellow par_green par_blue par_brown`)
}

// 43-SU-04, 43-ST-02, 43-ST-03, R-1: table 3, and the price of each marker.
func TestCompanies(t *testing.T) { // 8.5.1, 11.1
	var got []string
	for _, c := range data.Companies {
		got = append(got, fmt.Sprint(c.Sym, " ", c.Home, " ", c.Stations, " ", c.Shares))
	}
	enginetest.Rows(t, got, `
EST H25 [0 40 100 100] [2 1 1 1 1 1 1 1 1]
ETA H15 [0 40 100 100] [2 1 1 1 1 1 1 1 1]
MID J9 [0 40 100 100] [2 1 1 1 1 1 1 1 1]
NOR C20 [0 40] [2 1 1 1 1 1 1 1 1]
OU D9 [0 40 100] [2 1 1 1 1 1 1 1 1]
PLM J17 [0 40 100] [2 1 1 1 1 1 1 1 1]
PO F13 [0 40] [2 1 1 1 1 1 1 1 1]
PRO N15 [0 40 100] [2 1 1 1 1 1 1 1 1]
SO H7 [0 40 100] [2 1 1 1 1 1 1 1 1]`)
	for _, c := range data.Companies {
		if h := data.Map.Hex(c.Home); h == nil || len(h.Stops) == 0 || h.Stops[0].Kind != board.City {
			t.Errorf("%s has no city for its home in %s", c.Sym, c.Home)
		}
	}
}

// 43-SU-05, 43-TB-03, 43-TB-09, 43-RT-09 to 12, 43-RT-15, R-19, R-24: table 4, what each side runs,
// and which train makes it rust. A 2x2 also runs as one 3+1.
func TestTrains(t *testing.T) { // 8.8.1, 13.2, 14
	var got []string
	for _, tr := range data.Trains {
		r := tr.Run()
		got = append(got, fmt.Sprintf("%s %s %d x %s back of %q rusts on %q: stops %d majors %d best %d",
			tr.Color, tr.Name, tr.Count, data.Money(tr.Price), tr.SideOf, tr.RustsOn, r.Stops, r.Majors, r.Best))
	}
	enginetest.Rows(t, got, `
yellow 2 1 x 110fr back of "" rusts on "5+2": stops 2 majors 0 best 0
yellow 2+1 6 x 125fr back of "" rusts on "5+2": stops 3 majors 2 best 0
yellow 2x2 6 x 200fr back of "2+1" rusts on "5+2": stops 2 majors 0 best 0
green 4+1 7 x 300fr back of "" rusts on "5E": stops 5 majors 4 best 0
green 3/5x2 7 x 500fr back of "4+1" rusts on "5E": stops 5 majors 0 best 3
blue 5+2 7 x 350fr back of "" rusts on "8E": stops 7 majors 5 best 0
blue 4/6x2 7 x 600fr back of "5+2" rusts on "8E": stops 6 majors 0 best 4
brown 5E 6 x 400fr back of "" rusts on "Electric": stops 0 majors 0 best 5
brown 5/7x2 6 x 700fr back of "5E" rusts on "Electric": stops 7 majors 0 best 5
red 8E 6 x 500fr back of "" rusts on "Electric": stops 0 majors 0 best 8
gray Electric 18 x 900fr back of "" rusts on "": stops 0 majors 0 best 0`)
}

// 43-PR-04, R-1: what the private companies cost, bring and block.
func TestPrivates(t *testing.T) { // 10.2
	var got []string
	for _, p := range data.Privates {
		got = append(got, fmt.Sprint(p.Sym, " ", p.Value, " ", p.Income, " ", p.Blocks))
	}
	enginetest.Rows(t, got, `
TB 15 0 [K8]
CEI 20 5 [E18 F17]
PSG 40 10 [E14]
LH 70 15 [C14]
VDL 110 20 [G14]
BA 150 25 [C18]
LM 210 30 []`)
}

// 43-SR-13, 43-SR-23, 43-MK-05, 43-MK-06, 43-MK-09: prices and zones. Letters after a price are its
// zone (y, o, b), a par with its colour (p and a letter), a wall to the left (|), or the end (!).
func TestMarket(t *testing.T) { // 7.7
	marks := map[string]string{"yellow": "y", "orange": "o", "brown": "b", market.Wall: "|", "end": "!",
		"par_yellow": "py", "par_green": "pg", "par_blue": "pu", "par_brown": "pb"}
	var got []string
	for r, row := range data.Market.Cells {
		line := fmt.Sprintf("%2d", r+1)
		for _, s := range row {
			if s == nil {
				line += " ."
				continue
			}
			line += fmt.Sprintf(" %d", s.Price)
			for _, z := range s.Zones {
				line += marks[z]
			}
		}
		got = append(got, strings.TrimSpace(line))
	}
	enginetest.Rows(t, got, printedMarket)
}

const printedMarket = `
1 122 130 138 147 157 167 178 191 213 240 272 312 357 412 500!
2 112 120pb 127 136 145 154 164 176 197 221 251 287 329 380 443
3 102 107 113 119 126 133 140 149 165 184 207 235 267 305 353
4 95 100 105pu 111 117 124 130 139 153 171 192 218 248 284 328
5 87y 92| 96 101 106 111 117 124 136 151 169 191 216 246 283
6 81y 86| 90 94pg 99 104 109 116 127 141 158 179 202 230 .
7 76y 80y 84| 88 93 97 102 108 119 132 148 167 189 . .
8 71o 75y 78| 82 86pg 91 95 101 111 123 138 156 . . .
9 66o 70y 73y 77 81 85 89 94 104 115 129 . . . .
10 62o 65o 69y 72 76 79py 83 88 97 108 . . . . .
11 58b 61o 64y 67y 71 74 78 82 91 101 . . . . .
12 54b 57o 60o 63y 66 69 73py 77 85 . . . . . .
13 51b 53b 56o 59y 62y 65 68 72 79 . . . . . .
14 47b 50b 52o 55o 58y 60y 64 67py 74 . . . . . .
15 . 47b 49b 51o 54y 57y 59 . . . . . . . .
16 . 43b 46b 48o 50o 53y 55y . . . . . . . .
17 . . 43b 45b 47o 49o 52y . . . . . . . .
18 . . 40b 42b 44o 46o 48o . . . . . . . .`

// 43-MK-04, 43-MK-05, 43-MK-06: moves at the edges of the market. Rows and columns
// are counted from 0.
func TestMovesAtTheEdges(t *testing.T) { // 7.7
	m := data.Market
	at := func(row, col int) market.Cell { return market.Cell{Row: row, Col: col} }
	for _, c := range []struct {
		what     string
		move     func(market.Cell) market.Cell
		from, to market.Cell
	}{
		{"right", m.Right, at(11, 6), at(11, 7)},
		{"right at the end of its row", m.Right, at(12, 8), at(11, 8)},
		{"right at the end of a short row", m.Right, at(14, 6), at(13, 6)},
		{"right from 443", m.Right, at(1, 14), at(0, 14)},
		{"left", m.Left, at(11, 6), at(11, 5)},
		{"left at the end of its row", m.Left, at(5, 0), at(6, 0)},
		{"left at the end of a row that begins later", m.Left, at(14, 1), at(15, 1)},
		{"left in the corner 47", m.Left, at(13, 0), at(13, 0)},
		{"left in the corner 43", m.Left, at(15, 1), at(15, 1)},
		{"left in the corner 40", m.Left, at(17, 2), at(17, 2)},
		{"left at the line of 92", m.Left, at(4, 1), at(5, 1)},
		{"left at the line of 86", m.Left, at(5, 1), at(6, 1)},
		{"left at the line of 84", m.Left, at(6, 2), at(7, 2)},
		{"left at the line of 78", m.Left, at(7, 2), at(8, 2)},
		{"down", m.Down, at(6, 5), at(7, 5)},
		{"down at the bottom of a short column", m.Down, at(13, 8), at(13, 8)},
		{"up", m.Up, at(6, 5), at(5, 5)},
	} {
		if got := c.move(c.from); got != c.to {
			t.Errorf("%s from %v is %v, want %v", c.what, c.from, got, c.to)
		}
	}
}

// hexes lists the hexes for which is is true, in order.
func hexes(is func(board.Hex) bool) string { return enginetest.Where(data.Map, is) }

// 43-TR-19, 43-TR-20: what terrain costs. In Paris it is paid for each tile.
func TestTerrain(t *testing.T) { // 8.4.1, 8.4.3
	for cost, want := range map[int]string{
		40: "E16",
		80: "C14 C20 E8 H17 H23 H7 H9 I14 I16 I20 J11 J13 J15 J19 K10 K12 K14 K18 K20 K4 K6 L19 L7 M14 M16 M18 M8 N17",
	} {
		if got := hexes(func(h board.Hex) bool { return h.Cost == cost }); got != want {
			t.Errorf("%d: %s, want %s", cost, got, want)
		}
	}
	if got := hexes(func(h board.Hex) bool { return h.Cost > 0 && h.Cost != 40 && h.Cost != 80 }); got != "" {
		t.Errorf("other terrain in %s", got)
	}
	if got := hexes(func(h board.Hex) bool { return len(h.Again) > 0 }); got != "E16" {
		t.Errorf("terrain is paid again in %s", got)
	}
	paris := data.Map.Hex("E16")
	for _, tile := range []string{"Paris-G", "Paris-B"} {
		if got := paris.Price(data.Map.Tile(tile), false); got != 40 {
			t.Errorf("%s costs %d", tile, got)
		}
	}
	if lyon := data.Map.Hex("J15"); lyon.Price(data.Map.Tile("14"), false) != 0 {
		t.Errorf("an upgrade pays terrain again")
	}
}

// 43-TR-08, 43-TR-09, 43-TR-10, 43-TR-26: what is printed on the hexes.
func TestPrintedHexes(t *testing.T) { // 9
	for what, want := range map[string]string{
		"white": "B7 C10 C12 C16 C8 D11 D13 D17 D19 D21 D7 E18 E22 F11 F17 F19 F9 G10 G16 G20 G22 G24 H13 H17 H21 H23 H9 I10 I12 I14 I18 I20 I6 I8 " +
			"J11 J13 J19 J3 J5 J7 K10 K12 K14 K18 K20 K4 K6 L11 L13 L19 L7 M10 M14 M16 M18 M8 N17",
		"white town":            "C6 E10 G12 G18 H19 L9",
		"white town town":       "B19 E14 F21 G14 G8 K16",
		"white city":            "C14 C20 D15 D9 E20 E8 F13 F15 H11 H7 I16 J17 L15 L17 N15",
		"yellow":                "I22 N19",
		"yellow city":           "J15 K8",
		"yellow city city":      "C18 E12 E16 F23 J9",
		"gray":                  "B17 B5 F7 G26 I4",
		"gray town":             "B15 B9 I24 O16",
		"gray city":             "A6 H15 H25 M12",
		"red offboard":          "B21 C22 E24 F25 J1 J23 N21 N9",
		"red town":              "J21",
		"white city with track": "C14 C20 J17",
	} {
		is := func(h board.Hex) bool { return enginetest.Printed(h) == what }
		if kind, ok := strings.CutSuffix(what, " with track"); ok {
			is = func(h board.Hex) bool { return enginetest.Printed(h) == kind && len(h.Track) > 0 }
		}
		if got := hexes(is); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	if got := hexes(func(h board.Hex) bool { return h.Label == "OO" }); got != "C18 E12 F23 J9" {
		t.Errorf("OO hexes are %s", got)
	}
}

// 43-ST-04, 43-RT-04: every printed city has one space for a marker, and Strasbourg two.
func TestPrintedSpaces(t *testing.T) { // 9
	spaces := func(h board.Hex, n int) bool {
		return slices.ContainsFunc(h.Stops, func(s board.Stop) bool { return s.Kind == board.City && s.Slots == n })
	}
	for n, want := range map[int]string{
		1: "A6 C14 C18 C20 D15 D9 E12 E16 E20 E8 F13 F15 F23 H11 H15 H7 I16 J15 J17 J9 K8 L15 L17 M12 N15",
		2: "H25",
	} {
		if got := hexes(func(h board.Hex) bool { return spaces(h, n) }); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// 43-RT-17: what off-boards and printed cities pay, phase by phase.
func TestPrintedValues(t *testing.T) { // 8.6.2
	var got []string
	for _, h := range data.Map.Hexes {
		for i, s := range h.Stops {
			if s.Revenue.By == nil && s.Revenue.Fixed == 0 {
				continue
			}
			row := fmt.Sprintf("%s.%d", h.At, i)
			for _, p := range data.Phases {
				row += fmt.Sprintf(" %d", s.Revenue.In(p.Offboard))
			}
			got = append(got, row)
		}
	}
	enginetest.Rows(t, got, `
A6.0 40 40 40 40 40 50
B9.0 10 10 10 10 10 10
B15.0 10 10 10 10 10 10
B21.0 20 30 30 50 50 50
C20.0 20 20 20 20 20 20
C22.0 30 30 30 60 60 60
E16.0 40 40 40 40 40 40
E16.1 40 40 40 40 40 40
E24.0 30 30 30 30 30 30
F25.0 70 70 70 70 70 70
H15.0 10 10 10 10 10 10
H25.0 20 30 30 50 50 50
I24.0 10 10 10 10 10 10
J1.0 30 50 50 60 60 60
J15.0 20 20 20 20 20 20
J17.0 20 20 20 20 20 20
J21.0 40 50 50 60 60 60
J23.0 30 30 30 40 40 40
K8.0 20 20 20 20 20 20
M12.0 40 40 40 40 40 40
N9.0 30 30 30 50 50 50
N21.0 30 30 30 70 70 70
O16.0 10 10 10 10 10 10`)
}
