package translate_test

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/games18xx"
	"pbem/titles/games18xx/translate"
	"pbem/titles/title/sample"
)

// begun returns a table at which p1 directs NLR and p2 directs SCL, and a record of the two players.
func begun(t *testing.T) (*engine.State, *translate.Record) {
	t.Helper()
	log, err := sample.Title.Setup(engine.Started{Players: []string{"Amy", "Ben"}})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(append(log, engine.Moved{Piece: step.Share("NLR", 0), From: step.IPO("NLR"), To: "p1"},
		engine.Moved{Piece: step.Share("SCL", 0), From: step.IPO("SCL"), To: "p2"}, engine.TileLaid{Hex: "A4", Tile: "57", Rot: 2}))
	e := &games18xx.Export{Players: []games18xx.Player{{ID: "11", Name: "Amy"}, {ID: "12", Name: "Ben"}}}
	return s, translate.New(e, sample.Title.Facts)
}

func asking(question, by, sym string, verbs ...string) (out []engine.Choice) {
	for _, v := range verbs {
		out = append(out, engine.Choice{Question: question, By: by, For: sym, Verb: v})
	}
	return out
}

func of(kind, sym string, change func(*games18xx.Action)) games18xx.Action {
	a := games18xx.Action{Type: kind, Entity: games18xx.Name(sym), EntityType: "corporation"}
	if change != nil {
		change(&a)
	}
	return a
}

func train(copy string, price int) func(*games18xx.Action) {
	return func(a *games18xx.Action) { a.Train, a.Price = copy, price }
}

// One record is read from top to bottom: copies of tiles and trains are followed.
func TestOrdinaryActions(t *testing.T) {
	s, r := begun(t)
	r.Dividends = []string{"half"}
	r.Own = map[string]translate.Words{"choose": translate.Always("grow")}
	city := func(name string) func(*games18xx.Action) { return func(a *games18xx.Action) { a.City = name } }
	kind := func(word string) func(*games18xx.Action) { return func(a *games18xx.Action) { a.Kind = word } }
	inSystem := func(a *games18xx.Action) { a.EntityType, a.Train, a.Price, a.Shell = "system", "3-1", 160, "SCL" }
	for _, c := range []struct {
		pending []engine.Choice
		action  games18xx.Action
		want    string // a command, or an error after "!"
	}{
		{nil, of("lay_tile", "NLR", func(a *games18xx.Action) { a.Hex, a.Tile, a.Rotation = "A4", "57-1", 2 }), "p1 lay A4 57 2"},
		{nil, of("place_token", "SCL", city("57-1-0")), "p2 token A4"},
		{nil, of("place_token", "SCL", city("C6-2-0")), "p2 token C6"},
		{nil, of("place_token", "SCL", city("57-1-1")), "!there is no city 57-1-1"},
		{nil, of("place_token", "SCL", city("A8-0-0")), "!there is no city A8-0-0"},
		{nil, of("place_token", "SCL", city("")), `!"" is the name of no city`},
		{nil, of("dividend", "NLR", kind("payout")), "p1 pay"},
		{nil, of("dividend", "NLR", kind("withhold")), "p1 withhold"},
		{nil, of("dividend", "NLR", kind("half")), "p1 half"},
		{nil, of("dividend", "NLR", kind("third")), `!a dividend "third" is unknown`},
		{nil, of("buy_train", "NLR", train("2-0", 90)), "p1 buy train 2 from bank"},
		{nil, of("buy_train", "NLR", train("2-1", 80)), "!it pays $80 for a 2-train, which costs $90"},
		{nil, of("buy_train", "NLR", train("9-0", 80)), "!there is no 9-train"},
		{nil, of("discard_train", "SCL", train("2-0", 0)), "!SCL discards the train 2-0 and does not have it"},
		{nil, of("buy_train", "SCL", train("2-0", 1)), "p2 buy train 2 from NLR for 1"},
		{nil, of("discard_train", "SCL", train("2-0", 0)), "p2 discard train 2 SCL"},
		{nil, of("discard_train", "SCL", train("2-0", 0)), "!SCL discards the train 2-0 and does not have it"},
		{nil, of("buy_train", "NLR", train("2-0", 1)), "!it pays $1 for a 2-train, which costs $90"},
		{nil, of("buy_train", "NLR", train("2-0", 90)), "p1 buy train 2 from pool"},
		{nil, of("buy_train", "NLR", inSystem), "p1 buy train 3 from bank into SCL"},
		{nil, of("discard_train", "NLR", train("3-1", 0)), "!NLR discards the train 3-1 and does not have it"},
		{nil, of("discard_train", "NLR", inSystem), "p1 discard train 3 SCL"},
		{nil, of("bankrupt", "NLR", nil), "p1 bankrupt"},
		{nil, of("choose", "NLR", nil), "p1 grow"},
		{nil, of("end_game", "NLR", nil), ""},
		{nil, of("program_share_pass", "NLR", nil), ""},
		{nil, of("sing", "NLR", nil), `!action "sing" is unknown`},
		{asking("", "p1", "NLR", "lay", "pass"), of("pass", "NLR", nil), "p1 pass"},
		{asking("", "p1", "", "lay", "pass"), of("pass", "NLR", nil), "p1 pass"},
		{asking("", "p1", "NLR", "lay", "pass"), of("pass", "SCL", nil), "!SCL passes and is not asked"},
		{asking("", "p2", "NLR", "lay", "pass"), of("pass", "NLR", nil), "!NLR passes and is not asked"},
		{asking("", "p1", "NLR", "lay"), of("pass", "NLR", nil), "!NLR passes and is not asked"},
		{asking("", "p1", "", "pass"), games18xx.Action{Type: "pass", Entity: "11", EntityType: "player"}, "p1 pass"},
		{asking("", "p1", "", "pass"), games18xx.Action{Type: "pass", Entity: "12", EntityType: "player"}, "!12 passes and is not asked"},
	} {
		commands, err := r.Commands(s, c.pending, c.action)
		got := ""
		for _, x := range commands {
			got += x.By + " " + x.String()
		}
		if err != nil {
			got = "!" + err.Error()
		}
		if got != c.want {
			t.Errorf("%s of %s: %q, want %q", c.action.Type, c.action.Entity, got, c.want)
		}
	}
}

