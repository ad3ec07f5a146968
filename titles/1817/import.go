package t1817

import (
	"fmt"
	"maps"
	"slices"

	"pbem/engine"
	"pbem/titles/games18xx"
	"pbem/titles/games18xx/translate"
	"pbem/titles/title"
)

// importOptions returns the options for a recorded game: all switches, and the variants it was played with.
// // D-04, D-30
func importOptions(e *games18xx.Export) (map[string]string, error) {
	out := switches.All(map[string]string{increasedShorts: "yes"})
	for _, rule := range e.Settings.OptionalRules {
		switch rule {
		case "five_shorts":
			delete(out, increasedShorts)
		case "short_squeeze":
			out[shortSqueeze] = "yes"
		case "modern_trains":
			out[modernTrains] = "yes"
		default: // such as "volatility"
			return nil, fmt.Errorf("the option %q is not part of these rules", rule)
		}
	}
	if seats, _ := data.SeatsFor(len(e.Players)); seats.Variant != "" {
		out[seats.Variant] = "yes"
	}
	return out, nil
}

// privateNames maps our symbols of private companies to those of that site, where they differ.
var privateNames = map[string]string{"MTE": "ME"}

// ours returns our symbol of a private company of that site.
func ours(sym string) string {
	for mine, theirs := range privateNames {
		if theirs == sym {
			return mine
		}
	}
	return sym
}

// A translator reads a recorded game of 18xx.games action by action.
type translator struct {
	*translate.Record
	shares map[string]string // certificate -> where it went last; missing: not moved yet
	held   *games18xx.Certificates
	had    map[string]string // train of ours -> where it lay before
	bought bool              // the action before bought a train
}

// newTranslator begins to read a game. After end_game there are no more moves: the players have ended it by
// hand. // D-31
func newTranslator(e *games18xx.Export) title.Translator {
	tr := &translator{Record: translate.New(e, data), shares: map[string]string{}, had: map[string]string{}, held: games18xx.NewCertificates()}
	tr.Private, tr.Speaks, tr.Pool, tr.Dividends = ours, speaks, "market", []string{"half"}
	tr.Own = map[string]translate.Words{
		"convert": translate.Always("convert"), "payoff_loan": translate.Always("repay 1"), "take_loan": loanWords, "bid": bidWords,
		"choose":     func(a translate.Action) (string, error) { return "size " + string(a.Choice), nil },
		"short":      func(a translate.Action) (string, error) { return "short " + a.Corporation, nil },
		"buy_shares": tr.shareWords, "sell_shares": tr.shareWords, "lay_tile": tr.lay, "run_routes": runWords, "merge": tr.merger, "pass": passWord,
		"remove_token": func(a translate.Action) (string, error) { return tr.City("remove", a) },
		"assign":       assign,
	}
	return tr
}

// Commands translates one action.
func (tr *translator) Commands(s *engine.State, pending []engine.Choice, a games18xx.Action) ([]engine.Command, error) {
	v := see(s)
	tr.followTrains(v, tr.bought)
	maps.DeleteFunc(tr.shares, func(id, _ string) bool { return v.S.Cell(symOf(id)) == "" })
	tr.follow(v, a)
	tr.bought = a.Type == "buy_train"
	return tr.Record.Commands(s, pending, a)
}

// speaks returns the player who is asked for a company, or its president.
func speaks(a translate.Action) string {
	for _, c := range a.Pending {
		if c.For == a.Actor {
			return c.By
		}
	}
	return see(a.S).President(a.Actor)
}

// Check compares the earnings of runs with the record, coal included.
func (tr *translator) Check(s *engine.State, a games18xx.Action) error {
	return tr.Ran(a, s.Get(earned))
}

// CatchUp passes where the record may lack the pass. // D-23
func (tr *translator) CatchUp(s *engine.State, pending []engine.Choice, a games18xx.Action) (engine.Command, bool) {
	return tr.Skip(s, pending, a)
}

// merger returns the command for a merger, or for the choice of the company that buys.
func (tr *translator) merger(a translate.Action) (string, error) {
	if a.EntityType == "player" {
		return "buy with " + a.Corporation, nil
	}
	tr.dealNew(see(a.S), a)
	return fmt.Sprintf("merge with %s into %s", a.Corporation, a.Entity), nil
}

// loanWords returns the command that takes a loan. In a stock round it names the company.
func loanWords(a translate.Action) (string, error) {
	if a.S.Get(roundKind) == stockRound {
		return "loan " + string(a.Entity) + " 1", nil
	}
	return "loan 1", nil
}

// bidWords returns the command that opens an auction or raises a bid. // D-03
func bidWords(a translate.Action) (string, error) {
	if _, ok := a.Asked("start"); ok {
		return fmt.Sprintf("start %s for %d", a.Corporation, a.Price), nil
	}
	if c, ok := a.Asked("bid"); ok {
		if options := c.List(); len(options) > 0 && len(options[0].Args) > 0 {
			return fmt.Sprintf("bid %s %d", ours(a.Company), a.Price), nil
		}
	}
	return fmt.Sprintf("bid %d", a.Price), nil
}

// assign returns the command that contributes a private company, places a bridge token or offers a company
// for sale. If nobody can pay for the company we do not ask for the offer, and in that program it has no
// effect. // D-47
func assign(a translate.Action) (string, error) {
	v, sym := see(a.S), string(a.Target)
	switch {
	case a.EntityType == "company":
		return fmt.Sprintf("bridge %s %s", ours(string(a.Entity)), sym), nil
	case a.TargetType == "company":
		return "contribute " + ours(sym), nil
	case !offering(a.Pending, sym) && v.normal(sym) && v.S.Get(roundKind) == mergerRound && !v.payable(sym):
		return "", nil
	}
	return "offer", nil
}

// offering reports whether a president is asked to put a company up for sale.
func offering(pending []engine.Choice, sym string) bool {
	return slices.ContainsFunc(pending, func(c engine.Choice) bool { return c.For == sym && c.Verb == "offer" })
}

// runWords returns the command for recorded runs, "" if there is nothing to run and we do not ask: that
// program sometimes asks anyway, from outdated routes.
func runWords(a translate.Action) (string, error) {
	if a.Unasked() {
		return "", nil
	}
	b := see(a.S).Board()
	return translate.Runs(a.Routes, func(r games18xx.Route) ([]string, error) { return translate.Way(b, r) })
}

// passWord returns what a pass means at this point. A pass of a company keeps a company from sale,
// whichever company it names, and means nothing in an auction. A pass of a bankrupt player means nothing.
// Any other pass of somebody who is not asked is an error. // D-40
func passWord(a translate.Action) (string, error) {
	_, offer := a.Asked("offer")
	_, bid := a.Asked("bid")
	player := a.EntityType == "player"
	word, err := translate.Pass(a, func(c engine.Choice) bool {
		return c.By == a.By && (player || offer || c.For == string(a.Entity) && !bid)
	}, "pass")
	if err != nil && (player && a.S.Get(bankrupt.Of(a.By)) == 1 || !player && bid) {
		return "", nil
	}
	return word, err
}
