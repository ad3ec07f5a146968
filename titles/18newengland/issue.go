package t18newengland

import (
	"fmt"
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
)

// issue sells shares of a major from IPO and treasury to the pool. All orders
// of a turn are one issue: paid at the price before the move, then one space
// left for each share. // 11.10; NE-IS-01, NE-IS-05, NE-RUL-12, NE-RUL-22,
// DIF-06
func issue(t *turn) {
	if isMinor(t.Actor) {
		return
	}
	issued := 0
	for {
		choices := t.lastChoices(issued > 0)
		if len(choices) == 0 {
			break
		}
		a := t.Ask(choices...)
		if a.Verb == "pass" {
			break
		}
		if a.Verb == "redeem" {
			t.buyBack(a.Int(0))
			continue
		}
		issued += t.issue(a.Int(0), a.Arg(2))
	}
	t.shift(t.Actor, -issued) // NE-IS-04
}

// lastChoices lists what a major may do at the end of its turn, nothing when
// that is only to pass: issue, or redeem as long as it has not issued. // 11,
// 11.2, 11.10; NE-OR-05, NE-RUL-11
func (t *turn) lastChoices(issued bool) []engine.Choice {
	mayRedeem := !issued && t.redeemable() > 0 && !t.option(silentEnd)
	if len(t.issueOptions()) == 0 && !mayRedeem {
		return nil
	}
	choices := []engine.Choice{
		t.offers("issue", "sell shares to the pool", t.issueOptions, t.notIssuable), // O11
		t.pass("end the turn"),
	}
	if issued {
		return append(choices, step.Barred(t.President(t.Actor), t.Actor, "redeem", "a company does not redeem in a turn in which it issues (11.2)"))
	}
	return append(choices, t.redeem()...)
}

// issueOptions lists how many shares may be issued of each kind. // 11.10;
// NE-IS-02, NE-OR-05
func (t *turn) issueOptions() []engine.Option {
	sym := t.Actor
	if t.Get(redeemed) == 1 {
		return nil
	}
	room := mostInPool - t.Shares(step.Pool, sym)
	ipo := t.countOptions(min(room, t.Shares(step.IPO(sym), sym)), []string{"from", fromIPO}, t.Get(par+sym))
	return append(ipo, t.countOptions(min(room, t.Shares(sym, sym)), []string{"from", fromTreasury}, t.Price(sym))...)
}

// notIssuable says why so many shares are not issued.
func (t *turn) notIssuable(words []string) string {
	sym, from := t.Actor, step.Word(words, 2)
	n, ok := step.Number(words, 0)
	switch {
	case t.Get(redeemed) == 1:
		return "a company does not issue in a turn in which it redeemed (11.10)"
	case !ok || n < 1 || placeName[from] == "" || from == fromPool:
		return "say how many shares, from ipo or from treasury"
	case n > t.Shares(source(sym, from), sym):
		return fmt.Sprintf("%s has %s in its %s", sym, step.Plural(t.Shares(source(sym, from), sym), "share"), placeName[from])
	}
	return "the pool takes no more than 50% of a company (11.10)"
}

// countOptions lists the numbers 1 to most, each followed by the words.
func (t *turn) countOptions(most int, words []string, each int) []engine.Option {
	var out []engine.Option
	for n := 1; n <= most; n++ {
		out = append(out, engine.Option{Args: append([]string{strconv.Itoa(n)}, words...), Label: "for " + money(n*each)})
	}
	return out
}

// issue carries out one order. // 11.10; NE-IS-03, NE-SR-26
func (t *turn) issue(n int, from string) int {
	sym := t.Actor
	each := t.Price(sym)
	if from == fromIPO {
		each = t.Get(par + sym)
	}
	for range n {
		t.Move(t.Single(source(sym, from), sym, false), step.Pool)
	}
	t.Pay(engine.Bank, sym, n*each)
	t.Note(sym, "issued %s from the %s for %s", step.Plural(n, "share"), placeName[from], money(n*each))
	return n
}
