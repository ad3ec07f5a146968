package route

// program is the problem as a whole-number program, for trains whose routes are too long to list. For each class it
// has a column for each segment (how many of its routes use it), for each stop (how many of its routes end there) and
// for each stop that may be picked (how many pay for it); a route through a stop takes two segments or is an end.
// Revenues are counted in halves of the unit of money.
//
// The rows say what a set of routes must keep to; they do not say it all, so a whole-number solution still has to be
// taken apart into routes. Other rows, that routes are connected and hold stations, are found when they are broken.
type program struct {
	*problem
	cost, most []int
	seg        [][]int // by class and segment: column, -1 for none
	end        [][]int // by class and stop
	pick       [][]int // by class and stop
	base       []*row  // rows to begin with
	pool       []*row  // rows that are needed too
	cuts       []*row  // rows that were found; those of no use lately are forgotten
	much       int     // more than all columns together
	floor      int     // in money: sets of routes that pay no more are of no interest
	nodes      int     // searched
	x          []float64
}

func newProgram(p *problem) *program {
	g := &program{problem: p}
	for _, c := range p.classes {
		g.columns(c)
	}
	for k, c := range p.classes {
		g.classRows(k, c)
		for v := range c.stops {
			g.stopRows(k, c, v)
		}
	}
	for t := range p.pieces {
		r := &row{limit: 1}
		for k := range p.classes {
			for s := range p.segs {
				if j := g.seg[k][s]; j >= 0 && p.segs[s].uses(t) {
					r.add1(j)
				}
			}
		}
		g.pool = append(g.pool, r)
	}
	g.x = make([]float64, len(g.cost))
	for _, m := range g.most {
		g.much += m
	}
	return g
}

func (s *piecewise) uses(piece int) bool { return s.set[piece/64]>>(piece%64)&1 == 1 }

func (g *program) column(cost, most int) int {
	g.cost = append(g.cost, cost)
	g.most = append(g.most, most)
	return len(g.cost) - 1
}

func (g *program) columns(c *class) {
	n := len(c.trains)
	unit := g.unit * scale
	segs, ends, picks := make([]int, len(c.segs)), make([]int, len(c.stops)), make([]int, len(c.stops))
	for i := range segs {
		segs[i] = -1
	}
	for l := range c.links {
		a, b := c.links[l].a, c.links[l].b
		for _, i := range c.links[l].segs {
			most := 1
			if len(c.segs[i].track) == 0 {
				most = n
			}
			if c.visit[a].open && c.visit[b].open {
				pay := (c.visit[a].value+c.visit[b].value)/unit + 2*c.segs[i].bonus*c.train.times()/g.unit
				segs[i] = g.column(pay, most)
			}
		}
	}
	for v, f := range c.visit {
		ends[v], picks[v] = -1, -1
		if f.open {
			ends[v] = g.column(f.value/unit, n)
		}
		if f.open && f.extra > 0 {
			picks[v] = g.column(2*f.extra/unit, n)
		}
	}
	g.seg, g.end, g.pick = append(g.seg, segs), append(g.end, ends), append(g.pick, picks)
}

// twice adds to a row twice the visits to a stop, times a number.
func (g *program) twice(r *row, k, v, times int) {
	if g.end[k][v] < 0 {
		return
	}
	r.add(g.end[k][v], times)
	g.around(r, k, v, times)
}

// around adds to a row the segments at a stop, times a number.
func (g *program) around(r *row, k, v, times int) {
	for _, s := range g.out[v] {
		for _, i := range g.links[s.link].segs {
			if j := g.seg[k][i]; j >= 0 {
				r.add(j, times)
			}
		}
	}
}

// classRows limits the routes of a class together.
func (g *program) classRows(k int, c *class) {
	n := len(c.trains)
	ends, station := &row{limit: 2 * n}, &row{}
	one, two, picked := &row{limit: 2 * n * (c.size1 - 1)}, &row{limit: 2 * n * (c.size2 - 1)}, &row{limit: 2 * n * c.best}
	for v, f := range c.visit {
		if !f.open {
			continue
		}
		ends.add(g.end[k][v], 1)
		station.add(g.end[k][v], 1)
		if c.token[v] {
			g.twice(station, k, v, -1)
		}
		if f.d1 > 0 {
			g.twice(one, k, v, 1)
		}
		if f.d2 > 0 {
			g.twice(two, k, v, 1)
		}
		if j := g.pick[k][v]; j >= 0 {
			one.add(j, 2)
			picked.add(j, 2)
		}
	}
	g.base = append(g.base, ends, station)
	for _, r := range []*row{one, two, picked} {
		if len(r.cols) > 0 {
			g.base = append(g.base, r)
		}
	}
}

// stopRows adds the conditions for one stop.
func (g *program) stopRows(k int, c *class, v int) {
	if !c.visit[v].open {
		return
	}
	visits := &row{limit: 2 * len(c.trains)}
	for u := range c.stops {
		if c.site[u] == c.site[v] {
			g.twice(visits, k, u, 1)
		}
	}
	g.base = append(g.base, visits)
	ends := &row{} // a route that ends here came over a segment
	ends.add(g.end[k][v], 1)
	g.around(ends, k, v, -1)
	g.pool = append(g.pool, ends)
	if !c.pass[v] { // and one that arrives ends here
		pass := &row{}
		g.around(pass, k, v, 1)
		pass.add(g.end[k][v], -1)
		g.base = append(g.base, pass)
	}
	if j := g.pick[k][v]; j >= 0 {
		pay := &row{}
		pay.add(j, 2)
		g.twice(pay, k, v, -1)
		g.pool = append(g.pool, pay)
	}
}
