package route

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"pbem/internal/testsize"
)

// plain is a simple second implementation of the rules in the package comment. It lists every route of every
// train and tries every combination. It shares only the types with the package.
type plain struct {
	g      *Graph
	routes [][]plainRoute // by train
}

type plainRoute struct {
	track   map[int]bool
	revenue int
}

func bruteBest(g *Graph, trains []Train) int {
	p := plain{g: g}
	for i := range trains {
		var list []plainRoute
		for s := range g.Stops {
			p.grow(&trains[i], []int{s}, nil, &list)
		}
		p.routes = append(p.routes, list)
	}
	return p.combine(0, map[int]bool{})
}

func (p *plain) combine(i int, used map[int]bool) int {
	if i == len(p.routes) {
		return 0
	}
	best := p.combine(i+1, used)
routes:
	for _, r := range p.routes[i] {
		both := map[int]bool{}
		for t := range used {
			both[t] = true
		}
		for t := range r.track {
			if used[t] {
				continue routes
			}
			both[t] = true
		}
		best = max(best, r.revenue+p.combine(i+1, both))
	}
	return best
}

func (p *plain) grow(t *Train, stops, segs []int, list *[]plainRoute) {
	if r, ok := p.legal(t, stops, segs); ok {
		*list = append(*list, r)
	}
	last := stops[len(stops)-1]
	for i, s := range p.g.Segments {
		to := -1
		if s.A == last {
			to = s.B
		} else if s.B == last {
			to = s.A
		}
		if to < 0 || slices.Contains(stops, to) || slices.Contains(segs, i) {
			continue
		}
		p.grow(t, append(slices.Clone(stops), to), append(slices.Clone(segs), i), list)
	}
}

func (p *plain) legal(t *Train, stops, segs []int) (plainRoute, bool) {
	none := plainRoute{}
	track := map[int]bool{}
	bonus := 0
	for _, s := range segs {
		for _, piece := range p.g.Segments[s].Track {
			if track[piece] {
				return none, false
			}
			track[piece] = true
		}
		bonus += p.g.Segments[s].Bonus
	}
	groups := map[int]bool{}
	cities, towns, ports, token := 0, 0, 0, false
	var cityVals, townVals, portVals []int
	for i, s := range stops {
		st := p.g.Stops[s]
		if st.Closed {
			return none, false
		}
		inner := i > 0 && i < len(stops)-1
		if inner && (st.Terminal || st.Blocked && !st.Token) {
			return none, false
		}
		if st.Group > 0 && groups[st.Group] {
			return none, false
		}
		groups[st.Group] = true
		v := st.Revenue
		if t.Values != nil {
			v = t.Values[s]
		}
		switch st.Kind {
		case City, Offboard:
			if st.Token {
				token = true
			}
			cities++
			cityVals = append(cityVals, v)
		case Town:
			towns++
			townVals = append(townVals, v)
		case Port:
			ports++
			portVals = append(portVals, v)
		}
	}
	all := cities + towns
	if all < 2 || !token || ports > t.Ports || t.Stops > 0 && all > t.Stops ||
		t.Majors > 0 && cities > t.Majors || t.Towns > 0 && towns > t.Towns {
		return none, false
	}
	if t.Pay == PayMajorsFirst && cities > t.Best {
		return none, false
	}
	sum := pays(t, cityVals, townVals, portVals) + bonus
	if t.Times > 1 {
		sum *= t.Times
	}
	if t.Bonus != nil {
		sum += t.Bonus(stops)
	}
	return plainRoute{track, sum}, true
}

// pays returns what the stops of a route pay, according to Pay.
func pays(t *Train, cityVals, townVals, portVals []int) int {
	sum := total(portVals, 99)
	switch t.Pay {
	case PayAll:
		sum += total(cityVals, 99) + total(townVals, 99)
	case PayMajors:
		sum += total(cityVals, 99)
	case PayBest:
		sum += total(append(cityVals, townVals...), t.Best)
	case PayBestMajors:
		sum += total(cityVals, t.Best) + total(townVals, 99)
	case PayMajorsFirst:
		sum += total(cityVals, 99) + total(townVals, t.Best-len(cityVals))
	}
	return sum
}

// total returns the sum of the n highest.
func total(vals []int, n int) int {
	slices.Sort(vals)
	slices.Reverse(vals)
	sum := 0
	for i, v := range vals {
		if i < n {
			sum += v
		}
	}
	return sum
}

// randomGraph is a small board with every feature.
func randomGraph(r *rand.Rand) *Graph {
	g := &Graph{}
	n := 2 + r.Intn(6)
	groups := r.Intn(3)
	for i := range n {
		s := Stop{ID: fmt.Sprintf("A%d.0", i), Hex: fmt.Sprintf("A%d", i), Revenue: 10 * r.Intn(8)}
		s.Kind = []Kind{City, City, City, City, Town, Town, Town, Offboard, Port}[r.Intn(9)]
		s.Terminal = s.Kind == Port || s.Kind == Offboard && r.Intn(4) > 0
		s.Token = s.Kind == City && r.Intn(3) == 0
		s.Blocked = s.Kind == City && r.Intn(5) == 0
		if groups > 0 && r.Intn(3) == 0 {
			s.Group = 1 + r.Intn(groups)
		}
		g.Stops = append(g.Stops, s)
	}
	pieces := 1 + r.Intn(24)
	for range r.Intn(3 + n + r.Intn(5)) {
		s := Segment{A: r.Intn(n), B: r.Intn(n)}
		for range r.Intn(4) {
			s.Track = append(s.Track, 7*r.Intn(pieces))
		}
		if r.Intn(6) == 0 {
			s.Bonus = 10
		}
		g.Segments = append(g.Segments, s)
	}
	return g
}

