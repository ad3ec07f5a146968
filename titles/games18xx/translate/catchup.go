package translate

import (
	"slices"

	"pbem/engine"
	"pbem/titles/games18xx"
)

// An operating turn: its questions, and the actions that answer them, by their place in the turn.
var (
	questionAt = map[string]int{"track": 1, "station": 2, "run": 3, "arrange": 4, "trains": 5}
	actionAt   = map[string]int{"place_token": 2, "run_routes": 3, "dividend": 3, "swap_train": 4, "buy_train": 5, "payoff_loan": 6}
)

// verbs are the verbs of an action that we may ask for in an earlier step too.
var verbs = map[string][]string{
	"place_token": {"token", "home"}, "run_routes": {"run"}, "dividend": {"pay"}, "swap_train": {"move"}, "payoff_loan": {"repay"},
}

// Skip passes for the company of an action if the action belongs to a later step of its turn: the record
// may lack the pass, because that program found nothing to decide. It never passes for another company or
// player, nor if the action is what we ask for.
func (r *Record) Skip(s *engine.State, pending []engine.Choice, a games18xx.Action) (engine.Command, bool) {
	if len(pending) == 0 || a.EntityType != "corporation" && a.EntityType != "system" {
		return engine.Command{}, false
	}
	at, now := r.At(s, pending, a), questionAt[pending[0].Question]
	mine := slices.DeleteFunc(slices.Clone(pending), func(c engine.Choice) bool { return c.By != at.By || c.For != at.Actor })
	if now == 0 || actionAt[a.Type] <= now || slices.ContainsFunc(mine, func(c engine.Choice) bool { return slices.Contains(verbs[a.Type], c.Verb) }) {
		return engine.Command{}, false
	}
	for _, c := range mine {
		switch c.Verb {
		case "pass":
			return engine.Command{By: at.By, Verb: "pass"}, true
		case "run":
			return engine.Command{By: at.By, Verb: "run", Args: []string{"nothing"}}, true
		}
	}
	return engine.Command{}, false
}
