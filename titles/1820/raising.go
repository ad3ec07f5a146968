package t1820

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// shedable returns how many shares of a company a holder may sell to raise money for the company
// forSym. Of forSym they may sell only so many that its director stays in office.
// // 7.2.7, 17.3; 20-TB-07, 20-LN-07, 20-LN-10, 20-RU-35
func (v view) shedable(h, sym, forSym string) int {
	n := v.sellable(h, sym)
	if sym == forSym {
		n = min(n, v.SellableAsDirector(h, sym))
	}
	return n
}

// means returns the most money that a holder can have for a company: cash and all sales.
func (v view) means(h, forSym string) int {
	return v.meansWithout(h, forSym) + v.shedable(h, forSym, forSym)*v.Price(forSym)
}

// meansWithout is means without sales of the company itself.
func (v view) meansWithout(h, forSym string) int {
	sum := v.S.Cash(h)
	for _, sym := range v.publics() {
		if sym != forSym {
			sum += v.shedable(h, sym, forSym) * v.Price(sym)
		}
	}
	return sum
}

// raiseCash lets a holder sell shares until they have the money they need. Nothing is sold that is
// not needed. It reports false if the money will never be enough. The player of a cousin decides
// for it. // 10.2, 10.3, 17.3; 20-LN-10, 20-LQ-04, 20-DC-47
func (t *turn) raiseCash(h, forSym string, need int) bool {
	for t.Cash(h) < need {
		short := need - t.Cash(h)
		by := t.speaker(h)
		var options []engine.Option
		for _, o := range t.SaleOptions(t.publics(), func(sym string) int { return t.atOnce(h, sym, forSym, short) }) {
			options = append(options, as1820(o, by, h))
		}
		if len(options) == 0 {
			return false
		}
		a := t.Ask("raise money", step.Offer(by, forSym, "sell", "sell shares: "+t.named(h)+" is short of "+money(short), step.Fixed(options),
			func(words []string) string { return t.notRaised(h, forSym, short, words) }))
		t.sellShares(h, a.Arg(1), a.Int(0))
	}
	return true
}

// atOnce is how many shares of a company may be sold at once where a holder is short of money: no more than it takes. // 10.2
func (t *turn) atOnce(h, sym, forSym string, short int) int {
	return min(t.shedable(h, sym, forSym), step.Enough(short, t.Price(sym)))
}

// notRaised says why a sale to raise money is not possible.
func (t *turn) notRaised(h, forSym string, short int, words []string) string {
	if asCousin(words) == h {
		words = words[:len(words)-2]
	}
	if why := t.notSold(h, words); why != "" {
		return why
	}
	n, _ := step.Number(words, 0)
	if n > t.shedable(h, words[1], forSym) {
		return "no sale may change the director of " + forSym + " now" + step.AtMost("sell", t.atOnce(h, words[1], forSym, short)) + " (7.2.7)"
	}
	return fmt.Sprintf("sell no more than it takes: %s is short of %s (10.2)", t.named(h), money(short))
}

// raise makes a holder raise money that must be paid. A holder who cannot is bankrupt.
// // 10.2, 10.3; 20-BK-01, 20-CO-07
func (t *turn) raise(h, forSym string, need int) bool {
	if t.raiseCash(h, forSym, need) {
		return true
	}
	t.ruin(h)
	return false
}
