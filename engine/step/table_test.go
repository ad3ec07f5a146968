package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/market"
)

// small is a title of two companies on a line of hexes: the city B2, the white
// B4, the twin cities B6, the town B8, and a hill at B10.
const small = `{
	"title": "small", "name": "Small", "designer": "nobody", "rules": "none", "currency": "$%d", "bank": "unlimited",
	"layout": {"pointy": true, "letters": "rows"}, "kinds": {"line": 5, "public": 10}, "terrains": ["hill"],
	"seats": [{"players": 3, "cash": 300, "certificates": "unlimited"}], "privates": [], "upgrades": {}, "printed_upgrades": {"B6": ["63"]},
	"trains": [{"name": "2", "color": "yellow", "price": 80, "count": 3, "stops": "unlimited"}, {"name": "3", "color": "green", "price": 180, "count": "unlimited", "stops": "unlimited"},
		{"name": "D", "color": "brown", "price": 500, "count": "unlimited", "stops": "unlimited"}],
	"phases": [{"name": "2", "limits": {}, "tiles": [], "offboard": "yellow"}, {"name": "3", "train": "3", "limits": {}, "tiles": [], "offboard": "green"}],
	"companies": [{"sym": "PRR", "name": "PRR", "kind": "line", "color": "#ee0000", "text": "#ffffff", "home": "B2", "shares": [2, 1, 1, 1], "stations": [0, 40, 60]},
		{"sym": "NYC", "name": "NYC", "kind": "public", "color": "#00ee00", "text": "#ffffff", "shares": [2, 1, 1, 1, 1, 1, 1, 1, 1], "stations": [0]}],
	"market": [[{"price": 40}, {"price": 50}, {"price": 60}]],
	"hexes": [
		{"at": "B2", "color": "yellow", "name": "Erie", "stops": [{"kind": "city", "revenue": 0, "slots": 2}], "track": ["4-s0"]},
		{"at": "B4", "color": "white"},
		{"at": "B6", "color": "yellow", "name": "Twins", "stops": [{"kind": "city", "revenue": 0, "slots": 1}, {"kind": "city", "revenue": 0, "slots": 1}], "track": ["1-s0", "4-s1"]},
		{"at": "B8", "color": "yellow", "stops": [{"kind": "town", "revenue": 0}], "track": ["1-s0", "4-s0"]},
		{"at": "B10", "color": "white", "cost": 20, "terrain": "hill"}],
	"tiles": [{"id": "9", "color": "yellow", "count": 2, "track": ["0-3"]}, {"id": "8", "color": "yellow", "count": "unlimited", "track": ["0-2"]},
		{"id": "63", "color": "brown", "count": "unlimited", "stops": [{"kind": "city", "revenue": 0, "slots": 2}], "track": ["1-s0", "4-s0"]}]}`

