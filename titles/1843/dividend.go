package t1843

import (
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// sharesOfAll is the number of shares of a company.
const sharesOfAll = 10

// dividend pays or withholds what the trains earned. Players are paid for their shares, and the treasury for the
// shares in the pool. // 7.7, 8.7; 43-DV-01, 43-DV-02, 43-DV-03, 43-DV-04
func dividend(t *turn) {
	sym := t.Actor
	classic.Dividend{
		Play: t.play(), Sym: sym, Earned: t.Get(earned), Shares: sharesOfAll, Own: func() int { return t.Shares(step.Pool, sym) }, Ask: t.asks,
		Move: func(paid int) { t.slide(sym, classic.Way(data.Market, paid)) },
	}.Run()
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
	t.play().Reach(sym, reached, "operating round")
}
