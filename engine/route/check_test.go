package route

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"pbem/internal/testsize"
)

// line is a small board:
//
//	Port - Boston* = Lynn - Salem - Portland (red) , Boston - Quincy - Salem, Lynn - Albany (blocked) - Troy
//
// Boston and Lynn are joined by B2 (a mine) and by B4; the way by B4 shares a piece of track with Boston - Quincy.
func line() *Graph {
	return &Graph{
		Stops: []Stop{
			{ID: "A1.0", Hex: "A1", Name: "Boston", Revenue: 30, Token: true},
			{ID: "A3.0", Hex: "A3", Name: "Lynn", Kind: Town, Revenue: 10},
			{ID: "A5.0", Hex: "A5", Name: "Salem", Revenue: 20},
			{ID: "A7.0", Hex: "A7", Name: "Portland", Kind: Offboard, Revenue: 50, Terminal: true},
			{ID: "B3.0", Hex: "B3", Name: "Quincy", Revenue: 20, Group: 1},
			{ID: "C3.0", Hex: "C3", Name: "Albany", Revenue: 40, Blocked: true},
			{ID: "D3.0", Hex: "D3", Revenue: 10, Group: 1},
			{ID: "A0.0", Hex: "A0", Name: "the port", Kind: Port, Revenue: 15, Terminal: true},
		},
		Segments: []Segment{
			{A: 0, B: 1, Track: []int{1, 2}, Via: []string{"B2"}, Bonus: 10},
			{A: 1, B: 0, Track: []int{3, 4}, Via: []string{"B4", "C4"}},
			{A: 1, B: 2, Track: []int{5}},
			{A: 2, B: 3, Track: []int{6}},
			{A: 0, B: 4, Track: []int{4, 7}},
			{A: 4, B: 2, Track: []int{8}},
			{A: 1, B: 5, Track: []int{9}},
			{A: 5, B: 6, Track: []int{10}},
			{A: 0, B: 7, Track: []int{11}},
			{A: 2, B: 6, Track: []int{12}},
		},
	}
}

func TestCheckRefuses(t *testing.T) {
	three, four, ports := Train{Name: "3", Stops: 3}, Train{Name: "4"}, Train{Name: "2+", Majors: 2, Ports: 1}
	run := func(train int, stops ...int) Run { return Run{Train: train, Stops: stops} }
	for _, c := range []struct {
		runs []Run
		want string
	}{
		{[]Run{run(3, 0, 1)}, "there is no train number 4"},
		{[]Run{run(0, 0, 1), run(0, 0, 4)}, "train 3: has two routes; each train runs once"},
		{[]Run{run(0, 0, 99)}, "train 3: there is no stop number 99"},
		{[]Run{run(0, 0)}, "train 3: fewer than two stops on the route"},
		{[]Run{run(0)}, "train 3: fewer than two stops on the route"},
		{[]Run{run(2, 7, 0)}, "train 2+: fewer than two stops on the route; ports do not count for this"},
		{[]Run{run(0, 7, 0, 1)}, "train 3: this train may not run to a port"},
		{[]Run{run(0, 0, 1, 2, 3)}, "train 3: too many stops: 4 of at most 3"},
		{[]Run{run(2, 0, 1, 2, 3)}, "train 2+: too many cities and off-board areas: 3 of at most 2"},
		{[]Run{run(1, 0, 1, 2, 4, 0)}, "train 4: visits Boston (A1) twice"},
		{[]Run{run(1, 0, 4, 2, 6)}, "train 4: Quincy (B3) and D3 may not be on one route"},
		{[]Run{run(1, 0, 1, 5, 6)}, "train 4: Albany (C3) is full of other companies' stations: a route may end there but not pass"},
		{[]Run{run(1, 0, 3, 2)}, "train 4: Portland (A7) must be an end of the route"},
		{[]Run{run(1, 1, 2)}, "train 4: no station of the company on the route"},
		{[]Run{run(1, 0, 2)}, "train 4: Boston (A1) and Salem (A5) are not joined by track without another stop between"},
		{[]Run{{Train: 1, Stops: []int{0, 1}, Via: [][]string{{"F6", "G7"}}}}, "train 4: no track from Boston (A1) to Lynn (A3) goes via F6, G7"},
		{[]Run{{Train: 1, Stops: []int{4, 0, 1}, Via: [][]string{nil, {"B4"}}}},
			"train 4: track is used twice, from Quincy (B3) to Boston (A1) and from Boston (A1) to Lynn (A3)"},
		{[]Run{run(0, 0, 4), {Train: 1, Stops: []int{0, 1}, Via: [][]string{{"c4"}}}},
			"train 3 and train 4 use the same track, from Boston (A1) to Quincy (B3) and from Boston (A1) to Lynn (A3)"},
	} {
		_, _, err := Check(line(), []Train{three, four, ports}, c.runs)
		var refusal *Refusal
		if !errors.As(err, &refusal) || err.Error() != c.want {
			t.Errorf("%v:\n got %v\nwant %s", c.runs, err, c.want)
		}
	}
}

