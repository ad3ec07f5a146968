package t1817

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// loanValue is what a company gets for a loan, and what it pays to repay one. // 1.2.5
const loanValue = 100

// loans returns the number of loans at a place: a company, the Bank of New York, or the place for a company
// that is liquidated.
func (v view) loans(place string) int { return len(v.S.Kind(place, "loan")) }

// loansOut returns how many loans all companies have taken.
func (v view) loansOut() int { return loanCount - v.loans(loans) }

// borrowable returns how many loans a company may take now. // 1.2.5;
// 17-LN-02, R-13
func (v view) borrowable(sym string) int {
	return max(0, min(v.size(sym)-v.loans(sym), v.loans(loans)))
}

// loanChoice offers loans to a company. // 6.1
func (t *turn) loanChoice(sym string) engine.Choice {
	return step.Telling(t.speaker(sym), sym, "loan", "take loans: "+money(loanValue)+" and one cell to the left for each",
		step.Fixed(step.Bids(1, t.size(sym), 1)), func(words []string) string { return t.notBorrowed(sym, words) }, "")
}

// turnLoans offers loans to the operating company. If its turn ends without a question, it says here how
// many loans it takes after the interest, because nobody is asked then. // 6.1, 6.9; 17-LN-05, 17-IN-04
func (t *turn) turnLoans() engine.Choice {
	sym := t.Actor
	if !t.endsUnasked() {
		return t.loanChoice(sym)
	}
	options, least := step.Bids(1, t.size(sym), 1), 1
	if t.Get(afterwards.Of(sym)) > 0 {
		least = 0 // none after all
	}
	options = append(options, step.BidsFor([]string{later}, "once the interest is paid", least, t.size(sym), 1)...)
	return step.Telling(t.speaker(sym), sym, "loan", "take loans: "+money(loanValue)+" and one cell to the left for each",
		step.Fixed(options), func(words []string) string {
			if step.Word(words, 0) != later {
				return t.notBorrowed(sym, words)
			}
			if n, ok := step.Number(words, 1); ok && n == 0 && least == 0 && len(words) == 2 {
				return ""
			}
			return t.notBorrowed(sym, words[1:])
		}, "")
}

// later is the word for loans that are taken after the interest.
const later = "later"

// takeTurnLoans takes the loans of turnLoans, or notes how many to take after the interest.
func (t *turn) takeTurnLoans(a engine.Command) {
	if a.Arg(0) != later {
		t.borrow(t.Actor, a.Int(0))
		return
	}
	t.Set(afterwards.Of(t.Actor), a.Int(1))
	t.Note(t.Actor, "will take %s once the interest is paid", step.Plural(a.Int(1), "loan"))
}

// borrowAfterwards takes the loans that were noted for after the interest, or as many as the company still
// may.
func (t *turn) borrowAfterwards(sym string) {
	if n := t.Get(afterwards.Of(sym)); n > 0 {
		t.Set(afterwards.Of(sym), 0)
		t.borrow(sym, min(n, t.borrowable(sym)))
	}
}

// quietEnd is an option of every new game: a turn ends without a question if no loan can be paid off. Logs
// without it are of older games, or of records from 18xx.games. The name is stored.
const quietEnd = "quiet end"

// endsUnasked reports whether a company that can pay off no loan ends its turn without a question.
func (v view) endsUnasked() bool { return v.on(quietEnd) }

// notBorrowed says why a company may not take this many loans. // 1.2.5; 17-LN-02, R-13
func (v view) notBorrowed(sym string, words []string) string {
	n, ok := step.Number(words, 0)
	switch {
	case !ok || n < 1 || len(words) != 1:
		return "say how many loans " + sym + " takes"
	case v.loans(sym)+n > v.size(sym):
		return fmt.Sprintf("%s may have %s in all and has %d (1.2.5)", sym, step.Plural(v.size(sym), "loan"), v.loans(sym))
	case n > v.loans(loans):
		return fmt.Sprintf("there are %d loans in all, %d left (1.2.5)", loanCount, v.loans(loans))
	}
	return ""
}

// means returns what a company can pay if it takes all loans that it may.
func (v view) means(sym string) int { return v.S.Cash(sym) + loanValue*v.borrowable(sym) }

// afterLoans says, as the end of a sentence, how many loans a company may take first to pay a cost; "" if they do not make it up.
// // 6.1; 17-LN-05
func (v view) afterLoans(sym string, cost int) string {
	lack := cost - v.S.Cash(sym)
	if n := (lack + loanValue - 1) / loanValue; lack > 0 && n <= v.borrowable(sym) {
		return ", unless it takes " + step.Plural(n, "loan") + " first"
	}
	return ""
}

