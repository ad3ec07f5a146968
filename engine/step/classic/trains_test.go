package classic_test

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// shop is that of 1830: a D is sold as soon as the first 6 is, and a 4 takes $300 off it.
func shop(t *engine.Turn, tb step.Table) classic.Shop {
	return classic.Shop{
		Table: tb, Sym: t.Actor, Section: "6", Limits: "7", Pool: "pool", Others: []string{"PRR"},
		Most: func() int { return classic.TrainLimit(tb, t.Actor) }, With: map[string]string{"D": "6"},
		Discount: func(given, bought string) int {
			if given == "4" && bought == "D" {
				return 300
			}
			return 0
		},
		Sold: func(name string) { step.EnterPhase(t, tb, name, "All %s-trains rust", func(int) {}) },
	}
}

func trainsStep(t *engine.Turn, tb step.Table) { shop(t, tb).Trains(t, nil) }

// six is the phase of the 6: the trains before it are gone.
func six(more ...engine.Event) []engine.Event {
	out := []engine.Event{engine.Set{Key: "phase", Value: 2}}
	for _, train := range []string{step.Train("2", 0), step.Train("2", 1), step.Train("4", 1), step.Train("6", 0)} {
		out = append(out, moved(step.Out, train))
	}
	return append(out, more...)
}

func TestShop(t *testing.T) {
	own := func(name string, n int) engine.Event { return moved("NYC", step.Train(name, n)) }
	for _, c := range []struct {
		name   string
		cash   int
		events []engine.Event
		offers string
		said   string
		why    string
	}{
		{"the next train", 1200, nil, "train 2 from bank ($80)", "train 4 from bank", "there is no 4-train to buy from the bank now: the bank sells the next train only, a 2-train for $80 (6)"},
		{"no D before a 6", 1200, nil, "train 2 from bank ($80)", "train D from bank", "there is no D-train to buy from the bank now: the bank sells the next train only, a 2-train for $80 (6)"},
		{"a D beside the 6", 1200, six(moved(step.Out, step.Train("4", 0))), "train 6 from bank ($600), train D from bank ($1100)", "train 4 from bank", "there is no 4-train to buy from the bank now: the bank sells the next train only, a 6-train for $600, a D-train for $1100 (6)"},
		{"an exchange", 800, six(own("4", 0)), "train 6 from bank ($600), train D from bank giving 4 ($800)", "train D from bank", "a D-train costs $1100, but NYC has $800 (6)"},
		{"an exchange at the limit", 800, six(own("4", 0), own("6", 0)), "train D from bank giving 4 ($800)", "train 6 from bank", "NYC may own no more than 2 trains (7)"},
		{"nothing to give", 900, six(moved(step.Out, step.Train("4", 0))), "train 6 from bank ($600)", "train D from bank giving 4", "NYC has no 4-train to give (6)"},
		{"not taken", 900, six(own("6", 1)), "train D from bank giving 4 ($800)", "train D from bank giving 6", "a 6-train cannot be traded in for a D-train (6)"},
		{"of the pool", 90, []engine.Event{moved(step.Pool, step.Train("2", 1))}, "train 2 from bank ($80), train 2 from pool ($80)", "train 2 from market", "say which train, from bank, from pool or from a company for a price (6)"},
		{"of a company", 90, []engine.Event{moved("PRR", step.Train("4", 0))}, "train 2 from bank ($80), train 4 from PRR for 1-90 (if Brian agrees)", "train 4 from PRR for 91", "say for how much: from $1 to $90, what the treasury has (6)"},
		{"not its own", 90, nil, "train 2 from bank ($80)", "train 2 from NYC for 1", "NYC has no 2-train to sell (6)"},
	} {
		if c.name == "not taken" {
			c.events = append(c.events, own("4", 0))
			c.events = c.events[:len(c.events):len(c.events)]
		}
		g := play(setup(c.cash, c.events...), trainsStep)
		tells(t, c.name+": offered", strings.Join(g.offered("buy"), ", "), c.offers)
		tells(t, c.name+": refused", g.say("buy "+c.said), c.why)
	}
}

// Without others to buy from, words for a purchase from a company mean nothing.
func TestShopWithoutOthers(t *testing.T) {
	g := play(setup(90, moved("PRR", step.Train("4", 0))), func(t *engine.Turn, tb step.Table) {
		s := shop(t, tb)
		s.Others = nil
		_, ok := s.Order(strings.Fields("train 4 from PRR for 1"))
		_, bank := s.Order(strings.Fields("train 2 from bank"))
		t.Note("", "%v %v", ok, bank)
	})
	tells(t, "orders", g.told(), "false true")
}

// The label tells what the president adds, and nothing where the treasury has just enough.
func TestHelped(t *testing.T) {
	f := lineFacts()
	lot := step.Lot{Train: *f.Train("2")}
	for cash, want := range map[int]string{79: "$80, you add $1", 80: "$80", 81: "$80"} {
		tells(t, "label", classic.Helped(f, cash, 1)(lot), want)
	}
	tells(t, "label with sales", classic.Helped(f, 60, 19)(lot), "$80, you add $20 and sell shares for $1 of it")
}

