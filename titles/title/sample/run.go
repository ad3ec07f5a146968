package sample

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// runTrains runs the trains for the most they can earn. Nothing is asked of a company that has no train or nowhere to
// run. // 3.3; SA-16
func runTrains(t *turn) {
	sym := t.Actor
	g, fleet := network(t.State, sym)
	switch {
	case len(fleet) == 0:
		return
	case !route.Possible(g):
		t.Note(sym, "has no route")
		return
	}
	runs := step.NewRuns(g, fleet, money)
	a := t.Ask("run", runs.Choice(t.voice(), runs.ParseBest(sym, "3.3")))
	runs.Run(t.Turn, sym, revenue, a.Args)
}

// network is what a company may run on and what it runs. A route has a marker of the company and goes through no city
// that is full of others; that no track is run over twice engine/route knows. // 3.3; SA-16, SA-17
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	b := v.Board()
	blocks, colour := v.Blocks(b, sym), v.Phase().Offboard
	graph := b.Network(v.Stations(sym), func(at board.Spot, s *route.Stop) {
		s.Revenue = b.Stop(at).Revenue.In(colour)
		s.Token = v.Holds(sym, at)
		s.Blocked = blocks(at)
	})
	var fleet []route.Train
	for _, name := range v.TrainNames(sym) {
		fleet = append(fleet, data.Train(name).Run())
	}
	return graph, fleet
}
