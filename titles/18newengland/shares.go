package t18newengland

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// Sources of a share, as players name them.
const (
	fromIPO      = "ipo"
	fromTreasury = "treasury"
	fromPool     = "pool"
)

// source returns the place of the shares of a company that a word names.
func source(sym, word string) string {
	switch word {
	case fromIPO:
		return step.IPO(sym)
	case fromTreasury:
		return sym
	}
	return step.Pool
}

// buyOptions lists the shares a player may buy. // 10.6; NE-SR-18
func (t *turn) buyOptions() []engine.Option {
	var out []engine.Option
	for _, sym := range majorsInOrder(t.State) {
		for _, from := range []string{fromIPO, fromTreasury, fromPool} {
			if words := []string{sym, "from", from}; t.notBuyable(words) == "" {
				out = append(out, engine.Option{Args: words, Label: t.buyLabel(sym, from)})
			}
		}
	}
	return out
}

// notBuyable says why the player may not buy the share, "" when they may.
// // 10.6; NE-CO-09, NE-CO-13, NE-SR-19, NE-SR-20, NE-SR-21, NE-SR-22
func (t *turn) notBuyable(words []string) string {
	p, sym, from := t.Actor, step.Word(words, 0), step.Word(words, 2)
	switch {
	case !known(sym, major) || len(words) != 3 || words[1] != "from" || placeName[from] == "":
		return "say which company's share, from ipo, treasury or pool"
	case t.President(sym) == "":
		return sym + " is not formed (10.6)"
	case t.Single(source(sym, from), sym, false) == "":
		return fmt.Sprintf("there is no share of %s to buy in the %s", sym, placeName[from])
	case t.soldThisRound(p, sym):
		return "you sold " + sym + " in this stock round (10.6)"
	case t.Shares(p, sym) >= mostHeld:
		return "nobody may hold more than 60% of a company (10.1)"
	case !t.mayHoldMore(p):
		return t.atLimitReason(p)
	case t.Price(sym) > t.Cash(p):
		return fmt.Sprintf("a share of %s costs %s, you have %s", sym, money(t.Price(sym)), money(t.Cash(p)))
	}
	return ""
}

// mostHeld is the most shares of a major that one player may own. // 10.1;
// NE-CO-12
const mostHeld = 6

func (t *turn) soldThisRound(p, sym string) bool {
	return t.Get(stockNo) > 0 && t.Get(sold+p+":"+sym) == t.Get(stockNo)
}

func (t *turn) buyLabel(sym, from string) string {
	if from == fromIPO {
		return fmt.Sprintf("pay %s, %s gets its par %s", money(t.Price(sym)), sym, money(t.Get(par+sym)))
	}
	return "pay " + money(t.Price(sym))
}

// buy sells one share to a player at the market price. // 10.6; NE-MK-05,
// NE-SR-23, NE-SR-24, NE-SR-25, NE-SR-26
func (t *turn) buy(p, sym, from string) {
	price := t.Price(sym)
	switch from {
	case fromIPO:
		t.Pay(p, engine.Bank, price)
		t.Pay(engine.Bank, sym, t.Get(par+sym))
	case fromTreasury:
		t.Pay(p, sym, price)
	case fromPool:
		t.Pay(p, engine.Bank, price)
	}
	t.Move(t.Single(source(sym, from), sym, false), p)
	t.Note(p, "bought a share of %s from the %s for %s", sym, placeName[from], money(price))
	if president := t.President(sym); t.Shares(p, sym) > t.Shares(president, sym) { // NE-SR-27, NE-CO-15
		step.Crown(t.Turn, t.Table, sym, president, p) // 7.3
	}
}

var placeName = map[string]string{fromIPO: "IPO", fromTreasury: "treasury", fromPool: "pool"}

// sellable returns the most shares of a major that a player may sell. // 10.4,
// 10.5; NE-SR-11, NE-SR-12, NE-SR-13, NE-SR-28, NE-SR-29, NE-SR-31
func (t *turn) sellable(p, sym string) int {
	have, room := t.Shares(p, sym), mostInPool-t.Shares(step.Pool, sym)
	if t.President(sym) == p && t.Heir(p, sym) == "" {
		have -= t.Weight(step.Share(sym, 0))
	}
	return max(0, min(have, room))
}

// mostInPool is the most shares of a major that may lie in the pool. // 10.4
const mostInPool = 5

// notSellable says why the player may not sell so many shares. // 10.4, 10.5;
// NE-SR-11, NE-SR-12, NE-SR-13, NE-SR-31, NE-CO-03
func (t *turn) notSellable(p string, words []string) string {
	sym := step.Word(words, 1)
	n, ok := step.Number(words, 0)
	switch {
	case known(sym, minor):
		return "minors cannot be sold (10.4)"
	case !ok || n < 1 || len(words) != 2 || !known(sym, major):
		return "say how many shares of which company"
	case t.Shares(p, sym) < n:
		return fmt.Sprintf("you hold %s of %s", step.Plural(t.Shares(p, sym), "share"), sym)
	case t.Shares(step.Pool, sym)+n > mostInPool:
		return "the pool takes no more than 50% of a company (10.4)"
	}
	return "nobody could be president of " + sym + " after you (10.5)"
}

// saleOptions lists the sales of a player, given the most shares of a company
// that may be sold.
func (t *turn) saleOptions(p string, most func(p, sym string) int) []engine.Option {
	return t.SaleOptions(majorsInOrder(t.State), func(sym string) int { return most(p, sym) })
}

// sell is one order to sell n shares. The presidency changes hands before the
// rest of the sale; every share of an order by the president moves the price.
// // 10.4, 10.5; NE-SR-14, NE-SR-15, NE-SR-16, NE-SR-17, NE-SR-30, NE-RUL-09
func (t *turn) sell(p, sym string, n int) {
	price, presides := t.Price(sym), t.President(sym) == p
	step.Sell(t.Turn, t.Table, p, sym, n)
	t.Pay(engine.Bank, p, n*price)
	t.Note(p, "sold %s of %s for %s", step.Plural(n, "share"), sym, money(n*price))
	if presides {
		t.shift(sym, -n)
	}
}
