package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/engine/step/classic"
	"pbem/titles/title"
)

// What robots know of this title alone.

// How likely, in hundredths, a company is wound up.
const (
	poor     = 80 // it has no train, and cannot pay for one
	indebted = 40 // it has to take loans for a train, or to earn something for its interest
)

// fails is how likely a company is wound up, and what its president pays for its loans if nobody bids for it: the money of the company
// goes into its interest first. // 6.8, 7.2.4, 7.4; 17-SA-15
func fails(s *engine.State, company string) (likely, owes int) {
	v := see(s)
	loans, cash := v.loans(company), s.Cash(company)
	if !v.InZone(company, "red") {
		cash = max(0, cash-loans*v.interestNow())
	}
	return v.likely(company), max(0, loans*loanValue-cash)
}

// likely is how likely a company is wound up at the end of its next turn. It pays with all that it may borrow. // 6.8, 6.10; 17-IN-03, 17-IN-05
func (v view) likely(sym string) int {
	more, cash := v.borrowable(sym), v.S.Cash(sym)-v.loans(sym)*v.interestNow()
	money := cash + more*(loanValue-v.interestNow())
	switch {
	case v.InZone(sym, "red"):
		return 100
	case len(v.Stations(sym)) == 0:
		return 0 // it does not operate yet
	case money < 0 && v.paid(sym):
		return 100
	case len(v.Trains(sym)) == 0 && money < step.Cheapest(v.Lots("pool")):
		return poor
	case len(v.Trains(sym)) == 0 && cash < step.Cheapest(v.Lots("pool")), money < 0:
		return indebted
	}
	return 0
}

// paid reports whether a company has run in the turn that it takes, and paid, so that nothing more comes in before its interest is due.
func (v view) paid(sym string) bool {
	i := slices.IndexFunc(v.S.Stack, func(f engine.Frame) bool { return f.Step == title.OperatingTurn })
	return i >= 0 && v.S.Stack[i].Actor == sym && slices.Contains([]string{"trains", "interest"}, v.S.Stack[i].At)
}

// rounds is how many operating rounds are left: three after the one in which the first 8-train was bought. 0 before.
// // 8; 17-EG-01
func rounds(s *engine.State) int {
	return classic.RoundsLeft(s, operatingRound, s.Get(finalSet), 2, s.Get(finalLong)) // 3; 17-SU-05
}
