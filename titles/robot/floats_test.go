package robot

import (
	"testing"

	"pbem/engine"
	"pbem/titles/title"
)

// starting returns a brain of a title of which companies float once nothing of them lies in the IPO any more, and its first position.
func starting(t *testing.T) (*brain, *engine.Game) {
	t.Helper()
	ti, g := begun(t, 1)
	ti.ToFloat = func(_ *engine.State, sym string) int { return map[string]int{"SOON": 2, "LATE": 4}[sym] }
	ti.PriceMoves = nil
	return newBrain(ti, "p1", Steady), g
}

// company returns one that has been started at 100 by p1, of which p2 has a share.
func company(sym string) title.Company {
	return title.Company{Sym: sym, Size: 10, Price: 100, President: "p1", Held: []title.Stake{{Holder: "p1", Shares: 2}, {Holder: "p2", Shares: 1}, {Holder: "ipo", Shares: 7}}}
}

// A company waits the less the more of what it lacks its shareholders have, and each dollar counts once, first for the company that lacks
// the least.
func TestCompaniesWaitForMoney(t *testing.T) {
	b, g := starting(t)
	const all, none = 0, waiting
	const joined = 100 * 200 / joining               // money of which somebody who joins spends 200
	const again = (joined - 200) * joining / 100 / 4 // what is spent of the rest is this part of 400, in hundredths
	for _, c := range []struct {
		name       string
		p1, p2, p3 int
		soon, late int
	}{
		{"nobody has money", 0, 0, 0, none, none},
		{"who has no share does not join", 0, 0, 2000, none, none},
		{"the president has enough for both", 600, 0, 0, all, all},
		{"the president has enough for the nearer one", 200, 0, 0, all, none},
		{"what is left is half of what the other lacks", 400, 0, 0, all, none - none/4},
		{"the president has half of what is missing", 100, 0, 0, none - none/4, none},
		{"others who have shares join with a part of their money, and of what is left", 0, joined, 0, all, none - none*again*again/10_000},
		{"they join the president", 140, 100 * 60 / joining, 0, all, none},
	} {
		p := title.Position{
			Players:   []title.Player{{ID: "p1", Cash: c.p1}, {ID: "p2", Cash: c.p2}, {ID: "p3", Cash: c.p3}},
			Companies: []title.Company{company("LATE"), company("SOON"), company("FLOATED")},
		}
		got := b.floatsLater(g.State(), &p)
		near := func(a, b int) bool { return a-b < 20 && b-a < 20 } // parts are whole hundredths
		if !near(got["SOON"], c.soon) || !near(got["LATE"], c.late) || got["FLOATED"] != 0 {
			t.Errorf("%s: companies wait %v, want SOON %d and LATE %d", c.name, got, c.soon, c.late)
		}
	}
}

// What a company that waits will earn is worth less, and nothing if it waits until the end.
func TestWaitingCompaniesAreWorthLess(t *testing.T) {
	b, g := starting(t)
	o := outlook{rounds: 600, rate: 100}
	worth := func(wait int) int {
		o.waits = map[string]int{"SOON": wait}
		c := company("SOON")
		return b.stake(g.State(), &c, o).per
	}
	now, later, never := worth(0), worth(200), worth(600)
	if now <= later || later <= never || never != 0 {
		t.Errorf("a share earns %d if the company floats now, %d in two rounds, %d if never", now, later, never)
	}
}

// Where all companies take turns once they have been started, none waits.
func TestNoCompanyWaitsWhereAllRun(t *testing.T) {
	b, g := starting(t)
	b.title.ToFloat = nil
	p := title.Position{Players: []title.Player{{ID: "p1"}}, Companies: []title.Company{company("SOON")}}
	if got := b.floatsLater(g.State(), &p); len(got) > 0 {
		t.Errorf("companies wait: %v", got)
	}
}
