package grammar

import (
	"strings"
	"testing"
)

// Several commands on one line are split before a verb, and nowhere else.
func TestClauses(t *testing.T) {
	table := context18().Verbs
	for line, want := range map[string]string{
		"sell 1 NYC and buy D&H":                     "sell 1 NYC | buy D&H",
		"lay H6 8 W-SE, then token H6 and then run":  "lay H6 8 W-SE | token H6 | run",
		"sell 1 NYC, buy D&H":                        "sell 1 NYC | buy D&H",
		"lay H6 8 then pay":                          "lay H6 8 | pay",
		"no track. Buy 5":                            "no track | Buy 5",
		"No track! Then run. Buy train 3.":           "No track | run | Buy train 3.",
		"run 3: L5.1 G8":                             "run 3: L5.1 G8",
		"run auto - pass":                            "run auto | pass",
		"run auto — pay / pass":                      "run auto | pay | pass",
		"1) lay H6 8 2) run auto 3) pay":             "1) lay H6 8 | run auto | pay",
		"lay H6 8 & run auto & pay":                  "lay H6 8 | run auto | pay",
		"lay H6 8 | run auto|pay":                    "lay H6 8 | run auto | pay",
		"lay H6 8/run auto/pay":                      "lay H6 8 | run auto | pay",
		"sell 2 B & O":                               "sell 2 B & O",
		"buy train 3/5":                              "buy train 3/5",
		"run L5 - K4":                                "run L5 - K4",
		"buy Boston and Maine from ipo":              "buy Boston and Maine from ipo",
		"start Providence and Worcester 60 and pass": "start Providence and Worcester 60 | pass",
		"sell 1 NYC and 1 CN":                        "sell 1 NYC and 1 CN",
		"and buy CN":                                 "and buy CN",
		"sell 2 CN and":                              "sell 2 CN and",
		strings.Repeat("pass and ", 11) + "pass":     strings.Repeat("pass | ", 7) + "pass and pass and pass and pass and pass",
		strings.Repeat("pass and ", 400) + "buy D&H": strings.Repeat("pass and ", 400) + "buy D&H",
	} {
		if got := strings.Join(Clauses(table, line), " | "); got != want {
			t.Errorf("%q is parted into %q, want %q", line, got, want)
		}
	}
}
