package t18newengland

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// startStock begins a stock round. // 10; NE-SU-08
func startStock(t *turn) {
	t.Set(stockNo, t.Get(stockNo)+1)
	t.Set(roundKind, stockRound)
	t.Set(passes, 0)
	t.Set(lastActor, 0)
	t.Note("", "Stock round %d", t.Get(stockNo)+1)
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
	if t.standstill() {
		t.End("no company is left and nobody can start one", scores(t.State))
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
// sold. // 10.1, 10.6; NE-CO-14, NE-RUL-24, DIF-22
func (t *turn) stockChoices(acted bool) []engine.Choice {
	p := t.Actor
	sales, buys, starts := t.saleOptions(p, t.sellable), t.buyOptions(), t.startOptions(p)
	if len(sales)+len(buys)+len(starts) == 0 {
		return nil
	}
	sell := step.Offer(p, "", "sell", "sell shares to the pool", step.Fixed(sales), func(words []string) string { return t.notSellable(p, words) }) // S1
	if t.overLimit(p) && len(sales) > 0 {
		out := []engine.Choice{sell}
		for _, verb := range []string{"buy", "start", "pass"} {
			out = append(out, step.Barred(p, "", verb, t.overLimitReason(p)))
		}
		return out
	}
	help := "do nothing"
	if acted {
		help = "buy nothing"
	}
	return []engine.Choice{
		sell,
		step.Offer(p, "", "buy", "buy one share", step.Fixed(buys), t.notBuyable),   // S2
		t.spaceChoice("start", "start a minor", step.Fixed(starts), t.notStartable), // S3
		engine.Bare(p, "pass", help), // S4
	}
}

func (t *turn) overLimitReason(p string) string {
	return fmt.Sprintf("you hold %d certificates and may hold %d: sell first (10.1)", t.CertificateCount(p), certificateLimit(t.State))
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
	var out []engine.Option
	for _, c := range data.Companies {
		if c.Kind == minor && t.notStartable(c.Sym) == "" {
			out = append(out, t.spaces(p, c.Sym)...)
		}
	}
	return out
}

// notStartable says why a minor may not be started, "" when it may on a space
// that can be paid. // 10.2; NE-SR-08, NE-RUL-06
func (t *turn) notStartable(sym string) string {
	switch {
	case t.Where(step.Share(sym, 0)) == later:
		return sym + " comes with Phase 3 (10.2)"
	case t.Where(step.Share(sym, 0)) != offered:
		return sym + " was started before (10.2)"
	case !t.mayHoldMore(t.Actor):
		return t.atLimitReason(t.Actor)
	}
	return ""
}

func (t *turn) atLimitReason(p string) string {
	return fmt.Sprintf("you hold %d certificates, the most there may be is %d (10.6)", t.CertificateCount(p), certificateLimit(t.State))
}
