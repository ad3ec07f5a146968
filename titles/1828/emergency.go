package t1828

import (
	"pbem/engine/market"
	"pbem/engine/step"
)

// short reports whether the treasury has less than the price of the bank's next train. Only then the
// director may add money. // 8.3.5.2; R-44
func (t *turn) short() bool { return t.Cash(t.Actor) < step.Cheapest(t.Lots("")) }

// raising returns how the director of the operating company raises money for a train: cash first, then
// sales by the usual rules. // 8.3.5.2; 28-EM-01, 28-EM-02, 28-EM-03, R-45
func (t *turn) raising() step.Raising {
	p := t.director(t.Actor)
	return step.Raising{
		Table: t.Table, By: p, For: t.Actor, Syms: t.parred,
		Sellable: func(sym string) int { return t.sellable(p, sym) },
		Sell:     func(sym string, n int) { t.sell(p, sym, n) }, // O-15
		NotSold:  func(words []string, most func(sym string) int) string { return t.notSoldForTrain(p, words, most) },
		After: func(sym string, n int) int {
			c, _ := t.CellOf(sym)
			return data.Market.At(market.Steps(c, data.Market.Down, n)).Price
		},
	}
}

// sellable returns the most shares of a company that a director may sell for a train. The operating company
// must keep its director. // 8.3.5.2; 28-EM-02
func (t *turn) sellable(p, sym string) int {
	if sym == t.Actor {
		return t.SellableAsDirector(p, sym)
	}
	return t.Spare(p, sym)
}

// notSoldForTrain says why a director may not sell shares for a train. // 8.3.5.2; 28-EM-02
func (t *turn) notSoldForTrain(p string, words []string, most func(sym string) int) string {
	if why := t.notSold(p, words, most); why != "" {
		return why
	}
	n, _ := step.Number(words, 0)
	if n > t.sellable(p, words[1]) {
		return t.Actor + " keeps its director while it buys a train" + step.AtMost("sell", most(words[1])) + " (8.3.5.2)"
	}
	return ""
}

// raise lets the director add what the treasury lacks for a train, and sell shares if their cash is not
// enough. If these sales change the director of the selling company, the new director must agree.
// // 8.3.5.2; 28-EM-01, 28-EM-02, 28-EM-03
func (t *turn) raise(price int, o trainOrder) bool {
	sym, by := t.Actor, t.director(t.Actor)
	before := t.director(o.Seller)
	if !t.raising().Run(t.Turn, func() int { return price - t.Cash(sym) }) {
		return false
	}
	if now := t.director(o.Seller); !o.Shop && now != before && !t.agreed(o) {
		return false
	}
	step.Contribute(t.Turn, t.Table, sym, by, price)
	return true
}

// goBankrupt ends the game. All possible sales are made, and the money goes to the company. The order does
// not matter, because no sale changes what another brings. // 8.3.5.2, 9.1; 28-EM-06, 28-EN-02, R-47
func (t *turn) goBankrupt(p string) {
	t.Note(p, "is bankrupt")
	t.Set(ruined, t.Seat(p)+1)
	for _, sym := range t.parred() {
		if n := t.sellable(p, sym); n > 0 {
			t.sell(p, sym, n)
		}
	}
	t.Pay(p, t.bankruptPays(), t.Cash(p))
	t.End(t.PlayerName(p)+" is bankrupt", t.scores())
}
