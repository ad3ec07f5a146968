package t18newengland

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/facts"
	"pbem/engine/market"
	"pbem/engine/step"
)

// TestScripts plays the rules situations of testdata. A case is named after the lines of the
// checklist that it proves.
func TestScripts(t *testing.T) { enginetest.Scripts(t, kit, "testdata/*.txt") }

var kit = enginetest.Kit{
	Facts: data, Rules: Title.Rules, Setup: setup, At: stackAt, Reasons: true,
	Words: map[string]func(step.Table, []string) []engine.Event{
		"minor": minorStarted, "major": majorFormed, "give": given, "station": stationed, "train": trainGiven, "phase": phaseBegun,
	},
	Reads: map[string]func(step.Table) string{
		"limit":    func(t step.Table) string { return strconv.Itoa(view{t}.certificateLimit()) },
		"reserved": reservedBy,
		"charters": charters,
		"worth":    worths,
		"round":    func(t step.Table) string { return position(t.S).Round },
		"order":    func(t step.Table) string { return strings.Join(view{t}.inOrder(), " ") },
		"priority": func(t step.Table) string { return t.S.Where(step.Priority) },
		"operates": func(t step.Table) string { return t.S.Stack[len(t.S.Stack)-1].Actor },
	},
}

// reservedBy: reserved p1 SYM ... p2 SYM ... - the reservations of everybody.
func reservedBy(t step.Table) string {
	var out []string
	for _, p := range t.S.Players() {
		out = append(append(out, p), view{t}.reservations(p)...)
	}
	return strings.Join(out, " ")
}

// charters: charters SYM token:SYM:2 ... - the station markers on the charters of
// all majors.
func charters(t step.Table) string {
	var out []string
	for _, sym := range (view{t}).majorsInOrder() {
		out = append(append(out, sym), t.Tokens(sym)...)
	}
	return strings.Join(out, " ")
}

// worths: worth 280 300 ... - the wealth of the players in seat order.
func worths(t step.Table) string {
	var out []string
	for _, p := range t.S.Players() {
		out = append(out, strconv.Itoa(view{t}.worth(p)))
	}
	return strings.Join(out, " ")
}

// minorStarted: minor SYM PLAYER VALUE top|bottom - running, its home placed.
func minorStarted(t step.Table, args []string) []engine.Event {
	sym, value, row := args[0], atoi(args[2]), slices.Index(rowName, args[3])
	col := market.Row{Market: data.Market, N: row}.Find(value)
	return []engine.Event{
		moved(t, step.Share(sym, 0), args[1]),
		engine.Priced{Marker: sym, Cell: market.Cell{Row: row, Col: col}.String()},
		moved(t, step.Token(sym, 0), t.S.Where(step.Keep(sym))), moved(t, step.Keep(sym), step.Out),
	}
}

// majorFormed: major SYM PLAYER PRICE PAR - formed, without a station.
func majorFormed(t step.Table, args []string) []engine.Event {
	return []engine.Event{
		moved(t, step.Share(args[0], 0), args[1]), engine.Set{Key: par.of(args[0]), Value: atoi(args[3])},
		engine.Priced{Marker: args[0], Cell: majorCell(atoi(args[2])).String()},
	}
}

// given: give PLACE SYM N - single shares from the IPO; the place may be
// "treasury".
func given(t step.Table, args []string) []engine.Event {
	place := args[0]
	if place == fromTreasury {
		place = args[1]
	}
	var out []engine.Event
	for _, cert := range t.Certificates(step.IPO(args[1]), args[1]) {
		if cert != step.Share(args[1], 0) && len(out) < atoi(args[2]) {
			out = append(out, moved(t, cert, place))
		}
	}
	return out
}

// stationed: station SYM STOP ... - the cheapest markers on its charter.
func stationed(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for i, at := range args[1:] {
		out = append(out, moved(t, t.Tokens(args[0])[i], at))
	}
	return out
}

// trainGiven: train NAME PLACE ... - from the supply, or from the trains that left it.
func trainGiven(t step.Table, args []string) []engine.Event {
	from := append(slices.Clone(t.Trains(step.Supply)), t.Trains(step.Out)...)
	var out []engine.Event
	for _, place := range args[1:] {
		i := slices.IndexFunc(from, func(p string) bool { return step.Label(p) == args[0] })
		if i < 0 { // as many as are needed
			out = append(out, engine.Moved{Piece: step.Train(args[0], 100+len(t.S.Pieces())), To: place})
			continue
		}
		out = append(out, moved(t, from[i], place))
		from = slices.Delete(from, i, i+1)
	}
	return out
}

// phaseBegun: phase NAME - the phase, all minors, and the trains still on sale.
func phaseBegun(t step.Table, args []string) []engine.Event {
	i := slices.IndexFunc(data.Phases, func(p facts.Phase) bool { return p.Name == args[0] })
	out := []engine.Event{engine.Set{Key: phase, Value: i}}
	for _, share := range t.S.Kind(later, "share") {
		out = append(out, moved(t, share, offered))
	}
	for _, train := range t.Trains(step.Supply) {
		if step.Label(train) == data.Phases[i].Train {
			break
		}
		out = append(out, moved(t, train, step.Out))
	}
	return out
}

func moved(t step.Table, piece, to string) engine.Event {
	return engine.Moved{Piece: piece, From: t.S.Where(piece), To: to}
}

func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// stackAt: at stock, at operating (the round's start), at mergers, or at
// operate SYM STEP: everybody before SYM has operated.
func stackAt(t step.Table, args []string) []engine.Frame {
	pair := []engine.Frame{{Step: "game", Laps: 1}, {Step: "rounds", Laps: 1}}
	n := max(1, t.S.Get(roundNo))
	switch args[0] {
	case "stock":
		return append(pair, engine.Frame{Step: "stock round", Laps: 1}, engine.Frame{Step: "start of stock round"})
	case "operating":
		return append(pair, engine.Frame{Step: "operating rounds", Laps: t.S.Get(roundNo)%2 + 1, Total: 2},
			engine.Frame{Step: "operating round", Laps: 1}, engine.Frame{Step: "start of operating round"})
	case "mergers":
		return append(pair, engine.Frame{Step: "operating rounds", Laps: n, Total: 2},
			engine.Frame{Step: "merger round", Laps: 1}, engine.Frame{Step: "start of merger round"})
	}
	sym, order := args[1], view{t}.inOrder()
	done := order[:slices.Index(order, sym)+1]
	return append(pair,
		engine.Frame{Step: "operating rounds", Laps: n, Total: 2},
		engine.Frame{Step: "operating round", Laps: 1},
		engine.Frame{Step: "companies", Actor: sym, Laps: len(done), Done: done},
		engine.Frame{Step: "operating turn", Actor: sym, Laps: 1},
		engine.Frame{Step: args[2], Actor: sym})
}
