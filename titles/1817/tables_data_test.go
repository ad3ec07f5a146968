package t1817

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
)

// The printed values a second time: each table compares every value of one part of data.json.

// same compares a part of the data with what is printed.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is\n%s\nnot\n%s", what, got, want)
	}
}

// 1.2.2, 17-CO-01: the market, red and gray first.
func TestPrintedMarket(t *testing.T) {
	var got []string
	for _, space := range data.Market.Cells[0] {
		got = append(got, strings.Join(append(slices.Clone(space.Zones), fmt.Sprint(space.Price)), " "))
	}
	same(t, "the market", strings.Join(got, ", "), "red 0, gray 0, gray 0, gray 0, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120, 135, 150, 165, 180, "+
		"200, 220, 245, 270, 300, 330, 360, 400, 440, 490, 540, 600")
	if len(data.Market.Cells) != 1 {
		t.Errorf("the market has %d rows", len(data.Market.Cells))
	}
	if data.Bank != 0 {
		t.Errorf("the bank has %d, want one that never runs out", data.Bank)
	}
}

// 1.2.9, 17-TR-09, 17-RT-03: colour, price, stops and number of the trains.
func TestPrintedTrains(t *testing.T) {
	var got []string
	for _, tr := range data.Trains {
		got = append(got, fmt.Sprint(tr.Name, " ", tr.Color, " $", tr.Price, " ", tr.Stops, " stops, ", tr.Count))
	}
	same(t, "trains", strings.Join(got, "\n"), `2 yellow $100 2 stops, 40
2+ yellow $100 2 stops, 4
3 green $250 3 stops, 12
4 green $400 4 stops, 8
5 brown $600 5 stops, 5
6 brown $750 6 stops, 4
7 gray $900 7 stops, 3
8 gray $1100 8 stops, 0`)
}

// 2, 17-PH-01: what begins a phase, and the tiles it brings.
func TestPrintedPhases(t *testing.T) {
	var got []string
	for _, p := range data.Phases {
		got = append(got, fmt.Sprint(p.Name, " by ", p.Train, ": ", strings.Join(p.Tiles, " "), ", pays ", p.Offboard, ", ", p.Limits, p.Sizes))
	}
	same(t, "phases", strings.Join(got, "\n"), `2 by : yellow, pays yellow, map[public:4] [2]
3 by 3: yellow green, pays green, map[public:4] [2 5]
4 by 4: yellow green, pays green, map[public:3] [5]
5 by 5: yellow green brown, pays brown, map[public:3] [5 10]
6 by 6: yellow green brown, pays brown, map[public:2] [10]
7 by 7: yellow green brown gray, pays gray, map[public:2] [10]
8 by 8: yellow green brown gray, pays gray, map[public:2] [10]`)
}

// 1.2.1, 9.2: who may play, and with what.
func TestPrintedSeats(t *testing.T) {
	var got []string
	for _, s := range data.Seats {
		got = append(got, strings.TrimSpace(fmt.Sprint(s.Players, ": $", s.Cash, " ", s.Certificates, " ", s.Variant)))
	}
	same(t, "seats", strings.Join(got, "\n"), `3: $420 21
4: $315 16
5: $252 13
6: $210 11
7: $180 9
8: $158 8 more players
9: $140 7 more players
10: $126 6 more players
11: $115 6 more players
12: $105 5 more players`)
}

// 1.2.6, 17-PV-04, 17-PV-06, 17-PV-08, 17-PV-13: face value, income and tokens of
// the private companies.
func TestPrintedPrivates(t *testing.T) {
	var got []string
	for _, p := range data.Privates {
		got = append(got, fmt.Sprint(p.Sym, " ", p.Name, ": ", p.Kind, " $", p.Value, " pays ", p.Income, ", tokens ", p.Tokens))
	}
	same(t, "privates", strings.Join(got, "\n"), `MINC Minor Coal Mine: coal $30 pays 0, tokens 1
OBC Ohio Bridge Company: bridge $40 pays 0, tokens 1
MTE Mountain Engineers: engineers $40 pays 20, tokens 0
PSM Pittsburgh Steel Mill: mill $40 pays 0, tokens 0
CM Coal Mine: coal $60 pays 0, tokens 2
MINM Minor Mail Contract: mail $60 pays 10, tokens 0
TS Train Station: station $80 pays 0, tokens 0
UBC Union Bridge Company: bridge $80 pays 0, tokens 2
MAIL Mail Contract: mail $90 pays 15, tokens 0
MAJC Major Coal Mine: coal $90 pays 0, tokens 3
MAJM Major Mail Contract: mail $120 pays 20, tokens 0`)
}

