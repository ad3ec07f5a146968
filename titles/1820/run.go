package t1820

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// flood is the name of the train that covers a network. // 15.3.4
const flood = "FLOOD"

// runTrains runs the trains. Without the powers of cousins they earn the most they can; with them
// the director may earn more. The runs are computed when the director answers: before that, a train
// may be given or cousins may close. // 7.2.3, 6.4.3; 20-RT-19, 20-RU-29, 20-FT-08
func runTrains(t *turn) {
	sym := t.Actor
	for len(t.Trains(sym)) > t.limit() { // 13.7; 20-RT-20
		t.scrap(sym, t.cheapestTrain(sym))
	}
	var r lineup
	a := t.asks("run", func() []engine.Choice {
		r = t.linedUp(sym)
		return t.runChoices(r)
	})
	switch {
	case r.flood:
		t.runFlood(r.g)
	case len(t.Trains(sym)) == 0:
	case !r.earns():
		t.Note(sym, "has no route")
	case a.Verb == "pass": // idle
		r.plain.Run(t.Turn, sym, earned, r.plain.Best()[0].Args)
	case usesPower(a.Args):
		r.powered.Run(t.Turn, sym, earned, a.Args)
		t.payPowers(sym, r.g, *r.powered, a.Args)
	default:
		r.plain.Run(t.Turn, sym, earned, a.Args)
	}
}

// A lineup is what a company could run now: its trains on routes, and the same with the powers of
// cousins, nil if it has none.
type lineup struct {
	g       *route.Graph
	flood   bool // it has a FLOOD: then track is shared out without a question
	plain   step.Runs
	powered *step.Runs
}

func (t *turn) linedUp(sym string) lineup {
	g := t.track(sym)
	r := lineup{g: g, flood: slices.Contains(t.TrainNames(sym), flood)}
	if !r.flood {
		r.plain, r.powered = step.NewRuns(g, t.fleet(sym, g), money), t.poweredRuns(sym, g)
	}
	return r
}

// earns reports whether the trains on routes can earn anything.
func (r lineup) earns() bool { return r.plain.Earn() || r.powered != nil && r.powered.Earn() }

// runChoices asks for the runs of trains on routes. Nobody is asked for a company that a cousin
// directs. If there are no routes, or if a FLOOD runs, the director is asked only while somebody
// could give a train first. // 7.2.3, 14.1, 6.4.3; 20-RT-19, 20-RU-29, 20-DC-23, 20-CO-03, 20-FT-08
func (t *turn) runChoices(r lineup) []engine.Choice {
	sym := t.Actor
	switch {
	case t.idle():
		return nil
	case r.flood || !r.earns():
		if !t.mayBeGiven(sym) {
			return nil
		}
		return []engine.Choice{t.voice().Barred("run", sym+" has no choice of runs: pass (7.2.3)"),
			t.voice().Pass("go on without another train")}
	}
	c := r.plain.Choice(t.voice(), t.parseRuns(r.plain, r.powered))
	if r.powered != nil && r.powered.Result().Total > r.plain.Result().Total {
		c.Options = func() []engine.Option { return append(r.plain.Best(), r.powered.Best()...) }
	}
	return []engine.Choice{c}
}

// network returns the track on which a company may run, and the trains that run routes.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	g := v.track(sym)
	return g, v.fleet(sym, g)
}

// parseRuns checks a director's runs. They must earn at least the most that is possible without
// cousins. // 7.2.3; 20-RT-19, 20-DC-33
func (t *turn) parseRuns(plain step.Runs, powered *step.Runs) func([]string) ([]string, error) {
	return func(words []string) ([]string, error) {
		if powered != nil && usesPower(words) {
			said, err := powered.Parse(words)
			if err != nil {
				return nil, err
			}
			if _, total, err := powered.Read(said); err == nil && total < plain.Result().Total {
				return nil, engine.Refuse("%s must earn the most it can, %s, not %s (7.2.3)", t.Actor, money(plain.Result().Total), money(total))
			}
			return said, nil
		}
		return plain.ParseBest(t.Actor, "7.2.3")(words)
	}
}

// fleet returns the trains of a company that run routes. // 15.3; 20-RT-14, 20-RT-15, 20-RT-16
func (v view) fleet(sym string, g *route.Graph) []route.Train {
	var out []route.Train
	for _, name := range v.TrainNames(sym) {
		if name != flood {
			out = append(out, doubled(data.Train(name).Run(), g))
		}
	}
	return out
}

// doubled returns a train that pays twice as a train whose stops are worth twice as much. It is one
// train, not two trains that run as one. // 15.3.3; 20-RT-15
func doubled(tr route.Train, g *route.Graph) route.Train {
	if tr.Times != 0 {
		for _, s := range g.Stops {
			tr.Values = append(tr.Values, tr.Times*s.Revenue)
		}
		tr.Times = 0
	}
	return tr
}

