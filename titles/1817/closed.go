package t1817

import (
	"cmp"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// closed says why a verb is not available at all in a position: what is missing for it, or when it is used.
func closed(s *engine.State, player, verb string) string {
	if s.Get(owes.Of(player)) > 0 && s.Get(roundKind) != stockRound {
		return "first you pay what you owe: you sell shares until you can (7.4)"
	}
	if verb == "discard" {
		return see(s).othersDiscard()
	}
	for i, f := range s.Stack {
		if f.Step == title.OperatingTurn && f.Actor != "" && i+1 < len(s.Stack) {
			at := s.Stack[i+1].Step
			return cmp.Or(see(s).closedInTurn(f.Actor, at, verb), see(s).answersFirst(f.Actor, at, player, verb), moments[verb])
		}
		if f.Step == "conversion" && verb == "loan" && see(s).President(f.Actor) == player && see(s).S.Get(changed.Of(f.Actor)) == 1 {
			return f.Actor + " takes loans after its president and all others have said what they buy or sell (7.1.1)"
		}
		if f.Step == "conversion" {
			return cmp.Or(see(s).answersFirst(f.Actor, f.Step, player, verb), moments[verb])
		}
		if f.Step == title.StockTurn && slices.Contains([]string{"sell", "short", "buy", "start", "loan", "redeem"}, verb) {
			return "first the new company is auctioned and paid for (5.5)" // otherwise a stock turn offers all of these
		}
	}
	return moments[verb]
}

// turnSteps are the steps of an operating turn. // 6
var turnSteps = title.Stages{
	{Step: "tiles", Does: "lays tiles (6.3)", Verbs: []string{"lay", "mine"}},
	{Step: "marker", Does: "places a station marker (6.4)", Verbs: []string{"token"}},
	{Step: "run", Does: "runs its trains (6.5)", Verbs: []string{"run"}},
	{Step: "dividend", Does: "pays out or withholds (6.6)", Verbs: []string{"pay", "half", "withhold"}},
	{Step: "trains", Does: "buys trains (6.7)", Verbs: []string{"buy"}},
	{Step: "repayment", Does: "pays off loans (6.9)", Verbs: []string{"repay"}},
}

// closedInTurn says why the president of the operating company cannot use a verb at a step of its turn.
func (v view) closedInTurn(sym, at, verb string) string {
	switch {
	case verb == "lay" && at == "tiles" && v.means(sym) >= secondCost:
		return "no hex that " + sym + " reaches takes another tile that it may lay and can pay (6.3)"
	case verb == "mine" && at == "tiles" && len(v.coalPrivates(sym)) > 0:
		return "no mountain that " + sym + " reaches takes a tile with a coal mine that it can pay (1.2.6)"
	case verb == "bridge" && !v.ownsKind(sym, "bridge"):
		return sym + " owns no bridge company (1.2.6)"
	case verb == "pass" && at == "dividend":
		return "the earnings are paid out, half or in full, or withheld (6.6)"
	case verb == "pass" && at == "run":
		return "the trains must run (6.5)"
	}
	return turnSteps.Why(sym, at, verb, v.lacks(sym, verb), func(s title.Stage) bool {
		return s.Step == "run" && len(v.Trains(sym)) > 0 && len(v.track(sym).Segments) > 0 || s.Step == "dividend" && s.Step == at
	})
}

// answersFirst says what a president waits for who has proposed a deal, or has bought a train that begins a phase. Without that the
// verbs of the step are offered. // 6.7, 7.1
func (v view) answersFirst(sym, at, player, verb string) string {
	switch {
	case v.President(sym) != player:
		return ""
	case at == "trains" && slices.Contains([]string{"buy", "loan", "bridge", "pass"}, verb):
		return "first an offer is answered or withdrawn, and trains above the limit are discarded (6.7)"
	case at == "conversion" && v.mayGrow(sym) && slices.Contains([]string{"convert", "merge", "pass"}, verb):
		return "first the offer to merge is answered or withdrawn (7.1)"
	}
	return ""
}

// othersDiscard says that no train of the player is to be discarded, and whose are. // 6.7
func (v view) othersDiscard() string {
	var syms []string
	for _, x := range v.Over(v.inOrder(), func(string) int { return v.limit() }, v.speaker) {
		syms = append(syms, x.Sym)
	}
	if len(syms) == 0 {
		return moments["discard"]
	}
	return "of your companies none is over its train limit: trains of " + step.AllOf(syms) + " are discarded, by their presidents (6.7)"
}

// lacks says what a company is missing for a verb, "" if nothing.
func (v view) lacks(sym, verb string) string {
	switch verb {
	case "mine":
		if len(v.coalPrivates(sym)) == 0 {
			return sym + " has no coal mine to place (1.2.6)"
		}
	case "lay":
		if v.means(sym) < secondCost {
			return fmt.Sprintf("a second tile in a turn costs %s more: %s has %s and may borrow no more (6.3)", money(secondCost), sym, money(v.S.Cash(sym)))
		}
	case "token":
		return v.noMarker(sym)
	case "run":
		switch {
		case len(v.Trains(sym)) == 0:
			return sym + " has no train to run (6.5)"
		case len(v.track(sym).Segments) == 0:
			return sym + " has no route to run (6.5)"
		}
	case "pay", "half", "withhold":
		if v.S.Get(earned) == 0 {
			return sym + " has earned nothing in this turn (6.6)"
		}
	case "buy":
		return v.notWanting(sym)
	case "repay":
		return v.noLoanToRepay(sym)
	}
	return ""
}

// noMarker says why a company cannot place a station marker. // 6.4; 17-TK-01
func (v view) noMarker(sym string) string {
	b := v.Board()
	reach := v.Reach(b, sym)
	switch {
	case len(v.Tokens(sym)) == 0:
		return sym + " has no station marker left on its charter (6.4)"
	case !slices.ContainsFunc(v.FreeCities(b, sym), reach.Stop):
		return "no route of " + sym + " reaches a city with a free space where it has no marker (6.4)"
	}
	return ""
}

// noLoanToRepay says why a company cannot pay off a loan. // 6.9; 17-IN-04
func (v view) noLoanToRepay(sym string) string {
	switch {
	case v.loans(sym) == 0:
		return sym + " has no loan to pay off (6.9)"
	case v.S.Cash(sym) < loanValue:
		return fmt.Sprintf("paying off a loan costs %s, but %s has %s (6.9)", money(loanValue), sym, money(v.S.Cash(sym)))
	}
	return ""
}

// moments say when each verb is used in the sequence of play. // 3
var moments = map[string]string{
	"pass":       "what is asked here needs another answer",
	"bid":        "bids are made in the initial auction (4.2), for a new company (5.5) and for one that is sold (7.2.4)",
	"start":      "companies are started in your own stock turn (5.5)",
	"contribute": "private companies are contributed by the winner of a new company's presidency (5.5)",
	"size":       "the winner of a new company's presidency says how many shares it has (5.5)",
	"buy":        "shares are bought in a stock turn (5.4), trains in an operating turn (6.7), shares of a company also after its conversion or merger (7.1.4)",
	"sell":       "shares are sold in a stock turn (5.2), after a conversion or merger (7.1.4) and by whoever cannot pay (7.4)",
	"short":      "shares are sold short in a stock turn (5.3)",
	"redeem":     "companies buy their own shares in a stock turn of their president (5.6)",
	"loan":       "loans are taken in a stock turn for a company (5.6), in its operating turn (6.1), and after it has grown (7.1) or bought another (7.2.4)",
	"repay":      "loans are paid off at the end of an operating turn (6.9), and those that come with a company when it is bought (7.2.4)",
	"lay":        "tiles are laid in an operating turn (6.3)",
	"mine":       "coal mines are placed with a tile in an operating turn (1.2.6)",
	"bridge":     "bridge tokens are placed in an operating turn (1.2.6)",
	"token":      "station markers are placed in an operating turn (6.4)",
	"run":        "trains run in an operating turn (6.5)",
	"pay":        "dividends are paid in an operating turn (6.6)",
	"half":       "dividends are paid in an operating turn (6.6)",
	"withhold":   "earnings are withheld in an operating turn (6.6)",
	"convert":    "companies convert in the first part of a merger and acquisition round, in operating order, once in it (7.1)",
	"merge":      "companies merge in the first part of a merger and acquisition round, in operating order, once in it (7.1)",
	"offer":      "companies are put up for sale at the end of a merger and acquisition round (7.2.3)",
	"remove":     "station markers come off the map when there are too many of them after a merger or a purchase (7.3)",
	"discard":    "no company is over its train limit (6.7)",
	"accept":     "no offer is waiting for your answer (6.7, 7.1)",
	"decline":    "no offer is waiting for your answer (6.7, 7.1)",
	"withdraw":   "no offer of yours is waiting for an answer (6.7, 7.1)",
}
