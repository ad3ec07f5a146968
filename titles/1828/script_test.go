package t1828

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/enginetest"
	"pbem/engine/step"
	"pbem/titles/title"
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
		"company": companyGiven, "give": titletest.Give(step.IPO), "station": stationGiven, "private": privateGiven, "train": titletest.TrainTo,
		"phase": titletest.PhaseTo, "system": systemGiven, "coal": coalGiven, "round": roundBegun, "blocked": blockedGiven,
	},
	Reads: titletest.Reads(position, map[string]titletest.Read{
		"kind":     kindShown,
		"order":    func(t step.Table) string { return strings.Join(t.Order(), " ") },
		"passed":   func(t step.Table) string { return strings.Join(t.Passed(), " ") },
		"operates": func(t step.Table) string { return strings.Join(view{t}.inOrder(), " ") },
		"charters": charters,
		"coals":    coals,
		"row":      func(t step.Table) string { return strings.Join(step.Labels(t.S.Kind(onSale, "private")), " ") },
		"listed":   func(t step.Table) string { return strings.Join(see(t.S).byRows(), " ") },
		"players":  playersShown,
		"firms":    firmsShown,
		"markers":  markersShown,
		"held":     held,
	}),
	At: enginetest.Stands{
		Flow: flow, Start: "game",
		Steps: map[string]string{
			"stock": "stock turn", "stock start": "start of stock round", "stock end": "end of stock round", "operate start": "revenues",
			"operate end": "end of operating round", "set end": "end of operating rounds", "C&P": "C&P",
		},
		Laps: func(t step.Table) int { return t.S.Get(roundNo) },
	}.At,
}

var moved, atoi, labelled = titletest.Moved, titletest.Number, titletest.Labelled

// charters: charters NYC [3 2] PRR [-] | ... - the trains of the shells of every
// company in play.
func charters(t step.Table) string {
	var out []string
	for _, sym := range (view{t}).parred() {
		var shells []string
		for _, shell := range (view{t}).shells(sym) {
			shells = append(shells, shell+" ["+strings.Join(t.TrainNames(shell), " ")+"]")
		}
		if len(shells) > 0 {
			out = append(out, strings.Join(shells, " "))
		}
	}
	return strings.Join(out, " | ")
}

// coals: coals K11 2 K13 1 NYC 1 - where the coal markers are.
func coals(t step.Table) string {
	var out []string
	places := []string{coalfields, tunnel}
	for _, c := range data.Companies {
		places = append(places, c.Sym)
	}
	for _, at := range places {
		if n := len(view{t}.coalAt(at)); n > 0 {
			out = append(out, at, strconv.Itoa(n))
		}
	}
	return strings.Join(out, " ")
}

// held: held NYC p1 3 p2 1 ipo 4 pool 1 treasury 1 | ... - the shares of the companies in play.
func held(t step.Table) string {
	var out []string
	for _, sym := range (view{t}).parred() {
		text := sym
		for _, st := range title.Describe(t, sym).Held {
			text += " " + st.Holder + " " + strconv.Itoa(st.Shares)
		}
		out = append(out, text)
	}
	return strings.Join(out, " | ")
}

// markersShown: markers NYC 2 PRR 3 - the markers left on the charters.
func markersShown(t step.Table) string {
	return titletest.Each(view{t}.parred(), func(sym string) int { return len(t.Tokens(sym)) })
}

// kindShown: kind operating - whether companies take their turns, "" in other rounds.
func kindShown(t step.Table) string {
	return map[bool]string{true: "operating"}[position(t.S).Operating]
}

// playersShown: players p1 $700 bound $45 first privates SVN | p2 ... - the cash, what bids bind of it, and the other
// facts of all players.
func playersShown(t step.Table) string {
	var out []string
	for _, p := range position(t.S).Players {
		text := p.ID + " " + money(p.Cash)
		if p.Bound != 0 {
			text += " bound " + money(p.Bound)
		}
		if p.Priority {
			text += " first"
		}
		if p.Out {
			text += " out"
		}
		out = append(out, strings.TrimSpace(text+" "+labelled(p.Facts)))
	}
	return strings.Join(out, " | ")
}

// firmsShown: firms NYC par 67 [2 3] ... - the companies of a position.
func firmsShown(t step.Table) string {
	var out []string
	for _, c := range position(t.S).Companies {
		text := fmt.Sprintf("%s %s par %d [%s]", c.Sym, c.Kind, c.Par, strings.Join(c.Trains, " "))
		for _, s := range c.Shells {
			text += " " + s.Sym + "[" + strings.Join(s.Trains, " ") + "]"
		}
		text = strings.Join(append([]string{text}, c.Privates...), " ")
		text = strings.Join(append([]string{text}, c.Marks...), " ")
		out = append(out, strings.TrimSpace(text+": "+labelled(c.Facts)))
	}
	return strings.Join(out, " | ")
}

