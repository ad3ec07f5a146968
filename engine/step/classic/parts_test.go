package classic_test

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// The order of sales and the main action. // 1828 7.1; 18NewEngland 10
func TestSequences(t *testing.T) {
	for name, c := range map[string]struct {
		in   classic.Sequence
		said []string
	}{
		"sell, buy, sell": {classic.SellBuySell, []string{"p1 sell 1 NYC", "p1 buy PRR from ipo", "p1 sell 1 NYC", "p1 pass", "p2 pass"}},
		"sell, buy":       {classic.SellThenBuy, []string{"p1 sell 1 NYC", "p1 sell 1 NYC", "p1 buy PRR from ipo", "p2 pass"}},
		"buy, sell": {classic.BuyThenSell("buy before you sell (5)"), []string{"p1 buy PRR from ipo", "p1 sell 1 NYC", "p1 pass",
			"p2 sell 1 PRR", "p2 buy NYC from pool: buy before you sell (5)", "p2 start ERIE 40: buy before you sell (5)", "p2 pass", "p3 pass"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := playing(func(p classic.Play) {
				s := stock(p)
				s.Sequence = c.in
				s.Run(p.Actor)
			}, append(started("NYC", "p3", 5, "p1", "p1", "p1"), started("PRR", "p3", 5, "p2", "p2")...)...)
			say(t, g, c.said...)
		})
	}
}

