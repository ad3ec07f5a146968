package t1817

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// After the operating round in which the first 8-train is bought come three more. // 8; 17-EG-01, WE-36
func TestRoundsLeft(t *testing.T) {
	titletest.RoundsLeft(t, Title,
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 6, roundNo: 1, finalSet: 7, finalLong: 2}, Left: 4},
		titletest.End{Counters: map[string]int{roundKind: mergerRound, stockNo: 6, roundNo: 1, finalSet: 7, finalLong: 2}, Left: 3},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 6, roundNo: 2, finalSet: 7, finalLong: 3}, Left: 4},
		titletest.End{Counters: map[string]int{roundKind: stockRound, stockNo: 7, roundNo: 0, finalSet: 7, finalLong: 3}, Left: 3},
		titletest.End{Counters: map[string]int{roundKind: operatingRound, stockNo: 7, roundNo: 3, finalSet: 7, finalLong: 3}, Left: 1},
	)
}

// A company without the money for a train or its interest is wound up, even with all that it may borrow. Its president may have to pay for
// its loans what its money does not, which goes into its interest first, unless it is in liquidation. // 6.8, 6.10, 7.4; 17-IN-03, 17-IN-05, 17-SA-15
func TestFails(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1817", Players: []string{"A", "B", "C"}, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	sym := data.Companies[0].Sym
	begun := engine.Fold(setup)
	begun = begun.With(engine.Set{Key: size.Of(sym), Value: 10})
	begun = begun.With(engine.Set{Key: rate, Value: 20}, engine.Moved{Piece: step.Train("2+", 0), From: begun.Where(step.Train("2+", 0)), To: step.Supply})
	col := slices.IndexFunc(data.Market.Cells[0], func(at *market.Space) bool { return at.Has("red") })
	if price := step.Cheapest(see(begun).Lots("pool")); price != 100 {
		t.Fatalf("trains from %d", price)
	}
	const most = 10 // loans
	for _, c := range []struct {
		what         string
		cash, loans  int
		red, station bool
		train        bool
		at           string // step of its turn
		likely, owes int
	}{
		{what: "in liquidation", cash: 20, loans: 3, red: true, likely: 100, owes: 280},
		{what: "in liquidation with more money than loans", cash: 320, loans: 3, red: true, likely: 100},
		{what: "that does not operate yet"},
		{what: "with money for a train", cash: 100, station: true},
		{what: "with money for a train, but not for its interest, too", cash: 119, loans: 1, station: true, likely: indebted, owes: 1},
		{what: "with money for both", cash: 120, loans: 1, station: true},
		{what: "that has to borrow for a train", cash: 99, station: true, likely: indebted},
		{what: "that cannot pay for a train with all loans", cash: 0, loans: most, station: true, likely: poor, owes: 100 * most},
		{what: "with a train and all loans, before it runs", cash: 20*most - 1, loans: most, station: true, train: true, likely: indebted, owes: 100 * most},
		{what: "with a train, which can pay its interest", cash: 20 * most, loans: most, station: true, train: true, owes: 100 * most},
		{what: "with a train and all loans, after it has run", cash: 20*most - 1, loans: most, station: true, train: true, at: "trains", likely: 100, owes: 100 * most},
		{what: "with a train and all loans, about to run", cash: 20*most - 1, loans: most, station: true, train: true, at: "run", likely: indebted, owes: 100 * most},
	} {
		cell := market.Cell{Col: col + 9}
		if c.red {
			cell.Col = col
		}
		s := begun.With(engine.Priced{Marker: sym, Cell: cell.String()})
		for _, loan := range s.Kind(loans, "loan")[:c.loans] {
			s = s.With(engine.Moved{Piece: loan, From: loans, To: sym})
		}
		if c.cash > 0 {
			s = s.With(engine.Paid{From: engine.Bank, To: sym, Amount: c.cash})
		}
		if c.station {
			s = s.With(engine.Moved{Piece: step.Token(sym, 0), From: s.Where(step.Token(sym, 0)), To: "C8.0"})
		}
		if c.train {
			s = s.With(engine.Moved{Piece: step.Train("2", 0), From: s.Where(step.Train("2", 0)), To: sym})
		}
		if c.at != "" {
			s = s.With()
			s.Stack = []engine.Frame{{Step: title.OperatingTurn, At: c.at, Actor: sym}}
		}
		if likely, owes := fails(s, sym); likely != c.likely || owes != c.owes {
			t.Errorf("a company %s: likely %d, owes %d; want %d and %d", c.what, likely, owes, c.likely, c.owes)
		}
	}
}
