package t1817

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/titles/games18xx"
	"pbem/titles/title"
)

// verbsOf are the verbs that an action may stand for.
var verbsOf = map[string][]string{
	"bid": {"bid", "start"}, "assign": {"contribute", "bridge", "offer"}, "choose": {"size"}, "take_loan": {"loan"}, "payoff_loan": {"repay"},
	"sell_shares": {"sell"}, "buy_shares": {"buy", "redeem"}, "short": {"short"}, "lay_tile": {"lay", "mine"}, "place_token": {"token"},
	"remove_token": {"remove"}, "run_routes": {"run"}, "dividend": {"pay"}, "buy_train": {"buy"}, "discard_train": {"discard"},
	"convert": {"convert"}, "merge": {"merge", "buy"}, "bankrupt": {"bankrupt"},
}

// leftOut are the questions of an operating turn that a record may have no answer
// to, because that program found nothing to decide, with the actions that come
// later in the same turn. // D-23
var leftOut = map[string][]string{
	"track":   {"place_token", "run_routes", "dividend", "buy_train", "payoff_loan"},
	"station": {"run_routes", "dividend", "buy_train", "payoff_loan"},
	"run":     {"buy_train", "payoff_loan"},
	"trains":  {"payoff_loan"},
}

// CatchUp passes for the company that an action names, where the action belongs to
// a later step of its turn and the record can have left the pass out. // D-23
func (tr *translator) CatchUp(s *engine.State, pending []engine.Choice, a games18xx.Action) (engine.Command, bool) {
	by := tr.speaker(see(s), pending, a)
	if len(pending) == 0 || a.EntityType != "corporation" || !slices.Contains(leftOut[pending[0].Question], a.Type) {
		return engine.Command{}, false
	}
	mine := slices.DeleteFunc(slices.Clone(pending), func(c engine.Choice) bool { return c.By != by || c.For != string(a.Entity) })
	if slices.ContainsFunc(mine, func(c engine.Choice) bool { return slices.Contains(verbsOf[a.Type], c.Verb) }) {
		return engine.Command{}, false
	}
	return title.Silent(by, mine)
}

// passWord is what a pass means to what is pending. A company's pass declines an
// offer, whichever company it names, and does nothing in an auction; nor does that
// of a bankrupt player. Any other pass of who is not asked is an error. // D-40
func (tr *translator) passWord(v view, pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	asked := func(verb string) bool {
		return slices.ContainsFunc(pending, func(c engine.Choice) bool { return c.By == by && c.Verb == verb })
	}
	player := a.EntityType == "player"
	for _, c := range pending {
		mine := player || asked("offer") || c.For == string(a.Entity) && !asked("bid")
		if c.By == by && c.Verb == "pass" && mine {
			return "pass", nil
		}
	}
	if player && v.S.Get(bankrupt.of(by)) == 1 || !player && asked("bid") {
		return "", nil
	}
	return "", fmt.Errorf("%s passes and is not asked", a.Entity)
}

// dividendWord is what is done with the earnings.
func dividendWord(kind string) (string, error) {
	word := map[string]string{"payout": "pay", "half": "half", "withhold": "withhold"}[kind]
	if word == "" {
		return "", fmt.Errorf("a dividend %q is unknown", kind)
	}
	return word, nil
}
