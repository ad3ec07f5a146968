package t1843

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// Limits of holdings, in shares of 10%. // 7.2, 7.3, 7.4; 43-SR-08, 43-SR-13,
// 43-SR-16
const (
	mostInPool = 5
	mostHeld   = 6
	leftAfloat = 4  // in the IPO when the company floats
	capital    = 10 // times par
)

// Zones of the market. The par boxes are in no zone. // 7.6; 43-SR-23
const (
	yellow = "yellow"
	orange = "orange"
	brown  = "brown"
)

// in reports whether a company's marker is in one of the zones.
func (v view) in(sym string, zones ...string) bool { return v.InZone(sym, zones...) }

// certificateLimit returns the limit for the number of players. // 4; 43-SU-01
func (v view) certificateLimit() int { return classic.CertificateLimit(data, len(v.S.Game.Players)) }

// CertificateCount returns how many certificates of a player count towards the limit: private
// companies, and shares of companies in no zone. // 7.6; 43-SR-22, 43-SR-23, R-7
func (v view) CertificateCount(p string) int {
	n := len(v.S.Kind(p, "private"))
	for _, share := range v.S.Kind(p, "share") {
		if v.counts(step.Label(share)) {
			n++
		}
	}
	return n
}

// counts reports whether certificates of a company count towards the limit. // 7.6; 43-SR-23
func (v view) counts(sym string) bool { return !v.in(sym, yellow, orange, brown) }

// parred returns the companies that have a price.
func (v view) parred() []string { return v.Priced() }

// notSold says why a player may not sell so many shares. most is how many of a company they may. // 7.2
func (v view) notSold(p string, words []string, most func(sym string) int) string {
	n, sym, ok := classic.SaleWords(v.Table, words)
	switch {
	case !ok:
		return "say how many shares of which company"
	case v.S.Get(stockNo) == 1 && v.S.Get(roundKind) == stockRound: // 43-SR-05
		return "no shares may be sold in the first stock round (7.2)"
	case v.Shares(p, sym) < n:
		return fmt.Sprintf("you hold %s of %s", step.Plural(v.Shares(p, sym), "share"), sym)
	case v.Par(sym) == 0: // 43-SR-06
		return sym + " has no price yet (7.2)"
	case v.Shares(step.Pool, sym)+n > mostInPool: // 43-SR-08
		return "the pool may hold no more than 50% of a company" + step.AtMost("sell", most(sym)) + " (7.2)"
	case n > v.Spare(p, sym): // 43-SR-20, 43-SR-21
		return "nobody could take over the director's certificate of " + sym + step.AtMost("sell", most(sym)) + " (7.5)"
	}
	return ""
}

// sellable returns the most shares of a company that a player may sell at once. // 7.2
func (v view) sellable(p, sym string) int {
	return min(v.Spare(p, sym), mostInPool-v.Shares(step.Pool, sym))
}

// sell sells n shares at the price before the move. The director's certificate goes to the heir,
// and the price falls. // 7.2, 7.5, 7.7; 43-SR-07, 43-SR-18, R-8
func (t *turn) sell(p, sym string, n int) {
	t.play().Sell(p, sym, n, sold.Of(p, sym))
	t.fall(sym, n)
}

// fall moves a marker down a row for each share, at most to the foot of its column. A marker that
// already stands there sinks in its stack. // 7.7; 43-MK-01, 43-MK-02
func (t *turn) fall(sym string, n int) {
	c, _ := t.CellOf(sym)
	if data.Market.Down(c) == c {
		t.PutOver(sym, c.String(), market.Sink(t.Cells(c.String()), sym, n))
		return
	}
	t.put(sym, market.Steps(c, data.Market.Down, n))
}

// sharePrice returns the price of a share: par in the IPO, the market price in the pool.
// // 7.3; 43-SR-11
func (v view) sharePrice(sym, from string) int {
	if from == classic.FromIPO {
		return v.Par(sym)
	}
	return v.Price(sym)
}

// certificatesOnSale lists a share of every company from each of the two sources that has one.
func (v view) certificatesOnSale() []engine.Option {
	return classic.InStock(v.Table, classic.ShareOptions(v.parred(), []string{classic.FromIPO, classic.FromPool}, func(sym, from string) string { return "pay " + money(v.sharePrice(sym, from)) }))
}