// set makes a table of three players: pieces at their places, and a line of tiles from B2 to B6.
func set(t testing.TB, more ...engine.Event) Table {
	t.Helper()
	f, err := facts.Load([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	log := []engine.Event{engine.Started{Players: []string{"Amy", "Brian", "Crystal"}}, engine.TileLaid{Hex: "B4", Tile: "9", Rot: 1}}
	return Table{S: engine.Fold(append(log, more...)), F: f}
}

// put lays pieces at a place.
func put(place string, pieces ...string) (out []engine.Event) {
	for _, p := range pieces {
		out = append(out, engine.Moved{Piece: p, To: place})
	}
	return out
}

func TestNamesOfPieces(t *testing.T) {
	for got, want := range map[string]string{
		Share("PRR", 0): "share:PRR:0", Token("B&O", 12): "token:B&O:12", Train("5E", 3): "train:5E:3",
		Keep("PRR"): "keep:PRR", IPO("PRR"): "ipo:PRR",
		Label("share:PRR:0"): "PRR", Label("train:5E:3"): "5E", Label("keep:PRR"): "PRR", Label("priority"): "",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Shares are counted by the numbers printed on the certificates of a company.
func TestSharesAndCertificates(t *testing.T) {
	tb := set(t, slices.Concat(
		put("p1", Share("PRR", 2), Share("PRR", 0), Share("NYC", 1)),
		put("p2", Share("NYC", 0), Token("NYC", 0)), put(Pool, Share("PRR", 1)), put("p3", Share("PRR", 3)))...)
	for _, c := range []struct {
		place, sym string
		want       int
	}{{"p1", "PRR", 3}, {"p1", "NYC", 1}, {"p2", "NYC", 2}, {"p2", "PRR", 0}, {Pool, "PRR", 1}, {IPO("PRR"), "PRR", 0}} {
		if got := tb.Shares(c.place, c.sym); got != c.want {
			t.Errorf("%s has %d shares of %s, want %d", c.place, got, c.sym, c.want)
		}
	}
	if got := tb.Certificates("p1", "PRR"); !slices.Equal(got, []string{Share("PRR", 2), Share("PRR", 0)}) {
		t.Errorf("in order of arrival: %v", got)
	}
	if a, b := tb.CertificateCount("p1"), tb.CertificateCount("p2"); a != 3 || b != 1 {
		t.Errorf("certificates: %d and %d, want 3 and 1", a, b)
	}
	if p, n := tb.President("PRR"), tb.President("NYC"); p != "p1" || n != "p2" {
		t.Errorf("presidents %s and %s", p, n)
	}
	if p := set(t, put(Pool, Share("PRR", 0))...).President("PRR"); p != "" {
		t.Errorf("the pool is president: %q", p)
	}
}

// A player is worth cash and shares of the companies that have a price. // 28-EN-05; 43-GE-05; NE-EN-06
func TestWorth(t *testing.T) {
	tb := set(t, slices.Concat(put("p1", Share("PRR", 0), Share("PRR", 1), Share("NYC", 1)), put("p2", Share("PRR", 2)), put(Pool, Share("PRR", 3)),
		[]engine.Event{engine.Priced{Marker: "PRR", Cell: "0,1"}, engine.Paid{From: engine.Box, To: "p1", Amount: 7}, engine.Set{Key: Bankrupt("p3"), Value: 1}})...)
	if a, b := tb.Worth("p1"), tb.Worth("p2"); a != 7+3*50 || b != 50 {
		t.Errorf("p1 is worth %d and p2 %d", a, b)
	}
	if got := tb.Priced(); !slices.Equal(got, []string{"PRR"}) {
		t.Errorf("%v have a price", got)
	}
	if p, n := tb.Held("PRR"), tb.Held("NYC"); p != 4 || n != 1 {
		t.Errorf("players hold %d of PRR and %d of NYC", p, n)
	}
	if got := tb.Solvent(); !slices.Equal(got, []string{"p1", "p2"}) {
		t.Errorf("%v are in the game", got)
	}
}

// Options take words at their ends, without a change of those that they are made of.
func TestMoreWords(t *testing.T) {
	bids := BidsFor([]string{"PSM"}, "face value $40", 5, 18, 5)
	with := Adding(bids, "with", "D&H")
	if b := bids[0]; len(bids) != 1 || !slices.Equal(b.Args, []string{"PSM"}) || b.Label != "face value $40" || *b.Range != (engine.Range{Min: 5, Max: 15, Step: 5}) {
		t.Errorf("%+v", bids)
	}
	if !slices.Equal(with[0].Args, []string{"PSM", "with", "D&H"}) || with[0].Range != bids[0].Range {
		t.Errorf("%+v", with)
	}
	if got := BidsFor([]string{"PSM"}, "", 5, 4, 1); len(got) > 0 {
		t.Errorf("no number is possible, but %+v", got)
	}
}

// Trains and private companies at a place, and the next marker of those that never run out.
func TestPlaces(t *testing.T) {
	tb := set(t, slices.Concat(put("PRR", Train("3", 0), Train("2", 0), Train("3", 1), Private("B"), Private("A")), put("B2.0", Token(Blocking, 0), Token(Blocking, 2)))...)
	if got := tb.TrainTypes("PRR"); !slices.Equal(got, []string{"3", "2"}) {
		t.Errorf("types of trains: %v", got)
	}
	if got := tb.PrivatesAt("PRR"); !slices.Equal(got, []string{"B", "A"}) || tb.Owner("A") != "PRR" || tb.Owner("C") != "" {
		t.Errorf("private companies: %v", got)
	}
	if got := tb.NextMarker(Blocking); got != Token(Blocking, 1) {
		t.Errorf("the next marker is %s", got)
	}
}

// Who must agree when a company buys of another. // 28-TB-05
func TestSeller(t *testing.T) {
	tb := set(t, append(put("p1", Share("PRR", 0)), put("p2", Share("NYC", 0))...)...)
	if a, b := tb.Seller("PRR", "NYC"), tb.Seller("PRR", "PRR"); a != "if Brian agrees" || b != "your own company" {
		t.Errorf("%q and %q", a, b)
	}
}

// A company is in a zone of the market by the space of its marker.
func TestInZone(t *testing.T) {
	tb := set(t, engine.Priced{Marker: "PRR", Cell: "0,1"})
	tb.F.Market.Cells[0][1].Zones = []string{"brown"}
	if !tb.InZone("PRR", "yellow", "brown") || tb.InZone("PRR", "yellow") || tb.InZone("NYC", "brown") || tb.InZone("PRR") {
		t.Error("PRR is in the brown zone, and nothing else is in any")
	}
}

// The president's certificate is no single share.
func TestSingleShares(t *testing.T) {
	tb := set(t, put("p1", Share("NYC", 0), Share("NYC", 3), Share("PRR", 1), Share("NYC", 5))...)
	if first, last := tb.Single("p1", "NYC", false), tb.Single("p1", "NYC", true); first != Share("NYC", 3) || last != Share("NYC", 5) {
		t.Errorf("the first is %s, the last %s", first, last)
	}
	if got := set(t, put("p1", Share("NYC", 0))...).Single("p1", "NYC", true); got != "" {
		t.Errorf("%s is a single share", got)
	}
}

// The heir is the largest holder with at least two shares. Of equals the nearest clockwise is the heir.
func TestHeir(t *testing.T) {
	for _, c := range []struct {
		p2, p3 int
		p      string
		want   string
	}{{0, 0, "p1", ""}, {1, 1, "p1", ""}, {2, 2, "p1", "p2"}, {2, 3, "p1", "p3"}, {2, 2, "p3", "p2"}, {3, 3, "p2", "p3"}} {
		var log []engine.Event
		n := 1
		for place, shares := range map[string]int{"p2": c.p2, "p3": c.p3} {
			for range shares {
				log, n = append(log, put(place, Share("NYC", n))...), n+1
			}
		}
		if got := set(t, log...).Heir(c.p, "NYC"); got != c.want {
			t.Errorf("%d and %d shares: the heir of %s is %q, want %q", c.p2, c.p3, c.p, got, c.want)
		}
	}
}

// play runs a step on a table and returns the table after it.
func play(t *testing.T, tb Table, leaf func(*engine.Turn, Table)) Table {
	t.Helper()
	rules := engine.Rules{Start: "game", Flow: engine.Flow{"game": engine.Do(func(t *engine.Turn) {
		leaf(t, Table{S: t.State, F: tb.F, H: tb.H})
		t.End("done", nil)
	})}}
	g, _ := engine.Start(rules, tableLog(tb))
	return Table{S: g.State(), F: tb.F, H: tb.H}
}

// tableLog returns a log that sets up the table.
func tableLog(tb Table) []engine.Event {
	log := []engine.Event{tb.S.Game}
	for _, place := range tb.S.Places() {
		log = append(log, put(place, tb.S.At(place)...)...)
	}
	for _, hex := range tb.S.Tiles() {
		l, _ := tb.S.Tile(hex)
		log = append(log, engine.TileLaid{Hex: hex, Tile: l.Tile, Rot: l.Rot})
	}
	return log
}

// A president who falls below the heir hands over the certificate before the rest of the sale. Nothing is
// lost.
func TestSellingThePresidency(t *testing.T) {
	for _, c := range []struct {
		sold       int
		president  string
		p1, p2, in int
	}{{1, "p1", 3, 3, 1}, {2, "p2", 2, 3, 2}, {4, "p2", 0, 3, 4}} { // a president with as many shares as the heir stays
		tb := set(t, slices.Concat(put("p1", Share("NYC", 0), Share("NYC", 1), Share("NYC", 2)), put("p2", Share("NYC", 3), Share("NYC", 4), Share("NYC", 5)))...)
		tb = play(t, tb, func(t *engine.Turn, tb Table) { Sell(t, tb, "p1", "NYC", c.sold) })
		if got := tb.President("NYC"); got != c.president || tb.Shares("p1", "NYC") != c.p1 || tb.Shares("p2", "NYC") != c.p2 || tb.Shares(Pool, "NYC") != c.in {
			t.Errorf("%d sold: president %s, shares %d, %d and %d in the pool, want %+v", c.sold, got,
				tb.Shares("p1", "NYC"), tb.Shares("p2", "NYC"), tb.Shares(Pool, "NYC"), c)
		}
	}
}

// In a market of several rows the higher price comes first, then the column further right, then the upper row
// (28-MK-04, 43-OR-03, NE-OR-02).
func TestOrderInTwoDimensions(t *testing.T) {
	tb := set(t, engine.Priced{Marker: "A", Cell: "0,0"}, engine.Priced{Marker: "B", Cell: "1,2"}, engine.Priced{Marker: "C", Cell: "0,1"},
		engine.Priced{Marker: "D", Cell: "1,1"}, engine.Priced{Marker: "E", Cell: "2,1"}, engine.Priced{Marker: "F", Cell: "1,1"})
	f := *tb.F
	row := func(prices ...int) (out []*market.Space) {
		for _, p := range prices {
			out = append(out, &market.Space{Price: p})
		}
		return out
	}
	f.Market = &market.Market{Cells: [][]*market.Space{row(60, 70, 80), row(50, 60, 65), row(40, 60, 61)}}
	tb.F = &f
	if got := tb.ByPrice([]string{"F", "E", "D", "C", "B", "A"}); fmt.Sprint(got) != "[C B D F E A]" {
		t.Errorf("order %v", got)
	}
}

// Higher prices come first. In one cell the first to arrive does.
func TestOrderByPrice(t *testing.T) {
	tb := set(t, engine.Priced{Marker: "A", Cell: "0,1"}, engine.Priced{Marker: "B", Cell: "0,2"}, engine.Priced{Marker: "C", Cell: "0,1"}, engine.Priced{Marker: "D", Cell: "0,0"})
	if got := tb.ByPrice([]string{"D", "C", "A", "B"}); fmt.Sprint(got) != "[B A C D]" {
		t.Errorf("order %v", got)
	}
	if a, none := tb.Price("A"), tb.Price("X"); a != 50 || none != 0 {
		t.Errorf("prices %d and %d", a, none)
	}
	if _, ok := tb.CellOf("X"); ok {
		t.Error("X has no marker")
	}
}

func TestSaleOptions(t *testing.T) {
	tb := set(t, engine.Priced{Marker: "PRR", Cell: "0,1"}, engine.Priced{Marker: "NYC", Cell: "0,2"})
	var got []string
	for _, o := range tb.SaleOptions([]string{"PRR", "NYC"}, func(sym string) int { return map[string]int{"PRR": 2}[sym] }) {
		got = append(got, strings.Join(o.Args, " ")+" "+o.Label)
	}
	if fmt.Sprint(got) != "[1 PRR for $50 2 PRR for $100]" {
		t.Errorf("offered %v", got)
	}
}

func TestFollowingPlayers(t *testing.T) {
	tb := set(t)
	for p, want := range map[string]string{"p1": "[p2 p3 p1]", "p2": "[p3 p1 p2]", "p3": "[p1 p2 p3]", "": "[p1 p2 p3]"} {
		if got := fmt.Sprint(tb.Following(p)); got != want {
			t.Errorf("after %q: %s, want %s", p, got, want)
		}
	}
}

// Lots are the next new train, and each type in the pool once.
func TestTrainsOnSale(t *testing.T) {
	tb := set(t, slices.Concat(put(Supply, Train("2", 1), Train("3", 0)), put(Pool, Train("2", 0), Train("D", 0), Train("2", 2)), put("PRR", Train("3", 1), Train("2", 3), Train("3", 2)))...)
	var got []string
	for _, l := range tb.Lots("bank pool") {
		got = append(got, l.Train.Name+" "+l.From+" "+l.Place)
	}
	if want := []string{"2 bank supply", "2 bank pool pool", "D bank pool pool"}; !slices.Equal(got, want) {
		t.Errorf("on sale are %q, want %q", got, want)
	}
	if names := tb.TrainNames("PRR"); fmt.Sprint(names) != "[3 2 3]" || tb.TrainOf("PRR", "3") != Train("3", 1) || tb.TrainOf("PRR", "D") != "" {
		t.Errorf("PRR has %v", names)
	}
	if o := tb.DiscardOptions("PRR"); len(o) != 2 || strings.Join(o[1].Args, " ") != "train 2 PRR" {
		t.Errorf("PRR may discard %v", o)
	}
	if o := tb.TradeOptions("PRR", 90, ""); len(o) != 2 || o[0].Range.Min != 1 || o[0].Range.Max != 90 || strings.Join(o[0].Args, " ") != "train 3 from PRR for" {
		t.Errorf("PRR may sell %v", o)
	}
	if o := tb.TradeOptions("PRR", 0, ""); len(o) != 0 {
		t.Errorf("without money: %v", o)
	}
}

// Rust removes every train of the type wherever it is. Refill makes a new train only if none is left.
func TestRustAndRefill(t *testing.T) {
	tb := set(t, slices.Concat(put("PRR", Train("2", 0)), put(Pool, Train("2", 1)), put(Out, Train("2", 2)), put("NYC", Train("3", 0)), put(Supply, Train("D", 0)))...)
	gone := 0
	after := play(t, tb, func(t *engine.Turn, tb Table) {
		gone = Rust(t, tb, "2")
		Refill(t, tb, "D")
		Refill(t, tb, "3")
	})
	if gone != 2 || len(after.S.At(Out)) != 3 || len(after.Trains("PRR"))+len(after.Trains(Pool)) != 0 || len(after.Trains("NYC")) != 1 {
		t.Errorf("%d rusted; out are %v", gone, after.S.At(Out))
	}
	if got := after.TrainNames(Supply); fmt.Sprint(got) != "[D 3]" || after.Made("3") != 2 || after.Made("D") != 1 {
		t.Errorf("on sale are %v", got)
	}
}

// Stations: who holds a city, whom it blocks and how much space is left.
func TestStations(t *testing.T) {
	tb := set(t, slices.Concat(put("B2.0", Token("PRR", 1), Keep("NYC")), put("B6.1", Token("PRR", 0)), put("B6.0", Token("NYC", 0)), put("PRR", Token("PRR", 2)))...)
	b := tb.Board()
	if got := fmt.Sprint(tb.Stations("PRR"), tb.Stations("NYC"), tb.Tokens("PRR"), tb.Tokens("NYC")); got != "[B2.0 B6.1] [B6.0] [token:PRR:2] []" {
		t.Errorf("stations and tokens: %s", got)
	}
	for _, c := range []struct {
		at         board.Spot
		sym        string
		holds, bar bool
		space      int
	}{
		{board.Spot{Hex: "B2"}, "PRR", true, false, 0},
		{board.Spot{Hex: "B2"}, "NYC", false, false, 0}, // a reserved space blocks nobody
		{board.Spot{Hex: "B6"}, "PRR", false, true, 0},
		{board.Spot{Hex: "B6"}, "NYC", true, false, 0},
		{board.Spot{Hex: "B6", N: 1}, "NYC", false, true, 0},
		{board.Spot{Hex: "B8"}, "NYC", false, false, 0}, // a town blocks nobody
	} {
		if holds, bar, space := tb.Holds(c.sym, c.at), tb.Blocks(b, c.sym)(c.at), tb.Space(b, c.at); holds != c.holds || bar != c.bar || space != c.space {
			t.Errorf("%v for %s: holds %v, blocked %v, space %d, want %+v", c.at, c.sym, holds, bar, space, c)
		}
	}
	tb = set(t, put("B6.0", Token(Blocking, 1))...)
	for _, sym := range []string{"PRR", "NYC"} {
		if at := (board.Spot{Hex: "B6"}); !tb.Blocks(b, sym)(at) || tb.Holds(sym, at) || tb.Space(b, at) != 0 || len(tb.Stations(sym)) > 0 {
			t.Errorf("a blocking marker does not bar the way of %s", sym)
		}
	}
	if got := fmt.Sprint(set(t, slices.Concat(put("B6.1", Token("PRR", 0)), put("B2.0", Token("PRR", 1)))...).Stations("PRR")); got != "[B2.0 B6.1]" {
		t.Errorf("stations in order of their names: %s", got)
	}
	if n := set(t, put("B2.0", Token("PRR", 0))...).Space(b, board.Spot{Hex: "B2"}); n != 1 {
		t.Errorf("room for %d beside one marker", n)
	}
}

// A city without spaces blocks nobody, because no marker is in it.
func TestCityWithoutSpaces(t *testing.T) {
	f, err := facts.Load([]byte(strings.Replace(small, `{"kind": "town", "revenue": 0}`, `{"kind": "city", "revenue": 0, "slots": 0}`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	tb, at := Table{S: set(t).S, F: f}, board.Spot{Hex: "B8"}
	if b := tb.Board(); b.Stop(at).Kind != board.City || tb.Blocks(b, "NYC")(at) {
		t.Error("it is blocked")
	}
}

func TestPhaseIsWhatTheCounterSays(t *testing.T) {
	if a, b := set(t).Phase().Name, set(t, engine.Set{Key: "phase", Value: 1}).Phase().Name; a != "2" || b != "3" {
		t.Errorf("phases %s and %s", a, b)
	}
}

func TestPlural(t *testing.T) {
	if got := Plural(1, "share") + ", " + Plural(0, "share") + ", " + Plural(3, "share"); got != "1 share, 0 shares, 3 shares" {
		t.Error(got)
	}
}

func TestATrain(t *testing.T) {
	for name, want := range map[string]string{"2+1": "a 2+1-train", "8E": "an 8E-train", "Electric": "an Electric-train", "3/5x2": "a 3/5x2-train"} {
		if got := ATrain(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// Shares count at the present price, and those of a company without a price nothing; private companies at face value.
func TestWhatIsHeldIsWorth(t *testing.T) {
	tb := set(t, engine.Moved{Piece: Share("PRR", 0), To: "p1"}, engine.Moved{Piece: Share("PRR", 1), To: "p1"}, engine.Moved{Piece: Share("PRR", 2), To: "p2"},
		engine.Moved{Piece: Share("NYC", 0), To: "p1"}, engine.Priced{Marker: "PRR", Cell: "0,1"}, engine.Moved{Piece: Private("SV"), To: "p1"}, engine.Moved{Piece: Private("CS"), To: "p1"})
	tb.F.Privates = []facts.Private{{Sym: "SV", Value: 20}, {Sym: "CS", Value: 40}}
	for place, want := range map[string][2]int{"p1": {150, 60}, "p2": {50, 0}, "p3": {0, 0}} {
		if got := [2]int{tb.Worth(place), tb.FaceValue(place)}; got != want {
			t.Errorf("%s has %v, want %v", place, got, want)
		}
	}
}
