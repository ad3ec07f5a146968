package t1820

import (
	"cmp"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
	"pbem/titles/title"
)

// closed says why a verb is not available at all in a position: what is missing for it, or when it is used.
func closed(s *engine.State, player, verb string) string {
	v := see(s)
	if verb == "give" && len(v.Trains(player)) == 0 {
		return "you have no future train to give (6.4)"
	}
	for i, f := range s.Stack {
		switch {
		case f.Step == title.OperatingTurn && f.Actor != "" && i+1 < len(s.Stack) && v.President(f.Actor) == player:
			at := s.Stack[i+1].Step
			return cmp.Or(v.closedInTurn(f.Actor, player, at, verb), answersFirst(at, verb), moments[verb])
		case (f.Step == title.StockTurn || f.Step == "late turn") && f.Actor == player && slices.Contains(stockVerbs, verb):
			return "a stock turn is for you, a cousin or a company: sales, one of buy, fund and increase, and sales again, or only redeem (6.5.1, 6.5.2)"
		}
	}
	return moments[verb]
}

// stockVerbs are offered in every stock turn, as far as they are still possible in it. // 6.5.1, 6.5.2, 6.5.3
var stockVerbs = []string{"sell", "buy", "redeem", "fund", "increase"}

// turnSteps are the steps of an operating turn. Trains may be bought before they run, too, but only by some. // 7.2; 20-OP-07
var turnSteps = title.Stages{
	{Step: "tiles", Does: "lays tiles (7.2.1)", Verbs: []string{"lay"}},
	{Step: "marker", Does: "places a station marker (7.2.2)", Verbs: []string{"token"}},
	{Step: "early train", Does: "buys trains to run them at once (7.2)"},
	{Step: "run", Does: "runs its trains (7.2.3)", Verbs: []string{"run"}},
	{Step: "dividend", Does: "pays out or withholds (7.2.4)", Verbs: []string{"pay", "withhold"}},
	{Step: "maintenance", Does: "pays the maintenance of its trains (7.2.5)", Verbs: dueVerbs},
	{Step: "scrapping", Does: "discards trains (7.2.6)", Verbs: []string{"discard"}},
	{Step: "trains", Does: "buys trains (7.2.7)", Verbs: []string{"buy", "sell"}},
	{Step: "interest", Does: "pays interest (7.2.8)", Verbs: dueVerbs},
	{Step: "repayment", Does: "repays loans (7.2.9)", Verbs: []string{"repay"}},
}

var dueVerbs = []string{"settle", "cover", "refuse"} // 7.2.5, 7.2.8

// answersFirst says what the director waits for if nothing speaks against a verb of the present step: without that it would be offered.
// // 7.2.7, 13.7; 20-DC-27, 20-DC-32
func answersFirst(at, verb string) string {
	switch here := turnSteps.At(at); {
	case verb == "pass" && at == "dividend":
		return "the earnings are paid out or withheld (7.2.4)"
	case verb == "pass" && at == "run":
		return "the trains must run (7.2.3)"
	case verb == "pass" && (at == "maintenance" || at == "interest"):
		return at + " is settled, covered by you, if need be with shares of yours, or refused (7.2.5, 7.2.8)"
	case verb == "pass" || here >= 0 && turnSteps.Of(verb, here) == here:
		return "first what is asked now is answered: an offer that is open, or trains above the limit (7.2.7, 13.7)"
	}
	return ""
}

// closedInTurn says why the director of the operating company cannot use a verb at a step of its turn. In a step in which something must
// be done nothing comes before that.
func (v view) closedInTurn(sym, player, at, verb string) string {
	return turnSteps.Why(sym, at, verb, v.lacks(sym, player, at, verb), func(s title.Stage) bool {
		switch s.Step {
		case "run":
			return len(v.Trains(sym)) > 0 && v.hasRoute(sym)
		case "dividend", "maintenance", "interest":
			return s.Step == at
		}
		return false
	})
}

// hasRoute reports whether a company has a route for a train.
func (v view) hasRoute(sym string) bool { return route.Possible(v.track(sym)) }

// lacks says what a company or its director is missing for a verb, "" if nothing.
func (v view) lacks(sym, player, at, verb string) string {
	switch verb {
	case "token":
		return v.noMarker(sym)
	case "run":
		return v.nothingRuns(sym)
	case "pay", "withhold":
		return v.nothingPaid(sym)
	case "settle", "cover", "refuse":
		return v.noDue(sym, player, at, verb)
	case "discard":
		if len(v.Trains(sym)) == 0 {
			return sym + " has no train to discard (7.2.6)"
		}
	case "buy":
		return v.noTrainFor(sym)
	case "sell":
		return v.noSaleFor(sym)
	case "repay":
		return v.noRepayment(sym)
	}
	return ""
}

