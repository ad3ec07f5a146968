package t1820

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine/board"
	"pbem/engine/enginetest"
)

// 20-RU-55, 20-RU-54: the numbers of players, and a bank without a limit.
func TestSeats(t *testing.T) { // 4
	var got []string
	for _, s := range data.Seats {
		got = append(got, fmt.Sprint(s.Players))
		if s.Cash != income {
			t.Errorf("%d have %d", s.Players, s.Cash)
		}
	}
	enginetest.Rows(t, got, "3\n4\n5")
	if data.Bank != 0 {
		t.Errorf("the bank has %d", data.Bank)
	}
}

// 20-SE-07, 20-TR-05, 20-FL-02, 20-RT-17: what each phase brings.
func TestPhases(t *testing.T) { // 5
	var got []string
	for _, p := range data.Phases {
		got = append(got, fmt.Sprintf("%s by %q: tiles %s, values %s, pars %s, limit %v", p.Name, p.Train,
			strings.Join(p.Tiles, " "), p.Offboard, strings.Join(p.Pars, " "), p.Limits))
	}
	enginetest.Rows(t, got, `
yellow by "": tiles yellow, values yellow, pars par_yellow, limit map[public:6]
green by "3+": tiles yellow green, values green, pars par_yellow par_green, limit map[public:5]
blue by "5+": tiles yellow green, values green, pars par_yellow par_green par_blue, limit map[public:5]
brown by "8+": tiles yellow green brown, values brown, pars par_yellow par_green par_blue par_brown, limit map[public:4]
red by "5D+": tiles yellow green brown, values brown, pars par_yellow par_green par_blue par_brown, limit map[public:3]
gray by "FLOOD": tiles yellow green brown gray, values gray, pars par_yellow par_green par_blue par_brown, limit map[public:2]`)
}

// 20-RU-02, 20-RU-54, 20-RT-14, 20-RT-15, 20-RT-16: the trains of the rules and of the cards.
func TestTrains(t *testing.T) { // 5, 15.3
	var got []string
	for _, tr := range data.Trains {
		r := tr.Run()
		got = append(got, fmt.Sprintf("%s %s %d x %s: majors %d towns %d stops %d ports %d best %d pays %d times %d",
			tr.Color, tr.Name, tr.Count, data.Money(tr.Price), r.Majors, r.Towns, r.Stops, r.Ports, r.Best, r.Pay, r.Times))
	}
	enginetest.Rows(t, got, `
yellow 2+ 0 x £80: majors 2 towns 0 stops 0 ports 1 best 0 pays 0 times 0
green 3+ 16 x £200: majors 3 towns 0 stops 0 ports 1 best 0 pays 0 times 0
blue 5+ 14 x £400: majors 5 towns 0 stops 0 ports 1 best 0 pays 0 times 0
blue 6+ 14 x £400: majors 6 towns 0 stops 0 ports 1 best 0 pays 0 times 0
brown 8+ 6 x £800: majors 8 towns 0 stops 0 ports 1 best 0 pays 0 times 0
brown EXPRESS 6 x £800: majors 0 towns 0 stops 0 ports 1 best 0 pays 1 times 0
red 5D+ 4 x £1600: majors 0 towns 0 stops 0 ports 1 best 5 pays 3 times 2
gray FLOOD 9 x £2000: majors 0 towns 0 stops 0 ports 9 best 0 pays 0 times 0`)
}

// 20-SE-09, 20-MT-01, 20-LN-06, 20-TO-10, 20-FL-01, 20-RU-03: figure 10.1, read column by column.
func TestChart(t *testing.T) { // 10.5
	var got []string
	for i, c := range chart[1:] {
		got = append(got, fmt.Sprintf("%d %s: shares %v premium %d interest %s limit %d maintenance %v",
			i+1, colours[c.phase], c.sizes, c.premium, money(c.interest), c.limit, c.maintenance))
	}
	enginetest.Rows(t, got, `
1 yellow: shares [5] premium 10 interest £20 limit 6 maintenance [0 0 0 0 0 0]
2 yellow: shares [5] premium 10 interest £20 limit 6 maintenance [0 0 0 0 0 0]
3 green: shares [5 10] premium 9 interest £20 limit 5 maintenance [10 0 0 0 0 0]
4 green: shares [5 10] premium 8 interest £20 limit 5 maintenance [25 10 0 0 0 0]
5 green: shares [5 10] premium 8 interest £20 limit 5 maintenance [50 25 0 0 0 0]
6 blue: shares [10 20] premium 7 interest £20 limit 5 maintenance [100 50 25 0 0 0]
7 blue: shares [10 20] premium 6 interest £20 limit 5 maintenance [160 100 50 0 0 0]
8 blue: shares [10 20] premium 6 interest £20 limit 5 maintenance [250 160 100 0 0 0]
9 brown: shares [10 20] premium 5 interest £40 limit 4 maintenance [400 250 160 50 0 0]
10 brown: shares [10 20] premium 4 interest £40 limit 4 maintenance [650 400 250 100 0 0]
11 brown: shares [10 20] premium 4 interest £40 limit 4 maintenance [1000 650 400 160 0 0]
12 red: shares [20 50] premium 3 interest £60 limit 3 maintenance [2500 1000 650 250 160 0]
13 red: shares [20 50] premium 2 interest £60 limit 3 maintenance [5000 2500 1000 400 250 0]
14 red: shares [20 50] premium 2 interest £60 limit 3 maintenance [5000 5000 2500 650 400 0]
15 gray: shares [50] premium 1 interest £80 limit 2 maintenance [5000 5000 5000 1000 650 400]
16 gray: shares [50] premium 0 interest £80 limit 2 maintenance [5000 5000 5000 2500 1000 650]
17 gray: shares [50] premium 0 interest £80 limit 2 maintenance [5000 5000 5000 5000 2500 1000]`)
	if atEnd != len(chart) {
		t.Errorf("END is column %d after %d", atEnd, len(chart)-1)
	}
}

