package t1843

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/step"
)

// holdings: holdings p1 600fr worth 600fr 0 certificates card 2 | ... - what a mail
// says of the players; "tied" is what their bids tie up, "first" has the turn.
func holdings(t step.Table) string {
	var out []string
	for _, p := range position(t.S).Players {
		text := fmt.Sprintf("%s %s worth %s, %d certificates, %s", p.ID, money(p.Cash), money(p.Worth), p.Certs, labelled(p.Facts))
		if p.Bound != 0 {
			text += ", " + money(p.Bound) + " tied"
		}
		if p.Priority {
			text += ", first"
		}
		out = append(out, text)
	}
	return strings.Join(out, " | ")
}

// firms: firms OU par 67fr [2+1] A privates: ports C14 | ... - what a mail says of the companies.
func firms(t step.Table) string {
	var out []string
	for _, c := range position(t.S).Companies {
		text := strings.TrimSpace(fmt.Sprintf("%s par %s [%s] %s", c.Sym, money(c.Par), strings.Join(c.Trains, " "), strings.Join(c.Privates, " ")))
		out = append(out, strings.TrimSpace(text+": "+labelled(c.Facts)))
	}
	return listed([]string{strings.Join(out, " | ")})
}

// privatesShown: privates TB p1 CEI - PSG gone ... - the owner of each.
func privatesShown(t step.Table) string {
	var out []string
	for _, p := range position(t.S).Privates {
		owner := p.Owner
		switch {
		case p.Gone:
			owner = "gone"
		case owner == "":
			owner = "-"
		}
		out = append(out, p.Sym, owner)
	}
	return strings.Join(out, " ")
}

// onSaleShown: sale 2+1 125fr 6 2x2 200fr 6 ... - the trains on sale as mails list them.
func onSaleShown(t step.Table) string {
	var out []string
	for _, s := range position(t.S).Supply {
		out = append(out, s.Name, money(s.Price), strconv.Itoa(s.Count))
	}
	return listed(out)
}

// prospects: prospects OU 40 - the best runs of the companies now.
func prospects(t step.Table) string {
	var out []string
	for _, sym := range (view{t}).running() {
		out = append(out, sym, strconv.Itoa(Title.Runs(t.S, sym).Result().Total))
	}
	return listed(out)
}

// extras: extras OU 2+1 125 40 2x2 200 80 - the price of one more train, and what all trains earn
// with it.
func extras(t step.Table) string {
	var out []string
	for _, p := range Title.Prospects(t.S, (view{t}).running(), 1_000_000) {
		out = append(out, p.Company)
		for _, x := range p.More {
			out = append(out, x.Train, strconv.Itoa(x.Price), strconv.Itoa(x.Best.Total))
		}
	}
	return listed(out)
}

// TestLandmarks checks the names of answers that change the course of a game.
func TestLandmarks(t *testing.T) {
	for said, want := range map[string]string{
		"|lay E14 55 0 with PSG": "built with PSG", "|token C18 SW with BA": "built with BA", "|token C18 with BA": "built with BA", "|token with BA": "built with BA", "|lay E14 55 0": "", "|buy private TB for 20": "a private company bought",
		"|buy port H7 from SO": "a port bought", "|buy train 2+1 from bank": "", "raise money|sell 1 SO": "a crisis", "stock turn|sell 1 SO": "",
		"|exchange SO": "an exchange of VDL", "|engineers 4+1": "the Engineers card", "|claim H7": "a port claimed", "|move H7 to D9": "a station moved",
		"|replace 2+1 by Electric from bank": "a rusted train replaced", "|convert": "VDL made a train", "|flip train 3/5x2 SO": "a pair turned over", "|pass": "",
	} {
		question, words, _ := strings.Cut(said, "|")
		f := strings.Fields(words)
		if got := landmark(engine.Said{Command: engine.Command{Verb: f[0], Args: f[1:]}, Question: question}); got != want {
			t.Errorf("%q is %q, want %q", said, got, want)
		}
	}
}

// accountOf returns the account of a position in the words of scripts, as JSON.
func accountOf(t *testing.T, lines ...string) map[string]any {
	t.Helper()
	table, err := kit.Table(engine.Started{Seed: 1, Players: []string{"A", "B", "C", "D"}}, lines...)
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.Account(t, account(table.S, func(holder string) string { return "<" + holder + ">" }))
}

