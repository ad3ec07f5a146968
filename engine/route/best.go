package route

import "slices"

// Best finds the runs of highest total revenue that the trains can make together. Among sets of equal total it takes
// the one that its search meets first; the search follows the order of the input.
func Best(g *Graph, trains []Train, opt Options) Result {
	budget := opt.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	if len(g.Hidden) > 0 {
		return partial(g, trains, budget)
	}
	p := newProblem(newBoard(g), valued(g, trains), budget, together)
	p.solve()
	return p.result(budget)
}

// partial searches the listed segments, and computes a bound for all ways: as if hidden segments used no
// track.
func partial(g *Graph, trains []Train, budget int) Result {
	res := Best(&Graph{Stops: g.Stops, Segments: g.Segments}, trains, Options{budget / 2})
	free := Best(&Graph{Stops: g.Stops, Segments: everything(g)}, trains, Options{budget / 2})
	res.Bound = max(res.Total, free.Bound)
	res.Proven = res.Total == res.Bound
	res.Work += free.Work
	return res
}

// How the work is divided between the methods.
const (
	listWork  = 500_000 // steps for listing routes if all are short
	shortWork = 20_000  // steps if some are not
)

// solve tries the quick methods first. Routes found greedily may already reach the bound. Then come prices
// that lower the bound, the list of all routes that still matter, and last whole-number programming.
func (p *problem) solve() {
	p.bound = p.evaluate()
	p.greedy(500)
	work := shortWork
	if !p.done() && !slices.ContainsFunc(p.classes, (*class).long) {
		p.tune()
		p.greedy(2000)
		work = listWork
	}
	p.within(work, p.prove)
	if p.done() || p.budget <= 0 {
		return
	}
	if len(p.trains) > 1 {
		p.tops()
		p.regroup(nil)
		p.regroup(p.routes)
		p.polish()
	}
	if !p.done() {
		p.program()
	}
}

// within runs a search with part of the budget.
func (p *problem) within(work int, search func()) {
	rest := max(0, p.budget-work)
	p.budget -= rest
	search()
	p.budget = max(p.budget, 0) + rest
}

// long reports whether the number of stops on a route is not limited.
func (c *class) long() bool { return c.free >= c.sites/2 || c.size1 > c.sites }

// tops bounds each class by its best single route on the whole board, and builds sets of routes around these.
func (p *problem) tops() {
	whole := make([]bool, len(p.segs))
	for i := range whole {
		whole[i] = true
	}
	bound := 0
	for _, c := range p.classes {
		sub := p.alone(c, whole)
		bound += sub.ceiling() * len(c.trains)
		routes := make([]found, len(p.trains))
		routes[c.trains[0]] = sub.routes[0]
		p.fill(routes)
	}
	p.bound = min(p.bound, bound*scale)
}

// alone solves the problem of one train of a class on some of the segments.
func (p *problem) alone(c *class, keep []bool) *problem {
	sub := p.restrict(keep, []Train{*c.train}, p.budget/8)
	p.budget -= sub.spend(sub.solve)
	return sub
}

// fill finds routes for the trains that have none, one after the other, and offers the set.
func (p *problem) fill(routes []found) {
	for _, c := range p.classes {
		for _, t := range c.trains {
			if routes[t].segs == nil && p.budget > 0 {
				routes[t] = p.alone(c, p.free(routes)).routes[0]
			}
		}
	}
	p.offer(routes)
}

// regroup finds the best routes for all trains with short routes together, beside the routes of the others.
// Then it finds routes for the others that have none.
func (p *problem) regroup(beside []found) {
	var which []int
	for _, c := range p.classes {
		if !c.long() {
			which = append(which, c.trains...)
		}
	}
	if p.done() || p.budget <= 0 || len(which) < 2 || len(which) == len(p.trains) {
		return
	}
	routes := make([]found, len(p.trains))
	copy(routes, beside)
	var trains []Train
	for _, t := range which {
		routes[t] = found{}
		trains = append(trains, p.trains[t])
	}
	sub := p.restrict(p.free(routes), trains, p.budget/8)
	p.budget -= sub.spend(sub.solve)
	for i, t := range which {
		routes[t] = sub.routes[i]
	}
	p.fill(routes)
}

// spend runs a search and returns how much of the budget it used.
func (p *problem) spend(search func()) int {
	given := p.budget
	search()
	return given - max(p.budget, 0)
}

// free marks the segments that no route uses.
func (p *problem) free(routes []found) []bool {
	used := make([]uint64, p.words)
	for _, r := range routes {
		for i, w := range r.set {
			used[i] |= w
		}
	}
	keep := make([]bool, len(p.segs))
	for i := range keep {
		keep[i] = !overlap(used, p.segs[i].set)
	}
	return keep
}

// polish improves the best set: it gives each train its best route beside the others, until none gets better.
func (p *problem) polish() {
	for better := true; better; {
		better = false
		for _, c := range p.classes {
			for _, t := range c.trains {
				if p.done() || p.budget <= 0 {
					return
				}
				routes := slices.Clone(p.routes)
				routes[t] = found{}
				routes[t] = p.alone(c, p.free(routes)).routes[0]
				before := p.total
				p.offer(routes)
				better = better || p.total > before
			}
		}
	}
}

func (p *problem) result(budget int) Result {
	res := Result{Routes: make([]Route, len(p.trains)), Total: p.total, Proven: p.done(), Bound: p.ceiling()}
	res.Work = budget - max(p.budget, 0)
	if res.Proven {
		res.Bound = res.Total
	}
	for i := range p.routes {
		f, r := p.routes[i], &res.Routes[i]
		if len(f.stops) == 0 {
			continue
		}
		for _, v := range f.stops {
			r.Stops = append(r.Stops, p.stops[v])
		}
		for _, s := range f.segs {
			r.Segments = append(r.Segments, p.segs[s].id)
		}
		if r.Stops[0] > r.Stops[len(r.Stops)-1] {
			slices.Reverse(r.Stops)
			slices.Reverse(r.Segments)
		}
		r.Revenue, r.Counted = p.trains[i].price(p.g, r.Stops, r.Segments)
	}
	return res
}
