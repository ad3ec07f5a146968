package t1817

import (
	"pbem/engine"
	"pbem/engine/step"
)

// dividend pays the earnings out, in full or half, or withholds them. // 6.6; 17-DV-01, 17-DV-03, 17-DV-07
func dividend(t *turn) {
	sym, all := t.Actor, t.Get(earned)
	paid := 0
	if all > 0 {
		e := step.Earnings{Voice: t.voice(), All: all, Half: halfOf(all, t.size(sym)), Outlook: func(paid int) string { return t.outlook(sym, all, paid) }}
		paid = e.Paid(t.asks("dividend", e.Choices).Verb)
	}
	t.distribute(step.Dividend{Sym: sym, Earned: all, Paid: paid, Shares: t.size(sym)})
	t.shift(sym, dividendMove(paid, t.Price(sym)))
	t.retireObsolete(sym)
	t.collect(t.President(sym), bill{sym: sym}, func() {})
}

// outlook tells a president what a dividend would pay and where it would move the price. // 6.6; 17-DV-01,
// 17-DV-05
func (v view) outlook(sym string, all, paid int) string {
	after := ""
	if col, moves := v.shifted(sym, dividendMove(paid, v.Price(sym))); moves {
		after = wordAt(col)
	}
	d := step.Dividend{Sym: sym, Earned: all, Paid: paid, Shares: v.size(sym)}
	return v.Outlook(d, v.perShare(sym, paid), v.Shares(sym, sym), v.priceWord(sym), after)
}

func (v view) perShare(sym string, paid int) string {
	if v.size(sym) == 2 {
		return money(paid) + " to its owner"
	}
	return money(paid/v.size(sym)) + " a share"
}

// halfOf returns what a half dividend pays out: half the earnings. For ten shares it is rounded up to a
// multiple of $10. // 6.6; 17-DV-02
func halfOf(earned, shares int) int {
	if shares == 10 {
		return (earned/2 + 9) / 10 * 10
	}
	return earned / 2
}

// distribute pays players and the treasury for their shares. Shares in the market get nothing. Players pay
// for their short shares. // 6.6; 17-DV-01, 17-DV-03, 17-DV-04
func (t *turn) distribute(d step.Dividend) {
	sym, kept := d.Sym, d.Earned-d.Paid
	t.Pay(engine.Bank, sym, kept)
	for _, p := range t.Players() {
		t.Pay(engine.Bank, p, d.On(t.Shares(p, sym)))
		t.charge(p, d.On(t.shorts(p, sym)))
	}
	t.Pay(engine.Bank, sym, d.On(t.Shares(sym, sym)))
	switch {
	case d.Earned == 0:
		t.Note(sym, "earned nothing")
	case d.Paid == 0:
		t.Note(sym, "withheld %s", money(kept))
	default:
		t.Note(sym, "paid %s and kept %s", t.perShare(sym, d.Paid), money(kept))
	}
}

// grayValue is used as the price of a company in acquisition. // 6.6; 17-DV-05, R-03
const grayValue = 40

// dividendMove returns how many cells a payment to all shares moves the price. // 6.6; 17-DV-05
func dividendMove(paid, price int) int {
	if paid == 0 {
		return -1
	}
	if price == 0 {
		price = grayValue
	}
	return min(paid/price, 2)
}