// notBought says why a player may not buy a share. // 7.3
func (v view) notBought(p string, words []string) string {
	sym, from, ok := classic.PurchaseWords(v.Table, words, classic.FromIPO, classic.FromPool)
	switch {
	case !ok:
		return "say which company's share, from ipo or from pool"
	case v.Par(sym) == 0: // 43-SR-10
		return sym + " has no par yet: it is started with its director's certificate (7.3, 7.4)"
	case v.Single(classic.Place(sym, from), sym, false) == "":
		return fmt.Sprintf("there is no share of %s in the %s", sym, from)
	case v.sharePrice(sym, from) > v.S.Cash(p): // 43-SR-27, R-48
		return fmt.Sprintf("a share of %s costs %s, but you have %s (7.1)", sym, money(v.sharePrice(sym, from)), money(v.S.Cash(p)))
	}
	return v.notHeld(p, sym, true)
}

// notHeld says why a player may not have one more share of a company. fresh reports whether the
// share is one more certificate for the player. // 7.3, 7.6
func (v view) notHeld(p, sym string, fresh bool) string {
	switch {
	case v.S.Get(roundKind) == stockRound && classic.SoldNow(v.Table, p, sym): // 43-SR-12
		return "you sold shares of " + sym + " in this stock round and may have more only in the next (7.3)"
	case v.Shares(p, sym) >= mostHeld && !v.in(sym, orange, brown): // 43-SR-13
		return "nobody may own more than 60% of " + sym + " unless its price is in the orange or brown zone (7.3)"
	case fresh && v.counts(sym):
		return v.notOneMore(p)
	}
	return ""
}

// notOneMore says why a player may not take one more certificate that counts.
// // 7.6; 43-SR-24, R-35
func (v view) notOneMore(p string) string {
	return classic.OneMore(v.CertificateCount(p), v.certificateLimit(), "7.6")
}

// buy sells a share to a player. The price does not move. // 7.3, 7.5; 43-SR-11, 43-MK-10
func (t *turn) buy(p, sym, from string) {
	price := t.sharePrice(sym, from)
	t.Pay(p, engine.Bank, price)
	t.Note(p, "bought a share of %s from the %s for %s", sym, from, money(price))
	t.receive(p, sym, t.Single(classic.Place(sym, from), sym, false))
}

// receive gives a certificate to a player, who may become director. The company floats once few
// enough shares are left in the IPO. // 7.4, 7.5; 43-SR-16, 43-SR-19
func (t *turn) receive(p, sym, cert string) {
	t.Move(cert, p)
	step.Overtake(t.Turn, t.Table, sym, p)
	step.Float(t.Turn, t.Table, sym, leftAfloat, capital*t.Par(sym))
}

// parCells returns the boxes in which a company may start now. // 7.4; 43-SR-15, R-45
func (v view) parCells() []market.Cell { return data.ParCells(v.Phase()) }

// unstarted returns the companies whose director's certificate is on sale.
func (v view) unstarted() []string {
	return data.Syms(func(sym string) bool { return v.S.Where(step.Share(sym, 0)) == step.IPO(sym) })
}

// starts lists every company that may be started, at every par.
func (v view) starts() []engine.Option {
	var out []engine.Option
	for _, sym := range v.unstarted() {
		for _, o := range v.ParOptions(sym, math.MaxInt, v.parCells()) {
			par, _ := strconv.Atoi(o.Args[1])
			o.Label = "pay " + money(2*par)
			out = append(out, o)
		}
	}
	return out
}

// notStarted says why a player may not start a company at a par. // 7.4; 43-SR-14
func (v view) notStarted(p string, words []string) string {
	sym := step.Word(words, 0)
	par, ok := step.Number(words, 1)
	switch {
	case !known(sym) || !ok || len(words) != 2:
		return "say which company and its par"
	case v.notOffice(sym, par) != "":
		return v.notOffice(sym, par)
	case 2*par > v.S.Cash(p):
		return fmt.Sprintf("the director's certificate costs %s, but you have %s (7.4)", money(2*par), money(v.S.Cash(p)))
	}
	return v.notOneMore(p)
}

// notOffice says why a company's director's certificate cannot be bought at a par.
// // 7.4; 43-SR-14, 43-SR-15
func (v view) notOffice(sym string, par int) string {
	if !slices.Contains(v.unstarted(), sym) {
		return sym + " was started before (7.4)"
	}
	if !slices.ContainsFunc(v.parCells(), func(c market.Cell) bool { return data.Market.At(c).Price == par }) {
		return fmt.Sprintf("no company starts at %s in the %s phase: say %s (14)", money(par), v.Phase().Name, step.OneOf(data.Pars(v.Phase())))
	}
	return ""
}

// start sells the director's certificate at a par. // 7.4; 43-SR-14
func (t *turn) start(p, sym string, par int) {
	t.Pay(p, engine.Bank, 2*par)
	t.Note(p, "starts %s", sym)
	step.SetPar(t.Turn, t.Table, sym, par, t.parCells())
	t.receive(p, sym, step.Share(sym, 0))
}
