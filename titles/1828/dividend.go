package t1828

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// dividend pays all of the revenue out, or withholds all of it. // 8.3.4; 28-DV-01, 28-DV-03
func dividend(t *turn) { // O-12
	sym, revenue := t.Actor, t.Get(earned)
	paid := 0
	if revenue == 0 {
		t.Note(sym, "earned nothing")
	} else if t.asks("dividend", t.dividends).Verb == "pay" {
		paid = revenue
	}
	if paid == 0 {
		t.Pay(engine.Bank, sym, revenue)
		if revenue > 0 {
			t.Note(sym, "withheld %s", money(revenue))
		}
		t.shift(sym, data.Market.Left, 1)
		return
	}
	t.payShares(sym, paid)
	t.Note(sym, "paid %s a share", money(paid/10))
	t.shift(sym, data.Market.Right, 1)
}

// dividends are the two choices. // 8.3.4; 28-DV-01
func (t *turn) dividends() []engine.Choice {
	revenue := t.Get(earned)
	return []engine.Choice{
		t.voice().Choice("pay", t.outlook(revenue, data.Market.Right), nil),
		t.voice().Choice("withhold", t.outlook(0, data.Market.Left), nil),
	}
}

// outlook tells a director what a dividend would pay and where it would move the price.
func (t *turn) outlook(paid int, direction func(market.Cell) market.Cell) string {
	sym := t.Actor
	c, _ := t.CellOf(sym)
	before, after := t.Price(sym), data.Market.At(direction(c)).Price
	d := step.Dividend{Sym: sym, Earned: t.Get(earned), Paid: paid, Shares: 10}
	to := money(after)
	if after == before {
		to = ""
	}
	return t.Outlook(d, money(paid/10)+" a share", t.ownShares(sym), money(before), to)
}

// payShares pays a tenth of the revenue for each share. Players are paid for theirs. The treasury is paid
// for shares in the pool and for a system's own share. Shares in the IPO get nothing. // 8.3.4, 13.4;
// 28-DV-02, 28-MG-27
func (t *turn) payShares(sym string, paid int) {
	for _, p := range t.Order() {
		t.Pay(engine.Bank, p, t.Shares(p, sym)*paid/10)
	}
	t.Pay(engine.Bank, sym, t.ownShares(sym)*paid/10)
}

// ownShares counts the shares that pay into the treasury.
func (v view) ownShares(sym string) int { return v.Shares(step.Pool, sym) + v.Shares(sym, sym) }
