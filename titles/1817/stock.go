package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startStock begins a set of rounds with its stock round. // 3, 5
func startStock(t *turn) {
	t.play().BeginStock(stockRound)
	step.BeginTurns(t.Turn)
	t.Set(rate, 0)
	t.Note("", "Stock round %d", t.Get(stockNo))
	for _, sym := range t.inOrder() {
		t.closeMarketShorts(sym)
	}
}

// closeMarketShorts closes short shares in the market with shares from the treasury. The bank pays the
// company for them. // 7.4; 17-SE-01, R-39
func (t *turn) closeMarketShorts(sym string) {
	for t.normal(sym) && t.shorts(step.Pool, sym) > 0 && t.Single(sym, sym, false) != "" {
		t.Pay(engine.Bank, sym, t.Price(sym))
		t.Note(sym, "sold a treasury share for %s to close a short share in the market", money(t.Price(sym)))
		t.Move(t.Single(sym, sym, false), step.Pool)
		t.pair(step.Pool, sym)
	}
	t.payMarkers(sym)
}

// nextInStock returns the next player clockwise from the priority deal, until all pass in succession. // 5,
// 5.7; 17-SR-01, 17-SR-04, 17-IP-12
func nextInStock(s *engine.State, last string) string {
	v := see(s)
	return v.NextTurn(last, v.Solvent())
}

// acts records what a player has done in a stock turn.
type acts struct {
	sold, shorted bool
	company       string // the company acted for
	redeemed      bool
	over          bool // nothing more may be done
}

func (a acts) any() bool { return a.sold || a.shorted || a.over || a.company != "" }

// stockTurn is one player's turn. The player acts for themselves: sell, sell short, then buy or start a
// company. Or the player acts for one company, which borrows, then buys its shares. // 5; 17-SR-01,
// 17-SR-02, 17-SR-03, R-06
func stockTurn(t *turn) {
	done := acts{}
	for !done.over {
		choices := t.stockChoices(done)
		if len(choices) == 0 {
			break
		}
		a := t.Ask("stock turn", choices...)
		if a.Verb == "pass" {
			break
		}
		done = t.stockAct(done, a)
	}
	t.play().EndTurn(t.Actor, done.any()) // 17-SR-04
}