// A closed stop cannot be part of a run, whether at its end, with a station, or far beyond it.
func TestClosedStops(t *testing.T) {
	for _, c := range []struct {
		closed int
		stops  []int
		want   string
		best   int
	}{
		{2, []int{0, 1, 2}, "train 3: Salem (A5) is closed to this company's trains", 90},
		{3, []int{0, 1, 2}, "", 90},
		{5, []int{0, 1, 5}, "train 3: Albany (C3) is closed to this company's trains", 70},
		{3, []int{1, 2, 3}, "train 3: Portland (A7) is closed to this company's trains", 90},
		{0, []int{0, 1}, "train 3: Boston (A1) is closed to this company's trains", 0},
	} {
		g := line()
		g.Stops[c.closed].Closed = true
		three := []Train{stops(3)}
		_, _, err := Check(g, three, []Run{{Stops: c.stops}})
		if got := fmt.Sprint(err); got != cmp.Or(c.want, "<nil>") {
			t.Errorf("%v with stop %d closed: %s, want %s", c.stops, c.closed, got, c.want)
		}
		if res := Best(g, three, Options{}); res.Total != c.best || !res.Proven {
			t.Errorf("stop %d closed: the best earns %d, want %d", c.closed, res.Total, c.best)
		}
	}
}

// TestCheckChooses: among several segments the legal choice that pays most for all runs together is taken.
func TestCheckChooses(t *testing.T) {
	trains := []Train{{Name: "2", Stops: 2}, {Name: "2", Stops: 2}, {Name: "3", Stops: 3, Times: 2}}
	for _, c := range []struct {
		runs []Run
		want int
	}{
		{nil, 0},
		{[]Run{{Train: 0, Stops: []int{0, 1}}}, 50},
		{[]Run{{Train: 0, Stops: []int{1, 0}, Via: [][]string{{"A3", "C4", "B4", "A1"}}}}, 0}, // named in the wrong direction
		{[]Run{{Train: 0, Stops: []int{1, 0}, Via: [][]string{{"A3", "B4", "C4", "A1"}}}}, 40},
		{[]Run{{Train: 0, Stops: []int{0, 1}}, {Train: 1, Stops: []int{1, 0}}}, 90},
		{[]Run{{Train: 0, Stops: []int{0, 1}}, {Train: 2, Stops: []int{0, 1, 2}}}, 40 + 140}, // the mine is worth more if doubled
		{[]Run{{Train: 0, Stops: []int{0, 4}}, {Train: 1, Stops: []int{1, 0}}}, 50 + 50},
	} {
		routes, total, err := Check(line(), trains, c.runs)
		if (err != nil) != (c.want == 0 && len(c.runs) > 0) || total != c.want {
			t.Errorf("%v: %v %d %v, want %d", c.runs, routes, total, err, c.want)
		}
	}
}

