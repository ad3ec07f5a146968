package route

import (
	"errors"
	"math/rand"
	"slices"
	"testing"
)

// randomFleets divides trains into alternatives that share some of them.
func randomFleets(r *rand.Rand, n int) []Fleet {
	var out []Fleet
	for range 1 + r.Intn(3) {
		var f Fleet
		for i := range n {
			if r.Intn(2) == 0 {
				f = append(f, i)
			}
		}
		out = append(out, f)
	}
	return out
}

// TestBestOfIsBrute compares BestOf with plain for every fleet.
func TestBestOfIsBrute(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 600
	}
	split := 0
	for seed := range n {
		r := rand.New(rand.NewSource(int64(seed) + 7e6))
		g := randomGraph(r)
		trains := append(randomTrains(r, g), randomTrain(r, g))
		fleets := randomFleets(r, len(trains))
		want := 0
		for _, f := range fleets {
			want = max(want, bruteBest(g, f.of(trains)))
		}
		got := BestOf(g, trains, fleets, Options{})
		if got.Total != want || !got.Proven || got.Bound != want {
			t.Fatalf("seed %d: total %d (proven %v, bound %d), brute force %d\n%+v\n%+v\n%v",
				seed, got.Total, got.Proven, got.Bound, want, g, trains, fleets)
		}
		agrees(t, g, trains, got)
		var runs []Run
		for i, rt := range got.Routes {
			if len(rt.Stops) > 0 {
				runs = append(runs, Run{Train: i, Stops: rt.Stops})
			}
		}
		if _, total, err := CheckOf(g, trains, fleets, runs); err != nil || total != got.Total {
			t.Fatalf("seed %d: the best runs are refused: %v, or earn %d", seed, err, total)
		}
		if all := Best(g, trains, Options{}); all.Total > got.Total {
			split++
		}
	}
	if split < n/10 {
		t.Errorf("the fleets kept trains apart in %d of %d cases only", split, n)
	}
}

// TestPossibleIsBrute asks plain whether any train would earn something if every stop paid.
func TestPossibleIsBrute(t *testing.T) {
	routes := 0
	for seed := range 1500 {
		r := rand.New(rand.NewSource(int64(seed) + 9e6))
		g := randomGraph(r)
		paying := &Graph{Segments: g.Segments}
		for _, s := range g.Stops {
			s.Closed, s.Revenue = r.Intn(6) == 0, 10
			s.Terminal = s.Terminal && (s.Kind != Port || r.Intn(2) == 0)
			paying.Stops = append(paying.Stops, s)
		}
		free := &Graph{Segments: g.Segments}
		for _, s := range paying.Stops {
			s.Revenue = 0
			free.Stops = append(free.Stops, s)
		}
		want := bruteBest(paying, []Train{{Ports: len(g.Stops)}}) > 0
		if got := Possible(free); got != want {
			t.Fatalf("seed %d: %v, want %v\n%+v", seed, got, want, free)
		}
		if want {
			routes++
		}
	}
	if routes < 300 || routes > 1200 {
		t.Errorf("%d of 1500 boards have a route", routes)
	}
}

// fork has a station and three towns around it.
var fork = &Graph{
	Stops: []Stop{
		{ID: "A1.0", Hex: "A1", Token: true, Revenue: 10},
		{ID: "B1.0", Hex: "B1", Kind: Town, Revenue: 20},
		{ID: "C1.0", Hex: "C1", Kind: Town, Revenue: 30},
		{ID: "D1.0", Hex: "D1", Kind: Town, Revenue: 60},
	},
	Segments: []Segment{{A: 0, B: 1, Track: []int{1}}, {A: 0, B: 2, Track: []int{2}}, {A: 2, B: 3, Track: []int{3}}},
}

// A certificate is two 2-trains or one 3+1 (43-RT-14): it runs as whichever earns more.
func TestTwoTrainsOrOne(t *testing.T) {
	for _, c := range []struct {
		trains []Train
		fleets []Fleet
		total  int
		run    []int // trains that do
	}{
		{[]Train{stops(2), stops(2), {Name: "3+1", Majors: 3, Stops: 4}}, []Fleet{{0, 1}, {2}}, 120, []int{2}},
		{[]Train{stops(2), stops(2), {Name: "3+1", Majors: 3, Stops: 3}}, []Fleet{{2}, {0, 1}}, 100, []int{2}},
		{[]Train{stops(2), stops(2), {Name: "1", Stops: 2, Values: []int{10, 60, 0, 0}}}, []Fleet{{0, 1}, {2}}, 70, []int{0, 1}},
		{[]Train{stops(2), {Name: "same", Stops: 2}}, []Fleet{{0}, {1}}, 40, []int{0}},
		{[]Train{stops(2), stops(4)}, nil, 130, nil},
		{[]Train{stops(2)}, []Fleet{{}}, 0, nil},
	} {
		got := BestOf(fork, c.trains, c.fleets, Options{})
		if got.Total != c.total || !got.Proven || len(got.Routes) != len(c.trains) {
			t.Errorf("%v: %+v, want %d", c.fleets, got, c.total)
		}
		for i, r := range got.Routes {
			if c.run != nil && len(r.Stops) > 0 != slices.Contains(c.run, i) {
				t.Errorf("%v: train %d runs %v", c.fleets, i, r.Stops)
			}
		}
	}
}

