package route

// problem is one call of Best: the board, the classes of trains, and the prices that make the bounds tight.
//
// Prices (Lagrange multipliers) replace the rules that connect routes and steps. Each piece of track has a
// price, because it can be used only once. Each class of trains has a price for visiting a site, because a
// route may visit it only once. For any prices of at least 0, no legal set of runs pays more than
//
//	the sum of all prices + for each train the most a walk can be worth, net of prices,
//
// because a legal set pays each price at most once. All of this is counted in whole numbers, so the bound is
// exact.
type problem struct {
	*board
	trains  []Train
	classes []*class
	pi      []int // by piece
	piSum   int
	price   []int // by segment: sum over its pieces
	bound   int   // scaled: no set of runs pays more
	unit    int   // revenues are multiples of this
	used    []uint64
	budget  int

	routes []found // by train: the best set so far
	total  int
}

func newProblem(b *board, trains []Train, budget int, part parting) *problem {
	p := &problem{board: b, trains: trains, budget: budget}
	p.classes = newClasses(b, trains, part)
	p.pi = make([]int, b.pieces)
	p.price = make([]int, len(b.segs))
	p.used = make([]uint64, b.words)
	p.routes = make([]found, len(trains))
	p.unit = p.money()
	for _, c := range p.classes {
		c.ask()
	}
	return p
}

// money returns the greatest common divisor of all amounts that can be paid.
func (p *problem) money() int {
	unit := 0
	for _, c := range p.classes {
		if c.train.Bonus != nil {
			return 1
		}
		for _, f := range c.visit {
			unit = gcd(gcd(unit, f.value/scale), f.extra/scale)
		}
		for i := range p.segs {
			unit = gcd(unit, p.segs[i].bonus*c.train.times())
		}
	}
	return max(unit, 1)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// ask sets the first prices of sites: how much more a stop is worth than the last of the best stops that a
// route could have.
func (c *class) ask() {
	for v, f := range c.visit {
		if f.open {
			s := c.site[v]
			c.lambda[s] = max(c.lambda[s], f.value+f.extra-c.marginal(v))
		}
	}
}

// marginal returns the value of the last stop paid if a route had the best stops of this stop's kind, 0 if it
// could have all.
func (c *class) marginal(stop int) int {
	t, kind := c.train, c.g.Stops[c.stops[stop]].Kind
	limit := 0
	tighten := func(n int) {
		if n > 0 && (limit == 0 || n < limit) {
			limit = n
		}
	}
	if kind.major() {
		tighten(t.majors())
	}
	if kind.major() && t.Pay == PayBestMajors || kind != Port && (t.Pay == PayBest || t.Pay == PayMajorsFirst) {
		tighten(t.Best)
	}
	if kind != Port {
		tighten(t.Stops)
	}
	if limit == 0 {
		return 0
	}
	var worth []int
	for v, f := range c.visit {
		if k := c.g.Stops[c.stops[v]].Kind; f.open && (k == kind || k.major() && kind.major()) {
			worth = append(worth, f.value+f.extra)
		}
	}
	if len(worth) <= limit {
		return 0
	}
	fall(worth)
	return worth[limit-1]
}

// fall sorts numbers in descending order.
func fall(list []int) {
	for i := range list {
		for j := i; j > 0 && list[j] > list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// evaluate computes all tables and the bound for the present prices.
func (p *problem) evaluate() int {
	p.piSum = 0
	for _, x := range p.pi {
		p.piSum += x
	}
	for i := range p.segs {
		p.price[i] = 0
		for _, t := range p.segs[i].track {
			p.price[i] += p.pi[t]
		}
	}
	bound := p.piSum
	for _, c := range p.classes {
		c.evaluate(p.price)
		p.budget -= 1 + c.full*len(p.links)/16 + len(p.segs)/16
		bound += c.bound * len(c.trains)
	}
	return bound
}

func (c *class) evaluate(price []int) {
	c.sum = 0
	for _, x := range c.lambda {
		c.sum += x
	}
	for v, f := range c.visit {
		c.gain[v] = f.value - c.lambda[c.site[v]]
	}
	for i := range c.links {
		c.toll[i] = price[c.cheapest(i, price)] - c.segs[c.cheapest(i, price)].bonus*c.train.times()*scale
	}
	c.fill()
	best := never
	for v := range c.stops {
		best = max(best, c.start(v))
	}
	if c.train.Bonus != nil {
		best += c.train.BonusMax * scale
	}
	c.bound = max(0, best+c.sum) // 0 means that the train does not run
}

// cheapest returns the segment of a link with the lowest price, less bonus.
func (c *class) cheapest(link int, price []int) int {
	segs := c.links[link].segs
	best := segs[0]
	for _, s := range segs[1:] {
		if price[s]-c.segs[s].bonus*c.train.times()*scale < price[best]-c.segs[best].bonus*c.train.times()*scale {
			best = s
		}
	}
	return best
}

// trace counts how often the best walk at the present prices visits each site and uses each piece.
func (c *class) trace(price []int, sites, pieces []int, times int) {
	at, best := -1, -c.sum
	for v := range c.stops {
		if b := c.start(v); b > best {
			at, best = v, b
		}
	}
	if at < 0 {
		return
	}
	q, worth := c.full-c.visit[at].drop, never
	picked := 0
	for _, pay := range []int{0, 1} {
		if left := q - pay*c.pick; left >= 0 && pay*c.visit[at].extra >= pay {
			for _, s := range c.out[at] {
				if x := c.first(at, s, left, pay*c.visit[at].extra); x > worth {
					worth, picked = x, pay
				}
			}
		}
	}
	q -= picked * c.pick
	sites[c.site[at]] += times
	c.follow(at, q, price, sites, pieces, times)
}

// follow traces the walk after its first stop.
func (c *class) follow(v, q int, price []int, sites, pieces []int, times int) {
	token, from := c.token[v], -1
	for range 2*c.sites + 1 {
		next, left := c.better(v, q, from, token)
		if next.to < 0 {
			return
		}
		for _, t := range c.segs[c.cheapest(next.link, price)].track {
			pieces[t] += times
		}
		sites[c.site[next.to]] += times
		from = c.site[v]
		v, q = next.to, left
		token = token || c.token[v]
	}
}

// better returns the best next step of a walk that came to v from a site (-1 at its start), and what is left
// after it.
func (c *class) better(v, q, from int, token bool) (step, int) {
	next, left, best := step{-1, -1}, 0, never/2
	if token && from >= 0 {
		best = 0
	}
	if !c.pass[v] && from >= 0 {
		return next, 0
	}
	left1, left2 := q/c.size2, q%c.size2
	for _, s := range c.out[v] {
		f := &c.visit[s.to]
		if !f.open || f.d1 > left1 || f.d2 > left2 || c.site[s.to] == from {
			continue
		}
		yes := token || c.token[s.to]
		add := c.gain[s.to] - c.toll[s.link]
		if x := add + c.at(q-f.drop, s.to, yes).but(c.site[v]); x > best {
			next, left, best = s, q-f.drop, x
		}
		if c.pick > 0 && f.extra > 0 && f.d1 < left1 {
			if x := add + f.extra + c.at(q-f.drop-c.pick, s.to, yes).but(c.site[v]); x > best {
				next, left, best = s, q-f.drop-c.pick, x
			}
		}
	}
	return next, left
}