func TestTooManyPorts(t *testing.T) {
	g := line()
	g.Stops = append(g.Stops, Stop{ID: "A6.0", Hex: "A6", Name: "another port", Kind: Port, Revenue: 15, Terminal: true})
	g.Segments = append(g.Segments, Segment{A: 2, B: 8, Track: []int{13}})
	_, _, err := Check(g, []Train{{Name: "2+", Majors: 2, Ports: 1}}, []Run{{Stops: []int{7, 0, 1, 2, 8}}})
	if err == nil || err.Error() != "train 2+: too many ports: 2 of at most 1" {
		t.Error(err)
	}
}

// A leg that passes just the hexes that were said is the one that was meant, even if another one that passes them too pays more.
func TestExactWayIsMeant(t *testing.T) {
	g := line()
	g.Segments = append(g.Segments, Segment{A: 0, B: 1, Track: []int{13}, Via: []string{"B2", "B4"}, Bonus: 40})
	for _, c := range []struct {
		via   []string
		total int
	}{{nil, 80}, {[]string{"B2"}, 50}, {[]string{"b2", "B4"}, 80}, {[]string{"B4"}, 80}, {[]string{"C4"}, 40}} {
		_, total, err := Check(g, []Train{{}}, []Run{{Stops: []int{0, 1}, Via: [][]string{c.via}}})
		if err != nil || total != c.total {
			t.Errorf("via %v: $%d, %v; want $%d", c.via, total, err, c.total)
		}
	}
}

// TestCheckIsBrute compares Check with plain for runs of one train on random boards: both accept the same, at the same price.
func TestCheckIsBrute(t *testing.T) {
	accepted, refused := 0, 0
	for seed := range testsize.Of(500, 1000, testsize.More(3000, 3000, 10000)) {
		r := rand.New(rand.NewSource(int64(seed) + 2e6))
		g := randomGraph(r)
		train := randomTrain(r, g)
		for i := range g.Stops {
			s := &g.Stops[i]
			if s.Token = s.Token || s.Kind == City && r.Intn(2) == 0; !s.Token && r.Intn(4) == 0 {
				s.Kind, s.Terminal = Port, true
			}
		}
		for range 20 {
			stops := randomStops(r, g)
			best, ok := 0, false
			p := plain{g: g}
			p.along(stops, nil, func(segs []int) {
				if way, legal := p.legal(&train, stops, segs); legal {
					best, ok = max(best, way.revenue), true
				}
			})
			_, total, err := Check(g, []Train{train}, []Run{{Stops: stops}})
			if (err == nil) != ok || ok && total != best {
				t.Fatalf("seed %d: run %v is $%d, %v; brute force says $%d, %v\n%+v\n%+v", seed, stops, total, err, best, ok, g, train)
			}
			if ok {
				accepted++
			} else {
				refused++
			}
		}
	}
	if accepted < refused/20 {
		t.Errorf("only %d of %d runs are legal: this proves little", accepted, accepted+refused)
	}
}

// randomStops walks over segments at random. It does not turn back.
func randomStops(r *rand.Rand, g *Graph) []int {
	stops := []int{r.Intn(len(g.Stops))}
	for range 1 + r.Intn(5) {
		var next []int
		for _, s := range g.Segments {
			for _, ends := range [][2]int{{s.A, s.B}, {s.B, s.A}} {
				if ends[0] == stops[len(stops)-1] && !slices.Contains(stops, ends[1]) {
					next = append(next, ends[1])
				}
			}
		}
		if len(next) == 0 {
			break
		}
		stops = append(stops, next[r.Intn(len(next))])
	}
	return stops
}

// along visits all ways from stop to stop.
func (p *plain) along(stops, segs []int, visit func(segs []int)) {
	at := len(segs)
	if at+1 >= len(stops) {
		visit(segs)
		return
	}
	for i, s := range p.g.Segments {
		if s.A == stops[at] && s.B == stops[at+1] || s.B == stops[at] && s.A == stops[at+1] {
			p.along(stops, append(slices.Clone(segs), i), visit)
		}
	}
}
