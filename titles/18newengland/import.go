package t18newengland

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/games18xx"
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
// that neither the rules nor the switches allow stops the replay; the error names it (DIF-15).
type translator struct {
	players map[games18xx.Name]string // their ids to ours
	tiles   map[string]string         // copy of a tile -> hex it was laid on
	trains  map[string]string         // copy of a train -> its owner; no entry: the bank
	shares  *ledger
	partner string // the second minor of a merger that the last action began
	seeded  bool   // trains has those that were sold after the draft
}

func newTranslator(e *games18xx.Export) title.Translator {
	tr := &translator{players: map[games18xx.Name]string{}, tiles: map[string]string{}, trains: map[string]string{}, shares: newLedger()}
	for i, p := range e.Players {
		tr.players[p.ID] = engine.PlayerID(i)
	}
	return tr
}

// Commands translates one action.
func (tr *translator) Commands(s *engine.State, pending []engine.Choice, a games18xx.Action) ([]engine.Command, error) {
	v := see(s)
	tr.seed(v)
	tr.shares.settle(s)
	by := tr.players[a.Entity]
	if by == "" {
		by = v.President(string(a.Entity))
	}
	words, err := tr.words(v, pending, by, a)
	if words == "" || err != nil {
		return nil, err
	}
	f := strings.Fields(words)
	return []engine.Command{{By: by, Verb: f[0], Args: f[1:]}}, nil
}

// Check compares the certificates of a traded company in each place with the record.
func (tr *translator) Check(s *engine.State, a games18xx.Action) error {
	if len(a.Shares) == 0 {
		return nil
	}
	tr.shares.settle(s)
	return tr.shares.check(see(s), company(a.Shares[0]))
}

// dividends maps their kinds of dividend to our words.
var dividends = map[string]string{"payout": "pay", "half": "half", "withhold": "withhold"}

// words returns an action in the words of a player, "" if there is nothing to say.
func (tr *translator) words(v view, pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	switch a.Type {
	case "par":
		return tr.par(v, by, a), nil
	case "sell_shares":
		return tr.sale(v, a, by)
	case "buy_shares":
		return tr.purchase(a, by)
	case "lay_tile":
		tr.tiles[a.Tile] = a.Hex
		return fmt.Sprintf("lay %s %s %d", a.Hex, games18xx.Base(a.Tile), a.Rotation), nil
	case "place_token":
		at, err := tr.city(v, a)
		return "token " + at, err
	case "remove_token":
		return tr.keep(v, pending, a)
	case "run_routes":
		words := tr.run(v, pending, by, a)
		return words, v.earns(string(a.Entity), words, a)
	case "dividend":
		if dividends[a.Kind] == "" {
			return "", fmt.Errorf("a dividend of kind %q is unknown", a.Kind)
		}
		return dividends[a.Kind], nil
	case "buy_train":
		return tr.train(a)
	case "discard_train":
		if tr.trains[a.Train] != string(a.Entity) {
			return "", fmt.Errorf("%s discards the train %s and does not have it", a.Entity, a.Train)
		}
		tr.trains[a.Train] = step.Pool
		return fmt.Sprintf("discard train %s %s", games18xx.Base(a.Train), a.Entity), nil
	case "merge":
		return tr.merge(a), nil
	case "bankrupt":
		return "bankrupt", nil
	case "pass":
		return passWord(pending, by, a)
	// The next action says into which major a minor converts. Programs of players act through
	// auto_actions. Chat and undone actions were left out before. X3, X4
	case "convert", "program_share_pass", "program_buy_shares", "program_merger_pass", "program_disable", "program_close_pass":
		return "", nil
	}
	return "", fmt.Errorf("action %q is unknown", a.Type)
}

// seed records which minor bought which train after the draft.
func (tr *translator) seed(v view) {
	if tr.seeded || v.S.Get(roundKind) == draftRound {
		return
	}
	tr.seeded = true
	for _, sym := range v.minorsInOrder() {
		for _, piece := range v.Trains(sym) {
			tr.trains[strings.ReplaceAll(strings.TrimPrefix(piece, "train:"), ":", "-")] = sym
		}
	}
}

// par returns the words that reserve a minor, set its value, or start it.
func (tr *translator) par(v view, by string, a games18xx.Action) string {
	verb, place := "start", strings.Split(string(a.SharePrice), ",")
	if v.S.Get(roundKind) == draftRound {
		verb = "value"
		if !slices.Contains(v.reservations(by), a.Corporation) {
			return "reserve " + a.Corporation
		}
	}
	row := "top"
	if len(place) > 1 && place[1] == "1" {
		row = "bottom"
	}
	return fmt.Sprintf("%s %s %s %s", verb, a.Corporation, place[0], row)
}

