package sample

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/market"
	"pbem/engine/step"
	"pbem/titles/title/titletest"
)

// TestScripts plays the cases of testdata. A case is named by the lines of RULES.md it proves.
func TestScripts(t *testing.T) { enginetest.Scripts(t, kit, "testdata/*.txt") }

// TestCitations checks that the code or a case cites every line of RULES.md, and only sections of the rules.
func TestCitations(t *testing.T) {
	enginetest.Unbundled(t, ".")
	enginetest.Citations(t, "README.md", ".")
}

var kit = enginetest.Kit{
	Facts: data, Rules: Title.Rules, Setup: setup, Reasons: true,
	Words: map[string]titletest.Word{
		"company": floated, "give": titletest.Give(step.IPO), "station": titletest.StationAt, "train": titletest.TrainTo, "phase": titletest.PhaseTo,
	},
	Reads: titletest.Reads(position, map[string]titletest.Read{"order": order}),
	// at stock, at operating: the beginning of the round; at operate SYM STEP: those before SYM have operated
	At: enginetest.Stands{
		Flow: flow, Start: "game", Steps: map[string]string{"stock": "start of stock round", "operating": "start of operating round"},
		Orders: map[string]func(step.Table) []string{enginetest.Operate: func(t step.Table) []string { return view{t}.inOrder() }},
	}.At,
}

// order: order SYM SYM ... - the companies in operating order.
func order(t step.Table) string { return strings.Join(view{t}.inOrder(), " ") }

// floated: company SYM PLAYER PAR PRICE - floated without money, its home placed.
func floated(t step.Table, args []string) []engine.Event {
	sym := args[0]
	price := market.Cell{Col: market.Row{Market: data.Market}.Find(titletest.Number(args[3]))}
	return []engine.Event{
		titletest.Moved(t, step.Share(sym, 0), args[1]), engine.Set{Key: "par:" + sym, Value: titletest.Number(args[2])},
		engine.Set{Key: "floated:" + sym, Value: 1}, engine.Priced{Marker: sym, Cell: price.String()},
		titletest.Moved(t, step.Token(sym, 0), t.S.Where(step.Keep(sym))), titletest.Moved(t, step.Keep(sym), step.Out),
	}
}
