package route

import (
	"math"
	"slices"
)

// Limits of whole-number programming.
const (
	cutsMost   = 300
	cutRounds  = 100    // most rounds of new rows before the first branching
	laterCuts  = 4      // and after it
	sampleWork = 20_000 // steps of a search on the track a solution uses
)

// program searches by whole-number programming and lowers the bound as far as possible. Trains of the same
// kind together make a smaller program, but then their limits hold only for their sum. If that is not enough,
// each train gets its own columns.
func (p *problem) program() {
	work := p.budget
	again := slices.ContainsFunc(p.classes, func(c *class) bool {
		return len(c.trains) > 1 && c.pick == 0 && !p.loose && !c.diesel()
	})
	if again {
		work = work * 2 / 3
	}
	p.within(work, func() { p.programOf(partChoosy) })
	if again && !p.done() {
		p.programOf(partLimited)
	}
}

// programOf asks for the highest totals first. The higher the total asked for, the more track can be left
// out.
func (p *problem) programOf(part parting) {
	q := newProblem(p.board, p.trains, p.budget, part)
	q.total, q.routes, q.bound = p.total, p.routes, p.bound
	g := newProgram(q)
	root := newSimplex(g.cost, g.much)
	for _, r := range g.base {
		root.add(r)
	}
	open := g.root(root)
	for width := (g.ceiling() - g.total) / 8; open && !g.done(); width = 2*width + g.unit {
		least := max(g.total+g.unit, g.ceiling()-width)
		g.floor = least - g.unit
		most := slices.Clone(g.most)
		left := g.explore(root.clone(), nil, g.ceiling())
		g.most = most
		open = left <= g.enough()
		g.bound = min(g.bound, max(left, g.enough())*scale)
	}
	p.total, p.routes, p.budget, p.bound = q.total, q.routes, q.budget, q.bound
}

// root adds rows until the point breaks none, before any branching. It reports whether there is more to do.
func (g *program) root(s *simplex) bool {
	for round := 0; ; round++ {
		bound, ok := g.relax(s, []*row{}, g.ceiling())
		g.bound = min(g.bound, max(bound, g.total)*scale)
		if !ok {
			return false
		}
		if len(s.line) > len(s.other) {
			*s = *s.clone()
		}
		if !g.cut(s, nil, round) {
			break
		}
	}
	g.sample()
	return true
}

// enough returns the total that a set of routes has to exceed.
func (g *program) enough() int { return max(g.total, g.floor) }

// explore searches the sets of routes within the rows of s and path. It returns a bound in money on those it
// could not rule out, and 0 if none of them exceeds enough.
func (g *program) explore(s *simplex, path []*row, bound int) int {
	for round := 0; ; round++ {
		ok := false
		if bound, ok = g.relax(s, path, bound); !ok {
			return bound
		}
		if len(s.line) > len(s.other) {
			s = s.clone()
		}
		if g.cut(s, path, round) {
			continue
		}
		if g.nodes++; g.nodes&(g.nodes-1) == 0 {
			g.sample()
		}
		if bound <= g.enough() {
			return 0
		}
		r := g.fraction()
		if r != nil {
			return g.branch(s, path, bound, r)
		}
		if !g.takeApart() || bound > g.enough() && !g.exclude() {
			return bound
		}
	}
}

// relax solves the present rows. It reports whether there is more to do; otherwise it returns the bound.
func (g *program) relax(s *simplex, path []*row, bound int) (int, bool) {
	if g.budget <= 0 {
		return bound, false
	}
	line, ended := s.solve(g.budget)
	if line >= 0 && !s.refuted(line, g.most) {
		work := s.work
		*s = *s.again(g.cost, g.much)
		s.work += work
		line, ended = s.solve(g.budget)
	}
	g.budget -= s.work + len(s.rows)
	s.work = 0
	switch {
	case !ended, line >= 0 && !s.refuted(line, g.most):
		return bound, false
	case line >= 0:
		return 0, false
	}
	b, excess := s.certify(g.cost, g.most)
	bound = min(bound, g.inMoney(b))
	if bound <= g.enough() {
		return 0, false
	}
	s.point(g.x)
	if path == nil {
		g.fix(s, b, excess)
	}
	return bound, true
}

// inMoney returns the greatest revenue that a bound of certify allows.
func (g *program) inMoney(b int) int {
	money := b / (2 * dualScale) * g.unit
	for _, c := range g.classes {
		if c.train.Bonus != nil {
			money += len(c.trains) * c.train.BonusMax
		}
	}
	return money
}

// fix removes the columns that no better set of routes can use.
func (g *program) fix(s *simplex, b int, excess []int) {
	for j, e := range excess {
		if e < 0 && s.where[j] < 0 && s.where[j] != gone && g.inMoney(max(b+e, 0)) <= g.enough() {
			g.most[j] = 0
			s.remove(j)
		}
	}
}

