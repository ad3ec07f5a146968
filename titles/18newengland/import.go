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

// importOptions are the switches for a recorded game; it knows no variants.
func importOptions(e *games18xx.Export) (map[string]string, error) {
	for _, rule := range e.Settings.OptionalRules {
		return nil, fmt.Errorf("the option %q is not part of these rules", rule)
	}
	return compat, nil
}

// A translator reads a recorded game of 18xx.games action by action. Players
// are in seat order there too (DIF-29), and companies go by symbols, which are
// the same though some names are not (DIF-26). What the rules of normal play
// and the switches do not allow stops the replay and is named (DIF-15).
type translator struct {
	players map[games18xx.Name]string // their ids to ours
	tiles   map[string]string         // copy of a tile -> hex it was laid on
	trains  map[string]string         // copy of a train -> who has it; missing: the bank
	shares  *ledger
	partner string // of a merger begun by the action before
	seeded  bool   // the trains of the draft are in trains
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
	t := table(s)
	tr.seed(t)
	tr.shares.settle(s)
	sym, words := string(a.Entity), ""
	by := tr.players[a.Entity]
	if by == "" {
		by = t.President(sym)
	}
	switch a.Type {
	case "par":
		words = tr.par(s, by, a)
	case "sell_shares":
		words = tr.sale(a, by)
	case "buy_shares":
		words = tr.purchase(a, by)
	case "lay_tile":
		tr.tiles[a.Tile] = a.Hex
		words = fmt.Sprintf("lay %s %s %d", a.Hex, games18xx.Base(a.Tile), a.Rotation)
	case "place_token":
		words = "token " + strings.Join(step.SpotName(t.Board(), tr.city(t, a.City)), " ")
	case "remove_token":
		words = tr.keep(t, pending, a)
	case "run_routes":
		words = "run " + tr.routes(t, a.Routes)
	case "dividend":
		words = map[string]string{"payout": "pay", "half": "half", "withhold": "withhold"}[a.Kind]
	case "buy_train":
		words = tr.train(a)
	case "discard_train":
		tr.trains[a.Train] = step.Pool
		words = fmt.Sprintf("discard train %s %s", games18xx.Base(a.Train), sym)
	case "convert":
	case "merge":
		words = tr.merge(a)
	case "bankrupt":
		words = "bankrupt"
	case "pass": // DIF-23: it liquidates a minor without a train
		words = passWord(pending, by, a)
	// X3, X4: what players have armed acts through auto_actions; chat and undone
	// actions are left out before.
	case "program_share_pass", "program_buy_shares", "program_merger_pass", "program_disable", "program_close_pass":
	default:
		return nil, fmt.Errorf("action %q is unknown", a.Type)
	}
	if words == "" {
		return nil, nil
	}
	f := strings.Fields(words)
	return []engine.Command{{By: by, Verb: f[0], Args: f[1:]}}, nil
}

// seed notes who got which train after the draft.
func (tr *translator) seed(t step.Table) {
	if tr.seeded || t.S.Get(roundKind) == draftRound {
		return
	}
	tr.seeded = true
	for _, sym := range minorsInOrder(t.S) {
		for _, piece := range t.Trains(sym) {
			tr.trains[strings.ReplaceAll(strings.TrimPrefix(piece, "train:"), ":", "-")] = sym
		}
	}
}

// par reserves, sets a value, or starts a minor.
func (tr *translator) par(s *engine.State, by string, a games18xx.Action) string {
	verb, place := "start", strings.Split(string(a.SharePrice), ",")
	if s.Get(roundKind) == draftRound {
		verb = "value"
		if !slices.Contains(reservations(s, by), a.Corporation) {
			return "reserve " + a.Corporation
		}
	}
	row := "top"
	if len(place) > 1 && place[1] == "1" {
		row = "bottom"
	}
	return fmt.Sprintf("%s %s %s %s", verb, a.Corporation, place[0], row)
}