// sale returns the words for a player's sale or a company's issue. The price of a share from the
// IPO must be its par.
func (tr *translator) sale(v view, a games18xx.Action, by string) (string, error) {
	player := a.EntityType == "player"
	place, err := tr.shares.trade(a, by, func(sym, place string) bool {
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
	if told, ours := string(a.SharePrice), v.S.Get(par.of(sym)); from == fromIPO && told != "" && told != strconv.Itoa(ours) {
		return "", fmt.Errorf("a share is recorded at $%s, the par is %s", told, money(ours))
	}
	return fmt.Sprintf("issue %d from %s", n, from), nil
}

// purchase returns the words for a player's purchase or a company's redemption.
func (tr *translator) purchase(a games18xx.Action, by string) (string, error) {
	player := a.EntityType == "player"
	place, err := tr.shares.trade(a, by, func(sym, place string) bool {
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

// city names the city of "X2-0-0" (copy 0 of tile X2, city 0) or "E4-3-0" (the city
// printed in E4).
func (tr *translator) city(v view, a games18xx.Action) (string, error) {
	tile, n, err := a.CityName()
	if err != nil {
		return "", err
	}
	hex, laid := tr.tiles[tile]
	if !laid {
		hex = games18xx.Base(tile)
	}
	b := v.Board()
	for i, s := range b.Face(hex).Stops {
		if s.Kind != board.City {
			continue
		}
		if n == 0 {
			return strings.Join(step.SpotName(b, board.Spot{Hex: hex, N: i}), " "), nil
		}
		n--
	}
	return "", fmt.Errorf("there is no city %s", a.City)
}

// keep names the station that stays if the action removes the other one. If both are in one city
// there is nothing to say. // DIF-31
func (tr *translator) keep(v view, pending []engine.Choice, a games18xx.Action) (string, error) {
	if len(pending) == 0 || pending[0].Verb != "keep" {
		return "", nil
	}
	off, err := tr.city(v, a)
	if err != nil {
		return "", err
	}
	for _, o := range pending[0].List() {
		if words := strings.Join(o.Args, " "); words != off {
			return "keep " + words, nil
		}
	}
	return "", nil
}

// train returns the words for the purchase of a train. The owner of the copy tells whether it comes
// from bank, pool or a company. Bank and pool sell at face value. // DIF-25
func (tr *translator) train(a games18xx.Action) (string, error) {
	name, from := games18xx.Base(a.Train), tr.trains[a.Train]
	tr.trains[a.Train] = string(a.Entity)
	switch t := data.Train(name); {
	case t == nil:
		return "", fmt.Errorf("there is no %s-train", name)
	case from != "" && from != step.Pool:
		return fmt.Sprintf("buy train %s from %s for %d", name, from, a.Price), nil
	case a.Price != t.Price:
		return "", fmt.Errorf("a %s-train is recorded at %s and costs %s", name, money(a.Price), money(t.Price))
	case from == step.Pool:
		return fmt.Sprintf("buy train %s from pool", name), nil
	}
	return fmt.Sprintf("buy train %s from bank", name), nil
}

// merge returns the words for a conversion or a merger. A merger is two actions: the first names
// the partner, the second the major. A conversion is only the second.
func (tr *translator) merge(a games18xx.Action) string {
	sym := string(a.Entity)
	if isMinor(a.Corporation) {
		tr.partner = a.Corporation
		return ""
	}
	partner := tr.partner
	tr.partner = ""
	for train, owner := range tr.trains {
		if owner == sym || owner == partner {
			tr.trains[train] = a.Corporation
		}
	}
	if partner == "" {
		return fmt.Sprintf("convert %s into %s", sym, a.Corporation)
	}
	return fmt.Sprintf("merge %s with %s into %s", sym, partner, a.Corporation)
}

// passWord returns our verb for a recorded pass. By a pass, a player may also relinquish, and a
// minor without a train is liquidated. A pass where we offer none of these is an error: DIF-19 does
// not explain it. // DIF-23
func passWord(pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	sym := ""
	if a.EntityType != "player" {
		sym = string(a.Entity)
	}
	for _, verb := range []string{"pass", "relinquish", "liquidate"} {
		for _, c := range pending {
			if c.By == by && c.Verb == verb && (c.For == sym || sym == "") && step.Open(c) {
				return verb, nil
			}
		}
	}
	return "", fmt.Errorf("%s has nothing to pass here", a.Entity)
}
