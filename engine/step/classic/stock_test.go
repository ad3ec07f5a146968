package classic_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// A turn of a stock round is said, with every limit and the sentence of each refusal.
func TestStock(t *testing.T) {
	for name, c := range map[string]struct {
		setup []engine.Event
		facts func(*classic.Stock)
		said  []string
		p     string
		want  string
	}{
		"a company starts for two pars": {
			said: []string{"p1 start NYC 60: say which company, and at which price: 40 or 50 (1)", "p1 start XYZ 50: say which company, and at which price: 40 or 50 (1)",
				"p1 start NYC 50", "p2 start NYC 40: NYC was started before (1)"},
			p: "p1", want: "p1 200, 2 of NYC at 50",
		},
		"a start costs money": {
			setup: []engine.Event{engine.Paid{From: "p1", To: engine.Bank, Amount: 210}},
			said:  []string{"p1 start NYC 50: the director's certificate costs $100, but you have $90 (1)", "p1 start NYC 40"}, p: "p1", want: "p1 10, 2 of NYC at 40",
		},
		"all the money is enough": {
			setup: []engine.Event{engine.Paid{From: "p1", To: engine.Bank, Amount: 200}},
			said:  []string{"p1 start NYC 50"}, p: "p1", want: "p1 0, 2 of NYC at 50",
		},
		"par from the IPO and the price from the pool": {
			setup: started("NYC", "p1", 6, step.Pool),
			said: []string{"p1 buy NYC: say which company's share, from ipo or pool", "p1 buy PRR from ipo: PRR is not started yet (1)",
				"p1 buy NYC from pool", "p1 pass", "p2 buy NYC from ipo", "p2 pass", "p3 buy NYC from pool: there is no share of NYC in the pool (2)"},
			p: "p1", want: "p1 230, 3 of NYC at 70",
		},
		"a share costs money": {
			setup: append(started("NYC", "p1", 6, step.Pool), engine.Paid{From: "p1", To: engine.Bank, Amount: 240}),
			said:  []string{"p1 buy NYC from pool: a share of NYC costs $70, but you have $60 (2)"}, p: "p1", want: "p1 60, 2 of NYC at 70",
		},
		"60 percent": {
			setup: started("ERIE", "p1", 5, "p1"), said: []string{"p1 buy ERIE from ipo: nobody may hold more than 60% of a company (2)"}, p: "p1", want: "p1 300, 3 of ERIE at 60",
		},
		"four certificates": {
			setup: started("NYC", "p1", 5, "p1", "p1", "p1"),
			said: []string{"p1 buy NYC from ipo: you hold 4 certificates; the limit is 4 (2)",
				"p1 start PRR 40: you hold 4 certificates; the limit is 4 (2)"}, p: "p1", want: "p1 300, 5 of NYC at 60",
		},
		"what else the title says": {
			setup: started("NYC", "p2", 5, "p1", "p1", "p1", "p1", "p1"), facts: func(s *classic.Stock) {
				s.NotBought = func(p, sym, from string) string {
					if sym == "PRR" && from == "" {
						return ""
					}
					return p + " buys no " + sym + " from " + from
				}
				s.NotSold = func(_, _ string, n int) string { return fmt.Sprint("no sale of ", n) }
				s.Count = func(string) int { return 3 }
			},
			said: []string{"p1 buy NYC from ipo: p1 buys no NYC from ipo", "p1 start ERIE 40: p1 buys no ERIE from ", "p1 sell 1 NYC: no sale of 1", "p1 start PRR 40"}, p: "p1", want: "p1 220, 5 of NYC at 60",
		},
		"a sale, and nothing is bought back": {
			setup: started("NYC", "p2", 5, "p1", "p1"),
			said: []string{"p1 sell 0 NYC: say how many shares of which company", "p1 sell 3 NYC: you hold 2 shares of NYC", "p1 sell 1 NYC",
				"p1 buy NYC from ipo: you sold NYC in this stock round (3)"}, p: "p1", want: "p1 360, 1 of NYC at 50",
		},
		"the first round": {
			facts: func(s *classic.Stock) { s.FirstSales = 3 }, setup: started("NYC", "p2", 5, "p1"),
			said: []string{"p1 sell 1 NYC: no shares may be sold before stock round 3 (3)"}, p: "p1", want: "p1 300, 1 of NYC at 60",
		},
		"half in the pool": {
			setup: started("NYC", "p2", 5, "p1", step.Pool, step.Pool, step.Pool, step.Pool, step.Pool),
			said:  []string{"p1 sell 1 NYC: the pool may hold no more than 50% of a company (3)"}, p: "p1", want: "p1 300, 1 of NYC at 60",
		},
		"the presidency changes hands": {
			setup: started("NYC", "p1", 5, "p2", "p2", "p1"), said: []string{"p1 sell 2 NYC"}, p: "p2", want: "p2 300, 2 of NYC at 40",
		},
		"six of ten shares float": {
			setup: started("NYC", "p1", 5, "p1", "p2", "p2"), facts: func(s *classic.Stock) {
				s.Floated = func(sym string) { s.Set("afloat", 1) }
			},
			said: []string{"p1 buy NYC from ipo"}, p: "NYC", want: "NYC 500, 0 of NYC at 60",
		},
		"a director's certificate may be enough": {
			facts: func(s *classic.Stock) { s.FloatsAt = 20 }, said: []string{"p1 start NYC 50"}, p: "NYC", want: "NYC 500, 0 of NYC at 50",
		},
		"a company that sells its own shares": {
			setup: started("NYC", "p1", 5, step.Pool), facts: func(s *classic.Stock) {
				s.Capital, s.Seller = 0, func(sym string) string { return sym }
			},
			said: []string{"p1 start PRR 50", "p2 buy NYC from pool", "p2 pass", "p3 buy PRR from ipo"}, p: "PRR", want: "PRR 150, 0 of PRR at 50",
		},
		"shares of the pool are the bank's": {
			setup: started("NYC", "p1", 5, step.Pool), facts: func(s *classic.Stock) { s.Seller = func(sym string) string { return sym } },
			said: []string{"p1 buy NYC from pool"}, p: "NYC", want: "NYC 0, 0 of NYC at 60",
		},
		"five of ten do not": {setup: started("NYC", "p1", 5, "p2", "p2"), said: []string{"p1 buy NYC from ipo"}, p: "NYC", want: "NYC 0, 0 of NYC at 60"},
	} {
		t.Run(name, func(t *testing.T) {
			g := playing(func(p classic.Play) {
				s := stock(p)
				if c.facts != nil {
					c.facts(&s)
				}
				s.Run(p.Actor)
			}, c.setup...)
			if got := holds(say(t, g, c.said...), c.p, strings.Fields(c.want)[4]); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// What is done beside the turn is no act, and may be done before and after one.
func TestBeside(t *testing.T) {
	g := playing(func(p classic.Play) {
		s := stock(p)
		s.Beside = func() []engine.Choice {
			if p.Shares(p.Actor, "PRR") > 0 {
				return nil
			}
			return []engine.Choice{engine.Bare(p.Actor, "exchange", "a private company for a share of the PRR")}
		}
		s.Aside = func(a engine.Command) bool {
			if a.Verb == "exchange" {
				p.Move(step.Share("PRR", 1), a.By)
			}
			return a.Verb == "exchange"
		}
		s.Run(p.Actor)
	}, started("NYC", "p2", 5)...)
	g = say(t, g, "p1 exchange", "p1 buy NYC from ipo", "p1 pass", "p2 pass", "p3 pass", "p1 pass")
	if over := g.State().Result != nil; !over || holds(g, "p1", "PRR") != "p1 250, 1 of PRR at 0" {
		t.Errorf("%s, over: %v", holds(g, "p1", "PRR"), over)
	}
}

// In the zones of 1830 certificates do not count, more is held, and several shares are bought in one turn. Who
// has too many certificates sells first. // 1830; 43-SR-09, 43-SR-23, 43-SR-25
func TestZones(t *testing.T) {
	turn := func(p classic.Play) {
		s := stock(p)
		s.Zone, s.Sections.Over = zones(p), "4"
		s.Run(p.Actor)
	}
	all := slices.Repeat([]string{"p1"}, 4)
	g := playing(turn, slices.Concat(started("NYC", "p1", 2, all...), started("PRR", "p2", 5, "p3"))...)
	say(t, g, "p1 buy NYC from ipo: nobody may hold more than 60% of a company (2)", "p1 buy PRR from ipo") // yellow

	g = playing(turn, started("NYC", "p1", 0, append(all, step.Pool, step.Pool)...)...)
	g = say(t, g, "p1 buy NYC from pool", "p1 start PRR 40: you may go on buying NYC only (2)", "p1 buy NYC from ipo: you may go on buying NYC from the pool only (2)",
		"p1 buy NYC from pool")
	if got := holds(g, "p1", "NYC"); got != "p1 280, 8 of NYC at 10" { // brown
		t.Error(got)
	}

	over := "you hold 5 certificates and may hold 4: sell first (4)"
	g = playing(turn, slices.Concat(started("NYC", "p1", 5, all...), started("PRR", "p2", 5))...)
	g = say(t, g, "p1 buy PRR from ipo: "+over, "p1 pass: "+over, "p1 sell 5 NYC: nobody else could be director of NYC: sell 4 shares at most (3)", "p1 sell 1 NYC", "p1 pass")
	if got := holds(g, "p1", "NYC"); got != "p1 360, 5 of NYC at 50" {
		t.Error(got)
	}
}
