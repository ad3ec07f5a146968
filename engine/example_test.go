package engine_test

import (
	"errors"
	"fmt"
	"slices"

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

// A flow is a table that reads like the contents page of the rules: every company has a turn in two operating rounds.
func ExampleFlow() {
	told := func(what string) engine.Step {
		return engine.Do(func(t *engine.Turn) { t.Note("", "%s %s", what, t.Actor) })
	}
	flow := engine.Flow{
		"game":             engine.Seq("operating rounds", "end"),
		"operating rounds": engine.Times(func(*engine.State) int { return 2 }, "operating round"),
		"operating round":  engine.Each(next, "operating turn"),
		"operating turn":   engine.Seq("track", "run"),
		"track":            told("track of"),
		"run":              told("run of"),
		"end":              engine.Do(func(t *engine.Turn) { t.End("two rounds are over", nil) }),
	}
	_, log := engine.Start(engine.Rules{Start: "game", Flow: flow}, []engine.Event{engine.Started{Players: []string{"Amy"}}})
	for _, e := range log {
		if n, ok := e.(engine.Noted); ok {
			fmt.Println(n.Text)
		}
	}
	// Output:
	// track of B&O
	// run of B&O
	// track of PRR
	// run of PRR
	// track of B&O
	// run of B&O
	// track of PRR
	// run of PRR
}

// next is the first company that has not had its turn in this round.
func next(_ *engine.State, done []string) string {
	for _, sym := range []string{"B&O", "PRR"} {
		if !slices.Contains(done, sym) {
			return sym
		}
	}
	return ""
}

// asking is a title of one step: both players in turn say "take" or "leave".
var asking = engine.Rules{Start: "game", Flow: engine.Flow{
	"game": engine.Seq("take", "end"),
	"take": engine.Do(func(t *engine.Turn) {
		for _, p := range t.Players() {
			if t.Ask("take", engine.Bare(p, "take", "takes $10"), engine.Bare(p, "leave", "takes nothing")).Verb == "take" {
				t.Pay(engine.Bank, p, 10)
			}
		}
	}),
	"end": engine.Do(func(t *engine.Turn) { t.End("all have answered", nil) }),
}}

// begun is a game of two that stands before its first question.
func begun() (*engine.Game, []engine.Event) {
	return engine.Start(asking, []engine.Event{engine.Started{Players: []string{"Amy", "Brian"}}, engine.Paid{From: engine.Box, To: engine.Bank, Amount: 100}})
}

// A leaf runs again from its start with every answer, and stops at the first question that has none.
func ExampleTurn_Ask() {
	g, _ := begun()
	for _, p := range []string{"p1", "p2"} {
		fmt.Println(engine.Awaited(g.Pending()), g.State().Cash("p1"))
		g, _, _ = g.Decide(engine.Command{By: p, Verb: "take"})
	}
	fmt.Println(g.State().Cash("p1"), g.State().Cash("p2"), g.State().Result.Reason)
	// Output:
	// [p1] 0
	// [p2] 10
	// 10 10 all have answered
}

// A stored game is opened from its log. What is refused changes nothing, and is one sentence for the player.
func ExampleOpen() {
	g, log := begun()
	_, more, _ := g.Decide(engine.Command{By: "p1", Verb: "take"})
	g = engine.Open(asking, append(log, more...))
	_, _, err := g.Decide(engine.Command{By: "p1", Verb: "take"})
	var refusal *engine.Refusal
	fmt.Println(errors.As(err, &refusal), err)
	fmt.Println(engine.Awaited(g.Pending()), g.State().Cash("p1"))
	// Output:
	// true it is not your move
	// [p2] 10
}

// Undo returns to an earlier position. The log keeps what was taken back.
func ExampleGame_Undo() {
	g, log := begun()
	before := len(log)
	g, more, _ := g.Decide(engine.Command{By: "p1", Verb: "take"})
	log = append(log, more...)
	g, more, err := g.Undo("p1", before)
	log = append(log, more...)
	fmt.Println(err, engine.Awaited(g.Pending()), g.State().Cash("p1"))
	fmt.Println(len(engine.Effective(log)) < len(log))
	// Output:
	// <nil> [p1] 0
	// true
}

// What a title calls things is declared, so that a slip is no new place.
func ExampleNames() {
	names := engine.NewNames().Word("SYM", "B&O", "PRR").Word("STOP", "A4.0").
		Pieces("token:SYM:N").Places("STOP", "SYM", "pool")
	fmt.Println(names.Undeclared(engine.Moved{Piece: "token:PRR:1", From: "PRR", To: "A4.0"}))
	fmt.Println(names.Undeclared(engine.Moved{Piece: "token:PRR:1", From: "PRR", To: "poool"}))
	// Output:
	// <nil>
	// "poool" is not declared as a place; the nearest that is declared is "pool"
}
