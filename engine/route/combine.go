package route

import (
	"cmp"
	"slices"
)

// done reports whether the best set found reaches the bound.
func (p *problem) done() bool { return p.ceiling() <= p.total }

// ceiling returns the bound in money.
func (p *problem) ceiling() int { return p.bound / scale / p.unit * p.unit }

// greedy gives each train in turn the best route that a short walk finds at the present prices.
func (p *problem) greedy(limit int) {
	order := slices.Clone(p.classes)
	slices.SortStableFunc(order, func(a, b *class) int { return cmp.Compare(b.bound, a.bound) })
	for range 2 {
		routes := make([]found, len(p.trains))
		for _, c := range order {
			for _, t := range c.trains {
				routes[t] = p.single(c, limit)
				toggle(p.used, routes[t].set)
			}
		}
		for _, r := range routes {
			toggle(p.used, r.set)
		}
		p.offer(routes)
		if len(order) == 1 {
			return
		}
		slices.Reverse(order)
	}
}

// single returns the best route of a class on free track that a short walk finds.
func (p *problem) single(c *class, limit int) found {
	best := found{set: make([]uint64, p.words)}
	w := newWalker(c, p.used, p.price, &p.budget)
	w.walk(1, limit, func(r found) {
		best = p.copy(c, r)
		w.need = r.worth + 1
	})
	return best
}

// copy copies a route, because it is only valid during the walk.
func (p *problem) copy(c *class, r found) found {
	k := found{stops: slices.Clone(r.stops), segs: slices.Clone(r.segs), worth: r.worth, set: make([]uint64, p.words)}
	k.revenue = r.worth
	for _, s := range r.segs {
		k.revenue += p.price[s]
		toggle(k.set, p.segs[s].set)
	}
	k.revenue /= scale
	return k
}

// offer keeps a set of routes, one for each train, if it is the best so far.
func (p *problem) offer(routes []found) {
	total := 0
	for _, r := range routes {
		total += r.revenue
	}
	if total > p.total {
		p.total = total
		copy(p.routes, routes)
	}
}

// prove searches for better sets, the highest totals first, until none is possible below the bound.
func (p *problem) prove() {
	for width := 0; !p.done(); width = width*2 + p.unit {
		least := max(p.total+p.unit, p.ceiling()-width)
		if !p.selectFrom(least) {
			return
		}
		p.bound = max(p.total, least-p.unit) * scale
	}
}