// Turns end by the priority deal, or by cards where they are dealt. // 17-SR-04; 28-SR-06
func TestEndTurn(t *testing.T) {
	var got []string
	leaf := func(p classic.Play) {
		p.EndTurn("p1", false)
		got = append(got, fmt.Sprint(p.Get("passes"), p.Passed()))
		p.EndTurn("p1", true)
		got = append(got, fmt.Sprint(p.Get("passes"), p.Passed()))
		p.End("done", nil)
	}
	playing(leaf)
	playing(leaf, step.DealOrder([]string{"p2", "p1", "p3"})...)
	if want := "1 []; 0 []; 0 [p1]; 0 []"; strings.Join(got, "; ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// The order of cards, until all have passed. // 28-SR-01; 43-SR-01
func TestNextByCards(t *testing.T) {
	playing(func(p classic.Play) {
		got := []string{classic.NextByCards(p.Table, "", ""), classic.NextByCards(p.Table, "", "p3"), classic.NextByCards(p.Table, "p3", "p1")}
		for _, q := range p.Order() {
			step.Pass(p.Turn, q)
		}
		if got = append(got, classic.NextByCards(p.Table, "p2", "p1")); fmt.Sprint(got) != "[p2 p3 p2 ]" {
			t.Errorf("next are %q", got)
		}
		p.End("done", nil)
	}, step.DealOrder([]string{"p2", "p1", "p3"})...)
}

// A stock round is counted, and what is sold in it is kept until the next.
func TestBeginStock(t *testing.T) {
	playing(func(p classic.Play) {
		p.Set(classic.RoundNo, 2)
		p.BeginStock(0)
		p.Sell("p1", "NYC", 1, classic.Sold("p1", "NYC"))
		p.Sell("p2", "NYC", 1)
		now := classic.SoldNow(p.Table, "p1", "NYC")
		p.BeginStock(4)
		got := fmt.Sprint(p.Get(classic.StockNo), p.Get(classic.RoundNo), p.Get(classic.RoundKind), now,
			classic.SoldNow(p.Table, "p1", "NYC"), p.Get(classic.Sold("p2", "NYC")), p.Cash("p1"), p.Table.Shares(step.Pool, "NYC"))
		if got != "4 0 4 true false 0 360 2" {
			t.Error(got)
		}
		p.End("done", nil)
	}, started("NYC", "p3", 5, "p1", "p2")...)
}

func TestLimits(t *testing.T) {
	f := loaded()
	tb := step.Table{S: playing(func(p classic.Play) { p.End("done", nil) }, started("ERIE", "p1", 4, "p2", "p3", "p1")...).State(), F: f}
	for _, c := range []struct{ got, want any }{
		{classic.CertificateLimit(f, 3), 4}, {classic.CertificateLimit(f, 2), 6}, {classic.CertificateLimit(f, 1), 6},
		{classic.OneMore(3, 4, "5"), ""}, {classic.OneMore(4, 4, "5"), "you hold 4 certificates; the limit is 4 (5)"},
		{classic.SellFirst(4, 4, "5"), ""}, {classic.SellFirst(5, 4, "5"), "you hold 5 certificates and may hold 4: sell first (5)"},
		{classic.Size(tb, "ERIE"), 5}, {classic.Size(tb, "NYC"), 10}, {classic.SoldOut(tb, "ERIE"), true}, {classic.SoldOut(tb, "NYC"), false},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	tb := step.Table{F: loaded()}
	for words, want := range map[string]string{"2 NYC": "2 NYC true", "0 NYC": "0 NYC false", "2 XYZ": "2 XYZ false", "02 NYC": "2 NYC false", "2": "2  false", "2 NYC now": "2 NYC false"} {
		if n, sym, ok := classic.SaleWords(tb, strings.Fields(words)); fmt.Sprintf("%d %s %v", n, sym, ok) != want {
			t.Errorf("%q: %d %s %v, want %s", words, n, sym, ok, want)
		}
	}
	for words, want := range map[string]bool{"NYC from ipo": true, "NYC from pool": true, "NYC from market": false, "XYZ from ipo": false, "NYC of ipo": false, "NYC": false, "NYC from ipo now": false} {
		if _, _, ok := classic.PurchaseWords(tb, strings.Fields(words), classic.FromIPO, classic.FromPool); ok != want {
			t.Errorf("%q: %v, want %v", words, ok, want)
		}
	}
	for from, want := range map[string]string{"ipo": "ipo:NYC", "treasury": "NYC", "pool": step.Pool, "market": step.Pool, "p2": "p2"} {
		if got := classic.Place("NYC", from); got != want {
			t.Errorf("%s is %s, want %s", from, got, want)
		}
	}
}

// What a dividend brings to whom, and where it moves the price. // 1828 8.3.4; 18NewEngland 11.6
func TestDividend(t *testing.T) {
	for name, c := range map[string]struct {
		earned int
		half   bool
		said   string
		want   string // p1, p2, treasury, price
		choice string
		noted  string
	}{
		"nothing":  {0, true, "", "300 300 0 40", "", "earned nothing; price $50 > $40"},
		"all":      {90, true, "p1 pay", "327 309 18 60", "pay: $9 a share: you get $27, NYC $18; price $50 > $60", "paid $9 a share; price $50 > $60"},
		"half":     {90, true, "p1 half", "315 305 50 60", "half: $5 a share: you get $15, NYC $50; price $50 > $60", "paid $5 a share and kept $40; price $50 > $60"},
		"withheld": {90, false, "p1 withhold", "300 300 90 40", "withhold: you get nothing, NYC $90; price $50 > $40", "withheld $90; price $50 > $40"},
		"no half":  {90, false, "p1 half: half is not possible now", "300 300 0 50", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			g := playing(func(p classic.Play) {
				to := func(paid int) market.Cell {
					if paid > 0 {
						return cell(p, "NYC", 1)
					}
					return cell(p, "NYC", -1)
				}
				d := classic.Dividend{Play: p, Sym: "NYC", Earned: c.earned, Shares: 10, Own: func() int { return p.Table.Shares(step.Pool, "NYC") }, To: to,
					Move: func(paid int) { p.MovePrice("NYC", to(paid)) }}
				if c.half {
					d.Half = func(earned int) int { return (earned/2 + 9) / 10 * 10 }
				}
				d.Run()
				p.End("done", nil)
			}, started("NYC", "p1", 4, "p1", "p2", step.Pool, step.Pool)...)
			for _, ch := range g.Pending() {
				if verb, help, _ := strings.Cut(c.choice, ": "); verb == ch.Verb && help != ch.Help {
					t.Errorf("%s: %s, want %s", verb, ch.Help, help)
				}
			}
			if verb, _, refused := strings.Cut(c.said, ": "); refused {
				if _, _, err := g.Decide(engine.Command{By: "p1", Verb: strings.Fields(verb)[1]}); err == nil {
					t.Error("half is paid")
				}
			} else if c.said != "" {
				g = say(t, g, c.said)
			}
			s := g.State()
			if got := fmt.Sprint(s.Cash("p1"), s.Cash("p2"), s.Cash("NYC"), step.Table{S: s, F: loaded()}.Price("NYC")); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if got := notes(g.Log(), "NYC"); got != c.noted {
				t.Errorf("noted %q, want %q", got, c.noted)
			}
		})
	}
}

// notes returns what was told of a player or company.
func notes(log []engine.Event, who string) string {
	var all []string
	for _, e := range log {
		if n, ok := e.(engine.Noted); ok && n.By == who {
			all = append(all, n.Text)
		}
	}
	return strings.Join(all, "; ")
}

// Only the first price that comes to the end of the market is told. // 28-EN-03; 43-GE-03; NE-EN-04
func TestReachTheEndOfTheMarket(t *testing.T) {
	var got []string
	playing(func(p classic.Play) {
		for _, sym := range []string{"ERIE", "NYC", "PRR"} {
			p.Reach(sym, "reached", "stock round")
			got = append(got, fmt.Sprint(sym, " ", p.Get("reached")))
		}
		p.End("done", nil)
	}, append(started("NYC", "p1", 6), started("PRR", "p2", 6)...)...)
	if want := "ERIE 0; NYC 1; PRR 1"; strings.Join(got, "; ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// A dividend moves the price to the right, and none to the left. // 28-DV-01, 28-DV-03
func TestWayOfThePrice(t *testing.T) {
	m, at := loaded().Market, market.Cell{Col: 3}
	if paid, kept := classic.Way(m, 10)(at), classic.Way(m, 0)(at); paid.Col != 4 || kept.Col != 2 {
		t.Errorf("to %v when paid and to %v when not", paid, kept)
	}
	if three := market.Steps(at, m.Right, 3); three.Col != 6 || market.Steps(at, m.Right, 0) != at {
		t.Errorf("three steps lead to %v", three)
	}
}
