package title_test

import (
	"reflect"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/title"
)

func TestRoundsAreNamed(t *testing.T) {
	kinds := []string{"Auction", "SR #", "OR #.#"}
	for kind, want := range []string{"Auction", "SR 12", "OR 12.3"} {
		if got := title.RoundName(kinds, kind, 12, 3); got != want {
			t.Errorf("kind %d is %q, want %q", kind, got, want)
		}
	}
}

// lying is a table with private companies and blocking markers in all places that matter.
func lying() step.Table {
	moved := func(piece, to string) engine.Event { return engine.Moved{Piece: piece, To: to} }
	s := engine.Fold([]engine.Event{
		engine.Started{Players: []string{"Amy", "Ben"}},
		engine.Set{Key: "bid:A:p1", Value: 35},
		moved(step.Private("A"), "row"), moved(step.Private("B"), "p2"), moved(step.Private("C"), step.Out), moved(step.Private("D"), step.Pool),
		moved(step.Token(step.Blocking, 0), "C4"), moved(step.Token(step.Blocking, 1), "box"), moved(step.Token(step.Blocking, 2), "C4"), moved(step.Token(step.Blocking, 3), "C6"),
	})
	return step.Table{S: s, F: &facts.Title{
		Privates: []facts.Private{{Sym: "A", Value: 30}, {Sym: "B", Value: 40}, {Sym: "C", Value: 50}},
		Trains:   []facts.Train{{Name: "2", Price: 80}, {Name: "3", Price: 180}},
	}}
}

func TestPrivatesAreTold(t *testing.T) {
	tb := lying()
	for sym, want := range map[string]title.Private{"A": {Sym: "A"}, "B": {Sym: "B", Owner: "p2"}, "C": {Sym: "C", Gone: true}, "D": {Sym: "D", Gone: true}} {
		if got := title.PrivateAt(tb, sym, "row"); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is told as %+v", sym, got)
		}
	}
	w := step.Waterfall{Table: tb}
	named := func(p string) string { return "player " + p }
	for sym, owner := range map[string]any{"A": nil, "B": "player p2", "C": "closed"} {
		got := title.BidsFields(w, sym, "row", named, title.Fields{"income": 5})
		if got["owner"] != owner || got["income"] != 5 || got["face"] != map[string]int{"A": 30, "B": 40, "C": 50}[sym] {
			t.Errorf("%s is told as %v", sym, got)
		}
		if bids := got["bids"].(map[string]int); len(bids) > 0 != (sym == "A") || sym == "A" && bids["player p1"] != 35 {
			t.Errorf("the bids for %s are %v", sym, bids)
		}
	}
}

func TestThingsAreCounted(t *testing.T) {
	tb := lying()
	if got := title.Blocked(tb, "box"); !reflect.DeepEqual(got, map[string]int{"C4": 2, "C6": 1}) {
		t.Errorf("blocked are %v", got)
	}
	if got := title.Counted([]string{"3", "2", "3"}); !reflect.DeepEqual(got, map[string]int{"3": 2, "2": 1}) {
		t.Errorf("counted are %v", got)
	}
	if got := title.StocksOf(tb, []string{"3", "2", "3"}); !slices.Equal(got, []title.Stock{{Name: "3", Price: 180, Count: 2}, {Name: "2", Price: 80, Count: 1}}) {
		t.Errorf("stocks are %v", got)
	}
}

// Nothing is told without a value, or if it does not hold.
func TestFactsAreTold(t *testing.T) {
	var got title.Facts
	got.Add("ports", "")
	got.Add("privates", "A, B")
	got.When(false, "owes", "$5")
	got.When(true, "in", "")
	if want := (title.Facts{{Label: "privates", Value: "A, B"}, {Label: "in"}}); !slices.Equal(got, want) {
		t.Errorf("told are %v", got)
	}
}
