package t1820

import (
	"fmt"
	"slices"

	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// A split is what the trains of a company with FLOODs run: each FLOOD from its marker, on the track
// that the others leave it. It is the best one, unless the search was cut short; then a bound says
// how much more there may be.
type split struct {
	bases  []int // the stops where the FLOODs begin
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

// A splitSearch searches for the best split. // 7.2.3, 15.3.4; 20-FD-01, 20-FD-03, 20-RU-45
type splitSearch struct {
	*floodNet
	rest   []route.Train // the trains that run routes
	best   split
	unseen int // bound for the splits that were not tried
}

// mostWork is the budget of a splitSearch for all its searches, in steps of the search for routes.
const mostWork = 3_000_000

// runFlood runs a company's FLOODs and its other trains with the best split.
// // 7.2.3, 15.3.4; 20-FD-01, 20-FD-03, 20-RU-45
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

// bestSplit finds the best split for the trains of a company with FLOODs. // 15.3.4; 20-FD-01
func (v view) bestSplit(sym string, g *route.Graph) *splitSearch {
	s := &splitSearch{floodNet: newFloodNet(g), rest: v.fleet(sym, g)}
	s.solve(s.bases(v.Stations(sym)), len(v.TrainNames(sym))-len(s.rest))
	return s
}

// solve tries all markers for one FLOOD beside other trains, or for two FLOODs. A company cannot
// own more trains than that. // 13.7, 15.3.4; 20-FD-01
func (s *splitSearch) solve(bases []int, floods int) {
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
	if s.cut { // the values used for a FLOOD may be too low
		for i, base := range bases {
			for _, other := range bases[i:] {
				s.passed(s.most(base, none) + s.most(other, none)*(floods-1) + s.ride(none).Bound)
			}
		}
	}
}

// bound returns the most that any split may earn. It is the best one found if the search was not
// cut short.
func (s *splitSearch) bound() int { return max(s.unseen, s.best.total()) }

// passed records a bound for splits that are not tried.
func (s *splitSearch) passed(most int) { s.unseen = max(s.unseen, most) }

// ride returns the best runs of the trains on routes that use none of these pieces, within the rest
// of the budget.
func (s *splitSearch) ride(barred taken) route.Result {
	runs := route.Best(s.open(barred), s.rest, route.Options{Budget: max(1, s.left)})
	s.left -= runs.Work
	return runs
}

// bases returns the stops of the markers.
func (d *floodNet) bases(stations []board.Spot) []int {
	var out []int
	for _, at := range stations {
		out = append(out, slices.IndexFunc(d.g.Stops, func(s route.Stop) bool { return s.ID == at.String() }))
	}
	return out
}

// words describes the best split.
func (s *splitSearch) words() string {
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

// beside finds the best split of one FLOOD and trains on routes. The routes may not use the pieces
// in barred, and the FLOOD may not use those in lost. The best routes and the FLOOD on all its
// other track are an upper bound. While that is above the best split found, beside takes the next
// piece that the routes use: first it bars the routes from it, then it goes on with the piece lost
// for the FLOOD. // 15.3.4; 20-FD-03, 20-RU-45
func (s *splitSearch) beside(base int, barred, lost taken) {
	runs := s.ride(barred)
	used := s.usedBy(runs.Routes)
	s.offer(split{[]int{base}, []int{s.earns(base, used)}, runs.Routes, runs.Total})
	above := func() bool { return runs.Bound+s.earns(base, lost) > s.best.total() }
	for above() {
		p := -1
		if s.left > 0 {
			p = s.dearest(base, used, lost)
		}
		if p < 0 { // the budget is used up, or the routes are not proven to be the best
			s.passed(runs.Bound + s.most(base, lost))
			return
		}
		s.beside(base, barred.with(p), lost)
		lost = lost.with(p)
	}
}

// offer keeps a split if it is better than the best one found.
func (s *splitSearch) offer(found split) {
	if found.total() > s.best.total() {
		s.best = found
	}
}

// open returns the track without the segments on some pieces. The numbers of segments stay.
func (d *floodNet) open(barred taken) *route.Graph {
	out := *d.g
	out.Segments = slices.Clone(out.Segments)
	for i := range out.Segments {
		if !d.free(i, barred) {
			out.Segments[i].B = out.Segments[i].A // leads nowhere
		}
	}
	return &out
}

// usedBy returns the pieces of track of routes.
func (d *floodNet) usedBy(routes []route.Route) taken {
	out := make(taken, d.size)
	for _, r := range routes {
		for _, i := range r.Segments {
			out = out.with(d.pieces[i]...)
		}
	}
	return out
}

// dearest returns the used piece whose loss costs a FLOOD most, beside those that it has lost
// already; -1 if it has lost all of them.
func (d *floodNet) dearest(base int, used, lost taken) int {
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

// between finds the best split of two FLOODs, from a and b, where each uses only pieces that the
// other does not use. What each of them earns without the pieces that it may not use is an upper
// bound. While that is above the best split found, the piece that both would miss most goes to one
// or to the other. // 15.3.4; 20-FD-03, 20-RU-45
func (s *splitSearch) between(a, b int, notA, notB taken) {
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

// others returns all pieces but those of a set: the pieces that the owner of the set may not use.
func (used taken) others() taken {
	out := slices.Clone(used)
	for p := range out {
		out[p] = !used[p]
	}
	return out
}
