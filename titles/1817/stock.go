package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// startStock begins a set of rounds with its stock round. // 3, 5
func startStock(t *turn) {
	t.Set(stockNo, t.Get(stockNo)+1)
	t.Set(roundNo, 0)
	t.Set(roundKind, stockRound)
	t.Set(passes, 0)
	t.Set(lastActor, 0)
	t.Set(rate, 0)
	t.Note("", "Stock round %d", t.Get(stockNo))
	for _, sym := range t.inOrder() {
		t.closeMarketShorts(sym)
	}
}

// closeMarketShorts buys treasury shares for the short shares that lie in the
// market. // 7.4; 17-SE-01, R-39
func (t *turn) closeMarketShorts(sym string) {
	for t.normal(sym) && t.shorts(step.Pool, sym) > 0 && t.Single(sym, sym, false) != "" {
		t.Pay(engine.Bank, sym, t.Price(sym))
		t.Note(sym, "sold a treasury share for %s to close a short share in the market", money(t.Price(sym)))
		t.Move(t.Single(sym, sym, false), step.Pool)
		t.pair(step.Pool, sym)
	}
	t.payMarkers(sym)
}

// pair takes shares and short shares of one company that lie at one place away.
// // 5.1, 7.4; 17-LM-06, 17-SH-08, 17-BK-06, D-37
func (t *turn) pair(place, sym string) {
	for t.shorts(place, sym) > 0 && t.Single(place, sym, false) != "" {
		t.Move(t.Single(place, sym, false), box)
		t.Move(t.shortsAt(place, sym)[0], box)
		t.Note(place, "a share and a short share of %s cancel", sym)
	}
}

// nextInStock takes the players clockwise from the priority deal until all pass
// in succession. // 5, 5.7; 17-SR-01, 17-SR-04, 17-IP-12
func nextInStock(s *engine.State, last string) string {
	v := see(s)
	if s.Get(passes) >= len(v.solvent()) {
		return ""
	}
	if last == "" {
		return s.Where(step.Priority)
	}
	return v.leftOf(last)
}

// deeds is what a player has done in a stock turn.
type deeds struct {
	sold, shorted bool
	company       string // the company acted for
	redeemed      bool
	over          bool // nothing more may be done
}

func (d deeds) any() bool { return d.sold || d.shorted || d.over || d.company != "" }

// stockTurn is one player's turn: for oneself sell, short, then buy or start a
// company; or for one company borrow, then buy its shares. // 5; 17-SR-01,
// 17-SR-02, 17-SR-03, R-06
func stockTurn(t *turn) {
	p, done := t.Actor, deeds{}
	for !done.over {
		choices := t.stockChoices(done)
		if len(choices) == 0 {
			break
		}
		a := t.Ask(choices...)
		if a.Verb == "pass" {
			break
		}
		done = t.stockAct(done, a)
	}
	if !done.any() { // 17-SR-04
		t.Set(passes, t.Get(passes)+1)
		t.Note(p, "passed")
		return
	}
	t.Set(passes, 0)
	t.Set(lastActor, t.Seat(p)+1) // 17-SR-07, R-12
}

// stockAct carries one act of a stock turn out.
func (t *turn) stockAct(done deeds, a engine.Command) deeds {
	p := t.Actor
	switch a.Verb {
	case "sell":
		t.sell(p, a.Arg(1), a.Int(0))
		t.Set(sold+p+":"+a.Arg(1), t.Get(stockNo))
		done.sold = true
	case "short":
		t.sellShort(p, a.Arg(0))
		done.shorted = true
	case "buy":
		t.buy(p, a.Arg(0), sourcePlace(a.Arg(0), a.Arg(2)))
		done.over = true
	case "start":
		t.initialOffering(p, a)
		done.over = true
	case "loan":
		t.borrow(a.Arg(0), a.Int(1))
		done.company = a.Arg(0)
	case "redeem":
		t.redeem(a.Arg(0), a.Int(1))
		done.company, done.redeemed = a.Arg(0), true
	}
	return done
}

// stockChoices lists what the player may do, nothing when that is only to pass.
// Over the certificate limit it is to sell as long as anything can be sold.
// // 5, 5.1; 17-LM-05, R-10, D-35
func (t *turn) stockChoices(done deeds) []engine.Choice {
	p := t.Actor
	if done.company != "" {
		return t.withPass(t.companyChoices(done), "the company does no more")
	}
	var out []engine.Choice
	var sales []engine.Option
	if !done.shorted || t.on(sellAfterShort) {
		sales = t.SaleOptions(t.inOrder(), func(sym string) int { return t.sellable(p, sym) })
		out = why(out, p, "sell", "sell shares to the market", sales, func(words []string) string { return t.notSold(p, words) })
	}
	excess := t.CertificateCount(p) > t.certLimit() && len(sales) > 0
	if !done.shorted && (!excess || t.on(sellAfterShort)) {
		out = why(out, p, "short", "sell a share you do not own", t.shortOptions(p), func(words []string) string { return t.notShort(p, words) })
	}
	if excess {
		return out
	}
	out = why(out, p, "buy", "buy one share", t.buyOptions(p), func(words []string) string { return t.notBought(p, words) })
	out = append(out, t.startChoices(p)...)
	if !done.any() {
		out = append(out, t.companyChoices(done)...)
	}
	return t.withPass(out, "do nothing more")
}