// companyGiven: company SYM PLAYER PRICE - started at a par and floated in an earlier stock round, with all
// its markers on its charter and the other shares in its IPO. PRICE may be a cell "5,3"; then the par is
// 67. company SYM PLAYER PRICE new - not floated.
func companyGiven(t step.Table, args []string) []engine.Event {
	sym, par, cell := args[0], 67, ""
	if strings.Contains(args[2], ",") {
		cell = args[2]
	} else {
		par = atoi(args[2])
		cell = parCell(par)
	}
	out := []engine.Event{moved(t, step.Share(sym, 0), args[1]), engine.Set{Key: "par:" + sym, Value: par}, engine.Priced{Marker: sym, Cell: cell}}
	if len(args) > 3 && args[3] == "new" {
		return out
	}
	return append(append(out, engine.Set{Key: "floated:" + sym, Value: 1}), markersGiven(t, sym, sym)...)
}

// parCell returns the box of a par.
func parCell(par int) string {
	for _, c := range data.ParCells(data.Phases[brownPhase]) {
		if data.Market.At(c).Price == par {
			return c.String()
		}
	}
	panic(fmt.Sprint("no par ", par))
}

// markersGiven puts the markers of a shell on the charter of a company.
func markersGiven(t step.Table, sym, shell string) []engine.Event {
	var out []engine.Event
	for n := range data.Company(sym).Stations {
		if tok := step.Token(sym, n); t.S.Where(tok) == box && len(out) < len(data.Company(shell).Stations)-spareMarkers {
			out = append(out, moved(t, tok, sym))
		}
	}
	return out
}

// systemGiven: system SYM OTHER - a company given before is a system with another, which is gone. One share
// is in its treasury.
func systemGiven(t step.Table, args []string) []engine.Event {
	sym, other := args[0], args[1]
	out := []engine.Event{moved(t, charter(other), sym), moved(t, t.Single(step.IPO(sym), sym, false), sym)}
	for n := range data.Company(other).Shares {
		out = append(out, moved(t, step.Share(other, n), step.Out))
	}
	var more []engine.Event
	for n := range data.Company(sym).Stations {
		if tok := step.Token(sym, n); t.S.Where(tok) == box && len(more) < len(data.Company(other).Stations)-spareMarkers {
			more = append(more, moved(t, tok, sym))
		}
	}
	return append(out, more...)
}

// stationGiven: station SYM STOP ... - markers from the charter to the map. A home that is kept there
// counts as placed.
func stationGiven(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for i, at := range args[1:] {
		out = append(out, moved(t, t.Tokens(args[0])[i], at))
		spot, _ := board.ParseSpot(at)
		for _, shell := range (view{t}).shells(args[0]) {
			if keep := step.Keep(shell); t.S.Where(keep) != step.Out && data.Company(shell).Home == spot.Hex {
				out = append(out, moved(t, keep, step.Out))
			}
		}
	}
	return out
}

// blockedGiven: blocked STOP - a blocking marker.
func blockedGiven(t step.Table, args []string) []engine.Event {
	n := 0
	for t.S.Where(step.Token(step.Blocking, n)) != "" {
		n++
	}
	return []engine.Event{engine.Moved{Piece: step.Token(step.Blocking, n), To: args[0]}}
}

// privateGiven: private SYM OWNER - with the certificates that come with it.
func privateGiven(t step.Table, args []string) []engine.Event {
	out := []engine.Event{moved(t, step.Private(args[0]), args[1])}
	for _, cert := range t.S.Kind(args[0], "share") {
		out = append(out, moved(t, cert, args[1]))
	}
	return out
}

// coalGiven: coal SYM - a marker from the coalfields.
func coalGiven(t step.Table, args []string) []engine.Event {
	return []engine.Event{moved(t, view{t}.coalAt(coalfields)[0], args[0])}
}

// roundBegun: round SR N, round OR N.M - the round as the headline shows it. The serial number of an
// operating round is 10.
func roundBegun(_ step.Table, args []string) []engine.Event {
	if args[0] == "SR" {
		return []engine.Event{engine.Set{Key: stockNo, Value: atoi(args[1])}, engine.Set{Key: roundKind, Value: stockRound}}
	}
	set, n, _ := strings.Cut(args[1], ".")
	return []engine.Event{
		engine.Set{Key: stockNo, Value: atoi(set)}, engine.Set{Key: roundNo, Value: atoi(n)}, engine.Set{Key: roundKind, Value: operatingRound},
		engine.Set{Key: serialNo, Value: 10},
	}
}
