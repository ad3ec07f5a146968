package t1828

import (
	"fmt"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/games18xx"
	"pbem/titles/title"
)

// importing says how to read games of 18xx.games. That site uses the symbols of public companies for the
// private companies of $250.
var importing = &title.Import{Name: "1828.Games", Options: importOptions, Switches: switches, Names: theirPrivates(), Company: company, New: newTranslator, Position: theirPosition}

// importOptions returns the options for a recorded game: all switches, and the variant it was played with.
// // D-01
func importOptions(e *games18xx.Export) (map[string]string, error) {
	out := switches.All(map[string]string{})
	for _, rule := range e.Settings.OptionalRules {
		if rule != "ensure_good_privates" {
			return nil, fmt.Errorf("the option %q is not part of these rules", rule)
		}
		out[goodPrivates] = "yes"
	}
	return out, nil
}

// theirSym returns our symbol as 18xx.games writes it.
func theirSym(sym string) string {
	return strings.TrimSuffix(strings.Replace(sym, "OS&H", "OSH", 1), "-P")
}

// theirPrivates maps our symbols of private companies to those of that site, where they differ.
func theirPrivates() map[string]string {
	out := map[string]string{}
	for _, p := range data.Privates {
		if theirs := theirSym(p.Sym); theirs != p.Sym {
			out[p.Sym] = theirs
		}
	}
	return out
}

// company returns our symbol of a company of that site. It names a system after both companies, the
// survivor first.
func company(sym string) string {
	first, _, _ := strings.Cut(sym, "-")
	return strings.Replace(first, "OSH", "OS&H", 1)
}

// private returns our symbol of a private company of that site.
func private(sym string) string {
	if data.Private(company(sym)) == nil {
		return privateOf(company(sym))
	}
	return company(sym)
}

// A translator reads a recorded game of 18xx.games action by action. An unexpected action stops the import.
type translator struct {
	players map[games18xx.Name]string // their ids to ours
	names   map[string]string         // their names to ours
	tiles   map[string]string         // copy of a tile -> hex it was laid on
	trains  map[string]string         // copy of a train -> the charter it is on; missing: the supply
	shares  *games18xx.Certificates
	seen    map[string]bool // certificates that have left the IPO
	counted map[string]bool // companies and systems whose certificates outside the IPO were noted
	staying string          // the company that was chosen to survive a merger
	merging games18xx.Name  // the player who chose it
}

func newTranslator(e *games18xx.Export) title.Translator {
	tr := &translator{
		players: map[games18xx.Name]string{}, names: map[string]string{}, tiles: map[string]string{}, trains: map[string]string{},
		seen: map[string]bool{}, counted: map[string]bool{}, shares: games18xx.NewCertificates(),
	}
	for i, p := range e.Players {
		tr.players[p.ID], tr.names[p.Name] = engine.PlayerID(i), engine.PlayerID(i)
	}
	return tr
}

// Commands translates one action.
func (tr *translator) Commands(s *engine.State, pending []engine.Choice, a games18xx.Action) ([]engine.Command, error) {
	v := see(s)
	tr.countOut(v)
	tr.follow(v, a)
	by := tr.speaker(v, a)
	words, err := tr.words(v, pending, by, a)
	if err != nil || words == "" {
		return nil, err
	}
	f := strings.Fields(words)
	return []engine.Command{{By: by, Verb: f[0], Args: f[1:]}}, nil
}

// speaker returns our player who gives the command for an action.
func (tr *translator) speaker(v view, a games18xx.Action) string {
	switch {
	case a.EntityType == "player":
		return tr.players[a.Entity]
	case a.Type == "merge":
		return tr.players[tr.merging]
	}
	return v.speaks(tr.actor(v, a))
}

// speaks returns who decides for a company or a player.
func (v view) speaks(who string) string {
	switch {
	case v.S.Seat(who) >= 0:
		return who
	case who == cobourgSym:
		return v.owner(cobourgSym)
	}
	return v.director(who)
}

// actor returns the player or company that does an action. A private company acts for its owner.
func (tr *translator) actor(v view, a games18xx.Action) string {
	switch a.EntityType {
	case "player":
		return tr.players[a.Entity]
	case "company":
		return v.owner(private(string(a.Entity)))
	case "minor":
		return cobourgSym
	}
	return company(string(a.Entity))
}

