package t1828

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
	switch {
	case verb == "exchange" && !v.open(mohawk):
		return mohawk + " is closed: it cannot be exchanged any more (13.2.2.6)"
	case verb == "exchange" && v.owner(mohawk) != player:
		return "only a player who owns " + mohawk + " exchanges it, and you do not (13.2.2.6)"
	}
	for i, f := range s.Stack {
		if f.Step == title.StockTurn && f.Actor == player && slices.Contains([]string{"buy", "start", "merge"}, verb) {
			return "one main action is done in a turn: a share is bought, a company started, or two are merged (7.1)" // before it they are offered
		}
		if f.Step == title.OperatingTurn && f.Actor != "" && i+1 < len(s.Stack) && v.director(f.Actor) == player {
			at := s.Stack[i+1].Step
			if verb == "sell" && v.helpsFirst(f.Actor, at) {
				return "first you say which train " + f.Actor + " buys: then you sell shares for what its treasury and your cash lack (8.3.5.2)"
			}
			return cmp.Or(v.closedInTurn(f.Actor, at, verb), answersFirst(at, verb), moments[verb])
		}
	}
	return moments[verb]
}

// helpsFirst reports whether the director of a company at its trains may have to help it to one. // 8.3.5.2; 28-EM-01, 28-EM-05
func (v view) helpsFirst(sym, at string) bool {
	return at == "trains" && len(v.emptyShells(sym)) > 0 && v.hasRoute(sym) && v.S.Cash(sym) < step.Cheapest(v.Lots(""))
}

// turnSteps are the steps of an operating turn. // 8.3; 28-OR-03
var turnSteps = title.Stages{
	{Step: "track", Does: "builds track (8.3.1)", Verbs: []string{"lay"}},
	{Step: "station", Does: "places a station marker (8.3.2)", Verbs: []string{"token"}},
	{Step: "run", Does: "runs its trains (8.3.3)", Verbs: []string{"run"}},
	{Step: "dividend", Does: "pays or withholds dividends (8.3.4)", Verbs: []string{"pay", "withhold"}},
	{Step: "trains", Does: "buys trains (8.3.5)", Verbs: []string{"buy", "move"}},
}

// closedInTurn says why the director of the operating company cannot use a verb at a step of its turn.
func (v view) closedInTurn(sym, at, verb string) string {
	return turnSteps.Why(sym, at, verb, v.lacks(sym, verb), func(s title.Stage) bool {
		return s.Step == "run" && len(v.trainsOf(sym)) > 0 && route.Possible(v.routes(sym)) || s.Step == "dividend" && s.Step == at
	})
}

// answersFirst says what the director waits for if nothing speaks against a verb of the present step: without that it would be offered.
// // 8.3.5
func answersFirst(at, verb string) string {
	switch here := turnSteps.At(at); {
	case verb == "pass" && at == "dividend":
		return "the dividends are paid or withheld (8.3.4)"
	case verb == "pass" && at == "run":
		return "the trains must run (8.3.3)"
	case verb == "pass" || here >= 0 && turnSteps.Of(verb, here) == here:
		return "first what is asked now is answered: an offer that is open, money for a train, or trains above the limit (8.3.5)"
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
		case len(v.trainsOf(sym)) == 0:
			return sym + " has no train to run (8.3.3)"
		case !route.Possible(v.routes(sym)):
			return sym + " has no route to run (15.2)"
		}
	case "pay", "withhold":
		if v.S.Get(earned) == 0 {
			return sym + " has earned nothing in this turn (8.3.4)"
		}
	case "buy":
		return v.noRoom(sym)
	case "move":
		if !v.isSystem(sym) {
			return "only a system moves trains, from one of its shells to the other (8.3.5.1)"
		}
	}
	return ""
}

// noMarker says why a company cannot place a station marker. // 8.3.2; 28-ST-01, 28-ST-02
func (v view) noMarker(sym string) string {
	b := v.Board()
	free := func(at board.Spot) bool {
		return b.Stop(at).Kind == board.City && v.Space(b, at) > 0 && !v.StandsIn(sym, at.Hex)
	}
	switch {
	case v.S.Get(stationed) == 1:
		return sym + " has placed a marker in this turn (8.3.2)"
	case len(v.Tokens(sym)) == 0:
		return sym + " has no station marker left (8.3.2)"
	case !slices.ContainsFunc(v.reach(b, sym).Stops(), free):
		return "no track of " + sym + " leads to a city with a free space where it has no marker (8.3.2)"
	case v.S.Cash(sym) < markerCost:
		return fmt.Sprintf("a station marker costs %s, but %s has %s (8.3.2)", money(markerCost), sym, money(v.S.Cash(sym)))
	}
	return ""
}

// noRoom says why a company can buy no train. // 8.3.5; 28-TB-01
func (v view) noRoom(sym string) string {
	if slices.ContainsFunc(v.shells(sym), func(shell string) bool { return !v.full(shell) }) {
		return ""
	}
	return fmt.Sprintf("%s has %s, as many as it may have now (15.4)", sym, step.Plural(len(v.trainsOf(sym)), "train"))
}
