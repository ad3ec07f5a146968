package t1828

import (
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// dividend pays all of the revenue out, or withholds all of it. Players are paid for their shares. The treasury is
// paid for shares in the pool and for a system's own share. Shares in the IPO get nothing. // 8.3.4, 13.4;
// 28-DV-01, 28-DV-02, 28-DV-03, 28-MG-27
func dividend(t *turn) { // O-12
	sym := t.Actor
	classic.Dividend{
		Play: t.play(), Sym: sym, Earned: t.Get(earned), Shares: 10, Own: func() int { return t.ownShares(sym) }, Payees: t.Order(), Ask: t.asks,
		Move: func(paid int) { t.shift(sym, classic.Way(data.Market, paid), 1) },
	}.Run()
}

// ownShares counts the shares that pay into the treasury.
func (v view) ownShares(sym string) int { return v.Shares(step.Pool, sym) + v.Shares(sym, sym) }