// 1.2.4, 1.2.7, 17-IP-13, 17-SU-01: twenty companies, each with a president's
// certificate for two shares, eighteen single shares and eight markers.
func TestPrintedCompanies(t *testing.T) {
	var got []string
	for _, c := range data.Companies {
		got = append(got, c.Sym+" "+c.Color+" on "+c.Text)
		want := append([]int{2}, slices.Repeat([]int{1}, 18)...)
		if c.Kind != "public" || !slices.Equal(c.Shares, want) || !slices.Equal(c.Stations, make([]int, 8)) || c.Home != "" {
			t.Errorf("%s: %s, shares %v, markers %v, home %q", c.Sym, c.Kind, c.Shares, c.Stations, c.Home)
		}
	}
	same(t, "companies", strings.Join(got, "\n"), `A&S #ee3e80 on #ffffff
A&A #904098 on #ffffff
Belt #f2a847 on #000000
Bess #16190e on #ffffff
B&A #ef4223 on #ffffff
DL&W #984573 on #ffffff
J #bedb86 on #000000
GT #e48329 on #ffffff
H #bedef3 on #000000
ME #ffdea8 on #000000
NYOW #0095da on #ffffff
NYSW #fff36b on #000000
PSNR #0a884b on #ffffff
PLE #00afad on #ffffff
PW #bec8cc on #000000
R #165633 on #ffffff
SR #e31f21 on #ffffff
UR #003d84 on #ffffff
WT #e96f2c on #ffffff
WC #984d2d on #ffffff`)
}

// printed returns a face in words: "green B, city 50 2 circles, 0-s0 2-s0 4-s0".
func printed(f *board.Face) string {
	out := []string{strings.TrimSpace(f.Color + " " + f.Label)}
	for _, s := range f.Stops {
		pays := fmt.Sprint(s.Revenue.Fixed)
		if s.Revenue.By != nil {
			pays = fmt.Sprint(s.Revenue.By)
		}
		out = append(out, strings.TrimSpace(fmt.Sprint(s.Kind, " ", pays, " ", s.Slots, " circles ", s.Group)))
	}
	var track []string
	for _, p := range f.Track {
		track = append(track, p.A.String()+"-"+p.B.String())
	}
	return strings.Join(append(out, strings.Join(track, " ")), ", ")
}

// 1.2.8, 14, 17-SU-07: colour, label, cities and track of the tiles.
func TestPrintedTiles(t *testing.T) {
	want := map[string]string{
		"5":   "yellow, city 20 1 circles, 0-s0 1-s0",
		"6":   "yellow, city 20 1 circles, 0-s0 2-s0",
		"57":  "yellow, city 20 1 circles, 0-s0 3-s0",
		"7":   "yellow, 0-1",
		"8":   "yellow, 0-2",
		"9":   "yellow, 0-3",
		"X00": "yellow B, city 30 1 circles, 1-s0 3-s0 5-s0", // 17-PV-01
		"14":  "green, city 30 2 circles, 0-s0 1-s0 3-s0 4-s0",
		"15":  "green, city 30 2 circles, 0-s0 1-s0 2-s0 3-s0",
		"619": "green, city 30 2 circles, 0-s0 2-s0 3-s0 4-s0",
		"80":  "green, 0-j 1-j 2-j",
		"81":  "green, 0-j 2-j 4-j",
		"82":  "green, 0-j 1-j 3-j",
		"83":  "green, 0-j 3-j 5-j",
		"592": "green B, city 50 2 circles, 0-s0 2-s0 4-s0",
		"54":  "green NY, city 60 1 circles hex, city 60 1 circles hex, 0-s0 1-s0 2-s1 3-s1",
		"63":  "brown, city 40 2 circles, 0-s0 1-s0 2-s0 3-s0 4-s0 5-s0",
		"448": "brown, city 40 2 circles, 0-s0 1-s0 2-s0 3-s0",
		"611": "brown, city 40 2 circles, 0-s0 1-s0 2-s0 3-s0 4-s0",
		"544": "brown, 0-j 1-j 3-j 4-j",
		"545": "brown, 0-j 1-j 2-j 3-j",
		"546": "brown, 0-j 2-j 3-j 4-j",
		"593": "brown B, city 60 3 circles, 0-s0 2-s0 3-s0 4-s0",
		"62":  "brown NY, city 80 2 circles hex, city 80 2 circles hex, 0-s0 1-s0 2-s1 3-s1",
		"597": "gray B, city 80 3 circles, 0-s0 1-s0 2-s0 3-s0 4-s0",
		"X30": "gray NY, city 100 4 circles, 2-s0 3-s0 4-s0 5-s0",
	}
	if len(data.Map.Tiles) != len(want) {
		t.Errorf("%d tiles, want %d", len(data.Map.Tiles), len(want))
	}
	for _, tile := range data.Map.Tiles {
		same(t, "tile "+tile.ID, printed(&tile.Face), want[tile.ID])
		if only := map[string][]string{millTile: {millHex}}[tile.ID]; !slices.Equal(tile.Only, only) {
			t.Errorf("tile %s lies only on %v, want %v", tile.ID, tile.Only, only)
		}
	}
}

