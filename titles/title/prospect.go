package title

import (
	"slices"

	"pbem/engine"
	"pbem/engine/route"
	"pbem/engine/step"
)

// A Prospect is the most that a company's trains can earn as the table stands,
// and what one more train would change.
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

// leastWork is what a search may use if nothing is left of the budget. Good runs are found with less.
const leastWork = 50_000

// Best computes the most that companies can earn with their present trains. All
// searches share one budget, in steps of search; one search takes at most half
// of what is left.
func (t *Title) Best(s *engine.State, companies []string, budget int) []Prospect {
	w := prospector{t, s, budget}
	return w.best(companies)
}

// Prospects computes the prospects of companies as Best does, and what one more
// train would add.
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

// Runs returns the runs of a company's trains as the table stands.
func (t *Title) Runs(s *engine.State, company string) step.Runs {
	g, trains := t.Network(s, company)
	var fleets []route.Fleet
	if t.Fleets != nil {
		fleets = t.Fleets(s, company)
	}
	return step.NewRunsOf(g, trains, fleets, t.Facts.Money)
}

func (w *prospector) search(r step.Runs) route.Result {
	res := step.Searched.BestOf(r.Graph, r.Trains, r.Fleets, route.Options{Budget: max(w.budget/2, leastWork)})
	w.budget -= res.Work
	return res
}

// more adds a train of each type on sale and of each type in the pool. Of a certificate with two sides it
// adds both.
func (w *prospector) more(p Prospect) []Extra {
	if len(p.Runs.Graph.Segments) == 0 {
		return nil
	}
	table := w.title.Table(w.state)
	names := table.TrainNames(step.Pool)
	for i, s := range w.title.Position(w.state).Supply {
		names = slices.Insert(names, i, s.Name)
	}
	var out []Extra
	for i, name := range names {
		if slices.Index(names, name) == i {
			next := w.state.With(w.handOver(name, p.Company))
			out = append(out, Extra{name, table.F.Train(name).Price, w.search(w.title.Runs(next, p.Company))})
		}
	}
	return out
}

// handOver gives a company one more train of a type, wherever it is now, even face down or not yet visible.
func (w *prospector) handOver(name, company string) engine.Moved {
	n := 0
	for w.state.Where(step.Train(name, n)) == company {
		n++
	}
	train := step.Train(name, n)
	return engine.Moved{Piece: train, From: w.state.Where(train), To: company}
}
