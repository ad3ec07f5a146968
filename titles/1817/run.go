package t1817

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// bonus is what a coal mine and a bridge add. // 1.2.6; 17-PV-06, 17-PV-12
const bonus = 10

// runTrains runs the trains for the most they can earn. Nothing is asked of a
// company that has no train or nowhere to run. // 6.5; 17-RT-07, 17-DV-07, R-17
func runTrains(t *turn) {
	sym := t.Actor
	if len(t.Trains(sym)) == 0 {
		return
	}
	if len(t.track(sym).Segments) == 0 {
		t.Note(sym, "has no route")
		return
	}
	var runs step.Runs
	a := t.asks("run", func() []engine.Choice { // afresh after a bridge
		g, fleet := network(t.State, sym)
		runs = step.NewRuns(g, fleet, money)
		return []engine.Choice{runs.Choice(t.voice(), t.parseRuns(runs))}
	})
	runs.Run(t.Turn, sym, earned, a.Args)
}

// network is what a company may run on and what it runs.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	g := v.track(sym)
	return g, v.fleet(sym, g)
}

// parseRuns checks a player's runs: they must earn the most. // 6.5; 17-RT-07,
// D-17
func (t *turn) parseRuns(runs step.Runs) func([]string) ([]string, error) {
	if t.runsAsRecorded() {
		return runs.Parse
	}
	return runs.ParseBest(t.Actor, "6.5")
}

// track is where a company may run: no track twice, no city or red area twice, a
// red area only at an end; Toronto is a stop that never blocks. // 6.1, 6.5;
// 17-RT-01, 17-RT-04, 17-RT-05, R-16, R-44, D-43
func (v view) track(sym string) *route.Graph {
	b := v.Board()
	blocks, column := v.Blocks(b, sym), v.Phase().Offboard
	return b.NetworkPaying(v.Stations(sym), func(at board.Spot, s *route.Stop) { // 17-RT-06
		s.Revenue = b.Stop(at).Revenue.In(column) + bonus*len(v.S.Kind(at.Hex, "bridge")) // 17-MP-07, 17-PV-06
		s.Token = v.Holds(sym, at)
		s.Blocked = blocks(at) // 17-RT-02, 17-MP-01, D-19
	}, func(hex string) int {
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

// modernValues are the values of the stops for a modern train, nil for any
// other: each own marker adds to it. // 9.4; 17-VA-04
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
