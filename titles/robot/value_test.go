package robot

import (
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/titles"
	"pbem/titles/title"
)

// begun begins a game of the first title with a seed. Companies that it does not have, such as X, do not fail.
func begun(t *testing.T, seed int64) (*title.Title, *engine.Game) {
	t.Helper()
	ti := *titles.All()[0]
	ti.Fails = nil
	g, _ := engine.Start(ti.Rules, setUp(t, &ti, seed))
	return &ti, g
}

// setUp returns the setup of a title for as few players as it takes.
func setUp(t *testing.T, ti *title.Title, seed int64) []engine.Event {
	t.Helper()
	start := engine.Started{Title: ti.Facts.Slug, Seed: seed, Options: ti.AsOfNow(nil)}
	for i := range ti.Facts.Seats[0].Players {
		start.Players = append(start.Players, string(rune('A'+i)))
	}
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	return setup
}

// A company without a train is worth the more the more of the next one it can pay for, but always less than with it.
func TestCompaniesWithoutTrains(t *testing.T) {
	ti, g := begun(t, 1)
	next := &ti.Facts.Trains[len(ti.Facts.Trains)-1] // it runs to the end
	b := newBrain(ti, "p1", Steady)
	for _, trains := range []string{" A1 with " + next.Name, next.Name + " A1 with " + next.Name, next.Name + " A1"} {
		b.lines["X "+trains] = line{run: 100}
	}
	o := outlook{rounds: 600, next: next, rate: 100}
	worth := func(cash int, trains ...string) int {
		c := &title.Company{Sym: "X", Size: 10, Price: 100, Cash: cash, Trains: trains, Stations: []string{"A1"}}
		return b.stake(g.State(), c, o).per
	}
	none, half, all, has := worth(0), worth(next.Price/2), worth(next.Price), worth(0, next.Name)
	if none <= 0 || half <= none || all <= half || has <= all {
		t.Errorf("per share %d without money, %d with half of it, %d with all, %d with the train", none, half, all, has)
	}
	if rich := worth(next.Price + 100); rich != all+100*treasury/10 {
		t.Errorf("%d with 100 more than the price, %d with the price", rich, all)
	}
}

// Where a company without a train is wound up, one without money for the next is worth nothing, and its president has to pay nothing.
func TestCompaniesThatNeedTrains(t *testing.T) {
	ti, g := begun(t, 1)
	own := *ti
	next := &own.Facts.Trains[len(own.Facts.Trains)-1]
	c := &title.Company{Sym: "X", Size: 10, Price: 100, Stations: []string{"A1"}}
	for _, needs := range []bool{false, true} {
		if needs {
			own.Fails = func(*engine.State, string) (likely, owes int) { return 0, 0 }
		}
		b := newBrain(&own, "p1", Steady)
		b.lines["X  A1 with "+next.Name] = line{run: 100}
		o := outlook{rounds: 600, next: next, rate: 100}
		if per := b.stake(g.State(), c, o).per; (per == 0) != needs {
			t.Errorf("companies need trains: %v; a share of one without money still earns %d", needs, per)
		}
		if due := b.due(c, o); (due == 0) != needs {
			t.Errorf("companies need trains: %v; the president may have to pay %d", needs, due)
		}
	}
}

// A company in the zone of the market in which it is wound up earns nothing more.
func TestDoomedCompanies(t *testing.T) {
	for _, ti := range titles.All() {
		if ti.Doomed == "" {
			continue
		}
		_, g := begun(t, 1)
		tr := &ti.Facts.Trains[len(ti.Facts.Trains)-1]
		own := *ti
		own.Fails = nil // X is no company of the title
		b := newBrain(&own, "p1", Steady)
		b.lines["X "+tr.Name+" A1"] = line{run: 100}
		earns := func(cell string) int {
			c := &title.Company{Sym: "X", Size: 10, Price: 50, Cell: cell, Trains: []string{tr.Name}, Stations: []string{"A1"}}
			return b.stake(g.State(), c, outlook{rounds: 300, rate: 100}).per
		}
		looked := map[bool]int{}
		for row, spaces := range ti.Facts.Market.Cells {
			for col, at := range spaces {
				if at == nil {
					continue
				}
				looked[at.Has(ti.Doomed)]++
				if got := earns(market.Cell{Row: row, Col: col}.String()); (got == 0) != at.Has(ti.Doomed) {
					t.Errorf("%s: a share of a company at %d earns %d", ti.Facts.Slug, at.Price, got)
				}
			}
		}
		if looked[true] == 0 || looked[false] == 0 {
			t.Errorf("%s: looked at %v cells in and outside of the zone", ti.Facts.Slug, looked)
		}
	}
}

