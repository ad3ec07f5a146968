package engine

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// railNames are those of a small railway game.
func railNames() *Names {
	return NewNames().Word("PLAYER", "p1", "p2").Word("SYM", "NYC", "PRR", "B&O").Word("TRAIN", "2", "5/7x2").Word("PRIVATE").
		Pieces("share:SYM:N", "private:PRIVATE", "train:TRAIN:N", "priority").
		Places("PLAYER", "SYM", "pool", "supply", "ipo:SYM").
		Purses("PLAYER", "SYM", "aside:SYM").
		Counters("round", "phase", "sold:PLAYER:SYM", "track no")
}

func TestUndeclared(t *testing.T) {
	for _, c := range []struct {
		fact Event
		want string // "" for a fact with declared names
	}{
		{Moved{Piece: "share:B&O:12", To: "ipo:B&O"}, ""},
		{Moved{Piece: "train:5/7x2:0", From: "anywhere", To: "p2"}, ""},
		{Moved{Piece: "priority", To: "supply"}, ""},
		{Paid{From: Box, To: Bank, Amount: 5}, ""},
		{Paid{From: "aside:NYC", To: "p1", Amount: 5}, ""},
		{Set{Key: "sold:p1:NYC", Value: 3}, ""},
		{Set{Key: "amended:a missing marker", Value: 1}, ""},
		{Noted{By: "anybody", Text: "anything"}, ""},

		{Moved{Piece: "train:2:0", To: "poool"}, `"poool" is not declared as a place; the nearest that is declared is "pool"`},
		{Moved{Piece: "train:2:0", To: "ipo:PR"}, `"ipo:PR" is not declared as a place; the nearest that is declared is "ipo:PRR"`},
		{Moved{Piece: "train:2:0", To: "ipo"}, `"ipo" is not declared as a place`},
		{Moved{Piece: "train:2:0", To: "p3"}, `"p3" is not declared as a place; the nearest that is declared is "p1"`},
		{Moved{Piece: "train:2:0", To: "pool:NYC"}, `"pool:NYC" is not declared as a place; the nearest that is declared is "ipo:NYC"`},
		{Moved{Piece: "trian:2:0", To: "pool"}, `"trian:2:0" is not declared as a piece; the nearest that is declared is "train:2:0"`},
		{Moved{Piece: "train:3:0", To: "pool"}, `"train:3:0" is not declared as a piece; the nearest that is declared is "train:2:0"`},
		{Moved{Piece: "private:", To: "pool"}, `"private:" is not declared as a piece`},
		{Moved{Piece: "train:2", To: "pool"}, `"train:2" is not declared as a piece; the nearest that is declared is "train:2:N"`},
		{Moved{Piece: "share:NYC:x", To: "pool"}, `"share:NYC:x" is not declared as a piece; the nearest that is declared is "share:NYC:N"`},
		{Moved{Piece: "share:NYC:", To: "pool"}, `"share:NYC:" is not declared as a piece; the nearest that is declared is "share:NYC:N"`},
		{Moved{Piece: "share:NYC:1:2", To: "pool"}, `"share:NYC:1:2" is not declared as a piece; the nearest that is declared is "share:NYC:1"`},
		{Paid{From: "bnak", To: "p1", Amount: 5}, `"bnak" is not declared as a purse; the nearest that is declared is "bank"`},
		{Paid{From: "p1", To: "pool", Amount: 5}, `"pool" is not declared as a purse`},
		{Set{Key: "rounds", Value: 3}, `"rounds" is not declared as a counter; the nearest that is declared is "round"`},
		{Set{Key: "sold:NYC:p1", Value: 3}, `"sold:NYC:p1" is not declared as a counter`},
		{Set{Key: "ammended:a marker", Value: 3}, `"ammended:a marker" is not declared as a counter`},
	} {
		told := ""
		if err := railNames().Undeclared(c.fact); err != nil {
			told = err.Error()
		}
		if told != c.want && (c.want == "" || !strings.HasPrefix(told, c.want+";")) {
			t.Errorf("%v: it is told %q, want %q", c.fact, told, c.want)
		}
	}
	names, facts := railNames(), []Event{Moved{Piece: "share:B&O:12", To: "ipo:B&O"}, Paid{From: Bank, To: "p1", Amount: 5}, Set{Key: "sold:p1:NYC"}}
	if n := testing.AllocsPerRun(100, func() {
		for _, e := range facts {
			_ = names.Undeclared(e)
		}
	}); n > 0 {
		t.Errorf("%v allocations for names that are declared", n)
	}
	if err := (*Names)(nil).Undeclared(Set{Key: "anything"}); err != nil {
		t.Errorf("without names: %v", err)
	}
}

