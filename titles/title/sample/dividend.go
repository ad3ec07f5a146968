package sample

import (
	"pbem/engine"
	"pbem/engine/step"
)

// dividend pays the revenue out or keeps it: all or nothing. // 3.4; SA-18
func dividend(t *turn) {
	sym, earned := t.Actor, t.Get(revenue)
	if earned == 0 {
		t.Note(sym, "earned nothing")
		t.shift(sym, -1)
		return
	}
	pay := t.voice().Choice("pay", t.outlook(earned, 1), nil)
	keep := t.voice().Choice("withhold", t.outlook(0, -1), nil)
	if t.Ask("dividend", pay, keep).Verb == "withhold" {
		t.Pay(engine.Bank, sym, earned)
		t.Note(sym, "withheld %s", money(earned))
		t.shift(sym, -1)
		return
	}
	for _, p := range t.Players() {
		t.Pay(engine.Bank, p, t.Shares(p, sym)*earned/shares)
	}
	t.Note(sym, "paid %s a share", money(earned/shares))
	t.shift(sym, 1)
}

// outlook tells a president what a dividend would bring. Shares in the IPO and the pool earn nothing. // 3.4; SA-18
func (t *turn) outlook(paid, move int) string {
	sym := t.Actor
	before, after := money(t.Price(sym)), money(data.Market.At(t.after(sym, move)).Price)
	if after == before {
		after = ""
	}
	d := step.Dividend{Sym: sym, Earned: t.Get(revenue), Paid: paid, Shares: shares}
	return t.Outlook(d, money(paid/shares)+" a share", 0, before, after)
}
