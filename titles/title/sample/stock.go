package sample

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
)

// Limits. // 2.2, 2.3
const (
	mostHeld   = 6 // shares of a company that one player may own
	mostInPool = 5 // shares of a company that may lie in the pool
	leftAfloat = 5 // a company floats when no more of its shares are left unsold
	shares     = 10
)

// startStock begins a stock round. // 2
func startStock(t *turn) {
	t.Set(stockNo, t.Get(stockNo)+1)
	t.Set(roundNo, 0)
	t.Set(roundKind, stockRound)
	step.BeginTurns(t.Turn)
	t.Note("", "Stock round %d", t.Get(stockNo))
}

// nextInStock takes the players clockwise from the priority deal until all pass in succession. // 2; SA-03
func nextInStock(s *engine.State, last string) string { return see(s).NextTurn(last, s.Players()) }

// endStock passes on the priority deal. // 2; SA-03
func endStock(t *turn) { step.PassPriority(t.Turn, t.Table, t.Players()) }

// stockTurn is one player's turn: sales, one purchase, and sales again. // 2; SA-04
func stockTurn(t *turn) {
	deal := step.Dealing{
		By:    t.Actor,
		Sales: func([]engine.Command) []engine.Choice { return []engine.Choice{t.selling(t.Actor)} },
		Main:  func([]engine.Command) []engine.Choice { return []engine.Choice{t.starting(t.Actor), t.buying(t.Actor)} },
		Act:   t.deal,
	}
	if done := deal.Run(t.Turn); len(done) == 0 {
		step.TurnPassed(t.Turn, t.Actor, "passed")
		return
	}
	step.TurnTaken(t.Turn, t.Actor)
}

// deal carries out what was said. It never ends the turn.
func (t *turn) deal(a engine.Command) (over bool) {
	switch a.Verb {
	case "sell":
		t.sell(a.By, a.Arg(1), a.Int(0))
	case "start":
		t.start(a.By, a.Arg(0), a.Int(1))
	case "buy":
		t.buy(a.By, a.Arg(0), a.Arg(2))
	}
	return false
}

// syms are all companies in the order of the data.
func syms() []string {
	var out []string
	for _, c := range data.Companies {
		out = append(out, c.Sym)
	}
	return out
}

// limit is the most certificates that a player may hold. // 1; SA-01
func (v view) limit() int {
	seats, _ := data.SeatsFor(len(v.S.Players()))
	return seats.Certificates
}

// notOneMore says why a player may not take one more certificate. // 2.2; SA-07
func (v view) notOneMore(p string) string {
	if n := v.CertificateCount(p); n >= v.limit() {
		return fmt.Sprintf("you hold %d certificates, the most there may be is %d (2.2)", n, v.limit())
	}
	return ""
}

// pars are the spaces of the market at which a company may start. // 2.1; SA-05
func (v view) pars() []market.Cell { return data.ParCells(v.Phase()) }

// starting offers to start a company. // 2.1
func (v view) starting(p string) engine.Choice {
	all := func() (out []engine.Option) {
		for _, sym := range syms() {
			out = append(out, v.ParOptions(sym, v.S.Cash(p)/2, v.pars())...)
		}
		return out
	}
	return step.Ruled(p, "", "start", "start a company", all, func(words []string) string { return v.notStarted(p, words) })
}

// notStarted says why a player may not start a company at a price. // 2.1; SA-05
func (v view) notStarted(p string, words []string) string {
	sym := step.Word(words, 0)
	price, ok := step.Number(words, 1)
	at := step.FirstNotIn([]string{step.Word(words, 1)}, v.parWords())
	switch {
	case data.Company(sym) == nil || !ok || len(words) != 2 || at != "":
		return "say which company, and at which price: " + step.OneOf(v.parWords()) + " (2.1)"
	case v.Par(sym) > 0:
		return sym + " was started before (2.1)"
	case 2*price > v.S.Cash(p):
		return fmt.Sprintf("the president's certificate costs %s, you have %s (2.1)", money(2*price), money(v.S.Cash(p)))
	}
	return v.notOneMore(p)
}

// parWords are the prices at which a company may start.
func (v view) parWords() []string {
	var out []string
	for _, c := range v.pars() {
		out = append(out, fmt.Sprint(data.Market.At(c).Price))
	}
	return out
}

// start sells the president's certificate for twice the price. // 2.1; SA-05
func (t *turn) start(p, sym string, price int) {
	t.Note(p, "started %s for %s", sym, money(2*price))
	step.SetPar(t.Turn, t.Table, sym, price, t.pars())
	t.Pay(p, engine.Bank, 2*price)
	t.Move(step.Share(sym, 0), p)
}