// A train given in exchange goes to the pool, and the bank has another of a type without number.
func TestExchange(t *testing.T) {
	g := play(setup(800, six(moved("NYC", step.Train("4", 0)))...), trainsStep)
	tells(t, "bought", g.say("buy train D from bank giving 4"), "")
	s := g.State()
	if s.Cash("NYC") != 0 || s.Where(step.Train("4", 0)) != step.Pool || s.Where(step.Train("D", 0)) != "NYC" || s.Where(step.Train("D", 1)) != step.Supply || s.Get("phase") != 3 {
		t.Errorf("cash %d, the 4 in %s, the D in %s, another in %s, phase %d", s.Cash("NYC"), s.Where(step.Train("4", 0)), s.Where(step.Train("D", 0)), s.Where(step.Train("D", 1)), s.Get("phase"))
	}
}

// A company that must own a train and can buy one does not pass; one that has a train does.
func TestMustOwn(t *testing.T) {
	must := func(t *engine.Turn, tb step.Table) {
		s := shop(t, tb)
		s.Must = func() string { return "NYC must own a train (6)" }
		s.Not = func(words []string) string {
			if words[1] == "4" {
				return "no 4 on Sundays"
			}
			return ""
		}
		s.Trains(t, nil)
	}
	g := play(setup(900), must)
	tells(t, "pass", g.say("pass"), "NYC must own a train (6)")
	tells(t, "not bought", g.say("buy train 2 from bank", "buy train 2 from bank"), "")
	if g.State().Result == nil {
		t.Error("at its limit NYC is still asked")
	}
	g = play(setup(900), must)
	tells(t, "a pass with a train", g.say("buy train 2 from bank", "pass"), "")
	if g.State().Result == nil {
		t.Error("the turn goes on after a pass")
	}
	g = play(setup(900, moved("PRR", step.Train("2", 0)), moved("PRR", step.Train("2", 1))), must)
	tells(t, "a reason of the title", g.say("buy train 4 from bank"), "no 4 on Sundays")
}

// The president adds to the treasury what the cheapest train costs more, and sells shares if need be.
func TestEmergency(t *testing.T) {
	rescue := func(t *engine.Turn, tb step.Table) {
		e := classic.Emergency{Shop: shop(t, tb), Section: "8", Raising: step.Raising{
			Table: tb, By: "p1", For: "NYC", Syms: func() []string { return []string{"PRR"} },
			Sellable: func(sym string) int { return tb.Shares("p1", sym) },
			Sell: func(sym string, n int) {
				t.Pay(engine.Bank, "p1", n*tb.Price(sym))
				step.Sell(t, tb, "p1", sym, n)
			},
		}}
		if !e.Due(true) || e.Due(false) {
			t.Note("", "not due")
			return
		}
		if !e.Run(t) {
			t.Note("", "bankrupt")
		}
	}
	share := func(n int) engine.Event { return moved("p1", step.Share("PRR", n)) }
	rich := engine.Paid{From: engine.Bank, To: "p1", Amount: 10}
	g := play(setup(20, rich, share(1), share(2)), rescue)
	tells(t, "no more than needed", g.say("sell 1 PRR"), "")
	if s := g.State(); s.Where(step.Train("2", 0)) != "NYC" || s.Cash("NYC")+s.Cash("p1") != 0 || tableOf(s).Shares("p1", "PRR") != 1 {
		t.Errorf("the train is in %s, NYC has %d, p1 has %d", s.Where(step.Train("2", 0)), s.Cash("NYC"), s.Cash("p1"))
	}
	g = play(setup(20, rich), rescue)
	tells(t, "nothing to sell", g.told(), "bankrupt")
	g = play(setup(80, rich), rescue)
	tells(t, "the treasury pays", g.told(), "not due")
	g = play(setup(20, rich, share(1), moved(step.Pool, step.Train("2", 1))), rescue)
	tells(t, "dearer", g.say("buy train 4 from bank"), "with the president's money only the cheapest train in the bank or pool may be bought, for $80 (8)")
	tells(t, "offered", strings.Join(g.offered("buy"), ", "), "train 2 from bank ($80, you add $60 and sell shares for $50 of it), train 2 from pool ($80, you add $60 and sell shares for $50 of it)")
}

func tableOf(s *engine.State) step.Table { return step.Table{S: s, F: lineFacts()} }

// Trains above the limit are given up to a place.
func TestDiscardTo(t *testing.T) {
	g := play(setup(1, moved("NYC", step.Train("2", 0))), func(t *engine.Turn, _ step.Table) {
		classic.DiscardTo(t, step.Pool)("NYC", step.Train("2", 0))
	})
	tells(t, "told", g.told(), "discarded a 2-train")
	if at := g.State().Where(step.Train("2", 0)); at != step.Pool {
		t.Errorf("the train is in %s", at)
	}
}