// 43-SU-12: what timelines tell only of this title: see docs/timeline.md.
func TestAccount(t *testing.T) { // 3
	begin := accountOf(t, "cards p3 p1 p4 p2", "counter bid:CEI:p2 25", "counter bid:CEI:p1 30", "counter cut:TB 5", "move share:ETA:1 p3", "counter par said:p2 79")
	late := accountOf(t, "cards p3 p1 p4 p2", "phase blue", "round stock 4", "private TB p2", "private CEI OU", "private LM out", "company OU p1 67", "par PO p2 73",
		"move port:H7 OU", "train 4/6x2 OU", "train 4+1 OU", "move engineers train:4+1:0", "move token:blocked:0 D9.0", "singles", "move train:2+1:1 OU",
		"move pass:p3 passed", "counter sold:p1:PO 4", "counter sold:p1:OU 3", "counter gray set 3", "counter 500 1", "counter shifted:OU 1",
		"counter turned:p1 4", "counter turned:p2 3", "counter will sell:p2:private TB:OU 20",
		"counter earned 70", "counter had train 1", "counter stationed 1", "round operating 4 1", "at operate OU trains")
	sold := accountOf(t, "cards p3 p1 p4 p2", "par PLM p2 67") // nothing is sold in the auction
	first := accountOf(t, "cards p3 p1 p4 p2", "round stock 1", "counter turned:p1 1")
	over := accountOf(t, "move engineers out", "company OU p1 67", "phase gray", "train 5E OU", "singles", "company MID p1 73", "move token:MID:0 J9")
	for _, c := range []struct {
		account any
		path    string
		want    string
	}{
		{begin, "Game privates CEI", `{"bids":{"<p1>":30,"<p2>":25},"face":20,"income":5,"owner":null,"price":20}`},
		{begin, "Game privates TB", `{"bids":{},"face":15,"income":0,"owner":null,"price":10}`},
		{begin, "Game ports", `{"A6":"","C14":"","C18":"","H7":"","K8":"","N15":""}`},
		{begin, "Game engineers", `""`}, {begin, "Game blocked_left", "9"}, {begin, "Game set", "0"}, {begin, "Game gray_set", "0"},
		{begin, "Game reached_500", "false"}, {begin, "Game rusted", "{}"}, {begin, "Players p3", `{"card":1,"offers":[],"par_said":0,"passed":false,"sold":null,"turned":false,"unpriced":{"ETA":1}}`},
		{begin, "Players p2 par_said", "79"}, {begin, "Players p2 unpriced", "{}"}, {begin, "Game rounds", "0"}, {begin, "Game operation", "null"},
		{sold, "Players p1 sold", "[]"}, {late, "Game rounds", "2"}, {late, "Game operation", `{"company":"OU","earned":70,"had_train":true,"stationed":true,"step":"trains"}`},
		{late, "Players p1 turned", "true"}, {late, "Players p2 turned", "false"}, {first, "Players p1 turned", "true"}, {first, "Players p2 turned", "false"},
		{late, "Players p2 unpriced", "{}"},
		{late, "Players p2 offers", `[{"price":20,"thing":"private TB","to":"OU"}]`}, {over, "Game operation", "null"},
		{begin, "Players p2 card", "4"}, {begin, "Companies", "{}"},
		{late, "Game privates TB owner", `"<p2>"`}, {late, "Game privates CEI owner", `"<OU>"`}, {late, "Game privates LM owner", `"closed"`},
		{late, "Game ports H7", `"OU"`}, {late, "Game ports A6", `""`}, {late, "Game engineers", `"OU"`}, {late, "Game blocked_left", "8"}, {late, "Game blocked", `{"D9.0":1}`}, {begin, "Game blocked", "{}"}, {late, "Game set", "4"},
		{late, "Game gray_set", "3"}, {late, "Game reached_500", "true"}, {late, "Game rusted 2+1", "5"}, {late, "Players p3 passed", "true"},
		{late, "Players p1 sold", `["PO"]`}, {late, "Players p1 passed", "false"},
		{late, "Companies OU floated", "true"}, {late, "Companies OU operates", "true"}, {late, "Companies OU zone", `""`}, {late, "Companies OU ports", `["H7"]`},
		{late, "Companies OU waits", `""`}, {over, "Companies MID waits", `"J9"`}, {late, "Companies OU moved", "true"}, {late, "Companies PO floated", "false"}, {late, "Companies PO operates", "false"}, {late, "Companies PO moved", "false"},
		{over, "Game engineers", `"out"`}, {over, "Game rusted 5E", "5"}, {over, "Game privates CEI owner", `"closed"`},
		{over, "Companies OU certificates", `[{"card":false,"front":"5E","obsolete":false,"rusted":true,"side":"single","train":"5E"}]`},
	} {
		if got := enginetest.Field(c.account, c.path); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
	certs := enginetest.Field(late, "Companies OU certificates")
	for _, want := range []string{
		`{"card":false,"front":"5+2","obsolete":false,"rusted":false,"side":"double","train":"4/6x2"}`,
		`{"card":true,"front":"4+1","obsolete":false,"rusted":false,"side":"single","train":"4+1"}`,
	} {
		if !strings.Contains(certs, want) {
			t.Errorf("certificates %s, want %s", certs, want)
		}
	}
	for cell, want := range map[string]string{"13,0": "brown", "13,3": "orange", "13,5": "yellow", "13,7": ""} {
		if got := enginetest.Field(accountOf(t, "company OU p1 67", "cell OU "+cell), "Companies OU zone"); got != strconv.Quote(want) {
			t.Errorf("%s is the zone %s, want %s", cell, got, want)
		}
	}
}

// What a private company does, in words. // 10.1, 10.2
func TestAboutPrivates(t *testing.T) {
	for private, want := range map[string]string{
		privTB:  "keeps K8 free of tiles while a player has it; " + powers[privTB],
		privLM:  "pays 30fr; " + powers[privLM],
		"CEI":   "pays 5fr; keeps E18 and F17 free of tiles while a player has it; " + powers["CEI"],
		privVDL: "pays 20fr; keeps G14 free of tiles while a player has it; " + powers[privVDL] + "; with six players its company may make a 2-train of it",
	} {
		if got := about(private); got != want {
			t.Errorf("%s: %q, want %q", private, got, want)
		}
	}
}