// sale is a player's sale or a company's issue.
func (tr *translator) sale(a games18xx.Action, by string) string {
	sym, n := company(a.Shares[0]), a.Percent/10
	from := fromIPO
	if tr.shares.place(a.Shares[0]) == sym {
		from = fromTreasury
	}
	tr.shares.follow(a, by)
	if a.EntityType == "player" {
		return fmt.Sprintf("sell %d %s", n, sym)
	}
	return fmt.Sprintf("issue %d from %s", n, from)
}

// purchase is a player's purchase or a company's redemption.
func (tr *translator) purchase(a games18xx.Action, by string) string {
	sym, from := company(a.Shares[0]), fromPool
	switch tr.shares.place(a.Shares[0]) {
	case step.IPO(sym):
		from = fromIPO
	case sym:
		from = fromTreasury
	}
	tr.shares.follow(a, by)
	if a.EntityType != "player" {
		return fmt.Sprintf("redeem %d", a.Percent/10)
	}
	return "buy " + sym + " from " + from
}

// city finds the spot of "X2-0-0" (copy 0 of tile X2, city 0) or "E4-3-0" (the
// city printed in E4).
func (tr *translator) city(t step.Table, id string) board.Spot {
	tile := games18xx.Base(id)
	n, _ := strconv.Atoi(id[len(tile)+1:])
	hex, laid := tr.tiles[tile]
	if !laid {
		hex = games18xx.Base(tile)
	}
	for i, s := range t.Board().Face(hex).Stops {
		if s.Kind == board.City {
			if n == 0 {
				return board.Spot{Hex: hex, N: i}
			}
			n--
		}
	}
	return board.Spot{Hex: hex}
}

// keep names the station that stays when the action takes the other off; where
// both are in one city there is nothing to say. // DIF-31
func (tr *translator) keep(t step.Table, pending []engine.Choice, a games18xx.Action) string {
	if len(pending) == 0 || pending[0].Verb != "keep" {
		return ""
	}
	off := strings.Join(step.SpotName(t.Board(), tr.city(t, a.City)), " ")
	for _, o := range pending[0].List() {
		if words := strings.Join(o.Args, " "); words != off {
			return "keep " + words
		}
	}
	return ""
}

// routes writes recorded runs in our words.
func (tr *translator) routes(t step.Table, routes []games18xx.Route) string {
	b := t.Board()
	var words []string
	for _, r := range routes {
		words = append(words, games18xx.Base(r.Train)+":")
		used := map[string]bool{}
		for _, hex := range r.Hexes {
			words = append(words, stopOf(b, hex, r.Nodes, used))
		}
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, " ")
}

// stopOf names the next unused stop of a hex among the nodes "I6-0".
func stopOf(b *board.Board, hex string, nodes []string, used map[string]bool) string {
	for _, n := range nodes {
		if games18xx.Base(n) == hex && !used[n] && len(b.Face(hex).Stops) > 1 {
			used[n] = true
			return strings.Replace(n, "-", ".", 1)
		}
	}
	return hex
}

// train is a purchase from bank, pool or a company, by who has that copy. Bank
// and pool sell at face value, whatever the record says (DIF-25).
func (tr *translator) train(a games18xx.Action) string {
	name, from := games18xx.Base(a.Train), tr.trains[a.Train]
	tr.trains[a.Train] = string(a.Entity)
	switch from {
	case "":
		return fmt.Sprintf("buy train %s from bank", name)
	case step.Pool:
		return fmt.Sprintf("buy train %s from pool", name)
	}
	return fmt.Sprintf("buy train %s from %s for %d", name, from, a.Price)
}

// merge comes in two actions: the partner, unless a minor converts, and the
// major.
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

// passWord is what a pass means to what is pending: nothing where we do not
// ask.
func passWord(pending []engine.Choice, by string, a games18xx.Action) string {
	sym := ""
	if a.EntityType != "player" {
		sym = string(a.Entity)
	}
	for _, verb := range []string{"pass", "relinquish", "liquidate"} {
		for _, c := range pending {
			if c.By == by && c.Verb == verb && (c.For == sym || sym == "") && step.Open(c) {
				return verb
			}
		}
	}
	return ""
}