// 14, 17-TL-04, 17-TL-08, 17-MP-03: which tile replaces which.
func TestPrintedUpgrades(t *testing.T) {
	want := map[string]string{
		"7": "80 82 83", "8": "80 81 82 83", "9": "82 83", "80": "545 546", "81": "546", "82": "544 545 546", "83": "544 545 546",
		"5": "14 15 619", "6": "14 15 619", "57": "14 15 619", "14": "63 611", "15": "63 448 611", "619": "63 611",
		"X00": "592", "592": "593", "593": "597", "54": "62", "62": "X30",
	}
	for _, tile := range data.Map.Tiles {
		same(t, "after "+tile.ID+" what comes", strings.Join(data.Upgrades[tile.ID], " "), want[tile.ID])
	}
	for _, hex := range data.Map.Hexes {
		first := map[string]string{"C8": "592", "C26": "592", "G18": "592", "E22": "54"}[hex.At]
		same(t, "what comes on "+hex.At, strings.Join(data.PrintedUpgrades[hex.At], " "), first)
	}
}

// 1.2.1, 17-MP-01, 17-MP-02, 17-MP-03: the hexes that are not plain land, with
// their cities and track.
func TestPrintedHexes(t *testing.T) {
	city := "white, city 0 1 circles, "
	far, near := "red, offboard map[brown:60 gray:80 green:50 yellow:30] 0 circles, ", "red, offboard map[brown:50 gray:60 green:30 yellow:20] 0 circles, "
	want := map[string]string{
		"A20": "Montréal: " + near + "0-s0 5-s0", "A28": "Maritime Provinces: " + near + "0-s0",
		"D1": "Chicago: " + far + "4-s0 5-s0", "H1": "St. Louis: " + near + "3-s0 4-s0 5-s0",
		"J7": "Atlanta: " + far + "2-s0 3-s0", "J15": "Raleigh-Durham: " + near + "2-s0 3-s0",
		"B13": "Toronto: gray, city map[brown:40 gray:40 green:30 yellow:20] 0 circles, 1-s0 4-s0 5-s0",
		"D9":  "Cleveland: gray, city map[brown:50 gray:60 green:40 yellow:30] 2 circles, 5-s0 0-s0",
		"F1":  ": gray, 4-j 3-j 5-j", "C12": ": blue, ",
		"C8": "Detroit: yellow B, city 30 1 circles, 4-s0 0-s0", "C26": "Boston: yellow B, city 30 1 circles, 3-s0 5-s0",
		"G18": "Baltimore: yellow B, city 30 1 circles, 4-s0 0-s0",
		"E22": "New York: yellow NY, city 40 1 circles hex, city 40 1 circles hex, 0-s0 3-s1",
		"B5":  "Lansing: " + city, "B17": "Rochester: " + city, "C14": "Buffalo: " + city, "C22": "Albany: " + city, "D7": "Toledo: " + city,
		"D19": "Scranton: " + city, "F3": "Indianapolis: " + city, "F13": "Pittsburgh: " + city, "F19": "Philadelphia: " + city,
		"G6": "Cincinnati: " + city, "H3": "Louisville: " + city, "H9": "Charleston: " + city, "I12": "Blacksburg: " + city, "I16": "Richmond: " + city,
	}
	blocked := map[string]string{"C10": "[5]", "D11": "[2]"} // 17-MP-04
	rows := map[byte]string{}
	for _, hex := range data.Map.Hexes {
		text, ok := want[hex.At]
		if !ok {
			text = ": white, "
		}
		same(t, hex.At, hex.Name+": "+printed(&hex.Face), text)
		if list, ok := blocked[hex.At]; ok && fmt.Sprint(hex.Blocked) != list || !ok && len(hex.Blocked) > 0 {
			t.Errorf("%s is closed at %v, want %s", hex.At, hex.Blocked, list)
		}
		rows[hex.At[0]] += " " + hex.At[1:]
	}
	for row, numbers := range map[byte]string{
		'A': " 20 28", 'B': " 3 5 7 9 11 13 15 17 19 21 23 25 27", 'C': " 4 6 8 10 12 14 16 18 20 22 24 26",
		'D': " 1 3 5 7 9 11 13 15 17 19 21 23 25 27", 'E': " 2 4 6 8 10 12 14 16 18 20 22", 'F': " 1 3 5 7 9 11 13 15 17 19 21",
		'G': " 2 4 6 8 10 12 14 16 18 20", 'H': " 1 3 5 7 9 11 13 15 17", 'I': " 2 4 6 8 10 12 14 16", 'J': " 7 15",
	} {
		same(t, "row "+string(row), rows[row], numbers)
	}
}

// 1.2.2, 1.2.5, 1.2.6, 4.2, 5.3, 5.5, 6.3, 6.6, 7.1.1, 7.2.4: the sums of the
// rules.
func TestPrintedSums(t *testing.T) {
	got := []int{loanCount, seedMoney, shortCount, data.Seats[0].Players, bidStep, leastIPO, mostIPO, markerPrice, secondCost, bonus, grayValue, loanValue, bidTen, redCol, leftmostCol}
	if want := []int{70, 200, 10, 3, 5, 100, 400, 50, 20, 10, 40, 100, 10, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("the sums are %v, want %v", got, want)
	}
	same(t, "bridges lie on", strings.Join(bridgeHexes, " "), "H3 G6 H9")
	same(t, "brown cities are", strings.Join(brownCities, " "), "63 611 448")
	same(t, "the mill is", millHex+" "+millTile, "F13 X00")
}