func randomTrain(r *rand.Rand, g *Graph) Train {
	n := 2 + r.Intn(4)
	kinds := []Train{
		{Name: "n", Stops: n},
		{Name: "n+", Majors: n, Ports: r.Intn(3)},
		{Name: "n+m", Majors: n, Stops: n + r.Intn(2)},
		{Name: "n+towns", Majors: n, Towns: 1 + r.Intn(2)},
		{Name: "n+D", Majors: n, Times: 2},
		{Name: "express", Majors: n, Pay: PayMajors, Ports: r.Intn(2)},
		{Name: "E", Best: n, Pay: PayMajorsFirst, Times: r.Intn(4)},
		{Name: "n/m", Stops: n + r.Intn(3), Best: n, Pay: PayBest},
		{Name: "nE", Best: n, Pay: PayBest},
		{Name: "nD+", Best: n, Pay: PayBestMajors, Ports: 1, Times: 2},
		{Name: "D", Ports: r.Intn(2)},
		{Name: "D", Times: 2},
	}
	t := kinds[r.Intn(len(kinds))]
	if r.Intn(8) == 0 {
		for range g.Stops {
			t.Values = append(t.Values, 5*r.Intn(9))
		}
	}
	if r.Intn(8) == 0 {
		a, b := r.Intn(len(g.Stops)), r.Intn(len(g.Stops))
		t.BonusMax = 60
		t.Bonus = func(stops []int) int { // ends, and a pair of stops
			sum := 0
			if slices.Contains(stops, a) && slices.Contains(stops, b) {
				sum += 20
			}
			if first, last := stops[0], stops[len(stops)-1]; first == a && last != b || last == a && first != b {
				sum += 40
			}
			return sum
		}
	}
	return t
}

func randomTrains(r *rand.Rand, g *Graph) []Train {
	var trains []Train
	for range 1 + r.Intn(3) {
		if len(trains) > 0 && r.Intn(3) == 0 {
			trains = append(trains, trains[len(trains)-1])
		} else {
			trains = append(trains, randomTrain(r, g))
		}
	}
	return trains
}

// TestBestIsBrute compares Best with plain on small random boards and trains of every kind.
func TestBestIsBrute(t *testing.T) {
	for seed := range testsize.Of(500, 500, testsize.More(3000, 3000, 6000)) {
		r := rand.New(rand.NewSource(int64(seed)))
		g := randomGraph(r)
		trains := randomTrains(r, g)
		for i := range g.Stops {
			g.Stops[i].Closed = seed%3 == 0 && r.Intn(8) == 0
		}
		want := bruteBest(g, trains)
		got := Best(g, trains, Options{})
		if got.Total != want || !got.Proven || got.Bound != want {
			t.Fatalf("seed %d: total %d (proven %v, bound %d), brute force %d\n%+v\n%+v",
				seed, got.Total, got.Proven, got.Bound, want, g, trains)
		}
		agrees(t, g, trains, got)
	}
}

// agrees checks that Check accepts the routes of Best, and gives them the same price.
func agrees(t *testing.T, g *Graph, trains []Train, res Result) {
	t.Helper()
	var runs []Run
	sum := 0
	for i, r := range res.Routes {
		sum += r.Revenue
		if len(r.Stops) > 0 {
			runs = append(runs, Run{Train: i, Stops: r.Stops})
		}
	}
	if sum != res.Total {
		t.Fatalf("routes sum to %d, total is %d", sum, res.Total)
	}
	_, total, err := Check(g, trains, runs)
	if err != nil || total < res.Total || res.Proven && total > res.Total {
		t.Fatalf("Check of Best's routes: %d, %v; Best says %d\n%+v\n%+v\n%+v", total, err, res.Total, g, trains, res)
	}
	used := map[int]bool{}
	for i, r := range res.Routes {
		if len(r.Stops) == 0 {
			continue
		}
		if rev, _ := trains[i].price(g, r.Stops, r.Segments); rev != r.Revenue {
			t.Fatalf("route %d has revenue %d, is worth %d", i, r.Revenue, rev)
		}
		for j, s := range r.Segments {
			seg := g.Segments[s]
			if a, b := r.Stops[j], r.Stops[j+1]; seg.A+seg.B != a+b || seg.A != a && seg.A != b {
				t.Fatalf("segment %d does not join stops %d and %d", s, a, b)
			}
			for _, p := range seg.Track {
				if used[p] {
					t.Fatalf("track %d is used twice", p)
				}
				used[p] = true
			}
		}
	}
}
