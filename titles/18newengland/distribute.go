package t18newengland

import (
	"pbem/engine"
	"pbem/engine/step"
)

// distribute pays out the earnings. // 11.6
func distribute(t *turn) {
	sym, earned := t.Actor, t.Get(revenue)
	switch {
	case isMinor(sym):
		t.payMinor(sym, earned)
	case earned == 0: // NE-DV-04
		t.Note(sym, "earned nothing")
		t.shift(sym, -1)
	default:
		t.payMajor(sym, earned)
	}
}

// payMinor halves the earnings between owner and treasury. // 11.6; NE-DV-01,
// NE-MK-07
func (t *turn) payMinor(sym string, earned int) {
	half := earned / 2
	t.Pay(engine.Bank, t.President(sym), half)
	t.Pay(engine.Bank, sym, earned-half)
	if earned > 0 {
		t.Note(sym, "paid %s to its owner and kept %s", money(half), money(earned-half))
	}
}

// payMajor withholds, pays half or pays all. // 11.6; NE-DV-02
func (t *turn) payMajor(sym string, earned int) {
	half := halfDividend(earned)
	a := t.asks(func() []engine.Choice {
		return []engine.Choice{ // O6
			t.choice("pay", t.outlook(sym, earned, earned), nil),
			t.choice("half", t.outlook(sym, earned, half), nil),
			t.choice("withhold", t.outlook(sym, earned, 0), nil),
		}
	})
	dividend := map[string]int{"pay": earned, "half": half, "withhold": 0}[a.Verb]
	if dividend == 0 { // NE-DV-03
		t.Pay(engine.Bank, sym, earned)
		t.Note(sym, "withheld %s", money(earned))
		t.shift(sym, -1)
		return
	}
	t.Pay(engine.Bank, sym, earned-dividend)
	t.payShares(sym, dividend)
	t.Note(sym, "paid %s a share%s", money(dividend/10), t.keptNote(earned-dividend))
	t.shift(sym, dividendMove(dividend, t.Price(sym)))
}

// outlook tells a president what a dividend would bring, and where it would
// move the price. // 11.6; NE-DV-06
func (t *turn) outlook(sym string, earned, dividend int) string {
	own, move := t.Shares(t.President(sym), sym)*dividend/10, -1
	text := "you get nothing"
	if dividend > 0 {
		text = money(dividend/10) + " a share: you get " + money(own)
		move = dividendMove(dividend, t.Price(sym))
	}
	text += ", " + sym + " " + money(earned-dividend+t.ownShares(sym)*dividend/10)
	if before, after := t.Price(sym), t.priceAfter(sym, move); after != before {
		return text + "; price " + money(before) + " > " + money(after)
	}
	return text + "; price unchanged"
}

func (t *turn) keptNote(kept int) string {
	if kept == 0 {
		return ""
	}
	return " and kept " + money(kept)
}

// halfDividend is what a half payment gives the shares: half the earnings,
// rounded up to a multiple of ten. // 11.6; NE-DV-05
func halfDividend(earned int) int { return (earned/2 + 9) / 10 * 10 }

// dividendMove is how far a dividend moves the price. // 11.6; NE-DV-07,
// NE-DV-08
func dividendMove(dividend, price int) int { return min(dividend/price, 2) }

// payShares pays a tenth of the dividend for each share: to players, and to the
// company for its IPO and treasury shares; pool shares get nothing. // 11.6;
// NE-DV-06, NE-RD-04
func (t *turn) payShares(sym string, dividend int) {
	for _, p := range t.Players() {
		t.Pay(engine.Bank, p, t.Shares(p, sym)*dividend/10)
	}
	t.Pay(engine.Bank, sym, t.ownShares(sym)*dividend/10)
}

// ownShares counts the shares that pay into the treasury: those of the IPO and
// the treasury itself. // NE-DV-06
func (t *turn) ownShares(sym string) int {
	return t.Shares(step.IPO(sym), sym) + t.Shares(sym, sym)
}
