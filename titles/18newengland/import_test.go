package t18newengland

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles/games18xx"
)

// The meaning of a recorded action depends on what we ask. An action without a meaning here stops
// the replay, except in the silent steps. // DIF-15, DIF-19, DIF-25
func TestActionsInWords(t *testing.T) {
	running := []engine.Choice{{By: "p1", For: "NYC", Verb: "run", Usage: "STOP ..."}}
	buying := []engine.Choice{{By: "p1", For: "NYC", Verb: "buy"}, {By: "p1", For: "NYC", Verb: "pass"}}
	for name, c := range map[string]struct {
		pending []engine.Choice
		action  games18xx.Action
		want    string
	}{
		"no routes where we ask":      {running, games18xx.Action{Type: "run_routes", Entity: "NYC"}, "run nothing"},
		"no routes of another":        {running, games18xx.Action{Type: "run_routes", Entity: "CN"}, ""},
		"no routes where we do not":   {buying, games18xx.Action{Type: "run_routes", Entity: "NYC"}, ""},
		"half":                        {nil, games18xx.Action{Type: "dividend", Entity: "NYC", Kind: "half"}, "half"},
		"another kind of dividend":    {nil, games18xx.Action{Type: "dividend", Entity: "NYC", Kind: "variable"}, `error: a dividend "variable" is unknown`},
		"a train of the bank":         {buying, games18xx.Action{Type: "buy_train", Entity: "NYC", Train: "3-0", Price: 180}, "buy train 3 from bank"},
		"a train at another price":    {buying, games18xx.Action{Type: "buy_train", Entity: "NYC", Train: "3-0", Price: 200}, "error: it pays $200 for a 3-train, which costs $180"},
		"a train that is not":         {buying, games18xx.Action{Type: "buy_train", Entity: "NYC", Train: "7-0", Price: 200}, "error: there is no 7-train"},
		"a pass":                      {buying, games18xx.Action{Type: "pass", Entity: "NYC", EntityType: "corporation"}, "pass"},
		"the pass of another company": {buying, games18xx.Action{Type: "pass", Entity: "CN", EntityType: "corporation"}, "error: CN passes and is not asked"},
		"the pass of another player":  {buying, games18xx.Action{Type: "pass", Entity: "12", EntityType: "player"}, "error: 12 passes and is not asked"},
		"a share of nobody's":         {nil, games18xx.Action{Type: "sell_shares", Entity: "11", EntityType: "player", Shares: []string{"NYC_3"}, Percent: 10}, "error: it trades the certificate NYC_3, which lies elsewhere"},
		"another's office":            {nil, games18xx.Action{Type: "sell_shares", Entity: "12", EntityType: "player", Shares: []string{"NYC_0"}, Percent: 20}, "error: it trades the certificate NYC_0, which lies elsewhere"},
		"one's own":                   {nil, games18xx.Action{Type: "sell_shares", Entity: "11", EntityType: "player", Shares: []string{"NYC_0"}, Percent: 20}, "sell 2 NYC"},
		"too much of one's own":       {nil, games18xx.Action{Type: "sell_shares", Entity: "11", EntityType: "player", Shares: []string{"NYC_0"}, Percent: 30}, "error: it tells of 30%, and the certificates NYC_0 come to 20%"},
		"a player's share":            {nil, games18xx.Action{Type: "buy_shares", Entity: "12", EntityType: "player", Shares: []string{"NYC_0"}, Percent: 20}, "error: it trades the certificate NYC_0, which lies elsewhere"},
		"of the IPO":                  {nil, games18xx.Action{Type: "buy_shares", Entity: "12", EntityType: "player", Shares: []string{"NYC_3"}, Percent: 10}, "buy NYC from ipo"},
		"back from the IPO":           {nil, games18xx.Action{Type: "buy_shares", Entity: "NYC", EntityType: "corporation", Shares: []string{"NYC_3"}, Percent: 10}, "error: it trades the certificate NYC_3, which lies elsewhere"},
		"an issue":                    {nil, games18xx.Action{Type: "sell_shares", Entity: "NYC", EntityType: "corporation", Shares: []string{"NYC_3", "NYC_4"}, Percent: 20}, "issue 2 from ipo"},
		"an issue at the par":         {nil, games18xx.Action{Type: "sell_shares", Entity: "NYC", EntityType: "corporation", Shares: []string{"NYC_3"}, Percent: 10, SharePrice: "130"}, "issue 1 from ipo"},
		"at another price":            {nil, games18xx.Action{Type: "sell_shares", Entity: "NYC", EntityType: "corporation", Shares: []string{"NYC_3"}, Percent: 10, SharePrice: "120"}, "error: a share is recorded at $120, the par is $130"},
		"an issue of another":         {nil, games18xx.Action{Type: "sell_shares", Entity: "CN", EntityType: "corporation", Shares: []string{"NYC_3"}, Percent: 10}, "error: it trades the certificate NYC_3, which lies elsewhere"},
		"an issue of the office too":  {nil, games18xx.Action{Type: "sell_shares", Entity: "NYC", EntityType: "corporation", Shares: []string{"NYC_3", "NYC_0"}, Percent: 30}, "error: it trades the certificate NYC_0, which lies elsewhere"},
		"the end by hand, DIF-33":     {nil, games18xx.Action{Type: "end_game", Entity: "11", EntityType: "player"}, ""},
		"an unknown action":           {nil, games18xx.Action{Type: "borrow", Entity: "NYC"}, `error: action "borrow" is unknown`},
	} {
		s := engine.Fold(append(mustSetup(t, 2),
			engine.Moved{Piece: "share:NYC:0", From: "ipo:NYC", To: "p1"}, engine.Moved{Piece: "share:CN:0", From: "ipo:CN", To: "p1"},
			engine.Set{Key: par.Of("NYC"), Value: 130}, engine.Set{Key: roundKind, Value: operatingRound}))
		tr := newTranslator(&games18xx.Export{Players: []games18xx.Player{{ID: "11"}, {ID: "12"}}})
		commands, err := tr.Commands(s, c.pending, c.action)
		got := strings.Trim(fmt.Sprint(commands), "[]")
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Check refuses a game that has other certificates in a place than the record.
func TestCertificatesAreCounted(t *testing.T) {
	tr := newTranslator(&games18xx.Export{Players: []games18xx.Player{{ID: "11"}, {ID: "12"}}}).(*translator)
	traded := games18xx.Action{Type: "buy_shares", Entity: "11", EntityType: "player", Shares: []string{"NYC_3"}, Percent: 10}
	log := append(mustSetup(t, 2), engine.Moved{Piece: "share:NYC:0", From: "ipo:NYC", To: "p2"}, engine.Set{Key: roundKind, Value: stockRound})
	if _, err := tr.Commands(engine.Fold(log), nil, traded); err != nil {
		t.Fatal(err)
	}
	if err := tr.Check(engine.Fold(log), traded); err == nil || !strings.Contains(err.Error(), "0 certificates of NYC lie with p1, by the record 1") {
		t.Errorf("a share that was not bought: %v", err)
	}
	if err := tr.Check(engine.Fold(append(log, engine.Moved{Piece: "share:NYC:3", From: "ipo:NYC", To: "p1"})), traded); err != nil {
		t.Errorf("a share that was bought: %v", err)
	}
}
