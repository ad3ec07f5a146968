package title

import (
	"pbem/engine"
	"pbem/engine/route"
)

// A Ran is a run of trains that was made: what it earned, and the most that its
// trains could have earned.
type Ran struct {
	Company string
	By      string   // the player who said it
	Trains  []string // trains that could run
	Earned  int
	Best    int
	Proven  bool // the search for the best run was complete; otherwise there may be a better one
	Work    int  // steps of that search
}

// Ran reads a run from a player's command, on the table as it was before. The
// search for the best takes at most so many steps. It reports false if no
// trains ran.
func (t *Title) Ran(before *engine.State, said engine.Said, budget int) (Ran, bool) {
	if said.Verb != "run" || len(before.Stack) == 0 {
		return Ran{}, false
	}
	company := before.Stack[len(before.Stack)-1].Actor
	if t.Facts.Company(company) == nil {
		return Ran{}, false
	}
	runs := t.Runs(before, company)
	_, earned, err := runs.Read(said.Args)
	if err != nil || len(runs.Trains) == 0 {
		return Ran{}, false
	}
	best := route.BestOf(runs.Graph, runs.Trains, runs.Fleets, route.Options{Budget: max(budget, leastWork)})
	out := Ran{Company: company, By: said.By, Earned: earned, Best: max(best.Total, earned), Proven: best.Proven, Work: best.Work}
	for _, train := range runs.Trains {
		out.Trains = append(out.Trains, train.Name)
	}
	return out, true
}
