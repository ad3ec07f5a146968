package t1817

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/facts"
	"pbem/engine/step"
	"pbem/titles/title"
)

// TestScripts plays the rules cases of testdata. A case is named by the lines of the checklist that it
// proves.
func TestScripts(t *testing.T) {
	for _, v := range verbs { // closed-buy: why "buy" is no choice
		kit.Reads["closed-"+v.Name] = func(t step.Table) string { return closed(t.S, "p1", v.Name) }
	}
	enginetest.Scripts(t, kit, "testdata/*.txt")
}

var kit = enginetest.Kit{
	Facts: data, Rules: Title.Rules, Setup: setup, At: stackAt, Reasons: true,
	Words: map[string]func(step.Table, []string) []engine.Event{
		"company": companyGiven, "give": sharesGiven, "short": shortGiven, "station": stationed, "charter": chartered,
		"loans": loansGiven, "private": privateGiven, "train": trainGiven, "phase": phaseBegun, "merger": mergerBegun, "out": playerOut,
	},
	Reads: map[string]func(step.Table) string{
		"limit":    func(t step.Table) string { return strconv.Itoa(view{t}.certLimit()) },
		"round":    func(t step.Table) string { return position(t.S).Round },
		"order":    func(t step.Table) string { return strings.Join(view{t}.inOrder(), " ") },
		"priority": func(t step.Table) string { return t.S.Where(step.Priority) },
		"acts":     func(t step.Table) string { return t.S.Stack[len(t.S.Stack)-1].Actor },
		"phase":    func(t step.Table) string { return t.Phase().Name },
		"interest": func(t step.Table) string { return strconv.Itoa(view{t}.interestNow()) },
		"worth":    worths,
		"out":      playersOut,
		"loans":    perCompany(func(v view, sym string) int { return v.loans(sym) }),
		"size":     perCompany(func(v view, sym string) int { return v.size(sym) }),
		"zones":    perCompany(func(v view, sym string) int { return v.zone(sym) }),
		"charter":  perCompany(func(v view, sym string) int { return len(v.Tokens(sym)) }),
		"shorts":   shortsHeld,
		"facts":    func(t step.Table) string { return labelled(position(t.S).Facts) },
		"holdings": holdings, "firms": firms, "privates": privatesShown, "supply": supplyShown, "playable": playable,
		"treasury": perCompany(func(v view, sym string) int { return v.Shares(sym, sym) }),
	},
}

// perCompany reads "SYM n SYM n ..." of the companies in play, in operating
// order.
func perCompany(read func(view, string) int) func(step.Table) string {
	return func(t step.Table) string {
		var out []string
		for _, sym := range (view{t}).inOrder() {
			out = append(out, sym, strconv.Itoa(read(view{t}, sym)))
		}
		return strings.Join(out, " ")
	}
}

// worths: worth 280 300 ... - the wealth of the players in seat order.
func worths(t step.Table) string {
	var out []string
	for _, p := range t.S.Players() {
		out = append(out, strconv.Itoa(view{t}.worth(p)))
	}
	return strings.Join(out, " ")
}

// playersOut: out p2 p3 - the players who are out of the game. They come after the others, whatever they
// own.
func playersOut(t step.Table) string {
	var out []string
	for _, p := range position(t.S).Players {
		if p.Out {
			out = append(out, p.ID)
		}
	}
	return strings.Join(out, " ")
}

// shortsHeld: shorts SYM p1 n p2 n ... - of companies with short shares.
func shortsHeld(t step.Table) string {
	var out []string
	for _, sym := range (view{t}).inOrder() {
		for _, place := range append(t.S.Players(), step.Pool) {
			if n := (view{t}).shorts(place, sym); n > 0 {
				out = append(out, sym, place, strconv.Itoa(n))
			}
		}
	}
	if len(out) == 0 {
		return "-"
	}
	return strings.Join(out, " ")
}

// labelled: "loans 0 of 70 taken; interest ..." - the facts of a position that are not on the table.
func labelled(facts []title.Fact) string {
	var out []string
	for _, f := range facts {
		out = append(out, f.Label+" "+f.Value)
	}
	return strings.Join(out, "; ")
}

// holdings: holdings p1 $300 privates CM MINC; short 1 R | p2 $100 first - each player's cash and facts,
// and who has the priority deal.
func holdings(t step.Table) string {
	var out []string
	for _, p := range position(t.S).Players {
		text := strings.TrimSpace(p.ID + " " + money(p.Cash) + " " + labelled(p.Facts))
		if p.Priority {
			text += " first"
		}
		out = append(out, text)
	}
	return strings.Join(out, " | ")
}

