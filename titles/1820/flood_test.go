package t1820

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine/route"
)

// dice are numbers that look as if they came by chance.
type dice uint64

func (d *dice) roll(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(*d>>33) % n
}

// pond makes a small board: a marker, cities, towns, off-boards and ports beside markers,
// lines between them that share track at forks.
func pond(d *dice) *route.Graph {
	g := &route.Graph{}
	add := func(s route.Stop) {
		s.ID, s.Hex = fmt.Sprint("A", len(g.Stops), ".0"), fmt.Sprint("A", len(g.Stops))
		if s.Revenue = 10 * d.roll(6); s.Group > 0 {
			s.Revenue = 30 // as all off-boards of a name
		}
		g.Stops = append(g.Stops, s)
	}
	add(route.Stop{Kind: route.City, Token: true})
	for range 2 + d.roll(4) {
		switch d.roll(7) {
		case 0:
			add(route.Stop{Kind: route.City, Token: true, Blocked: true})
		case 1:
			add(route.Stop{Kind: route.City})
		case 2:
			add(route.Stop{Kind: route.City, Blocked: true})
		case 3:
			add(route.Stop{Kind: route.Town})
		case 4, 5:
			add(route.Stop{Kind: route.Offboard, Terminal: true, Group: d.roll(2)})
		case 6:
			add(route.Stop{Kind: route.Port, Terminal: true})
		}
	}
	for range 3 + d.roll(6) {
		s := route.Segment{A: d.roll(len(g.Stops)), B: d.roll(len(g.Stops))}
		if a, b := g.Stops[s.A], g.Stops[s.B]; s.A == s.B || a.Kind == route.Port && !b.Token || b.Kind == route.Port && !a.Token {
			continue
		}
		for p := d.roll(3); p >= 0; p-- {
			if n := d.roll(9); !slices.Contains(s.Track, n) {
				s.Track = append(s.Track, n)
			}
		}
		g.Segments = append(g.Segments, s)
	}
	return g
}

// A way is a chain of lines by plain looking: its stops and the track it lies on.
type way struct {
	stops []int
	track map[int]bool
}

// ways lists every chain of lines from a stop that uses no track and no stop twice and goes
// on beyond no stop that ends it.
func ways(g *route.Graph, w way, ends func(route.Stop) bool, found func(way)) {
	found(w)
	last := w.stops[len(w.stops)-1]
	if len(w.stops) > 1 && ends(g.Stops[last]) {
		return
	}
next:
	for _, s := range g.Segments {
		if s.A != last && s.B != last || slices.Contains(w.stops, s.A+s.B-last) {
			continue
		}
		more := way{append(slices.Clone(w.stops), s.A+s.B-last), map[int]bool{}}
		for p := range w.track {
			more.track[p] = true
		}
		for _, p := range s.Track {
			if w.track[p] {
				continue next
			}
			more.track[p] = true
		}
		ways(g, more, ends, found)
	}
}

func closed(s route.Stop) bool { return s.Terminal || s.Kind == route.Port || s.Blocked && !s.Token }

// shore are the stops that a FLOOD reaches, by plain looking: it may use its own track again
// and again.
func shore(g *route.Graph, base int, used map[int]bool) map[int]bool {
	in := map[int]bool{base: true}
	for range g.Stops {
		for _, s := range g.Segments {
			from := func(a, b int) {
				if in[a] && (a == base || !closed(g.Stops[a])) && !slices.ContainsFunc(s.Track, func(p int) bool { return used[p] }) {
					in[b] = true
				}
			}
			from(s.A, s.B)
			from(s.B, s.A)
		}
	}
	return in
}

// joined is the most lines from off-boards to markers that have no track in common, by plain
// looking at every line there is.
func joined(g *route.Graph, in, used map[int]bool) int {
	lines := []map[int]bool{}
	for i, s := range g.Stops {
		if s.Kind != route.Offboard || !in[i] {
			continue
		}
		ways(g, way{[]int{i}, used}, func(s route.Stop) bool { return s.Token || closed(s) }, func(w way) {
			last := w.stops[len(w.stops)-1]
			if len(w.stops) > 1 && g.Stops[last].Token && in[last] {
				own := map[int]bool{}
				for p := range w.track {
					if !used[p] {
						own[p] = true
					}
				}
				lines = append(lines, own)
			}
		})
	}
	return apartMost(lines, map[int]bool{})
}

