package route

import (
	"math/rand"
	"testing"

	"pbem/internal/testsize"
)

// If segments are hidden, the best run on the others is found, and the bound holds for all.
func TestHiddenTrackCountsInTheBound(t *testing.T) {
	proven := 0
	for seed := range testsize.Of(300, 300, 1500) {
		r := rand.New(rand.NewSource(int64(seed)))
		all := randomGraph(r)
		trains := randomTrains(r, all)
		g := &Graph{Stops: all.Stops}
		for _, s := range all.Segments {
			if r.Intn(4) == 0 {
				g.Hidden = append(g.Hidden, Segment{A: s.A, B: s.B, Bonus: s.Bonus})
			} else {
				g.Segments = append(g.Segments, s)
			}
		}
		if len(g.Hidden) == 0 {
			continue
		}
		listed, whole := bruteBest(&Graph{Stops: g.Stops, Segments: g.Segments}, trains), bruteBest(all, trains)
		res := Best(g, trains, Options{})
		if res.Total != listed || res.Bound < whole || res.Proven != (res.Bound == res.Total) {
			t.Fatalf("seed %d: %+v; the best of the listed is %d, of all %d\n%+v\n%+v", seed, res, listed, whole, g, trains)
		}
		if res.Proven {
			proven++
		}
		agrees(t, g, trains, res)
	}
	if proven == 0 {
		t.Error("hidden track was never without use")
	}
}
