package step

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/market"
)

// dealing is a turn of p1, who has as many things to sell as the counter says and may buy one. Over the limit
// a sale must come first.
func dealing(t *engine.Turn, done *[]engine.Command) {
	some := func(verb string, n int) engine.Choice {
		return engine.Choice{By: "p1", Verb: verb, Options: func() []engine.Option {
			if n == 0 {
				return nil
			}
			return []engine.Option{{Args: []string{"X"}}}
		}}
	}
	*done = Dealing{
		By: "p1",
		Sales: func(done []engine.Command) []engine.Choice {
			if n := len(SellingStep(done)); n == 2 { // twice in a step
				return nil
			}
			return []engine.Choice{some("sell", t.Get("things"))}
		},
		Main: func([]engine.Command) []engine.Choice {
			return []engine.Choice{some("buy", t.Get("offered")), some("start", t.Get("offered"))}
		},
		Act: func(a engine.Command) bool {
			if a.Verb == "sell" {
				t.Set("things", t.Get("things")-1)
			}
			return a.Verb == "start"
		},
		MustAct: func([]engine.Command) string {
			if t.Get("things") > 3 {
				return "sell first"
			}
			return ""
		},
	}.Run(t)
}

// Sell, one main action, sell. // 1828 7.1; 1843 7.1; 1820 6.5.2
func TestDealing(t *testing.T) {
	for name, c := range map[string]struct {
		things, offered int
		said            []string
		asked           string
		done            string
	}{
		"nothing to do":           {0, 0, nil, "[]", ""},
		"a pass":                  {1, 1, []string{"p1 pass"}, "[]", ""},
		"sell, buy, sell":         {3, 1, []string{"p1 sell X", "p1 buy X", "p1 sell X", "p1 pass"}, "[]", "sell buy sell"},
		"one main action":         {3, 1, []string{"p1 buy X", "p1 buy X!", "p1 start X!"}, "[p1]", ""},
		"the rest is not asked":   {0, 1, []string{"p1 buy X"}, "[]", "buy"},
		"a selling step":          {3, 1, []string{"p1 sell X", "p1 sell X", "p1 sell X!", "p1 buy X", "p1 sell X"}, "[]", "sell sell buy sell"},
		"what ends the turn":      {3, 1, []string{"p1 start X"}, "[]", "start"},
		"no pass before the sale": {4, 1, []string{"p1 pass!", "p1 sell X", "p1 pass"}, "[]", "sell"},
		"only sales":              {2, 0, []string{"p1 buy X!", "p1 sell X", "p1 sell X"}, "[]", "sell sell"},
	} {
		var done []engine.Command
		g := say(t, begin(func(t *engine.Turn) { dealing(t, &done) }, engine.Set{Key: "things", Value: c.things}, engine.Set{Key: "offered", Value: c.offered}), c.said...)
		var verbs []string
		for _, a := range done {
			verbs = append(verbs, a.Verb)
		}
		if got := fmt.Sprint(engine.Awaited(g.Pending())); got != c.asked || strings.Join(verbs, " ") != c.done {
			t.Errorf("%s: asked %s, done %q; want %s, %q", name, got, verbs, c.asked, c.done)
		}
	}
}

// Par prices are those of the open spaces. // 1828 7.4; 1843 7.4
func TestPars(t *testing.T) {
	tb := set(t)
	open := []market.Cell{{Col: 0}, {Col: 2}} // $40 and $60
	var got []string
	for _, o := range tb.ParOptions("NYC", 40, open) {
		got = append(got, strings.Join(o.Args, " "))
	}
	if fmt.Sprint(got) != "[NYC 40]" {
		t.Errorf("offered are %v", got)
	}
	tb = play(t, tb, func(t *engine.Turn, tb Table) {
		SetPar(t, tb, "PRR", 60, open)
		SetPar(t, tb, "NYC", 60, open)
	})
	if tb.Par("NYC") != 60 || tb.Price("NYC") != 60 || fmt.Sprint(tb.S.Cells("0,2")) != "[PRR NYC]" {
		t.Errorf("par %d, price %d, box %v", tb.Par("NYC"), tb.Price("NYC"), tb.S.Cells("0,2"))
	}
}

// A company floats once, when few enough shares are left in the IPO, and never without a par. // 28-FL-01;
// 43-SR-16
func TestFloat(t *testing.T) {
	for _, c := range []struct {
		ipo, par, times int
		floats          int
		cash            int
	}{{5, 40, 2, 0, 0}, {4, 40, 1, 1, 400}, {4, 40, 3, 1, 400}, {0, 40, 1, 1, 400}, {0, 0, 1, 0, 0}} {
		floats := 0
		tb := play(t, set(t, singles(IPO("NYC"), c.ipo, "p1", 1)...), func(t *engine.Turn, tb Table) {
			t.Set(parOf("NYC"), c.par)
			for range c.times {
				if Float(t, tb, "NYC", 4, 10*c.par) {
					floats++
				}
			}
		})
		if floats != c.floats || tb.S.Cash("NYC") != c.cash || tb.Floated("NYC") != (c.floats == 1) {
			t.Errorf("%+v: floats %d times, has %d", c, floats, tb.S.Cash("NYC"))
		}
	}
}

// What others do meanwhile is carried out beside the turn, which continues. // 28-EN-01
func TestDealingBeside(t *testing.T) {
	var done []engine.Command
	g := begin(func(t *engine.Turn) {
		done = Dealing{
			By:     "p1",
			Sales:  func([]engine.Command) []engine.Choice { return nil },
			Main:   func([]engine.Command) []engine.Choice { return []engine.Choice{{By: "p1", Verb: "buy"}} },
			Act:    func(engine.Command) bool { return true },
			Beside: func() []engine.Choice { return Aside(engine.Bare("p2", "shout", "")) },
			Aside: func(a engine.Command) bool {
				if a.Verb == "shout" {
					t.Set("shouts", t.Get("shouts")+1)
				}
				return a.Verb == "shout"
			},
		}.Run(t)
	})
	if got := fmt.Sprint(engine.Awaited(g.Pending())); got != "[p1]" {
		t.Errorf("the game waits for %s", got)
	}
	g = say(t, g, "p2 shout", "p2 shout", "p1 buy")
	if g.State().Get("shouts") != 2 || len(done) != 1 || done[0].Verb != "buy" {
		t.Errorf("%d shouts, done %v", g.State().Get("shouts"), done)
	}
}

// A company formed from one that had floated floats again. // 28-MG-24
func TestUnfloat(t *testing.T) {
	tb := play(t, set(t, singles(IPO("NYC"), 4, "p1", 1)...), func(t *engine.Turn, tb Table) {
		t.Set(parOf("NYC"), 40)
		Float(t, tb, "NYC", 4, 400)
		Unfloat(t, "NYC")
	})
	if tb.Floated("NYC") {
		t.Error("it has still floated")
	}
}