// withPass adds the choice to pass to others; alone it is no choice.
func (t *turn) withPass(choices []engine.Choice, help string) []engine.Choice {
	if len(choices) == 0 {
		return nil
	}
	return append(choices, engine.Bare(t.Actor, "pass", help))
}

// add adds a choice that has options.
func add(choices []engine.Choice, by, verb, help string, options []engine.Option) []engine.Choice {
	if len(options) == 0 {
		return choices
	}
	return append(choices, engine.Choice{By: by, Verb: verb, Help: help, Options: func() []engine.Option { return options }})
}

// presided returns the companies in play a player is president of.
func (v view) presided(p string) []string {
	return slices.DeleteFunc(v.inOrder(), func(sym string) bool { return v.President(sym) != p })
}

// sellable returns the most shares of a company that a player may sell. // 5.2;
// 17-SL-01, 17-SL-02, D-06
func (v view) sellable(p, sym string) int {
	if v.size(sym) < 5 || !v.normal(sym) || v.young(sym) {
		return 0
	}
	n := v.Shares(p, sym)
	if v.President(sym) == p && v.Heir(p, sym) == "" {
		n -= v.Weight(step.Share(sym, 0))
	}
	return n
}

// sell sells n shares to the market at the price, which does not move. // 5.2,
// 5.2.1; 17-SL-03, 17-SL-04, 17-SR-05
func (t *turn) sell(p, sym string, n int) {
	step.Sell(t.Turn, t.Table, p, sym, n)
	t.Pay(engine.Bank, p, n*t.Price(sym))
	t.Note(p, "sold %s of %s for %s", step.Plural(n, "share"), sym, money(n*t.Price(sym)))
	t.pair(step.Pool, sym)
}

// shortOptions lists the companies a player may sell short. // 5.3; 17-SH-01,
// 17-SH-02, 17-SH-03, 17-SH-04
func (t *turn) shortOptions(p string) []engine.Option {
	if t.Get(phase) >= phase8 {
		return nil
	}
	var out []engine.Option
	for _, sym := range t.inOrder() {
		if t.size(sym) < 5 || !t.normal(sym) || t.Get(born+sym) == t.Get(stockNo) || t.Shares(p, sym) > 0 ||
			t.shortsInPlay(sym) >= t.mostShorts(sym) {
			continue
		}
		out = append(out, engine.Option{Args: []string{sym}, Label: "for " + money(t.Price(sym))})
	}
	return out
}

// mostShorts is how many short shares of a company there may be before another
// is sold. // 5.3, 9.1; 17-SH-03, 17-M5-06, 17-VA-01, D-04
func (v view) mostShorts(sym string) int {
	if v.on(increasedShorts) {
		return v.size(sym)
	}
	return 5
}

// sellShort takes a share and a short share and sells the share. // 5.3;
// 17-SH-05, 17-SH-06, 17-SL-05
func (t *turn) sellShort(p, sym string) {
	t.Move(t.shortsAt(box, sym)[0], p)
	t.Move(t.Single(box, sym, false), step.Pool)
	t.Pay(engine.Bank, p, t.Price(sym))
	t.Set(sold+p+":"+sym, t.Get(stockNo))
	t.Note(p, "sold %s short for %s", sym, money(t.Price(sym)))
	t.pair(step.Pool, sym)
}

// Sources of a share, as players name them.
const (
	fromTreasury = "treasury"
	fromMarket   = "market"
)

func sourcePlace(sym, word string) string {
	if word == fromTreasury {
		return sym
	}
	return step.Pool
}

// buyOptions lists the shares a player may buy. // 5.4; 17-BY-01, 17-BY-02,
// 17-SL-05
func (t *turn) buyOptions(p string) []engine.Option {
	var out []engine.Option
	for _, sym := range t.inOrder() {
		if t.President(sym) == "" || !t.normal(sym) || t.Get(sold+p+":"+sym) == t.Get(stockNo) || !t.mayBuy(p, sym) {
			continue
		}
		for _, from := range []string{fromTreasury, fromMarket} {
			if t.Single(sourcePlace(sym, from), sym, false) != "" {
				out = append(out, engine.Option{Args: []string{sym, "from", from}, Label: "for " + money(t.Price(sym))})
			}
		}
	}
	return out
}

// mayBuy reports whether a player can pay for and may hold one more share.
// // 5.1, 5.4; 17-LM-02, 17-LM-03, 17-LM-04
func (v view) mayBuy(p, sym string) bool {
	closes := v.shorts(p, sym) > 0
	return v.S.Cash(p) >= v.Price(sym) && (closes || v.mayHoldMore(p)) && v.Shares(p, sym) < mostHeld[v.size(sym)]
}

// mostHeld is the most shares one player may own of a company of each size.
// // 5.1; 17-LM-04
var mostHeld = map[int]int{2: 2, 5: 3, 10: 6}

// buy sells one share to a player at the price, which does not move. // 5.4,
// 5.4.1; 17-BY-01, 17-BY-03, 17-BY-04, 17-SH-08
func (t *turn) buy(p, sym, place string) {
	to := engine.Bank
	if place == sym {
		to = sym
	}
	t.Pay(p, to, t.Price(sym))
	t.Move(t.Single(place, sym, false), p)
	t.Note(p, "bought a share of %s for %s", sym, money(t.Price(sym)))
	t.pair(p, sym)
	if old := t.President(sym); t.Shares(p, sym) > t.Shares(old, sym) {
		step.Crown(t.Turn, t.Table, sym, old, p)
	}
	t.payMarkers(sym)
}