// track returns the track on which a company may run. Of the cities of London only the one with its
// marker is open to it, and ports only from a marker beside them.
// // 15.2; 20-RT-01 to 20-RT-07, 20-RT-12
func (v view) track(sym string) *route.Graph {
	return v.trackFrom(sym, v.Stations(sym))
}

// trackFrom returns the track that is connected to these markers of a company.
func (v view) trackFrom(sym string, from []board.Spot) *route.Graph {
	b := v.Board()
	blocks := v.Blocks(b, sym)
	g := b.Network(from, func(at board.Spot, s *route.Stop) {
		s.Revenue = v.revenue(b, at) // 20-RT-17
		s.Token = v.Holds(sym, at)
		s.Blocked = blocks(at)                  // 20-RT-05
		s.Closed = at.Hex == london && !s.Token // 20-RT-08, 20-TK-04, 20-RU-28
	})
	v.onlyPortsBeside(g)
	return g
}

// revenue returns the value of a stop now. The port of Liverpool pays the value of the city and £20
// more. // 11; 20-RT-17, 20-RT-18, 20-RU-44
func (v view) revenue(b *board.Board, at board.Spot) int {
	colour := v.Phase().Offboard
	n := b.Stop(at).Revenue.In(colour)
	if at.Hex == "C3" {
		n += b.Stop(board.Spot{Hex: "C5"}).Revenue.In(colour)
	}
	return n
}

// atPort reports whether a line leads to a port, and returns the port. It also returns the other
// stop of the line if that lies beside the port: the line crosses only the edge between the two or
// what is printed there, the gray hexes before the docks or the curve on O19. The same holds for
// companies and for British Rail. // 11, 13.5, 15.2, 15.3.1; 20-RT-09, 20-RT-10, 20-BR-08, 20-RU-86
func atPort(g *route.Graph, s route.Segment) (port bool, beside *route.Stop, at route.Stop) {
	a, b := &g.Stops[s.A], &g.Stops[s.B]
	if a.Kind == route.Port {
		a, b = b, a
	}
	switch {
	case b.Kind != route.Port:
		return false, nil, route.Stop{}
	case slices.ContainsFunc(s.Via, func(hex string) bool { return data.Map.Hex(hex).Color == "white" }):
		return true, nil, *b
	}
	return true, a, *b
}

// onlyPortsBeside removes track to ports that does not join them to a marker of the company in a
// hex beside them. The line to the docks exists once for London and once for Chatham.
// // 7.2.3, 15.2; 20-RT-09, 20-RT-10, 20-RT-13, 20-RU-30
func (v view) onlyPortsBeside(g *route.Graph) {
	barred := func(s route.Segment) bool {
		port, beside, _ := atPort(g, s)
		return port && (beside == nil || !beside.Token)
	}
	g.Segments = slices.DeleteFunc(g.Segments, barred)
	g.Hidden = slices.DeleteFunc(g.Hidden, barred)
	for i, s := range g.Segments {
		if a, b := g.Stops[s.A], g.Stops[s.B]; (a.Hex == london || b.Hex == london) && (a.Hex == docks || b.Hex == docks) {
			g.Segments[i].Track = []int{-1} // 20-RT-13
		}
	}
}

// usesPower reports whether words name a train with a cousin: "3+/VUL:".
func usesPower(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "/") })
}

// runPowers returns the cousins that change what a train runs, and how many trains in a run may use
// each: one for each share that the cousin holds. // 14.2, 14.5.2; 20-CO-08, 20-CO-09, 20-CO-16
func (v view) runPowers(sym string) map[string]int {
	out := map[string]int{}
	for _, c := range []string{"GWS", "SAS", "VUL"} {
		if v.active(c, sym) {
			out[c] = v.Shares(c, sym)
		}
	}
	if n, ok := out["SAS"]; ok {
		out["SAS"] = min(n, 3)
	}
	return out
}

// poweredRuns returns the runs of a company's trains with the powers of cousins, nil if it has
// none. Each train is listed as it is and with each set of powers. Each fleet is one way to
// distribute the powers. // 14.2, 14.5.2; 20-RU-29
func (t *turn) poweredRuns(sym string, g *route.Graph) *step.Runs {
	uses := t.runPowers(sym)
	plain := t.fleet(sym, g)
	slices.SortStableFunc(plain, func(a, b route.Train) int { return strings.Compare(a.Name, b.Name) })
	if len(uses) == 0 {
		return nil
	}
	var sets []string // sets of powers, each as "/GWS/VUL"
	for _, first := range []string{"", "GWS", "SAS"} {
		for _, second := range []string{"", "VUL"} {
			if (first == "" || uses[first] > 0) && (second == "" || uses[second] > 0) {
				sets = append(sets, slashed(first)+slashed(second))
			}
		}
	}
	trains, fleets := t.dealt(plain, sets, uses, g)
	runs := step.NewRunsOf(g, trains, fleets, money)
	return &runs
}

