package title

import (
	"pbem/engine"
	"pbem/engine/route"
	"pbem/engine/step"
)

// A Prospect is the most a company's trains can earn as the table stands, and
// what one train more would make of it.
type Prospect struct {
	Company string
	Runs    step.Runs
	Best    route.Result
	More    []Extra
}

// An Extra is one more train. Best is what all trains would earn with it, at
// the values of the present phase.
type Extra struct {
	Train string
	Price int
	Best  route.Result
}

// leastWork is what a search may take when nothing is left of the budget: the
// first good runs are found in less.
const leastWork = 50_000

// Best works out what companies can earn at most, without more trains, with one
// budget for all, in steps of search; a search takes half of what is left at
// most.
func (t *Title) Best(s *engine.State, companies []string, budget int) []Prospect {
	w := prospector{t, s, budget}
	return w.best(companies)
}

// Prospects works out the prospects of companies as Best does, and what one
// train more would make of them.
func (t *Title) Prospects(s *engine.State, companies []string, budget int) []Prospect {
	w := prospector{t, s, budget}
	out := w.best(companies)
	for i := range out {
		out[i].More = w.more(out[i])
	}
	return out
}

type prospector struct {
	title  *Title
	state  *engine.State
	budget int
}

func (w *prospector) best(companies []string) []Prospect {
	out := make([]Prospect, len(companies))
	for i, sym := range companies {
		runs := w.title.Runs(w.state, sym)
		out[i] = Prospect{Company: sym, Runs: runs, Best: w.search(runs)}
	}
	return out
}

// Runs are the runs of a company's trains as the table stands.
func (t *Title) Runs(s *engine.State, company string) step.Runs {
	g, trains := t.Network(s, company)
	var fleets []route.Fleet
	if t.Fleets != nil {
		fleets = t.Fleets(s, company)
	}
	return step.NewRunsOf(g, trains, fleets, t.Facts.Money)
}

func (w *prospector) search(r step.Runs) route.Result {
	res := route.BestOf(r.Graph, r.Trains, r.Fleets, route.Options{Budget: max(w.budget/2, leastWork)})
	w.budget -= res.Work
	return res
}

// more adds a train of each type that bank or pool still has.
func (w *prospector) more(p Prospect) []Extra {
	if len(p.Runs.Graph.Segments) == 0 {
		return nil
	}
	table := w.title.Table(w.state)
	var out []Extra
	seen := map[string]bool{}
	for _, place := range []string{step.Supply, step.Pool} {
		for _, name := range table.TrainNames(place) {
			if seen[name] {
				continue
			}
			seen[name] = true
			next := w.state.With(engine.Moved{Piece: table.TrainOf(place, name), From: place, To: p.Company})
			out = append(out, Extra{name, table.F.Train(name).Price, w.search(w.title.Runs(next, p.Company))})
		}
	}
	return out
}