// buying offers single shares from the IPO and the pool. // 2.2
func (v view) buying(p string) engine.Choice {
	all := func() (out []engine.Option) {
		for _, sym := range syms() {
			for _, from := range []string{"ipo", "pool"} {
				out = append(out, engine.Option{Args: []string{sym, "from", from}, Label: "pay " + money(v.costs(sym, from))})
			}
		}
		return out
	}
	return step.Ruled(p, "", "buy", "buy one share", all, func(words []string) string { return v.notBought(p, words) })
}

// costs is the price of a share: its par in the IPO, the market price in the pool. // 2.2; SA-06
func (v view) costs(sym, from string) int {
	if from == "ipo" {
		return v.Par(sym)
	}
	return v.Price(sym)
}

// source is the place of the shares that a word names.
func source(sym, from string) string {
	if from == "ipo" {
		return step.IPO(sym)
	}
	return step.Pool
}

// notBought says why a player may not buy a share. // 2.2; SA-06
func (v view) notBought(p string, words []string) string {
	sym, from := step.Word(words, 0), step.Word(words, 2)
	switch {
	case data.Company(sym) == nil || len(words) != 3 || words[1] != "from" || from != "ipo" && from != "pool":
		return "say which company's share, from ipo or pool"
	case v.Par(sym) == 0:
		return sym + " is not started yet (2.1)"
	case v.Single(source(sym, from), sym, false) == "":
		return "there is no share of " + sym + " in the " + from + " (2.2)"
	case v.S.Get(sold(p, sym)) == v.S.Get(stockNo): // SA-09
		return "you sold " + sym + " in this stock round (2.3)"
	case v.Shares(p, sym) >= mostHeld: // SA-07
		return "nobody may hold more than 60% of a company (2.2)"
	case v.costs(sym, from) > v.S.Cash(p):
		return fmt.Sprintf("a share of %s costs %s, you have %s (2.2)", sym, money(v.costs(sym, from)), money(v.S.Cash(p)))
	}
	return v.notOneMore(p)
}

// buy sells one share to a player. The company floats when half of its shares are sold. // 2.2, 2.4; SA-06, SA-10
func (t *turn) buy(p, sym, from string) {
	cost := t.costs(sym, from)
	t.Pay(p, engine.Bank, cost)
	t.Move(t.Single(source(sym, from), sym, false), p)
	t.Note(p, "bought a share of %s from the %s for %s", sym, from, money(cost))
	step.Overtake(t.Turn, t.Table, sym, p)
	if step.Float(t.Turn, t.Table, sym, leftAfloat, shares*t.Par(sym)) {
		t.Move(step.Token(sym, 0), t.Where(step.Keep(sym))) // SA-11
		t.Move(step.Keep(sym), step.Out)
	}
}

// selling offers to sell shares to the pool. // 2.3
func (v view) selling(p string) engine.Choice {
	all := func() []engine.Option {
		return v.SaleOptions(syms(), func(sym string) int { return v.Shares(p, sym) })
	}
	return step.Ruled(p, "", "sell", "sell shares to the pool", all, func(words []string) string { return v.notSold(p, words) })
}

// notSold says why a player may not sell so many shares. // 2.3; SA-08
func (v view) notSold(p string, words []string) string {
	n, ok := step.Number(words, 0)
	sym := step.Word(words, 1)
	switch {
	case !ok || n < 1 || len(words) != 2 || data.Company(sym) == nil:
		return "say how many shares of which company"
	case v.S.Get(stockNo) == 1:
		return "nothing is sold in the first stock round (2.3)"
	case v.Shares(p, sym) < n:
		return fmt.Sprintf("you hold %s of %s", step.Plural(v.Shares(p, sym), "share"), sym)
	case v.Shares(step.Pool, sym)+n > mostInPool:
		return "the pool takes no more than 50% of a company (2.3)"
	case n > v.Spare(p, sym):
		return "nobody could be president of " + sym + " after you (2.3)"
	}
	return ""
}

// sell is one sale: the price falls once, however many shares are sold. // 2.3; SA-08, SA-09
func (t *turn) sell(p, sym string, n int) {
	price := t.Price(sym)
	step.Sell(t.Turn, t.Table, p, sym, n)
	t.Pay(engine.Bank, p, n*price)
	t.Set(sold(p, sym), t.Get(stockNo))
	t.Note(p, "sold %s of %s for %s", step.Plural(n, "share"), sym, money(n*price))
	t.shift(sym, -1)
}