// A company that has run in the round that is played runs once less than one that has not.
func TestCompaniesThatHaveRun(t *testing.T) {
	ti, g := begun(t, 1)
	tr := &ti.Facts.Trains[len(ti.Facts.Trains)-1] // it runs to the end
	b := newBrain(ti, "p1", Steady)
	b.lines["X "+tr.Name+" A1"] = line{run: 100}
	earns := func(rounds int, ran bool) int {
		c := &title.Company{Sym: "X", Size: 10, Trains: []string{tr.Name}, Stations: []string{"A1"}}
		return b.stake(g.State(), c, outlook{rounds: rounds, ran: map[string]bool{"X": ran}, rate: 100}).per
	}
	if before, after := earns(300, false), earns(300, true); before != 300*10 || after != 200*10 {
		t.Errorf("a share earns %d before its run in this round and %d after, want %d and %d", before, after, 300*10, 200*10)
	}
	if last := earns(100, true); last != 0 {
		t.Errorf("a share still earns %d after the last run", last)
	}
}

// A train runs until the train is sold that makes it rust: after all that are sold before. Those that are not limited in number end
// with the first one of the next kind.
func TestHowLongTrainsRun(t *testing.T) {
	b := newBrain(&title.Title{}, "p1", Steady)
	first := &facts.Train{Name: "2", RustsOn: "4"}
	for _, c := range []struct {
		what   string
		train  *facts.Train
		supply []title.Stock
		want   int
	}{
		{"the next one ends it", first, []title.Stock{{Name: "4", Count: 3}}, 100},
		{"three are sold before", first, []title.Stock{{Name: "3", Count: 3}, {Name: "4", Count: 3}}, 400},
		{"its own kind is not limited", first, []title.Stock{{Name: "2", Count: -1}, {Name: "3", Count: 3}, {Name: "4", Count: 3}}, 400},
		{"it becomes obsolete first", &facts.Train{Name: "2", ObsoleteOn: "4"}, []title.Stock{{Name: "3", Count: 3}, {Name: "4", Count: 3}}, 500},
		{"nothing ends it", &facts.Train{Name: "2"}, []title.Stock{{Name: "4", Count: 3}}, 100 * longest},
	} {
		if got := b.lives(c.train, outlook{supply: c.supply, rate: 100}); got != c.want {
			t.Errorf("%s: it runs for %d rounds in hundredths, want %d", c.what, got, c.want)
		}
	}
}

// All trains that are limited in number are sold by the end of the game, but at least one in a round, and no more than companies
// can buy.
func TestTrainsAreSoldByTheEnd(t *testing.T) {
	company := func(sym string) title.Company { return title.Company{Sym: sym, Stations: []string{"A1"}} }
	p := &title.Position{
		Companies: []title.Company{company("X"), company("Y"), {Sym: "Z"}},
		Supply:    []title.Stock{{Name: "4", Count: 3}, {Name: "5", Count: 2}, {Name: "D", Count: -1}},
	}
	for _, c := range []struct{ rounds, want int }{{1000, 100}, {500, 100}, {450, 111}, {100, 2 * hasty}} {
		if got := rate(p, c.rounds); got != c.want {
			t.Errorf("with %d rounds left: %d, want %d", c.rounds, got, c.want)
		}
	}
}