// borrow takes n loans, each of $100 and one cell to the left. // 1.2.5;
// 17-LN-01, 17-CA-02
func (t *turn) borrow(sym string, n int) {
	for range n {
		t.Move(t.S.Kind(loans, "loan")[0], sym)
		t.Pay(engine.Bank, sym, loanValue)
		t.Note(sym, "took a loan")
		t.shift(sym, -1)
	}
	t.payMarkers(sym)
}

// repay returns n loans, each for $100 and one cell to the right. // 1.2.5,
// 6.9; 17-LN-03
func (t *turn) repay(sym string, n int) {
	for range n {
		t.payOff(sym)
		t.shift(sym, 1)
	}
}

// payOff returns one loan. The price does not move.
func (t *turn) payOff(sym string) {
	t.Pay(sym, engine.Bank, loanValue)
	t.Move(t.S.Kind(sym, "loan")[0], loans)
	t.Note(sym, "paid off a loan")
}

// rateFor returns the interest for each loan when n loans are out. // 1.2.5; 17-LN-04, R-01
func rateFor(n int) int { return max(5, 5*((n+4)/5)) }

// interest pays the interest on a company's loans. A company that cannot pay takes more loans. If that is
// not enough, it goes to liquidation. // 6.8; 17-IN-01, R-13, D-23, D-36
func interest(t *turn) {
	sym := t.Actor
	for t.Cash(sym) < t.interestDue(sym) && t.borrowable(sym) > 0 { // 17-IN-02
		t.borrow(sym, 1)
	}
	due := t.interestDue(sym)
	if t.Cash(sym) < due {
		t.defaultOn(sym, due)
		t.Leave("operating turn") // 17-IN-06, R-19
		return
	}
	t.Pay(sym, engine.Bank, due)
	if due > 0 {
		t.Note(sym, "paid %s of interest", money(due))
	}
}

func (v view) interestDue(sym string) int { return v.loans(sym) * v.S.Get(rate) }

// defaultOn puts a company that cannot pay its interest into liquidation. The president takes its cash and
// pays all of the interest. // 6.8; 17-IN-03
func (t *turn) defaultOn(sym string, due int) {
	p := t.President(sym)
	t.liquidate(sym, "it cannot pay its interest of "+money(due))
	t.Note(p, "takes %s of %s and pays its interest", money(t.Cash(sym)), sym)
	t.Pay(sym, p, t.Cash(sym))
	t.charge(p, due)
	t.collect(p, bill{sym: sym, interest: true}, func() {})
}

// repayment repays loans, then takes loans again. // 6.9; 17-IN-04, 17-LN-05
func repayment(t *turn) {
	t.repayOrBorrow()
	t.borrowAfterwards(t.Actor)
}

// repayOrBorrow asks as long as there is a loan to pay off or a bridge token to place. In older games it
// also asks a company that can only borrow.
func (t *turn) repayOrBorrow() {
	sym := t.Actor
	for borrowed := false; ; {
		repay := t.voice().Tells("repay", "pay off loans, one cell to the right for each", step.Fixed(step.Bids(1, t.loans(sym), 1)),
			func(words []string) string { return t.notRepaid(borrowed, words) }, sym+" has no loan to pay off (6.9)")
		borrow, bridges := t.turnLoans(), t.bridgeChoices()
		if t.endsUnasked() && !classic.AnyOpen(append(bridges, repay)...) || !t.endsUnasked() && !classic.AnyOpen(repay, borrow) {
			return
		}
		choices := append([]engine.Choice{repay, borrow, t.voice().Pass("end the turn")}, bridges...)
		switch a := t.Ask("repayment", choices...); a.Verb {
		case "repay":
			t.repay(sym, a.Int(0))
		case "loan":
			borrowed = borrowed || a.Arg(0) != later
			t.takeTurnLoans(a)
		case "bridge":
			t.placeBridge(a.Arg(0), a.Arg(1))
		case "pass":
			return
		}
	}
}

// notRepaid says why a company may not pay off this many loans. // 6.9; 17-IN-04
func (t *turn) notRepaid(borrowed bool, words []string) string {
	sym := t.Actor
	n, ok := step.Number(words, 0)
	switch {
	case !ok || n < 1 || len(words) != 1:
		return "say how many loans " + sym + " pays off"
	case borrowed: // 17-LN-06
		return sym + " has taken loans: it pays off before that (6.9)"
	case n > t.loans(sym):
		return fmt.Sprintf("%s has %s", sym, step.Plural(t.loans(sym), "loan"))
	case n*loanValue > t.Cash(sym):
		return fmt.Sprintf("paying off %s costs %s, but %s has %s after its interest (6.9)", step.Plural(n, "loan"), money(n*loanValue), sym, money(t.Cash(sym)))
	}
	return ""
}
