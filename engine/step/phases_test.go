package step

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine"
)

// A phase begins with the first train of its type and never again; what rusts is
// gone before anything else comes with it.
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

// Over its limit is who owns more trains, not as many.
func TestOver(t *testing.T) {
	tb := set(t, slices.Concat(put("PRR", Train("2", 0), Train("2", 1)), put("NYC", Train("3", 0)))...)
	limits := map[string]int{"PRR": 1, "NYC": 1}
	got := tb.Over([]string{"PRR", "NYC"}, func(sym string) int { return limits[sym] }, func(sym string) string { return "for " + sym })
	if fmt.Sprint(got) != "[{PRR for PRR}]" {
		t.Errorf("over are %v", got)
	}
}
