package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// runTrains runs the trains for the most they can earn. The trains of both shells of a system run together.
// A company without a train or a route is not asked. // 8.3.3, 15.2; 28-RU-04, 28-RU-12, R-40
func runTrains(t *turn) { // O-11
	t.coalFirst()
	sym := t.Actor
	parse := classic.Best(sym, "8.3.3") // 28-RU-12, R-40
	if t.runsAsRecorded() {
		parse = classic.Any
	}
	classic.Running{
		Sym: sym, Voice: t.voice(), Counter: earned, Trains: t.trainsOf(sym), Ask: t.asksRunner, Parse: parse,
		Route: func(*route.Graph) bool { return t.hasRoute(sym) },
		Runs:  func() step.Runs { return step.NewRuns(t.routes(sym), t.fleet(sym), money) }, // again after coal is bought
	}.Run(t.Turn)
}

// network returns the track that a company may run on, and its trains.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	return v.routes(sym), v.fleet(sym)
}

// routes returns the track that a company may run on. engine/route knows what a route is: two centres or
// more, one with a marker, none twice, no track twice, off-boards only at its ends. Canada is one centre.
// The coalfields are closed without coal. // 15.2; 28-RU-01, 28-RU-03, 28-RU-05, R-04, R-33
func (v view) routes(sym string) *route.Graph {
	b, stations := v.Board(), v.stations(sym)
	return b.Network(stations, classic.Stops(v.Table, b, sym, func(_ *board.Board, at board.Spot, s *route.Stop) { // 28-RU-02, 28-RU-11
		s.Token = slices.Contains(stations, at)
		s.Closed = at == coalStop && !v.hasCoal(sym) // 28-RU-06, 28-CO-04
	}))
}

// fleet returns the trains of a company. For a system it returns those of both shells. // 15.3; 28-RU-07,
// 28-RU-08, 28-RU-09, 28-RU-10
func (v view) fleet(sym string) []route.Train {
	var names []string
	for _, shell := range v.shells(sym) {
		names = append(names, v.TrainNames(shell)...)
	}
	return classic.Fleet(v.Table, names)
}
