package robot

import (
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/titles/title"
)

// A renewal is a company X with one train that runs for two operating rounds, in a game of six more. The next train costs 200 and
// runs to the end, and every train earns 100.
type renewal struct {
	brain *brain
	game  *engine.Game
	old   facts.Train
	next  facts.Train
}

func newRenewal(t *testing.T) renewal {
	t.Helper()
	ti, g := begun(t, 1)
	r := renewal{newBrain(ti, "p1", Steady), g, ti.Facts.Trains[0], ti.Facts.Trains[len(ti.Facts.Trains)-1]}
	r.next.Price = 200
	for _, trains := range []string{"", r.old.Name} {
		for _, with := range []string{"", " with " + r.next.Name} {
			r.brain.lines["X "+trains+" A1"+with] = line{run: 100}
		}
	}
	return r
}

func (r renewal) company(cash int, trains ...string) *title.Company {
	return &title.Company{Sym: "X", Size: 1, Price: 50, Cash: cash, Trains: trains, Stations: []string{"A1"}}
}

func (r renewal) outlook() outlook {
	return outlook{rounds: 600, next: &r.next, rate: 100, supply: []title.Stock{{Name: r.old.RustsOn, Count: 2}}}
}

// A company keeps of what it earns what the next train costs more than it has, if it then earns more than that.
func TestCompaniesKeepForTrains(t *testing.T) {
	r := newRenewal(t)
	for _, c := range []struct {
		what         string
		has          purse
		rounds, want int
	}{
		{what: "nothing to keep", has: purse{0, 0}, rounds: 400, want: 400 * 100 * hoped},
		{what: "it keeps all of the price", has: purse{0, 300}, rounds: 600, want: 600*100*sure - 200*10_000},
		{what: "it keeps what is missing", has: purse{150, 300}, rounds: 600, want: 600*100*sure - 50*10_000},
		{what: "it keeps what it has, which is not enough", has: purse{50, 50}, rounds: 600, want: 600*100*(hoped+(sure-hoped)/2) - 50*10_000},
		{what: "nothing is missing", has: purse{200, 300}, rounds: 400, want: 400 * 100 * sure},
		{what: "the train would not earn it any more", has: purse{0, 300}, rounds: 100, want: 100 * 100 * hoped},
	} {
		if got := r.brain.rest(r.game.State(), r.company(c.has.cash, r.old.Name), r.outlook(), 0, c.has, c.rounds); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// What a company without a train has is spent for the first train that it buys: the one after that comes as if it had nothing.
func TestMoneyIsSpentOnce(t *testing.T) {
	r := newRenewal(t)
	o := r.outlook()
	bought := func(cash, life int) int { return r.brain.trainless(r.game.State(), r.company(cash), o, 0, life) }
	if got, want := bought(200, 900), 500*100*sure; got != want { // its next turn brings nothing
		t.Errorf("with a train to the end %d, want %d", got, want)
	}
	if got, want := bought(200, 200), 200*100*sure+300*100*hoped; got != want {
		t.Errorf("with one that rusts %d, want %d", got, want)
	}
	if got, want := bought(400, 200), 500*100*sure; got != want {
		t.Errorf("with the money for two %d, want %d", got, want)
	}
	without, with := r.company(200), r.company(0, r.old.Name)
	o.next = &r.old // as on sale now
	r.old.Price = 200
	r.brain.lines["X  A1 with "+r.old.Name], r.brain.lines["X "+r.old.Name+" A1 with "+r.old.Name] = line{run: 100}, line{run: 100}
	worth := func(c *title.Company) int { return r.brain.stake(r.game.State(), c, o).per }
	if buys, has := worth(without), worth(with); buys >= has {
		t.Errorf("a company with the money for a train is worth %d, one that has bought it %d", buys, has)
	}
}

// The money of a company that has a train is worth what it brings for a train besides it, or for the one after it, but not both.
func TestMoneyCountsOnce(t *testing.T) {
	r := newRenewal(t)
	r.brain.lines["X "+r.old.Name+" A1 with "+r.next.Name] = line{run: 400}
	saved := func(rounds int) int {
		k := &Stake{Runs: true, Run: 100, Rounds: rounds}
		return r.brain.saved(r.game.State(), r.company(200, r.old.Name), r.outlook(), k, purse{cash: 200})
	}
	if got, want := saved(600), 200*100; got != want {
		t.Errorf("with a train to the end %d, want %d", got, want)
	}
	later := 10 * 400 * (sure - hoped) / 100
	if got, want := saved(490), 200*100-later*100/100; got != want { // it earns nothing in the round after
		t.Errorf("with one that rusts just before %d, want %d", got, want)
	}
	if got, want := saved(200), 200*treasury; got != want {
		t.Errorf("with one that rusts soon %d, want %d", got, want)
	}
}

// A company whose train rusts at once is worth what it is worth without a train, if it has no money. It was worth more: its next train came
// in time, so nobody bought the train that made others rust. In a game of 1828 all companies had up to $1,600 and 2-trains for five rounds,
// until a price ended it.
func TestRustIsNoReasonToWait(t *testing.T) {
	r := newRenewal(t)
	o := r.outlook()
	worth := func(trains ...string) int { return r.brain.stake(r.game.State(), r.company(0, trains...), o).per }
	o.rate = 100 * 10_000 // the train that makes the old one rust is sold at once
	if soon, now := worth(r.old.Name), worth(); soon != now {
		t.Errorf("a company is worth %d while its train rusts, and %d after it", soon, now)
	}
	o.rate = 50 // in two rounds
	if later, now := worth(r.old.Name), worth(); later <= now {
		t.Errorf("a company is worth %d while its train runs, and %d without it", later, now)
	}
	o.rate, o.wears = 100*10_000, func(string) (rounds, each int) { return 3, 0 }
	if misses := o.misses(); misses != 0 {
		t.Errorf("a company that gives up a train when it likes misses %d", misses)
	}
}
