package robot

import (
	"testing"

	"pbem/titles/title"
)

// Where trains cost more every round, a company keeps one as long as the title says, pays for it until then, and buys one after the
// other.
func TestTrainsWear(t *testing.T) {
	ti, g := begun(t, 1)
	tr := ti.Facts.Trains[len(ti.Facts.Trains)-1] // it does not rust
	tr.Price = 200
	b := newBrain(ti, "p1", Steady)
	b.lines["X  A1 with "+tr.Name] = line{run: 100}
	b.lines["X "+tr.Name+" A1"] = line{run: 100}
	b.lines["X "+tr.Name+" A1 with "+tr.Name] = line{run: 100}
	stands := outlook{rounds: 900, next: &tr, rate: 100}
	wears := stands
	wears.wears = func(string) (rounds, each int) { return 3, 20 }
	worth := func(o outlook, trains ...string) int {
		return b.stake(g.State(), &title.Company{Sym: "X", Size: 1, Trains: trains, Stations: []string{"A1"}}, o).per / 100
	}
	if got := worth(stands, tr.Name); got != 9*100 {
		t.Errorf("a train that stands earns %d in nine rounds, want 900", got)
	}
	// Three rounds with this train, six with two more of which each runs in nine of ten cases.
	if got, want := worth(wears, tr.Name), 3*(100-20)+6*(90-20)-2*200; got != want {
		t.Errorf("a train that wears out earns %d in nine rounds, want %d", got, want)
	}
	wears.rounds = 200
	if got, want := worth(wears, tr.Name), 2*(100-20); got != want {
		t.Errorf("with two rounds left it earns %d, want %d", got, want)
	}
	// Without a train the next turn brings nothing, and one train lasts for the one that is left: it earns less than it costs.
	if got := worth(wears); got != 0 {
		t.Errorf("without a train: %d, want nothing", got)
	}
	if life := b.lives(&tr, wears); life != 300 {
		t.Errorf("a train lives %d hundredths of a round, want 300", life)
	}
	wears.wears = func(string) (rounds, each int) { return 3, 1000 }
	wears.rounds = 900
	if got := worth(wears); got != 0 {
		t.Errorf("with trains that cost more than they earn: %d, want nothing", got)
	}
}

// A company that pays for its trains itself earns less by what they cost it in each round, and their price.
func TestTrainsAreRenewed(t *testing.T) {
	ti, g := begun(t, 1)
	tr := ti.Facts.Trains[len(ti.Facts.Trains)-1]
	tr.Price = 60
	b := newBrain(ti, "p1", Steady)
	b.lines["X  A1 with "+tr.Name] = line{run: 100}
	later := func(cash int, wears func(string) (int, int)) int {
		c := &title.Company{Sym: "X", Size: 10, Price: 50, Cash: cash, Stations: []string{"A1"}}
		return b.later(g.State(), c, outlook{rounds: 900, next: &tr, rate: 100, wears: wears}, 0, cash) / 100
	}
	if got := later(60, nil); got != sure {
		t.Errorf("%d where trains do not wear out, want %d", got, sure)
	}
	if got, want := later(60, func(string) (int, int) { return 3, 5 }), sure-5-60/3; got != want {
		t.Errorf("%d where they do, want %d", got, want)
	}
	if got := later(0, func(string) (int, int) { return 3, 500 }); got != 0 {
		t.Errorf("%d where they cost more than they earn, want nothing", got)
	}
	// What it pays moves its price whatever its trains have cost.
	pays := func(cash, each int) int {
		c := &title.Company{Sym: "X", Size: 10, Price: 50, Cash: cash, Stations: []string{"A1"}}
		wears := func(string) (int, int) { return 3, each }
		return b.paysLater(g.State(), c, outlook{rounds: 900, next: &tr, rate: 100, wears: wears}, 0, cash)
	}
	if got := pays(60, 5); got != sure {
		t.Errorf("it pays %d to all its shares, want %d", got, sure)
	}
	if got := pays(60, 500); got != 0 {
		t.Errorf("it pays %d to all its shares where trains cost more than they earn, want nothing", got)
	}
}