// cut adds rows that the point breaks. It reports whether there were any.
func (g *program) cut(s *simplex, path []*row, round int) bool {
	n := 0
	for _, rows := range [][]*row{g.base, g.pool, g.cuts, path} {
		g.budget -= len(rows) / 4
		for _, r := range rows {
			g.budget -= len(r.cols) / 64
			r.idle++
			if r.excess(g.x) > rough {
				s.add(r)
				r.idle = 0
				n++
			}
		}
	}
	g.forget()
	if n > 0 {
		return true
	}
	if most := cutRounds; round >= most || len(path) > 0 && round >= laterCuts && g.fraction() != nil {
		return false
	}
	rows := g.separate()
	for _, r := range rows {
		s.add(r)
	}
	g.cuts = append(g.cuts, rows...)
	return len(rows) > 0
}

// forget removes the cuts that have been useless for longest, if there are too many.
func (g *program) forget() {
	for most := 100; len(g.cuts) > cutsMost; most /= 2 {
		g.cuts = slices.DeleteFunc(g.cuts, func(r *row) bool { return r.idle > most })
	}
}

// fraction returns a row whose value is a whole number for every set of routes, but not at the point. It
// returns nil if segments and ends are whole. Visits to a site come first because they decide most.
func (g *program) fraction() *row {
	var best *row
	most := 1e-5
	for k, c := range g.classes {
		for v := range c.stops {
			if !c.visit[v].open {
				continue
			}
			r := &row{}
			g.twice(r, k, v, 1)
			x := r.excess(g.x) / 2
			f := math.Abs(x - math.Round(x))
			if f > 1e-5 {
				f *= 1 + float64(c.visit[v].value+c.visit[v].extra)/float64(g.unit*scale)
			}
			if f > most+1e-7 {
				best, most = r, f
				r.limit = 2 * int(math.Floor(x))
			}
		}
	}
	if most > 0.05 {
		return best
	}
	for k := range g.classes {
		for _, cols := range [][]int{g.seg[k], g.end[k]} {
			for _, j := range cols {
				if j < 0 {
					continue
				}
				if f := math.Abs(g.x[j] - math.Round(g.x[j])); f > most+1e-7 {
					best, most = &row{cols: []int{j}, coefs: []int{1}, limit: int(math.Floor(g.x[j]))}, f
				}
			}
		}
	}
	return best
}

// branch searches both sides of a row from fraction.
func (g *program) branch(s *simplex, path []*row, bound int, down *row) int {
	step := 1
	if len(down.cols) > 1 {
		step = 2 // visits are counted twice
	}
	up := &row{cols: down.cols, limit: -down.limit - step}
	for _, c := range down.coefs {
		up.coefs = append(up.coefs, -c)
	}
	path = path[:len(path):len(path)]
	first := s.clone()
	g.budget -= len(s.line) * len(s.other) / 512
	first.add(up)
	rest := g.explore(first, append(path, up), bound)
	s.add(down)
	return max(rest, g.explore(s, append(path, down), bound))
}

// sample searches for routes on the segments that the point uses.
func (g *program) sample() {
	keep := make([]bool, len(g.segs))
	for k := range g.classes {
		for i, j := range g.seg[k] {
			keep[i] = keep[i] || j >= 0 && g.x[j] > 0.01
		}
	}
	sub := g.problem.restrict(keep, g.trains, min(sampleWork*len(g.trains)*len(g.trains), g.budget))
	g.budget -= sub.spend(func() {
		sub.bound = sub.evaluate()
		sub.greedy(500)
		if len(sub.trains) == 1 {
			sub.prove()
		} else {
			sub.tops()
			sub.polish()
		}
	})
	if sub.total > g.total {
		g.total, g.routes = sub.total, sub.routes
	}
}

// exclude forbids the segments of the point x together, because everything about them is known. It reports
// whether a row can express that.
func (g *program) exclude() bool {
	r := &row{limit: -1}
	for k := range g.classes {
		for _, j := range g.seg[k] {
			switch n := 0; {
			case j < 0 || g.most[j] == 0:
			case g.x[j] < 0.5:
				r.add(j, -1)
			default:
				if n = int(g.x[j] + 0.5); n < g.most[j] {
					return false
				}
				r.add(j, 1)
				r.limit += n
			}
		}
	}
	g.pool = append(g.pool, r)
	return true
}

// restrict returns the problem of some trains on some of the segments.
func (p *problem) restrict(keep []bool, trains []Train, budget int) *problem {
	b := *p.board
	b.links, b.out = nil, make([][]step, len(b.stops))
	for _, l := range p.links {
		var segs []int
		for _, i := range l.segs {
			if keep[i] {
				segs = append(segs, i)
			}
		}
		if len(segs) > 0 {
			n := len(b.links)
			b.links = append(b.links, link{l.a, l.b, segs})
			b.out[l.a] = append(b.out[l.a], step{l.b, n})
			b.out[l.b] = append(b.out[l.b], step{l.a, n})
		}
	}
	return newProblem(&b, trains, budget, together)
}
