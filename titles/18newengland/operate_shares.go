package t18newengland

import (
	"fmt"
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// redeem lets a major buy back its shares from the pool. A minor has no such choice.
// // 11.2; NE-RD-01
func (t *turn) redeem() []engine.Choice {
	if isMinor(t.Actor) {
		return nil
	}
	return []engine.Choice{t.voice().Offers("redeem", "buy back shares from the pool", func() []engine.Option { // O1
		return countOptions(t.Shares(step.Pool, t.Actor), nil, t.Price(t.Actor))
	}, t.notRedeemed)}
}

// redeemable returns the most shares that the company can redeem. Its treasury pays for them.
// // 11.2; NE-RD-02
func (t *turn) redeemable() int {
	sym := t.Actor
	return min(t.Shares(step.Pool, sym), t.Cash(sym)/t.Price(sym))
}

// notRedeemed says why the company may not buy back so many shares. // 11.2
func (t *turn) notRedeemed(words []string) string {
	sym := t.Actor
	n, ok := step.Number(words, 0)
	if ok && n >= 1 && n <= t.redeemable() && len(words) == 1 {
		return ""
	}
	return fmt.Sprintf("%s can redeem %s: the pool has %d, the treasury %s (11.2)",
		sym, step.Plural(t.redeemable(), "share"), t.Shares(step.Pool, sym), money(t.Cash(sym)))
}

// buyBack redeems n shares, which become treasury shares. The price does not move.
// // 11.2; NE-RD-02, NE-RD-03
func (t *turn) buyBack(n int) {
	sym, price := t.Actor, t.Price(t.Actor)
	t.Pay(sym, engine.Bank, n*price)
	for range n {
		t.Move(t.Single(step.Pool, sym, false), sym)
	}
	t.Set(redeemed, 1)
	t.Note(sym, "redeemed %s for %s", step.Plural(n, "share"), money(n*price))
}

// issue lets a major sell shares from IPO and treasury to the pool. All orders of a turn are one
// issue: the price moves only after the last one, by one space to the left for each share.
// // 11.10; NE-IS-05, NE-RUL-12, NE-RUL-22, DIF-06
func issue(t *turn) {
	if isMinor(t.Actor) { // NE-IS-01
		return
	}
	issued := 0
	for {
		choices := t.lastChoices(issued > 0)
		if len(choices) == 0 {
			break
		}
		a := t.Ask("issue", choices...)
		if a.Verb == "pass" {
			break
		}
		if a.Verb == "redeem" {
			t.buyBack(a.Int(0))
			continue
		}
		t.issue(a.Int(0), a.Arg(2))
		issued += a.Int(0)
	}
	t.shift(t.Actor, -issued) // NE-IS-04
}

// lastChoices lists what a major may do at the end of its turn: issue, or redeem if it has not
// issued. It returns nil if only a pass is possible. // 11, 11.2, 11.10
func (t *turn) lastChoices(issued bool) []engine.Choice {
	sell := t.voice().Offers("issue", "sell shares to the pool", t.issues, t.notIssued) // O11
	mayRedeem := !issued && t.redeemable() > 0 && !t.endsSilently()
	if !step.Open(sell) && !mayRedeem {
		return nil
	}
	choices := []engine.Choice{sell, t.voice().Pass("end the turn")}
	if issued { // NE-OR-05, NE-RUL-11
		return append(choices, t.voice().Barred("redeem", "a company may not redeem shares in a turn in which it issues any (11.2)"))
	}
	return append(choices, t.redeem()...)
}

// issues lists the numbers of shares that may be issued from IPO and from treasury.
func (t *turn) issues() []engine.Option {
	sym := t.Actor
	return append(
		countOptions(t.Shares(step.IPO(sym), sym), []string{"from", fromIPO}, t.issuePrice(fromIPO)),
		countOptions(t.Shares(sym, sym), []string{"from", fromTreasury}, t.issuePrice(fromTreasury))...)
}

// notIssued says why so many shares are not issued. // 11.10; NE-IS-02
func (t *turn) notIssued(words []string) string {
	sym, from := t.Actor, step.Word(words, 2)
	n, ok := step.Number(words, 0)
	switch {
	case t.Get(redeemed) == 1: // NE-OR-05
		return "a company may not issue shares in a turn in which it redeemed any (11.10)"
	case !ok || n < 1 || len(words) != 3 || words[1] != "from" || placeName[from] == "" || from == fromPool:
		return "say how many shares, from ipo or from treasury"
	case n > t.Shares(classic.Place(sym, from), sym):
		return fmt.Sprintf("%s has %s in its %s", sym, step.Plural(t.Shares(classic.Place(sym, from), sym), "share"), placeName[from])
	case t.Shares(step.Pool, sym)+n > mostInPool:
		return "the pool may hold no more than 50% of a company" + step.AtMost("issue", mostInPool-t.Shares(step.Pool, sym)) + " (11.10)"
	}
	return ""
}

// countOptions lists the numbers 1 to most, each followed by the words.
func countOptions(most int, words []string, each int) []engine.Option {
	var out []engine.Option
	for n := 1; n <= most; n++ {
		out = append(out, engine.Option{Args: append([]string{strconv.Itoa(n)}, words...), Label: "for " + money(n*each)})
	}
	return out
}

// issuePrice returns what the bank pays for a share: the par for one of the IPO, the market value
// for one of the treasury. // 11.10; NE-IS-03
func (t *turn) issuePrice(from string) int {
	if from == fromIPO {
		return t.Get(par.Of(t.Actor))
	}
	return t.Price(t.Actor)
}

// issue carries out one order. An issued share that comes back is a treasury share.
// // 11.10; NE-SR-26
func (t *turn) issue(n int, from string) {
	sym, each := t.Actor, t.issuePrice(from)
	for range n {
		t.Move(t.Single(classic.Place(sym, from), sym, false), step.Pool)
	}
	t.Pay(engine.Bank, sym, n*each)
	t.Note(sym, "issued %s from the %s for %s", step.Plural(n, "share"), placeName[from], money(n*each))
}
