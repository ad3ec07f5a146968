package t1828

import (
	"fmt"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/titles/games18xx"
	"pbem/titles/games18xx/translate"
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
	*translate.Record
	shares  *games18xx.Certificates
	seen    map[string]bool // certificates that have left the IPO
	counted map[string]bool // companies and systems whose certificates outside the IPO were noted
	staying string          // the company that was chosen to survive a merger
	merging games18xx.Name  // the player who chose it
}

// newTranslator begins to read a game. Its end by hand means nothing. // G-01
func newTranslator(e *games18xx.Export) title.Translator {
	tr := &translator{Record: translate.New(e, data), seen: map[string]bool{}, counted: map[string]bool{}, shares: games18xx.NewCertificates()}
	tr.Company, tr.Private, tr.Speaks = company, private, tr.speaks
	tr.Own = map[string]translate.Words{
		"bid": bidWords, "par": par, "sell_shares": tr.sale, "buy_shares": tr.purchase, "choose": tr.choice, "merge": tr.merger,
		"failed_merge": translate.Always("fail"), "special_buy": translate.Always("buy coal"), "lay_tile": tr.lay, "place_token": tr.station,
		"remove_token": func(a translate.Action) (string, error) { return tr.City("block", a) },
		"run_routes":   tr.runs, "swap_train": tr.swap,
		"buy_company": func(a translate.Action) (string, error) {
			return fmt.Sprintf("buy private %s for %d", private(a.Company), a.Price), nil
		},
	}
	return tr
}

// Commands translates one action.
func (tr *translator) Commands(s *engine.State, pending []engine.Choice, a games18xx.Action) ([]engine.Command, error) {
	v := see(s)
	tr.countOut(v)
	tr.follow(v, tr.At(s, pending, a))
	return tr.Record.Commands(s, pending, a)
}

// speaks returns who decides for a company. A merger is announced by the player who chose what stays.
func (tr *translator) speaks(a translate.Action) string {
	v := see(a.S)
	switch {
	case a.Type == "merge":
		return tr.Players[tr.merging]
	case a.Actor == cobourgSym:
		return v.owner(cobourgSym)
	}
	return v.director(a.Actor)
}

// Check compares the earnings of runs with the record, coal included.
func (tr *translator) Check(s *engine.State, a games18xx.Action) error {
	return tr.Ran(a, s.Get(earned))
}

// CatchUp passes where the record may lack the pass. // D-05, D-22, D-24
func (tr *translator) CatchUp(s *engine.State, pending []engine.Choice, a games18xx.Action) (engine.Command, bool) {
	return tr.Skip(s, pending, a)
}

// bidWords returns the command that buys a private company, bids for it, or raises a bid in the auction
// among bidders. In that program a bid for a private company that can be bought is a purchase. // D-04
func bidWords(a translate.Action) (string, error) {
	sym := private(a.Company)
	if data.Private(sym) == nil {
		return "", fmt.Errorf("there is no private company %s", a.Company)
	}
	if price := strconv.Itoa(a.Price); a.Offered("buy", sym, price) {
		return "buy " + sym + " " + price, nil
	}
	if c, ok := a.Asked("bid"); ok {
		if options := c.List(); len(options) > 0 && len(options[0].Args) == 0 {
			return fmt.Sprintf("bid %d", a.Price), nil
		}
	}
	return fmt.Sprintf("bid %s %d", sym, a.Price), nil
}
