package t1817

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// bonus is what a coal mine or a bridge token adds to the revenue. // 1.2.6; 17-PV-06, 17-PV-12
const bonus = 10

// runTrains runs the trains for the most they can earn. A company without a train or a route is not asked.
// // 6.5; 17-RT-07, 17-DV-07, R-17
func runTrains(t *turn) {
	sym := t.Actor
	parse := classic.Best(sym, "6.5") // 17-RT-07
	if t.runsAsRecorded() {           // D-17
		parse = classic.Any
	}
	classic.Running{
		Sym: sym, Voice: t.voice(), Counter: earned, Trains: t.Trains(sym), Route: classic.AnyTrack, Ask: t.asks, Parse: parse,
		Runs: func() step.Runs { // worked out again after a bridge token is placed
			g, fleet := network(t.State, sym)
			return step.NewRuns(g, fleet, money)
		},
	}.Run(t.Turn)
}

// network returns the track that a company may run on, and its trains.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	g := v.track(sym)
	return g, v.fleet(sym, g)
}

// track returns the track that a company may run on. A route uses no track twice and visits no city or red
// area twice. A red area is only an end. Toronto is a stop that never blocks. // 6.1, 6.5; 17-RT-01,
// 17-RT-04, 17-RT-05, R-16, R-44, D-43
func (v view) track(sym string) *route.Graph {
	b := v.Board()
	stops := classic.Stops(v.Table, b, sym, func(_ *board.Board, at board.Spot, s *route.Stop) { // 17-RT-02, 17-RT-06, 17-MP-01, D-19
		s.Revenue += bonus * len(v.S.Kind(at.Hex, "bridge")) // 17-MP-07, 17-PV-06
	})
	return b.NetworkPaying(v.Stations(sym), stops, func(hex string) int {
		if v.mined(hex) {
			return bonus // 17-PV-12
		}
		return 0
	})
}

// fleet returns the trains of a company. // 6.5; 17-RT-03, 17-VA-04
func (v view) fleet(sym string, g *route.Graph) []route.Train {
	var out []route.Train
	for _, name := range v.TrainNames(sym) {
		tr := data.Train(name)
		out = append(out, route.Train{Name: name, Stops: tr.Stops, Values: v.modernValues(g, tr.Stops)})
	}
	return out
}

// modernValues returns the values of the stops for a modern train, nil for any other train. Each own marker
// adds to the value of its stop. // 9.4; 17-VA-04
func (v view) modernValues(g *route.Graph, stops int) []int {
	extra := map[int]int{7: 10, 8: 20}[stops]
	if !v.on(modernTrains) || extra == 0 {
		return nil
	}
	var out []int
	for _, s := range g.Stops {
		n := s.Revenue
		if s.Token {
			n += extra
		}
		out = append(out, n)
	}
	return out
}
