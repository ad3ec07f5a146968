package t18newengland

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// Sources of a share, as players name them.
const (
	fromIPO      = classic.FromIPO
	fromTreasury = classic.FromTreasury
	fromPool     = classic.FromPool
)

var placeName = map[string]string{fromIPO: "IPO", fromTreasury: "treasury", fromPool: "pool"}

// mostHeld is the most shares of a major that one player may own. // 10.1;
// NE-CO-12
const mostHeld = 6

// mostInPool is the most shares of a major that may lie in the pool. // 10.4;
// NE-SR-12
const mostInPool = 5

// purchases lists a share of every formed major from each of the three sources.
func (v view) purchases() []engine.Option {
	return classic.ShareOptions(v.majorsInOrder(), []string{fromIPO, fromTreasury, fromPool}, func(sym, from string) string {
		label := "pay " + money(v.Price(sym))
		if from == fromIPO {
			label += fmt.Sprintf(", %s gets its par %s", sym, money(v.S.Get(par.Of(sym))))
		}
		return label
	})
}

// notBought says why a player may not buy the share. // 10.6
func (v view) notBought(p string, words []string) string {
	sym, from, ok := classic.PurchaseWords(v.Table, words, fromIPO, fromTreasury, fromPool)
	switch {
	case step.Word(words, 0) == "train":
		return "companies buy trains, in an operating round (11.7): in a stock round you buy one share (10.6)"
	case !ok || isMinor(sym): // NE-SR-07
		return "say which company's share, from ipo, treasury or pool"
	case v.President(sym) == "": // NE-CO-09, NE-SR-19
		return sym + " has not been formed (10.6)"
	case v.Single(classic.Place(sym, from), sym, false) == "": // NE-SR-18: never the president's
		return fmt.Sprintf("there is no share of %s to buy in the %s", sym, placeName[from])
	case v.soldThisRound(p, sym): // NE-SR-21
		return "you sold " + sym + " in this stock round (10.6)"
	case v.Shares(p, sym) >= mostHeld: // NE-SR-20
		return "nobody may hold more than 60% of a company (10.1)"
	case v.notOneMore(p) != "":
		return v.notOneMore(p)
	case v.Price(sym) > v.S.Cash(p): // NE-SR-22
		return fmt.Sprintf("a share of %s costs %s, but you have %s", sym, money(v.Price(sym)), money(v.S.Cash(p)))
	}
	return ""
}

func (v view) soldThisRound(p, sym string) bool { return classic.SoldNow(v.Table, p, sym) }

// buy sells one share to a player at the market price. The price does not move.
// // 10.6; NE-MK-05, NE-SR-22
func (t *turn) buy(p, sym, from string) {
	price := t.Price(sym)
	switch from {
	case fromIPO: // NE-SR-24
		t.Pay(p, engine.Bank, price)
		t.Pay(engine.Bank, sym, t.Get(par.Of(sym)))
	case fromTreasury: // NE-SR-25
		t.Pay(p, sym, price)
	case fromPool: // NE-SR-23
		t.Pay(p, engine.Bank, price)
	}
	t.Move(t.Single(classic.Place(sym, from), sym, false), p)
	t.Note(p, "bought a share of %s from the %s for %s", sym, placeName[from], money(price))
	step.Overtake(t.Turn, t.Table, sym, p) // 7.3; NE-CO-15, NE-SR-27
}

// notSold says why the player may not sell so many shares. // 10.4, 10.5
func (v view) notSold(p string, words []string) string {
	return v.notSoldUpTo(p, words, func(sym string) int { return v.saleable(p, sym) })
}

// notSoldUpTo is notSold where a player may sell only so many shares of a company.
func (v view) notSoldUpTo(p string, words []string, most func(sym string) int) string {
	n, sym, ok := classic.SaleWords(v.Table, words)
	switch {
	case isMinor(step.Word(words, 1)): // NE-SR-11
		return "minors cannot be sold (10.4)"
	case !ok:
		return "say how many shares of which company"
	case v.Shares(p, sym) < n:
		return fmt.Sprintf("you hold %s of %s", step.Plural(v.Shares(p, sym), "share"), sym)
	case v.Shares(step.Pool, sym)+n > mostInPool && (n <= v.Spare(p, sym) || most(sym) == mostInPool-v.Shares(step.Pool, sym)): // NE-SR-12
		return "the pool may hold no more than 50% of a company" + step.AtMost("sell", most(sym)) + " (10.4)"
	case n > v.Spare(p, sym): // NE-SR-13, NE-SR-31
		return "nobody else could be president of " + sym + step.AtMost("sell", most(sym)) + " (10.5)"
	}
	return ""
}

// saleable returns the most shares of a company that a player may sell at once. // 10.4, 10.5
func (v view) saleable(p, sym string) int {
	return max(0, min(v.Spare(p, sym), mostInPool-v.Shares(step.Pool, sym)))
}

// sell carries out one order to sell n shares. The presidency changes hands before the rest of the
// sale: the largest holder gets it, and among equals the nearest clockwise. If the seller was
// president, every share of the order moves the price. // 10.4, 10.5; NE-SR-28, NE-SR-29, NE-SR-30
func (t *turn) sell(p, sym string, n int) {
	presides := t.President(sym) == p
	t.play().Sell(p, sym, n) // NE-SR-14: the price before the move
	if presides {            // NE-SR-15, NE-SR-16, NE-RUL-09
		t.shift(sym, -n)
	}
}
