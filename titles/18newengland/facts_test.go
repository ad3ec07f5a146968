package t18newengland

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pbem/engine/enginetest"
	"pbem/engine/market"
	"pbem/engine/step/classic"
)

// NE-TR-12, NE-RT-11: what is printed on every tile.
func TestTiles(t *testing.T) { // 11.3, 19
	var got []string
	for _, tile := range data.Map.Tiles {
		got = append(got, tile.ID+" "+enginetest.Face(tile.Face, "$"))
	}
	enginetest.Rows(t, got, printedTiles)
}

const printedTiles = `
3 yellow, town $10: 0-s0 1-s0
4 yellow, town $10: 0-s0 3-s0
6 yellow, city/1 $20: 0-s0 2-s0
7 yellow: 0-1
8 yellow: 0-2
9 yellow: 0-3
58 yellow, town $10: 0-s0 2-s0
14 green, city/2 $30: 0-s0 1-s0 3-s0 4-s0
15 green, city/2 $30: 0-s0 1-s0 2-s0 3-s0
16 green: 0-2 1-3
19 green: 0-3 2-4
20 green: 0-3 1-4
23 green: 0-3 0-4
24 green: 0-3 0-2
25 green: 0-2 0-4
26 green: 0-3 0-5
27 green: 0-3 0-1
28 green: 0-4 0-5
29 green: 0-2 0-1
30 green: 0-4 0-1
31 green: 0-2 0-5
87 green, town $10: 0-s0 1-s0 2-s0 3-s0
88 green, town $10: 0-s0 1-s0 3-s0 4-s0
204 green, town $10: 0-s0 2-s0 3-s0 4-s0
207 green Y, city/2 $40: 0-s0 1-s0 2-s0 3-s0
619 green, city/2 $30: 0-s0 2-s0 3-s0 4-s0
622 green Y, city/2 $40: 0-s0 2-s0 3-s0 4-s0
X1 green B, city/1/one $50, city/1/one $50: 1-s0 3-s0 4-s1 5-s1
X2 green H, city/2 $40: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
X3 green NH, city/1/one $40, city/1/one $40, city/1/one $40: 0-s0 1-s0 2-s1 3-s1 4-s2 5-s2
39 brown: 0-2 0-1 1-2
40 brown: 0-2 2-4 0-4
41 brown: 0-3 0-1 1-3
42 brown: 0-3 3-5 0-5
43 brown: 0-3 0-2 1-3 1-2
44 brown: 0-3 1-4 0-1 3-4
45 brown: 0-3 2-4 0-4 2-3
46 brown: 0-3 2-4 3-4 0-2
47 brown: 0-3 1-4 1-3 0-4
63 brown, city/2 $40: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
70 brown: 0-1 0-2 1-3 2-3
611 brown, city/2 $40: 0-s0 1-s0 2-s0 3-s0 4-s0
216 brown Y, city/2 $50: 0-s0 1-s0 2-s0 3-s0 4-s0
911 brown, town $10: 0-s0 1-s0 2-s0 3-s0 4-s0
X4 brown B, city/2 $70: 0-s0 1-s0 2-s0 3-s0 4-s0
X5 brown H, city/2 $50: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
X6 brown NH, city/3 $50: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
X7 gray B, city/2 $100: 0-s0 1-s0 2-s0 3-s0 4-s0
X8 gray H, city/2 $60: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
X9 gray NH, city/3 $70: 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0
`

// NE-TR-05, NE-RT-06, NE-RT-16: what is printed on every hex. Edges are numbered
// clockwise from 0, the south.
func TestHexes(t *testing.T) { // 11.3
	var got []string
	for _, h := range data.Map.Hexes {
		got = append(got, h.At+" "+enginetest.Face(h.Face, "$"))
	}
	want := strings.TrimSpace(printedHexes)
	for at := range strings.FieldsSeq(plainHexes) {
		want += "\n" + at + " white"
	}
	for at := range strings.FieldsSeq(plainTowns) {
		want += "\n" + at + " white, town $0"
	}
	for at := range strings.FieldsSeq(plainCities) {
		want += "\n" + at + " white, city/1 $0"
	}
	enginetest.Rows(t, got, want)
}

