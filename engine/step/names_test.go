package step

import (
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/walk"
)

// railFacts loads the toy.
func railFacts(t *testing.T) *facts.Title {
	t.Helper()
	f, err := facts.Load([]byte(rail))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Everything that the shared steps use is declared for every title. The toy adds only its own names.
func TestNamesOfSharedSteps(t *testing.T) {
	f := railFacts(t)
	for seed, option := range []string{"", "cash", "cousin"} {
		rules := railRules(f)
		rules.Names = Names(f).Places("sale", "blue").Purses("blue").Counters("less:PRIVATE", "set", "sold:PLAYER:SYM")
		w := walk.Walk{Rules: rules, Setup: railSetup(f, option), Seed: uint64(seed), Limit: 5000}
		if err := w.Run(); err != nil {
			t.Errorf("%q: %v", option, err)
		}
	}
}

func TestNamesOfFacts(t *testing.T) {
	names := Names(railFacts(t))
	for _, c := range []struct {
		fact     engine.Event
		declared bool
	}{
		{engine.Moved{Piece: Share("PRR", 3), To: IPO("PRR")}, true},
		{engine.Moved{Piece: Train("D", 40), To: Supply}, true}, // there is no limit on their number
		{engine.Moved{Piece: Token(Blocking, 1), To: "B2.0"}, true},
		{engine.Moved{Piece: Keep("NYC"), To: "B2"}, true},
		{engine.Moved{Piece: Private("A"), To: "p3"}, true},
		{engine.Paid{From: "p3", To: "NYC", Amount: 1}, true},

		{engine.Moved{Piece: Share("A", 0), To: Pool}, false}, // a private company has no shares
		{engine.Moved{Piece: Train("4", 0), To: Supply}, false},
		{engine.Moved{Piece: Keep("NYC"), To: "B4"}, false},
		{engine.Moved{Piece: Private("A"), To: "p4"}, false},
		{engine.Paid{From: "p3", To: "A", Amount: 1}, false},
		{engine.Set{Key: "less:A", Value: 1}, false}, // the toy's own
	} {
		if err := names.Undeclared(c.fact); (err == nil) != c.declared {
			t.Errorf("%v: %v", c.fact, err)
		}
	}
}
