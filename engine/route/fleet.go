package route

import (
	"fmt"
	"slices"
	"strings"
)

// A Fleet is trains that may run together, by their indices in a list of
// trains. Several fleets are alternatives: a certificate that is two trains or
// one, a power that is used or not. Every train belongs to at least one of
// them.
type Fleet []int

// BestOf finds the runs of highest total revenue that the trains of one of the
// fleets can make. If fleets earn the same, it takes the first. Trains of other
// fleets stay at home. Without fleets all trains run together.
func BestOf(g *Graph, trains []Train, fleets []Fleet, opt Options) Result {
	if len(fleets) == 0 {
		return Best(g, trains, opt)
	}
	left := opt.Budget
	if left <= 0 {
		left = DefaultBudget
	}
	best := Result{Routes: make([]Route, len(trains))}
	for i, f := range fleets {
		some := f.of(trains)
		if i > 0 && most(g, some) <= best.Total {
			continue
		}
		res := Best(g, some, Options{max(1, left/(len(fleets)-i))})
		left -= res.Work
		best.Work, best.Bound = best.Work+res.Work, max(best.Bound, res.Bound)
		if res.Total > best.Total {
			best.Total, best.Routes = res.Total, f.spread(res.Routes, len(trains))
		}
	}
	best.Proven = best.Bound <= best.Total
	return best
}

// Possible reports whether any train could run: whether some route is legal.
// Two stops are enough for one. // 28-TB-08, 43-TB-10
func Possible(g *Graph) bool {
	if slices.ContainsFunc(g.Segments, g.alone) {
		return true
	}
	shortest := Train{Stops: 2, Ports: len(g.Stops), Values: slices.Repeat([]int{1}, len(g.Stops))}
	return Best(g, []Train{shortest}, Options{}).Total > 0
}

// alone reports whether a segment with the stops at its ends is a route.
func (g *Graph) alone(s Segment) bool {
	a, b := &g.Stops[s.A], &g.Stops[s.B]
	for i, piece := range s.Track {
		if slices.Contains(s.Track[:i], piece) {
			return false
		}
	}
	return s.A != s.B && (a.holds() || b.holds()) && !a.Closed && !b.Closed &&
		a.Kind != Port && b.Kind != Port && (a.Group == 0 || a.Group != b.Group)
}

// of returns the trains of the fleet.
func (f Fleet) of(trains []Train) []Train {
	out := make([]Train, len(f))
	for i, n := range f {
		out[i] = trains[n]
	}
	return out
}

// spread returns the routes of the fleet at the indices of its trains among all trains.
func (f Fleet) spread(routes []Route, all int) []Route {
	out := make([]Route, all)
	for i, n := range f {
		out[n] = routes[i]
	}
	return out
}

// most bounds what trains can earn, without searching.
func most(g *Graph, trains []Train) int {
	free := &Graph{Stops: g.Stops, Segments: everything(g)}
	p := newProblem(newBoard(free), valued(g, trains), 0, together)
	p.bound = p.evaluate()
	return p.ceiling()
}

// everything returns the segments, and the hidden ones as if they used no track.
func everything(g *Graph) []Segment {
	all := slices.Clone(g.Segments)
	for _, s := range g.Hidden {
		all = append(all, Segment{A: s.A, B: s.B, Bonus: s.Bonus})
	}
	return all
}

// CheckOf is Check for trains of which one fleet runs.
func CheckOf(g *Graph, trains []Train, fleets []Fleet, runs []Run) ([]Route, int, error) {
	routes, total, err := Check(g, trains, runs)
	if err != nil || len(fleets) == 0 || slices.ContainsFunc(fleets, func(f Fleet) bool { return f.has(runs) }) {
		return routes, total, err
	}
	var said Fleet
	for _, r := range runs {
		said = append(said, r.Train)
	}
	return nil, 0, &Refusal{-1, fmt.Sprintf("%s cannot run together; these can: %s", said.names(trains, " and "), choices(fleets, trains))}
}

// has reports whether all trains that run belong to the fleet.
func (f Fleet) has(runs []Run) bool {
	return !slices.ContainsFunc(runs, func(r Run) bool { return !slices.Contains(f, r.Train) })
}

func (f Fleet) names(trains []Train, between string) string {
	var out []string
	for _, t := range f.of(trains) {
		out = append(out, t.Name)
	}
	return strings.Join(out, between)
}

// mostNamed is how many fleets a refusal names at most.
const mostNamed = 6

func choices(fleets []Fleet, trains []Train) string {
	var out []string
	for _, f := range fleets[:min(len(fleets), mostNamed)] {
		out = append(out, f.names(trains, " "))
	}
	if len(fleets) > mostNamed {
		out = append(out, fmt.Sprintf("%d more", len(fleets)-mostNamed))
	}
	return strings.Join(out, ", or ")
}
