package t1820

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startStock begins a stock round and pays the income. // 6.1, 6.2; 20-IN-01, 20-SE-06
func startStock(t *turn) {
	classic.Play{Turn: t.Turn, Table: t.Table}.BeginStock(stockRound)
	t.Set(part, 1)
	t.Set(quiet, 0)
	t.Set(lastTurn, 0)
	t.Note("", "Stock round %d", t.Get(stockNo))
	if t.Get(lastPaid) == 1 { // 20-IN-02
		return
	}
	for _, p := range t.Order() {
		t.Pay(engine.Bank, p, income)
		if debt := t.Get(owes.Of(p)); debt > 0 && t.Get(stockNo) > 1 { // 20-IN-03
			t.Pay(p, engine.Bank, debt)
			t.Set(owes.Of(p), 0)
			t.Note(p, "pays %s for future trains", money(debt))
		}
	}
	t.Note("", "Everybody receives %s", money(income))
	t.Set(lastPaid, t.Get(victoria)) // 6.2, 10.8; 20-IN-02
}

// nextInFirst takes the players in number order until all in a row have had a turn without a lobby
// and without a larger share-count. // 6.5.1; 20-SA-01, 20-SA-04, 20-RU-13
func nextInFirst(s *engine.State, last string) string {
	v := see(s)
	if s.Get(quiet) >= len(v.Order()) {
		return ""
	}
	return step.Next(v.Order(), last, nil)
}

// nextInSecond takes the players in number order, from the one after the last turn of the first
// part, until all have passed. // 6.5.1; 20-SA-05, 20-SA-09, 20-SA-10
func nextInSecond(s *engine.State, last string) string {
	v := see(s)
	if v.AllPassed(nil) {
		return ""
	}
	if last == "" {
		last = engine.PlayerID(s.Get(lastTurn) - 1)
	}
	return step.Next(v.Order(), last, nil)
}

// stockTurn is one turn of a player: sales, one main action, and sales again. It is for one holder
// or company. // 6.5.1, 6.5.2; 20-SA-01, 20-SA-12
func stockTurn(t *turn) {
	p := t.Actor
	var did []string          // the verbs of the acts
	var void []engine.Command // acts that came to nothing
	step.Dealing{
		By:    p,
		Sales: t.stockSales,
		Main:  func(done []engine.Command) []engine.Choice { return t.mainActions(done, void) },
		Act: func(a engine.Command) bool {
			if t.stockAct(a) {
				did = append(did, a.Verb)
			} else {
				void = append(void, a)
			}
			return a.Verb == "redeem"
		},
		Void:    func(a engine.Command) bool { return among(void, a) },
		MustAct: t.mustSell,
	}.Run(t.Turn)
	t.endStockTurn(p, did)
}

// among reports whether the same command was said before.
func among(said []engine.Command, a engine.Command) bool {
	return slices.ContainsFunc(said, func(b engine.Command) bool { return a.String() == b.String() })
}

// endStockTurn counts the turns that brought nothing new. In the second part it records acts and
// passes; the passes give the next number cards. A share whose holder does not sell, and a
// share-count that is undone, are neither act nor pass.
// // 6.5.1; 20-SA-02, 20-SA-04, 20-SA-07, 20-SA-08, 20-RU-80
func (t *turn) endStockTurn(p string, did []string) {
	first := t.Get(part) == 1
	if first {
		t.Set(lastTurn, t.Seat(p)+1)
	}
	news := slices.Contains(did, "fund") || slices.Contains(did, "increase")
	switch {
	case first && news:
		t.Set(quiet, 0)
	case first:
		t.Set(quiet, t.Get(quiet)+1)
	case len(did) > 0:
		step.Acted(t.Turn, p)
	default:
		step.Pass(t.Turn, p)
		return
	}
	if len(did) == 0 {
		t.Note(p, "passed")
	}
}

// actor returns for whom the turn is used: the player or a cousin, or "" before the first act. A
// purchase by a company ends its turn. // 6.5.1; 20-SA-01
func actor(p string, done []engine.Command) string {
	if len(done) == 0 {
		return ""
	}
	if by := asCousin(done[0].Args); by != "" {
		return by
	}
	return p
}

