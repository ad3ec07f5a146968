package route

import "slices"

// class is a kind of train on a board, with all trains of the company of this kind.
//
// A route of the class uses up to two resources, which the train limits: majors, stops, or stops that pay. A
// state counts what is left: q = left1*size2 + left2. Visiting a stop has one price in states if the stop
// pays, and may have another if it does not. Limits beyond two resources are only checked on the finished
// route (strict).
type class struct {
	*board
	train  *Train
	trains []int // indices of the trains
	size1  int   // states of each resource
	size2  int
	full   int    // the state with everything left
	visit  []fare // by stop
	free   int    // most stops in a row that use no resource; 0: every stop uses some
	pick   int    // what a stop uses in addition, as a difference of states, if it is picked to pay; 0: no choice
	best   int    // with pick: most stops that are picked
	strict bool

	gain   []int // by stop: what a visit adds at once, less prices: the value if all stops pay that can
	extra  []int // by stop: value of being picked, 0 if it cannot be
	toll   []int // by link: least price of a segment, less its bonus
	table  []cell
	layer  []cell // scratch memory
	bound  int    // the most that one route is worth at the present prices, with the prices of its stops added back
	lambda []int  // by site: price of visiting it. sum is added to every bound
	sum    int    // of lambda
}

// fare is how a stop is visited.
type fare struct {
	open   bool // the train may visit it
	d1, d2 int  // resources used
	drop   int  // the same as a difference of states
	value  int  // scaled; paid at once
	extra  int  // scaled; paid if picked
}

// scale is how many units of track prices equal one unit of money.
const scale = 64

// parting says which trains of a kind get a class of their own.
type parting uint8

const (
	together    parting = iota
	partChoosy          // those that choose which of their stops pay, and all if some track can be used twice
	partLimited         // all that have any limit
)

// newClasses groups the trains by kind.
func newClasses(b *board, trains []Train, part parting) []*class {
	var list []*class
	for i := range trains {
		c := newClass(b, &trains[i])
		k := slices.IndexFunc(list, func(o *class) bool { return alike(o.train, c.train) })
		if k < 0 || part >= partChoosy && (c.pick > 0 || b.loose) || part == partLimited && !c.diesel() {
			k = len(list)
			list = append(list, c)
		}
		list[k].trains = append(list[k].trains, i)
	}
	return list
}

// alike reports whether two trains can earn the same on every route. Functions cannot be compared.
func alike(a, b *Train) bool {
	return a.Bonus == nil && b.Bonus == nil && a.Majors == b.Majors && a.Towns == b.Towns && a.Stops == b.Stops &&
		a.Ports == b.Ports && a.Pay == b.Pay && a.Best == b.Best && a.times() == b.times() &&
		slices.Equal(a.Values, b.Values)
}

func newClass(b *board, t *Train) *class {
	c := &class{board: b, train: t}
	n := len(b.stops)
	c.visit = make([]fare, n)
	c.gain, c.extra = make([]int, n), make([]int, n)
	c.toll = make([]int, len(b.links))
	c.lambda = make([]int, b.sites)
	c.resources()
	c.free = c.freeRun()
	c.table = make([]cell, (c.full+1)*n*2)
	c.layer = make([]cell, n*2)
	return c
}

// resources decides what the states count.
func (c *class) resources() {
	t := c.train
	most := func(n int) int { return min(n, c.sites) }
	majors, stops, first := t.majors(), t.Stops, resource{}
	c.best = most(t.Best)
	switch t.Pay {
	case PayBest:
		first = resource{most: c.best, picked: func(Kind) bool { return true }}
	case PayBestMajors:
		first = resource{most: c.best, picked: Kind.major}
	case PayMajorsFirst:
		first = resource{most: c.best, spends: Kind.major, picked: func(k Kind) bool { return k == Town }}
		if t.Majors == 0 || t.Majors >= t.Best {
			majors = 0 // it is the same limit
		}
	}
	limits := []resource{first}
	if majors > 0 {
		limits = append(limits, resource{most: most(majors), spends: Kind.major})
	}
	if stops > 0 {
		limits = append(limits, resource{most: most(stops), spends: func(k Kind) bool { return k != Port }})
	}
	if t.Towns > 0 {
		limits = append(limits, resource{most: most(t.Towns), spends: func(k Kind) bool { return k == Town }})
	}
	if t.Pay == PayAll {
		limits = limits[1:]
	}
	if t.Pay == PayMajors {
		limits[0] = resource{most: c.sites, spends: Kind.major}
		if majors > 0 {
			limits = limits[1:]
		}
	}
	if len(limits) == 0 {
		limits = append(limits, resource{most: c.sites, spends: func(Kind) bool { return true }})
	}
	c.strict = len(limits) > 2 || t.Ports > 0 && c.ports()
	if len(limits) == 1 {
		limits = append(limits, resource{})
	}
	c.fares(limits[0], limits[1])
}

// resource is a limit on a route.
type resource struct {
	most   int
	spends func(Kind) bool // a stop of this kind takes one; nil: none does
	picked func(Kind) bool // a stop of this kind takes one if it is to pay; nil: all stops pay that can
}

func (r *resource) cost(k Kind) int {
	if r.spends != nil && r.spends(k) {
		return 1
	}
	return 0
}

func (c *class) ports() bool {
	return slices.ContainsFunc(c.stops, func(s int) bool { return c.g.Stops[s].Kind == Port })
}

func (c *class) fares(one, two resource) {
	c.size1, c.size2 = one.most+1, two.most+1
	c.full = c.size1*c.size2 - 1
	if one.picked != nil {
		c.pick = c.size2
	}
	for i, s := range c.stops {
		k := c.g.Stops[s].Kind
		f := &c.visit[i]
		f.open = k != Port || c.train.Ports > 0
		f.d1, f.d2 = one.cost(k), two.cost(k)
		f.drop = f.d1*c.size2 + f.d2
		value := c.train.value(c.g, s) * c.train.times() * scale
		switch {
		case k == Port:
			f.value = value
		case one.picked != nil && one.picked(k):
			f.extra = value
		case c.train.Pay == PayMajors && k == Town:
		default:
			f.value = value
		}
	}
}

// freeRun bounds how many stops in a row use no resource: the number of sites with such a stop.
func (c *class) freeRun() int {
	seen := make([]bool, c.sites)
	n := 0
	for i, f := range c.visit {
		if f.open && f.drop == 0 && !seen[c.site[i]] {
			seen[c.site[i]] = true
			n++
		}
	}
	return n
}

// diesel reports whether the route has no limit.
func (c *class) diesel() bool { return c.pick == 0 && c.size1 > c.sites && c.size2 == 1 }
