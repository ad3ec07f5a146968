package sample

import (
	"pbem/engine/market"
	"pbem/engine/step/classic"
)

// dividend pays the revenue out or keeps it: all or nothing. Shares in the IPO and the pool earn nothing. // 3.4; SA-18
func dividend(t *turn) {
	sym := t.Actor
	classic.Dividend{
		Play: t.play(), Sym: sym, Earned: t.Get(revenue), Shares: shares,
		To:   func(paid int) market.Cell { return t.after(sym, priceMove(paid)) },
		Move: func(paid int) { t.shift(sym, priceMove(paid)) },
	}.Run()
}

// priceMove is how many spaces a dividend moves the price. // 3.4; SA-18
func priceMove(paid int) int {
	if paid > 0 {
		return 1
	}
	return -1
}
