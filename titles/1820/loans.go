package t1820

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// loanValue is the amount of a loan. // 17.1; 20-LN-01
const loanValue = 200

// loans returns the number of loans of a company.
func (v view) loans(sym string) int { return v.S.Get(loansOf.Of(sym)) }

// borrowable returns how many loans a company may take now. It may have one for each share in play,
// and no loan may bring it into liquidation. A private company has no price and takes no loans.
// // 17.1, 17.2, 10.7; 20-LN-01, 20-LN-04, 20-LN-05, 20-LQ-08
func (v view) borrowable(sym string) int {
	return max(0, min(v.inPlay(sym)-v.loans(sym), v.col(sym)-liquidationCol-1))
}

// counts lists the numbers of loans up to the most.
func counts(most int) []engine.Option { return step.Bids(1, most, 1) }

// loanChoices lets the director of a company take loans until its interest is paid.
// // 17.1; 20-LN-02, 20-RU-34, 20-DC-30
func (t *turn) loanChoices(sym string) []engine.Choice {
	if t.S.Stack[len(t.S.Stack)-1].Step == "repayment" {
		return []engine.Choice{t.Voice(sym).Barred("loan", "no loan is taken once interest is paid (17.1)")}
	}
	return []engine.Choice{t.Voice(sym).Offers("loan", "take loans of "+money(loanValue)+"; the price falls one space for each", func() []engine.Option {
		return counts(t.borrowable(sym))
	}, func(words []string) string { return t.notBorrowed(sym, words) })}
}

// notBorrowed says why loans may not be taken. // 17.1, 17.2, 10.7; 20-LN-01, 20-LN-04, 20-LN-05
func (v view) notBorrowed(sym string, words []string) string {
	switch _, ok := upToMost(words, v.borrowable(sym)); {
	case ok:
		return ""
	case v.private(sym):
		return "a private company may not take loans (17.1)"
	case v.liquidating(sym):
		return sym + " is in liquidation and may take no loan (10.7)"
	case v.loans(sym) >= v.inPlay(sym):
		return sym + " may take no loan now: it has one for each share in play (17.2)"
	case v.borrowable(sym) == 0:
		return sym + " may take no loan now: another would bring it into liquidation (17.1)"
	}
	return fmt.Sprintf("%s may take %s now (17.1)", sym, step.Plural(v.borrowable(sym), "loan"))
}

// borrow takes loans. The price falls one space for each. // 17.1, 16.2.1; 20-LN-03
func (t *turn) borrow(sym string, n int) {
	if n == 0 {
		return
	}
	t.Set(loansOf.Of(sym), t.loans(sym)+n)
	t.Pay(engine.Bank, sym, n*loanValue)
	t.Note(sym, "took %s", step.Plural(n, "loan"))
	t.shift(sym, -n)
}

// repay repays loans. The price rises one space for each. // 17.3, 7.2.9; 20-LN-03, 20-LN-09
func (t *turn) repay(sym string, n int) {
	t.Set(loansOf.Of(sym), t.loans(sym)-n)
	t.Pay(t.purse(sym), engine.Bank, n*loanValue)
	t.Note(sym, "repaid %s", step.Plural(n, "loan"))
	if t.public(sym) {
		t.shift(sym, n)
	}
}

// priceAfter returns the price of a company after it has taken these loans.
func (v view) priceAfter(sym string, loans int) int {
	return priceAt(v.shifted(sym, -loans))
}

// leastLoans returns the fewest loans with which a company can buy n of its shares, 0 if it needs
// none or if none would help. // 17.1; 20-LN-02, 20-DC-15
func (v view) leastLoans(sym string, n int) int {
	for m := 0; m <= v.borrowable(sym); m++ {
		if n*v.priceAfter(sym, m) <= v.S.Cash(sym)+m*loanValue {
			return m
		}
	}
	return 0
}

// shedLoans repays at once the loans that a company has above its shares in play, or all loans of a
// private company. The director pays what the treasury lacks; then the price falls one space.
// // 17.2, 17.3; 20-LN-05, 20-LN-10, 20-CB-03, 20-RS-09
func (t *turn) shedLoans(sym string) {
	over := t.loans(sym) - t.inPlay(sym)
	if t.private(sym) {
		over = t.loans(sym)
	}
	if over <= 0 {
		return
	}
	short := over*loanValue - t.Cash(t.purse(sym))
	helped := short > 0
	if helped && !t.private(sym) {
		d := t.Director(sym)
		if !t.raise(d, sym, short) {
			return
		}
		t.Pay(d, sym, short)
		t.Note(d, "pays %s for loans of %s", money(short), sym)
	} else if helped && !t.raise(t.Director(sym), sym, over*loanValue) {
		return
	}
	t.repay(sym, over)
	if helped && t.public(sym) {
		t.shift(sym, -1)
	}
}

// A due is what a company must pay in its turn: maintenance or interest. amount is the sum at this
// moment, because a loan or a train may come while the director is asked.
type due struct {
	what   string // for people, and the name of the question
	amount func() int
}

