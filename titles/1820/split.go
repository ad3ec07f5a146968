package t1820

import (
	"fmt"
	"slices"

	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// A split is what the trains of a company with FLOODs run: each FLOOD from its marker on the
// track that the others leave it. It is the best there is, unless the search was cut short:
// then none earns more than a bound.
type split struct {
	bases  []int // stops of the FLOODs
	floods []int // what each earns
	routes []route.Route
	rest   int // what the other trains earn
}

func (s split) total() int {
	n := s.rest
	for _, f := range s.floods {
		n += f
	}
	return n
}

// A splitting looks for the best split. // 7.2.3, 15.3.4; 20-FD-01, 20-FD-03, 20-RU-45
type splitting struct {
	*delta
	rest   []route.Train // that run routes
	best   split
	unseen int // no split that was not looked at earns more
}

// mostWork is how far a splitting looks, in steps of the search for routes, for all that it
// looks for together.
const mostWork = 3_000_000

// runFlood runs a company's FLOODs and what else it has for the best split. // 7.2.3,
// 15.3.4; 20-FD-01, 20-FD-03, 20-RU-45
func (t *turn) runFlood(g *route.Graph) {
	sym := t.Actor
	s := t.bestSplit(sym, g)
	t.Worked(mostWork - s.left)
	t.Set(earned, s.best.total())
	if s.best.total() == 0 {
		t.Note(sym, "has no route")
		return
	}
	more := ""
	if len(s.best.bases) > 1 || s.best.rest > 0 {
		more = ", " + money(s.best.total()) + " in all"
	}
	if bound := s.bound(); bound > s.best.total() {
		more += "; the search was cut short: they earn no more than " + money(bound)
	}
	t.Note(sym, "ran %s%s", s.words(), more)
}

// bestSplit is the best that the trains of a company with FLOODs run. // 15.3.4; 20-FD-01
func (v view) bestSplit(sym string, g *route.Graph) *splitting {
	s := &splitting{delta: newDelta(g), rest: v.fleet(sym, g)}
	s.solve(s.bases(v.Stations(sym)), len(v.TrainNames(sym))-len(s.rest))
	return s
}

// solve tries all markers for one FLOOD beside other trains, or for two. More trains there
// are not. // 13.7, 15.3.4; 20-FD-01
func (s *splitting) solve(bases []int, floods int) {
	none := make(taken, s.size)
	for i, base := range bases {
		if floods == 1 {
			s.beside(base, none, none)
			continue
		}
		for _, other := range bases[i:] {
			s.between(base, other, none, none)
		}
	}
	if s.cut { // what was thought to be the most of a FLOOD may not be
		for i, base := range bases {
			for _, other := range bases[i:] {
				s.passed(s.most(base, none) + s.most(other, none)*(floods-1) + s.ride(none).Bound)
			}
		}
	}
}

// bound is the most that any split earns: the best found, if the search was not cut short.
func (s *splitting) bound() int { return max(s.unseen, s.best.total()) }

// passed notes what the splits that are not looked at earn at most.
func (s *splitting) passed(most int) { s.unseen = max(s.unseen, most) }

// ride is the best of the trains on routes that keep off some pieces, with what work is left.
func (s *splitting) ride(barred taken) route.Result {
	runs := route.Best(s.open(barred), s.rest, route.Options{Budget: max(1, s.left)})
	s.left -= runs.Work
	return runs
}

// bases are the stops of markers.
func (d *delta) bases(stations []board.Spot) []int {
	var out []int
	for _, at := range stations {
		out = append(out, slices.IndexFunc(d.g.Stops, func(s route.Stop) bool { return s.ID == at.String() }))
	}
	return out
}

// words tells a split.
func (s *splitting) words() string {
	out := ""
	for i, base := range s.best.bases {
		at := s.g.Stops[base]
		if i > 0 {
			out += ", "
		}
		out += fmt.Sprintf("FLOOD from %s for %s", at.Hex, money(s.best.floods[i]))
	}
	if s.best.rest > 0 {
		out += ", " + step.NewRuns(s.g, s.rest, money).Describe(s.best.routes, s.best.rest)
	}
	return out
}

// beside finds the best of one FLOOD and trains on routes, where the routes keep off some
// pieces of track and the FLOOD off others. The best routes there are and what the FLOOD earns
// on all it may use are a bound. As long as it is above the best found, routes keep off one
// after the other of the pieces that they use, and the FLOOD off those before it. // 15.3.4;
// 20-FD-03, 20-RU-45
func (s *splitting) beside(base int, barred, lost taken) {
	runs := s.ride(barred)
	used := s.usedBy(runs.Routes)
	s.offer(split{[]int{base}, []int{s.earns(base, used)}, runs.Routes, runs.Total})
	above := func() bool { return runs.Bound+s.earns(base, lost) > s.best.total() }
	for above() {
		p := -1
		if s.left > 0 {
			p = s.dearest(base, used, lost)
		}
		if p < 0 { // no work is left, or routes were not proven
			s.passed(runs.Bound + s.most(base, lost))
			return
		}
		s.beside(base, barred.with(p), lost)
		lost = lost.with(p)
	}
}

// offer keeps a split if it is better than the best found.
func (s *splitting) offer(found split) {
	if found.total() > s.best.total() {
		s.best = found
	}
}

// open is the track without the segments on some pieces, numbered as before.
func (d *delta) open(barred taken) *route.Graph {
	out := *d.g
	out.Segments = slices.Clone(out.Segments)
	for i := range out.Segments {
		if !d.free(i, barred) {
			out.Segments[i].B = out.Segments[i].A // no way to anywhere
		}
	}
	return &out
}

// usedBy are the pieces of track of routes.
func (d *delta) usedBy(routes []route.Route) taken {
	out := make(taken, d.size)
	for _, r := range routes {
		for _, i := range r.Segments {
			out = out.with(d.pieces[i]...)
		}
	}
	return out
}

// dearest is the piece of those used without which a FLOOD, that has lost others already,
// earns least; -1 when it has lost them all.
func (d *delta) dearest(base int, used, lost taken) int {
	best := -1
	least := 0
	for p := range d.size {
		if !used[p] || lost[p] {
			continue
		}
		if n := d.earns(base, lost.with(p)); best < 0 || n < least {
			best, least = p, n
		}
	}
	return best
}

// between finds the best of two FLOODs, from a and b, where each keeps off the pieces of track
// that the other has. What both earn on all that the other does not have is a bound. As long
// as it is above the best found, the piece that both would miss most goes to the one or the
// other. // 15.3.4; 20-FD-03, 20-RU-45
func (s *splitting) between(a, b int, notA, notB taken) {
	if s.left <= 0 {
		s.passed(s.most(a, notA) + s.most(b, notB))
		return
	}
	allA, allB := s.earns(a, notA), s.earns(b, notB)
	if allA+allB <= s.best.total() {
		return
	}
	s.offer(split{bases: []int{a, b}, floods: []int{allA, s.earns(b, notA.others())}})
	s.offer(split{bases: []int{a, b}, floods: []int{s.earns(a, notB.others()), allB}})
	most, contested := -1, -1
	for p := range s.size {
		if s.left <= 0 && contested >= 0 {
			break
		}
		n := min(allA-s.earns(a, notA.with(p)), allB-s.earns(b, notB.with(p)))
		if !notA[p] && !notB[p] && n > most {
			most, contested = n, p
		}
	}
	if contested >= 0 {
		s.between(a, b, notA, notB.with(contested))
		s.between(a, b, notA.with(contested), notB)
	}
}

// others are all pieces but those of a set: what is not to be used by who has the set.
func (used taken) others() taken {
	out := slices.Clone(used)
	for p := range out {
		out[p] = !used[p]
	}
	return out
}
