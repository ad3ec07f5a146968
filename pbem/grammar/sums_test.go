package grammar

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
)

// What people write of sums: what a run earns in the place of its stops, and the price of the bank without an amount. A question is no
// misspelt move, and a verb with a hex is no other that takes none.
func TestSumsInTheirPlace(t *testing.T) {
	run := engine.Choice{By: "p1", Verb: "run", Usage: step.RunUsage, Free: func(words []string) ([]string, error) {
		if strings.Contains(strings.Join(words, " "), "L5") {
			return words, nil
		}
		return nil, engine.Refuse("no such stop")
	}}
	bought := engine.Choice{By: "p1", Verb: "buy", Options: func() []engine.Option {
		return []engine.Option{option("train 3 from bank"), {Args: strings.Fields("train 3 from BL for"), Range: &engine.Range{Min: 1, Max: 80}}}
	}}
	best := run
	best.Options = func() []engine.Option {
		return []engine.Option{{Args: []string{"3:", "L5", "M6"}, Label: "$330, the best there is"}}
	}
	lots := offers("- bid: NYC 20..100/5, B&A 60..100/5", "- pass:")
	distribute := []engine.Choice{engine.Bare("p1", "pay", ""), engine.Bare("p1", "withhold", "")}
	const stops = "A run is said by its stops, not by what it earns: auto, or TRAIN: STOP STOP"
	for _, c := range []struct {
		choices    []engine.Choice
		line, want string // the command, or a part of the refusal after "no: "
	}{
		{[]engine.Choice{run}, "run for 330", "no: " + stops},
		{[]engine.Choice{run}, "run 330", "no: " + stops},
		{[]engine.Choice{run}, "run them all for $120", "no: " + stops},
		{[]engine.Choice{run}, "run the 3 for 40", "no: " + stops},
		{[]engine.Choice{run}, "run 3: L5 M6", "run 3: L5 M6"},
		{[]engine.Choice{run}, "run nonsense for 40", "no: No such stop"},
		{[]engine.Choice{best}, "run for 330", "run 3: L5 M6"},
		{[]engine.Choice{best}, "run auto for $330", "run 3: L5 M6"},
		{[]engine.Choice{best}, "run them all for a total of 330", "run 3: L5 M6"},
		{[]engine.Choice{best}, "run for 33", `no: "run auto" earns $330, the best there is, and not $33: for another sum say the stops of each train.`},
		{[]engine.Choice{bought}, "buy the next train", "buy train 3 from bank"},
		{[]engine.Choice{bought}, "buy a 3 at full price", "buy train 3 from bank"},
		{[]engine.Choice{bought}, "buy train 3 for its face value from the bank", "buy train 3 from bank"},
		{[]engine.Choice{bought}, "buy train 3 from BL for 20", "buy train 3 from BL for 20"},
		{[]engine.Choice{bought}, "buy train 3 from BL at full price", "no: lacks a number: 1 to 80"},
		{distribute, "keep L5 NW", "no: You may say pay or withhold."},
		{distribute, "keep", "withhold"},
		{distribute, "keep it", "withhold"},
		{distribute, "keep the money", "withhold"},
		{distribute, "pay the shareholders", "pay"},
		{auctn, "bid the minimum", "bid 55"},
		{auctn, "I bid the least.", "bid 55"},
		{lots, "bid min on B&A", "bid B&A 60"},
		{lots, "bid the lowest for NYC", "bid NYC 20"},
		{lots, "bid the minimum", "no: is not understood after"},
		{auctn, "min bid", "no: is not a command"},
		{distribute, "pay it all", "pay"},
		{distribute, "witthold", "withhold"},
		{distribute, "witthold?", "no: is not a command"},
	} {
		got, err := Match(context18(), c.choices, "p1", c.line)
		want, refused := strings.CutPrefix(c.want, "no: ")
		switch {
		case refused && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "takes no more words")):
			t.Errorf("%q: %v, %v; want the refusal %q", c.line, got, err, want)
		case !refused && (err != nil || got.String() != want):
			t.Errorf("%q: %v, %v; want %q", c.line, got, err, want)
		}
	}
}
