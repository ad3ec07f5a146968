package title_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/engine/walk"
	"pbem/titles/title"
)

// made makes a title from a small file of facts: two companies operate three times, buy a
// train if they want one, and are paid for it. change may break the title.
func made(t *testing.T, change func(*title.Title)) *title.Title {
	t.Helper()
	data, err := os.ReadFile("../../engine/facts/testdata/coast.json")
	if err != nil {
		t.Fatal(err)
	}
	f, err := facts.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	operate := func(s *engine.State, done []string) string { return step.FirstNotIn([]string{"NR", "SR"}, done) }
	out := &title.Title{
		Facts: f,
		Rules: engine.Rules{Start: "game", Names: step.Names(f).Counters("set", "earned:SYM"), Flow: engine.Flow{
			"game":    engine.Seq("sets", "end"),
			"sets":    engine.Times(func(*engine.State) int { return 3 }, "begin", "company"),
			"begin":   engine.Do(func(t *engine.Turn) { t.Set("set", t.Get("set")+1) }),
			"company": engine.Each(operate, "buy", "run"),
			"buy":     buys(step.Supply, ""),
			"run":     pays("earned:"),
			"end":     engine.Do(func(t *engine.Turn) { t.End("three sets", map[string]int{"p1": t.Cash("p1"), "p2": t.Cash("p2")}) }),
		}},
		Setup: func(start engine.Started) ([]engine.Event, error) {
			log := []engine.Event{start, engine.Paid{From: engine.Box, To: engine.Bank, Amount: 1000}}
			for _, sym := range []string{"NR", "SR"} {
				log = append(log, engine.Paid{From: engine.Bank, To: sym, Amount: 100})
			}
			for n := range 6 {
				log = append(log, engine.Moved{Piece: step.Train("2", n), To: step.Supply})
			}
			return log, nil
		},
		Round: func(s *engine.State) string { return title.RoundName([]string{"OR #"}, 0, s.Get("set"), 0) },
	}
	if change != nil {
		change(out)
	}
	return out
}

// buys returns a step in which a company buys a train. The train goes to its charter, or
// to another place.
func buys(from, to string) engine.Step {
	return engine.Do(func(t *engine.Turn) {
		if t.Cash(t.Actor) < 40 || t.Ask("buy", engine.Bare("p1", "buy", ""), engine.Bare("p1", "pass", "")).Verb == "pass" {
			return
		}
		t.Pay(t.Actor, engine.Bank, 40)
		if to == "" {
			to = t.Actor
		}
		t.Move(t.Kind(from, "train")[0], to)
	})
}

func pays(counter string) engine.Step {
	return engine.Do(func(t *engine.Turn) {
		n := 10 * len(t.Kind(t.Actor, "train"))
		t.Set(counter+t.Actor, t.Get(counter+t.Actor)+n)
		t.Pay(engine.Bank, t.Actor, n)
	})
}

// walked plays some random games of a title.
func walked(ti *title.Title) error {
	for seed := range uint64(5) {
		setup, err := ti.Setup(engine.Started{Title: ti.Facts.Slug, Players: []string{"Amy", "Brian"}})
		if err != nil {
			return err
		}
		if err := (&walk.Walk{Rules: ti.Rules, Setup: setup, Seed: seed, Limit: 100}).Run(); err != nil {
			return err
		}
	}
	return nil
}

func TestCheckedTitleWalks(t *testing.T) {
	ti := made(t, nil)
	if err := ti.Check(); err != nil {
		t.Error(err)
	}
	if err := walked(ti); err != nil {
		t.Error(err)
	}
}

// A panic in what a title lists is told with the line of the title.
func TestPanicIsPlaced(t *testing.T) {
	var none []engine.Option
	err := walked(made(t, func(ti *title.Title) {
		ti.Rules.Flow["buy"] = engine.Do(func(t *engine.Turn) {
			t.Ask("buy", engine.Choice{By: "p1", Verb: "buy", Options: func() []engine.Option { return none[:cap(none)+1] }})
		})
	}))
	if err == nil || !strings.Contains(err.Error(), "out of range") || !strings.Contains(err.Error(), ", at title/check_test.go:") {
		t.Error(err)
	}
}

