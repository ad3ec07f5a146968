package route

import (
	"math/rand"
	"slices"
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
			agrees(t, g, trains, p.result(1e6))
		}
	}
}

// Two routes of trains of one kind cross. Only one of the ways to take such a solution apart gives each a station:
//
//	Apple* - Cross - Berry* and Cherry - Cross - Damson
func TestEachRouteHasAStation(t *testing.T) {
	g := &Graph{}
	for _, name := range []string{"Apple", "Berry", "Cherry", "Damson", "Cross"} {
		g.Stops = append(g.Stops, Stop{ID: name, Name: name, Revenue: 20, Token: len(g.Stops) < 2})
	}
	for i := range 4 {
		g.Segments = append(g.Segments, Segment{A: i, B: 4, Track: []int{i}})
	}
	trains := []Train{{Name: "3", Stops: 3}, {Name: "3", Stops: 3}}
	p := newProblem(newBoard(g), trains, 1e6, together)
	p.bound = p.evaluate()
	p.program()
	if p.total != 120 || !p.done() {
		t.Fatalf("$%d, bound %d", p.total, p.ceiling())
	}
	agrees(t, g, trains, p.result(1e6))
	a := newApart(solved(p), 0, p.classes[0])
	if !a.peel(0, 0) || a.best == nil {
		t.Fatal("the solution is not taken apart")
	}
	for _, r := range a.best {
		if !slices.Contains(r.stops, 0) && !slices.Contains(r.stops, 1) {
			t.Errorf("a route of the stops %v has no station", r.stops)
		}
	}
}

// solved is a program at the point that uses each segment once, and ends a route at each stop but the last.
func solved(p *problem) *program {
	g := newProgram(p)
	for _, j := range g.seg[0] {
		g.x[j] = 1
	}
	for _, j := range g.end[0][:4] {
		g.x[j] = 1
	}
	return g
}
