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
		if f.Step == title.OperatingTurn && f.Actor != "" && i+1 < len(s.Stack) && v.director(f.Actor) == player {
			at := s.Stack[i+1].Step
			return cmp.Or(v.closedInTurn(f.Actor, at, verb), answersFirst(at, verb), belongs[verb])
		}
	}
	return belongs[verb]
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
	return fmt.Sprintf("%s has %s, as many as it may have now (8.3.5)", sym, step.Plural(len(v.trainsOf(sym)), "train"))
}

// belongs says when each verb is used in the sequence of play. // 5
var belongs = map[string]string{
	"bid":      "bids are made in the auction of private companies (6)",
	"buy":      "private companies are bought in the auction (6), shares in your own stock turn (7.3), trains, private companies of players and coal in an operating turn (8.3)",
	"sell":     "shares are sold in your own stock turn (7.2), and by a director who must help a company to a train (8.3.5.1)",
	"start":    "companies are started in your own stock turn (7.4)",
	"exchange": mohawk + " is exchanged in a stock turn of its player, or in an operating round (13.2.2.6)",
	"merge":    "companies are merged into a system in a stock turn of a director of one of them, in the place of a purchase (7.1, 7.5.1)",
	"aside":    "a share is set aside when companies are merged (7.5.2.1)",
	"pick":     "a player is picked when companies are merged (7.5)",
	"trade":    "single shares are traded up when companies are merged (7.5)",
	"cash":     "single shares are discarded when companies are merged (7.5)",
	"block":    "a marker is blocked where two companies that merge stand in one hex (7.5.2)",
	"lay":      "tiles are laid in an operating turn (8.3.1)",
	"home":     "a home is named when the company operates for the first time (8.3)",
	"token":    "station markers are placed in an operating turn (8.3.2)",
	"run":      "trains run in an operating turn (8.3.3)",
	"line":     "the owner of the Cobourg & Peterborough names its line when it operates (13.2.2.5)",
	"pay":      "dividends are paid in an operating turn (8.3.4)",
	"withhold": "dividends are withheld in an operating turn (8.3.4)",
	"move":     "trains are moved between the shells of a system in its operating turn (8.3.5.1)",
	"discard":  "no company of yours is above its limit of trains (8.3.5)",
	"accept":   "no offer is waiting for your answer (8.3.5, 13.2.1)",
	"decline":  "no offer is waiting for your answer (8.3.5, 13.2.1)",
	"withdraw": "no offer of yours is waiting for an answer (8.3.5, 13.2.1)",
	"propose":  "players propose who has won between the actions of stock and operating turns (9.1)",
	"bankrupt": "a director is bankrupt who cannot help a company to the train that it must own (8.3.5.1)",
}
