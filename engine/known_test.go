package engine

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// knower is a game whose only step asks until there are three answers. Before each question it wants to know
// something, which work says.
func knower(work func(t *Turn) bool) Rules {
	return Rules{Start: "game", Flow: Flow{
		"game": Seq("step"),
		"step": Do(func(t *Turn) {
			for range 3 {
				t.Known("it", func() bool { return work(t) })
				t.Ask("go on", Bare("p1", "yes", ""), Bare("p1", "no", ""))
			}
		}),
	}}
}

// A step that runs again works out nothing that it has worked out before, however often the game goes on from there.
func TestKnown(t *testing.T) {
	worked := 0
	rules := knower(func(*Turn) bool { worked++; return true })
	g, log := Start(rules, []Event{Started{Players: []string{"A"}}})
	said := func(g *Game, verb string, want int) (*Game, []Event) {
		t.Helper()
		worked = 0
		next, more, err := g.Decide(Command{By: "p1", Verb: verb})
		if err != nil || worked != want {
			t.Errorf("%q: %v; worked out %d times, not %d", verb, err, worked, want)
		}
		return next, more
	}
	if worked != 1 {
		t.Errorf("at the start worked out %d times", worked)
	}
	one, more := said(g, "yes", 1)
	said(g, "no", 1)
	two, _ := said(one, "yes", 1)
	said(one, "no", 1)
	said(two, "yes", 0)
	if back, _, err := two.Undo("p1", len(log)); err != nil {
		t.Error(err)
	} else {
		said(back, "no", 1)
	}
	told, _ := one.Host("", "say", "hello")
	said(told, "yes", 3) // it begins with other facts
	opened := Open(rules, append(log, more...))
	said(opened, "yes", 1)
	if opened.Frozen() != nil {
		t.Error(opened.Frozen())
	}
}

// With Recheck a step that finds something else than before does not go on.
func TestRecheck(t *testing.T) {
	for _, c := range []struct {
		what string
		work func(*Turn) bool
		want string
	}{
		{"what holds changes with the table", func(t *Turn) bool { return len(t.events) == 1 }, ""},
		{"what holds changes by itself", alternating(), `step "step": "it" was false at the same table before`},
	} {
		rules := knower(c.work)
		rules.Recheck = true
		g, _ := Start(rules, []Event{Started{Players: []string{"A"}}})
		g, _, err := g.Decide(Command{By: "p1", Verb: "yes"})
		if err == nil {
			_, _, err = g.Decide(Command{By: "p1", Verb: "yes"})
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// Games that go on from one another share what they have found, and none writes over what another has.
func TestKnownInTwoGames(t *testing.T) {
	rules := Rules{Start: "game", Recheck: true, Flow: Flow{"game": Seq("step"), "step": Do(func(t *Turn) {
		yes := 0
		for range 7 {
			t.Known("it", func() bool { return yes%2 == 1 })
			if t.Ask("go on", Bare("p1", "yes", ""), Bare("p1", "no", "")).Verb == "yes" {
				yes++
			}
		}
	})}}
	g, _ := Start(rules, []Event{Started{Players: []string{"A"}}})
	for games := []*Game{g}; len(games) < 64; {
		var next []*Game
		for _, g := range games {
			for _, verb := range []string{"yes", "no"} {
				one, _, err := g.Decide(Command{By: "p1", Verb: verb})
				if err != nil {
					t.Fatal(err)
				}
				next = append(next, one)
			}
		}
		games = next
	}
}

func alternating() func(*Turn) bool {
	is := true
	return func(*Turn) bool { is = !is; return is }
}

// What choices want to know once their step waits is theirs: several players may look at them at once, and
// nothing is kept.
func TestKnownWhileWaiting(t *testing.T) {
	var worked atomic.Int32
	rules := Rules{Start: "game", Flow: Flow{
		"game": Seq("step"),
		"step": Do(func(t *Turn) {
			open := func() bool { return t.Known("it", func() bool { return worked.Add(1) > 0 }) }
			t.Ask("go on", Choice{By: "p1", Verb: "yes", Any: open, Free: func(words []string) ([]string, error) { return words, nil }})
		}),
	}}
	g, _ := Start(rules, []Event{Started{Players: []string{"A"}}})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if !g.Pending()[0].Listed() {
				t.Error("the choice is not open")
			}
		})
	}
	all.Wait()
	g.Pending()[0].Listed()
	if n := worked.Load(); n != 5 {
		t.Errorf("worked out %d times", n)
	}
}
