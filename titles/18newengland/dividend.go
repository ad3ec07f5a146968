package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
)

// distribute pays out the earnings. // 11.6
func distribute(t *turn) {
	sym, earned := t.Actor, t.Get(revenue)
	switch {
	case isMinor(sym):
		t.payMinor(sym, earned)
	case earned == 0: // NE-DV-04
		t.Note(sym, "earned nothing")
		t.shift(sym, -1)
	default:
		t.payMajor(sym, earned)
	}
}

// payMinor pays half of the earnings to the owner and the rest to the treasury. The value stays.
// // 11.6; NE-DV-01, NE-MK-07
func (t *turn) payMinor(sym string, earned int) {
	half := earned / 2
	t.Pay(engine.Bank, t.President(sym), half)
	t.Pay(engine.Bank, sym, earned-half)
	if earned > 0 {
		t.Note(sym, "paid %s to its owner and kept %s", money(half), money(earned-half))
	}
}

// payMajor asks the president to withhold, to pay half, or to pay all. // 11.6; NE-DV-02
func (t *turn) payMajor(sym string, earned int) {
	e := step.Earnings{Voice: t.voice(), All: earned, Half: halfDividend(earned), Outlook: func(paid int) string { return t.outlook(sym, earned, paid) }}
	dividend := e.Paid(t.asks("dividend", e.Choices).Verb) // O6
	if dividend == 0 {                                     // NE-DV-03
		t.Pay(engine.Bank, sym, earned)
		t.Note(sym, "withheld %s", money(earned))
		t.shift(sym, -1)
		return
	}
	kept := ""
	if dividend < earned {
		kept = " and kept " + money(earned-dividend)
	}
	t.Pay(engine.Bank, sym, earned-dividend)
	t.payShares(sym, dividend)
	t.Note(sym, "paid %s a share%s", money(dividend/10), kept)
	t.shift(sym, dividendMove(dividend, t.Price(sym)))
}

// outlook tells a president what a dividend brings, and where it moves the price. // 11.6
func (v view) outlook(sym string, earned, dividend int) string {
	move := -1
	if dividend > 0 {
		move = dividendMove(dividend, v.Price(sym))
	}
	before, after := money(v.Price(sym)), money(v.priceAfter(sym, move))
	if after == before {
		after = ""
	}
	d := step.Dividend{Sym: sym, Earned: earned, Paid: dividend, Shares: 10}
	return v.Outlook(d, money(dividend/10)+" a share", v.ownShares(sym), before, after)
}

// halfDividend returns the dividend of a half payment: half of the earnings, rounded up to a
// multiple of ten. // 11.6; NE-DV-05
func halfDividend(earned int) int { return (earned/2 + 9) / 10 * 10 }

// dividendMove returns how many spaces a dividend moves the price: one if it is at least the price,
// two if it is at least twice the price. // 11.6; NE-DV-07, NE-DV-08
func dividendMove(dividend, price int) int { return min(dividend/price, 2) }

// payShares pays a tenth of the dividend for each share: to players for theirs, and to the company
// for those in its IPO and treasury, even if they were redeemed in this turn. Pool shares get
// nothing. // 11.6; NE-DV-06, NE-RD-04
func (t *turn) payShares(sym string, dividend int) {
	for _, p := range t.Players() {
		t.Pay(engine.Bank, p, t.Shares(p, sym)*dividend/10)
	}
	t.Pay(engine.Bank, sym, t.ownShares(sym)*dividend/10)
}

// ownShares counts the shares that pay into the treasury: those in IPO and treasury.
func (v view) ownShares(sym string) int {
	return v.Shares(source(sym, fromIPO), sym) + v.Shares(sym, sym)
}
