package t18newengland

import (
	"pbem/engine"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// runTrains runs the trains. A company without a train or without a route is not asked. // 11.5
func runTrains(t *turn) {
	sym := t.Actor
	classic.Running{
		Sym: sym, Voice: t.voice(), Counter: revenue, Trains: t.Trains(sym), Route: classic.AnyTrack, Ask: t.asks,
		Runs:  func() step.Runs { return step.NewRuns(t.tracks(sym), t.fleet(sym), money) },
		Parse: classic.Any, // O5; NE-RT-15, NE-RUL-20: any legal runs
	}.Run(t.Turn)
}

// network returns the track on which a company may run, and the trains that run.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	v := see(s)
	return v.tracks(sym), v.fleet(sym)
}

// tracks returns the track on which a company may run. Package route knows what a route is: it uses
// no stop and no track twice, and does not turn back at a fork.
// // 11.1, 11.5; NE-RT-02, NE-RT-05, NE-RT-07, NE-RT-08
func (v view) tracks(sym string) *route.Graph {
	// Network lets no route use two cities of a hex, or go on beyond a red area.
	// NE-RT-03, NE-RT-06, NE-RT-16, NE-RUL-19
	return classic.Network(v.Table, sym, nil) // NE-RT-01, NE-RT-04, NE-RT-11
}

// fleet returns what runs: each plain train by itself, and all express trains as one. That one
// counts as many stops as the smallest of them, and its revenue counts once for each. // 11.5
func (v view) fleet(sym string) []route.Train {
	var out []route.Train
	express := route.Train{Pay: route.PayMajorsFirst} // NE-RT-10, DIF-12
	for _, name := range v.TrainNames(sym) {
		tr := data.Train(name)
		if !tr.Express {
			out = append(out, route.Train{Name: name, Stops: tr.Stops}) // NE-RT-09, NE-RT-14
			continue
		}
		if express.Times == 0 || tr.Stops < express.Best { // NE-RUL-21
			express.Best, express.Name = tr.Stops, name
		}
		express.Times++ // NE-RT-12, NE-RT-13
	}
	if express.Times > 0 {
		out = append(out, express)
	}
	return out
}
