package grammar

import (
	"testing"

	"pbem/engine"
)

// People misspell what they count, and ask as they would at the table.
func TestSaidPlainly(t *testing.T) {
	buy := listed("buy", "say which train", "train 2 from bank", "train 3 from NYC for 1")
	sell := listed("sell", "say how many", "1 NYC", "2 NYC")
	bid := engine.Choice{By: "p1", Verb: "bid", Options: func() []engine.Option {
		return []engine.Option{{Args: []string{"MINC"}, Range: &engine.Range{Min: 0, Max: 30, Step: 5}}}
	}}
	choices := []engine.Choice{buy, sell, bid, engine.Bare("p1", "pass", "")}
	for line, want := range map[string]string{
		"get me a 2":                 "buy train 2 from bank",
		"buy me the 2 from the bank": "buy train 2 from bank",
		"get me a 3 off NYC for 1":   "buy train 3 from NYC for 1",
		"buy a 2 trian":              "buy train 2 from bank",
		"buy a trani from the bank":  "buy train 2 from bank",
		"sell 2 shars NYC":           "sell 2 NYC",
		"sell two sahres of NYC":     "sell 2 NYC",
		"pass keep":                  "",
		"keep my trains":             "pass",
		"sell 2 sharks NYC":          "sell 2 NYC",
		"buy me":                     "",
		"sell 2 shoes NYC":           "",
	} {
		c, err := Match(readAs("1828"), choices, "p1", line)
		if want == "" {
			if err == nil {
				t.Errorf("%q is read as %q", line, c)
			}
			continue
		}
		if err != nil || c.String() != want {
			t.Errorf("%q: %v, %v; want %q", line, c, err, want)
		}
	}
	// ME is a company.
	shares := listed("buy", "say what", "ME from ipo", "NYC from ipo")
	for line, want := range map[string]string{"buy me from ipo": "buy ME from ipo", "buy ME": "buy ME from ipo"} {
		if c, err := Match(readAs("1817"), []engine.Choice{shares}, "p1", line); err != nil || c.String() != want {
			t.Errorf("%q: %v, %v; want %q", line, c, err, want)
		}
	}
	cousin := engine.Choice{By: "p1", Verb: "bid", Options: func() []engine.Option {
		return []engine.Option{{Args: []string{"HOL"}, Range: &engine.Range{Min: 20, Max: 800, Step: 10}}, {Args: []string{"CBV"}, Range: &engine.Range{Min: 20, Max: 800, Step: 10}}}
	}}
	for line, want := range map[string]string{"I would like to bid 30 pounds for Mr Holden": "bid HOL 30", "bid 40 for Mr. Vignoles": "bid CBV 40"} {
		if c, err := Match(readAs("1820"), []engine.Choice{cousin}, "p1", line); err != nil || c.String() != want {
			t.Errorf("%q: %v, %v; want %q", line, c, err, want)
		}
	}
	merge := listed("merge", "say which", "PRR into NYC", "NYC into PRR", "C&O into B&O")
	if c, err := Match(readAs("1828"), []engine.Choice{merge}, "p1", "merge pennsy into ny central"); err != nil || c.String() != "merge PRR into NYC" {
		t.Errorf("%v, %v", c, err)
	}
	_, err := Match(readAs("1828"), choices, "p1", "pass all")
	if want := `"pass" is for this once. In all rounds but operating rounds you can go on: "pass until somebody acts", or "pass whatever happens".`; err == nil || err.Error() != want {
		t.Errorf("pass all: %v", err)
	}
}

// A lobby is funded with its own word, too.
func TestLobbyOfASum(t *testing.T) {
	fund := engine.Choice{By: "p1", Verb: "fund", Options: func() []engine.Option { return []engine.Option{{Range: &engine.Range{Min: 30, Max: 810, Step: 10}}} }}
	if c, err := Match(readAs("1820"), []engine.Choice{fund}, "p1", "lobby 50"); err != nil || c.String() != "fund 50" {
		t.Errorf("%v, %v", c, err)
	}
}
