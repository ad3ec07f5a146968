package robot

import (
	"path/filepath"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		r    engine.Range
		want []int
	}{
		{engine.Range{Min: 5, Max: 5, Step: 5}, []int{5}},
		{engine.Range{Min: 10, Max: 40, Step: 10}, []int{10, 20, 30, 40}},
		{engine.Range{Min: 1, Max: 2}, []int{1, 2}},
		{engine.Range{Min: 100, Max: 1000, Step: 5}, []int{100, 400, 700, 1000}},
	} {
		got := numbers(c.r)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.r, got, c.want)
		}
		for _, n := range got {
			if !c.r.Holds(n) {
				t.Errorf("%v does not hold %d", c.r, n)
			}
		}
	}
}

func TestShare(t *testing.T) {
	list := func(n int) []engine.Command { return make([]engine.Command, n) }
	for _, c := range []struct {
		sizes []int
		n     int
		want  int
	}{
		{[]int{1, 2, 3}, 10, mostTried},
		{[]int{1, 1000}, 80, 79},
		{[]int{30, 1000, 1000}, 80, 26},
		{[]int{1000, 5, 1000}, 85, 40},
	} {
		var lists [][]engine.Command
		for _, n := range c.sizes {
			lists = append(lists, list(n))
		}
		got := share(lists, c.n)
		if got != c.want {
			t.Errorf("%v of %d: %d, want %d", c.sizes, c.n, got, c.want)
		}
	}
}

// A way is not valued by a position in the midst of the turn, where what must come has not come yet: neither after as many commands
// as are followed nor when the decision has become too long.
func TestOnlyWholeTurnsCount(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			g, ch := firstRun(t, ti)
			for _, c := range []struct {
				name               string
				deep, most, budget int
				want               bool
			}{
				{"followed to its end", mostAhead, 0, 0, true},
				{"longer than is followed", 1, 0, 0, false},
				{"no work left", mostAhead, 1, 0, false},
				{"no work left for an advice", mostAhead, 1, 2, true},
			} {
				b := newBrain(ti, ch.By, Steady)
				b.begin(g)
				b.deep, b.most, b.spent, b.budget = c.deep, c.most, c.most, c.budget
				w := trial{end: g, value: last}
				b.follow(&w)
				if got := w.value != last; got != c.want {
					t.Errorf("%s: valued %v after %v", c.name, got, w.then)
				}
			}
		})
	}
}

// Nobody looks beyond a run that takes a long search: a decision would take as long as many such searches.
func TestLongRunsEndTheLook(t *testing.T) {
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			g, ch := firstRun(t, ti)
			b := newBrain(ti, ch.By, Steady)
			b.begin(g)
			ran := func() bool {
				return b.settled(&trial{choice: ch, command: engine.Command{By: ch.By, Verb: "lay"}, game: g, end: g}) != g
			}
			if b.tooFar(g) || b.long(g, ch) || !ran() {
				t.Fatalf("the run of %s takes no long search", ch.For)
			}
			for key, l := range b.lines {
				l.long = true
				b.lines[key] = l
			}
			if !b.tooFar(g) || !b.long(g, ch) || ran() {
				t.Errorf("the run of %s is looked at, however long it takes", ch.For)
			}
			before := b.spent
			b.ways(g, []engine.Choice{ch})
			if b.spent-before < hardWork {
				t.Errorf("a long search counts %d", b.spent-before)
			}
		})
	}
}

// firstRun returns a stored game in which a company is asked for its runs, and that question.
func firstRun(t *testing.T, ti *title.Title) (*engine.Game, engine.Choice) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", ti.Facts.Slug, "testdata/v*/*.log.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no stored games (%v)", err)
	}
	for _, file := range files {
		log, err := replaytest.ReadLog(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, e := range log {
			if said, ok := e.(engine.Said); !ok || said.Verb != "run" {
				continue
			}
			g := engine.Open(ti.Rules, log[:n])
			if i := slices.IndexFunc(g.Pending(), routes); i >= 0 {
				return g, g.Pending()[i]
			}
		}
	}
	t.Fatal("nobody runs")
	return nil, engine.Choice{}
}

// Of ways that are worth the same, those that are followed to the end of the turn lie evenly among them.
func TestFollowedWaysAreSpread(t *testing.T) {
	of := func(values ...int) (out []trial) {
		for i, v := range values {
			out = append(out, trial{value: v, command: engine.Command{Verb: string(rune('a' + i))}})
		}
		return out
	}
	for _, c := range []struct {
		trials []trial
		want   string
	}{
		{of(9, 8, 7, 6), "abc"},
		{of(9, 8, 8, 8, 7), "abd"},
		{of(9, 9, 9, 9, 9), "abe"},
		{of(9, 8, 7, 7, 7, 6), "abc"},
		{of(9, 9, 9), "abc"},
	} {
		spread(c.trials, 3)
		got := ""
		for _, w := range c.trials[:3] {
			got += w.command.Verb
		}
		if got != c.want {
			t.Errorf("followed are %s of %d ways, want %s", got, len(c.trials), c.want)
		}
	}
}

// A robot does not try again what it has just said if that changes nothing: in 1817 loans for later were said without end.
func TestNothingIsSaidTwiceForNothing(t *testing.T) {
	ti, ok := titles.Find("1817")
	if !ok {
		t.Fatal("there is no 1817")
	}
	g, c := loanForLater(t, ti)
	said := func(g *engine.Game) bool {
		return slices.ContainsFunc(newBrain(ti, c.By, Steady).trials(g), func(w trial) bool { return w.command.String() == c.String() })
	}
	if !said(g) {
		t.Fatalf("%s is not tried at all", c)
	}
	next, _, err := g.Decide(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := next.Decide(c); err != nil {
		t.Fatalf("the rules refuse it the second time: %v", err)
	}
	if said(next) {
		t.Errorf("%s is tried again", c)
	}
}

// loanForLater returns a random game in which a company may take loans after its interest, and a robot's way to say so.
func loanForLater(t *testing.T, ti *title.Title) (*engine.Game, engine.Command) {
	t.Helper()
	for seed := range int64(50) {
		setup := setUp(t, ti, seed)
		w := walk.Walk{Rules: ti.Rules, Setup: setup, Seed: uint64(seed), Manner: walk.Prudent, Habits: ti.Habits, Limit: 1500}
		if err := w.Run(); err != nil && len(w.Commands) < w.Limit {
			t.Fatal(err)
		}
		log := w.Game.Log()
		for n, e := range log {
			if said, ok := e.(engine.Said); !ok || said.Verb != "loan" && said.Verb != "lay" {
				continue
			}
			g := engine.Open(ti.Rules, log[:n])
			for _, ch := range g.Pending() {
				if ch.Unawaited || ch.Verb != "loan" {
					continue
				}
				ways := commands(ch)
				if i := slices.IndexFunc(ways, func(c engine.Command) bool { return c.Arg(0) == "later" && c.Arg(1) != "0" }); i >= 0 {
					return g, ways[i]
				}
			}
		}
	}
	t.Fatal("nobody may take loans for later")
	return nil, engine.Command{}
}
