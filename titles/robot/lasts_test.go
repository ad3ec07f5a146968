package robot

import (
	"testing"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/titles/title"
)

// plain returns the first title without what it says itself about the end of a game, and a position of it.
func plain(t *testing.T) (*title.Title, *engine.State, *title.Position) {
	t.Helper()
	ti, g := begun(t, 1)
	own := *ti
	own.Rounds, own.EndsWithBank, own.EndsAtPrice = nil, false, 0
	p := own.Position(g.State())
	return &own, g.State(), &p
}

// A train that brings the next phase does not make the rest of the game shorter, unless that phase is the last.
func TestRoundsLeftByPhase(t *testing.T) {
	ti, s, p := plain(t)
	b := newBrain(ti, "p1", Steady)
	phases := ti.Facts.Phases
	b.length = b.lasts(p)
	if b.length != 100*longest {
		t.Errorf("%d at the beginning", b.length)
	}
	p.Phase = phases[1].Name
	if got := b.roundsLeft(s, p); got != 100*longest {
		t.Errorf("%d once a command has brought the second phase", got)
	}
	if got := newBrain(ti, "p1", Steady).roundsLeft(s, p); got >= 100*longest || got <= 100*shortest {
		t.Errorf("%d where a decision begins in the second phase", got)
	}
	p.Phase = phases[len(phases)-1].Name
	if got := b.roundsLeft(s, p); got != 100*shortest {
		t.Errorf("%d once a command has brought the last phase", got)
	}
}

// What the rules say about the end counts, also in the last phase.
func TestRoundsLeftByRules(t *testing.T) {
	ti, s, p := plain(t)
	said := 0
	ti.Rounds = func(*engine.State) int { return said }
	b := newBrain(ti, "p1", Steady)
	b.length = b.lasts(p)
	p.Phase = ti.Facts.Phases[len(ti.Facts.Phases)-1].Name
	for _, c := range []struct{ said, want int }{{0, 100 * shortest}, {3, 300}, {100, 100 * longest}} {
		if said = c.said; b.roundsLeft(s, p) != c.want {
			t.Errorf("the rules say %d: %d, want %d", c.said, b.roundsLeft(s, p), c.want)
		}
	}
}

// Where a price ends the game, the company that is nearest to it says how long that goes on. One that does not run says nothing.
func TestRoundsLeftByPrice(t *testing.T) {
	ti, s, p := plain(t)
	b := newBrain(ti, "p1", Steady)
	row := ti.Facts.Market.Cells[0]
	end := len(row) - 1
	ti.EndsAtPrice = row[end].Price
	p.Companies = []title.Company{{Sym: "X"}}
	c := &p.Companies[0]
	for _, k := range []struct{ before, want int }{{100, 100 * longest}, {5, 500}, {1, 100}, {0, 100 * shortest}} {
		c.Cell = market.Cell{Col: max(0, end-k.before)}.String()
		c.Trains = []string{ti.Facts.Trains[0].Name}
		if b.length = b.lasts(p); b.roundsLeft(s, p) != k.want {
			t.Errorf("%d before the end: %d, want %d", k.before, b.roundsLeft(s, p), k.want)
		}
		c.Trains = nil
		if b.length = b.lasts(p); b.length != 100*longest {
			t.Errorf("a company that does not run says %d", b.length)
		}
	}
}
