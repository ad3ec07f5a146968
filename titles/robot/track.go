package robot

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/titles/title"
)

// A line is what the track of a company is good for.
type line struct {
	run     int  // its best run
	promise int  // what it may reach one day, in hundredths of the values of stops
	long    bool // the best run is not proven: that takes a longer search
}

// line returns that of a company, with its trains or with one that it does not have yet. Positions of one
// decision differ in the track of at most one company that matters: the one in focus. That of the others is
// worked out once.
func (b *brain) line(s *engine.State, c *title.Company, with *facts.Train) line {
	key := c.Sym + " " + strings.Join(c.Trains, " ") + " " + strings.Join(c.Stations, " ")
	if with != nil {
		key += " with " + with.Name
	}
	if c.Sym == b.focus {
		key += tiles(s)
	}
	l, ok := b.lines[key]
	if !ok {
		b.spent += lineWork
		best := b.earns(s, c.Sym, with)
		l = line{best.Total, b.promise(s, c.Sym), !best.Proven}
		b.lines[key] = l
	}
	return l
}

// tiles names what lies on the map.
func tiles(s *engine.State) string {
	var out strings.Builder
	for _, hex := range s.Tiles() {
		l, _ := s.Tile(hex)
		fmt.Fprintf(&out, " %s %s %d", hex, l.Tile, l.Rot)
	}
	return out.String()
}

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
	best := route.BestOf(g, trains, fleets, route.Options{Budget: searchMost})
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

// promise adds up the stops that a company may reach one day.
func (b *brain) promise(s *engine.State, sym string) int {
	t := b.title.Table(s)
	on := t.Board()
	reach := on.Track(t.Stations(sym), t.Blocks(on, sym))
	colour, n := t.Phase().Offboard, 0
	for hex, d := range distances(t, reach.Hexes()) {
		for i, stop := range on.Face(hex).Stops {
			switch {
			case reach.Stop(board.Spot{Hex: hex, N: i}):
				n += 100 * stop.Revenue.In(colour)
			case d < len(near):
				n += near[d] * stop.Revenue.In(colour)
			}
		}
	}
	return n
}

// distances returns how many hexes away from some hexes others are, as far as near goes.
func distances(t step.Table, from []string) map[string]int {
	out := map[string]int{}
	for _, hex := range from {
		out[hex] = 0
	}
	for d := 1; d < len(near); d++ {
		var next []string
		for _, hex := range from {
			for edge := range 6 {
				at, ok := t.F.Map.Neighbour(hex, edge)
				if _, seen := out[at]; ok && !seen && t.F.Map.Open(hex, edge) {
					out[at] = d
					next = append(next, at)
				}
			}
		}
		from = next
	}
	return out
}
