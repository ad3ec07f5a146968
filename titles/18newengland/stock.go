package t18newengland

import (
	"fmt"
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
)

// startStock begins a stock round. // 10; NE-SU-08
func startStock(t *turn) {
	t.Set(stockNo, t.Get(stockNo)+1)
	t.Set(roundKind, stockRound)
	t.Set(passes, 0)
	t.Set(lastActor, 0)
	t.Note("", "Stock round %d", t.Get(stockNo))
}

// nextInStock takes the players clockwise from the priority deal until all
// pass in succession. // 10, 10.7; NE-SR-01, NE-SR-04, NE-SR-05
func nextInStock(s *engine.State, last string) string {
	if s.Get(passes) >= len(playing(s)) {
		return ""
	}
	if last == "" {
		return s.Where(step.Priority)
	}
	return leftOf(s, last)
}

// endStock passes on the priority deal. // 10.7; NE-SR-06
func endStock(t *turn) {
	if seat := t.Get(lastActor); seat > 0 {
		next := leftOf(t.State, engine.PlayerID(seat-1))
		t.Move(step.Priority, next)
		t.Note(next, "has the priority deal")
	}
}

// stockTurn is one player's turn: any number of sales, then at most one
// purchase or start of a minor. // 10; NE-SR-02, NE-SR-03
func stockTurn(t *turn) {
	p, acted := t.Actor, false
	for {
		choices := t.stockChoices(acted)
		if len(choices) == 0 { // NE-RUL-05
			break
		}
		a := t.Ask(choices...)
		if a.Verb == "pass" {
			break
		}
		acted = true
		if a.Verb != "sell" {
			t.purchase(a)
			break
		}
		t.sell(p, a.Arg(1), a.Int(0))
		t.Set(sold+p+":"+a.Arg(1), t.Get(stockNo))
	}
	if !acted {
		t.Set(passes, t.Get(passes)+1)
		t.Note(p, "passed")
		return
	}
	t.Set(passes, 0)
	t.Set(lastActor, t.Seat(p)+1)
}

// stockChoices lists what the player may do, nothing when that is only to
// pass. Over the certificate limit it is to sell, as long as anything can be
// sold. // 10.1, 10.6; NE-CO-14, NE-RUL-24
func (t *turn) stockChoices(acted bool) []engine.Choice {
	p := t.Actor
	sales, buys, starts := t.saleOptions(p, t.sellable), t.buyOptions(p), t.startOptions(p)
	var out []engine.Choice
	add := func(verb, help string, options []engine.Option) {
		if len(options) > 0 {
			out = append(out, engine.Choice{By: p, Verb: verb, Help: help, Options: func() []engine.Option { return options }})
		}
	}
	add("sell", "sell shares to the pool", sales)
	if t.overLimit(p) && len(sales) > 0 {
		return out
	}
	add("buy", "buy one share", buys)
	add("start", "start a minor", starts)
	if len(out) == 0 {
		return nil
	}
	help := "do nothing"
	if acted {
		help = "buy nothing"
	}
	return append(out, engine.Bare(p, "pass", help))
}

func (t *turn) purchase(a engine.Command) {
	if a.Verb == "start" {
		t.start(t.Actor, a)
		return
	}
	t.buy(t.Actor, a.Arg(0), a.Arg(2))
}

// certificateLimit returns the limit for the number of players at the start.
// // 10.1; NE-SU-04
func certificateLimit(s *engine.State) int {
	seats, _ := data.SeatsFor(len(s.Game.Players))
	return seats.Certificates
}

func (t *turn) overLimit(p string) bool { return t.CertificateCount(p) > certificateLimit(t.State) }

// mayHoldMore reports whether a player may take one more certificate. // 10.1,
// 10.6; NE-CO-11, NE-CO-13, NE-RUL-06
func (t *turn) mayHoldMore(p string) bool { return t.CertificateCount(p) < certificateLimit(t.State) }

