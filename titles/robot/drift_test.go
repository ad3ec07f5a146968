package robot

import (
	"testing"

	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/titles/title"
)

// A price goes where what a company pays moves it, round by round: with its trains, then with the next ones.
func TestDrift(t *testing.T) {
	row := []*market.Space{}
	for _, price := range []int{0, 50, 60, 70, 80, 90, 100} {
		row = append(row, &market.Space{Price: price})
	}
	ti := &title.Title{Facts: &facts.Title{Market: &market.Market{Cells: [][]*market.Space{row}}}}
	b := newBrain(ti, "p1", Steady)
	c := title.Company{Sym: "X", Price: 70, Cell: market.Cell{Col: 3}.String(), Stations: []string{"A1"}}
	if change, ok := b.drift(&c, outlook{rounds: 300}, &Stake{Runs: true, Run: 100, Rounds: 300}, 0); ok || change != 0 {
		t.Errorf("%d, although the title does not say how prices move", change)
	}
	ti.PriceMoves = func(paid, price int) int {
		switch {
		case paid == 0:
			return -1
		case paid < price:
			return 0
		}
		return 1
	}
	for _, x := range []struct {
		what       string
		rounds     int
		runs       bool
		run, lasts int
		later      int
		want       int
	}{
		{"pays as much as its price", 200, true, 80, 200, 0, 20},
		{"pays as much as its price, until it does no more", 500, true, 80, 500, 0, 20},
		{"pays less than its price", 500, true, 60, 500, 0, 0},
		{"has a train for one round, and none later", 300, true, 100, 100, 0, -10},
		{"has a train for one round, and another one after the next", 300, true, 100, 100, 100, 10},
		{"has no train in its first round", 200, false, 100, 200, 100, 0},
		{"has no train, and gets none", 200, false, 100, 200, 0, -20},
		{"falls to where there is no price", 600, false, 0, 0, 0, -20},
		{"rises to the end", 900, true, 1000, 900, 0, 30},
		{"has a part of a round left", 50, true, 80, 500, 0, 10},
		{"has no round left", 0, true, 80, 500, 0, 0},
	} {
		k := Stake{Runs: x.runs, Run: x.run, Rounds: x.lasts}
		if change, ok := b.drift(&c, outlook{rounds: x.rounds}, &k, x.later); !ok || change != x.want {
			t.Errorf("the price of a company that %s: %d, want %d", x.what, change, x.want)
		}
	}
	c.Cell = ""
	if _, ok := b.drift(&c, outlook{rounds: 300}, &Stake{Runs: true, Run: 100, Rounds: 300}, 0); ok {
		t.Error("a company beside the market has a price that moves")
	}
}

// What a share earns goes with its price: where the title says how it moves, as the rules say, otherwise by a part of what is paid.
func TestSharesGoWithTheirPrices(t *testing.T) {
	ti, g := begun(t, 1)
	b := newBrain(ti, "p1", Steady)
	train := ti.Facts.Trains[len(ti.Facts.Trains)-1].Name
	b.lines["X "+train+" A1"] = line{run: 100}
	m := ti.Facts.Market
	at := market.Cell{Col: len(m.Cells[0]) / 2}
	o, c := outlook{rounds: 100, rate: 100}, &title.Company{Sym: "X", Size: 1, Price: m.At(at).Price, Cell: at.String(), Trains: []string{train}, Stations: []string{"A1"}}
	ti.PriceMoves = nil
	if k, want := b.stake(g.State(), c, o), 100*(100+growth); k.per != want || k.Aim != 0 {
		t.Errorf("a share earns %d hundredths, want %d; its price goes to %d", k.per, want, k.Aim)
	}
	ti.PriceMoves = func(paid, _ int) int { return paid / 50 }
	aim := m.At(m.Right(m.Right(at))).Price
	if k, want := b.stake(g.State(), c, o), 100*100+(aim-c.Price)*drifts; k.per != want || k.Aim != aim {
		t.Errorf("a share whose price moves two cells, to %d, earns %d hundredths, want %d and %d", k.Aim, k.per, aim, want)
	}
	// Where prices fall at first, the way counts only if it is better than that part.
	ti.FallsFirst = true
	if k, want := b.stake(g.State(), c, o), 100*(100+growth); (aim-c.Price)*drifts >= 100*growth || k.per != want || k.Aim != 0 {
		t.Errorf("where prices fall at first, it earns %d hundredths, want %d; its price goes to %d", k.per, want, k.Aim)
	}
	ti.PriceMoves = func(paid, _ int) int { return paid / 10 }
	far := at
	for range 10 {
		far = m.Right(far)
	}
	aim = m.At(far).Price
	if k, want := b.stake(g.State(), c, o), 100*100+(aim-c.Price)*drifts; k.per != want || k.Aim != aim {
		t.Errorf("where prices fall at first, it earns %d hundredths, want %d; its price goes to %d, want %d", k.per, want, k.Aim, aim)
	}
	ti.PriceMoves = func(int, int) int { return -1 }
	if k, want := b.stake(g.State(), c, o), 100*(100+growth); k.per != want || k.Aim != 0 {
		t.Errorf("where prices fall at first, one that falls earns %d hundredths, want %d; its price goes to %d", k.per, want, k.Aim)
	}
	ti.FallsFirst = false
	if k := b.stake(g.State(), c, o); k.per >= 100*100 || k.Aim >= c.Price {
		t.Errorf("a share whose price falls earns %d hundredths; its price goes to %d", k.per, k.Aim)
	}
}
