package step_test

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/facts"
	"pbem/engine/step"
)

// One predicate decides what is offered, and gives the reason for what is refused.
func ExampleRuled() {
	trains := func() []engine.Option { return []engine.Option{{Args: []string{"2"}}, {Args: []string{"D"}}} }
	choice := step.Ruled("p1", "NYC", "buy", "buys a train", trains, func(words []string) string {
		if words[0] == "D" {
			return "a D costs $1100, and NYC has $80 (6.4)"
		}
		return ""
	})
	for _, o := range choice.List() {
		fmt.Println("offered:", o.Args)
	}
	_, err := choice.Free([]string{"D"})
	fmt.Println("refused:", err)
	// Output:
	// offered: [2]
	// refused: a D costs $1100, and NYC has $80 (6.4)
}

// Next finds whose turn it is after somebody, without those who are out.
func ExampleNext() {
	fmt.Println(step.Next([]string{"p1", "p2", "p3"}, "p1", func(p string) bool { return p == "p2" }))
	// Output: p3
}

// island are the facts of two companies and one train.
func island() *facts.Title {
	return &facts.Title{
		Currency: "$%d", Seats: []facts.Seats{{Players: 2}}, Map: &board.Map{},
		Companies: []facts.Company{{Sym: "NR", Shares: []int{2, 1, 1}}, {Sym: "SR", Shares: []int{2, 1, 1}}},
		Trains:    []facts.Train{{Name: "2", Price: 80, Count: 2}},
		Privates:  []facts.Private{{Sym: "FER", Value: 20}, {Sym: "MIN", Value: 50}},
		Phases:    []facts.Phase{{Name: "2"}},
	}
}

// A Table reads who has what. What it knows comes from the facts and from the names of pieces and places.
func ExampleTable() {
	t := step.Table{F: island(), S: engine.Fold([]engine.Event{
		engine.Started{Players: []string{"Amy", "Brian"}},
		engine.Moved{Piece: step.Share("NR", 0), To: "p2"},
		engine.Moved{Piece: step.Share("NR", 1), To: step.Pool},
		engine.Moved{Piece: step.Train("2", 0), To: "NR"},
	})}
	fmt.Println(t.President("NR"), t.Shares("p2", "NR"), t.Shares(step.Pool, "NR"), t.TrainNames("NR"))
	// Output: p2 2 1 [2]
}

// A title declares what it adds to the names of all titles. Capitals are words that the facts list.
func ExampleNames() {
	const sold step.Counter = "sold"
	names := step.Names(island()).Places("offer").Counters(sold.Of("PLAYER", "SYM"))
	fmt.Println(names.Undeclared(engine.Set{Key: sold.Of("p1", "NR"), Value: 3}))
	fmt.Println(names.Undeclared(engine.Set{Key: sold.Of("p1", "NRR"), Value: 3}))
	// Output:
	// <nil>
	// "sold:p1:NRR" is not declared as a counter; the nearest that is declared is "sold:p1:NR"
}

// started begins a game of two with $100 each, in which players take turns until all private companies are sold.
func started(leaf func(*engine.Turn, step.Table)) *engine.Game {
	f := island()
	rules := engine.Rules{Start: "game", Flow: engine.Flow{
		"game": engine.Seq("turns", "end"),
		"turns": engine.Turns(func(s *engine.State, last string) string {
			return step.Waterfall{Table: step.Table{S: s, F: f}, Unsold: unsold(s)}.Next(last)
		}, "turn"),
		"turn": engine.Do(func(t *engine.Turn) { leaf(t, step.Table{S: t.State, F: f}) }),
		"end":  engine.Do(func(t *engine.Turn) { t.End("everything is sold", nil) }),
	}}
	log := append([]engine.Event{engine.Started{Players: []string{"Amy", "Brian"}}, engine.Paid{From: engine.Box, To: engine.Bank, Amount: 500}},
		step.DealOrder([]string{"p1", "p2"})...)
	for _, p := range []string{"p1", "p2"} {
		log = append(log, engine.Paid{From: engine.Bank, To: p, Amount: 100})
	}
	for _, p := range f.Privates {
		log = append(log, engine.Moved{Piece: step.Private(p.Sym), To: "offer"})
	}
	g, _ := engine.Start(rules, log)
	return g
}

// unsold are the private companies that lie in the row.
func unsold(s *engine.State) func() []string {
	return func() []string { return step.Labels(s.Kind("offer", "private")) }
}

// asked prints what may be said.
func asked(g *engine.Game) {
	for _, c := range g.Pending() {
		for _, o := range c.List() {
			fmt.Println(c.By, c.Verb, o.Args, o.Range)
		}
	}
}

// The auction of private companies: the cheapest is bought at its price, the others are bid for. With the purchase the
// bid for the next one wins.
func ExampleWaterfall() {
	g := started(func(t *engine.Turn, tb step.Table) {
		step.Waterfall{
			Table: tb, Unsold: unsold(t.State),
			Row:   func(sym string) int { return slices.Index(unsold(t.State)(), sym) },
			Price: func(sym string) int { return tb.F.Private(sym).Value },
			Sold:  func(sym, p string, price int) { t.Move(step.Private(sym), p) },
			Lull:  func(string) string { return "" },
		}.Turn(t)
	})
	asked(g)
	g, _, _ = g.Decide(engine.Command{By: "p1", Verb: "bid", Args: []string{"MIN", "55"}})
	asked(g)
	g, _, _ = g.Decide(engine.Command{By: "p2", Verb: "buy", Args: []string{"FER"}})
	s := g.State()
	fmt.Println(s.Where("private:FER"), s.Where("private:MIN"), s.Cash("p1"), s.Cash("p2"), s.Result.Reason)
	// Output:
	// p1 buy [FER] <nil>
	// p1 bid [MIN] 55 to 100 in steps of 5
	// p1 pass [] <nil>
	// p2 buy [FER] <nil>
	// p2 bid [MIN] 60 to 100 in steps of 5
	// p2 pass [] <nil>
	// p2 p1 45 80 everything is sold
}

// Both purchases have the verb "buy": joined, each has its own reason.
func ExampleJoin() {
	trains := step.Ruled("p1", "NR", "buy", "buy a train", step.Fixed([]engine.Option{{Args: []string{"train", "2"}}}), func(words []string) string {
		if step.Word(words, 1) != "2" {
			return "the bank sells a 2-train next (3.5)"
		}
		return ""
	})
	privates := step.Barred("p1", "NR", "buy", "private companies are bought from phase 3 on (3.6)")
	choices := step.Join([]engine.Choice{trains, engine.Bare("p1", "pass", "")}, privates, func(words []string) bool { return words[0] == "private" })
	for _, words := range [][]string{{"train", "2"}, {"train", "3"}, {"private", "FER"}} {
		_, err := engine.Accept(choices, engine.Command{By: "p1", Verb: "buy", Args: words})
		fmt.Println(words, err)
	}
	// Output:
	// [train 2] <nil>
	// [train 3] the bank sells a 2-train next (3.5)
	// [private FER] private companies are bought from phase 3 on (3.6)
}