// firms: firms R [2 3*] pool 1 CM: loans 0 of 5 | ... - trains, short shares,
// privates and facts of the companies shown.
func firms(t step.Table) string {
	var out []string
	for _, c := range position(t.S).Companies {
		text := c.Sym + " [" + strings.Join(c.Trains, " ") + "]"
		for _, s := range c.Shorts {
			text += " " + s.Holder + " " + strconv.Itoa(s.Shares)
		}
		out = append(out, strings.Join(append([]string{text}, c.Privates...), " ")+": "+labelled(c.Facts))
	}
	return strings.Join(out, " | ")
}

// privatesShown: privates PSM p1 | MTE gone | TS H spent ... - without those that are for sale and not used
// up.
func privatesShown(t step.Table) string {
	var out []string
	for _, p := range position(t.S).Privates {
		words := []string{p.Sym}
		if p.Owner != "" {
			words = append(words, p.Owner)
		}
		if p.Spent {
			words = append(words, "spent")
		}
		if p.Gone {
			words = append(words, "gone")
		}
		if len(words) > 1 {
			out = append(out, strings.Join(words, " "))
		}
	}
	return strings.Join(out, " | ")
}

// supplyShown: supply 2 -1 2+ 4 ... - the trains for sale.
func supplyShown(t step.Table) string {
	var out []string
	for _, s := range position(t.S).Supply {
		out = append(out, s.Name, strconv.Itoa(s.Count))
	}
	return strings.Join(out, " ")
}

