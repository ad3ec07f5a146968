package t1843

import (
	"cmp"
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/title"
)

// closed says why a verb is not available at all in a position: what is missing for it, or when it is used.
func closed(s *engine.State, player, verb string) string {
	v := see(s)
	if why := v.notOwned(player, verb); why != "" {
		return why
	}
	for i, f := range s.Stack {
		if f.Step == title.OperatingTurn && f.Actor != "" && i+1 < len(s.Stack) && v.President(f.Actor) == player {
			at := s.Stack[i+1].Step
			return cmp.Or(v.closedInTurn(f.Actor, at, verb), v.answersFirst(f.Actor, at, verb), moments[verb])
		}
	}
	return moments[verb]
}

// notOwned says what a player does not have who cannot exchange or take back anything. // 10.2; 43-PR-20, R-44
func (v view) notOwned(player, verb string) string {
	switch {
	case verb == "exchange" && v.owner(privVDL) == step.Out:
		return "VDL is closed: it cannot be exchanged any more (10.2)"
	case verb == "exchange" && v.owner(privVDL) != player:
		return "only a player who owns VDL exchanges it, and you do not (10.2)"
	case verb == "retract" && v.S.Get(said.Of(player)) == 0:
		return "you have no offer in advance to take back (8.8.1, 10.1)"
	}
	return ""
}

// turnSteps are the steps of an operating turn. // 8.3; 43-OR-05
var turnSteps = title.Stages{
	{Step: "track", Does: "builds track (8.4)", Verbs: []string{"lay"}},
	{Step: "station", Does: "places a station or claims a port (8.5)", Verbs: []string{"token", "move", "claim"}},
	{Step: "run", Does: "runs its trains (8.6)", Verbs: []string{"run"}},
	{Step: "dividend", Does: "pays or withholds dividends (8.7)", Verbs: []string{"pay", "withhold"}},
	{Step: "trains", Does: "buys trains (8.8)", Verbs: []string{"buy", "replace", "engineers"}},
	{Step: "ports", Does: "buys ports (8.9)", Verbs: []string{"buy"}},
}

// closedInTurn says why the director of the operating company cannot use a verb at a step of its turn.
func (v view) closedInTurn(sym, at, verb string) string {
	return turnSteps.Why(sym, at, verb, v.lacks(sym, at, verb), func(s title.Stage) bool {
		return s.Step == "run" && len(v.Trains(sym)) > 0 && v.hasRoute(sym) || s.Step == "dividend" && s.Step == at
	})
}

// answersFirst says what the director waits for if nothing speaks against a verb of the present step: without that it would be offered.
// // 8.8.1, 8.8.3, 10.1; 43-EM-03, R-23, R-44
func (v view) answersFirst(sym, at, verb string) string {
	switch here := turnSteps.At(at); {
	case verb == "pass" && at == "dividend":
		return "the dividends are paid or withheld (8.7)"
	case verb == "pass" && at == "run":
		return "the trains must run (8.6)"
	case verb != "pass" && (here < 0 || turnSteps.Of(verb, here) != here):
		return ""
	case at == "trains" && v.mustOwn(sym):
		return "first " + sym + " gets the train that it must own: its director raises the money, and an offer that is open is answered (8.8.3)"
	}
	return "first what is asked now is answered: an offer that is open, or trains above the limit (8.8.1, 10.1)"
}

// lacks says what a company is missing for a verb, "" if nothing.
func (v view) lacks(sym, at, verb string) string {
	switch verb {
	case "token":
		return v.noStation(sym)
	case "move":
		return v.notMoving(sym)
	case "claim":
		return v.noClaim(sym)
	case "run":
		switch {
		case len(v.Trains(sym)) == 0:
			return sym + " has no train to run (8.6)"
		case !v.hasRoute(sym):
			return sym + " has no route to run (8.6.1)"
		}
	case "pay", "withhold":
		if v.S.Get(earned) == 0 {
			return sym + " has earned nothing in this turn (8.7)"
		}
	case "buy":
		if at == "ports" || at == "trains" && v.mustOwn(sym) { // it is asked only where it may buy: see answersFirst
			return ""
		}
		return v.noTrainFor(sym)
	case "replace":
		if !slices.ContainsFunc(v.Trains(sym), v.rustedTrain) {
			return sym + " has no rusted train to throw away for a larger one (8.8.1)"
		}
	case "engineers":
		switch {
		case v.owner(privVDL) != sym:
			return sym + " does not own VDL (10.2)"
		case len(v.Trains(sym)) == 0:
			return sym + " has no train for the Engineers card (10.2)"
		}
	}
	return ""
}

// noStation says why a company cannot place a station marker. // 8.5.1; 43-ST-02, 43-ST-03, 43-ST-04
func (v view) noStation(sym string) string {
	b := v.Board()
	free := func(at board.Spot) bool {
		return b.Stop(at).Kind == board.City && v.Space(b, at) > 0 && !v.StandsIn(sym, at.Hex)
	}
	next := len(data.Company(sym).Stations) - len(v.Tokens(sym))
	switch {
	case len(v.Tokens(sym)) == 0:
		return sym + " has no station marker left (8.5.1)"
	case v.S.Get(stationed) == 1:
		return sym + " has placed its station with a private company (8.5.1)"
	case !slices.ContainsFunc(v.reach(b, sym).Stops(), free):
		return "no track of " + sym + " leads to a city with a free space where it has no marker (8.5.1)"
	case data.Company(sym).Stations[next] > v.S.Cash(sym):
		return fmt.Sprintf("the next station costs %s, but %s has %s (8.5.1)", money(data.Company(sym).Stations[next]), sym, money(v.S.Cash(sym)))
	}
	return ""
}

// noClaim says why a company cannot claim a port. // 8.5.3; 43-PT-02, R-30
func (v view) noClaim(sym string) string {
	switch {
	case len(v.freePorts()) == 0:
		return "all ports have been claimed (8.5.3)"
	case v.S.Get(stationed) == 1:
		return sym + " has placed its station with a private company: it claims no port in this turn (8.5.3)"
	case v.S.Get(hadTrain) == 0:
		return sym + " owned no train as its operation began (8.5.3)"
	case !slices.ContainsFunc(v.freePorts(), func(at string) bool { return v.routeTo(sym, at) }):
		return "no route of " + sym + " includes a port that is still free (8.5.3)"
	}
	return ""
}

// noTrainFor says why a company can buy no train. // 8.8.1, 8.8.2; 43-TB-01, 43-TB-04
func (v view) noTrainFor(sym string) string {
	least := step.Cheapest(v.lots())
	switch n, m := v.load(sym); {
	case n >= v.trainLimit() || m >= v.certLimit():
		return fmt.Sprintf("%s has %s on %s; the limit is %d on %d (8.8.2)", sym, step.Plural(n, "train"), step.Plural(m, "certificate"), v.trainLimit(), v.certLimit())
	case least > v.S.Cash(sym):
		return fmt.Sprintf("the cheapest train on sale costs %s, but %s has %s (8.8.1)", money(least), sym, money(v.S.Cash(sym)))
	}
	return ""
}
