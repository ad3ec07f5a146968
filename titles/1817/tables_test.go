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
			engine.Started{Players: []string{"A", "B", "C"}}, engine.Set{Key: size.Of("J"), Value: c.size}, engine.Set{Key: size.Of("R"), Value: c.size},
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
		{190, 2, 95}, {190, 5, 95}, {190, 10, 100}, {120, 10, 60}, {130, 10, 70}, {250, 10, 130}, {10, 10, 10}, {22, 10, 20},
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
	s := engine.Fold([]engine.Event{engine.Set{Key: size.Of("J"), Value: 5}, engine.Priced{Marker: "J", Cell: cell(colFor(135))}})
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

// 17-SU-02, 17-VA-02, 17-SU-04: cash and certificates by the number of players.
func TestSeats(t *testing.T) {
	for n, want := range map[int][2]int{
		3: {420, 21}, 4: {315, 16}, 5: {252, 13}, 6: {210, 11}, 7: {180, 9},
		8: {158, 8}, 9: {140, 7}, 10: {126, 6}, 11: {115, 6}, 12: {105, 5},
	} {
		start := engine.Started{Players: make([]string, n)}
		if n > 7 {
			start.Options = map[string]string{morePlayers: "yes"}
		}
		log, err := setup(start)
		if err != nil {
			t.Fatal(err)
		}
		v := see(engine.Fold(log))
		for _, p := range v.S.Players() {
			if got := [2]int{v.S.Cash(p), v.certLimit()}; got != want {
				t.Errorf("%d players: %s has %v, want %v", n, p, got, want)
			}
		}
		if v.S.Cash(pot) != 200 {
			t.Errorf("the seed money is %d", v.S.Cash(pot))
		}
	}
}

// 17-SU-07, 17-PV-01: the number of tiles of each type is not limited, except for one tile of Pittsburgh.
func TestTilesNeverRunOut(t *testing.T) {
	for _, tile := range data.Map.Tiles {
		if want := map[bool]int{true: 1}[tile.ID == millTile]; tile.Count != want {
			t.Errorf("tile %s: %d, want %d", tile.ID, tile.Count, want)
		}
	}
}

// 17-MP-05, 17-MP-06: what terrain costs, and where it is.
func TestTerrain(t *testing.T) {
	price := map[string]int{"": 0, "mountain": 15, "river": 10, "lake": 20}
	got := map[string]string{}
	for _, h := range data.Map.Hexes {
		if h.Cost != price[h.Terrain] {
			t.Errorf("%s costs %d, want %d for its %s", h.At, h.Cost, price[h.Terrain], h.Terrain)
		}
		if h.Terrain != "" {
			got[h.Terrain] += " " + h.At
		}
	}
	for terrain, want := range map[string]string{
		"mountain": " B25 C20 C24 D19 E16 E18 F15 G12 G14 H11 H13 H15 I8 I10 I12",
		"river":    " D13 E12 F11 G4 G6 G10 H3 H7 H9",
		"lake":     " B9 B27 C8 D7 D25 D27 E22 G20 H17",
	} {
		if got[terrain] != want {
			t.Errorf("%s:%s, want%s", terrain, got[terrain], want)
		}
	}
}

// 17-MP-07, 17-MP-01: red areas, Cleveland and Toronto by phase: 2, 3 and 4, 5 and
// 6, 7 and 8.
func TestRevenueByPhase(t *testing.T) {
	columns := []int{phase2, phase3, phase4, phase5, phase6, phase7, phase8}
	for hex, want := range map[string][7]int{
		"A20": {20, 30, 30, 50, 50, 60, 60}, "A28": {20, 30, 30, 50, 50, 60, 60}, "H1": {20, 30, 30, 50, 50, 60, 60}, "J15": {20, 30, 30, 50, 50, 60, 60},
		"D1": {30, 50, 50, 60, 60, 80, 80}, "J7": {30, 50, 50, 60, 60, 80, 80},
		"D9": {30, 40, 40, 50, 50, 60, 60}, "B13": {20, 30, 30, 40, 40, 40, 40},
	} {
		for i, p := range columns {
			if got := data.Map.Hex(hex).Stops[0].Revenue.In(data.Phases[p].Offboard); got != want[i] {
				t.Errorf("%s in phase %s: %d, want %d", hex, data.Phases[p].Name, got, want[i])
			}
		}
	}
}

