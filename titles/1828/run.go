package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// runTrains runs the trains for the most they can earn, those of both shells of a
// system together. Nothing is asked of a company that has no train or nowhere to
// run. // 8.3.3, 15.2; 28-RU-04, 28-RU-12, R-40
func runTrains(t *turn) { // O-11
	sym := t.Actor
	if len(t.trainsOf(sym)) == 0 {
		return
	}
	if !t.hasRoute(sym) {
		t.Note(sym, "has no route")
		return
	}
	var runs step.Runs
	a := t.asks("run", func() []engine.Choice { // afresh after coal
		runs = step.NewRuns(t.routes(sym), t.fleet(sym), money)
		return []engine.Choice{runs.Choice(t.voice(), t.parseRuns(runs))}
	})
	runs.Run(t.Turn, sym, earned, a.Args)
}

// network is what a company may run on and what it runs.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	return v.routes(sym), v.fleet(sym)
}

// parseRuns checks a player's runs: they must earn the most. // 8.3.3; 28-RU-12,
//
func (t *turn) parseRuns(runs step.Runs) func([]string) ([]string, error) {
	if t.runsAsRecorded() {
		return runs.Parse
	}
	return runs.ParseBest(t.Actor, "8.3.3")
}

// routes are where a company may run. What a route is, engine/route knows: two
// centres or more with a marker, none twice, no track twice, off-boards at its
// ends. Canada is one centre, the coalfields are closed without coal. // 15.2;
// 28-RU-01, 28-RU-03, 28-RU-05, R-04, R-33
func (v view) routes(sym string) *route.Graph {
	b := v.Board()
	blocks, column, stations := v.Blocks(b, sym), v.Phase().Offboard, v.stations(sym)
	return b.Network(stations, func(at board.Spot, s *route.Stop) {
		s.Revenue = b.Stop(at).Revenue.In(column) // 28-RU-11
		s.Token = slices.Contains(stations, at)
		s.Blocked = blocks(at)                       // 28-RU-02
		s.Closed = at == coalStop && !v.hasCoal(sym) // 28-RU-06, 28-CO-04
	})
}

// fleet returns the trains of a company, of both shells of a system. // 15.3;
// 28-RU-07, 28-RU-08, 28-RU-09, 28-RU-10
func (v view) fleet(sym string) []route.Train {
	var out []route.Train
	for _, train := range v.trainsOf(sym) {
		out = append(out, data.Train(step.Label(train)).Run())
	}
	return out
}