// maintain pays maintenance for the trains. // 7.2.5; 20-MT-01, 20-DC-25
func maintain(t *turn) {
	t.settle(due{"maintenance", func() int { return t.upkeep(t.Actor) }})
}

// upkeep returns the maintenance of all trains of a company. // 7.2.5; 20-MT-01
func (v view) upkeep(sym string) int {
	sum := 0
	for _, name := range v.TrainNames(sym) {
		sum += v.maintenance(name)
	}
	return sum
}

// interest pays interest for the loans, also for those that are taken to pay it.
// // 7.2.8, 17.1; 20-LN-06, 20-DC-28
func interest(t *turn) {
	t.settle(due{"interest", func() int { return t.interestOf(t.Actor) }})
}

// interestOf returns the interest for all loans of a company. // 7.2.8; 20-LN-06
func (v view) interestOf(sym string) int { return v.loans(sym) * v.costs().interest }

// settle asks how a due is paid: from the treasury, with loans, by the director, or not at all.
// // 7.2.5, 7.2.8; 20-MT-02, 20-LN-07, 20-RU-35, 20-RU-37
func (t *turn) settle(d due) {
	sym := t.Actor
	switch {
	case d.amount() == 0:
		return
	case t.idle(): // 14.1; 20-CO-03
		t.fail(d)
		return
	}
	a := t.asks(d.what, func() []engine.Choice { return t.dueChoices(d) })
	switch a.Verb {
	case "settle":
		t.Pay(t.purse(sym), engine.Bank, d.amount())
		t.Note(sym, "paid %s of %s", d.what, money(d.amount()))
	case "cover":
		t.cover(d)
	default:
		t.fail(d)
	}
}

// dueChoices lists the ways to pay a due. The director may cover it for a company only while the
// treasury is short: the treasury is used up first, and loans that the director wants are taken
// first. // 7.2.5, 7.2.8; 20-RU-35
func (t *turn) dueChoices(d due) []engine.Choice {
	sym := t.Actor
	amount, has := d.amount(), t.Cash(t.purse(sym))
	what := fmt.Sprintf("%s of %s", d.what, money(amount))
	end := sym + " goes into liquidation"
	if t.private(sym) {
		end = sym + " is closed"
	}
	refuse := t.voice().Choice("refuse", "do not pay the "+what+": "+end, nil)
	if has >= amount {
		return []engine.Choice{t.voice().Choice("settle", "pay the "+what, nil), refuse}
	}
	out := []engine.Choice{refuse}
	p := t.President(sym)
	if t.means(p, sym) >= amount-t.treasury(sym) {
		out = append(out, t.voice().Choice("cover", fmt.Sprintf("pay %s of the %s yourself%s", money(amount-t.treasury(sym)), what, t.fallWord(sym)), nil))
	}
	return out
}

// fallWord tells to which price a company falls, one space down; "" if it does not fall.
func (v view) fallWord(sym string) string {
	to := v.shifted(sym, -1)
	if v.private(sym) || to == v.col(sym) {
		return ""
	}
	return "; price " + money(v.Price(sym)) + " > " + wordAt(to)
}

// treasury returns the money of a company that does not belong to its director.
func (v view) treasury(sym string) int {
	if v.private(sym) {
		return 0
	}
	return v.S.Cash(sym)
}

// cover lets the director pay what the treasury lacks. The price falls one space.
// // 7.2.5, 7.2.8; 20-MT-02, 20-LN-07
func (t *turn) cover(d due) {
	sym, p := t.Actor, t.President(t.Actor)
	amount := d.amount()
	short := amount - t.treasury(sym)
	t.raiseCash(p, sym, short) // there is enough: see dueChoices
	t.Pay(p, engine.Bank, short)
	t.Pay(sym, engine.Bank, amount-short)
	t.Note(p, "pays %s of the %s of %s", money(short), d.what, sym)
	if t.public(sym) {
		t.shift(sym, -1)
	}
}

// fail handles a due that is not paid: a public company goes into liquidation, a private one
// closes. // 7.2.5, 7.2.8, 15.1; 20-MT-03, 20-MT-04, 20-LN-08
func (t *turn) fail(d due) {
	if t.private(t.Actor) {
		t.Note(t.Actor, "does not pay its %s", d.what)
		t.closeDown(t.Actor)
		return
	}
	t.liquidate(t.Actor, "it does not pay its "+d.what)
}

// repayment lets a company repay loans after the interest. // 7.2.9; 20-LN-09, 20-DC-29
func repayment(t *turn) {
	sym := t.Actor
	most := min(t.loans(sym), t.Cash(sym)/loanValue)
	if t.idle() || most == 0 {
		return
	}
	a := t.asks("repay", func() []engine.Choice {
		return []engine.Choice{t.voice().Offers("repay", "pay loans off, "+money(loanValue)+" each; the price rises one space for each", func() []engine.Option { return counts(most) }, func(words []string) string {
			if _, ok := upToMost(words, most); !ok {
				return fmt.Sprintf("%s can repay %s at most (7.2.9)", sym, step.Plural(most, "loan"))
			}
			return ""
		}), t.voice().Pass("repay no loans")}
	})
	if a.Verb != "pass" {
		t.repay(sym, a.Int(0))
	}
}
