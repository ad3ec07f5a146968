package title

import (
	"pbem/engine"
	"pbem/engine/route"
	"pbem/engine/step"
)

// A Made is a run of trains that was made: what it earned, and where the trains went.
type Made struct {
	Company string
	By      string   // the player who said it
	Trains  []string // trains that could run
	Courses []Course // of the trains that ran
	Earned  int
}

// A Ran is a run that was made, and the most that its trains could have earned.
type Ran struct {
	Made
	Best   int
	Proven bool // the search for the best run was complete; otherwise there may be a better one
	Work   int  // steps of that search
}

// Ran reads a run from a player's command, on the table as it was before. The
// search for the best takes at most so many steps. It reports false if no
// trains ran.
func (t *Title) Ran(before *engine.State, said engine.Said, budget int) (Ran, bool) {
	runs, made, ok := t.made(before, said)
	if !ok {
		return Ran{}, false
	}
	best := step.Searched.BestOf(runs.Graph, runs.Trains, runs.Fleets, route.Options{Budget: max(budget, leastWork)})
	return Ran{Made: made, Best: max(best.Total, made.Earned), Proven: best.Proven, Work: best.Work}, true
}

// Made is Ran without the search.
func (t *Title) Made(before *engine.State, said engine.Said) (Made, bool) {
	_, made, ok := t.made(before, said)
	return made, ok
}

func (t *Title) made(before *engine.State, said engine.Said) (step.Runs, Made, bool) {
	if said.Verb != "run" || len(before.Stack) == 0 {
		return step.Runs{}, Made{}, false
	}
	company := before.Stack[len(before.Stack)-1].Actor
	if t.Facts.Company(company) == nil {
		return step.Runs{}, Made{}, false
	}
	runs := t.Runs(before, company)
	routes, earned, err := runs.Read(said.Args)
	if err != nil || len(runs.Trains) == 0 {
		return step.Runs{}, Made{}, false
	}
	out := Made{Company: company, By: said.By, Earned: earned}
	for _, train := range runs.Trains {
		out.Trains = append(out.Trains, train.Name)
	}
	out.Courses = coursesOf(runs, company, routes)
	return runs, out, true
}
