package route

import (
	"math/rand"
	"testing"

	"pbem/internal/testsize"
)

// TestEachWay lets each method of solve find the best runs alone, because on small boards the first method
// nearly always does.
func TestEachWay(t *testing.T) {
	ways := []struct {
		name string
		run  func(*problem)
	}{
		{"list", (*problem).prove},
		{"tune and list", func(p *problem) { p.tune(); p.prove() }},
		{"program", (*problem).program},
		{"tops and polish", func(p *problem) { p.tops(); p.polish(); p.program() }},
	}
	for seed := range testsize.Of(500, 500, testsize.More(1500, 1500, 3000)) {
		r := rand.New(rand.NewSource(int64(seed) + 1e6))
		g := randomGraph(r)
		trains := randomTrains(r, g)
		want := bruteBest(g, trains)
		for _, way := range ways {
			p := newProblem(newBoard(g), trains, 1e6, together)
			p.bound = p.evaluate()
			way.run(p)
			if p.total != want || !p.done() {
				t.Fatalf("seed %d, %s: %d (bound %d, budget %d), brute force %d\n%+v\n%+v", seed, way.name, p.total, p.ceiling(), p.budget, want, g, trains)
			}
		}
	}
}