// silent reports whether an action means nothing here. Standing orders mean nothing, because the record has
// the moves that they cause. The end of a game by hand means nothing either. // G-01
func silent(kind string) bool { return kind == "end_game" || strings.HasPrefix(kind, "program_") }

// words returns the command that an action means, "" if it means nothing here.
func (tr *translator) words(v view, pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	if silent(a.Type) {
		return "", nil
	}
	switch a.Type {
	case "bid":
		return bidWords(pending, by, a)
	case "par":
		return par(a), nil
	case "sell_shares":
		return tr.sale(a, by)
	case "buy_shares":
		return tr.purchase(a, by)
	case "choose":
		return tr.choice(v, pending, by, a)
	case "merge":
		return tr.merger(a)
	case "failed_merge":
		return "fail", nil
	case "remove_token":
		at, err := tr.city(v, a)
		return "block " + at, err
	case "lay_tile":
		return tr.lay(pending, by, a), nil
	case "place_token":
		return tr.station(v, pending, by, a)
	case "run_routes":
		words, err := runWords(v.Board(), a)
		if err == nil && a.EntityType == "minor" {
			err = v.lineEarns(words, a)
		}
		return words, err
	case "dividend":
		return dividendWord(a.Kind)
	case "buy_train":
		return tr.train(a)
	case "swap_train":
		return tr.swap(v, a)
	case "discard_train":
		return tr.discard(a)
	case "buy_company":
		return fmt.Sprintf("buy private %s for %d", private(a.Company), a.Price), nil
	case "special_buy":
		return "buy coal", nil
	case "bankrupt":
		return "bankrupt", nil
	case "pass":
		return passWord(v, pending, by, tr.actor(v, a), a)
	}
	return "", fmt.Errorf("action %q is unknown", a.Type)
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

// asked returns a player's choice with a verb, if they have it and it is open.
func asked(pending []engine.Choice, by, verb string) (engine.Choice, bool) {
	for _, c := range pending {
		if c.By == by && c.Verb == verb && step.Open(c) {
			return c, true
		}
	}
	return engine.Choice{}, false
}

// offered reports whether a player is offered a verb with words.
func offered(pending []engine.Choice, by, verb string, words ...string) bool {
	c, ok := asked(pending, by, verb)
	if !ok {
		return false
	}
	for _, o := range c.List() {
		if o.Match(words) {
			return true
		}
	}
	return false
}

// bidWords returns the command that buys a private company, bids for it, or raises a bid in the auction
// among bidders. In that program a bid for a private company that can be bought is a purchase. // D-04
func bidWords(pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	sym := private(a.Company)
	if data.Private(sym) == nil {
		return "", fmt.Errorf("there is no private company %s", a.Company)
	}
	if price := strconv.Itoa(a.Price); offered(pending, by, "buy", sym, price) {
		return "buy " + sym + " " + price, nil
	}
	if c, ok := asked(pending, by, "bid"); ok {
		if options := c.List(); len(options) > 0 && len(options[0].Args) == 0 {
			return fmt.Sprintf("bid %d", a.Price), nil
		}
	}
	return fmt.Sprintf("bid %s %d", sym, a.Price), nil
}

// dividendWord returns the command for a recorded dividend.
func dividendWord(kind string) (string, error) {
	word := map[string]string{"payout": "pay", "withhold": "withhold"}[kind]
	if word == "" {
		return "", fmt.Errorf("a dividend %q is unknown", kind)
	}
	return word, nil
}

// passWord returns what a pass means at this point: to do nothing, or to place no marker with a private
// company. A pass of somebody who is not asked is an error. // O-07, O-18
func passWord(v view, pending []engine.Choice, by, actor string, a games18xx.Action) (string, error) {
	for _, c := range pending {
		if c.By == by && c.Verb == "pass" && (c.For == "" || c.For == actor) && step.Open(c) {
			return "pass", nil
		}
	}
	return "", fmt.Errorf("%s passes and is not asked", a.Entity)
}
