package t1817

import (
	"pbem/engine"
	"pbem/engine/step"
)

// dividend pays the earnings out, half or in full, or keeps them. // 6.6;
// 17-DV-01, 17-DV-03, 17-DV-07
func dividend(t *turn) {
	sym, all := t.Actor, t.Get(earned)
	paid := 0
	if all > 0 {
		half := halfOf(all, t.size(sym))
		a := t.asks(func() []engine.Choice {
			return []engine.Choice{
				t.choice("pay", t.outlook(sym, all, all), nil),
				t.choice("half", t.outlook(sym, all, half), nil),
				t.choice("withhold", t.outlook(sym, all, 0), nil),
			}
		})
		paid = map[string]int{"pay": all, "half": half, "withhold": 0}[a.Verb]
	}
	t.distribute(sym, all, paid)
	t.shift(sym, dividendMove(paid, t.Price(sym)))
	t.retireObsolete(sym)
	t.collect(t.President(sym), bill{sym: sym}, func() {})
}

// outlook tells a president what a dividend would bring, and where it would
// move the price. // 6.6; 17-DV-01, 17-DV-05
func (v view) outlook(sym string, all, paid int) string {
	text := "you get nothing"
	if paid > 0 {
		text = v.perShare(sym, paid) + ": you get " + money(v.Shares(v.President(sym), sym)*paid/v.size(sym))
	}
	text += ", " + sym + " " + money(all-paid+v.Shares(sym, sym)*paid/v.size(sym))
	col, moves := v.shifted(sym, dividendMove(paid, v.Price(sym)))
	if !moves {
		return text + "; price unchanged"
	}
	return text + "; price " + v.priceWord(sym) + " > " + wordAt(col)
}

func (v view) perShare(sym string, paid int) string {
	if v.size(sym) == 2 {
		return money(paid) + " to its owner"
	}
	return money(paid/v.size(sym)) + " a share"
}

// halfOf is the part that a half dividend pays out: half; for ten shares
// rounded up to a multiple of $10. // 6.6; 17-DV-02
func halfOf(earned, shares int) int {
	if shares == 10 {
		return (earned/2 + 9) / 10 * 10
	}
	return earned / 2
}

// distribute pays players and treasury for their shares; market shares get
// nothing, short shares are charged. // 6.6; 17-DV-01, 17-DV-03, 17-DV-04
func (t *turn) distribute(sym string, all, paid int) {
	t.Pay(engine.Bank, sym, all-paid)
	for _, p := range t.Players() {
		t.Pay(engine.Bank, p, t.Shares(p, sym)*paid/t.size(sym))
		t.charge(p, t.shorts(p, sym)*paid/t.size(sym))
	}
	t.Pay(engine.Bank, sym, t.Shares(sym, sym)*paid/t.size(sym))
	switch {
	case all == 0:
		t.Note(sym, "earned nothing")
	case paid == 0:
		t.Note(sym, "withheld %s", money(all))
	default:
		t.Note(sym, "paid %s and kept %s", t.perShare(sym, paid), money(all-paid))
	}
}

// grayValue stands for the price of a company in acquisition. // 6.6; 17-DV-05,
//
const grayValue = 40

// dividendMove is how far what was paid out in all moves the price. // 6.6;
// 17-DV-05
func dividendMove(paid, price int) int {
	if paid == 0 {
		return -1
	}
	if price == 0 {
		price = grayValue
	}
	return min(paid/price, 2)
}

// retireObsolete discards obsolete trains after their last run. // 1.2.9, 2;
// 17-TR-12, R-18
func (t *turn) retireObsolete(sym string) {
	for _, train := range t.Trains(sym) {
		if t.obsolete(step.Label(train)) {
			t.Move(train, step.Out)
			t.Note(sym, "discarded its obsolete %s-train", step.Label(train))
		}
	}
}

// obsolete reports whether a type of train only runs once more. // 2, 1.2.9;
// 17-TR-12
func (v view) obsolete(name string) bool {
	on := data.Train(name).ObsoleteOn
	for i, p := range data.Phases {
		if p.Train == on && on != "" {
			return v.S.Get(phase) >= i
		}
	}
	return false
}
