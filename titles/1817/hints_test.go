package t1817

import (
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
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

// The president of a company in liquidation may have to pay for its loans what its money does not; nobody else has to. // 7.4; 17-CC-01
func TestDeficits(t *testing.T) {
	setup, err := Title.Setup(engine.Started{Title: "1817", Players: []string{"A", "B", "C"}, Options: Title.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(setup)
	sym := data.Companies[0].Sym
	office := step.Share(sym, 0)
	facts := []engine.Event{engine.Moved{Piece: office, From: s.Where(office), To: "p2"}, engine.Paid{From: engine.Bank, To: sym, Amount: 20}}
	for _, loan := range s.Kind(loans, "loan")[:3] {
		facts = append(facts, engine.Moved{Piece: loan, From: loans, To: sym})
	}
	at := func(cell market.Cell, more ...engine.Event) view {
		return see(s.With(append(append(slices.Clone(facts), engine.Priced{Marker: sym, Cell: cell.String()}), more...)...))
	}
	col := slices.IndexFunc(data.Market.Cells[0], func(at *market.Space) bool { return at.Has("red") })
	doomed := market.Cell{Col: col}
	for _, c := range []struct {
		what   string
		v      view
		player string
		want   int
	}{
		{"its president", at(doomed), "p2", 3*loanValue - 20},
		{"another player", at(doomed), "p1", 0},
		{"with more money than loans", at(doomed, engine.Paid{From: engine.Bank, To: sym, Amount: 300}), "p2", 0},
		{"outside of the zone", at(market.Cell{Col: col + 9}), "p2", 0},
	} {
		if got := c.v.deficits(c.player); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}