// playable: playable phase 2 operating A&S ... - the phase, whether companies take their turns, and which
// may be started.
func playable(t step.Table) string {
	p := position(t.S)
	words := []string{"phase", p.Phase}
	if p.Operating {
		words = append(words, "operating")
	}
	return strings.Join(append(words, p.Available...), " ")
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func moved(t step.Table, piece, to string) engine.Event {
	return engine.Moved{Piece: piece, From: t.S.Where(piece), To: to}
}

// companyGiven: company SYM PLAYER SIZE PRICE - in play, with the other shares in its treasury and no
// marker on the map. PRICE may be red or gray1 to gray3.
func companyGiven(t step.Table, args []string) []engine.Event {
	sym, shares := args[0], atoi(args[2])
	col := map[string]int{"red": 0, "gray1": 1, "gray2": 2, "gray3": 3}[args[3]]
	if price, err := strconv.Atoi(args[3]); err == nil {
		col = colFor(price)
	}
	out := []engine.Event{moved(t, step.Share(sym, 0), args[1]), engine.Set{Key: size.of(sym), Value: shares}, engine.Priced{Marker: sym, Cell: cell(col)}}
	for n := 1; n <= shares-2; n++ {
		out = append(out, moved(t, step.Share(sym, n), sym))
	}
	return out
}

// sharesGiven: give PLACE SYM N - single shares from the treasury. The place may be "market".
func sharesGiven(t step.Table, args []string) []engine.Event {
	place := strings.Replace(args[0], "market", step.Pool, 1)
	var out []engine.Event
	for _, cert := range t.Certificates(args[1], args[1]) {
		if len(out) < atoi(args[2]) {
			out = append(out, moved(t, cert, place))
		}
	}
	return out
}

// shortGiven: short PLACE SYM N - short shares, with the shares sold to the market; short PLACE SYM N
// PLAYER - the shares bought by a player since.
func shortGiven(t step.Table, args []string) []engine.Event {
	place := strings.Replace(args[0], "market", step.Pool, 1)
	var out []engine.Event
	for i := range atoi(args[2]) {
		out = append(out, moved(t, view{t}.shortsAt(box, args[1])[i], place))
	}
	buyer := step.Pool
	if len(args) > 3 {
		buyer = args[3]
	}
	left := slices.DeleteFunc(t.Certificates(box, args[1]), func(c string) bool { return c == step.Share(args[1], 0) })
	for i := range atoi(args[2]) {
		out = append(out, moved(t, left[i], buyer))
	}
	return out
}

// stationed: station SYM STOP ... - markers on the map.
func stationed(t step.Table, args []string) []engine.Event {
	return tokensTo(t, args[0], args[1:]...)
}

// chartered: charter SYM N - markers on the charter.
func chartered(t step.Table, args []string) []engine.Event {
	return tokensTo(t, args[0], slices.Repeat([]string{args[0]}, atoi(args[1]))...)
}

func tokensTo(t step.Table, sym string, places ...string) []engine.Event {
	var out []engine.Event
	for i := range data.Company(sym).Stations {
		if tok := step.Token(sym, i); t.S.Where(tok) == box && len(out) < len(places) {
			out = append(out, moved(t, tok, places[len(out)]))
		}
	}
	return out
}

// loansGiven: loans SYM N - without their money.
func loansGiven(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for _, loan := range t.S.Kind(loans, "loan")[:atoi(args[1])] {
		out = append(out, moved(t, loan, args[0]))
	}
	return out
}

// privateGiven: private SYM OWNER.
func privateGiven(t step.Table, args []string) []engine.Event {
	return []engine.Event{moved(t, piece(args[0]), args[1])}
}

// trainGiven: train NAME PLACE ... - from the supply, or from the trains out of the game.
func trainGiven(t step.Table, args []string) []engine.Event {
	from := append(slices.Clone(t.Trains(step.Supply)), t.Trains(step.Out)...)
	var out []engine.Event
	for _, place := range args[1:] {
		i := slices.IndexFunc(from, func(p string) bool { return step.Label(p) == args[0] })
		out = append(out, moved(t, from[i], place))
		from = slices.Delete(from, i, i+1)
	}
	return out
}

// phaseBegun: phase NAME - the phase, without earlier trains for sale.
func phaseBegun(t step.Table, args []string) []engine.Event {
	i := slices.IndexFunc(data.Trains, func(tr facts.Train) bool { return tr.Name == args[0] })
	var out []engine.Event
	for _, train := range t.Trains(step.Supply) {
		if slices.ContainsFunc(data.Trains[:i], func(tr facts.Train) bool { return tr.Name == step.Label(train) }) {
			out = append(out, moved(t, train, step.Out))
		}
	}
	n := slices.IndexFunc(data.Phases, func(p facts.Phase) bool { return p.Name == args[0] })
	if n < 0 {
		return out
	}
	return append(out, engine.Set{Key: phase, Value: n})
}

// mergerBegun: merger - what the start of a merger and acquisition round stores.
func mergerBegun(t step.Table, _ []string) []engine.Event {
	out := []engine.Event{engine.Set{Key: roundKind, Value: mergerRound}}
	for i, sym := range (view{t}).inOrder() {
		out = append(out, engine.Set{Key: mergerNo.of(sym), Value: i + 1}, engine.Set{Key: zoneBefore.of(sym), Value: view{t}.zone(sym)})
	}
	return out
}

// playerOut: out PLAYER - bankrupt already.
func playerOut(_ step.Table, args []string) []engine.Event {
	return []engine.Event{engine.Set{Key: bankrupt.of(args[0]), Value: 1}}
}

// stackAt: at auction PLAYER, at stock PLAYER, at stock end, at stock start, at operate SYM STEP,
// at operate start, at operate end, at merger start, at convert SYM, at sales.
func stackAt(t step.Table, args []string) []engine.Frame {
	game := engine.Frame{Step: "game", Laps: 1}
	set := engine.Frame{Step: "sets", Laps: 1}
	round := engine.Frame{Step: "stock round", Laps: 1}
	ors := engine.Frame{Step: "operating rounds", Laps: max(1, t.S.Get(roundNo)), Total: roundsOfSet(t.S)}
	or := engine.Frame{Step: "operating round", Laps: 1}
	switch args[0] + " " + strings.Join(args[1:], " ") {
	case "stock start":
		return []engine.Frame{game, set, round, {Step: "start of stock round"}}
	case "stock end":
		return []engine.Frame{game, set, round, {Step: "end of stock round"}}
	case "operate start":
		return []engine.Frame{game, set, ors, or, {Step: "start of operating round"}}
	case "operate end":
		return []engine.Frame{game, set, ors, or, {Step: "end of operating round"}}
	}
	merger := engine.Frame{Step: "merger and acquisition round", Laps: 1}
	who := args[1:]
	switch args[0] {
	case "merger":
		return []engine.Frame{game, set, ors, merger, {Step: "start of merger round"}}
	case "auction":
		return []engine.Frame{game, {Step: "initial auction", Laps: 1},
			{Step: "private auctions", Actor: who[0], Laps: 1}, {Step: "private auction", Actor: who[0]}}
	case "stock":
		return []engine.Frame{game, set, round, {Step: "stock turns", Actor: who[0], Laps: 1}, {Step: "stock turn", Actor: who[0]}}
	case "operate":
		return []engine.Frame{game, set, ors, or,
			{Step: "companies", Actor: who[0], Laps: 1, Done: doneBefore(t, turnNo, who[0])},
			{Step: "operating turn", Actor: who[0], Laps: 1}, {Step: strings.Join(who[1:], " "), Actor: who[0]}}
	}
	if args[0] == "convert" {
		return []engine.Frame{game, set, ors, merger,
			{Step: "conversions and mergers", Actor: who[0], Laps: 1, Done: doneBefore(t, mergerNo, who[0])}, {Step: "conversion", Actor: who[0]}}
	}
	return []engine.Frame{game, set, ors, merger, {Step: "start of sales"}}
}

// doneBefore returns the companies that have had their turn, including this one.
func doneBefore(t step.Table, key counter, sym string) []string {
	list := view{t}.numbered(key)
	if i := slices.Index(list, sym); i >= 0 {
		return list[:i+1]
	}
	return []string{sym}
}