// asCousin returns the cousin at the end of words: "2 LSR as LOC".
func asCousin(words []string) string {
	if n := len(words); n > 2 && words[n-2] == "as" {
		return words[n-1]
	}
	return ""
}

// mainActions lists the one main action of a turn. What came to nothing in this turn is not tried
// again. // 6.5.2, 6.5.3; 20-SA-06, 20-SA-11, 20-SA-13, 20-RU-80
func (t *turn) mainActions(done, void []engine.Command) []engine.Choice {
	p, as := t.Actor, actor(t.Actor, done)
	self := step.Voice{By: p}
	out := []engine.Choice{self.Tells("buy", "buy one share", t.purchases(p, as), notAgain("buy", void, t.notPurchase(p, as)), "no share is to be had (6.5.2.4)")}
	if as == "" {
		out = append(out, self.Tells("redeem", "let a company buy its own shares from the pool", t.redemptions(p), t.notRedeemed(p), "no share of a company that you direct is in the pool (6.5.3.1)"))
	}
	if t.Get(part) == 2 {
		const later = "lobbies and share-counts belong to the first part of the stock round (6.5.1)"
		return append(out, self.Barred("fund", later), self.Barred("increase", later))
	}
	if as == "" || as == p {
		lobbies := t.funding()
		out = append(out,
			self.Tells("fund", "put cash under a lobby, a new one or one to raise: each floats a company, the highest first", lobbies.sums, lobbies.notFunded, ""),
			self.Tells("increase", "increase the share-count of a company you direct", t.increases, notAgain("increase", void, t.notIncreased), "you direct no company (6.5.2.2)"))
	}
	return out
}

// notAgain refuses what came to nothing in this turn. Otherwise it gives the reasons of a rule.
// // 6.5.1; 20-RU-80
func notAgain(verb string, void []engine.Command, whyNot func([]string) string) func([]string) string {
	return func(words []string) string {
		if among(void, engine.Command{Verb: verb, Args: words}) {
			return "that fell through this turn: say something else (6.5.1)"
		}
		return whyNot(words)
	}
}

// stockAct carries out an act of a stock turn. It returns false if the act comes to nothing: the
// holder of a share declines, or a share-count is not increased after all.
func (t *turn) stockAct(a engine.Command) bool {
	switch a.Verb {
	case "sell":
		t.sellShares(t.holderOf(a), a.Arg(1), a.Int(0))
	case "buy":
		return t.buyShare(a)
	case "fund":
		t.lobbied(a)
	case "increase":
		return t.increase(a)
	case "redeem":
		_, loans := withLoans(a.Args)
		t.redeem(a.Arg(1), a.Int(0), loans)
	}
	return true
}

// holderOf returns who acts by a command: the player, or the cousin that it names.
func (t *turn) holderOf(a engine.Command) string {
	if by := asCousin(a.Args); by != "" {
		return by
	}
	return a.By
}

// mustSell says why a player cannot end the turn yet: a cousin of theirs directs a company and can
// sell shares of it. This holds before the first act, and in a turn for the cousin.
// // 6.5.1, 14.1; 20-SA-03, 20-CO-02, 20-RU-15
func (t *turn) mustSell(done []engine.Command) string {
	as := actor(t.Actor, done)
	for _, c := range t.cousinsOf(t.Actor) {
		for _, sym := range t.playing() {
			if (as == "" || as == c) && t.Director(sym) == c && t.sellable(c, sym) > 0 {
				return c + " directs " + sym + " and must sell shares of it (6.5.1)"
			}
		}
	}
	return ""
}

// endStock moves prices, gives the players new number cards, and ends the game if it is over.
// // 6.7, 6.5.1; 20-SA-09, 20-ES-01, 20-RU-14
func endStock(t *turn) {
	t.Set(part, 0)
	step.Reorder(t.Turn, t.Table, t.Passed())
	for _, sym := range t.publics() {
		pool := t.Shares(step.Pool, sym)
		switch {
		case sym == british: // 20-ES-03
		case pool > 0:
			t.shift(sym, -steps5(pool, t.size(sym)))
		case t.Held(sym) == t.size(sym): // 20-ES-04
			t.shift(sym, 1)
		}
	}
	t.endIfReached("a price has reached £500") // 20-ES-05, 20-GE-03
	t.endIfDeserted()
}
