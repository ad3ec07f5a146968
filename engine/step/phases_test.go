package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
)

// A phase begins with the first train of its type and never again. Trains that rust are gone before anything
// else happens.
func TestEnterPhase(t *testing.T) {
	for _, c := range []struct {
		name  string
		now   int
		begun string
		left  int
	}{{"3", 0, "[1]", 1}, {"3", 1, "[]", 3}, {"2", 0, "[]", 3}} {
		var begun []int
		play(t, set(t, put("PRR", Train("2", 0), Train("2", 1), Train("D", 0))...), func(e *engine.Turn, tb Table) {
			tb.F.Trains[0].RustsOn = "3"
			e.Set("phase", c.now)
			EnterPhase(e, tb, c.name, "All %s-trains rust", func(i int) {
				if begun = append(begun, i); e.Get("phase") != i || len(tb.Trains("PRR")) != 1 {
					t.Errorf("phase %d begins with %v on the charter", e.Get("phase"), tb.Trains("PRR"))
				}
			})
			if n := len(tb.Trains("PRR")); n != c.left || fmt.Sprint(begun) != c.begun {
				t.Errorf("%s in phase %d: begun %v, %d trains left, want %+v", c.name, c.now, begun, n, c)
			}
		})
	}
}

// A company is over its limit if it owns more trains than the limit, not as many.
func TestOver(t *testing.T) {
	tb := set(t, slices.Concat(put("PRR", Train("2", 0), Train("2", 1)), put("NYC", Train("3", 0)))...)
	limits := map[string]int{"PRR": 1, "NYC": 1}
	got := tb.Over([]string{"PRR", "NYC"}, func(sym string) int { return limits[sym] }, func(sym string) string { return "for " + sym })
	if fmt.Sprint(got) != "[{PRR for PRR}]" {
		t.Errorf("over are %v", got)
	}
}

// Companies over their limits give up trains, all at the same time, until none is over. If all trains are of
// one type there is nothing to choose, unless it is always asked.
func TestDiscards(t *testing.T) {
	limits := map[string]int{"PRR": 1, "NYC": 1}
	for _, c := range []struct {
		always bool
		asked  string
		said   []string
		put    string
	}{
		{false, "[PRR]", []string{"p1 discard train 3 PRR"}, "[NYC train:2:0 PRR train:3:0]"},
		{true, "[PRR NYC]", []string{"p2 discard train 2 NYC", "p1 discard train 2 PRR"}, "[NYC train:2:0 PRR train:2:2]"},
	} {
		tb := set(t, slices.Concat(put("PRR", Train("2", 2), Train("3", 0)), put("NYC", Train("2", 0), Train("2", 1)))...)
		var gone []string
		rules := engine.Rules{Start: "game", Flow: engine.Flow{"game": engine.Do(func(e *engine.Turn) {
			tb, did := Table{S: e.State, F: tb.F}, []string{}
			over := func() []Excess {
				return tb.Over([]string{"PRR", "NYC"}, func(sym string) int { return limits[sym] }, func(sym string) string { return map[string]string{"PRR": "p1", "NYC": "p2"}[sym] })
			}
			Discards(e, tb, over, c.always, func(sym, train string) {
				did = append(did, sym, train)
				e.Move(train, Pool)
			})
			gone = did
			e.End("done", nil)
		})}}
		g, _ := engine.Start(rules, tableLog(tb))
		var asked []string
		for _, choice := range g.Pending() {
			asked = append(asked, choice.For)
		}
		if fmt.Sprint(asked) != c.asked {
			t.Errorf("asked are %v, want %s", asked, c.asked)
		}
		for _, text := range c.said {
			f := strings.Fields(text)
			next, _, err := g.Decide(engine.Command{By: f[0], Verb: f[1], Args: f[2:]})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			g = next
		}
		if fmt.Sprint(gone) != c.put {
			t.Errorf("put away are %v, want %s", gone, c.put)
		}
	}
}
