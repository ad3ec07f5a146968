package t1817

import (
	"reflect"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// WE-21, 17-IP-05: the price of an IPO.
func TestPriceOfBid(t *testing.T) {
	for bid, want := range map[int]int{
		100: 50, 105: 50, 110: 55, 125: 60, 135: 65, 190: 90, 195: 90, 220: 110, 235: 110, 390: 180, 400: 200,
	} {
		if got := data.Market.Cells[0][colFor(bid/2)].Price; got != want {
			t.Errorf("bid %d: price %d, want %d", bid, got, want)
		}
	}
}

// WE-22, WE-23, 17-M2-03, 17-M5-02: the price after a merger.
func TestMergedPrice(t *testing.T) {
	for _, c := range []struct{ size, a, b, want int }{
		{2, 60, 90, 150}, {2, 50, 55, 100}, {2, 70, 55, 120}, {2, 90, 90, 180}, {2, 200, 200, 400}, {2, 330, 300, 600}, {2, 540, 540, 600},
		{5, 110, 55, 80}, {5, 165, 165, 165}, {5, 100, 90, 90}, {5, 200, 70, 135}, {5, 45, 50, 45}, {5, 600, 540, 540},
	} {
		s := engine.Fold([]engine.Event{
			engine.Started{Players: []string{"A", "B", "C"}}, engine.Set{Key: size + "J", Value: c.size}, engine.Set{Key: size + "R", Value: c.size},
			engine.Priced{Marker: "J", Cell: cell(colFor(c.a))}, engine.Priced{Marker: "R", Cell: cell(colFor(c.b))},
		})
		if got := data.Market.Cells[0][colFor(see(s).mergedPrice("J", "R"))].Price; got != c.want {
			t.Errorf("size %d: %d and %d make %d, want %d", c.size, c.a, c.b, got, c.want)
		}
	}
}

// WE-24, 17-LN-04, R-01: the interest.
func TestInterestRate(t *testing.T) {
	for out, want := range map[int]int{0: 5, 1: 5, 5: 5, 6: 10, 10: 10, 11: 15, 15: 15, 45: 45, 70: 70} {
		if got := rateFor(out); got != want {
			t.Errorf("%d loans: %d, want %d", out, got, want)
		}
	}
}

// WE-04, 17-DV-02: half dividends of ten shares.
func TestHalfDividend(t *testing.T) {
	for _, c := range []struct{ earned, shares, paid int }{
		{190, 2, 95}, {190, 5, 95}, {190, 10, 100}, {120, 10, 60}, {130, 10, 70}, {250, 10, 130}, {10, 10, 10},
	} {
		if got := halfOf(c.earned, c.shares); got != c.paid {
			t.Errorf("half of %d of %d shares: %d, want %d", c.earned, c.shares, got, c.paid)
		}
	}
}

// WE-05, 17-DV-05, R-03: how far a dividend moves a price; gray counts as 40.
func TestDividendMove(t *testing.T) {
	for _, c := range []struct{ paid, price, want int }{
		{0, 100, -1}, {90, 100, 0}, {100, 100, 1}, {190, 100, 1}, {200, 100, 2}, {900, 100, 2},
		{0, 0, -1}, {30, 0, 0}, {40, 0, 1}, {75, 0, 1}, {80, 0, 2},
	} {
		if got := dividendMove(c.paid, c.price); got != c.want {
			t.Errorf("%d at %d moves %d, want %d", c.paid, c.price, got, c.want)
		}
	}
}

// WE-29, R-29, 17-SA-04: the least bid of a friendly sale is rounded up.
func TestLeastBid(t *testing.T) {
	s := engine.Fold([]engine.Event{engine.Set{Key: size + "J", Value: 5}, engine.Priced{Marker: "J", Cell: cell(colFor(135))}})
	if got := see(s).leastBid("J"); got != 680 {
		t.Errorf("least bid %d, want 680", got)
	}
}

// WE-35, 17-IP-04: what a player may bid with privates.
func TestPayableBids(t *testing.T) {
	s := engine.Fold([]engine.Event{
		engine.Started{Players: []string{"A", "B", "C"}}, engine.Paid{From: engine.Bank, To: "p1", Amount: 28},
		engine.Moved{Piece: piece("CM"), To: "p1"}, engine.Moved{Piece: piece("MAJC"), To: "p1"},
	})
	var got [][2]int
	for _, o := range see(s).payableBids("p1", leastIPO) {
		got = append(got, [2]int{o.Range.Min, o.Range.Max})
	}
	if want := [][2]int{{100, 115}, {150, 175}}; !reflect.DeepEqual(got, want) {
		t.Errorf("payable are %v, want %v", got, want)
	}
}

// 17-PH-01, 17-PH-02, 17-PH-03, 17-PH-04, 17-PH-05, 17-PH-06, 17-PH-07,
// 17-PH-08, 17-PH-10: what the phases allow. No company has to grow.
func TestPhases(t *testing.T) {
	for i, want := range []struct {
		name     string
		limit    int
		tiles    int
		sizes    []int
		offboard string
	}{
		{"2", 4, 1, []int{2}, "yellow"}, {"3", 4, 2, []int{2, 5}, "green"}, {"4", 3, 2, []int{5}, "green"}, {"5", 3, 3, []int{5, 10}, "brown"},
		{"6", 2, 3, []int{10}, "brown"}, {"7", 2, 4, []int{10}, "gray"}, {"8", 2, 4, []int{10}, "gray"},
	} {
		p := data.Phases[i]
		if p.Name != want.name || p.Limits["public"] != want.limit || len(p.Tiles) != want.tiles || !slices.Equal(p.Sizes, want.sizes) || p.Offboard != want.offboard {
			t.Errorf("phase %d is %+v, want %+v", i, p, want)
		}
	}
}

// 17-TR-09, 17-TR-10, 17-TR-11: the stack of trains.
func TestTrains(t *testing.T) {
	for name, want := range map[string][4]string{
		"2+": {"100", "4", "", "4"}, "3": {"250", "12", "6", ""}, "4": {"400", "8", "8", ""}, "5": {"600", "5", "", ""},
		"6": {"750", "4", "", ""}, "7": {"900", "3", "", ""}, "8": {"1100", "0", "", ""}, "2": {"100", "40", "4", ""},
	} {
		tr := data.Train(name)
		if got := [4]string{dollars(tr.Price), dollars(tr.Count), tr.RustsOn, tr.ObsoleteOn}; got != want {
			t.Errorf("train %s is %v, want %v", name, got, want)
		}
	}
}

func dollars(n int) string { return money(n)[1:] }

// 17-MP-04, 17-MP-03: sides that no track may cross.
func TestClosedSides(t *testing.T) {
	for hex, edges := range map[string][]int{
		"B11": {5}, "C8": {5}, "C10": {0, 4, 5}, "C14": {1}, "D7": {4}, "D11": {1, 2, 3}, "D13": {2},
	} {
		for _, e := range edges {
			if data.Map.Open(hex, e) {
				t.Errorf("%s is open at %s", hex, data.Map.Layout.Compass(e))
			}
		}
	}
}

// 17-TL-10: the brown city with the most exits that fits, by hex.
func TestMostExits(t *testing.T) {
	for hex, want := range map[string]string{
		"B5": "448", "B17": "448", "C14": "611", "C22": "63", "D7": "611", "D19": "63", "F3": "63", "F13": "63", "F19": "63",
		"G6": "63", "H3": "63", "H9": "63", "I12": "448", "I16": "448",
	} {
		open := 0
		for e := range 6 {
			if data.Map.Open(hex, e) {
				open++
			}
		}
		if got := map[int]string{4: "448", 5: "611", 6: "63"}[open]; got != want {
			t.Errorf("%s has %d open sides: %s, want %s", hex, open, got, want)
		}
	}
}

// R-15, 17-PV-08: coal hexes are plain mountains beside a city or a red area.
func TestCoalHexes(t *testing.T) {
	n := 0
	for _, h := range data.Map.Hexes {
		if h.Terrain != "mountain" || len(h.Stops) > 0 {
			continue
		}
		var sides []int
		for e := range 6 {
			if at, ok := data.Map.Neighbour(h.At, e); ok && len(data.Map.Hex(at).Stops) > 0 && data.Map.Open(h.At, e) {
				sides = append(sides, e)
			}
		}
		n += min(len(sides), 1)
		if !slices.Equal(sides, coalSides[h.At]) {
			t.Errorf("%s touches stops on %v, want %v", h.At, sides, coalSides[h.At])
		}
	}
	if n != len(coalSides) {
		t.Errorf("%d coal hexes, want %d", n, len(coalSides))
	}
}

// 17-SU-02, 17-VA-02: who may play.
func TestSetupRefuses(t *testing.T) {
	names := make([]string, 13)
	for n := range names {
		for _, variant := range []bool{false, true} {
			start := engine.Started{Players: names[:n]}
			if variant {
				start.Options = map[string]string{morePlayers: "yes"}
			}
			_, err := setup(start)
			if ok := n >= 3 && n <= 7 || variant && n >= 8 && n <= 12; ok != (err == nil) {
				t.Errorf("%d players, variant %v: %v", n, variant, err)
			}
		}
	}
	if _, err := setup(engine.Started{Players: names[:4], Options: map[string]string{"volatility": "yes"}}); err == nil {
		t.Error("an unknown option is accepted")
	}
}

// 17-VA-04: each own marker on its route adds to what a modern train earns.
func TestModernTrains(t *testing.T) {
	setup, err := setup(engine.Started{Players: []string{"A", "B", "C"}, Options: map[string]string{modernTrains: "yes"}})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(append(setup,
		engine.Moved{Piece: step.Token("H", 0), From: box, To: "C8.0"}, engine.Moved{Piece: step.Token("H", 1), From: box, To: "D7.0"},
		engine.TileLaid{Hex: "D7", Tile: "6", Rot: 3}, engine.Moved{Piece: step.Train("7", 0), From: step.Supply, To: "H"},
	))
	g, fleet := network(s, "H")
	sum := 0
	for i := range g.Stops {
		sum += fleet[0].Values[i]
	}
	if sum != 30+20+2*10 {
		t.Errorf("the stops are worth %d, want 70", sum)
	}
}

// The position shows what matters here.
func TestPositionFacts(t *testing.T) {
	setup, err := setup(engine.Started{Players: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	g, _ := engine.Start(Title.Rules, setup)
	p := position(g.State())
	for _, want := range []title.Fact{
		{Label: "loans", Value: "0 of 70 taken"}, {Label: "interest", Value: "$5 a loan now, $5 next"},
		{Label: "seed money", Value: "$200"}, {Label: "next export", Value: "2-train"},
	} {
		if !slices.Contains(p.Facts, want) {
			t.Errorf("%v is not among %v", want, p.Facts)
		}
	}
	if p.Supply[0].Count != -1 {
		t.Errorf("2-trains are shown as %d, want as many as are needed", p.Supply[0].Count)
	}
}