// stockAct carries out one action of a stock turn.
func (t *turn) stockAct(done acts, a engine.Command) acts {
	p := t.Actor
	switch a.Verb {
	case "sell":
		t.sell(p, a.Arg(1), a.Int(0))
		t.Set(sold.Of(p, a.Arg(1)), t.Get(stockNo))
		done.sold = true
	case "short":
		t.sellShort(p, a.Arg(0))
		done.shorted = true
	case "buy":
		t.buy(p, a.Arg(0), classic.Place(a.Arg(0), a.Arg(2)))
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

// stockChoices lists what the player may do. It returns nothing if the player can only pass. // 5, 5.1
func (t *turn) stockChoices(done acts) []engine.Choice {
	p, excess := t.Actor, false
	offer := func(verb, help string, candidates func() []engine.Option, whyNot func(words []string) string) engine.Choice {
		if why := t.notNow(done, verb, excess); why != "" {
			return step.Barred(p, "", verb, why)
		}
		return step.Telling(p, "", verb, help, candidates, whyNot, noneFor[verb])
	}
	mine := func(rule func(p string, words []string) string) func([]string) string {
		return func(words []string) string { return rule(p, words) }
	}
	sell := offer("sell", "sell shares to the market", t.sales(p, t.inOrder()...), mine(t.notSold))
	excess = t.overLimit(p) != "" && step.OpenNow(t.Turn, "sell", sell)
	out := []engine.Choice{
		sell,
		offer("short", "sell a share you do not own, and owe its dividends until you buy one back", t.eachCompany, mine(t.notShort)),
		offer("buy", "buy one share", t.eachShare, mine(t.notBought)),
		offer("start", "start a company and bid for its presidency; cash and private companies pay the bid into its treasury", t.starts, t.startRule()),
		offer("loan", "let a company of yours take loans of $100; its price falls a space for each", t.borrowers, func(words []string) string { return t.notBorrowing(done, words) }),
		offer("redeem", "let a company of yours buy its shares from the market", t.redeemers, func(words []string) string { return t.notRedeemed(done, words) }),
	}
	switch {
	case excess: // 17-LM-05
		return append(out, step.Barred(p, "", "pass", t.overLimit(p)))
	case !step.OpenNow(t.Turn, "stock turn", out...):
		return nil
	case done.company != "":
		return append(out, engine.Bare(p, "pass", "the company does no more"))
	}
	return append(out, engine.Bare(p, "pass", "do nothing more"))
}

// noneFor says why a player can think of nothing to do with a verb in a stock turn. // 5
var noneFor = map[string]string{
	"sell":   "you hold no share (5.2)",
	"short":  "no company is in play (5.3)",
	"buy":    "no share is on sale in a treasury or in the market (5.4)",
	"start":  "every company is in play, or you cannot bid $100 (5.5)",
	"loan":   "you are president of no company (5.6)",
	"redeem": "no share of a company of yours is in the market (5.6)",
}

// notNow says why a verb is closed for the rest of a stock turn. A player acts for themselves, and sells,
// sells short, then buys; or they act for one company. A player above the certificate limit must sell as
// long as they can. // 5, 5.1; 17-SR-01, 17-SR-02, R-06, R-10
func (t *turn) notNow(done acts, verb string, excess bool) string {
	forCompany := verb == "loan" || verb == "redeem"
	switch {
	case forCompany && done.any() && done.company == "":
		return "you have acted for yourself in this turn (5)"
	case !forCompany && done.company != "":
		return "this turn is for " + done.company + " (5)"
	case verb == "sell" && done.shorted && !t.sellsAfterShort():
		return "you have sold short in this turn: shares are sold before that (5)"
	case verb == "short" && done.shorted: // 17-SH-01
		return "one share is sold short in a turn (5.3)"
	case excess && verb != "sell" && !(verb == "short" && t.sellsAfterShort()):
		return t.overLimit(t.Actor)
	}
	return ""
}

func (t *turn) overLimit(p string) string {
	return classic.SellFirst(t.CertificateCount(p), t.certLimit(), "5.1")
}

// endStock ends a stock round. Companies with unpaid markers are liquidated, then the prices move. // 5.7;
// 17-SE-02, 17-SE-03, 17-SE-04, D-41
func endStock(t *turn) {
	step.PassPriority(t.Turn, t.Table, t.Solvent()) // 17-SR-07, R-12
	if !t.redMoves() {
		t.liquidateUnpaid()
	}
	for _, sym := range t.inOrder() {
		t.movePrice(sym)
	}
	t.liquidateUnpaid()
}

// liquidateUnpaid puts companies that owe markers into the red cell. // 5.5;
// 17-IP-11, 17-SE-02
func (t *turn) liquidateUnpaid() {
	for _, sym := range t.together() {
		if t.Get(unpaid.Of(sym)) > 0 {
			t.Set(unpaid.Of(sym), 0)
			t.liquidate(sym, "it has not paid for its station markers")
		}
	}
}

// movePrice moves a price to the right if players hold all shares, and to the left for each share in the
// market. // 5.7, 9.3; 17-SE-03, 17-SE-04, 17-SE-05, 17-VA-03, R-11, D-09
func (t *turn) movePrice(sym string) {
	if t.size(sym) < 5 || t.red(sym) && !t.redMoves() {
		return
	}
	switch held := t.Held(sym); {
	case held > t.size(sym) && t.on(shortSqueeze):
		t.shift(sym, 2)
	case held >= t.size(sym):
		t.shift(sym, 1)
	}
	if !t.red(sym) {
		t.shift(sym, -t.Shares(step.Pool, sym))
	}
}

// after returns the solvent players clockwise from the left of p. p comes last if still in the game.
// // 17-BK-07
func (v view) after(p string) []string {
	return slices.DeleteFunc(v.Following(p), func(q string) bool { return v.S.Get(bankrupt.Of(q)) == 1 })
}

// certLimit returns the certificate limit for the number of players still in the game. Each certificate of
// a company counts one. Short shares and private companies do not count. // 4.1, 5.1, 7.4; 17-LM-01,
// 17-BK-01, R-35, D-33
func (v view) certLimit() int { return classic.CertificateLimit(data, len(v.Solvent())) }