// lake is what a FLOOD earns, by plain looking.
func lake(g *route.Graph, base int, used map[int]bool) int {
	in := shore(g, base, used)
	sum, ports := 0, 0
	groups := map[int]bool{}
	for i, s := range g.Stops {
		switch {
		case !in[i], s.Group > 0 && groups[s.Group]:
		case s.Kind == route.Port:
			ports += s.Revenue
		default:
			sum += s.Revenue
		}
		groups[s.Group] = groups[s.Group] || in[i]
	}
	if ports > 0 {
		sum += ports * max(1, joined(g, in, used))
	}
	return sum
}

// apartMost is how many of the sets have nothing in common, at most.
func apartMost(sets []map[int]bool, used map[int]bool) int {
	if len(sets) == 0 {
		return 0
	}
	best := apartMost(sets[1:], used)
	both := map[int]bool{}
	for p := range used {
		both[p] = true
	}
	for p := range sets[0] {
		if used[p] {
			return best
		}
		both[p] = true
	}
	return max(best, 1+apartMost(sets[1:], both))
}

// plainest is the best split of a train on a route and a FLOOD: every route there is, and
// none.
func plainest(g *route.Graph, tr route.Train, bases []int) int {
	best := 0
	try := func(earned int, used map[int]bool) {
		for _, base := range bases {
			best = max(best, earned+lake(g, base, used))
		}
	}
	try(0, map[int]bool{})
	for i := range g.Stops {
		ways(g, way{[]int{i}, map[int]bool{}}, closed, func(w way) {
			if n := fare(g, tr, w.stops); n > 0 {
				try(n, w.track)
			}
		})
	}
	return best
}

// fare is what a train earns on a route, 0 where it cannot run. // 15.2, 15.3
func fare(g *route.Graph, tr route.Train, stops []int) int {
	var majors []int
	towns, ports, portSum, townSum := 0, 0, 0, 0
	token := false
	groups := map[int]int{}
	for _, i := range stops {
		s := g.Stops[i]
		token = token || s.Token
		groups[s.Group]++
		switch s.Kind {
		case route.Port:
			ports++
			portSum += s.Revenue
		case route.Town:
			towns++
			townSum += s.Revenue
		default:
			majors = append(majors, s.Revenue)
		}
	}
	if !token || len(majors)+towns < 2 || ports > 1 || groups[1] > 1 || tr.Name == "3+" && len(majors) > 3 {
		return 0
	}
	slices.Sort(majors)
	slices.Reverse(majors)
	if tr.Name == "5D+" {
		majors = majors[:min(len(majors), 2)]
	}
	sum := portSum
	for _, n := range majors {
		sum += n
	}
	switch tr.Name {
	case "EXPRESS":
		return sum
	case "5D+":
		return 2 * (sum + townSum)
	}
	return sum + townSum
}

// 20-FD-01, 20-FD-02, 20-FD-03, 20-FD-04, 20-RU-45: a FLOOD beside an N+, an EXPRESS and an N+D
// train earns with it the most there is; the N+D of the test doubles its best two cities.
func TestFloodBesideTrains(t *testing.T) { // 15.3.4
	d := dice(1820)
	for n := range 400 {
		g := pond(&d)
		s := splitting{delta: newDelta(g)}
		bases := []int{}
		for i, stop := range g.Stops {
			if stop.Token {
				bases = append(bases, i)
			}
		}
		name := []string{"3+", "EXPRESS", "5D+"}[n%3]
		tr := data.Train(name).Run()
		if name == "5D+" {
			tr.Best = 2
		}
		s.rest = []route.Train{doubled(tr, g)}
		s.solve(bases, 1)
		if want := plainest(g, tr, bases); s.best.total() != want || s.bound() != want {
			t.Fatalf("board %d with a %s earns %d, want %d: %+v\n%#v\n%+v", n, name, s.best.total(), want, s.best, g.Stops, g.Segments)
		}
	}
}

