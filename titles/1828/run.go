package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// runTrains runs the trains for the most they can earn. The trains of both shells of a system run together.
// A company without a train or a route is not asked. // 8.3.3, 15.2; 28-RU-04, 28-RU-12, R-40
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
	a := t.asks("run", func() []engine.Choice { // computed again after coal is bought
		runs = step.NewRuns(t.routes(sym), t.fleet(sym), money)
		return []engine.Choice{runs.Choice(t.voice(), t.parseRuns(runs))}
	})
	runs.Run(t.Turn, sym, earned, a.Args)
}

// network returns the track that a company may run on, and its trains.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	return v.routes(sym), v.fleet(sym)
}

// parseRuns returns a function that checks a player's runs. They must earn the most there is. // 8.3.3;
// 28-RU-12, R-40
func (t *turn) parseRuns(runs step.Runs) func([]string) ([]string, error) {
	if t.runsAsRecorded() {
		return runs.Parse
	}
	return runs.ParseBest(t.Actor, "8.3.3")
}

// routes returns the track that a company may run on. engine/route knows what a route is: two centres or
// more, one with a marker, none twice, no track twice, off-boards only at its ends. Canada is one centre.
// The coalfields are closed without coal. // 15.2; 28-RU-01, 28-RU-03, 28-RU-05, R-04, R-33
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

// fleet returns the trains of a company. For a system it returns those of both shells. // 15.3; 28-RU-07,
// 28-RU-08, 28-RU-09, 28-RU-10
func (v view) fleet(sym string) []route.Train {
	var out []route.Train
	for _, train := range v.trainsOf(sym) {
		out = append(out, data.Train(step.Label(train)).Run())
	}
	return out
}
