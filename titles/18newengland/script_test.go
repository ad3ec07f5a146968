package t18newengland

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/titles/title/titletest"
)

// TestScripts plays the rules situations of testdata. A case is named after the lines of the
// checklist that it proves.
func TestScripts(t *testing.T) {
	titletest.ReadClosed(kit.Reads, Title)
	enginetest.Scripts(t, kit, "testdata/*.txt")
}

var kit = enginetest.Kit{
	Facts: data, Rules: Title.Rules, Setup: setup, Reasons: true,
	Words: map[string]titletest.Word{
		"minor": minorStarted, "major": majorFormed, "give": titletest.Give(step.IPO), "station": titletest.StationAt, "train": titletest.TrainTo, "phase": phaseBegun,
	},
	Reads: titletest.Reads(position, map[string]titletest.Read{
		"reserved": reservedBy,
		"charters": charters,
		"order":    func(t step.Table) string { return strings.Join(view{t}.inOrder(), " ") },
		"operates": titletest.Acts,
	}),
	// at stock, at operating, at mergers: the beginning of the round; at operate SYM STEP: everybody before SYM has operated
	At: enginetest.Stands{
		Flow: flow, Start: "game",
		Steps:  map[string]string{"stock": "start of stock round", "operating": "start of operating round", "mergers": "start of merger round"},
		Orders: map[string]func(step.Table) []string{enginetest.Operate: func(t step.Table) []string { return view{t}.inOrder() }},
		Laps:   func(t step.Table) int { return t.S.Get(roundNo) },
	}.At,
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
		moved(t, step.Share(args[0], 0), args[1]), engine.Set{Key: par.Of(args[0]), Value: atoi(args[3])},
		engine.Priced{Marker: args[0], Cell: majorCell(atoi(args[2])).String()},
	}
}

// phaseBegun: phase NAME - the phase, all minors, and the trains still on sale.
func phaseBegun(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for _, share := range t.S.Kind(later, "share") {
		out = append(out, moved(t, share, offered))
	}
	return append(out, titletest.PhaseTo(t, args)...)
}

var moved, atoi = titletest.Moved, titletest.Number