func slashed(c string) string {
	if c == "" {
		return ""
	}
	return "/" + c
}

// dealt lists trains: for each type and set of powers as many as there are of the type. The fleets
// are all ways to give sets of powers to the trains of each type without using a power too often.
// Players name a train by type and powers, so a fleet has the first ones of each kind.
func (t *turn) dealt(plain []route.Train, sets []string, uses map[string]int, g *route.Graph) (trains []route.Train, fleets []route.Fleet) {
	fleets = []route.Fleet{nil}
	left := []map[string]int{uses}
	for i := 0; i < len(plain); {
		n := 1
		for i+n < len(plain) && plain[i+n].Name == plain[i].Name {
			n++
		}
		base := len(trains)
		for _, set := range sets {
			for range n {
				trains = append(trains, t.powered(plain[i], set, g))
			}
		}
		var next []route.Fleet
		var rest []map[string]int
		for k, f := range fleets {
			deal(n, sets, left[k], func(counts []int, after map[string]int) {
				g := slices.Clone(f)
				for s, m := range counts {
					for j := range m {
						g = append(g, base+s*n+j)
					}
				}
				next, rest = append(next, g), append(rest, after)
			})
		}
		fleets, left = next, rest
		i += n
	}
	return trains, fleets
}

// deal finds all ways to give sets of powers to n trains without using a power too often. Those
// with the most powers come first.
func deal(n int, sets []string, uses map[string]int, found func(counts []int, left map[string]int)) {
	counts := make([]int, len(sets))
	var give func(s, n int, left map[string]int)
	give = func(s, n int, left map[string]int) {
		if s == 0 {
			counts[0] = n
			found(slices.Clone(counts), left)
			return
		}
		for m := n; m >= 0; m-- {
			rest, fits := map[string]int{}, true
			for c, have := range left {
				rest[c] = have
				if strings.Contains(sets[s], c) {
					rest[c] -= m
					fits = fits && rest[c] >= 0
				}
			}
			if fits {
				counts[s] = m
				give(s-1, n-m, rest)
			}
		}
	}
	give(len(sets)-1, n, uses)
}

// powered returns a train with a set of powers.
// // 14.2, 14.5.2; 20-CO-08, 20-CO-09, 20-CO-16, 20-RU-63
func (t *turn) powered(tr route.Train, set string, g *route.Graph) route.Train {
	tr.Name += set
	if strings.Contains(set, "GWS") {
		tr.Ports = 2
	}
	if strings.Contains(set, "VUL") && tr.Majors > 0 {
		tr.Majors++
	}
	if strings.Contains(set, "SAS") {
		tr.Bonus = func(stops []int) int { return sassoon(g, stops) }
		for _, s := range g.Stops {
			if s.Kind == route.Offboard {
				tr.BonusMax = max(tr.BonusMax, s.Revenue)
			}
		}
	}
	return tr
}

// sassoon returns what an off-board pays once more on a route that also has a port.
// // 14.2.2; 20-CO-09
func sassoon(g *route.Graph, stops []int) int {
	port, best := false, 0
	for _, s := range stops {
		switch g.Stops[s].Kind {
		case route.Port:
			port = true
		case route.Offboard:
			best = max(best, g.Stops[s].Revenue)
		}
	}
	if !port {
		return 0
	}
	return best
}

// payPowers pays the cousins whose powers were used. // 14.2, 14.5.2; 20-CO-08, 20-CO-09,
// 20-CO-16
func (t *turn) payPowers(sym string, g *route.Graph, runs step.Runs, said []string) {
	routes, _, _ := runs.Read(said)
	for i, r := range routes {
		name := runs.Trains[i].Name
		ports, cities := values(g, r.Stops, route.Port), values(g, r.Stops, route.City)
		majors := len(cities) + len(values(g, r.Stops, route.Offboard))
		switch {
		case strings.Contains(name, "GWS") && len(ports) == 2:
			t.royalty("GWS", slices.Min(ports)/2)
		case strings.Contains(name, "SAS") && sassoon(g, r.Stops) > 0:
			t.royalty("SAS", slices.Min(ports)/2)
		}
		base := data.Train(strings.Split(name, "/")[0]).Majors
		if strings.Contains(name, "VUL") && base > 0 && majors > base {
			t.royalty("VUL", slices.Min(cities)/2)
		}
	}
}

// values returns the values of the stops of a kind on a route.
func values(g *route.Graph, stops []int, kind route.Kind) []int {
	var out []int
	for _, s := range stops {
		if g.Stops[s].Kind == kind {
			out = append(out, g.Stops[s].Revenue)
		}
	}
	return out
}
