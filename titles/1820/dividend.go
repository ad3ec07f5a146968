package t1820

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// dividend pays out all or keeps all. A private company pays its director. A company that a cousin
// directs keeps all. // 7.2.4, 14.1; 20-DV-01, 20-DC-24, 20-CO-03
func dividend(t *turn) {
	sym, all := t.Actor, t.Get(earned)
	if t.private(sym) {
		t.Pay(engine.Bank, t.Director(sym), all)
		t.Note(sym, "paid %s to its director", money(all))
		return
	}
	paid := 0
	if all > 0 && !t.idle() {
		a := t.asks("dividend", func() []engine.Choice {
			return []engine.Choice{t.voice().Choice("pay", t.outlook(sym, all, all), nil), t.voice().Choice("withhold", t.outlook(sym, all, 0), nil)}
		})
		if a.Verb == "pay" {
			paid = all
		}
	}
	t.distribute(sym, all, paid)
	t.shift(sym, t.dividendMove(sym, paid))
}

// outlook tells a director what a dividend brings. // 7.2.4
func (v view) outlook(sym string, all, paid int) string {
	after := ""
	if to := v.shifted(sym, v.dividendMove(sym, paid)); to != v.col(sym) {
		after = wordAt(to)
	}
	you, own := 0, all-paid
	if paid > 0 {
		you = v.partOf(sym, v.Shares(v.President(sym), sym), paid)
		own = v.treasuryPart(sym, paid)
	}
	text := fmt.Sprintf("you get %s, %s %s", money(you), sym, money(own))
	if after == "" {
		return text + "; price unchanged"
	}
	return text + "; price " + money(v.Price(sym)) + " > " + after
}

// partOf returns what a holder gets for these shares. The total is rounded up. // 7.2.4; 20-DV-02
func (v view) partOf(sym string, shares, paid int) int {
	return (shares*paid + v.size(sym) - 1) / v.size(sym)
}

// treasuryPart returns what the treasury gets of a dividend for its own shares: what remains after
// the parts of the holders, rounded up, and of the pool, rounded down. // 7.2.4; 20-DV-02, 20-RU-33
func (v view) treasuryPart(sym string, paid int) int {
	left := paid - v.Shares(step.Pool, sym)*paid/v.size(sym)
	for _, h := range v.Holders() {
		left -= v.partOf(sym, v.Shares(h, sym), paid)
	}
	return max(0, left)
}

// distribute pays holders and treasury for their shares, or keeps everything in the treasury.
// // 7.2.4; 20-DV-02, 20-DV-03
func (t *turn) distribute(sym string, all, paid int) {
	switch {
	case all == 0:
		t.Note(sym, "earned nothing")
		return
	case paid == 0:
		t.Pay(engine.Bank, sym, all)
		t.Note(sym, "keeps %s", money(all))
		return
	}
	own := t.treasuryPart(sym, paid)
	for _, h := range t.Holders() {
		t.Pay(engine.Bank, h, t.partOf(sym, t.Shares(h, sym), paid))
	}
	if sym != british {
		t.Pay(engine.Bank, sym, own)
	}
	t.Note(sym, "pays %s", money(paid))
}

// dividendMove returns how many spaces a dividend moves the price.
// // 7.2.4, 16.2.3; 20-DV-04, 20-DV-05, 20-RU-31, 20-RU-32
func (v view) dividendMove(sym string, paid int) int {
	n := spaces(paid, v.Price(sym))
	if n < 0 && sym != british && len(v.Trains(sym)) == 0 {
		n--
	}
	return n
}

// spaces returns how many spaces a dividend moves the price of a company with a train. // 7.2.4, 16.2.3; 20-DV-04, 20-DV-05
func spaces(paid, price int) int {
	switch {
	case paid >= 4*price:
		return 3
	case paid >= 2*price:
		return 2
	case paid >= price:
		return 1
	}
	return -1
}
