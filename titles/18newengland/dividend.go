package t18newengland

import (
	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step/classic"
)

// distribute pays out the earnings. // 11.6
func distribute(t *turn) {
	sym, earned := t.Actor, t.Get(revenue)
	if isMinor(sym) {
		t.payMinor(sym, earned)
		return
	}
	t.payMajor(sym, earned)
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

// payMajor asks the president to withhold, to pay half, or to pay all. // 11.6; NE-DV-02, NE-DV-03, NE-DV-04
func (t *turn) payMajor(sym string, earned int) { // O6
	move := func(paid int) int {
		if paid == 0 { // NE-DV-03, NE-DV-04
			return -1
		}
		return dividendMove(paid, t.Price(sym))
	}
	classic.Dividend{
		Play: t.play(), Sym: sym, Earned: earned, Shares: 10, Half: halfDividend, Own: func() int { return t.ownShares(sym) }, Ask: t.asks,
		To:   func(paid int) market.Cell { return t.cellAfter(sym, move(paid)) },
		Move: func(paid int) { t.shift(sym, move(paid)) },
	}.Run()
}

// halfDividend returns the dividend of a half payment: half of the earnings, rounded up to a
// multiple of ten. // 11.6; NE-DV-05
func halfDividend(earned int) int { return (earned/2 + 9) / 10 * 10 }

// dividendMove returns how many spaces a dividend moves the price: one if it is at least the price,
// two if it is at least twice the price. // 11.6; NE-DV-07, NE-DV-08
func dividendMove(dividend, price int) int { return min(dividend/price, 2) }

// ownShares counts the shares that pay into the treasury: those in IPO and treasury, even if they were
// redeemed in this turn. Pool shares get nothing. // 11.6; NE-DV-06, NE-RD-04
func (v view) ownShares(sym string) int {
	return v.Shares(classic.Place(sym, fromIPO), sym) + v.Shares(sym, sym)
}
