package robot

import (
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/route"
	"pbem/titles/title"
)

// A line is what the track of a company is good for.
type line struct {
	run     int  // its best run
	idle    int  // what trains earn in that less than half of what the best one does: see idle
	promise int  // what it may reach one day, in hundredths of the values of stops
	long    bool // the best run is not proven: that takes a longer search
}

// earns returns what it brings in an operating round, in hundredths.
func (l line) earns() int { return 100*l.run + l.idle*idling + l.promise*promised/100 }

// line returns that of a company, with its trains or with one that it does not have yet. Positions of one
// decision differ in the track of at most one company that matters: the one in focus. That of the others is
// worked out once.
func (b *brain) line(s *engine.State, c *title.Company, with *facts.Train) line {
	stations := strings.Join(c.Stations, " ")
	if c.Sym == b.focus {
		stations += tiles(s)
	}
	key := c.Sym + " " + strings.Join(c.Trains, " ") + " " + stations
	if with != nil {
		key += " with " + with.Name
	}
	l, ok := b.lines[key]
	if !ok {
		b.spent += lineWork
		best := b.earns(s, c.Sym, with)
		l = line{best.Total, idle(best), b.promise(s, c.Sym, stations), !best.Proven}
		b.lines[key] = l
	}
	return l
}

// idle adds up what trains earn less than half of what the best one does: there is no track yet for all of them.
func idle(r route.Result) (sum int) {
	most := 0
	for _, rt := range r.Routes {
		most = max(most, rt.Revenue)
	}
	for _, rt := range r.Routes {
		sum += max(0, most/2-rt.Revenue)
	}
	return sum
}

// tiles names what lies on the map.
func tiles(s *engine.State) string {
	var out []byte
	for _, hex := range s.Tiles() {
		l, _ := s.Tile(hex)
		out = append(append(append(out, ' '), hex...), ' ')
		out = append(append(append(out, l.Tile...), ' '), byte('0'+l.Rot))
	}
	return string(out)
}

// searched spares searches: the track of most companies is the same at the next decision.
var searched = route.NewMemory(1000)

// earns returns the best run of a company, or that of a train that it does not have yet.
func (b *brain) earns(s *engine.State, sym string, with *facts.Train) route.Result {
	g, trains := b.title.Network(s, sym)
	if with != nil {
		trains = []route.Train{with.Run()}
	}
	if len(trains) == 0 || g == nil {
		return route.Result{Proven: true}
	}
	var fleets []route.Fleet
	if b.title.Fleets != nil && with == nil {
		fleets = b.title.Fleets(s, sym)
	}
	best := searched.BestOf(g, trains, fleets, route.Options{Budget: searchMost})
	b.spent += best.Work
	return best
}

// long reports whether a company is asked for its runs, and finding the best ones takes a long search.
func (b *brain) long(g *engine.Game, ch engine.Choice) bool {
	if !routes(ch) {
		return false
	}
	p := b.title.Position(g.State())
	c := p.Company(ch.For)
	return c != nil && b.line(g.State(), c, nil).long
}

// near says how much of the value of a stop counts by its distance from track of the company, in hundredths:
// where track leads into its hex, one hex away, and so on. A stop that track comes to counts whole.
var near = []int{50, 30, 18, 10, 6}

// promise adds up the stops that a company may reach one day from its stations.
func (b *brain) promise(s *engine.State, sym, stations string) int {
	t := b.title.Table(s)
	colour := t.Phase().Offboard
	key := sym + " " + stations + " " + colour
	n, ok := b.promises[key]
	if ok {
		return n
	}
	on := t.Board()
	reach := on.Track(t.Stations(sym), t.Blocks(on, sym))
	for i, d := range reach.Away(len(near) - 1) {
		if d < 0 {
			continue
		}
		hex := on.Hexes[i].At
		for k, stop := range on.Face(hex).Stops {
			part := near[d]
			if reach.Stop(board.Spot{Hex: hex, N: k}) {
				part = 100
			}
			n += part * stop.Revenue.In(colour)
		}
	}
	b.promises[key] = n
	return n
}