// The bound includes what hidden track might add to any of the fleets.
func TestFleetsOnHiddenTrack(t *testing.T) {
	g := &Graph{Stops: fork.Stops, Segments: fork.Segments[:1], Hidden: []Segment{{A: 0, B: 3}}}
	small := &Graph{Stops: fork.Stops, Segments: fork.Segments[:1]}
	near := Train{Name: "near", Stops: 2, Values: []int{10, 20, 0, 0}}
	if got := BestOf(g, []Train{near, stops(2)}, []Fleet{{0}, {1}}, Options{}); got.Total != 30 || got.Bound != 70 || got.Proven {
		t.Errorf("%+v", got)
	}
	if got := BestOf(small, []Train{near, {Name: "far", Stops: 2, Values: []int{10, 30, 0, 0}}}, []Fleet{{0}, {1}}, Options{}); got.Total != 40 || !got.Proven {
		t.Errorf("the second fleet earns a little more: %+v", got)
	}
	if got := BestOf(g, []Train{near, near}, []Fleet{{0}, {1}}, Options{}); got.Total != 30 || !got.Proven {
		t.Errorf("where it adds nothing: %+v", got)
	}
}

// Trains of different fleets are refused together, and accepted alone.
func TestFleetsDoNotMix(t *testing.T) {
	trains := []Train{stops(2), stops(2), {Name: "3+1", Majors: 3, Stops: 4}}
	fleets := []Fleet{{0, 1}, {2}}
	b, c := Run{Train: 0, Stops: []int{0, 1}}, Run{Train: 1, Stops: []int{0, 2}}
	if _, total, err := CheckOf(fork, trains, fleets, []Run{b, c}); err != nil || total != 70 {
		t.Errorf("two of a fleet: %d, %v", total, err)
	}
	_, _, err := CheckOf(fork, trains, fleets, []Run{b, {Train: 2, Stops: []int{0, 2}}})
	var refused *Refusal
	if !errors.As(err, &refused) || refused.Text != "2 and 3+1 cannot run together; these can: 2 2, or 3+1" {
		t.Errorf("of two fleets: %v", err)
	}
	if _, total, err := CheckOf(fork, trains, nil, []Run{b, {Train: 2, Stops: []int{0, 2}}}); err != nil || total != 70 {
		t.Errorf("without fleets: %d, %v", total, err)
	}
	many := []Fleet{{0}, {1}, {2}, {0}, {1}, {2}, {0}, {1}}
	if _, _, err := CheckOf(fork, trains, many, []Run{b, c}); err == nil || err.Error() != "2 and 2 cannot run together; these can: 2, or 2, or 3+1, or 2, or 2, or 3+1, or 2 more" {
		t.Errorf("many fleets: %v", err)
	}
	if _, _, err := CheckOf(fork, trains, fleets, []Run{{Train: 9}}); err == nil {
		t.Error("a train that is not there runs")
	}
}

// All fleets share one budget. A result of too small a budget is not called proven.
func TestFleetsShareTheBudget(t *testing.T) {
	g := generate(dense, 3)
	trains := []Train{diesel, diesel, eight, eight}
	fleets := []Fleet{{0, 1, 2}, {1, 2, 3}, {0, 2, 3}}
	const budget = 30_000
	got := BestOf(g, trains, fleets, Options{budget})
	if got.Work > budget+budget/2 {
		t.Errorf("%d steps of %d", got.Work, budget)
	}
	if got.Total > got.Bound || got.Proven != (got.Total == got.Bound) {
		t.Errorf("total %d, bound %d, proven %v", got.Total, got.Bound, got.Proven)
	}
	if full := BestOf(g, trains, fleets, Options{}); full.Total > got.Bound || full.Bound > got.Bound {
		t.Errorf("the bound %d is below %d (%d)", got.Bound, full.Total, full.Bound)
	}
}
