package t1817

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/titles/games18xx"
	"pbem/titles/title"
)

// verbsOf maps an action to the verbs that it may mean.
var verbsOf = map[string][]string{
	"bid": {"bid", "start"}, "assign": {"contribute", "bridge", "offer"}, "choose": {"size"}, "take_loan": {"loan"}, "payoff_loan": {"repay"},
	"sell_shares": {"sell"}, "buy_shares": {"buy", "redeem"}, "short": {"short"}, "lay_tile": {"lay", "mine"}, "place_token": {"token"},
	"remove_token": {"remove"}, "run_routes": {"run"}, "dividend": {"pay"}, "buy_train": {"buy"}, "discard_train": {"discard"},
	"convert": {"convert"}, "merge": {"merge", "buy"}, "bankrupt": {"bankrupt"},
}

// leftOut has the questions of an operating turn to which a record may have no answer, because that program
// found nothing to decide. Each maps to the actions that can come later in the same turn. // D-23
var leftOut = map[string][]string{
	"track":   {"place_token", "run_routes", "dividend", "buy_train", "payoff_loan"},
	"station": {"run_routes", "dividend", "buy_train", "payoff_loan"},
	"run":     {"buy_train", "payoff_loan"},
	"trains":  {"payoff_loan"},
}

// CatchUp passes for the company of an action if the action belongs to a later step of its turn and the
// record may lack the pass. // D-23
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

// passWord returns what a pass means at this point. A pass of a company keeps a company from sale,
// whichever company it names, and means nothing in an auction. A pass of a bankrupt player means nothing.
// Any other pass of somebody who is not asked is an error. // D-40
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

// dividendWord returns the command for a recorded dividend.
func dividendWord(kind string) (string, error) {
	word := map[string]string{"payout": "pay", "half": "half", "withhold": "withhold"}[kind]
	if word == "" {
		return "", fmt.Errorf("a dividend %q is unknown", kind)
	}
	return word, nil
}