// Faults of the flow, and of what belongs to it, are reported before any game begins, by
// the names of the steps.
func TestFaultsOfFlow(t *testing.T) {
	flow := func(name string, step engine.Step) func(*title.Title) {
		return func(ti *title.Title) { ti.Rules.Flow[name] = step }
	}
	once := func(*engine.State, []string) string { return "" }
	for want, change := range map[string]func(*title.Title){
		`"company" runs "sets", which runs "company"`:                                       flow("company", engine.Each(once, "buy", "run", "sets")),
		`the step "dividend" is declared, but nothing that begins with "game"`:              flow("dividend", pays("earned:")),
		`"company" runs the step "run" twice`:                                               flow("company", engine.Each(once, "run", "buy", "run")),
		`"company" runs the step "byu", which is not declared; the nearest is "buy`:         flow("company", engine.Each(once, "byu", "run")),
		`no step "merger round", which Mergers names`:                                       func(ti *title.Title) { ti.Mergers = "merger round" },
		`seats for 2 players take the variant "moer players", which Variants does not list`: func(ti *title.Title) { ti.Facts.Seats[0].Variant = "moer players" },
		`names: in "debt:PLAYR" stands PLAYR, which is no word; declared are HEX, PLAYER, PRIVATE, STOP, SYM, TRAIN`: func(ti *title.Title) {
			ti.Rules.Names = step.Names(ti.Facts).Counters("debt:PLAYR")
		},
		`names: none are declared`: func(ti *title.Title) { ti.Rules.Names = nil },
	} {
		if err := made(t, change).Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("it is told %v, want %s", err, want)
		}
	}
}

// Faults that only a game shows are reported by a walk, with the step, the fact and the
// name.
func TestFaultsOfNames(t *testing.T) {
	flow := func(name string, step engine.Step) func(*title.Title) {
		return func(ti *title.Title) { ti.Rules.Flow[name] = step }
	}
	laid := func(e engine.Event) func(*title.Title) {
		return func(ti *title.Title) {
			usual := ti.Setup
			ti.Setup = func(start engine.Started) ([]engine.Event, error) {
				log, err := usual(start)
				return append(log, e), err
			}
		}
	}
	for want, change := range map[string]func(*title.Title){
		`step "buy" of NR: {"moved":{"piece":"train:2:0","from":"supply","to":"poool"}}: "poool" is not declared as a place; the nearest that is declared is "pool"`: flow("buy", buys(step.Supply, "poool")),
		`step "run" of NR: {"set":{"key":"erned:NR","value":`:                                                                                    flow("run", pays("erned:")),
		`"erned:NR" is not declared as a counter; the nearest that is declared is "earned:NR"`:                                                   flow("run", pays("erned:")),
		`step "end": {"paid":{"from":"bank","to":"NRR","amount":5}}: "NRR" is not declared as a purse; the nearest that is declared is "NR"`:     flow("end", engine.Do(func(t *engine.Turn) { t.Pay(engine.Bank, "NRR", 5) })),
		`setup: {"moved":{"piece":"tokn:NR:0","to":"NR"}}: "tokn:NR:0" is not declared as a piece; the nearest that is declared is "token:NR:0"`: laid(engine.Moved{Piece: "tokn:NR:0", To: "NR"}),
		`setup: {"moved":{"piece":"token:NR:0","to":"A4.9"}}: "A4.9" is not declared as a place; the nearest that is declared is "A4.0"`:         laid(engine.Moved{Piece: "token:NR:0", To: "A4.9"}),
	} {
		if err := walked(made(t, change)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("it is told %v, want %s", err, want)
		}
	}
}

// A flow in which nobody is asked stops, and the error names its steps.
func TestFaultsOfLaps(t *testing.T) {
	for want, change := range map[string]func(*title.Title){
		`nobody is asked anything any more, in "game", "sets", "begin"`: func(ti *title.Title) {
			ti.Rules.Flow["sets"] = engine.Loop("begin")
			maps.DeleteFunc(ti.Rules.Flow, func(name string, _ engine.Step) bool { return slices.Contains([]string{"company", "buy", "run"}, name) })
		},
		`the step "company" runs for NR again`: func(ti *title.Title) {
			ti.Rules.Flow["company"] = engine.Each(func(*engine.State, []string) string { return "NR" }, "buy", "run")
		},
	} {
		ti := made(t, change)
		if err := ti.Check(); err != nil {
			t.Error(err)
		}
		if told := fmt.Sprint(walked(ti)); !strings.Contains(told, want) {
			t.Errorf("it is told %s, want %s", told, want)
		}
	}
}
