package t1843

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// sharesOfAll is the number of shares of a company.
const sharesOfAll = 10

// dividend pays or withholds what the trains earned. // 8.7; 43-DV-01
func dividend(t *turn) {
	sym, n := t.Actor, t.Get(earned)
	if n == 0 { // 43-DV-04
		t.Note(sym, "earned nothing")
		t.slide(sym, data.Market.Left)
		return
	}
	a := t.asks("dividend", func() []engine.Choice {
		return []engine.Choice{
			t.voice().Choice("pay", t.outlook(sym, n, n), nil),
			t.voice().Choice("withhold", t.outlook(sym, n, 0), nil),
		}
	})
	if a.Verb == "withhold" { // 43-DV-03
		t.Pay(engine.Bank, sym, n)
		t.Note(sym, "withheld %s", money(n))
		t.slide(sym, data.Market.Left)
		return
	}
	t.payOut(sym, n)
	t.Note(sym, "paid %s a share", money(n/sharesOfAll))
	t.slide(sym, data.Market.Right)
}

// payOut pays players for their shares, and the treasury for the shares in the pool.
// // 8.7; 43-DV-02
func (t *turn) payOut(sym string, n int) {
	d := step.Dividend{Sym: sym, Earned: n, Paid: n, Shares: sharesOfAll}
	for _, p := range t.Players() {
		t.Pay(engine.Bank, p, d.On(t.Shares(p, sym)))
	}
	t.Pay(engine.Bank, sym, d.On(t.Shares(step.Pool, sym)))
}

// slide moves a price marker after a dividend, or after none. A price of 500 ends the game after
// this operating round. // 7.7, 8.10.1; 43-MK-04, 43-MK-05, 43-MK-06, 43-MK-09, 43-GE-03
func (t *turn) slide(sym string, move func(market.Cell) market.Cell) {
	c, _ := t.CellOf(sym)
	to := move(c)
	if to == c {
		return
	}
	t.put(sym, to)
	if data.Market.At(to).Has("end") && t.Get(reached) == 0 {
		t.Set(reached, 1)
		t.Note(sym, "has reached %s: the game ends with this operating round", money(t.Price(sym)))
	}
}

// outlook tells a director what a dividend brings. // 7.7, 8.7
func (v view) outlook(sym string, n, paid int) string {
	c, _ := v.CellOf(sym)
	to := data.Market.Left(c)
	if paid > 0 {
		to = data.Market.Right(c)
	}
	before, after := money(v.Price(sym)), money(data.Market.At(to).Price)
	if before == after {
		after = ""
	}
	d := step.Dividend{Sym: sym, Earned: n, Paid: paid, Shares: sharesOfAll}
	return v.Outlook(d, money(paid/sharesOfAll)+" a share", v.Shares(step.Pool, sym), before, after)
}