// startOptions lists the minors a player may start. // 10.2; NE-SR-08
func (t *turn) startOptions(p string) []engine.Option {
	if !t.mayHoldMore(p) || t.Cash(p) < 2*t.cheapestSpace() {
		return nil
	}
	var out []engine.Option
	for _, c := range data.Companies {
		if c.Kind == minor && t.Where(step.Share(c.Sym, 0)) == offered {
			out = append(out, t.spaces(p, c.Sym)...)
		}
	}
	return out
}

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

// buyOptions lists the shares a player may buy. // 10.6; NE-SR-18, NE-SR-19,
// NE-SR-20, NE-SR-21, NE-SR-22
func (t *turn) buyOptions(p string) []engine.Option {
	var out []engine.Option
	for _, sym := range majorsInOrder(t.State) {
		price := t.Price(sym)
		if !t.mayHoldMore(p) || price > t.Cash(p) || t.Shares(p, sym) >= mostHeld || t.soldThisRound(p, sym) {
			continue
		}
		for _, from := range []string{fromIPO, fromTreasury, fromPool} {
			if t.Single(source(sym, from), sym, false) != "" {
				out = append(out, engine.Option{Args: []string{sym, "from", from}, Label: t.buyLabel(sym, from)})
			}
		}
	}
	return out
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
		t.crown(sym, president, p)
	}
}

var placeName = map[string]string{fromIPO: "IPO", fromTreasury: "treasury", fromPool: "pool"}

// crown exchanges the president's certificate for two shares of the new
// president. // 7.3, 10.5
func (t *turn) crown(sym, old, new string) {
	for range t.Weight(step.Share(sym, 0)) {
		t.Move(t.Single(new, sym, false), old)
	}
	t.Move(step.Share(sym, 0), new)
	t.Note(new, "is president of %s", sym)
}

// sellable returns the most shares of a major that a player may sell. // 10.4,
// 10.5; NE-SR-11, NE-SR-12, NE-SR-13, NE-SR-31
func (t *turn) sellable(p, sym string) int {
	have, room := t.Shares(p, sym), mostInPool-t.Shares(step.Pool, sym)
	if t.President(sym) == p && t.heir(p, sym) == "" {
		have -= t.Weight(step.Share(sym, 0))
	}
	return max(0, min(have, room))
}

// mostInPool is the most shares of a major that may lie in the pool. // 10.4
const mostInPool = 5

// heir returns who would be president if p sold out: the largest holder of at
// least two shares, the nearest clockwise among equals. // 10.5; NE-SR-28,
// NE-SR-29
func (t *turn) heir(p, sym string) string {
	best := ""
	for _, q := range t.Following(p) {
		if q != p && t.Shares(q, sym) >= 2 && (best == "" || t.Shares(q, sym) > t.Shares(best, sym)) {
			best = q
		}
	}
	return best
}

// saleOptions lists the sales of a player, given the most shares of a company
// that may be sold.
func (t *turn) saleOptions(p string, most func(p, sym string) int) []engine.Option {
	var out []engine.Option
	for _, sym := range majorsInOrder(t.State) {
		for n := 1; n <= most(p, sym); n++ {
			out = append(out, engine.Option{Args: []string{strconv.Itoa(n), sym}, Label: "for " + money(n*t.Price(sym))})
		}
	}
	return out
}

// sell is one order to sell n shares. The presidency changes hands before the
// rest of the sale; every share of an order by the president moves the price.
// // 10.4, 10.5; NE-SR-14, NE-SR-15, NE-SR-16, NE-SR-17, NE-SR-30, NE-RUL-09
func (t *turn) sell(p, sym string, n int) {
	price, presides := t.Price(sym), t.President(sym) == p
	if heir := t.heir(p, sym); presides && heir != "" && t.Shares(p, sym)-n < t.Shares(heir, sym) {
		t.crown(sym, p, heir)
	}
	for range n {
		t.Move(t.Single(p, sym, false), step.Pool)
	}
	t.Pay(engine.Bank, p, n*price)
	t.Note(p, "sold %s of %s for %s", shares(n), sym, money(n*price))
	if presides {
		t.shift(sym, -n)
	}
}

func shares(n int) string {
	if n == 1 {
		return "1 share"
	}
	return strconv.Itoa(n) + " shares"
}
