package t1817

import "pbem/engine"

// interest pays for the loans; a company that cannot takes more loans, and goes
// to liquidation when these do not suffice either. // 6.8; 17-IN-01, 17-IN-02,
// 17-IN-06, R-13, R-19, D-23, D-36
func interest(t *turn) {
	sym := t.Actor
	for t.Cash(sym) < t.interestDue(sym) && t.borrowable(sym) > 0 {
		t.borrow(sym, 1)
	}
	due := t.interestDue(sym)
	if t.Cash(sym) < due {
		t.defaultOn(sym, due)
		t.Leave("operating turn")
		return
	}
	t.Pay(sym, engine.Bank, due)
	if due > 0 {
		t.Note(sym, "paid %s of interest", money(due))
	}
}

func (v view) interestDue(sym string) int { return v.loans(sym) * v.S.Get(rate) }

// defaultOn puts a company that cannot pay its interest into liquidation. The
// president takes its cash and pays it all. // 6.8; 17-IN-03
func (t *turn) defaultOn(sym string, due int) {
	p := t.President(sym)
	t.liquidate(sym, "it cannot pay its interest of "+money(due))
	t.Note(p, "takes %s of %s and pays its interest", money(t.Cash(sym)), sym)
	t.Pay(sym, p, t.Cash(sym))
	t.charge(p, due)
	t.collect(p, bill{sym: sym, interest: true}, func() {})
}

// repayment repays loans, then takes loans again. // 6.9; 17-IN-04, 17-LN-03,
// 17-LN-05, 17-LN-06
func repayment(t *turn) {
	sym := t.Actor
	for borrowed := false; ; {
		choices := t.repayChoices(sym, borrowed)
		if len(choices) == 0 {
			return
		}
		choices = append(choices, t.pass("end the turn"))
		switch a := t.Ask(append(choices, t.bridgeChoices()...)...); a.Verb {
		case "repay":
			t.repay(sym, a.Int(0))
		case "loan":
			t.borrow(sym, a.Int(0))
			borrowed = true
		case "bridge":
			t.placeBridge(a.Arg(0), a.Arg(1))
		case "pass":
			return
		}
	}
}

// repayChoices offers to repay, as long as no loan was taken since, and to
// borrow.
func (t *turn) repayChoices(sym string, borrowed bool) []engine.Choice {
	var out []engine.Choice
	if n := min(t.loans(sym), t.Cash(sym)/loanValue); n > 0 && !borrowed {
		out = append(out, t.choice("repay", "pay off loans, one cell to the right for each", func() []engine.Option {
			return []engine.Option{{Range: &engine.Range{Min: 1, Max: n, Step: 1}}}
		}))
	}
	return append(out, t.loanChoices(sym)...)
}

// checkTrains puts a company without a train into liquidation. // 6.10;
// 17-IN-05
func checkTrains(t *turn) {
	if len(t.Trains(t.Actor)) == 0 {
		t.liquidate(t.Actor, "it has no train")
	}
}
