package t1817

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/games18xx"
	"pbem/titles/title"
)

// importOptions are the switches for a recorded game: all of them, and the
// variants it was played with. // D-04, D-30
func importOptions(e *games18xx.Export) (map[string]string, error) {
	out := map[string]string{increasedShorts: "yes"}
	for _, key := range compat {
		out[key] = "yes"
	}
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

// privateNames are the symbols that differ there.
var privateNames = map[string]string{"MTE": "ME"}

// ours returns our symbol of a private.
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
	had     map[string]string         // train of ours -> where it lay before
	bought  bool                      // the action before bought a train
}

func newTranslator(e *games18xx.Export) title.Translator {
	tr := &translator{
		players: map[games18xx.Name]string{}, tiles: map[string]string{}, trains: map[string]string{},
		shares: map[string]string{}, had: map[string]string{},
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
	tr.bought = a.Type == "buy_train"
	by := tr.speaker(v, pending, a)
	words, err := tr.words(v, pending, by, a)
	if err != nil || words == "" {
		return nil, err
	}
	f := strings.Fields(words)
	return []engine.Command{{By: by, Verb: f[0], Args: f[1:]}}, nil
}

// speaker returns the player of ours who says what an action stands for.
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

func (tr *translator) words(v view, pending []engine.Choice, by string, a games18xx.Action) (string, error) {
	sym := string(a.Entity)
	switch a.Type {
	case "bid":
		return bidWords(pending, by, a), nil
	case "assign":
		return tr.assign(a), nil
	case "choose":
		return "size " + string(a.Choice), nil
	case "take_loan":
		if v.S.Get(roundKind) == stockRound {
			return "loan " + sym + " 1", nil
		}
		return "loan 1", nil
	case "payoff_loan":
		return "repay 1", nil
	case "sell_shares", "buy_shares", "short":
		return tr.shareWords(v, by, a), nil
	case "lay_tile":
		return tr.lay(a), nil
	case "place_token":
		return "token " + tr.cityWords(v, a.City), nil
	case "remove_token":
		return "remove " + tr.cityWords(v, a.City), nil
	case "run_routes":
		return "run " + routeWords(v.Board(), a.Routes), nil
	case "dividend":
		return map[string]string{"payout": "pay", "half": "half", "withhold": "withhold"}[a.Kind], nil
	case "buy_train":
		return tr.train(a), nil
	case "discard_train":
		tr.trains[a.Train] = step.Pool
		return fmt.Sprintf("discard train %s %s", games18xx.Base(a.Train), sym), nil
	case "convert":
		return "convert", nil
	case "merge":
		if a.EntityType == "player" {
			return "buy with " + a.Corporation, nil
		}
		return fmt.Sprintf("merge with %s into %s", a.Corporation, sym), nil
	case "bankrupt":
		return "bankrupt", nil
	case "pass":
		return passWord(pending, by, a), nil
	case "program_share_pass", "program_buy_shares", "program_merger_pass", "program_disable", "program_close_pass", "end_game":
		return "", nil
	}
	return "", fmt.Errorf("action %q is unknown", a.Type)
}

// bidWords opens an auction or raises a bid. // D-03
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

// assign contributes a private, places a bridge token or offers a company.
func (tr *translator) assign(a games18xx.Action) string {
	switch {
	case a.EntityType == "company":
		return fmt.Sprintf("bridge %s %s", ours(string(a.Entity)), a.Target)
	case a.TargetType == "company":
		return "contribute " + ours(string(a.Target))
	}
	return "offer"
}

// lay lays a tile, with a coal mine when a coal company does.
func (tr *translator) lay(a games18xx.Action) string {
	tr.tiles[a.Tile] = a.Hex
	words := fmt.Sprintf("%s %s %d", a.Hex, games18xx.Base(a.Tile), a.Rotation)
	if p := data.Private(ours(string(a.Entity))); a.EntityType == "company" && p != nil && p.Kind == "coal" {
		return "mine " + words + " with " + p.Sym
	}
	return "lay " + words
}

// shareWords are trades in shares. A certificate that was never seen before
// lies in the treasury, or in the market when a short sale made it.
func (tr *translator) shareWords(v view, by string, a games18xx.Action) string {
	if a.Type == "short" {
		return "short " + a.Corporation
	}
	sym := symOf(a.Shares[0])
	n := a.Percent * v.size(sym) / 100
	from := tr.source(v, sym, a.Shares[0])
	to := by
	switch {
	case a.Type == "sell_shares":
		to = step.Pool
	case a.EntityType != "player":
		to = sym
	}
	for _, id := range a.Shares {
		tr.shares[id] = to
	}
	switch {
	case a.Type == "sell_shares":
		return fmt.Sprintf("sell %d %s", n, sym)
	case a.EntityType != "player":
		return fmt.Sprintf("redeem %s %d", sym, n)
	}
	return "buy " + sym + " from " + from
}

// symOf is the company of a certificate "A&S_3".
func symOf(id string) string { return id[:strings.LastIndexByte(id, '_')] }

// source says whether a certificate comes from treasury or market.
func (tr *translator) source(v view, sym, id string) string {
	treasury, market := v.Single(sym, sym, false) != "", v.Single(step.Pool, sym, false) != ""
	if !treasury || v.S.Get(roundKind) != stockRound {
		treasury = v.S.Get(roundKind) != stockRound
	} else if market {
		switch at, known := tr.shares[id]; {
		case known:
			treasury = at == sym
		default:
			n, _ := strconv.Atoi(id[strings.LastIndexByte(id, '_')+1:])
			treasury = n <= 8
		}
	}
	if treasury {
		return fromTreasury
	}
	return fromMarket
}

// cityWords names the city of "592-1-0" (copy 1 of tile 592, city 0) or
// "H9-2-0" (the city printed in H9).
func (tr *translator) cityWords(v view, id string) string {
	tile := games18xx.Base(id)
	n, _ := strconv.Atoi(id[len(tile)+1:])
	hex, laid := tr.tiles[tile]
	if !laid {
		hex = games18xx.Base(tile)
	}
	return strings.Join(step.SpotName(v.Board(), board.Spot{Hex: hex, N: n}), " ")
}

// routeWords writes recorded runs in our words. A run is recorded as the hexes
// from stop to stop, its parts in any direction.
func routeWords(b *board.Board, routes []games18xx.Route) string {
	var words []string
	for _, r := range routes {
		words = append(words, games18xx.Base(r.Train)+":")
		words = append(words, chain(b, r.Connections)...)
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, " ")
}

// chain returns the hexes of connected parts in order.
func chain(b *board.Board, parts [][]string) []string {
	parts = slices.Clone(parts)
	for i := range parts {
		if i == 0 {
			if len(parts) > 1 && !touches(parts[1], last(parts[0])) {
				parts[0] = reversed(parts[0])
			}
			continue
		}
		if parts[i][0] != last(parts[i-1]) {
			parts[i] = reversed(parts[i])
		}
	}
	out := []string{stopAt(b, parts[0][0], parts[0][1])}
	for _, p := range parts {
		out = append(out, p[1:len(p)-1]...)
		out = append(out, stopAt(b, last(p), p[len(p)-2]))
	}
	return out
}

func last(p []string) string { return p[len(p)-1] }

func touches(p []string, hex string) bool { return p[0] == hex || last(p) == hex }

func reversed(p []string) []string {
	out := slices.Clone(p)
	slices.Reverse(out)
	return out
}

// stopAt names the stop of a hex that track from a neighbour leads to.
func stopAt(b *board.Board, hex, from string) string {
	if len(b.Face(hex).Stops) > 1 {
		for e := range 6 {
			if at, ok := b.Neighbour(hex, e); ok && at == from {
				return board.Spot{Hex: hex, N: b.Face(hex).StopAt(e)}.String()
			}
		}
	}
	return hex
}

// train is a purchase from bank, market or a company, by who has that copy.
func (tr *translator) train(a games18xx.Action) string {
	name, from := games18xx.Base(a.Train), tr.trains[a.Train]
	tr.trains[a.Train] = string(a.Entity)
	switch from {
	case "":
		return fmt.Sprintf("buy train %s from bank", name)
	case step.Pool:
		return fmt.Sprintf("buy train %s from market", name)
	}
	return fmt.Sprintf("buy train %s from %s for %d", name, from, a.Price)
}

// followTrains notes who took over the trains of a company that was merged or
// sold by the action before.
func (tr *translator) followTrains(v view, bought bool) {
	heirs := map[string]string{}
	for _, kind := range data.Trains {
		for i := range v.Made(kind.Name) {
			train := step.Train(kind.Name, i)
			was, is := tr.had[train], v.S.Where(train)
			if was != is && data.Company(was) != nil && data.Company(is) != nil && !bought {
				heirs[was] = is
			}
			tr.had[train] = is
		}
	}
	for number, owner := range tr.trains {
		if heir := heirs[owner]; heir != "" {
			tr.trains[number] = heir
		}
	}
}

// verbsOf are the verbs that an action may stand for.
var verbsOf = map[string][]string{
	"bid": {"bid", "start"}, "assign": {"contribute", "bridge", "offer"}, "choose": {"size"}, "take_loan": {"loan"}, "payoff_loan": {"repay"},
	"sell_shares": {"sell"}, "buy_shares": {"buy", "redeem"}, "short": {"short"}, "lay_tile": {"lay", "mine"}, "place_token": {"token"},
	"remove_token": {"remove"}, "run_routes": {"run"}, "dividend": {"pay"}, "buy_train": {"buy"}, "discard_train": {"discard"},
	"convert": {"convert"}, "merge": {"merge", "buy"}, "bankrupt": {"bankrupt"},
}

// CatchUp passes for who is asked when an action tells of something else: the
// record has no pass where that program found nothing to decide. // D-23
func (tr *translator) CatchUp(s *engine.State, pending []engine.Choice, a games18xx.Action) (engine.Command, bool) {
	verbs := verbsOf[a.Type]
	if verbs == nil {
		return engine.Command{}, false
	}
	by := tr.speaker(see(s), pending, a)
	meant := func(c engine.Choice) bool {
		mine := c.For == "" || a.EntityType != "corporation" || c.For == string(a.Entity) || a.Type == "assign"
		return c.By == by && mine && slices.Contains(verbs, c.Verb)
	}
	if slices.ContainsFunc(pending, meant) {
		return engine.Command{}, false
	}
	for _, c := range pending {
		switch c.Verb {
		case "pass":
			return engine.Command{By: c.By, Verb: "pass"}, true
		case "run":
			return engine.Command{By: c.By, Verb: "run", Args: []string{"nothing"}}, true
		}
	}
	return engine.Command{}, false
}

// passWord is what a pass means to what is pending: nothing where we do not
// ask. A company's pass declines an offer, whichever company it names, and does
// nothing in an auction.
func passWord(pending []engine.Choice, by string, a games18xx.Action) string {
	asked := func(verb string) bool {
		return slices.ContainsFunc(pending, func(c engine.Choice) bool { return c.By == by && c.Verb == verb })
	}
	for _, c := range pending {
		mine := a.EntityType == "player" || asked("offer") || c.For == string(a.Entity) && !asked("bid")
		if c.By == by && c.Verb == "pass" && mine {
			return "pass"
		}
	}
	return ""
}
