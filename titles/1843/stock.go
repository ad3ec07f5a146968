package t1843

import (
	"slices"

	"pbem/engine"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startStock begins a stock round. The first one begins with the player after the last who bought a
// private company at its price, the others with card 1. // 7.1; 43-AU-19, 43-SR-01, R-5
func startStock(t *turn) {
	t.play().BeginStock(stockRound)
	if t.Get(stockNo) > 1 {
		t.Move(step.Priority, t.Order()[0])
	}
	t.Note("", "Stock round %d", t.Get(stockNo))
}

// nextInStock takes the players in the order of their cards until all have passed in succession.
// // 7.1; 43-SR-01, 43-SR-03
func nextInStock(s *engine.State, last string) string {
	return classic.NextByCards(see(s).Table, last, s.Where(step.Priority))
}

// endStock moves the markers of sold-out companies and deals the cards again. // 7.1, 7.7; 43-SR-04
func endStock(t *turn) {
	for _, sym := range t.ByPrice(t.parred()) {
		if t.soldOut(sym) {
			t.rise(sym)
		}
		if t.Result != nil { // 43-GE-03: at once
			return
		}
	}
	step.Reorder(t.Turn, t.Table, t.ByCash())
}

// soldOut reports whether players hold all shares of a company. // 7.7; R-36
func (v view) soldOut(sym string) bool { return classic.SoldOut(v.Table, sym) }

// rise moves a marker up a row; from the top row it moves down and to the right. A price of 500
// ends the game at once. // 7.7, 8.10.1; 43-MK-07, 43-GE-03
func (t *turn) rise(sym string) {
	c, _ := t.CellOf(sym)
	to := data.Market.Up(c)
	if c.Row == 0 {
		to = market.Cell{Row: 1, Col: c.Col + 1}
	}
	if data.Market.At(to) == nil {
		return
	}
	t.put(sym, to)
	if data.Market.At(to).Has("end") { // 43-MK-09
		t.End(sym+" reached "+money(t.Price(sym)), t.scores())
	}
}

// put moves a marker into a cell, below those already there, and tells the new price.
// // 7.7; 43-MK-03, R-9
func (t *turn) put(sym string, to market.Cell) {
	t.play().MovePrice(sym, to)
}

// stockTurn is one player's turn: sales, one purchase, and sales again. // 7.1; 43-SR-02
func stockTurn(t *turn) {
	p := t.Actor
	done := step.Dealing{
		By:      p,
		Sales:   func(done []engine.Command) []engine.Choice { return append(t.closed(p, done), t.selling(p)) },
		Main:    func(done []engine.Command) []engine.Choice { return t.buying(p, done) },
		Act:     func(a engine.Command) bool { t.deal(p, a); return false },
		On:      t.goesOn,
		MustAct: func([]engine.Command) string { return t.mustSell(p) },
	}.Run(t.Turn)
	t.Set(turned.Of(p), t.Get(stockNo))
	t.play().EndTurn(p, len(done) > 0)
}

// deal carries out one action of a stock turn.
func (t *turn) deal(p string, a engine.Command) {
	switch a.Verb {
	case "sell":
		t.sell(p, a.Arg(1), a.Int(0))
	case "buy":
		t.buy(p, a.Arg(0), a.Arg(2))
	case "start":
		t.start(p, a.Arg(0), a.Int(1))
	case "exchange":
		t.exchange(p, a)
	}
}

// selling offers sales, in any order. // 7.2; 43-MK-08
func (t *turn) selling(p string) engine.Choice {
	return classic.Selling(t.Table, p, "7.2", t.parred, func(p string, words []string) string {
		return t.notSold(p, words, func(sym string) int { return t.sellable(p, sym) })
	})
}

// buying lists the acts of which a turn has one: a purchase, the start of a company, or the
// exchange of VDL. // 7.3, 7.4, 10.2; 43-SR-09, 43-SR-26
func (t *turn) buying(p string, done []engine.Command) []engine.Choice {
	only := ""
	if t.goesOn(done) {
		only = done[len(done)-1].Arg(0)
	}
	buy := step.Telling(p, "", "buy", "buy one certificate", t.certificatesOnSale, func(words []string) string {
		if only != "" && step.Word(words, 0) != only {
			return "you may go on buying " + only + " only (7.3)"
		}
		return t.notBought(p, words)
	}, "no share is on sale: a company's first is its director's certificate (7.3, 7.4)")
	if only != "" {
		return []engine.Choice{buy, step.Barred(p, "", "start", "you may go on buying "+only+" only (7.3)")}
	}
	out := []engine.Choice{buy, step.Telling(p, "", "start", "start a company", t.starts, func(words []string) string { return t.notStarted(p, words) }, "all companies have been started (7.4)")}
	if t.owner(privVDL) != step.Out {
		out = append(out, t.exchanging(p))
	}
	if why := t.mustSell(p); why != "" {
		return classic.Closed(p, out, why)
	}
	return out
}

// closed gives the reasons why nothing more is bought in a turn that had its purchase.
// // 7.3; 43-SR-09, 43-SR-26
func (t *turn) closed(p string, done []engine.Command) []engine.Choice {
	had := slices.ContainsFunc(done, func(a engine.Command) bool { return a.Verb != "sell" })
	if !had || t.goesOn(done) {
		return nil
	}
	var out []engine.Choice
	for _, verb := range []string{"buy", "start", "exchange"} {
		out = append(out, step.Barred(p, "", verb, "only one purchase is allowed in a turn (7.3)"))
	}
	return out
}

// goesOn reports whether a purchase may go on. Any number of shares of a company in the brown zone
// may be bought in one action. // 7.3; 43-SR-09
func (v view) goesOn(done []engine.Command) bool {
	n := len(done)
	return n > 0 && done[n-1].Verb == "buy" && v.in(done[n-1].Arg(0), brown)
}

// mustSell says why a player must sell before anything else. On their first turn of a stock round
// players above the certificate limit sell down to it, as far as they can. // 7.6; 43-SR-25, R-35
func (t *turn) mustSell(p string) string {
	if t.Get(turned.Of(p)) == t.Get(stockNo) || !step.Open(t.selling(p)) {
		return ""
	}
	return classic.SellFirst(t.CertificateCount(p), t.certificateLimit(), "7.6")
}
