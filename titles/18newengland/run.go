package t18newengland

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

// runTrains runs the trains. Nothing is asked of a company that has no train
// or nowhere to run. // 11.5; NE-RT-15, NE-RUL-20
func runTrains(t *turn) {
	sym := t.Actor
	if len(t.Trains(sym)) == 0 {
		return
	}
	g, fleet := network(t.State, sym)
	if len(g.Segments) == 0 {
		t.Note(sym, "has no route")
		return
	}
	runs := step.NewRuns(g, fleet, money)
	a := t.asks(func() []engine.Choice {
		c := t.choice("run", "run the trains", runs.Best) // O5
		c.Free, c.Usage = runs.Parse, step.RunUsage
		return []engine.Choice{c}
	})
	routes, total, err := runs.Read(a.Args)
	if err != nil {
		panic(err)
	}
	t.Set(revenue, total)
	t.Note(sym, "ran %s", runs.Describe(routes, total))
}

// network is what a company may run on and what it runs.
func network(s *engine.State, sym string) (*route.Graph, []route.Train) {
	t := table(s)
	return tracks(t, sym), fleet(t, sym)
}

// tracks are where a company may run. // 11.1, 11.5; NE-RT-01, NE-RT-02,
// NE-RT-03, NE-RT-04, NE-RT-05, NE-RT-06, NE-RT-07, NE-RT-08, NE-RT-11,
// NE-RT-16, NE-RUL-19
func tracks(t step.Table, sym string) *route.Graph {
	b := t.Board()
	blocks, offboard := t.Blocks(b, sym), t.Phase().Offboard
	return b.Network(t.Stations(sym), func(at board.Spot, s *route.Stop) {
		s.Revenue = b.Stop(at).Revenue.In(offboard)
		s.Token = t.Holds(sym, at)
		s.Blocked = blocks(at)
	})
}

// fleet returns what runs: each plain train by itself, all express trains as
// one, of the smallest number, whose revenue counts once for each of them.
// // 11.5; NE-RT-09, NE-RT-10, NE-RT-12, NE-RT-13, NE-RT-14, NE-RUL-21, DIF-12
func fleet(t step.Table, sym string) []route.Train {
	var out []route.Train
	express := route.Train{Pay: route.PayMajorsFirst}
	for _, name := range t.TrainNames(sym) {
		tr := data.Train(name)
		if !tr.Express {
			out = append(out, route.Train{Name: name, Stops: tr.Stops})
			continue
		}
		if express.Times == 0 || tr.Stops < express.Best {
			express.Best, express.Name = tr.Stops, name
		}
		express.Times++
	}
	if express.Times > 0 {
		out = append(out, express)
	}
	return out
}
