package t1820

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// told returns fields of a timeline as JSON.
func told(fields title.Fields, keys ...string) string {
	out := title.Fields{}
	for _, k := range keys {
		out[k] = fields[k]
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// accounts returns a reader for scripts. It gives fields of a timeline as JSON: of a player, of a
// company, or with "" of the game.
func accounts(of string, keys ...string) func(step.Table) string {
	return func(t step.Table) string {
		a := account(t.S, func(h string) string { return strings.TrimPrefix(h, "p") })
		switch fields, ok := a.Players[of]; {
		case ok:
			return told(fields, keys...)
		case a.Companies[of] != nil:
			return told(a.Companies[of], keys...)
		}
		return told(a.Game, keys...)
	}
}

// What a timeline tells of the setup.
func TestAccountOfTheBeginning(t *testing.T) {
	log, err := setup(engine.Started{Title: "1820", Seed: 134, Players: []string{"Amy", "Brian", "Crystal"}})
	if err != nil {
		t.Fatal(err)
	}
	v := see(engine.Fold(log))
	for key, want := range map[string]string{
		"chart":       `{"chart":{"colour":"yellow","column":1,"interest":20,"limit":6,"maintenance":{"yellow":0},"premium":10,"sizes":[5]}}`,
		"lobbies":     `{"lobbies":[]}`,
		"set":         `{"set":0}`,
		"kind":        `{"kind":"stock"}`,
		"floated_on":  `{"floated_on":[]}`,
		"gone":        `{"gone":[]}`,
		"trains_out":  `{"trains_out":{}}`,
		"last_income": `{"last_income":false}`,
		"victoria":    `{"victoria":false}`,
		"reached_500": `{"reached_500":false}`,
		"from_brown":  `{"from_brown":false}`,
		"cousins": `{"cousins":{"CBV":{"cash":0,"colour":"brown","owner":null,"price":120,"shares":{},"sold":[]},` +
			`"HOL":{"cash":0,"colour":"red","owner":null,"price":130,"shares":{},"sold":[]},"LOC":{"cash":0,"colour":"green","owner":null,"price":120,"shares":{},"sold":[]},` +
			`"SAS":{"cash":0,"colour":"blue","owner":null,"price":130,"shares":{},"sold":[]}}}`,
	} {
		if got := accounts("", key)(v.Table); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
	if got := accounts("p2", "number", "passed", "owes", "future", "lobby_markers", "sold", "private")(v.Table); got != `{"future":[],"lobby_markers":10,"number":1,"owes":0,"passed":false,"private":[],"sold":[]}` {
		t.Errorf("Brian: %s", got)
	}
}

// 1820 refuses other variants and numbers of players. // 20-RU-55, 20-RU-10
func TestSetupRefuses(t *testing.T) {
	for want, start := range map[string]engine.Started{
		`1820 has no option "short"`:                            {Players: []string{"A", "B", "C"}, Options: map[string]string{"short": "yes"}},
		`1820 has no option "certificates" with the value "no"`: {Players: []string{"A", "B", "C"}, Options: map[string]string{certificates: "no"}},
		"1820 is for 3 to 5 players, not 2":                     {Players: []string{"A", "B"}},
		"1820 is for 3 to 5 players, not 6":                     {Players: []string{"A", "B", "C", "D", "E", "F"}},
	} {
		if _, err := setup(start); err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, options := range []map[string]string{nil, {certificates: "yes"}, {cheapCousins: "yes"}, {certificates: "yes", cheapCousins: "yes"}} {
		log, err := setup(engine.Started{Players: []string{"A", "B", "C", "D", "E"}, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		v := see(engine.Fold(log))
		names := strings.Join(v.TrainNames(step.Supply), " ")
		if cards := options[certificates] != ""; strings.Contains(names, "EXPRESS") != cards || strings.Contains(names, "6+") != cards || strings.Contains(names, "8+") == cards || strings.Contains(names, "5+") == cards {
			t.Errorf("%v: the trains are %s", options, names)
		}
		for _, c := range v.onSale() {
			if options[cheapCousins] != "" && data.Private(c).Value != cheap {
				t.Errorf("%s is no cheap cousin", c)
			}
		}
		if len(v.onSale()) != 4 {
			t.Errorf("%d cousins", len(v.onSale()))
		}
	}
}

// What a setup leaves in the box: companies that float later, and trains that one of the rosters
// lacks. // 5; 20-RU-02, 20-RU-54
func TestBoxed(t *testing.T) {
	for _, tr := range data.Trains {
		if got, want := boxed(step.Train(tr.Name, 0)), slices.Contains([]string{"5+", "6+", "8+", "EXPRESS"}, tr.Name); got != want {
			t.Errorf("%s: %v", tr.Name, got)
		}
	}
	for piece, want := range map[string]bool{step.Share("LSR", 0): true, step.Token("LSR", 0): true, cousin("LOC"): false} {
		if got := boxed(piece); got != want {
			t.Errorf("%s: %v", piece, got)
		}
	}
	if err := Title.CheckSetup(); err != nil {
		t.Error(err)
	}
}

// TestLandmarks checks the names of answers that change the course of a game.
func TestLandmarks(t *testing.T) {
	for want, a := range map[string]engine.Said{
		"a share-count raised":   {Command: engine.Command{Verb: "increase"}, Question: "stock turn"},
		"a share-count reduced":  {Command: engine.Command{Verb: "reduce"}, Question: "issues"},
		"a company offered":      {Command: engine.Command{Verb: "offer"}, Question: "offer"},
		"a takeover":             {Command: engine.Command{Verb: "buy"}, Question: "buyer"},
		"shares sold for a debt": {Command: engine.Command{Verb: "sell"}, Question: "raise money"},
		"":                       {Command: engine.Command{Verb: "pass"}, Question: "offer"},
	} {
		if got := landmarks.Of(a); got != want {
			t.Errorf("%v is %q, want %q", a, got, want)
		}
	}
}