// 20-LN-11, 20-FL-02, 20-GE-03: the Stock Market, prices with their zones.
func TestMarket(t *testing.T) { // 16.1
	var got []string
	for _, s := range data.Market.Cells[0] {
		got = append(got, strings.TrimSpace(fmt.Sprint(s.Price, " ", strings.Join(s.Zones, " "))))
	}
	if len(data.Market.Cells) != 1 {
		t.Errorf("%d rows", len(data.Market.Cells))
	}
	enginetest.Rows(t, []string{strings.Join(got, ", ")}, `
10 liquidation, 40, 43, 47, 51, 55 par_yellow, 60 par_yellow, 65 par_yellow, 71 par_yellow, 78 par_green, 86 par_green, 95 par_green, 105 par_blue, 116 par_blue, 128 par_brown, 142, 157, 173, 190, 208, 227, 247, 268, 289, 311, 334, 357, 381, 405, 429, 453, 477, 500 end`)
}

// 20-SC-03, 20-TK-05: thirty companies of fifty shares and eighteen markers, and British Rail.
func TestCompanies(t *testing.T) { // 2, 13.5
	n := 0
	for _, c := range data.Companies {
		shares := 50
		if c.Sym == british {
			shares = 100
		} else if n++; len(c.Stations) != 18 {
			t.Errorf("%s has %d markers", c.Sym, len(c.Stations))
		}
		if len(c.Shares) != shares || slices.ContainsFunc(c.Shares, func(n int) bool { return n != 1 }) || c.Home != "" || slices.ContainsFunc(c.Stations, func(n int) bool { return n != 0 }) {
			t.Errorf("%s has the shares %v, home %q, markers for %v", c.Sym, c.Shares, c.Home, c.Stations)
		}
	}
	if n != 30 {
		t.Errorf("%d companies", n)
	}
}

// 20-SE-03, 20-RU-07: colours and prices of the cousins.
func TestCousins(t *testing.T) { // 14
	var got []string
	for _, c := range data.Privates {
		got = append(got, fmt.Sprint(c.Sym, " ", c.Kind, " ", c.Value, " pays ", c.Income))
	}
	enginetest.Rows(t, got, `
GWS blue 120 pays 0
SAS blue 130 pays 0
CBV brown 120 pays 0
RSF brown 130 pays 0
BED green 120 pays 0
GLC green 130 pays 0
LOC green 120 pays 0
HOL red 130 pays 0
VUL red 120 pays 0`)
}

// 20-TK-05, 20-TO-21, 20-TO-22, 20-TO-23: table 13.1, the numbers of markers without a fee and at
// most.
func TestStationLimits(t *testing.T) { // 13.1
	var got []string
	for _, n := range sizes {
		got = append(got, fmt.Sprint(n, " ", stationLimits[n]))
	}
	enginetest.Rows(t, got, `
1 [6 9]
5 [6 9]
10 [8 12]
20 [10 15]
50 [12 18]`)
}

// 20-TR-10, 20-TR-12, 20-TR-13, 20-TR-18, 20-TR-19: what is printed on every hex, one row for each
// kind: colour, letters, stops with their spaces, terrain.
func TestPrintedHexes(t *testing.T) { // 11
	kinds := map[string][]string{}
	for _, h := range data.Map.Hexes {
		kinds[printed(h)] = append(kinds[printed(h)], h.At)
	}
	var got []string
	for kind, list := range kinds {
		slices.Sort(list)
		got = append(got, kind+": "+strings.Join(list, " "))
	}
	enginetest.Rows(t, got, printedHexes)
}

func printed(h board.Hex) string {
	out := h.Color
	if h.Label != "" {
		out += " " + h.Label
	}
	for _, s := range h.Stops {
		out += " " + string(s.Kind)
		if s.Slots > 0 {
			out += fmt.Sprint("/", s.Slots)
		}
	}
	if h.Cost > 0 {
		out += fmt.Sprint(" costs ", h.Cost)
	}
	for _, a := range h.Again {
		out += fmt.Sprint(" again ", a)
	}
	return out
}

