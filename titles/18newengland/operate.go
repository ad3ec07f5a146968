package t18newengland

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// startOperating begins an operating round: homes of minors that have none on
// the map yet are placed. // 9, 11; NE-DR-17, NE-SR-10, NE-RUL-07, DIF-16,
// DIF-17
func startOperating(t *turn) {
	if t.Get(roundNo)%2 == 0 {
		t.Set(pairNo, t.Get(pairNo)+1)
		t.Set(roundNo, 0)
	}
	t.Set(roundNo, t.Get(roundNo)+1)
	t.Set(roundKind, operatingRound)
	t.Note("", "Operating round %d.%d", t.Get(pairNo), t.Get(roundNo))
	for _, sym := range minorsInOrder(t.State) {
		if t.Where(step.Token(sym, 0)) == sym {
			t.Move(step.Token(sym, 0), t.Where(step.Keep(sym)))
			t.Move(step.Keep(sym), step.Out)
		}
	}
}

// startMergers begins a merger round, from Phase 3 on. // 12; NE-MG-01
func startMergers(t *turn) {
	if t.Get("phase") >= phase3 {
		t.Set(roundKind, mergerRound)
		t.Note("", "Merger round %d.%d", t.Get(pairNo), t.Get(roundNo))
	}
}

// redeem offers a major to buy back its shares from the pool; a minor nothing.
// It may be used at any point of the turn, several times. // 11, 11.2;
// NE-RD-01, NE-OR-04, NE-RUL-11
func (t *turn) redeem() []engine.Choice {
	if isMinor(t.Actor) {
		return nil
	}
	return []engine.Choice{t.offers("redeem", "buy back shares from the pool", func() []engine.Option { // O1
		return t.countOptions(t.redeemable(), nil, t.Price(t.Actor))
	}, t.notRedeemable)}
}

// redeemable is the most shares the company can redeem: it pays them out of its
// treasury. // 11.2; NE-RD-02
func (t *turn) redeemable() int {
	sym := t.Actor
	return min(t.Shares(step.Pool, sym), t.Cash(sym)/t.Price(sym))
}

func (t *turn) notRedeemable([]string) string {
	sym := t.Actor
	return fmt.Sprintf("%s can redeem %s: the pool has %d, the treasury %s (11.2)",
		sym, step.Plural(t.redeemable(), "share"), t.Shares(step.Pool, sym), money(t.Cash(sym)))
}

// asks asks the president of the operating company and carries out any
// redemption before it returns another answer. The choices are made afresh
// after each; when none are left the answer is to pass.
func (t *turn) asks(choices func() []engine.Choice) engine.Command {
	for {
		list := choices()
		if len(list) == 0 {
			return engine.Command{Verb: "pass"}
		}
		a := t.Ask(append(list, t.redeem()...)...)
		if a.Verb != "redeem" {
			return a
		}
		t.buyBack(a.Int(0))
	}
}

// buyBack redeems n shares. // 11.2; NE-RD-02, NE-RD-03
func (t *turn) buyBack(n int) {
	sym, price := t.Actor, t.Price(t.Actor)
	t.Pay(sym, engine.Bank, n*price)
	for range n {
		t.Move(t.Single(step.Pool, sym, false), sym)
	}
	t.Set(redeemed, 1) // NE-OR-05
	t.Note(sym, "redeemed %s for %s", step.Plural(n, "share"), money(n*price))
}

// choice makes a choice of the operating company's president, who decides for
// it. // 7.3; NE-CO-16
func (t *turn) choice(verb, help string, options func() []engine.Option) engine.Choice {
	return engine.Choice{By: t.President(t.Actor), For: t.Actor, Verb: verb, Help: help, Options: options}
}

// pass makes the choice to do nothing.
func (t *turn) pass(help string) engine.Choice { return t.choice("pass", help, nil) }