// A president is told what each dividend brings. // 6.6; 17-DV-01, 17-DV-05
func TestOutlook(t *testing.T) {
	for _, c := range []struct {
		size, price, all, paid int
		want                   string
	}{
		{5, 100, 190, 190, "$38 a share: you get $76, J $114; price $100 > $110"},
		{5, 100, 190, 95, "$19 a share: you get $38, J $152; price unchanged"},
		{5, 100, 190, 0, "you get nothing, J $190; price $100 > $90"},
		{2, 100, 190, 190, "$190 to its owner: you get $190, J $0; price $100 > $110"},
		{2, 45, 50, 0, "you get nothing, J $50; price $45 > $40"},
		{2, 40, 50, 0, "you get nothing, J $50; price $40 > acquisition"},
	} {
		log := []engine.Event{
			engine.Started{Players: []string{"A", "B", "C"}}, engine.Set{Key: size.Of("J"), Value: c.size},
			engine.Priced{Marker: "J", Cell: cell(colFor(c.price))}, engine.Moved{Piece: step.Share("J", 0), To: "p1"},
		}
		for n := 1; n <= c.size-2; n++ {
			log = append(log, engine.Moved{Piece: step.Share("J", n), To: "J"})
		}
		if got := see(engine.Fold(log)).outlook("J", c.all, c.paid); got != c.want {
			t.Errorf("%d of %d for %d shares: %q, want %q", c.paid, c.all, c.size, got, c.want)
		}
	}
}

// 17-OR-02: a round of all twenty companies, and of two.
func TestNumbered(t *testing.T) {
	var all []engine.Event
	var want []string
	for i, c := range data.Companies {
		all = append(all, engine.Set{Key: turnNo.Of(c.Sym), Value: len(data.Companies) - i})
		want = append([]string{c.Sym}, want...)
	}
	if got := see(engine.Fold(all)).numbered(turnNo); len(want) != 20 || !slices.Equal(got, want) {
		t.Errorf("all are %v, want %v", got, want)
	}
	two := engine.Fold([]engine.Event{engine.Set{Key: turnNo.Of("R"), Value: 1}, engine.Set{Key: turnNo.Of("A&S"), Value: 2}})
	if got := see(two).numbered(turnNo); !slices.Equal(got, []string{"R", "A&S"}) {
		t.Errorf("two are %v", got)
	}
}

// Answers that change the course of a game have a name.
func TestLandmark(t *testing.T) {
	for _, c := range []struct{ question, verb, want string }{
		{"merger", "merge", "a merger proposed"}, {"merger", "convert", "a conversion"}, {"buyer", "buy", "an acquisition"},
		{"cash crisis", "sell", "a crisis"}, {"stock turn", "sell", ""}, {"merger", "pass", ""},
	} {
		if got := landmarks.Of(engine.Said{Command: engine.Command{Verb: c.verb}, Question: c.question}); got != c.want {
			t.Errorf("%s at %s is %q, want %q", c.verb, c.question, got, c.want)
		}
	}
}

// 17-CV-02, 17-LM-04: the sizes of companies, what they grow to, and the most
// shares that one player may own.
func TestSizes(t *testing.T) {
	for n, want := range map[int]struct {
		word     string
		grown    int
		most     int
		loansFor string
	}{2: {"2", 5, 2, "2 loans"}, 5: {"5", 10, 3, "5 loans, 1 more marker for $50"}, 10: {"10", 0, 6, "10 loans, 3 more markers for $150"}} {
		if sharesOf(n) != want.word || grown[n] != want.grown || mostHeld[n] != want.most || sizeLabel[n] != want.loansFor {
			t.Errorf("size %d: %s, %d, %d, %s, want %v", n, sharesOf(n), grown[n], mostHeld[n], sizeLabel[n], want)
		}
	}
}

// 17-PV-09, R-15, D-21: on every side that touches a city or red area a coal tile may lead there, at the
// beginning and as long as that city can be upgraded. It may lead to a brown city only where that has
// track.
func TestCoalPoints(t *testing.T) {
	log, err := setup(engine.Started{Players: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	table := engine.Fold(log)
	points := func(s *engine.State, hex string, exits ...int) bool {
		v := see(s)
		return v.pointsAt(step.Site{Table: v.Table, Board: v.Board(), Hex: data.Map.Hex(hex)}, exits)
	}
	for hex, sides := range coalSides {
		for e := range 6 {
			if got, want := points(table, hex, e), slices.Contains(sides, e); got != want {
				t.Errorf("%s leads to a stop at %d: %v, want %v", hex, e, got, want)
			}
		}
	}
	for rot, want := range []bool{false, false, true, true, true, true} { // it has track on four sides of six; I10 is at the fifth
		s := table.With(engine.TileLaid{Hex: "H9", Tile: "448", Rot: rot})
		if got := points(s, "I10", 2); got != want {
			t.Errorf("H9 turned by %d: %v, want %v", rot, got, want)
		}
	}
	green := table.With(engine.TileLaid{Hex: "H9", Tile: "15", Rot: 0}) // a brown tile brings the other sides
	if !points(green, "I10", 2) {
		t.Error("a green city cannot be joined")
	}
}
