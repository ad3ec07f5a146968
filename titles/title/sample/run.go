package sample

import (
	"pbem/engine"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// runTrains runs the trains for the most they can earn. Nothing is asked of a company that has no train or nowhere to
// run. // 3.3; SA-16
func runTrains(t *turn) {
	classic.Running{
		Sym: t.Actor, Voice: t.voice(), Counter: revenue, Trains: t.Trains(t.Actor), Ask: t.ask, Parse: classic.Best(t.Actor, "3.3"),
		Runs: func() step.Runs {
			g, fleet := network(t.State, t.Actor)
			return step.NewRuns(g, fleet, money)
		},
	}.Run(t.Turn)
}

// network is what a company may run on and what it runs. A route has a marker of the company and goes through no city
// that is full of others; that no track is run over twice engine/route knows. // 3.3; SA-16, SA-17
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	return classic.Network(v.Table, sym, nil), classic.Fleet(v.Table, v.TrainNames(sym))
}
