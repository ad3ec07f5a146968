package robot_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/robot"
	"pbem/titles/title"
)

// budget is what an advice may cost in most of these tests.
const budget = 2_000_000

// eachAsked calls a function with positions of stored games in which a player is asked.
func eachAsked(t *testing.T, do func(t *testing.T, ti *title.Title, g *engine.Game, player string)) {
	for _, ti := range titles.All() {
		files, err := filepath.Glob(filepath.Join("..", ti.Facts.Slug, "testdata/v*/*.log.gz"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no stored games (%v)", ti.Facts.Slug, err)
		}
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			for k, file := range files {
				log, err := replaytest.ReadLog(file)
				if err != nil {
					t.Fatal(err)
				}
				for i := range testsize.Of(2, 2, 5) {
					n := (2*i + 1 + k%2) * len(log) / (2*testsize.Of(2, 2, 5) + 1)
					g := engine.Open(ti.Rules, log[:n])
					if awaited := engine.Awaited(g.Pending()); g.Frozen() == nil && len(awaited) > 0 {
						do(t, ti, g, awaited[0])
					}
				}
			}
		})
	}
}

// An advice is up to three ways of different kinds that the rules accept. Its figures are
// those of the position, and their sum is what ways are compared by. The same position has
// the same advice.
func TestAdvice(t *testing.T) {
	eachAsked(t, func(t *testing.T, ti *title.Title, g *engine.Game, player string) {
		a, ok := robot.Advise(ti, g, player, budget)
		if !ok {
			return // only offers that others would have to agree to
		}
		if len(a.Ways) == 0 || len(a.Ways) > robot.MostWays {
			t.Fatalf("%d ways", len(a.Ways))
		}
		if again, _ := robot.Advise(ti, g, player, budget); !reflect.DeepEqual(a, again) {
			t.Errorf("the same position has another advice:\n%v\n%v", a, again)
		}
		told(t, ti, g.State(), player, a.Now)
		for _, w := range append(slices.Clone(a.Ways), a.Other) {
			end, left := after(t, g, w.Commands), len(w.Commands) == 0 || a.Blind || a.Only
			if !left && !w.Bids {
				told(t, ti, end.State(), player, w.Worth)
			}
			if !left && w.Value > a.Ways[0].Value {
				t.Errorf("%v is worth more than %v", w.Commands, a.Ways[0].Commands)
			}
		}
		if a.Work > budget+budget/4 {
			t.Errorf("an advice costs %d steps, with a budget of %d", a.Work, budget)
		}
	})
}

// after returns the game after some commands.
func after(t *testing.T, g *engine.Game, list []engine.Command) *engine.Game {
	t.Helper()
	for _, c := range list {
		next, _, err := g.Decide(c)
		if err != nil {
			t.Fatalf("%s is advised and refused: %v", c, err)
		}
		g = next
	}
	return g
}

// told compares what a position is worth with the position.
func told(t *testing.T, ti *title.Title, s *engine.State, player string, w robot.Worth) {
	t.Helper()
	sum := w.Now + w.Earns + w.Privates + w.Rights - w.Due - w.Broken - w.Others
	for _, h := range w.Hints {
		sum += h.Brings
	}
	if sum != w.Total {
		t.Errorf("the parts of %+v add up to %d", w, sum)
	}
	if w.Over {
		if w.Now != s.Result.Scores[player] {
			t.Errorf("a score of %d is told as %d", s.Result.Scores[player], w.Now)
		}
		return
	}
	p := ti.Position(s)
	for _, pl := range p.Players {
		if pl.ID == player && (pl.Worth != w.Now || pl.Cash != w.Cash) {
			t.Errorf("%s has %d and is worth %d; told are %d and %d", player, pl.Cash, pl.Worth, w.Cash, w.Now)
		}
	}
	earns := 0
	for _, c := range p.Companies {
		k := w.Stake(c.Sym)
		shares := 0
		for _, h := range c.Held {
			if h.Holder == player {
				shares += h.Shares
			}
		}
		for _, h := range c.Shorts {
			if h.Holder == player {
				shares -= h.Shares
			}
		}
		if earns += k.Earns; shares != k.Shares || k.President != (c.President == player) {
			t.Errorf("%s has %d shares of %s, president %q; told is %+v", player, shares, c.Sym, c.President, k)
		}
		if shares == 0 && !k.President {
			continue
		}
		if k.Price != c.Price || k.Cash != c.Cash || k.Size != c.Size || k.Loans != c.Loans || !slices.Equal(k.Trains, c.Trains) {
			t.Errorf("%+v is told as %+v", c, k)
		}
		if len(c.Trains) == 0 {
			continue
		}
		if best := ti.Best(s, []string{c.Sym}, 10_000_000)[0].Best; best.Proven && best.Total != k.Run && k.Run > best.Total*9/10 {
			t.Errorf("the best run of %s is %d, and %d is told", c.Sym, best.Total, k.Run)
		}
	}
	if earns != w.Earns {
		t.Errorf("shares earn %d in all, and %d one by one", w.Earns, earns)
	}
}

// With little to spend an advice tries less, and costs no more than it may.
func TestAdviceIsBounded(t *testing.T) {
	eachAsked(t, func(t *testing.T, ti *title.Title, g *engine.Game, player string) {
		a, ok := robot.Advise(ti, g, player, robot.LeastAdvice)
		if ok && len(a.Ways) == 0 || a.Work > 5*robot.LeastAdvice {
			t.Errorf("%d ways for %d steps", len(a.Ways), a.Work)
		}
	})
}

// What others have answered in secret changes nothing in an advice. // 20-RU-48
func TestAdviceDoesNotLookAtSecrets(t *testing.T) {
	secretly(t, func(g *engine.Game, ti *title.Title, me string) any {
		a, ok := robot.Advise(ti, g, me, budget)
		if !ok || !a.Blind || len(a.Ways) != 1 {
			t.Fatalf("a secret answer is advised with %v", a)
		}
		return a
	})
}