const (
	plainHexes = `
A6 A8 A10 A14 A16 A18 B7 B13 B15 C2 C6 C8 C10 C12 C14 C16 D3 D5 D7 D9 D11 E6 E8 E10 F3 F5 F7 F9 G2
G12 H3 H5 H7 H9 H11 I4 I8 I10 I12 J7 J9 J11 J13 K2 K6 L3 L9 L11 M8 M10 N9`
	plainTowns   = "B9 B17 C4 E14 F11 G6 G14 I14 J5 K8"
	plainCities  = "A12 B5 D13 D15 E4 E12 G4 H13"
	printedHexes = `
a13 gray: 4-5
A2 red, offboard: 5-s0
A4 gray: 4-5
B3 yellow Y, city/1/one $30, city/1/one $30: 0-s0 5-s1
B11 yellow, city/1 $20: 0-s0 3-s0
B19 red, city/1: 2-s0! 3-s0!
D17 gray: 2-3
E2 red, city/1: 0-s0! 1-s0! 5-s0!
F13 yellow NH, city/1/one $30, city/1/one $30, city/1/one $30: 1-s0 3-s1 5-s2
F15 gray: 2-3 3-4
G8 yellow, city/1/one $20, city/1/one $20: 1-s0 3-s1
G10 yellow H, city/1 $30: 1-s0 2-s0
I6 yellow, city/1 $20: 4-s0 5-s0
J1 red, offboard: 0-s0 5-s0
J3 yellow, city/1 $20: 0-s0 1-s0
K4 yellow, city/1 $20, town $10: s0-s1 5-s1
K10 yellow Y, city/1 $30: 2-s0 3-s0
L1 red, offboard: 0-s0 1-s0
L5 yellow B, city/1/one $30, city/1/one $30: 2-s0 4-s1
L7 white, town $20, city/1 $20: s1-s0
M4 white, town $10: 1-s0
N11 gray, town $40: 2-s0 3-s0
`
)

// NE-SU-02, NE-SU-03, NE-SU-04: cash and limits by the number of players.
func TestSeats(t *testing.T) { // 2, 10.1, 15
	var got []string
	for _, s := range data.Seats {
		got = append(got, fmt.Sprintf("%d: $%d each, %d certificates", s.Players, s.Cash, s.Certificates))
	}
	enginetest.Rows(t, got, `
2: $520 each, 25 certificates
3: $400 each, 20 certificates
4: $280 each, 16 certificates
5: $280 each, 13 certificates
`)
}

// NE-RT-09, NE-RT-10: the colours of trains, and how many stops they count.
func TestTrainsRun(t *testing.T) { // 11.5
	var got []string
	for _, tr := range data.Trains {
		got = append(got, fmt.Sprintf("%s %s %d", tr.Name, tr.Color, tr.Stops))
	}
	enginetest.Rows(t, got, `
2 yellow 2
3 green 3
4 green 4
5E brown 5
6E brown 6
8E gray 8
`)
}

// NE-MK-01, NE-CO-04, NE-CO-05: every space of the market and its colour.
func TestMarketSpaces(t *testing.T) { // 6, 7.1
	minors := "50 minor_yellow, 55 minor_yellow, 60 minor_yellow, 65 minor_yellow, 70 minor_yellow, " +
		"80 minor_green, 90 minor_green, 100 minor_green"
	majors := "35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100 par, 110 par, 120 par, 130 par, 145 par, 160 par, 180 par, 200 par, " +
		"220, 240, 260, 280, 310, 340, 380, 420, 460, 500 end"
	for row, want := range []string{minors, minors, majors} {
		var got []string
		for col := range data.Market.Cells[row] {
			if s := data.Market.At(market.Cell{Row: row, Col: col}); s != nil {
				got = append(got, strings.TrimSpace(fmt.Sprint(s.Price, " ", strings.Join(s.Zones, " "))))
			}
		}
		if have := strings.Join(got, ", "); have != want {
			t.Errorf("row %d: %s", row, have)
		}
	}
}

// NE-CO-01, NE-CO-08, NE-CO-10, NE-ST-04: certificates, station markers, homes.
func TestCompanies(t *testing.T) { // 7, 11.4
	var got []string
	for _, c := range data.Companies {
		row := fmt.Sprintf("%s %s %v %v", c.Sym, c.Kind, c.Shares, c.Stations)
		if c.Kind == minor {
			row += " " + classic.Home(data, c)
		}
		got = append(got, row)
	}
	var want strings.Builder
	for sym := range strings.FieldsSeq("B&A B&M CN CVT D&H NYC NYNHH P&W") {
		want.WriteString(sym + " major [2 1 1 1 1 1 1 1 1] [0 40 80]\n")
	}
	homes := map[string]string{
		"AWS": "B3.1", "BL": "L5.0", "BP": "K10.0", "CR": "G8.1", "CV": "E2.0", "ER": "L5.1", "FRR": "J3.0", "GR": "L7.1",
		"HNH": "F13.1", "HRR": "B3.0", "NLN": "F13.2", "NYNH": "F13.0", "NYW": "B19.0", "PE": "B11.0", "WNR": "I6.0",
	}
	for _, sym := range slices.Sorted(maps.Keys(homes)) {
		want.WriteString(sym + " minor [2] [0] " + homes[sym] + "\n")
	}
	enginetest.Rows(t, got, want.String())
}
