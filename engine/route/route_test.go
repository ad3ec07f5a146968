package route

import (
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"pbem/internal/testsize"
)

// TestRepeats: equal inputs give equal results, and the order of the trains does not change the total.
func TestRepeats(t *testing.T) {
	for seed := range int64(6) {
		g := generate(late, seed)
		for _, trains := range [][]Train{{stops(6), stops(6)}, {diesel, eight}, {best8, double5}} {
			one := Best(g, trains, Options{})
			for range 3 {
				if two := Best(g, trains, Options{}); !reflect.DeepEqual(one, two) {
					t.Fatalf("seed %d: %+v, then %+v", seed, one, two)
				}
			}
			agrees(t, g, trains, one)
			slices.Reverse(trains)
			if two := Best(g, trains, Options{}); one.Proven && two.Proven && one.Total != two.Total {
				t.Fatalf("seed %d: %d, trains reversed %d", seed, one.Total, two.Total)
			}
		}
	}
}

// TestBudget: a search that stops early has legal routes and a correct bound.
func TestBudget(t *testing.T) {
	stopped := 0
	for seed := range testsize.Of[int64](300, 300, 1500) {
		r := rand.New(rand.NewSource(seed))
		g := randomGraph(r)
		trains := randomTrains(r, g)
		want := bruteBest(g, trains)
		for _, budget := range []int{1, 10, 30, 100} {
			res := Best(g, trains, Options{Budget: budget})
			if res.Total > want || res.Bound < want || res.Proven != (res.Total == res.Bound) {
				t.Fatalf("seed %d, budget %d: %d to %d, proven %v; brute force %d", seed, budget, res.Total, res.Bound, res.Proven, want)
			}
			if res.Work > budget {
				t.Fatalf("seed %d: %d steps of %d", seed, res.Work, budget)
			}
			agrees(t, g, trains, res)
			if !res.Proven {
				stopped++
			}
		}
	}
	if stopped == 0 {
		t.Error("no search stopped early")
	}
}

// TestDense: hard boards stay within the budget, and the routes found are legal.
func TestDense(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	g := generate(dense, 2)
	for _, trains := range suites[5].trains {
		res := Best(g, trains, Options{Budget: 500_000})
		agrees(t, g, trains, res)
		if res.Bound < res.Total {
			t.Errorf("%v: %d above its bound %d", names(trains), res.Total, res.Bound)
		}
	}
}

// TestDegenerate: having nothing to run is no error.
func TestDegenerate(t *testing.T) {
	lone := &Graph{Stops: []Stop{{ID: "A1.0", Revenue: 20, Token: true}}}
	for _, g := range []*Graph{{}, lone, generate(early, 1)} {
		for _, trains := range [][]Train{nil, {}, {{Stops: 1}}} {
			res := Best(g, trains, Options{})
			if res.Total != 0 || !res.Proven || len(res.Routes) != len(trains) {
				t.Errorf("%+v", res)
			}
		}
	}
}
