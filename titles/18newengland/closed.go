package t18newengland

import (
	"cmp"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
	"pbem/titles/title"
)

// unavailable says why a verb is not available at all in a position: what is missing for it, or when it is used.
func unavailable(s *engine.State, player, verb string) string {
	v := see(s)
	for i, f := range s.Stack {
		if f.Step == title.OperatingTurn && f.Actor != "" && i+1 < len(s.Stack) && v.President(f.Actor) == player {
			at := s.Stack[i+1].Step
			return cmp.Or(v.closedInTurn(f.Actor, at, verb), v.answersFirst(f.Actor, at, verb), moments[verb])
		}
		if f.Step == "stock turn" && f.Actor == player {
			return cmp.Or(v.closedInStock(player, verb), moments[verb])
		}
	}
	if (verb == "convert" || verb == "merge") && s.Get(roundKind) == mergerRound {
		return "first what is asked now is answered; each minor that is left converts or merges in its turn of this round (12)"
	}
	return moments[verb]
}

// closedInStock says why a player can do nothing with a verb in their own stock turn. // 10
func (v view) closedInStock(p, verb string) string {
	if verb == "sell" {
		if slices.ContainsFunc(v.majorsInOrder(), func(sym string) bool { return v.Shares(p, sym) > 0 }) {
			return "none of your shares can be sold: the pool takes half of a company (10.4), and without another president a president keeps two shares (10.5)"
		}
		return "you hold no share of a major (10.4)"
	}
	switch full := cmp.Or(v.overLimit(p), v.notOneMore(p)); {
	case verb != "buy" && verb != "start":
		return ""
	case full != "":
		return full
	case verb == "buy" && len(v.majorsInOrder()) == 0:
		return "no major has been formed whose shares could be bought (10.6)"
	case verb == "buy":
		return v.noShareFor(p)
	case len(v.S.Kind(offered, "share")) == 0 && v.S.Get(phase) < phase3:
		return "no minor is left before Phase 3 (10.2)"
	case len(v.S.Kind(offered, "share")) == 0:
		return "no minor is left to start (10.2)"
	}
	return "the cheapest minor takes " + money(2*v.cheapestSpace()) + ", but you have " + money(v.S.Cash(p)) + " (10.2)"
}

// noShareFor says why a player can buy no share. // 10.1, 10.6; NE-SR-20, NE-SR-21, NE-SR-22
func (v view) noShareFor(p string) string {
	cheapest := 0
	for _, o := range v.purchases() {
		sym := o.Args[0]
		if v.Single(classic.Place(sym, o.Args[2]), sym, false) == "" || v.soldThisRound(p, sym) || v.Shares(p, sym) >= mostHeld {
			continue
		}
		if price := v.Price(sym); cheapest == 0 || price < cheapest {
			cheapest = price
		}
	}
	if cheapest == 0 {
		return "no share is left that you may buy: not of a company of which you sold in this round (10.6), or hold 60% (10.1)"
	}
	return fmt.Sprintf("the cheapest share that you may buy costs %s, but you have %s (10.6)", money(cheapest), money(v.S.Cash(p)))
}

// turnSteps are the steps of an operating turn. // 11; NE-OR-03
var turnSteps = title.Stages{
	{Step: "track", Does: "lays track (11.3)", Verbs: []string{"lay"}},
	{Step: "station", Does: "places a station marker (11.4)", Verbs: []string{"token"}},
	{Step: "run", Does: "runs its trains (11.5)", Verbs: []string{"run"}},
	{Step: "distribute", Does: "distributes its earnings (11.6)", Verbs: []string{"pay", "half", "withhold"}},
	{Step: "trains", Does: "buys trains (11.7)", Verbs: []string{"buy"}},
	{Step: "issue", Does: "issues shares (11.10)", Verbs: []string{"issue"}},
}

// closedInTurn says why the president of the operating company cannot use a verb at a step of its turn.
func (v view) closedInTurn(sym, at, verb string) string {
	if verb == "redeem" {
		return v.notRedeeming(sym)
	}
	return turnSteps.Why(sym, at, verb, v.lacks(sym, verb), func(s title.Stage) bool {
		return s.Step == "run" && len(v.Trains(sym)) > 0 && classic.AnyTrack(v.tracks(sym)) || s.Step == "distribute" && s.Step == at
	})
}