// A company without a price has an owner who pays for its next train, or gives it up. Its earnings raise no price.
func TestCompaniesWithoutPrice(t *testing.T) {
	ti, g := begun(t, 1)
	b := newBrain(ti, "p1", Steady)
	first, next := &ti.Facts.Trains[0], ti.Facts.Trains[len(ti.Facts.Trains)-1]
	for _, trains := range []string{first.Name + " A1 with " + next.Name, first.Name + " A1", next.Name + " A1 with " + next.Name, next.Name + " A1"} {
		b.lines["X "+trains] = line{run: 100}
	}
	worth := func(price, cost int, trains ...string) int {
		next.Price = cost
		o := outlook{rounds: 600, next: &next, rate: 100, supply: []title.Stock{{Name: first.RustsOn, Count: 1}}}
		c := &title.Company{Sym: "X", Size: 1, Price: price, Trains: trains, Stations: []string{"A1"}}
		return b.stake(g.State(), c, o).per
	}
	if got := worth(0, 300, next.Name); got != 600*100 {
		t.Errorf("with a train to the end %d, and not what it earns", got)
	}
	if priced := worth(50, 300, next.Name); priced != 600*(100+growth) {
		t.Errorf("with a price %d, and not what it earns and rises", priced)
	}
	for _, c := range []struct{ cost, want int }{{300, 100*100 + 400*sure - 300*100}, {5000, 100 * 100}} { // its first train runs for one round, and in the next it has none
		if got := worth(0, c.cost, first.Name); got != c.want {
			t.Errorf("with a next train for %d: %d, want %d", c.cost, got, c.want)
		}
	}
}

// Where a game ends with its bank, it lasts as long as the bank can pay what companies earn.
func TestBankLasts(t *testing.T) {
	ti, g := begun(t, 1)
	s := g.State()
	s = s.With(engine.Paid{From: engine.Box, To: engine.Bank, Amount: 12_000 - s.Cash(engine.Bank)})
	p := ti.Position(s)
	b := newBrain(ti, "p1", Steady)
	for _, c := range []struct{ flow, want int }{{s.Cash(engine.Bank), 200}, {s.Cash(engine.Bank) / 4, 500}, {1, 1100}} {
		if b.flow = c.flow; b.bankLasts(s, &p) != c.want {
			t.Errorf("with %d of %d in a round: %d, want %d", c.flow, s.Cash(engine.Bank), b.bankLasts(s, &p), c.want)
		}
	}
}

// Of commands that are nearly alike, the seed of the game picks one. What is worse, another verb, and what would be said
// twice in a row is not picked.
func TestPick(t *testing.T) {
	say := func(verb, arg string, value int) trial {
		return trial{command: engine.Command{By: "p1", Verb: verb, Args: []string{arg}}, value: value}
	}
	trials := []trial{say("buy", "A", 100), say("buy", "B", 100-alike), say("pass", "", 100-alike), say("buy", "C", 100-alike)}
	picked := map[string]int{}
	for seed := range int64(40) {
		ti, g := begun(t, seed)
		b := newBrain(ti, "p1", Steady)
		picked[b.pick(g, trials).command.String()]++
		trials[1].value--
		if got := b.pick(g, trials).command.String(); got != "buy A" {
			t.Errorf("%s is picked, which is worse", got)
		}
		trials[1].value++
	}
	if picked["buy A"] == 0 || picked["buy B"] == 0 || len(picked) != 2 {
		t.Errorf("picked are %v", picked)
	}
}

// A decision whose work is used up says the best of what it has tried by then.
func TestDecisionsEnd(t *testing.T) {
	ti, g := begun(t, 1)
	player := engine.Awaited(g.Pending())[0]
	all, ok := newBrain(ti, player, Steady).move(g)
	b := newBrain(ti, player, Steady)
	b.most = 1
	m, some := b.move(g)
	if !ok || !some || m.Work >= all.Work || m.Steps >= all.Steps {
		t.Errorf("%s after %d positions and %d steps; without a bound %d and %d", m.Command, m.Work, m.Steps, all.Work, all.Steps)
	}
}
