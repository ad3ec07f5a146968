package t1817

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/games18xx"
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
	players map[games18xx.Name]string // their ids to ours
	tiles   map[string]string         // copy of a tile -> hex it was laid on
	trains  map[string]string         // copy of a train -> who has it; missing: the bank
	shares  map[string]string         // certificate -> where it went last; missing: not moved yet
	held    *games18xx.Certificates
	had     map[string]string // train of ours -> where it lay before
	bought  bool              // the action before bought a train
}

func newTranslator(e *games18xx.Export) title.Translator {
	tr := &translator{
		players: map[games18xx.Name]string{}, tiles: map[string]string{}, trains: map[string]string{},
		shares: map[string]string{}, had: map[string]string{}, held: games18xx.NewCertificates(),
	}
	for i, p := range e.Players {
		tr.players[p.ID] = engine.PlayerID(i)
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
	by := tr.speaker(v, pending, a)
	words, err := tr.words(v, pending, by, a)
	if err != nil || words == "" {
		return nil, err
	}
	f := strings.Fields(words)
	return []engine.Command{{By: by, Verb: f[0], Args: f[1:]}}, nil
}

// speaker returns our player who gives the command for an action.
func (tr *translator) speaker(v view, pending []engine.Choice, a games18xx.Action) string {
	if a.EntityType == "player" {
		return tr.players[a.Entity]
	}
	sym := string(a.Entity)
	if a.EntityType == "company" {
		sym = v.owner(ours(sym))
	}
	for _, c := range pending {
		if c.For == sym {
			return c.By
		}
	}
	return v.President(sym)
}

// Check compares the earnings of runs with the record. A difference means that track, trains, coal or phase
// differ.
func (tr *translator) Check(s *engine.State, a games18xx.Action) error {
	sum, told := a.Earned()
	if got := s.Get(earned); a.Type == "run_routes" && a.EntityType != "minor" && told && got != sum {
		return fmt.Errorf("the runs earn %s, recorded are %s", money(got), money(sum))
	}
	return nil
}

// plainWords maps actions to commands that are always the same. Standing orders mean nothing here, because
// the record has the moves that they cause. After end_game there are no more moves: the players have ended
// the game by hand. // D-31
var plainWords = map[string]string{
	"payoff_loan": "repay 1", "convert": "convert", "bankrupt": "bankrupt", "end_game": "",
	"program_share_pass": "", "program_buy_shares": "", "program_merger_pass": "", "program_disable": "", "program_close_pass": "",
}

// words returns the command that an action means, "" if it means nothing here.
func (tr *translator) words(v view, pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	if words, ok := plainWords[a.Type]; ok {
		return words, nil
	}
	switch a.Type {
	case "bid":
		return bidWords(pending, by, a), nil
	case "assign":
		return tr.assign(v, pending, a), nil
	case "choose":
		return "size " + string(a.Choice), nil
	case "take_loan":
		if v.S.Get(roundKind) == stockRound {
			return "loan " + string(a.Entity) + " 1", nil
		}
		return "loan 1", nil
	case "sell_shares", "buy_shares", "short":
		return tr.shareWords(v, by, a)
	case "lay_tile":
		return tr.lay(a), nil
	case "place_token":
		at, err := tr.cityWords(v, a)
		return "token " + at, err
	case "remove_token":
		at, err := tr.cityWords(v, a)
		return "remove " + at, err
	case "run_routes":
		return runWords(v, pending, a), nil
	case "dividend":
		return dividendWord(a.Kind)
	case "buy_train":
		return tr.train(a)
	case "discard_train":
		return tr.discard(a)
	case "merge":
		return tr.merger(v, a), nil
	case "pass":
		return tr.passWord(v, pending, by, a)
	}
	return "", fmt.Errorf("action %q is unknown", a.Type)
}

// merger returns the command for a merger, or for the choice of the company that buys.
func (tr *translator) merger(v view, a games18xx.Action) string {
	if a.EntityType == "player" {
		return "buy with " + a.Corporation
	}
	tr.dealNew(v, a)
	return fmt.Sprintf("merge with %s into %s", a.Corporation, a.Entity)
}

// bidWords returns the command that opens an auction or raises a bid. // D-03
func bidWords(pending []engine.Choice, by string, a games18xx.Action) string {
	for _, c := range pending {
		if c.By != by {
			continue
		}
		if c.Verb == "start" {
			return fmt.Sprintf("start %s for %d", a.Corporation, a.Price)
		}
		if options := c.List(); c.Verb == "bid" && len(options) > 0 && len(options[0].Args) > 0 {
			return fmt.Sprintf("bid %s %d", ours(a.Company), a.Price)
		}
	}
	return fmt.Sprintf("bid %d", a.Price)
}

// assign returns the command that contributes a private company, places a bridge token or offers a company
// for sale. If nobody can pay for the company we do not ask for the offer, and in that program it has no
// effect. // D-47
func (tr *translator) assign(v view, pending []engine.Choice, a games18xx.Action) string {
	switch {
	case a.EntityType == "company":
		return fmt.Sprintf("bridge %s %s", ours(string(a.Entity)), a.Target)
	case a.TargetType == "company":
		return "contribute " + ours(string(a.Target))
	case !offering(pending, string(a.Target)) && v.normal(string(a.Target)) && v.S.Get(roundKind) == mergerRound && !v.payable(string(a.Target)):
		return ""
	}
	return "offer"
}

// offering reports whether a president is asked to put a company up for sale.
func offering(pending []engine.Choice, sym string) bool {
	return slices.ContainsFunc(pending, func(c engine.Choice) bool { return c.For == sym && c.Verb == "offer" })
}
