package t1820

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine/route"
)

// dice are pseudo-random numbers.
type dice uint64

func (d *dice) roll(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(*d>>33) % n
}

// smallBoard makes a random board with a marker, cities, towns, off-boards, ports beside markers,
// and lines that share track at forks.
func smallBoard(d *dice) *route.Graph {
	g := &route.Graph{}
	add := func(s route.Stop) {
		s.ID, s.Hex = fmt.Sprint("A", len(g.Stops), ".0"), fmt.Sprint("A", len(g.Stops))
		if s.Revenue = 10 * d.roll(6); s.Group > 0 {
			s.Revenue = 30 // off-boards with one name have one value
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

// What a FLOOD may earn at most, without a search, is not below what it earns, and just that where
// one line at most leads off the board. // 15.3.4; 20-FD-04
func TestMostOfAFlood(t *testing.T) {
	d := dice(7)
	several := 0
	for range 300 {
		f := newFloodNet(smallBoard(&d))
		none := make(taken, f.size)
		in, _, ports := f.values(0, none)
		spikes := len(f.spikes(in, none))
		switch earns, most := f.earns(0, none), f.most(0, none); {
		case most < earns, most > earns && spikes <= 1:
			t.Errorf("%d at most, and it earns %d with %d lines off the board", most, earns, spikes)
		case ports > 0 && spikes > 1:
			several++
		}
	}
	if several == 0 {
		t.Error("no board with ports and several lines off it")
	}
}

// markersOf returns the stops of the markers on a board.
func markersOf(g *route.Graph) []int {
	var out []int
	for i, stop := range g.Stops {
		if stop.Token {
			out = append(out, i)
		}
	}
	return out
}

// Lines that must share track count once in the most that a FLOOD may earn: behind a town that all
// of them pass, and where the lines from there fork. // 15.3.4; 20-FD-04
func TestMostOnSharedTrack(t *testing.T) {
	stop := func(kind route.Kind, value int) route.Stop {
		return route.Stop{Kind: kind, Revenue: value, Token: kind == route.City, Terminal: kind == route.Offboard}
	}
	g := &route.Graph{Stops: []route.Stop{stop(route.Town, 10), stop(route.City, 20), stop(route.Offboard, 30), stop(route.Offboard, 40), stop(route.Port, 50)}}
	for name, lines := range map[string][]route.Segment{
		"a town":    {{A: 0, B: 1, Track: []int{0}}, {A: 2, B: 0, Track: []int{1}}, {A: 3, B: 0, Track: []int{2}}, {A: 4, B: 1, Track: []int{3}}},
		"one spike": {{A: 1, B: 2, Track: []int{0, 1}}, {A: 1, B: 3, Track: []int{0, 2}}, {A: 0, B: 1, Track: []int{1}}, {A: 4, B: 1, Track: []int{3}}},
		"a fork":    {{A: 0, B: 1, Track: []int{0, 1}}, {A: 0, B: 1, Track: []int{0, 2}}, {A: 2, B: 0, Track: []int{3}}, {A: 3, B: 0, Track: []int{4}}, {A: 4, B: 1, Track: []int{5}}},
	} {
		g.Segments = lines
		f := newFloodNet(g)
		if most := f.most(1, make(taken, f.size)); most != 150 {
			t.Errorf("%s: at most %d", name, most)
		}
	}
}

// 20-RU-45: where the search is cut short the best split earns no more than its bound, and no less
// than what was found.
func TestFloodsCutShort(t *testing.T) { // 15.3.4
	d := dice(45)
	missed := [3]int{}
	for n := range 400 {
		g, floods := smallBoard(&d), 1+n%2
		solved := func(budget int) *splitSearch {
			s := &splitSearch{floodNet: newFloodNet(g)}
			if s.left = budget; floods == 1 {
				s.rest = []route.Train{doubled(data.Train("3+").Run(), g)}
			}
			s.solve(markersOf(g), floods)
			return s
		}
		best := solved(mostWork).best.total()
		for _, budget := range []int{0, 50, 200} {
			s := solved(budget)
			if s.best.total() > best || s.bound() < best {
				t.Fatalf("board %d, %d steps: from %d to %d, want %d\n%#v\n%+v", n, budget, s.best.total(), s.bound(), best, g.Stops, g.Segments)
			}
			if s.best.total() < best {
				missed[floods]++
			}
		}
	}
	if missed[1] == 0 || missed[2] == 0 {
		t.Errorf("only %v searches missed the best split", missed)
	}
}

// A chain is some lines in a row, with their stops and track. It is for the searches by brute
// force.
type chain struct {
	stops []int
	track map[int]bool
}

// chains lists every chain of lines from a stop that uses no track and no stop twice and does not
// go on beyond a stop that ends it.
func chains(g *route.Graph, w chain, ends func(route.Stop) bool, found func(chain)) {
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
		more := chain{append(slices.Clone(w.stops), s.A+s.B-last), map[int]bool{}}
		for p := range w.track {
			more.track[p] = true
		}
		for _, p := range s.Track {
			if w.track[p] {
				continue next
			}
			more.track[p] = true
		}
		chains(g, more, ends, found)
	}
}

func shut(s route.Stop) bool { return s.Terminal || s.Kind == route.Port || s.Blocked && !s.Token }

// bruteReached returns the stops that a FLOOD reaches, by brute force. A FLOOD may use its own
// track several times.
func bruteReached(g *route.Graph, base int, used map[int]bool) map[int]bool {
	in := map[int]bool{base: true}
	for range g.Stops {
		for _, s := range g.Segments {
			from := func(a, b int) {
				if in[a] && (a == base || !shut(g.Stops[a])) && !slices.ContainsFunc(s.Track, func(p int) bool { return used[p] }) {
					in[b] = true
				}
			}
			from(s.A, s.B)
			from(s.B, s.A)
		}
	}
	return in
}

// bruteFactor returns the largest number of lines from off-boards to markers without common track.
// It tries every line.
func bruteFactor(g *route.Graph, in, used map[int]bool) int {
	lines := []map[int]bool{}
	for i, s := range g.Stops {
		if s.Kind != route.Offboard || !in[i] {
			continue
		}
		chains(g, chain{[]int{i}, used}, func(s route.Stop) bool { return s.Token || shut(s) }, func(w chain) {
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
	return mostDisjoint(lines, map[int]bool{})
}

// bruteEarns returns what a FLOOD earns, by brute force.
func bruteEarns(g *route.Graph, base int, used map[int]bool) int {
	in := bruteReached(g, base, used)
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
		sum += ports * max(1, bruteFactor(g, in, used))
	}
	return sum
}

// mostDisjoint returns the largest number of sets that have nothing in common.
func mostDisjoint(sets []map[int]bool, used map[int]bool) int {
	if len(sets) == 0 {
		return 0
	}
	best := mostDisjoint(sets[1:], used)
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
	return max(best, 1+mostDisjoint(sets[1:], both))
}

// bruteBest returns the best that a train on a route and a FLOOD can earn. It tries every route,
// and none.
func bruteBest(g *route.Graph, tr route.Train, bases []int) int {
	best := 0
	try := func(earned int, used map[int]bool) {
		for _, base := range bases {
			best = max(best, earned+bruteEarns(g, base, used))
		}
	}
	try(0, map[int]bool{})
	for i := range g.Stops {
		chains(g, chain{[]int{i}, map[int]bool{}}, shut, func(w chain) {
			if n := bruteValue(g, tr, w.stops); n > 0 {
				try(n, w.track)
			}
		})
	}
	return best
}

// bruteValue returns what a train earns on a route, 0 if it cannot run. // 15.2, 15.3
func bruteValue(g *route.Graph, tr route.Train, stops []int) int {
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

// 20-FD-01, 20-FD-02, 20-FD-03, 20-FD-04, 20-RU-45: a FLOOD beside an N+, an EXPRESS or an N+D
// train earns the most that both can earn together. The N+D of the test doubles its best two
// cities.
func TestFloodBesideTrains(t *testing.T) { // 15.3.4
	d := dice(1820)
	for n := range 400 {
		g := smallBoard(&d)
		s := splitSearch{floodNet: newFloodNet(g)}
		bases := markersOf(g)
		name := []string{"3+", "EXPRESS", "5D+"}[n%3]
		tr := data.Train(name).Run()
		if name == "5D+" {
			tr.Best = 2
		}
		for _, base := range bases {
			if most, earns := s.most(base, make(taken, s.size)), bruteEarns(g, base, map[int]bool{}); most < earns {
				t.Fatalf("board %d: at most %d, but a FLOOD earns %d", n, most, earns)
			}
		}
		s.rest = []route.Train{doubled(tr, g)}
		s.solve(bases, 1)
		if want := bruteBest(g, tr, bases); s.best.total() != want || s.bound() != want {
			t.Fatalf("board %d with a %s earns %d, want %d: %+v\n%#v\n%+v", n, name, s.best.total(), want, s.best, g.Stops, g.Segments)
		}
	}
}

// 20-FD-03, 20-RU-45: two FLOODs share the track so that they earn the most they can.
func TestTwoFloods(t *testing.T) { // 15.3.4
	d := dice(15)
	for n := range 150 {
		g := smallBoard(&d)
		s := splitSearch{floodNet: newFloodNet(g)}
		bases := markersOf(g)
		pieces := map[int]bool{}
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
				a, b = max(a, bruteEarns(g, base, one)), max(b, bruteEarns(g, base, two))
			}
			want = max(want, a+b)
		}
		if s.best.total() != want || s.bound() != want {
			t.Fatalf("board %d earns %d, want %d: %+v\n%#v\n%+v", n, s.best.total(), want, s.best, g.Stops, g.Segments)
		}
	}
}

// forkedBoard makes a random board with three off-boards, two markers, and cities between them.
// Many lines share track at forks.
func forkedBoard(d *dice) *route.Graph {
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
			s.Track[1] += 10 // spikes have track of their own
		}
		if s.A != s.B {
			g.Segments = append(g.Segments, s)
		}
	}
	return g
}

// 20-FD-04, 20-RU-45: the bound is exact where no two lines share track.
func TestFloodBound(t *testing.T) { // 15.3.4
	d := dice(4)
	for n := range 1000 {
		g := forkedBoard(&d)
		for i := range g.Segments {
			g.Segments[i].Track = []int{2 * i, 2*i + 1}[:1+i%2]
		}
		one := newFloodNet(g)
		none := make(taken, one.size)
		in := one.reached(0, none)
		f := &lineSearch{floodNet: one, in: in}
		if got, want := f.atMost(none), bruteFactor(g, bruteReached(g, 0, map[int]bool{}), map[int]bool{}); got != want {
			t.Fatalf("board %d has the bound %d, want %d\n%#v\n%+v", n, got, want, g.Stops, g.Segments)
		}
	}
}

// 20-FD-04, 20-RU-45: the factor is the number of lines that can exist at one time.
func TestFloodFactor(t *testing.T) { // 15.3.4
	d := dice(4)
	several := 0
	for n := range 1000 {
		g := forkedBoard(&d)
		one := newFloodNet(g)
		want := bruteFactor(g, bruteReached(g, 0, map[int]bool{}), map[int]bool{})
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
