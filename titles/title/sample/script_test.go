package sample

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

// TestScripts plays the cases of testdata. A case is named by the lines of RULES.md it proves.
func TestScripts(t *testing.T) { enginetest.Scripts(t, kit, "testdata/*.txt") }

// TestCitations checks that the code or a case cites every line of RULES.md, and only sections of the rules.
func TestCitations(t *testing.T) {
	enginetest.Unbundled(t, ".")
	enginetest.Citations(t, "README.md", ".")
}

var kit = enginetest.Kit{
	Facts: data, Rules: Title.Rules, Setup: setup, At: stackAt, Reasons: true,
	Words: map[string]func(step.Table, []string) []engine.Event{
		"company": floated, "give": given, "station": stationed, "train": trainGiven, "phase": phaseBegun,
	},
	Reads: map[string]func(step.Table) string{
		"limit": func(t step.Table) string { return strconv.Itoa(view{t}.limit()) },
		"order": func(t step.Table) string { return strings.Join(view{t}.inOrder(), " ") },
		"round": func(t step.Table) string { return position(t.S).Round },
		"worth": func(t step.Table) string {
			var out []string
			for _, p := range t.S.Players() {
				out = append(out, strconv.Itoa(view{t}.worth(p)))
			}
			return strings.Join(out, " ")
		},
	},
}

// floated: company SYM PLAYER PAR PRICE - floated without money, its home placed.
func floated(t step.Table, args []string) []engine.Event {
	sym := args[0]
	price := market.Cell{Col: market.Row{Market: data.Market}.Find(atoi(args[3]))}
	return []engine.Event{
		moved(t, step.Share(sym, 0), args[1]), engine.Set{Key: "par:" + sym, Value: atoi(args[2])},
		engine.Set{Key: "floated:" + sym, Value: 1}, engine.Priced{Marker: sym, Cell: price.String()},
		moved(t, step.Token(sym, 0), t.S.Where(step.Keep(sym))), moved(t, step.Keep(sym), step.Out),
	}
}

// given: give PLACE SYM N - single shares from the IPO.
func given(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for _, cert := range t.Certificates(step.IPO(args[1]), args[1]) {
		if cert != step.Share(args[1], 0) && len(out) < atoi(args[2]) {
			out = append(out, moved(t, cert, args[0]))
		}
	}
	return out
}

// stationed: station SYM STOP ... - the next markers on its charter.
func stationed(t step.Table, args []string) []engine.Event {
	var out []engine.Event
	for i, at := range args[1:] {
		out = append(out, moved(t, t.Tokens(args[0])[i], at))
	}
	return out
}

// trainGiven: train NAME PLACE - from the supply.
func trainGiven(t step.Table, args []string) []engine.Event {
	return []engine.Event{moved(t, t.TrainOf(step.Supply, args[0]), args[1])}
}

// phaseBegun: phase NAME - the phase, and the trains still on sale.
func phaseBegun(t step.Table, args []string) []engine.Event {
	i := slices.IndexFunc(data.Phases, func(p facts.Phase) bool { return p.Name == args[0] })
	out := []engine.Event{engine.Set{Key: phase, Value: i}}
	for _, train := range t.OnSale() {
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

// stackAt: at stock, at operating (the round's start), or at operate SYM STEP: those before SYM have operated.
func stackAt(t step.Table, args []string) []engine.Frame {
	game := []engine.Frame{{Step: "game", Laps: 1}}
	rounds := view{t}.Phase().Rounds
	round := append(game, engine.Frame{Step: "operating rounds", Laps: 1, Total: rounds}, engine.Frame{Step: "operating round", Laps: 1})
	switch args[0] {
	case "stock":
		return append(game, engine.Frame{Step: "stock round", Laps: 1}, engine.Frame{Step: "start of stock round"})
	case "operating":
		return append(round, engine.Frame{Step: "start of operating round"})
	}
	sym, order := args[1], view{t}.inOrder()
	done := order[:slices.Index(order, sym)+1]
	return append(round,
		engine.Frame{Step: "companies", Actor: sym, Laps: len(done), Done: done},
		engine.Frame{Step: "operating turn", Actor: sym, Laps: 1},
		engine.Frame{Step: args[2], Actor: sym})
}
