package t18newengland

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/games18xx"
	"pbem/titles/games18xx/translate"
	"pbem/titles/title"
)

// importOptions returns the switches for a recorded game. It refuses optional rules.
func importOptions(e *games18xx.Export) (map[string]string, error) {
	for _, rule := range e.Settings.OptionalRules {
		return nil, fmt.Errorf("the option %q is not part of these rules", rule)
	}
	return switches.All(map[string]string{}), nil
}

// A translator translates a recorded game of 18xx.games action by action. Players are in seat order
// there too (DIF-29). Companies have the same symbols, though some names differ (DIF-26). An action
// that neither the rules nor the switches allow stops the replay; the error names it (DIF-15). Bank
// and pool sell trains at face value. // DIF-25
type translator struct {
	record  *translate.Record
	shares  *ledger
	partner string // the second minor of a merger that the last action began
	seeded  bool   // the record has the trains that were sold after the draft
}

// newTranslator begins to read a game. Its end by hand means nothing. // DIF-33
func newTranslator(e *games18xx.Export) title.Translator {
	tr := &translator{record: translate.New(e, data), shares: newLedger()}
	tr.record.Dividends = []string{"half"}
	tr.record.Own = map[string]translate.Words{
		"par": tr.par, "sell_shares": tr.sale, "buy_shares": tr.purchase, "remove_token": tr.keep, "run_routes": tr.run, "merge": tr.merge, "pass": passWord,
		"convert": translate.Always(""), // the next action says into which major a minor converts
	}
	return tr
}

// Commands translates one action.
func (tr *translator) Commands(s *engine.State, pending []engine.Choice, a games18xx.Action) ([]engine.Command, error) {
	tr.seed(see(s))
	tr.shares.settle(s)
	return tr.record.Commands(s, pending, a)
}

// Check compares the certificates of a traded company in each place with the record.
func (tr *translator) Check(s *engine.State, a games18xx.Action) error {
	if len(a.Shares) == 0 {
		return nil
	}
	tr.shares.settle(s)
	return tr.shares.check(see(s), company(a.Shares[0]))
}

// seed records which minor bought which train after the draft.
func (tr *translator) seed(v view) {
	if tr.seeded || v.S.Get(roundKind) == draftRound {
		return
	}
	tr.seeded = true
	for _, sym := range v.minorsInOrder() {
		for _, piece := range v.Trains(sym) {
			tr.record.Trains[strings.ReplaceAll(strings.TrimPrefix(piece, "train:"), ":", "-")] = sym
		}
	}
}

// par returns the words that reserve a minor, set its value, or start it.
func (tr *translator) par(a translate.Action) (string, error) {
	v := see(a.S)
	verb, place := "start", strings.Split(string(a.SharePrice), ",")
	if v.S.Get(roundKind) == draftRound {
		verb = "value"
		if !slices.Contains(v.reservations(a.By), a.Corporation) {
			return "reserve " + a.Corporation, nil
		}
	}
	row := "top"
	if len(place) > 1 && place[1] == "1" {
		row = "bottom"
	}
	return fmt.Sprintf("%s %s %s %s", verb, a.Corporation, place[0], row), nil
}

// sale returns the words for a player's sale or a company's issue. The price of a share from the
// IPO must be its par.
func (tr *translator) sale(a translate.Action) (string, error) {
	v, by, player := see(a.S), a.By, a.EntityType == "player"
	place, err := tr.shares.trade(a.Action, a.By, func(sym, place string) bool {
		return player && place == by || !player && sym == string(a.Entity) && (place == sym || place == step.IPO(sym))
	})
	if err != nil {
		return "", err
	}
	sym, n, from := company(a.Shares[0]), a.Percent/10, fromIPO
	if place == sym {
		from = fromTreasury
	}
	if player {
		return fmt.Sprintf("sell %d %s", n, sym), nil
	}
	if told, ours := string(a.SharePrice), v.S.Get(par.Of(sym)); from == fromIPO && told != "" && told != strconv.Itoa(ours) {
		return "", fmt.Errorf("a share is recorded at $%s, the par is %s", told, money(ours))
	}
	return fmt.Sprintf("issue %d from %s", n, from), nil
}

// purchase returns the words for a player's purchase or a company's redemption.
func (tr *translator) purchase(a translate.Action) (string, error) {
	player := a.EntityType == "player"
	place, err := tr.shares.trade(a.Action, a.By, func(sym, place string) bool {
		return place == step.Pool && (player || sym == string(a.Entity)) || player && (place == sym || place == step.IPO(sym))
	})
	if err != nil {
		return "", err
	}
	sym, from := company(a.Shares[0]), fromPool
	switch place {
	case step.IPO(sym):
		from = fromIPO
	case sym:
		from = fromTreasury
	}
	if !player {
		return fmt.Sprintf("redeem %d", a.Percent/10), nil
	}
	return "buy " + sym + " from " + from, nil
}

// keep names the station that stays if the action removes the other one. If both are in one city
// there is nothing to say. // DIF-31
func (tr *translator) keep(a translate.Action) (string, error) {
	if len(a.Pending) == 0 || a.Pending[0].Verb != "keep" {
		return "", nil
	}
	off, err := tr.record.City("keep", a)
	if err != nil {
		return "", err
	}
	for _, o := range a.Pending[0].List() {
		if words := "keep " + strings.Join(o.Args, " "); words != off {
			return words, nil
		}
	}
	return "", nil
}

// merge returns the words for a conversion or a merger. A merger is two actions: the first names
// the partner, the second the major. A conversion is only the second.
func (tr *translator) merge(a translate.Action) (string, error) {
	sym := string(a.Entity)
	if isMinor(a.Corporation) {
		tr.partner = a.Corporation
		return "", nil
	}
	partner := tr.partner
	tr.partner = ""
	for train, owner := range tr.record.Trains {
		if owner == sym || owner == partner {
			tr.record.Trains[train] = a.Corporation
		}
	}
	if partner == "" {
		return fmt.Sprintf("convert %s into %s", sym, a.Corporation), nil
	}
	return fmt.Sprintf("merge %s with %s into %s", sym, partner, a.Corporation), nil
}

// passWord returns our verb for a recorded pass. By a pass, a player may also relinquish, and a
// minor without a train is liquidated. A pass where we offer none of these is an error: DIF-19 does
// not explain it. // DIF-23
func passWord(a translate.Action) (string, error) {
	return translate.Pass(a, func(c engine.Choice) bool {
		return c.By == a.By && (a.EntityType == "player" || c.For == a.Actor) && step.Open(c)
	}, "pass", "relinquish", "liquidate")
}