// The toy with names of its own, and a step that is at fault when p1 digs.
func namedToy(fault func(*Turn)) Rules {
	rules := toy(10)
	rules.Names = NewNames().Word("PLAYER", "p1", "p2", "p3").Pieces("charter").Places("table", "PLAYER").Purses("PLAYER").Counters("holes")
	dig := rules.Flow["dig"].leaf
	rules.Flow["dig"] = Do(func(t *Turn) {
		dig(t)
		if t.Actor == "p1" {
			fault(t)
		}
	})
	return rules
}

func TestNamesOfTheToy(t *testing.T) {
	for seed := range uint64(20) {
		if g, _ := walk(t, namedToy(func(*Turn) {}), seed, 1000); g.State().Result == nil {
			t.Fatalf("seed %d: the toy does not come to its end", seed)
		}
	}
}

// A step that uses an undeclared name stops the game without doing anything. The error names the step, the
// event and the name.
func TestUndeclaredNamesStopAStep(t *testing.T) {
	for want, fault := range map[string]func(*Turn){
		`step "dig" of p1: {"moved":{"piece":"charter","from":"table","to":"tabel"}}: "tabel" is not declared as a place; the nearest that is declared is "table"`: func(t *Turn) { t.Move("charter", "tabel") },
		`step "dig" of p1: {"paid":{"from":"bank","to":"poot","amount":1}}: "poot" is not declared as a purse`:                                                     func(t *Turn) { t.Pay(Bank, "poot", 1) },
		`step "dig" of p1: {"set":{"key":"hoels","value":7}}: "hoels" is not declared as a counter; the nearest that is declared is "holes"`:                       func(t *Turn) { t.Set("hoels", 7) },
	} {
		rules := namedToy(fault)
		g, log := Start(rules, toySetup())
		var err error
		for err == nil && g.State().Result == nil {
			ch := g.Pending()[len(g.Pending())-1]
			var next *Game
			var more []Event
			if next, more, err = g.Decide(Command{By: ch.By, Verb: ch.Verb}); err == nil {
				g, log = next, append(log, more...)
			}
		}
		var freeze *Freeze
		if !errors.As(err, &freeze) || !strings.Contains(err.Error(), want) {
			t.Errorf("it is told %v, want %s", err, want)
		}
		if h := Open(rules, log); h.Frozen() != nil || !reflect.DeepEqual(h.State(), g.State()) {
			t.Errorf("the game before the fault does not open: %v", h.Frozen())
		}
	}
}

func TestUndeclaredNamesStopASetup(t *testing.T) {
	setup := append(toySetup(), Moved{Piece: "charter", From: "table", To: "tables"})
	told := panicOf(func() { Start(namedToy(func(*Turn) {}), setup) })
	if want := `setup: {"moved":{"piece":"charter","from":"table","to":"tables"}}: "tables" is not declared as a place`; !strings.Contains(told, want) {
		t.Errorf("it is told %q, want %s", told, want)
	}
}

// A log from before names were declared opens as it is, and continues.
func TestOldNamesOpen(t *testing.T) {
	setup := append(toySetup(), Set{Key: "an old counter", Value: 1}, Moved{Piece: "an old piece", To: "an old place"})
	old, log := Start(toy(10), setup)
	g := Open(namedToy(func(*Turn) {}), log)
	if g.Frozen() != nil || !g.State().SameTable(old.State()) {
		t.Fatalf("the old log does not open: %v", g.Frozen())
	}
	if _, _, err := g.Decide(Command{By: "p1", Verb: "pass"}); err != nil {
		t.Errorf("it does not go on: %v", err)
	}
}