// answersFirst says what the president waits for if nothing speaks against a verb of the present step: without that it would be offered.
// // 8, 11.7
func (v view) answersFirst(sym, at, verb string) string {
	switch here := turnSteps.At(at); {
	case verb == "pass" && at == "distribute":
		return "the earnings are paid, half or in full, or withheld (11.6)"
	case verb == "pass" && at == "run":
		return "the trains must run (11.5)"
	case at == "trains" && isMinor(sym) && len(v.Trains(sym)) == 0 && (verb == "pass" || verb == "liquidate"): // NE-LQ-01, NE-RUL-23
		return sym + ` has no train: it gets one, or is closed with "liquidate" (11.9), but not while an offer is open (11.7), nor after shares were sold for a train, which must then be bought (11.8)`
	case verb == "pass" || here >= 0 && turnSteps.Of(verb, here) == here:
		return "first what is asked now is answered: an offer that is open, or trains above the limit (8, 11.7)"
	}
	return ""
}

// lacks says what a company is missing for a verb, "" if nothing.
func (v view) lacks(sym, verb string) string {
	switch verb {
	case "token":
		return v.noMarker(sym)
	case "run":
		switch {
		case len(v.Trains(sym)) == 0:
			return sym + " has no train to run (11.5)"
		case !classic.AnyTrack(v.tracks(sym)):
			return sym + " has no route to run (11.1)"
		}
	case "pay", "half", "withhold":
		switch {
		case isMinor(sym):
			return "a minor always pays half of its earnings to its owner (11.6)"
		case v.S.Get(revenue) == 0:
			return sym + " has earned nothing in this turn (11.6)"
		}
	case "buy":
		return v.noTrainFor(sym)
	case "issue":
		return v.noIssue(sym)
	}
	return ""
}

// noMarker says why a company cannot place a station marker. // 11.4; NE-CO-07, NE-ST-02, NE-ST-03
func (v view) noMarker(sym string) string {
	if isMinor(sym) {
		return "a minor places no station markers (7.1)"
	}
	b := v.Board()
	free := func(at board.Spot) bool {
		return b.Stop(at).Kind == board.City && v.Space(b, at) > 0 && !v.StandsIn(sym, at.Hex)
	}
	costs := data.Company(sym).Stations
	switch next := len(costs) - len(v.Tokens(sym)); {
	case next == len(costs):
		return sym + " has no station marker left (11.4)"
	case !slices.ContainsFunc(v.connected(b, sym).Stops(), free):
		return "no route of " + sym + " reaches a city with a free space where it has no marker (11.4)"
	case costs[next] > v.S.Cash(sym):
		return fmt.Sprintf("the next marker costs %s, but %s has %s (11.4)", money(costs[next]), sym, money(v.S.Cash(sym)))
	}
	return ""
}

// noTrainFor says why a company can buy no train. // 8, 11.7; NE-TN-04
func (v view) noTrainFor(sym string) string {
	switch {
	case v.full(sym):
		return fmt.Sprintf("%s has %s, as many as it may own in Phase %s (8)", sym, step.Plural(len(v.Trains(sym)), "train"), v.Phase().Name)
	case v.cheapest() > v.S.Cash(sym) && len(v.Trains(sym)) > 0:
		return fmt.Sprintf("the cheapest train on sale costs %s, but %s has %s (11.7)", money(v.cheapest()), sym, money(v.S.Cash(sym)))
	}
	return ""
}

// notRedeeming says why a company cannot redeem shares now. // 11.2; NE-OR-05, NE-RD-01
func (v view) notRedeeming(sym string) string {
	if isMinor(sym) {
		return "a minor has no shares to redeem (11.2)"
	}
	return "first what is asked now is answered: an offer that is open, or trains above the limit (8, 11.7)"
}

// noIssue says why a company cannot issue shares. // 11.10; NE-IS-01, NE-IS-02, NE-OR-05
func (v view) noIssue(sym string) string {
	switch {
	case isMinor(sym):
		return "a minor has no shares to issue (11.10)"
	case v.S.Get(redeemed) == 1:
		return "a company may not issue shares in a turn in which it redeemed any (11.10)"
	case v.ownShares(sym) == 0:
		return sym + " has no shares left to issue (11.10)"
	case v.Shares(step.Pool, sym) >= mostInPool:
		return "the pool may hold no more than 50% of a company (11.10)"
	}
	return ""
}
