package t1828

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// The meaning of a recorded action depends on what we ask. An action without a meaning stops the replay.
// // D-04, D-27, A-04, O-07, O-14, S-05 to S-10
func TestActionsInWords(t *testing.T) {
	log, err := setup(engine.Started{Seed: 5, Players: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(append(log,
		engine.Moved{Piece: step.Share("NYC", 0), From: step.IPO("NYC"), To: "p1"}, engine.Moved{Piece: step.Share("PRR", 0), From: step.IPO("PRR"), To: "p2"},
		engine.Moved{Piece: charter("B&O"), From: "B&O", To: "NYC"}, engine.Moved{Piece: step.Private("D&H"), From: onSale, To: "NYC"},
		engine.Priced{Marker: "NYC", Cell: "7,0"}, engine.Priced{Marker: "OS&H", Cell: "7,0"}, // $71; a merger of the two waits
		engine.Set{Key: mid.Of("gone"), Value: numberOf("NYC")}, engine.Set{Key: mid.Of("stays"), Value: numberOf("OS&H")},
		engine.Set{Key: mid.Of("price"), Value: 98}, engine.Set{Key: mid.Of("NYC", "p1"), Value: 1}))
	bare := func(by, sym string, verbs ...string) (out []engine.Choice) {
		for _, v := range verbs {
			out = append(out, engine.Choice{By: by, For: sym, Verb: v})
		}
		return out
	}
	lays := func(words ...string) []engine.Choice {
		return []engine.Choice{{By: "p1", For: "NYC", Verb: "lay", Options: step.Fixed([]engine.Option{{Args: words}})}}
	}
	bids := func(o engine.Option) []engine.Choice {
		return []engine.Choice{{By: "p1", Verb: "bid", Options: step.Fixed([]engine.Option{o})}}
	}
	company := func(kind, entity string) games18xx.Action {
		return games18xx.Action{Type: kind, Entity: games18xx.Name(entity), EntityType: "corporation"}
	}
	player := func(kind string) games18xx.Action {
		return games18xx.Action{Type: kind, Entity: "11", EntityType: "player"}
	}
	with := func(a games18xx.Action, change func(*games18xx.Action)) games18xx.Action {
		change(&a)
		return a
	}
	for name, c := range map[string]struct {
		pending []engine.Choice
		action  games18xx.Action
		want    string // a command, or an error after "!"
	}{
		"a bid":             {bids(engine.Option{Args: []string{"D&H"}, Range: &engine.Range{Min: 85, Max: 200, Step: 5}}), with(player("bid"), func(a *games18xx.Action) { a.Company, a.Price = "D&H", 90 }), "p1 bid D&H 90"},
		"among bidders":     {bids(engine.Option{Range: &engine.Range{Min: 85, Max: 200, Step: 5}}), with(player("bid"), func(a *games18xx.Action) { a.Company, a.Price = "D&H", 90 }), "p1 bid 90"},
		"of $250":           {nil, with(player("bid"), func(a *games18xx.Action) { a.Company, a.Price = "OSH", 255 }), "p1 bid OS&H-P 255"},
		"no such":           {nil, with(player("bid"), func(a *games18xx.Action) { a.Company, a.Price = "XX", 255 }), "!there is no private company XX"},
		"a par":             {nil, with(player("par"), func(a *games18xx.Action) { a.Corporation, a.SharePrice = "OSH", "67,13,7" }), "p1 start OS&H 67"},
		"of the M&H":        {nil, games18xx.Action{Type: "buy_shares", Entity: "M&H", EntityType: "company", Shares: []string{"NYC_3"}, Percent: 10}, " exchange M&H for NYC from ipo"},
		"for half":          {nil, games18xx.Action{Type: "buy_shares", Entity: "M&H", EntityType: "company", Shares: []string{"NYC_0"}, Percent: 10}, " exchange M&H for NYC half"},
		"a share of a new":  {nil, with(player("buy_shares"), func(a *games18xx.Action) { a.Shares, a.Percent = []string{"NYC_3"}, 10 }), "p1 buy NYC from ipo"},
		"a sale":            {nil, with(player("sell_shares"), func(a *games18xx.Action) { a.Shares, a.Percent = []string{"NYC_0"}, 20 }), "p1 sell 2 NYC"},
		"half of an office": {nil, with(player("sell_shares"), func(a *games18xx.Action) { a.Shares, a.Percent = []string{"NYC_0"}, 10 }), "p1 sell 1 NYC"},
		"too little":        {nil, with(player("sell_shares"), func(a *games18xx.Action) { a.Shares, a.Percent = []string{"NYC_0"}, 30 }), "!it tells of 30%, and the certificates NYC_0 come to 20%"},
		"out of the IPO":    {nil, with(player("sell_shares"), func(a *games18xx.Action) { a.Shares, a.Percent = []string{"NYC_5"}, 10 }), "!it sells the certificate NYC_5, which lies in the IPO"},
		"two at once":       {nil, with(player("buy_shares"), func(a *games18xx.Action) { a.Shares, a.Percent = []string{"NYC_5", "NYC_6"}, 20 }), "!it buys 2 certificates at once"},
		"twice the same":    {nil, with(player("sell_shares"), func(a *games18xx.Action) { a.Shares, a.Percent = []string{"NYC_0", "NYC_0"}, 40 }), "!it names the certificates NYC_0, NYC_0"},
		"no certificate":    {nil, with(player("sell_shares"), func(a *games18xx.Action) { a.Percent = 10 }), "!it names no certificate"},
		"no name of one":    {nil, with(player("sell_shares"), func(a *games18xx.Action) { a.Shares, a.Percent = []string{"NYC"}, 10 }), `!"NYC" is the name of no certificate`},
		"with a private":    {lays("F20", "57", "2", "with", "D&H"), with(company("lay_tile", "D&H"), func(a *games18xx.Action) { a.EntityType, a.Hex, a.Tile, a.Rotation = "company", "F20", "57-0", 2 }), "p1 lay F20 57 2 with D&H"},
		"without one":       {lays("F20", "57", "2"), with(company("lay_tile", "D&H"), func(a *games18xx.Action) { a.EntityType, a.Hex, a.Tile, a.Rotation = "company", "F20", "57-0", 2 }), "p1 lay F20 57 2"},
		"a station":         {nil, with(company("place_token", "NYC"), func(a *games18xx.Action) { a.City = "E23-0-0" }), "p1 token E23"},
		"a home":            {bare("p1", "NYC", "home"), with(company("place_token", "NYC"), func(a *games18xx.Action) { a.City = "G23-0-1" }), "p1 home G23 NE"},
		"a train":           {nil, with(company("buy_train", "NYC-B&O"), func(a *games18xx.Action) { a.Train, a.Price, a.Shell = "2-0", 80, "B&O" }), "p1 buy train 2 from bank into B&O"},
		"another price":     {nil, with(company("buy_train", "NYC"), func(a *games18xx.Action) { a.Train, a.Price = "2-0", 70 }), "!it pays $70 for a 2-train, which costs $80"},
		"no such train":     {nil, with(company("buy_train", "NYC"), func(a *games18xx.Action) { a.Train, a.Price = "4-0", 70 }), "!there is no 4-train"},
		"a swap of nothing": {nil, with(company("swap_train", "NYC-B&O"), func(a *games18xx.Action) { a.Train = "2-0" }), "!NYC-B&O moves the train 2-0 and does not have it"},
		"a discard":         {nil, with(company("discard_train", "NYC"), func(a *games18xx.Action) { a.Train = "2-0" }), "!NYC discards the train 2-0 and does not have it"},
		"a dividend":        {nil, with(company("dividend", "NYC"), func(a *games18xx.Action) { a.Kind = "payout" }), "p1 pay"},
		"another dividend":  {nil, with(company("dividend", "NYC"), func(a *games18xx.Action) { a.Kind = "half" }), `!a dividend "half" is unknown`},
		"no run":            {nil, company("run_routes", "NYC"), "p1 run nothing"},
		"a broken run": {nil, with(company("run_routes", "NYC"), func(a *games18xx.Action) {
			a.Routes = []games18xx.Route{{Train: "2-0", Connections: [][]string{{"E23", "D24"}}, Hexes: []string{"E23"}}}
		}), "!the run of the 2-train does not hang together"},
		"a run": {nil, with(company("run_routes", "NYC"), func(a *games18xx.Action) {
			a.Routes = []games18xx.Route{{Train: "2-0", Connections: [][]string{{"E23", "D24"}}, Hexes: []string{"D24", "E23"}}}
		}), "p1 run 2: D24 E23"},
		"a run of the C&P": {nil, games18xx.Action{Type: "run_routes", Entity: "C&P", EntityType: "minor", Routes: []games18xx.Route{
			{Train: "2-0", Connections: [][]string{{"C15", "C17", "C19"}}, Hexes: []string{"C15", "C19"}, Revenue: 40}}}, "!the runs earn $30, recorded are $40"},
		"a private company":     {nil, with(company("buy_company", "NYC"), func(a *games18xx.Action) { a.Company, a.Price = "E&K", 9 }), "p1 buy private E&K for 9"},
		"coal":                  {nil, company("special_buy", "NYC"), "p1 buy coal"},
		"a pass":                {bare("p1", "NYC", "lay", "pass"), company("pass", "NYC"), "p1 pass"},
		"of another company":    {bare("p1", "NYC", "lay", "pass"), company("pass", "PRR"), "!PRR passes and is not asked"},
		"of a player not asked": {bare("p2", "", "buy", "pass"), player("pass"), "!11 passes and is not asked"},
		"a choice not asked":    {bare("p1", "", "pass"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "Sell" }), `!"Sell" is chosen and nothing like it is asked`},
		"a single share":        {bare("p1", "", "trade", "cash"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "Exchange ($-27)" }), "p1 trade"},
		"discarded":             {bare("p1", "", "trade", "cash"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "Sell ($71)" }), "p1 cash"},
		"set aside":             {bare("p1", "", "aside"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "OSH ($71)" }), "p1 aside OS&H"},
		"at another price":      {bare("p1", "", "trade", "cash"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "Exchange ($-31)" }), `!the amount "$-31" is shown, it is -$27`},
		"for another price":     {bare("p1", "", "trade", "cash"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "Sell ($67)" }), `!the amount "$67" is shown, it is $71`},
		"worth something else":  {bare("p1", "", "aside"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "OSH ($67)" }), `!the amount "$67" is shown, it is $71`},
		"no amount at all":      {bare("p1", "", "aside"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "OSH (of two)" }), `!the amount "of two" is shown, it is $71`},
		"an older record":       {bare("p1", "", "trade", "cash"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "Exchange" }), "p1 trade"},
		"from whom":             {bare("p1", "", "pick"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "Ben" }), "p1 pick p2"},
		"from nobody":           {bare("p1", "", "pick"), with(player("choose"), func(a *games18xx.Action) { a.Choice = "Zoe" }), `!"Zoe" is chosen and nothing like it is asked`},
		"a merger not begun":    {nil, with(company("merge", "NYC"), func(a *games18xx.Action) { a.Corporation = "PRR" }), `!NYC merges and "" was chosen to stay`},
		"one that failed":       {nil, player("failed_merge"), "p1 fail"},
		"the end by hand":       {nil, player("end_game"), ""},
		"standing orders":       {nil, player("program_share_pass"), ""},
		"others of them":        {nil, player("program_something_new"), ""},
		"something new":         {nil, player("sing"), `!action "sing" is unknown`},
		"of the C&P":            {bare("p3", cobourgSym, "lay", "pass"), games18xx.Action{Type: "pass", Entity: "C&P", EntityType: "minor"}, "!C&P passes and is not asked"},
	} {
		tr := newTranslator(&games18xx.Export{Players: []games18xx.Player{{ID: "11", Name: "Amy"}, {ID: "12", Name: "Ben"}, {ID: "13", Name: "Cleo"}}})
		commands, err := tr.Commands(s, c.pending, c.action)
		got := ""
		for _, x := range commands {
			got = x.By + " " + x.String()
		}
		if err != nil {
			got = "!" + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A certificate is in the IPO until it has been seen elsewhere. Those that come with private companies are
// never there.
func TestFreshCertificates(t *testing.T) {
	log, err := setup(engine.Started{Seed: 5, Players: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	tr := newTranslator(&games18xx.Export{}).(*translator)
	tr.countOut(see(engine.Fold(log)))
	tr.seen["NYC_4"] = true
	for id, want := range map[string]bool{"NYC_3": true, "NYC_4": false, "PRR_1": false, "PRR_2": true} {
		if got := tr.fresh(id); got != want {
			t.Errorf("%s is in the IPO: %v, want %v", id, got, want)
		}
	}
}

// D-05, D-22, D-24: a record may leave out a pass only in the turn of the company that the action names, in
// an earlier step. No other player's decision is skipped.
func TestCatchUpPassesForNobodyElse(t *testing.T) {
	log, err := setup(engine.Started{Seed: 5, Players: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Fold(append(log,
		engine.Moved{Piece: step.Share("NYC", 0), From: step.IPO("NYC"), To: "p1"}, engine.Moved{Piece: step.Share("PRR", 0), From: step.IPO("PRR"), To: "p1"}))
	asking := func(question, by, sym string, verbs ...string) (out []engine.Choice) {
		for _, v := range verbs {
			out = append(out, engine.Choice{Question: question, By: by, For: sym, Verb: v})
		}
		return out
	}
	for _, c := range []struct {
		name    string
		pending []engine.Choice
		action  games18xx.Action
		want    string
	}{
		{"a tile was left out", asking("track", "p1", "NYC", "lay", "pass", "buy"), games18xx.Action{Type: "place_token", Entity: "NYC", EntityType: "corporation"}, "p1 pass"},
		{"of a system too", asking("track", "p1", "NYC", "lay", "pass", "buy"), games18xx.Action{Type: "buy_train", Entity: "NYC-B&O", EntityType: "system"}, "p1 pass"},
		{"so was the marker", asking("station", "p1", "NYC", "token", "pass"), games18xx.Action{Type: "run_routes", Entity: "NYC", EntityType: "corporation"}, "p1 pass"},
		{"nothing to run", asking("run", "p1", "NYC", "run"), games18xx.Action{Type: "buy_train", Entity: "NYC", EntityType: "corporation"}, "p1 run nothing"},
		{"nothing to arrange", asking("arrange", "p1", "NYC", "move", "pass"), games18xx.Action{Type: "buy_train", Entity: "NYC-B&O", EntityType: "system"}, "p1 pass"},
		{"what is asked is said", asking("station", "p1", "NYC", "token", "pass"), games18xx.Action{Type: "place_token", Entity: "NYC", EntityType: "corporation"}, ""},
		{"a home is asked", asking("home", "p1", "NYC", "home"), games18xx.Action{Type: "place_token", Entity: "NYC", EntityType: "corporation"}, ""},
		{"a train", asking("trains", "p1", "NYC", "buy", "pass"), games18xx.Action{Type: "buy_train", Entity: "NYC", EntityType: "corporation"}, ""},
		{"an earlier step", asking("trains", "p1", "NYC", "buy", "pass"), games18xx.Action{Type: "lay_tile", Entity: "NYC", EntityType: "corporation"}, ""},
		{"another company of the same director", asking("track", "p1", "NYC", "lay", "pass"), games18xx.Action{Type: "run_routes", Entity: "PRR", EntityType: "corporation"}, ""},
		{"a player", asking("stock turn", "p1", "", "buy", "pass"), games18xx.Action{Type: "buy_shares", Entity: "12", EntityType: "player"}, ""},
		{"with a private company", asking("track", "p1", "NYC", "lay", "pass"), games18xx.Action{Type: "place_token", Entity: "D&H", EntityType: "company"}, ""},
		{"nobody is asked", nil, games18xx.Action{Type: "run_routes", Entity: "NYC", EntityType: "corporation"}, ""},
	} {
		tr := newTranslator(&games18xx.Export{Players: []games18xx.Player{{ID: "11"}, {ID: "12"}, {ID: "13"}}}).(*translator)
		got, ok := tr.CatchUp(s, c.pending, c.action)
		if text := strings.TrimSpace(got.By + " " + got.String()); ok != (c.want != "") || text != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, text, ok, c.want)
		}
	}
}
