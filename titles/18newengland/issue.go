package t18newengland

import (
	"strconv"

	"pbem/engine"
	"pbem/engine/step"
)

// issue sells shares of a major from IPO and treasury to the pool. All orders
// of a turn are one issue: paid at the price before the move, then one space
// left for each share. // 11.10; NE-IS-01, NE-IS-02, NE-IS-05, NE-RUL-12,
// NE-RUL-22
func issue(t *turn) {
	sym := t.Actor
	if isMinor(sym) || t.Get(redeemed) == 1 { // NE-OR-05
		return
	}
	issued := 0
	for len(t.issueOptions()) > 0 {
		ask := t.asks
		if issued > 0 { // no redeeming after an issue
			ask = func(choices func() []engine.Choice) engine.Command { return t.Ask(choices()...) }
		}
		a := ask(func() []engine.Choice {
			if len(t.issueOptions()) == 0 {
				return nil
			}
			return []engine.Choice{t.choice("issue", "sell shares to the pool", t.issueOptions), t.pass("issue no shares")}
		})
		if a.Verb == "pass" {
			break
		}
		issued += t.issue(a.Int(0), a.Arg(2))
	}
	t.shift(sym, -issued) // NE-IS-04
}

// issueOptions lists how many shares may be issued of each kind.
func (t *turn) issueOptions() []engine.Option {
	sym := t.Actor
	if t.Get(redeemed) == 1 {
		return nil
	}
	room := mostInPool - t.Shares(step.Pool, sym)
	ipo := t.countOptions(min(room, t.Shares(step.IPO(sym), sym)), []string{"from", fromIPO}, t.Get(par+sym))
	return append(ipo, t.countOptions(min(room, t.Shares(sym, sym)), []string{"from", fromTreasury}, t.Price(sym))...)
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
	t.Note(sym, "issued %s from the %s for %s", shares(n), placeName[from], money(n*each))
	return n
}