// A pass is supplied only for the company that the action names, before a later step of its turn.
func TestSkip(t *testing.T) {
	s, r := begun(t)
	for name, c := range map[string]struct {
		pending []engine.Choice
		action  games18xx.Action
		want    string
	}{
		"a tile was left out":   {asking("track", "p1", "NLR", "lay", "pass"), of("place_token", "NLR", nil), "p1 pass"},
		"nothing ran":           {asking("run", "p1", "NLR", "run"), of("buy_train", "NLR", nil), "p1 run nothing"},
		"it belongs to the run": {asking("run", "p1", "NLR", "run"), of("dividend", "NLR", nil), ""},
		"no train was bought":   {asking("trains", "p1", "NLR", "buy", "pass"), of("payoff_loan", "NLR", nil), "p1 pass"},
		"the same step":         {asking("trains", "p1", "NLR", "buy", "pass"), of("buy_train", "NLR", nil), ""},
		"an earlier step":       {asking("trains", "p1", "NLR", "buy", "pass"), of("lay_tile", "NLR", nil), ""},
		"it is asked here":      {asking("track", "p1", "NLR", "lay", "token", "pass"), of("place_token", "NLR", nil), ""},
		"another company":       {asking("track", "p1", "NLR", "lay", "pass"), of("place_token", "SCL", nil), ""},
		"another question":      {asking("stock turn", "p1", "NLR", "pass"), of("buy_train", "NLR", nil), ""},
		"no pass is possible":   {asking("track", "p1", "NLR", "lay"), of("buy_train", "NLR", nil), ""},
		"nobody is asked":       {nil, of("buy_train", "NLR", nil), ""},
		"a player":              {asking("track", "p1", "", "pass"), games18xx.Action{Type: "buy_train", Entity: "11", EntityType: "player"}, ""},
	} {
		got, ok := r.Skip(s, c.pending, c.action)
		if text := strings.TrimSpace(got.By + " " + got.String()); text != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v, want %q", name, text, ok, c.want)
		}
	}
}

// The parts of a run are put in order, by the list of its stops or, in older records, by where they meet.
func TestWay(t *testing.T) {
	s, r := begun(t)
	b := step.Table{S: s, F: r.Facts}.Board()
	parts := func(lists ...string) (out [][]string) {
		for _, l := range lists {
			out = append(out, strings.Fields(l))
		}
		return out
	}
	for name, c := range map[string]struct {
		route games18xx.Route
		past  string
		want  string
	}{
		"one part":            {games18xx.Route{Connections: parts("A4 B3 C2")}, "", "A4 B3 C2"},
		"the other way":       {games18xx.Route{Connections: parts("A4 B3 C2"), Hexes: strings.Fields("C2 A4")}, "", "C2 B3 A4"},
		"two that meet":       {games18xx.Route{Connections: parts("A4 B3 C2", "A4 A6 B7 C8")}, "", "C2 B3 A4 A6 B7 C8"},
		"the second turned":   {games18xx.Route{Connections: parts("C2 B3 A4", "C8 B7 A6 A4")}, "", "C2 B3 A4 A6 B7 C8"},
		"past a town":         {games18xx.Route{Connections: parts("A4 B5 C6")}, "", "A4 C6"},
		"past a town by name": {games18xx.Route{Connections: parts("A4 B5 C6")}, "B5", "A4 B5 C6"},
		"too few stops":       {games18xx.Route{Train: "2-0", Connections: parts("A4 B5 C6"), Hexes: []string{"A4"}}, "", "!the run of the 2-train does not hang together"},
		"no parts":            {games18xx.Route{Train: "2-0"}, "", "!the run of the 2-train goes nowhere"},
		"one hex":             {games18xx.Route{Train: "2-0", Connections: parts("A4")}, "", "!the run of the 2-train goes nowhere"},
	} {
		hexes, err := translate.Way(b, c.route, strings.Fields(c.past)...)
		got := strings.Join(hexes, " ")
		if err != nil {
			got = "!" + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A record that says nothing of earnings is believed.
func TestEarns(t *testing.T) {
	_, r := begun(t)
	a := games18xx.Action{Routes: []games18xx.Route{{Revenue: 30}, {Revenue: 20}}}
	if err := r.Earns(a, 50); err != nil {
		t.Error(err)
	}
	if err := r.Earns(a, 40); err == nil || err.Error() != "the runs earn $40, recorded are $50" {
		t.Errorf("other earnings: %v", err)
	}
	for kind, want := range map[string]bool{"corporation": true, "minor": false} {
		if err := r.Ran(games18xx.Action{Type: "run_routes", EntityType: kind, Routes: a.Routes}, 40); (err != nil) != want {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if err := r.Ran(games18xx.Action{Type: "dividend", Routes: a.Routes}, 40); err != nil {
		t.Error(err)
	}
	if err := r.Earns(games18xx.Action{Routes: []games18xx.Route{{}}}, 40); err != nil {
		t.Error(err)
	}
}
