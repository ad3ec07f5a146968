package engine_test

import (
	"fmt"

	"pbem/engine"
)

// A game of one question: who asks gets an answer, and what follows from it is stored as facts.
func Example() {
	rules := engine.Rules{Start: "game", Flow: engine.Flow{
		"game": engine.Seq("tax", "end"),
		"tax": engine.Do(func(t *engine.Turn) {
			if t.Ask("tax", engine.Bare("p1", "pay", "pays the tax"), engine.Bare("p1", "refuse", "pays nothing")).Verb == "pay" {
				t.Pay("p1", engine.Bank, 30)
			}
		}),
		"end": engine.Do(func(t *engine.Turn) { t.End("the tax is settled", map[string]int{"p1": t.Cash("p1")}) }),
	}}
	g, log := engine.Start(rules, []engine.Event{
		engine.Started{Title: "toy", Players: []string{"Amy"}},
		engine.Paid{From: engine.Box, To: "p1", Amount: 100},
	})
	for _, choice := range g.Pending() {
		fmt.Println("may say:", choice.Verb)
	}
	g, events, err := g.Decide(engine.Command{By: "p1", Verb: "pay"})
	fmt.Println(err, g.State().Result.Scores["p1"])

	// The log alone gives the same table again; no rule is asked.
	fmt.Println(engine.Fold(append(log, events...)).Cash("p1"))
	// Output:
	// may say: pay
	// may say: refuse
	// <nil> 70
	// 70
}