// 20-FD-03, 20-RU-45: two FLOODs share the track so that they earn the most there is.
func TestTwoFloods(t *testing.T) { // 15.3.4
	d := dice(15)
	for n := range 150 {
		g := pond(&d)
		s := splitting{delta: newDelta(g)}
		var bases []int
		pieces := map[int]bool{}
		for i, stop := range g.Stops {
			if stop.Token {
				bases = append(bases, i)
			}
		}
		for _, seg := range g.Segments {
			for _, p := range seg.Track {
				pieces[p] = true
			}
		}
		s.solve(bases, 2)
		want := 0
		for set := range 1 << 9 {
			one, two := map[int]bool{}, map[int]bool{}
			for p := range pieces {
				if set>>p&1 == 1 {
					one[p] = true
				} else {
					two[p] = true
				}
			}
			a, b := 0, 0
			for _, base := range bases {
				a, b = max(a, lake(g, base, one)), max(b, lake(g, base, two))
			}
			want = max(want, a+b)
		}
		if s.best.total() != want || s.bound() != want {
			t.Fatalf("board %d earns %d, want %d: %+v\n%#v\n%+v", n, s.best.total(), want, s.best, g.Stops, g.Segments)
		}
	}
}

// delta of a river: two off-boards or three, cities between them and two markers, with many
// lines that share track at forks.
func river(d *dice) *route.Graph {
	g := &route.Graph{}
	for i, s := range []route.Stop{
		{Kind: route.City, Token: true}, {Kind: route.City, Token: true}, {Kind: route.City}, {Kind: route.Town}, {Kind: route.City, Blocked: true},
		{Kind: route.Offboard, Terminal: true}, {Kind: route.Offboard, Terminal: true}, {Kind: route.Offboard, Terminal: true},
	} {
		s.ID = fmt.Sprint("A", i, ".0")
		g.Stops = append(g.Stops, s)
	}
	for range 9 {
		s := route.Segment{A: d.roll(5), B: d.roll(8), Track: []int{d.roll(4), 4 + d.roll(5)}}
		if s.B > 4 {
			s.Track[1] += 10 // spikes are track of their own
		}
		if s.A != s.B {
			g.Segments = append(g.Segments, s)
		}
	}
	return g
}

// 20-FD-04, 20-RU-45: the bound of the factor is what can be there where no track is shared.
func TestFloodBound(t *testing.T) { // 15.3.4
	d := dice(4)
	for n := range 1000 {
		g := river(&d)
		for i := range g.Segments {
			g.Segments[i].Track = []int{2 * i, 2*i + 1}[:1+i%2]
		}
		one := newDelta(g)
		none := make(taken, one.size)
		in := one.reached(0, none)
		f := &joining{delta: one, in: in}
		if got, want := f.atMost(none), joined(g, shore(g, 0, map[int]bool{}), map[int]bool{}); got != want {
			t.Fatalf("board %d has the bound %d, want %d\n%#v\n%+v", n, got, want, g.Stops, g.Segments)
		}
	}
}

// 20-FD-04, 20-RU-45: the factor is the number of lines that can be there at one time.
func TestFloodFactor(t *testing.T) { // 15.3.4
	d := dice(4)
	several := 0
	for n := range 1000 {
		g := river(&d)
		one := newDelta(g)
		want := joined(g, shore(g, 0, map[int]bool{}), map[int]bool{})
		got := one.factor(one.reached(0, make(taken, one.size)), make(taken, one.size))
		if max(1, got) != max(1, want) || one.cut {
			t.Fatalf("board %d has the factor %d, want %d\n%#v\n%+v", n, got, want, g.Stops, g.Segments)
		}
		if want > 1 {
			several++
		}
	}
	if several < 100 {
		t.Errorf("only %d boards have several lines", several)
	}
}
