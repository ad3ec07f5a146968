package route

import (
	"fmt"
	"slices"
	"strings"
)

// Run is the route a player declares for a train.
type Run struct {
	Train int   // index in trains
	Stops []int // indices in Graph.Stops, in order
	// Via is nil for any way. Otherwise it has for each leg some hexes that it passes, in order, enough to tell it from
	// others; nil for any leg. A leg that passes just these hexes comes before one that passes others too.
	Via [][]string
}

// Refusal says why declared runs are not legal, in a sentence for the player.
type Refusal struct {
	Train int // index of the train, -1 if it concerns several
	Text  string
}

func (r *Refusal) Error() string { return r.Text }

// checkBudget limits the search for track without conflicts. Real runs need a few dozen steps.
const checkBudget = 2_000_000

// Check prices the runs that a player declares, at most one for each train. Trains without a run stay at home. Where
// several segments join two stops, it takes the choice that is legal for all runs together and pays most. The error is
// a *Refusal with the exact reason.
func Check(g *Graph, trains []Train, runs []Run) ([]Route, int, error) {
	trains = valued(g, trains)
	c := checker{g: g, trains: trains, routes: make([]Route, len(trains))}
	for _, r := range runs {
		if err := c.run(r); err != nil {
			return nil, 0, err
		}
	}
	if err := c.lay(); err != nil {
		return nil, 0, err
	}
	total := 0
	for i := range c.routes {
		r := &c.routes[i]
		if len(r.Stops) > 0 {
			r.Revenue, r.Counted = trains[i].price(g, r.Stops, r.Segments)
			total += r.Revenue
		}
	}
	return c.routes, total, nil
}

type checker struct {
	g      *Graph
	trains []Train
	routes []Route
	legs   []leg
}

// leg is a step of a declared run, with the segments that could be it.
type leg struct {
	train, from, to int
	choice          []int // by bonus, the best first
}

// run checks what does not depend on the choice of track, and collects the legs.
func (c *checker) run(r Run) error {
	if r.Train < 0 || r.Train >= len(c.trains) {
		return &Refusal{-1, fmt.Sprintf("there is no train number %d", r.Train+1)}
	}
	name := c.name(r.Train)
	refuse := func(format string, args ...any) error {
		return &Refusal{r.Train, name + ": " + fmt.Sprintf(format, args...)}
	}
	if len(c.routes[r.Train].Stops) > 0 {
		return refuse("has two routes; each train runs once")
	}
	if text := c.stops(&c.trains[r.Train], r.Stops); text != "" {
		return refuse("%s", text)
	}
	for i := 1; i < len(r.Stops); i++ {
		l, text := c.leg(r, i)
		if text != "" {
			return refuse("%s", text)
		}
		c.legs = append(c.legs, l)
	}
	c.routes[r.Train].Stops = slices.Clone(r.Stops)
	return nil
}

func (c *checker) name(train int) string {
	if n := c.trains[train].Name; n != "" {
		return "train " + n
	}
	return fmt.Sprintf("train number %d", train+1)
}

// stops returns what is wrong with the stops of a run, "" if nothing.
func (c *checker) stops(t *Train, stops []int) string {
	for _, s := range stops {
		if s < 0 || s >= len(c.g.Stops) {
			return fmt.Sprintf("there is no stop number %d", s)
		}
	}
	for _, find := range []func(*Train, []int) string{c.limits, c.repeats, c.passing, c.station} {
		if text := find(t, stops); text != "" {
			return text
		}
	}
	return ""
}

func (c *checker) limits(t *Train, stops []int) string {
	var n tally
	for _, s := range stops {
		n.add(c.g.Stops[s].Kind)
	}
	switch all := n.majors + n.towns; {
	case all < 2 && n.ports > 0:
		return "fewer than two stops on the route; ports do not count for this"
	case all < 2:
		return "fewer than two stops on the route"
	case n.ports > t.Ports && t.Ports == 0:
		return "this train may not run to a port"
	case n.ports > t.Ports:
		return fmt.Sprintf("too many ports: %d of at most %d", n.ports, t.Ports)
	case !within(all, t.Stops):
		return fmt.Sprintf("too many stops: %d of at most %d", all, t.Stops)
	case !within(n.majors, t.majors()):
		return fmt.Sprintf("too many cities and off-board areas: %d of at most %d", n.majors, t.majors())
	case !within(n.towns, t.Towns):
		return fmt.Sprintf("too many towns: %d of at most %d", n.towns, t.Towns)
	}
	return ""
}

func (c *checker) repeats(_ *Train, stops []int) string {
	for i, s := range stops {
		for _, p := range stops[:i] {
			a, b := c.g.Stops[p], c.g.Stops[s]
			switch {
			case s == p:
				return fmt.Sprintf("visits %v twice", b)
			case a.Group != 0 && a.Group == b.Group:
				return fmt.Sprintf("%v and %v may not be on one route", a, b)
			}
		}
	}
	return ""
}

func (c *checker) passing(_ *Train, stops []int) string {
	for _, s := range stops {
		if stop := c.g.Stops[s]; stop.Closed {
			return fmt.Sprintf("%v is closed to this company's trains", stop)
		}
	}
	for _, s := range stops[1 : len(stops)-1] {
		switch stop := c.g.Stops[s]; {
		case stop.Terminal:
			return fmt.Sprintf("%v must be an end of the route", stop)
		case stop.Blocked && !stop.Token:
			return fmt.Sprintf("%v is full of other companies' stations: a route may end there but not pass", stop)
		}
	}
	return ""
}

