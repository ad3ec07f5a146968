package grammar_test

import (
	"slices"
	"strings"
	"testing"

	"pbem/pbem/grammar"
	"pbem/titles"
)

// Words of other places are read as what answers them here.
func TestSought(t *testing.T) {
	for line, want := range map[string]string{
		"tile manifest":                 "help tiles",
		"What tiles are left?":          "help tiles",
		"Show me the market, please":    "status ",
		"who has the priority deal?":    "status ",
		"spreadsheet":                   "status ",
		"Which variants do we play?":    "help variants",
		"autoroute":                     "routes ",
		"auto-router":                   "routes ",
		"What's the best route?":        "routes ",
		"game log":                      "history ",
		"price history":                 "history prices",
		"last runs":                     "map runs",
		"show me the map at OR 3.1":     "map at OR 3.1",
		"can you show me the log?":      "history ",
		"turn off emails":               "settings ",
		"notifications":                 "settings ",
		"how much time do I have?":      "pace ",
		"which titles do you have?":     "games ",
		"show":                          "",
		"show me":                       "",
		"show me how to lay track":      "",
		"the market is closed":          "",
		"buy market":                    "",
		"> market":                      "",
		". market":                      "",
		strings.Repeat("market ", 1000): "",
	} {
		verb, rest, ok := grammar.Sought(line)
		if got := verb + " " + rest; ok != (want != "") || ok && got != want {
			t.Errorf("%.60q asks for %q, want %q", line, got, want)
		}
	}
}

// What is wanted in words of other places is refused with the lines that do it here.
func TestWished(t *testing.T) {
	for line, want := range map[string]string{
		"I want to start a game of 1817":      "new TITLE players 3-4",
		"I'd like to play 1817 with Brian":    "new TITLE players 3-4",
		"start a new game with amy@x.org":     "new TITLE players 3-4",
		"I'd like to join a game":             "games",
		"can I join?":                         "games",
		"auto pass":                           "pass unless it concerns me",
		"Autopass!":                           "pass unless it concerns me",
		"auto-pass until my next turn":        "pass unless it concerns me",
		"pass until something happens":        "pass unless it concerns me",
		"pass until we're in the stock round": "pass unless it concerns me",
		"pass until the stock round":          "pass unless it concerns me",
		"im away till monday":                 "vacation until 5 Jan",
		"skip me today":                       "vacation until 5 Jan",
		"tell Brian to hurry":                 "press Are you there?",
		"What happens if I pay?":              "preview",
		"What happens if the phase changes?":  "",
		"chat: anybody there?":                "press Hello all",
		"pm Brian: deal?":                     "press Hello all",
		"to Brian: shall we?":                 "press Hello all",
		"tell Brian that I want his train":    "press Hello all",
		"redo":                                "history",
		"hotseat":                             "sandbox",
		"what if I withhold?":                 "preview",
		"master mode":                         "sandbox",
		"export json":                         "history",
		"kick Brian":                          "press Are you there?",
		"I'm away until Monday":               "vacation until 5 Jan",
		"I am on vacation from 1 to 5 March":  "vacation until 5 Jan",
		"take that back":                      "undo",
		"go back to OR 2.1":                   "status at OR 2.1",
		"end my turn":                         "choices",
		"I quit":                              "resign GAME",
		"pass":                                "",
		"pass until somebody acts":            "",
		"preview":                             "",
		"take train 2+":                       "",
		"to NYC: lay H6 8":                    "press Hello all",
		"> chat":                              "",
		"variant short squeeze":               "help variants",
		"change variants":                     "help variants",
	} {
		no := grammar.Wished(line)
		if (no != nil) != (want != "") || no != nil && no.Closest[0] != want {
			t.Errorf("%q: %+v, want %q", line, no, want)
		}
		// Programs that answer for people write that these are away.
		if away := strings.HasPrefix(want, "vacation"); no != nil && no.Strange != away {
			t.Errorf("%q is meant for the service: %v", line, !no.Strange)
		}
	}
}

// Words of other places take none of what can be said here: no verb of a title or of the service, in any of its words.
func TestElsewhereTakesNothing(t *testing.T) {
	var all []string
	for _, v := range grammar.ServiceVerbs {
		all = append(append(append(all, v.Name, v.Example), v.Synonyms...), v.Name+" "+v.Form)
	}
	for _, a := range grammar.Plans {
		all = append(all, a.Example)
	}
	for _, ti := range titles.All() {
		for _, v := range ti.Verbs {
			all = append(append(all, v.Name, v.Example), v.Synonyms...)
		}
	}
	taken := []string{"players"} // it wants a number
	for _, line := range all {
		_, _, sought := grammar.Sought(line)
		if no := grammar.Wished(line); (sought || no != nil) && !slices.Contains(taken, line) {
			t.Errorf("%q is taken: %+v", line, no)
		}
	}
}
