package t1828

import (
	"slices"

	"pbem/engine"
	"pbem/titles/games18xx"
	"pbem/titles/title"
)

// verbsOf maps an action of an operating turn to the verbs that it may mean.
var verbsOf = map[string][]string{
	"place_token": {"token", "home"}, "run_routes": {"run"}, "dividend": {"pay"}, "swap_train": {"move"}, "buy_train": {"buy"},
}

// leftOut has the questions of an operating turn to which a record may have no answer, because that program
// found nothing to decide. Each maps to the actions that can come later in the same turn. // D-05, D-22,
// D-24
var leftOut = map[string][]string{
	"track":   {"place_token", "run_routes", "dividend", "swap_train", "buy_train"},
	"station": {"run_routes", "dividend", "swap_train", "buy_train"},
	"run":     {"swap_train", "buy_train"},
	"arrange": {"buy_train"},
}

// CatchUp passes for the company of an action if the action belongs to a later step of its turn and the
// record may lack the pass. // D-05
func (tr *translator) CatchUp(s *engine.State, pending []engine.Choice, a games18xx.Action) (engine.Command, bool) {
	v := see(s)
	by, sym := tr.speaker(v, a), tr.actor(v, a)
	if len(pending) == 0 || !slices.Contains([]string{"corporation", "system"}, a.EntityType) || !slices.Contains(leftOut[pending[0].Question], a.Type) {
		return engine.Command{}, false
	}
	mine := slices.DeleteFunc(slices.Clone(pending), func(c engine.Choice) bool { return c.By != by || c.For != sym })
	if slices.ContainsFunc(mine, func(c engine.Choice) bool { return c.Verb != "buy" && slices.Contains(verbsOf[a.Type], c.Verb) }) {
		return engine.Command{}, false
	}
	return title.Silent(by, mine)
}
