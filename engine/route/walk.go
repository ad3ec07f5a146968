package route

import "slices"

// found is a route on the board.
type found struct {
	stops, segs []int // of the board
	worth       int   // scaled revenue less the prices of its track
	revenue     int
	set         []uint64 // its track
}

// walker lists the routes of a class on free track. It goes depth first from every stop, the best prospects
// first, and cuts off what cannot reach need according to the table of the class.
type walker struct {
	*class
	used  []uint64 // shared with the caller
	pi    []int    // by segment: price of its track
	seen  []bool   // by site
	stops []int
	segs  []int
	picks []int // values of the stops that can be picked to pay, in descending order
	tally
	need   int           // least worth asked for; it may rise during the walk
	oneWay bool          // report each route in one direction only
	yield  func(w found) // called for each route; its argument is only valid during the call
	budget *int          // steps left, shared with the caller
	limit  int           // steps left for this walk
	ahead  [][]prospect  // scratch memory by depth
}

type prospect struct{ bound, to, seg int }

func newWalker(c *class, used []uint64, pi []int, budget *int) *walker {
	return &walker{class: c, used: used, pi: pi, seen: make([]bool, c.sites), budget: budget}
}

// walk reports the routes worth at least need. It takes at most limit steps, and reports whether it found
// all.
func (w *walker) walk(need, limit int, yield func(found)) bool {
	w.need, w.limit, w.yield = need, limit, yield
	starts := w.scratch(0)
	for v := range w.class.stops {
		if b := w.start(v); b > never/2 {
			starts = append(starts, prospect{bound: b + w.sum, to: v})
		}
	}
	w.ahead[0] = starts
	order(starts)
	for _, s := range starts {
		if s.bound+w.luck() < w.need {
			break
		}
		w.enter(s.to, w.full, 0, 0, false)
	}
	return w.limit > 0 && *w.budget > 0
}

// luck returns the most that a bonus of the train may add to a route.
func (w *walker) luck() int {
	if w.train.Bonus == nil {
		return 0
	}
	return w.train.BonusMax * scale
}

// order sorts prospects, the best first. Equal ones keep their order.
func order(list []prospect) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j].bound > list[j-1].bound; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

func (w *walker) scratch(depth int) []prospect {
	for len(w.ahead) <= depth {
		w.ahead = append(w.ahead, make([]prospect, 0, 16))
	}
	return w.ahead[depth][:0]
}

// enter adds a stop to the route. q is what is left on arrival, net is the worth less prices of stops, and
// worth excludes the stops that are picked.
func (w *walker) enter(v, q, net, worth int, token bool) {
	*w.budget--
	w.limit--
	if w.limit <= 0 || *w.budget <= 0 {
		return
	}
	f := &w.visit[v]
	q -= f.drop
	net += w.gain[v]
	worth += f.value
	token = token || w.token[v]
	kind := w.g.Stops[w.class.stops[v]].Kind
	w.add(kind)
	w.seen[w.site[v]] = true
	w.stops = append(w.stops, v)
	at := -1
	if f.extra > 0 {
		at, _ = slices.BinarySearchFunc(w.picks, f.extra, func(a, b int) int { return b - a })
		w.picks = slices.Insert(w.picks, at, f.extra)
	}
	if token && w.majors+w.towns >= 2 {
		w.report(worth)
	}
	if w.pass[v] || len(w.stops) == 1 {
		w.onward(v, q, net, worth, token)
	}
	if at >= 0 {
		w.picks = slices.Delete(w.picks, at, at+1)
	}
	w.stops = w.stops[:len(w.stops)-1]
	w.seen[w.site[v]] = false
	w.drop(kind)
}

func (w *walker) onward(v, q, net, worth int, token bool) {
	depth := len(w.stops)
	list := w.scratch(depth)
	left1, left2 := q/w.size2, q%w.size2
	for _, s := range w.out[v] {
		f := &w.visit[s.to]
		if !f.open || w.seen[w.site[s.to]] || f.d1 > left1 || f.d2 > left2 {
			continue
		}
		rest := w.prospects(s.to, q-f.drop, token || w.token[s.to])
		if rest < never/2 {
			continue
		}
		rest += net + w.gain[s.to] + w.sum + w.luck()
		*w.budget -= len(w.links[s.link].segs) / 8
		for _, seg := range w.links[s.link].segs {
			sg := &w.board.segs[seg]
			b := rest - w.pi[seg] + sg.bonus*w.train.times()*scale
			if b >= w.need && !overlap(w.used, sg.set) {
				list = append(list, prospect{b, s.to, seg})
			}
		}
	}
	w.ahead[depth] = list
	order(list)
	for _, p := range list {
		if p.bound < w.need {
			break
		}
		sg := &w.board.segs[p.seg]
		toggle(w.used, sg.set)
		w.segs = append(w.segs, p.seg)
		add := sg.bonus*w.train.times()*scale - w.pi[p.seg]
		w.enter(p.to, q, net+add, worth+add, token)
		w.segs = w.segs[:len(w.segs)-1]
		toggle(w.used, sg.set)
	}
}

// prospects returns the most that the picked stops and the rest of the route can add, when the route has
// arrived at the stop with q left.
func (w *walker) prospects(to, q int, token bool) int {
	if w.pick == 0 {
		return w.restAt(to, q, token)
	}
	best, sum, own := never, 0, w.visit[to].extra
	for i := 0; ; {
		if x := w.restAt(to, q, token); x > never/2 {
			best = max(best, sum+x)
		}
		switch q -= w.pick; {
		case q < 0:
			return best
		case own > 0 && (i == len(w.picks) || w.picks[i] < own):
			sum += own
			own = 0
		case i < len(w.picks):
			sum += w.picks[i]
			i++
		default:
			return best
		}
	}
}

func (w *walker) restAt(to, q int, token bool) int {
	c := w.at(q, to, token)
	if c.next >= 0 && w.seen[c.next] {
		return c.b
	}
	return c.a
}

// report yields the route if it is legal and worth enough.
func (w *walker) report(worth int) {
	if w.oneWay && w.stops[0] > w.stops[len(w.stops)-1] {
		return
	}
	if w.strict && !w.train.fits(w.tally) {
		return
	}
	for i := range min(len(w.picks), w.picked()) {
		worth += w.picks[i]
	}
	if worth+w.luck() < w.need {
		return
	}
	r := found{stops: w.stops, segs: w.segs, worth: worth}
	if w.train.Bonus != nil {
		r.worth += w.train.bonus(w.ids()) * scale
		if r.worth < w.need {
			return
		}
	}
	w.yield(r)
}

// picked returns how many stops of the present route are picked to pay.
func (w *walker) picked() int {
	if w.train.Pay == PayMajorsFirst {
		return w.best - w.majors
	}
	return w.best
}

// ids returns the stops of the route as indices in the Graph.
func (w *walker) ids() []int {
	ids := make([]int, len(w.stops))
	for i, v := range w.stops {
		ids[i] = w.class.stops[v]
	}
	return ids
}
