package route

// apartWork limits the steps for splitting a solution into routes.
const apartWork = 20_000

// takeApart splits a whole-number point into routes. It reports whether it tried all ways. It stops early if
// the best way is worth as much as the point.
func (g *program) takeApart() bool {
	routes := make([]found, len(g.trains))
	all, some := true, true
	for k, c := range g.classes {
		a := newApart(g, k, c)
		all = a.peel(0, 0) && all
		g.budget -= (apartWork - a.limit) / 2
		some = some && a.best != nil
		for i, r := range a.best {
			routes[c.trains[i]] = r
		}
	}
	if some {
		g.offer(routes)
	}
	return all
}

// apart splits the segments that a class uses into routes. Each segment is used as often as the point says.
type apart struct {
	*program
	class *class
	left  []int // by segment
	ends  []int // by stop
	count int   // segments left
	limit int   // steps left
	seen  []bool
	stops []int
	segs  []int
	done  []found
	most  int // revenue of best
	best  []found
	tally
}

func newApart(g *program, k int, c *class) *apart {
	a := &apart{program: g, class: c, left: make([]int, len(g.segs)), ends: make([]int, len(c.stops)), limit: apartWork}
	a.seen = make([]bool, g.sites)
	a.most = -1
	for i, j := range g.seg[k] {
		if j >= 0 {
			a.left[i] = int(g.x[j] + 0.5)
			a.count += a.left[i]
		}
	}
	for v, j := range g.end[k] {
		if j >= 0 {
			a.ends[v] = int(g.x[j] + 0.5)
		}
	}
	return a
}

// peel takes a route from what is left, in every possible way, and goes on with the rest. It reports whether
// it tried all ways.
func (a *apart) peel(n, sum int) bool {
	if a.count == 0 {
		if sum > a.most {
			a.most, a.best = sum, append([]found{}, a.done...)
		}
		return true
	}
	if n == len(a.class.trains) {
		return true
	}
	for v, e := range a.ends {
		if e > 0 {
			a.ends[v]--
			a.extend(v, sum, false)
			a.ends[v]++
			break // this end belongs to some route; it may just as well be the next
		}
	}
	return a.limit > 0
}

func (a *apart) extend(v, sum int, token bool) {
	if a.limit--; a.limit <= 0 {
		return
	}
	c := a.class
	kind := a.g.Stops[c.board.stops[v]].Kind
	a.stops = append(a.stops, v)
	a.seen[c.site[v]] = true
	a.add(kind)
	token = token || c.token[v]
	if a.ends[v] > 0 && token && a.majors+a.towns >= 2 && c.train.fits(a.tally) {
		a.ends[v]--
		a.take(sum)
		a.ends[v]++
	}
	if c.pass[v] || len(a.stops) == 1 {
		for _, s := range a.out[v] {
			for _, i := range a.links[s.link].segs {
				if a.left[i] == 0 || a.seen[c.site[s.to]] {
					continue
				}
				a.left[i]--
				a.count--
				a.segs = append(a.segs, i)
				a.extend(s.to, sum, token)
				a.segs = a.segs[:len(a.segs)-1]
				a.count++
				a.left[i]++
			}
		}
	}
	a.drop(kind)
	a.seen[c.site[v]] = false
	a.stops = a.stops[:len(a.stops)-1]
}

// take makes a route of the collected stops and segments, and goes on.
func (a *apart) take(sum int) {
	t := a.class.train
	ids, segs := make([]int, len(a.stops)), make([]int, len(a.segs))
	for i, v := range a.stops {
		ids[i] = a.class.board.stops[v]
	}
	for i, s := range a.segs {
		segs[i] = a.program.segs[s].id
	}
	r := found{stops: append([]int(nil), a.stops...), segs: append([]int(nil), a.segs...), set: make([]uint64, a.words)}
	r.revenue, _ = t.price(a.g, ids, segs)
	for _, s := range a.segs {
		toggle(r.set, a.program.segs[s].set)
	}
	stops, used, n, seen := a.stops, a.segs, a.tally, a.seen
	a.stops, a.segs, a.tally, a.seen = nil, nil, tally{}, make([]bool, len(seen))
	a.done = append(a.done, r)
	a.peel(len(a.done), sum+r.revenue)
	a.done = a.done[:len(a.done)-1]
	a.stops, a.segs, a.tally, a.seen = stops, used, n, seen
}
