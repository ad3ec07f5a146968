package t1828

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
)

// accountOf returns what the timeline tells of a position of scripts, as JSON.
func accountOf(t *testing.T, lines ...string) map[string]any {
	t.Helper()
	return enginetest.Account(t, account(tableOf(t, lines...), func(holder string) string { return "<" + holder + ">" }))
}

// 28-SU-12: what the timeline tells of this title: docs/timeline.md.
func TestAccount(t *testing.T) { // 5
	begin := accountOf(t, "counter bid:D&H:p2 85", "counter bid:D&H:p1 90", "private SVN p3")
	late := accountOf(t, "round OR 3.2", "phase green", "private C&P p2", "private StCT OS&H", "private SVN out", "cash C&P 45",
		"company NYC p1 71", "company OS&H p2 79", "company PRR p3 67 new", "give p1 NYC 3", "system NYC B&O", "station NYC E23.0", "blocked D14.1", "blocked D14.1",
		"counter begun 10", "counter operated:NYC 10", "counter floated in:NYC 2", "counter sold:p1:PRR 3", "counter sold:p2:NYC 2",
		"move pass:p3 passed", "counter extra tile 9", "counter stationed 1", "counter earned 80", "at operate NYC run")
	over := accountOf(t, "round OR 7.1", "phase purple", "counter last set 7", "counter 500 1", "move token:C&P:0 out", "counter extra tile 10",
		"company ERIE p1 67", "move token:ERIE:0 E15", "company NYC p1 71", "company PRR p1 79", "move charter:PRR NYC", "counter begun 9")
	first := accountOf(t, "company NYC p1 67 new", "counter operating round 1", "counter begun 1")
	soldFirst := accountOf(t, "round SR 1", "company NYC p1 67", "counter sold:p1:NYC 1", "counter operating round 10", "counter operated:NYC 10")
	used := accountOf(t, "round OR 2.1", "company NYC p1 67", "counter "+scranton+" 1", "at operate NYC station")
	for _, c := range []struct {
		account any
		path    string
		want    string
	}{
		{begin, "Game privates D&H", `{"bids":{"<p1>":90,"<p2>":85},"face":80,"income":15,"keeps":["F20"],"owner":null}`},
		{begin, "Game privates SVN owner", `"<p3>"`}, {begin, "Game set", "0"}, {begin, "Game last_set", "0"}, {begin, "Game reached_500", "false"},
		{begin, "Game cobourg", `{"acts":false,"at":"C15.0","cash":0}`}, {begin, "Game begun", "false"}, {begin, "Game merger", "null"},
		{begin, "Game kalamazoo", `"no"`}, {begin, "Game blocked", "{}"}, {begin, "Game kept PRR", `"H16.0"`}, {begin, "Game kept ERIE", `"E15"`},
		{begin, "Game kept OSH", `"A15.0"`}, {begin, "Game variants", "[]"}, {begin, "Game next_order", "[]"},
		{begin, "Players p2", `{"card":2,"passed":false,"sold":[]}`}, {begin, "Companies", "{}"},
		{first, "Game begun", "true"}, {first, "Players p1 sold", "[]"},
		{soldFirst, "Players p1 sold", `["NYC"]`}, {soldFirst, "Companies NYC operated", "false"}, {used, "Companies NYC turn", `{"delaware":true,"earned":0,"placed":false}`},
		{late, "Game privates StCT", `{"bids":{},"face":20,"income":10,"keeps":["D10"],"owner":"<OS&H>"}`}, {late, "Game privates SVN owner", `"closed"`},
		{late, "Game cobourg", `{"acts":true,"at":"C15.0","cash":45}`}, {late, "Game begun", "true"}, {late, "Game kalamazoo", `"used"`},
		{late, "Game blocked", `{"D14.1":2}`}, {late, "Game kept NYC", "null"}, {late, "Game next_order", `["<p3>"]`}, {late, "Game set", "3"},
		{late, "Players p3 passed", "true"}, {late, "Players p1 sold", `["PRR"]`}, {late, "Players p2 sold", "[]"},
		{late, "Companies NYC-B&O", `{"floated":true,"floated_in":2,"gray":false,"home_waits":false,"homes_due":["B&O"],"operated":true,"own_shares":1,"powers":[],"sym":"NYC",` +
			`"turn":{"delaware":false,"earned":80,"placed":true}}`},
		{late, "Companies OSH", `{"floated":true,"floated_in":0,"gray":false,"home_waits":false,"homes_due":["OSH"],"operated":false,"own_shares":0,"powers":["StCT"],"sym":"OS&H","turn":null}`},
		{late, "Companies PRR floated", "false"},
		{over, "Game last_set", "7"}, {over, "Game reached_500", "true"}, {over, "Game cobourg at", `""`}, {over, "Game kalamazoo", `"now"`}, {over, "Game begun", "false"},
		{over, "Companies ERIE home_waits", "true"}, {over, "Companies NYC-PRR home_waits", "false"}, {over, "Companies PRR", "null"},
		{over, "Game startable", "[]"}, {over, "Game merger", `{"at":"4,5","from":"PRR","into":"NYC"}`},
	} {
		if got := enginetest.Field(c.account, c.path); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
	if got := enginetest.Field(begin, "Game startable"); !strings.Contains(got, `"C&O"`) || !strings.Contains(got, `"PRR"`) || strings.Contains(enginetest.Field(late, "Game startable"), "NYC") {
		t.Errorf("startable are %s", got)
	}
	if got := enginetest.Field(begin, "Game row"); !strings.HasPrefix(got, `["StCT","C&StL","D&H"`) {
		t.Errorf("the row is %s", got)
	}
}

// The timeline tells the variant. // 28-SU-04
func TestAccountOfVariant(t *testing.T) { // 4
	log, err := setup(engine.Started{Seed: 5, Players: []string{"A", "B", "C"}, Options: map[string]string{goodPrivates: "yes"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := account(engine.Fold(log), func(p string) string { return p }).Game["variants"].([]string); len(got) != 1 || got[0] != "good privates" {
		t.Errorf("the variants are %v", got)
	}
}

// tableOf returns a position of scripts.
func tableOf(t *testing.T, lines ...string) *engine.State {
	t.Helper()
	table, err := kit.Table(engine.Started{Seed: 5, Players: []string{"A", "B", "C"}}, lines...)
	if err != nil {
		t.Fatal(err)
	}
	return table.S
}

// 28-CP-03, R-38: the runs of the C&P with a tile in a hex, the best first.
func TestRunsOfCobourg(t *testing.T) { // 13.2.2.5
	for _, c := range []struct {
		name  string
		lines []string
		hex   string
		want  string
	}{
		{"nothing but the stop", nil, "C15", ""},
		{"the best first", []string{"tile C17 9 1", "tile B22 7 2", "tile B20 57 0"}, "B20", "A23 B20 60, B20 C19 30"},
		{"a stop at either end", []string{"tile C17 9 1"}, "C15", "C15 C19 30"},
		{"one city of two", []string{"tile D14 59 0"}, "C15", ""},
		{"the other city", []string{"tile D14 59 3"}, "C15", "C15 D14.0 60"},
		{"a tunnel: the coalfields are no end", []string{"tile K15 57 1", "tile K13 4 1"}, "K13", "K13 K15 30"},
		{"beside the coalfields", []string{"tile J8 9 1", "tile J10 8 5", "tile J6 57 1"}, "J10", ""},
		{"an off-board is not passed", []string{"tile K17 8 4", "tile K15 57 2"}, "K17", "K19 L16 60, K19 L18 40"},
		{"a loop", []string{"tile H20 14 2", "tile G21 7 0", "tile G19 7 4"}, "G19", ""},
	} {
		var got []string
		v := see(tableOf(t, c.lines...))
		for _, r := range (&turn{view: v}).smallRuns(v.Board(), c.hex) {
			got = append(got, strings.Join(append(r.words(), strconv.Itoa(r.pays)), " "))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
}

// 28-SU-01, 28-SU-04: who may play, and which variants there are.
func TestSetupIsChecked(t *testing.T) { // 4
	for _, c := range []struct {
		start engine.Started
		want  string
	}{
		{engine.Started{Players: make([]string, 2)}, "1828 is for 3 to 5 players, not 2"},
		{engine.Started{Players: make([]string, 6)}, "1828 is for 3 to 5 players, not 6"},
		{engine.Started{Players: make([]string, 3), Options: map[string]string{"no such": "yes"}}, `1828 has no option "no such"`},
		{engine.Started{Players: make([]string, 3), Options: map[string]string{goodPrivates: "no"}}, `1828 has no option "good privates" with the value "no"`},
		{engine.Started{Players: make([]string, 3), Options: map[string]string{"no such": ""}}, `1828 has no option "no such"`},
		{engine.Started{Players: make([]string, 5), Options: map[string]string{goodPrivates: "yes", sellOften: "yes"}}, ""},
	} {
		_, err := setup(c.start)
		if got := fmt.Sprint(err); got != c.want && !(err == nil && c.want == "") {
			t.Errorf("%d players, %v: %q, want %q", len(c.start.Players), c.start.Options, got, c.want)
		}
	}
}

// The landmarks that are counted in random games.
func TestLandmarks(t *testing.T) {
	for said, want := range map[string]string{
		"stock turn: merge PRR into NYC": "a merger", "raise money: sell 1 NYC": "a crisis", "stock turn: sell 1 NYC": "",
		"track: exchange M&H for NYC from ipo": "an exchange of M&H", "stock turn: pass": "",
	} {
		question, words, _ := strings.Cut(said, ": ")
		f := strings.Fields(words)
		if got := landmarks.Of(engine.Said{Command: engine.Command{Verb: f[0], Args: f[1:]}, Question: question}); got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
}

// The powers of private companies are told in words. // 28-PV-01
func TestAboutPrivates(t *testing.T) { // 13.2
	for private, want := range map[string]string{
		"SVN": "pays $5; a player with it keeps G19 free of tiles", "StCT": "pays $5; a player with it keeps D10 free of tiles; pays a company $10",
		"GT-P": "pays $40; comes with 30% of GT, closes when that has a train; no company buys it",
	} {
		if got := about(private); got != want {
			t.Errorf("%s: %q, want %q", private, got, want)
		}
	}
	if got := about(cobourgSym); !strings.HasPrefix(got, "pays by its runs; a player with it keeps C15 free of tiles; its player lays or upgrades") {
		t.Errorf("C&P: %q", got)
	}
}

// A company that is made ready is the next to operate, whichever companies have had their turn, and no
// company operates after it. // 8.2; 28-OR-02
func TestReady(t *testing.T) {
	s := tableOf(t, "round OR 2.1", "company PRR p1 67", "company NYC p2 71", "company C&O p3 79")
	order := see(s).inOrder()
	if len(order) != 3 {
		t.Fatalf("%v operate", order)
	}
	for _, had := range [][]string{nil, order[:1], order[:2], order} {
		now := s
		for _, sym := range had {
			now = now.With(engine.Set{Key: operated.Of(sym), Value: s.Get(serialNo)})
		}
		for _, sym := range order {
			made := now.With(ready(now, sym)...)
			if got := nextToOperate(made, ""); got != sym {
				t.Errorf("after %v %s is made ready, and %s is next", had, sym, got)
			}
			if got := nextToOperate(made.With(engine.Set{Key: operated.Of(sym), Value: s.Get(serialNo)}), ""); got != "" {
				t.Errorf("after %v %s is made ready, and %s comes after it", had, sym, got)
			}
		}
	}
}

// Who is bankrupt is placed by their score like everybody: the largest score wins. // 9.2; 28-EN-05, R-47
func TestBankruptIsPlacedByScore(t *testing.T) { // 9.2
	v := tableOf(t, "round OR 2.1", "company PRR p1 67", "company NYC p2 71", "cash p1 400", "cash p2 10", "cash p3 10", "counter bankrupt 1")
	v.Result = &engine.Ended{Scores: see(v).scores()}
	if got := Title.Final(v, Title.Position(v).Players); got[0].Player != "p1" || got[0].N != 1 {
		t.Errorf("the bankrupt with the most is not the first: %v", got)
	}
}
