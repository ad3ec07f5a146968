package replay

import (
	"fmt"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// A Run is a recorded run of trains and the best possible one.
type Run struct {
	ID      int      `json:"id"` // of the action
	Company string   `json:"company"`
	Trains  []string `json:"trains"` // the trains that ran; trains that run together are one
	Human   int      `json:"human"`  // revenue of the recorded run
	Best    int      `json:"best"`
	Proven  bool     `json:"proven"`  // nothing pays more than Best
	Seconds float64  `json:"seconds"` // time for building the network and finding the best run
}

// IsRun reports whether an action is a run of a company's trains. Minors, the private
// companies of 1828, run no trains.
func IsRun(a games18xx.Action) bool { return a.Type == "run_routes" && a.EntityType != "minor" }

// BestRun plays a recorded run. It returns the run together with the best one.
func (r *Replay) BestRun(a games18xx.Action) (Run, error) {
	before, company := r.Game.State(), string(a.Entity)
	if r.Title.Import.Company != nil {
		company = r.Title.Import.Company(company)
	}
	began := time.Now()
	runs := r.Title.Runs(before, company)
	best := runs.Result()
	run := Run{ID: a.ID, Company: string(a.Entity), Best: best.Total, Proven: best.Proven, Seconds: time.Since(began).Seconds()}
	for _, t := range runs.Trains {
		run.Trains = append(run.Trains, t.Name)
	}
	said, err := r.Do(a)
	if err != nil {
		return run, err
	}
	run.Human, err = earned(said, runs)
	return run, err
}

// earned returns the revenue of a run by our rules.
func earned(said []engine.Command, runs step.Runs) (int, error) {
	for _, c := range said {
		if c.Verb == "run" {
			_, total, err := runs.Read(c.Args)
			return total, err
		}
	}
	return 0, fmt.Errorf("no trains ran")
}