// noMarker says why a company cannot place a station marker. // 7.2.2; 20-TK-02
func (v view) noMarker(sym string) string {
	b := v.Board()
	reach := v.Reach(b, sym)
	free := func(at board.Spot) bool { return b.Stop(at).Kind == board.City && v.Space(b, at) > 0 }
	switch {
	case len(v.Tokens(sym)) == 0:
		return sym + " has no station marker left on its charter (7.2.2)"
	case !slices.ContainsFunc(reach.Stops(), free):
		return "no route of " + sym + " reaches a city with a free space (7.2.2)"
	case v.tokenCost() > v.S.Cash(v.purse(sym)):
		return fmt.Sprintf("a station marker costs %s, but %s has %s (7.2.2)", money(v.tokenCost()), sym, money(v.S.Cash(v.purse(sym))))
	}
	return ""
}

// nothingRuns says why a company cannot run. // 7.2.3, 15.2; 20-RT-03
func (v view) nothingRuns(sym string) string {
	switch {
	case len(v.Trains(sym)) == 0:
		return sym + " has no train to run (7.2.3)"
	case slices.Contains(v.TrainNames(sym), flood):
		return "with a FLOOD the best runs are made without a question (15.3.4)"
	case !v.hasRoute(sym):
		return sym + " has no route to run (15.2)"
	}
	return ""
}

// nothingPaid says why a company has no choice of dividends. // 7.2.4; 20-DV-01
func (v view) nothingPaid(sym string) string {
	switch {
	case v.private(sym):
		return "a private company always pays its director (7.2.4)"
	case v.S.Get(earned) == 0:
		return sym + " has earned nothing in this turn (7.2.4)"
	}
	return ""
}

// noDue says why a due is not paid with this verb. // 7.2.5, 7.2.8; 20-MT-02, 20-LN-07, 20-RU-35
func (v view) noDue(sym, player, at, verb string) string {
	what, amount, section := "maintenance", v.upkeep(sym), "7.2.5"
	if turnSteps.Of(verb, turnSteps.At(at)) == turnSteps.At("interest") {
		what, amount, section = "interest", v.interestOf(sym), "7.2.8"
	}
	has, missing := v.S.Cash(v.purse(sym)), amount-v.treasury(sym)
	switch can := v.means(player, sym); {
	case amount == 0:
		return fmt.Sprintf("%s has no %s to pay (%s)", sym, what, section)
	case verb == "settle" && has < amount:
		return fmt.Sprintf("the %s is %s, but %s has %s (%s)", what, money(amount), sym, money(has), section)
	case verb == "cover" && has >= amount:
		return fmt.Sprintf("the treasury of %s has enough for the %s (%s)", sym, what, section)
	case verb == "cover" && can < missing:
		return fmt.Sprintf("%s of the %s is missing, and you can raise no more than %s (%s)", money(missing), what, money(can), section)
	case at == what: // refuse is offered until then
		return fmt.Sprintf("you cover the %s: first you sell shares until you have %s (%s)", what, money(missing), section)
	}
	return ""
}

// noTrainFor says why a company can buy no train. // 7.2.7, 13.7; 20-TB-01
func (v view) noTrainFor(sym string) string {
	if n := len(v.Trains(sym)); n >= v.limit() {
		return fmt.Sprintf("%s has %s, as many as a company may have now (13.7)", sym, step.Plural(n, "train"))
	}
	for _, l := range v.Lots(step.Pool) {
		if l.Place == step.Supply && l.Train.Price > v.wallet(sym) {
			return fmt.Sprintf("%s costs %s, %s can pay %s (7.2.7)", step.ATrain(l.Train.Name), money(l.Train.Price), sym, money(v.wallet(sym)))
		}
	}
	return ""
}

// noSaleFor says why a director may sell no shares for a train. // 7.2.7; 20-TB-05, 20-TB-07
func (v view) noSaleFor(sym string) string {
	if v.mayAdd(sym) {
		return "you have no shares that you may sell for a train now (7.2.7)"
	}
	return sym + " has a train: its director sells no shares for another (7.2.7)"
}

// noRepayment says why a company cannot repay a loan. // 7.2.9; 20-LN-09
func (v view) noRepayment(sym string) string {
	switch {
	case v.loans(sym) == 0:
		return sym + " has no loan to repay (7.2.9)"
	case v.S.Cash(sym) < loanValue:
		return fmt.Sprintf("a loan takes %s to repay, but %s has %s (7.2.9)", money(loanValue), sym, money(v.S.Cash(sym)))
	}
	return ""
}
