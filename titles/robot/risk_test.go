package robot

import (
	"testing"

	"pbem/engine"
	"pbem/titles/title"
)

// To sell shares for a train costs a part of what it brings, and more if most of what a player has must go.
func TestSharesForTrains(t *testing.T) {
	for _, c := range []struct{ trains, cash, worth, want int }{
		{0, 100, 1000, 0}, {100, 100, 1000, 0}, {200, 100, 1100, 60}, {600, 100, 1100, 300 + 250}, {200, 100, 50, 60 + 100},
	} {
		r := risk{trains: c.trains, cash: c.cash}
		if got := r.costs(c.worth); got != c.want {
			t.Errorf("%d for trains with %d in money of %d: %d, want %d", c.trains, c.cash, c.worth, got, c.want)
		}
	}
}

// What may have to be paid costs as much as it is likely, and all that a player is worth if the player cannot pay.
func TestRisks(t *testing.T) {
	for _, c := range []struct{ owes, likely, cash, sells, worth, want int }{
		{0, 100, 0, 0, 500, 0},
		{200, 0, 0, 0, 500, 0},
		{200, 50, 200, 0, 500, 100},
		{200, 50, 100, 100, 500, 100},
		{200, 50, 100, 99, 500, 100 + (500-100)/2},
		{200, 100, 0, 0, 500, 500},
		{900, 100, 0, 0, 500, 900},
	} {
		r := risk{cash: c.cash, sells: c.sells}
		r.add(c.owes, c.likely)
		if got := r.costs(c.worth); got != c.want {
			t.Errorf("%d, likely %d, with %d and shares for %d, of %d: %d, want %d", c.owes, c.likely, c.cash, c.sells, c.worth, got, c.want)
		}
	}
	r := risk{cash: 250}
	r.add(200, 20)
	r.add(100, 60)
	if got, want := r.costs(1000), 40+60+(1000-100)*60/100; got != want {
		t.Errorf("two risks cost %d, want %d: together they are too much", got, want)
	}
}

// A president pays for a company that is wound up, and cannot sell the presidency, nor anybody its shares; who has sold a company short pays if it pays.
func TestWhoHasRisks(t *testing.T) {
	c := &title.Company{Sym: "X", Size: 10, Price: 100, President: "p1",
		Held:   []title.Stake{{Holder: "p1", Shares: 5}, {Holder: "p2", Shares: 1}, {Holder: "ipo", Shares: 6}},
		Shorts: []title.Stake{{Holder: "p3", Shares: 2}}}
	risks := map[string]*risk{"p1": {}, "p2": {}, "p3": {}}
	addRisks(risks, c, &Stake{Run: 200, Fails: 40, Owes: 300})
	for player, want := range map[string]risk{
		"p1": {sells: 3 * 70 * 60 / 100, owes: 300, cost: 120, likely: 40},
		"p2": {sells: 70 * 60 / 100},
		"p3": {owes: 40, cost: 20, likely: pays},
	} {
		if *risks[player] != want {
			t.Errorf("%s: %+v, want %+v", player, *risks[player], want)
		}
	}
}

// Shares of a company that may be wound up are worth less; if it has had its turn to buy a train and has none, nothing.
func TestCompaniesFail(t *testing.T) {
	ti, g := begun(t, 1)
	own := *ti
	likely := 0
	own.Fails = func(*engine.State, string) (int, int) { return likely, 300 }
	next := &own.Facts.Trains[len(own.Facts.Trains)-1]
	b := newBrain(&own, "p1", Steady)
	b.lines["X  A1 with "+next.Name] = line{run: 100}
	o := outlook{rounds: 600, next: next, rate: 100}
	c := &title.Company{Sym: "X", Size: 10, Price: 100, Cash: next.Price, Stations: []string{"A1"}}
	sound := b.stake(g.State(), c, o).per
	likely = 50
	if k := b.stake(g.State(), c, o); k.per != sound/2-100*100/2 || k.Fails != 50 || k.Owes != 300 {
		t.Errorf("a share earns %d, %d if it is sound; likely %d, owes %d", k.per, sound, k.Fails, k.Owes)
	}
	likely = 0
	s := g.State().With()
	for _, turn := range []struct {
		at   string
		want int
	}{{"run", 0}, {"trains", 0}, {"", 100}} {
		steps := own.Rules.Flow[title.OperatingTurn].Steps()
		if turn.at == "" {
			turn.at = steps[len(steps)-1]
		}
		s.Stack = []engine.Frame{{Step: "companies"}, {Step: title.OperatingTurn, At: turn.at, Actor: "X"}}
		if k := b.stake(s, c, o); k.Fails != turn.want {
			t.Errorf("in the step %q it fails with %d, want %d", turn.at, k.Fails, turn.want)
		}
	}
}

// A company whose loans cost more than it earns runs out of money, and no share is worth less than nothing.
func TestDrainedCompanies(t *testing.T) {
	ti, g := begun(t, 1)
	own := *ti
	own.Fails = func(*engine.State, string) (int, int) { return 0, 300 }
	b := newBrain(&own, "p1", Steady)
	tr := own.Facts.Trains[len(own.Facts.Trains)-1]
	b.lines["X "+tr.Name+" A1"] = line{run: 50}
	b.lines["X "+tr.Name+" A1 with "+tr.Name] = line{run: 50}
	o := outlook{rounds: 600, next: &tr, rate: 100, loan: 20}
	for _, c := range []struct{ loans, cash, want int }{{2, 0, 0}, {3, 0, drained}, {3, 59, drained}, {3, 60, 0}} {
		k := b.stake(g.State(), &title.Company{Sym: "X", Size: 10, Price: 1, Cash: c.cash, Loans: c.loans, Trains: []string{tr.Name}, Stations: []string{"A1"}}, o)
		if k.Fails != c.want {
			t.Errorf("with %d loans and %d in money it fails with %d, want %d", c.loans, c.cash, k.Fails, c.want)
		}
	}
	k := b.stake(g.State(), &title.Company{Sym: "X", Size: 10, Price: 7, Loans: 30, Trains: []string{tr.Name}, Stations: []string{"A1"}}, o)
	if k.per != -700 {
		t.Errorf("a share at 7 of a company with thirty loans earns %d hundredths, want -700", k.per)
	}
}