func (c *checker) station(_ *Train, stops []int) string {
	for _, s := range stops {
		if c.g.Stops[s].holds() {
			return ""
		}
	}
	return "no station of the company on the route"
}

// leg returns the step to the i-th stop, or what is wrong with it.
func (c *checker) leg(r Run, i int) (leg, string) {
	from, to := r.Stops[i-1], r.Stops[i]
	l := leg{train: r.Train, from: from, to: to}
	var via []string
	if i-1 < len(r.Via) {
		via = r.Via[i-1]
	}
	joined := false
	var exact []int
	for j := range c.g.Segments {
		s := &c.g.Segments[j]
		if (s.A == from && s.B == to || s.A == to && s.B == from) && !selfCrossing(s.Track) {
			joined = true
			if c.passes(s, from, via) {
				l.choice = append(l.choice, j)
				if len(via) > 0 && len(via) == len(s.Via) {
					exact = append(exact, j)
				}
			}
		}
	}
	if len(exact) > 0 {
		l.choice = exact
	}
	a, b := c.g.Stops[from], c.g.Stops[to]
	switch {
	case !joined:
		return l, fmt.Sprintf("%v and %v are not joined by track without another stop between", a, b)
	case len(l.choice) == 0:
		return l, fmt.Sprintf("no track from %v to %v goes via %s", a, b, strings.Join(via, ", "))
	}
	slices.SortStableFunc(l.choice, func(x, y int) int { return c.g.Segments[y].Bonus - c.g.Segments[x].Bonus })
	return l, ""
}

// passes reports whether the segment, followed from the stop, passes the named hexes in order. The hexes of
// its two stops may be named too.
func (c *checker) passes(s *Segment, from int, via []string) bool {
	path := slices.Clone(s.Via)
	if s.A != from {
		slices.Reverse(path)
	}
	ends := []string{c.g.Stops[from].Hex, c.g.Stops[s.A+s.B-from].Hex}
	path = append(append(ends[:1:1], path...), ends[1])
	for _, hex := range via {
		i := slices.IndexFunc(path, func(p string) bool { return strings.EqualFold(p, hex) })
		if i < 0 {
			return false
		}
		path = path[i+1:]
	}
	return true
}

// selfCrossing reports whether a segment uses a piece of track twice.
func selfCrossing(track []int) bool {
	for i, t := range track {
		if slices.Contains(track[:i], t) {
			return true
		}
	}
	return false
}

// lay chooses a segment for each leg, so that no piece of track is used twice and the bonuses are as high as
// possible.
func (c *checker) lay() error {
	l := layer{checker: c, owner: map[int]int{}, pick: make([]int, len(c.legs)), best: -1, budget: checkBudget}
	l.rest = make([]int, len(c.legs)+1)
	for i := len(c.legs) - 1; i >= 0; i-- {
		leg := c.legs[i]
		l.rest[i] = l.rest[i+1] + c.trains[leg.train].times()*c.g.Segments[leg.choice[0]].Bonus
	}
	l.try(0, 0)
	if l.best < 0 {
		return l.refusal()
	}
	for i, leg := range c.legs {
		r := &c.routes[leg.train]
		r.Segments = append(r.Segments, l.found[i])
	}
	return nil
}

// layer searches the choices of lay. Bonus functions of trains depend only on the stops, so they are ignored
// here.
type layer struct {
	*checker
	owner  map[int]int // piece of track to leg; only looked up, never ranged over
	pick   []int
	found  []int
	rest   []int // the most that the legs from here on can add
	best   int
	budget int
	clash  [2]int // the deepest conflict: two legs
	deep   int
}

func (l *layer) try(i, sum int) {
	l.budget--
	if l.budget < 0 || l.best >= 0 && sum+l.rest[i] <= l.best {
		return
	}
	if i == len(l.legs) {
		l.best, l.found = sum, slices.Clone(l.pick)
		return
	}
	for _, s := range l.legs[i].choice {
		track := l.g.Segments[s].Track
		if l.taken(i, track) {
			continue
		}
		for _, t := range track {
			l.owner[t] = i
		}
		l.pick[i] = s
		l.try(i+1, sum+l.trains[l.legs[i].train].times()*l.g.Segments[s].Bonus)
		for _, t := range track {
			delete(l.owner, t)
		}
	}
}

func (l *layer) taken(i int, track []int) bool {
	for _, t := range track {
		if by, ok := l.owner[t]; ok {
			if i > l.deep || l.deep == 0 {
				l.deep, l.clash = i, [2]int{by, i}
			}
			return true
		}
	}
	return false
}

func (l *layer) refusal() error {
	if l.budget < 0 {
		return &Refusal{-1, "these runs could take too many ways: name the hexes that they pass through"}
	}
	a, b := l.legs[l.clash[0]], l.legs[l.clash[1]]
	text := fmt.Sprintf("%s: track is used twice, from %v to %v and from %v to %v", l.name(b.train),
		l.g.Stops[a.from], l.g.Stops[a.to], l.g.Stops[b.from], l.g.Stops[b.to])
	if a.train != b.train {
		text = fmt.Sprintf("%s and %s use the same track, from %v to %v and from %v to %v", l.name(a.train),
			l.name(b.train), l.g.Stops[a.from], l.g.Stops[a.to], l.g.Stops[b.from], l.g.Stops[b.to])
	}
	return &Refusal{b.train, text}
}
