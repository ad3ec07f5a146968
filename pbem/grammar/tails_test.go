package grammar

import "testing"

// A reason or a polite word behind a command is no part of it; what may be more than that is refused.
func TestTails(t *testing.T) {
	choices := offers("- buy: B&A from pool", "- sell: 1 NYNH, 2 NYNH", "- pass:")
	for line, want := range map[string]string{
		"Buy B&A, if that is possible.":                      "buy B&A from pool",
		"I would like to buy B&A if possible":                "buy B&A from pool",
		"pass if that's ok with you!":                        "pass",
		"sell 2 NYNH, if I may":                              "sell 2 NYNH",
		"I buy B&A because it seams useful to me.":           "buy B&A from pool",
		"pass because I am poor":                             "pass",
		"pass if Brian does":                                 "",
		"pass if possible, otherwise buy B&A":                "",
		"buy B&A because it is cheap and sell 2 NYNH":        "",
		"buy B&A because it is cheap, sell 2 NYNH":           "",
		"buy B&A because I have nothing else, but not today": "",
		"sell 2 NYNH because of the 3-train":                 "",
		"pass because why?":                                  "",
		"buy B&A this time":                                  "buy B&A from pool",
		"sell 2 NYNH for now":                                "sell 2 NYNH",
		"I buy B&A too.":                                     "buy B&A from pool",
		"buy B&A and that's it":                              "buy B&A from pool",
		"I'm going to buy B&A":                               "buy B&A from pool",
		"Hi I have to sell 2 NYNH":                           "sell 2 NYNH",
		"well I think I will buy B&A":                        "buy B&A from pool",
		"I think you should buy B&A":                         "",
		"would you buy B&A":                                  "",
		"that's it":                                          "",
		"because I am poor":                                  "",
		"if possible":                                        "",
	} {
		got, err := Match(context18(), choices, "p1", line)
		if text := got.String(); err == nil && text != want || err != nil && want != "" {
			t.Errorf("%q is %q, %v; want %q", line, text, err, want)
		}
	}
}
