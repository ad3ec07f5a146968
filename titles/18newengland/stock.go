package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// startStock begins a stock round. // 10; NE-SU-08
func startStock(t *turn) {
	t.Set(stockNo, t.Get(stockNo)+1)
	t.Set(roundKind, stockRound)
	step.BeginTurns(t.Turn)
	t.Note("", "Stock round %d", t.Get(stockNo)+1)
}

// nextInStock takes the players clockwise from the priority deal until all pass in succession.
// // 10, 10.7
func nextInStock(s *engine.State, last string) string {
	v := see(s)
	return v.NextTurn(last, v.Solvent()) // NE-SR-01, NE-SR-05; NE-SR-04: a player who passed is asked again
}

// endStock passes the priority deal on. It stays where it is if nobody acted. // 10.7
func endStock(t *turn) {
	step.PassPriority(t.Turn, t.Table, t.Solvent()) // NE-SR-06
	if t.standstill() {
		t.End("no company is left and nobody can start one", t.scores())
	}
}

// stockTurn is one player's turn: any number of sales, then at most one
// purchase or start of a minor. // 10; NE-SR-02
func stockTurn(t *turn) {
	p, acted := t.Actor, false
	for {
		choices := t.stockChoices(p, acted)
		if len(choices) == 0 { // NE-RUL-05
			break
		}
		a := t.Ask("stock turn", choices...)
		if a.Verb == "pass" {
			break
		}
		acted = true
		if a.Verb != "sell" {
			t.buyOrStart(p, a)
			break // NE-SR-03: nothing is sold after a purchase
		}
		t.sell(p, a.Arg(1), a.Int(0))
		t.Set(sold.Of(p, a.Arg(1)), t.Get(stockNo))
	}
	t.play().EndTurn(p, acted)
}

func (t *turn) buyOrStart(p string, a engine.Command) {
	if a.Verb == "start" {
		t.start(p, a)
		return
	}
	t.buy(p, a.Arg(0), a.Arg(2))
}

// stockChoices lists what the player may do, nil if that is only to pass. // 10
func (t *turn) stockChoices(p string, acted bool) []engine.Choice {
	sell := classic.Selling(t.Table, p, "10.4", t.majorsInOrder, t.notSold) // S1
	buy := step.Ruled(p, "", "buy", "buy one share", t.purchases,
		func(words []string) string { return t.notBought(p, words) }) // S2
	start := t.starting("start", "start a minor", func() []engine.Option { return t.spaces(t.startable(p)) },
		func(words []string) string { return t.notStarted(p, words) }) // S3
	switch {
	case !step.OpenNow(t.Turn, "stock turn", sell, buy, start):
		return nil
	case t.overLimit(p) != "" && step.OpenNow(t.Turn, "sell", sell):
		return append([]engine.Choice{sell}, classic.Closed(p, []engine.Choice{buy, start, engine.Bare(p, "pass", "")}, t.overLimit(p))...)
	case acted:
		return []engine.Choice{sell, buy, start, engine.Bare(p, "pass", "buy nothing")}
	}
	return []engine.Choice{sell, buy, start, engine.Bare(p, "pass", "do nothing")} // S4
}

// certificateLimit returns the limit for the number of players who began the game.
// // 10.1; NE-SU-04
func (v view) certificateLimit() int { return classic.CertificateLimit(data, len(v.S.Game.Players)) }

// overLimit says why a player over the certificate limit may only sell.
// // 10.1, 10.6; NE-CO-14, NE-RUL-24, DIF-22
func (v view) overLimit(p string) string {
	return classic.SellFirst(v.CertificateCount(p), v.certificateLimit(), "10.1")
}

// notOneMore says why a player may not take one more certificate of any kind.
// // 10.1, 10.6; NE-CO-11, NE-CO-13
func (v view) notOneMore(p string) string {
	return classic.OneMore(v.CertificateCount(p), v.certificateLimit(), "10.6")
}

// startable lists the minors that a player may start on some space.
func (v view) startable(p string) []string {
	return data.Syms(func(sym string) bool { return known(sym, minor) && v.notStartable(p, sym) == "" })
}

// notStarted says why a player may not start the minor on the space. // 10.2;
// NE-SR-08
func (v view) notStarted(p string, words []string) string {
	sym := step.Word(words, 0)
	if !known(sym, minor) {
		return sayStart
	}
	if why := v.notStartable(p, sym); why != "" {
		return why
	}
	return v.notSpace(p, words)
}

// notStartable says why a player may not start a minor on any space. // 10.2
func (v view) notStartable(p, sym string) string {
	switch at := v.S.Where(step.Share(sym, 0)); {
	case at == later: // NE-RUL-39
		return sym + " comes with Phase 3 (10.2)"
	case at != offered: // NE-CO-17, NE-CO-18
		return sym + " was started before (10.2)"
	}
	return v.notOneMore(p) // NE-RUL-06
}