// 20-RT-17, 20-RT-18, 20-RU-43, 20-RU-44, 20-TK-04: track and values of printed hexes, phase by
// phase from yellow to gray. Stops of one group count as one.
func TestPrintedTrack(t *testing.T) { // 11
	var got []string
	for _, h := range data.Map.Hexes {
		if len(h.Track) == 0 {
			continue
		}
		row := h.At
		for _, s := range h.Stops {
			for _, p := range []string{"yellow", "green", "brown", "gray"} {
				row += fmt.Sprint(" ", s.Revenue.In(p))
			}
			if s.Group != "" {
				row += " in " + s.Group
			}
			row += ","
		}
		for _, p := range h.Track {
			row += " " + p.String()
		}
		got = append(got, row)
	}
	enginetest.Rows(t, got, printedTrack)
}

// 20-TR-20, 20-RU-26: each barrier lies on both sides of its edge.
func TestBarriers(t *testing.T) { // 11, 12.3.1.1
	var got []string
	for _, h := range data.Map.Hexes {
		for e := range 6 {
			if !barred(h.At, e) {
				continue
			}
			to, ok := data.Map.Neighbour(h.At, e)
			if !ok || !barred(to, (e+3)%6) {
				t.Errorf("the barrier %s %d has one side", h.At, e)
			}
			if h.At < to {
				got = append(got, h.At+"-"+to)
			}
		}
	}
	enginetest.Rows(t, got, `
B6-C5
C15-D16
C3-D4
C5-C7
C5-D4
C5-D6
K19-L18
N6-N8`)
}

const printedHexes = `
blue port: B4 C17 C3 D18 G17 I23 K1 K21 L20 M19 N20 O19 O5 O9 P12 P16 P2 P4
gray city/1 city/1 city/1 city/1 city/1: M13
gray city/1: M15
gray town: A9 O1
gray: A11 A7 G1 I1 M17
red offboard: A13 A15 D2 E1 J2 M1
white B city/1 costs 40: C5 O17
white B city/1: G7
white B? city/1 costs 40: C15 D16
white M city/1 city/1 costs 40 again green: D6
white OO city/1 city/1 costs 40: C11 C7 D10 D4
white city/1 costs 40: B6
white city/1: N18
white costs 40: B10 B12 B8 C13 C9 D12 D14 D8 E3 E5 E7 E9 F10 F12 F14 F8 G15 G3 H14 H16 H18 H4 I15 I19 I21 I5 J14 K11 K3 K5 K7 L10 L16 L18 L8 M11 M3 M9 N4 N6 N8
white: B14 B16 E11 E13 E15 E17 F16 F2 F4 F6 G11 G13 G19 G5 G9 H10 H12 H2 H20 H22 H6 H8 I11 I13 I17 I3 I7 I9 J10 J12 J16 J18 J20 J22 J4 J6 J8 K13 K15 K17 K19 K9 L12 L14 L2 L4 L6 M5 M7 N10 N12 N14 N16 N2 O11 O13 O15 O3`

const printedTrack = `
A7 5-0
A9 20 20 20 20, 5-s0 0-s0
A11 5-0
A13 30 30 40 50 in Scotland, 5-s0 0-s0
A15 30 30 40 50 in Scotland, 5-s0 0-s0
B4 0 40 30 20, 4-s0!
C3 20 20 20 20, 4-s0! 5-s0!
C17 0 30 40 20, 1-s0!
D2 30 40 30 40 in North Wales, 4-s0 5-s0
D18 0 20 30 50, 1-s0!
E1 30 40 30 40 in North Wales, 4-s0 5-s0
G1 3-4 4-5
G17 0 20 20 30, 5-s0!
I1 3-4
I23 0 50 30 30, 1-s0!
J2 30 30 40 50 in Cardiff, 3-s0 4-s0 5-s0
K1 0 30 40 40, 4-s0!
K21 0 20 40 40, 1-s0!
L20 0 40 50 60, 1-s0!
M1 30 30 40 50 in Cornwall, 3-s0 4-s0 5-s0
M13 40 60 80 100 in London, 40 60 80 100 in London, 40 60 80 100 in London, 40 60 80 100 in London, 40 60 80 100 in London, 2-s0 4-s0 1-s1 4-s1 0-s2 4-s2 5-s3 4-s3 3-s4 4-s4
M15 30 30 30 30, 5-s0 0-s0 4-s0 1-4
M17 1-4 5-0 2-3
M19 0 60 80 100, 1-s0!
N20 0 40 30 30, 0-s0! 1-s0!
O1 20 20 20 20, 3-s0 4-s0
O5 0 40 50 60, 3-s0!
O9 0 30 30 20, 2-s0!
O19 0 30 40 50, 1-s0! 2-3
P2 0 30 40 20, 3-s0!
P4 0 30 30 20, 2-s0!
P12 0 30 40 20, 3-s0!
P16 0 30 30 40, 3-s0!`
