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
	"pbem/titles/title/titletest"
)

// TestScripts plays the rules cases of testdata. A case is named by the lines of the checklist that it
// proves.
func TestScripts(t *testing.T) {
	titletest.ReadClosed(kit.Reads, Title)
	enginetest.Scripts(t, kit, "testdata/*.txt")
}

var kit = enginetest.Kit{
	Facts: data, Rules: Title.Rules, Setup: setup, Reasons: true,
	Words: map[string]titletest.Word{
		"company": companyGiven, "give": titletest.Give(titletest.Treasury), "short": shortGiven, "station": titletest.StationFrom(box),
		"charter": titletest.CharterFrom(box), "loans": loansGiven, "private": titletest.Owned(piece), "train": titletest.TrainTo,
		"phase": phaseBegun, "merger": mergerBegun, "out": playerOut,
	},
	Reads: titletest.Reads(position, map[string]titletest.Read{
		"order":    func(t step.Table) string { return strings.Join(view{t}.inOrder(), " ") },
		"interest": func(t step.Table) string { return strconv.Itoa(view{t}.interestNow()) },
		"loans":    perCompany(func(v view, sym string) int { return v.loans(sym) }),
		"size":     perCompany(func(v view, sym string) int { return v.size(sym) }),
		"zones":    perCompany(func(v view, sym string) int { return v.zone(sym) }),
		"charter":  perCompany(func(v view, sym string) int { return len(v.Tokens(sym)) }),
		"shorts":   shortsHeld,
		"lapsing": func(t step.Table) string {
			return strings.Join(lapsing(t.S, engine.Choice{By: "p1", Question: "stock turn"}), "; ")
		},
		"holdings": holdings, "firms": firms, "playable": playable,
		"treasury": perCompany(func(v view, sym string) int { return v.Shares(sym, sym) }),
	}),
	At: enginetest.Stands{
		Flow: flow, Start: "game",
		Steps: map[string]string{
			"auction": "private auction", "stock": "stock turn", "stock start": "start of stock round", "stock end": "end of stock round",
			"operate start": "start of operating round", "operate end": "end of operating round", "merger start": "start of merger round",
			"convert": "conversion", "sales": "start of sales",
		},
		Orders: map[string]func(step.Table) []string{
			enginetest.Operate: func(t step.Table) []string { return view{t}.numbered(turnNo) },
			"convert":          func(t step.Table) []string { return view{t}.numbered(mergerNo) },
		},
		Laps: func(t step.Table) int { return t.S.Get(roundNo) },
	}.At,
}

var moved, atoi, labelled = titletest.Moved, titletest.Number, titletest.Labelled

// perCompany reads "SYM n SYM n ..." of the companies in play, in operating
// order.
func perCompany(read func(view, string) int) func(step.Table) string {
	return func(t step.Table) string {
		return titletest.Each(view{t}.inOrder(), func(sym string) int { return read(view{t}, sym) })
	}
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
	return titletest.Listed(out)
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

// companyGiven: company SYM PLAYER SIZE PRICE - in play, with the other shares in its treasury and no
// marker on the map. PRICE may be red or gray1 to gray3.
func companyGiven(t step.Table, args []string) []engine.Event {
	sym, shares := args[0], atoi(args[2])
	col := map[string]int{"red": 0, "gray1": 1, "gray2": 2, "gray3": 3}[args[3]]
	if price, err := strconv.Atoi(args[3]); err == nil {
		col = colFor(price)
	}
	out := []engine.Event{moved(t, step.Share(sym, 0), args[1]), engine.Set{Key: size.Of(sym), Value: shares}, engine.Priced{Marker: sym, Cell: cell(col)}}
	for n := 1; n <= shares-2; n++ {
		out = append(out, moved(t, step.Share(sym, n), sym))
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

// loansGiven: loans SYM N - without their money.
func loansGiven(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for _, loan := range t.S.Kind(loans, "loan")[:atoi(args[1])] {
		out = append(out, moved(t, loan, args[0]))
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
		out = append(out, engine.Set{Key: mergerNo.Of(sym), Value: i + 1}, engine.Set{Key: zoneBefore.Of(sym), Value: view{t}.zone(sym)})
	}
	return out
}

// playerOut: out PLAYER - bankrupt already.
func playerOut(_ step.Table, args []string) []engine.Event {
	return []engine.Event{engine.Set{Key: bankrupt.Of(args[0]), Value: 1}}
}
