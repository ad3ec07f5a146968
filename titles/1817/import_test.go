package t1817

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/games18xx"
)

// imported lays out the table as for a recorded game of three players, with more events.
func imported(t *testing.T, more ...engine.Event) *engine.State {
	t.Helper()
	options, err := importOptions(&games18xx.Export{Players: make([]games18xx.Player, 3)})
	if err != nil {
		t.Fatal(err)
	}
	log, err := setup(engine.Started{Players: []string{"A", "B", "C"}, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return engine.Fold(append(log, more...))
}

// D-28: the phase 2+ of 18xx.games begins when a 2+-train is exported, as when one is sold. Our own rules
// have no such phase.
func TestOtherPhase(t *testing.T) {
	extra := step.Train("2+", 0)
	for place, want := range map[string]string{step.Supply: "2", step.Out: "2+", "J": "2+"} {
		if got := position(imported(t, engine.Moved{Piece: extra, From: step.Supply, To: place})).Phase; got != want {
			t.Errorf("a 2+-train at %s: phase %s, want %s", place, got, want)
		}
	}
	log, err := setup(engine.Started{Players: []string{"A", "B", "C"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := position(engine.Fold(append(log, engine.Moved{Piece: extra, From: step.Supply, To: step.Out}))).Phase; got != "2" {
		t.Errorf("without the switch: phase %s", got)
	}
}

func asking(question, by, company string, verbs ...string) []engine.Choice {
	var out []engine.Choice
	for _, v := range verbs {
		out = append(out, engine.Choice{By: by, Question: question, For: company, Verb: v})
	}
	return out
}

func threePlayers() *translator {
	return newTranslator(&games18xx.Export{Players: []games18xx.Player{{ID: "11"}, {ID: "12"}, {ID: "13"}}}).(*translator)
}

// D-23: a record may leave out a pass only in the turn of the company that the action names, in an earlier
// step. No other player's decision is skipped.
func TestCatchUpPassesForNobodyElse(t *testing.T) {
	s := imported(t, engine.Moved{Piece: step.Share("J", 0), From: box, To: "p1"}, engine.Moved{Piece: step.Share("H", 0), From: box, To: "p2"},
		engine.Moved{Piece: step.Share("R", 0), From: box, To: "p1"})
	act := func(kind string, entity games18xx.Name) games18xx.Action {
		return games18xx.Action{Type: kind, Entity: entity, EntityType: "corporation"}
	}
	for _, c := range []struct {
		name    string
		pending []engine.Choice
		action  games18xx.Action
		want    string
	}{
		{"a tile was left out", asking("track", "p1", "J", "lay", "pass", "loan"), act("place_token", "J"), "p1 pass"},
		{"so was the marker", asking("station", "p1", "J", "token", "pass"), act("run_routes", "J"), "p1 pass"},
		{"nothing to run", asking("run", "p1", "J", "run"), act("buy_train", "J"), "p1 run nothing"},
		{"what is asked is said", asking("track", "p1", "J", "lay", "pass"), act("lay_tile", "J"), ""},
		{"a loan is possible here", asking("track", "p1", "J", "lay", "pass", "loan"), act("take_loan", "J"), ""},
		{"another company", asking("track", "p1", "J", "lay", "pass"), act("place_token", "H"), ""},
		{"another company of the same president", asking("track", "p1", "J", "lay", "pass"), act("place_token", "R"), ""},
		{"another round", asking("repayment", "p1", "J", "repay", "pass"), act("lay_tile", "J"), ""},
		{"an earlier step", asking("trains", "p1", "J", "buy", "pass"), act("lay_tile", "J"), ""},
		{"a player", asking("stock turn", "p1", "", "buy", "pass"), games18xx.Action{Type: "bid", Entity: "12", EntityType: "player"}, ""},
		{"an auction", asking("bid", "p1", "J", "bid", "pass"), games18xx.Action{Type: "bid", Entity: "12", EntityType: "player"}, ""},
		{"nobody is asked", nil, act("lay_tile", "J"), ""},
	} {
		got, ok := threePlayers().CatchUp(s, c.pending, c.action)
		if text := strings.TrimSpace(got.By + " " + got.String()); ok != (c.want != "") || text != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, text, ok, c.want)
		}
	}
}

// Unexpected actions of a record are reported and never skipped: passes of other players, unknown kinds of
// dividend, a different price of a train.
func TestUnexpectedActionsAreTold(t *testing.T) {
	s := imported(t, engine.Moved{Piece: step.Share("J", 0), From: box, To: "p1"}, engine.Set{Key: bankrupt.Of("p3"), Value: 1})
	for _, c := range []struct {
		name    string
		pending []engine.Choice
		action  games18xx.Action
		want    string // a command, or part of an error after "!"
	}{
		{"a pass", asking("stock turn", "p1", "", "buy", "pass"), games18xx.Action{Type: "pass", Entity: "11", EntityType: "player"}, "p1 pass"},
		{"of another", asking("stock turn", "p1", "", "buy", "pass"), games18xx.Action{Type: "pass", Entity: "12", EntityType: "player"}, "!12 passes and is not asked"},
		{"of a bankrupt, D-40", asking("stock turn", "p1", "", "buy", "pass"), games18xx.Action{Type: "pass", Entity: "13", EntityType: "player"}, ""},
		{"of a company in its turn", asking("trains", "p1", "J", "buy", "pass"), games18xx.Action{Type: "pass", Entity: "J", EntityType: "corporation"}, "p1 pass"},
		{"of another company", asking("trains", "p1", "J", "buy", "pass"), games18xx.Action{Type: "pass", Entity: "H", EntityType: "corporation"}, "!H passes and is not asked"},
		{"of a company in an auction", asking("bid", "p1", "H", "bid", "pass"), games18xx.Action{Type: "pass", Entity: "J", EntityType: "corporation"}, ""},
		{"half", nil, games18xx.Action{Type: "dividend", Entity: "J", EntityType: "corporation", Kind: "half"}, "p1 half"},
		{"another kind", nil, games18xx.Action{Type: "dividend", Entity: "J", EntityType: "corporation", Kind: "third"}, `!a dividend "third" is unknown`},
		{"the price", nil, games18xx.Action{Type: "buy_train", Entity: "J", EntityType: "corporation", Train: "2-0", Price: 100}, "p1 buy train 2 from bank"},
		{"another price", nil, games18xx.Action{Type: "buy_train", Entity: "J", EntityType: "corporation", Train: "2-0", Price: 80}, "!it pays $80 for a 2-train, which costs $100"},
		{"no runs, not asked", asking("trains", "p1", "J", "buy", "pass"), games18xx.Action{Type: "run_routes", Entity: "J", EntityType: "corporation"}, ""},
		{"no runs", asking("run", "p1", "J", "run"), games18xx.Action{Type: "run_routes", Entity: "J", EntityType: "corporation"}, "p1 run nothing"},
		{"the end by hand, D-31", nil, games18xx.Action{Type: "end_game", Entity: "11", EntityType: "player"}, ""},
		{"something new", nil, games18xx.Action{Type: "sing", Entity: "11", EntityType: "player"}, `!action "sing" is unknown`},
	} {
		commands, err := threePlayers().Commands(s, c.pending, c.action)
		got := ""
		for _, x := range commands {
			got += x.By + " " + x.String()
		}
		if err != nil {
			got = "!" + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A merger of two 5-share companies gives its first new certificates to the owners of shares of the
// absorbed company. The record does not name them. If one of them reaches the market later, it does not
// come from the treasury.
func TestCertificatesOfAMerger(t *testing.T) {
	s := imported(t, engine.Set{Key: size.Of("B&A"), Value: 5}, engine.Set{Key: size.Of("GT"), Value: 5}, engine.Set{Key: roundKind, Value: stockRound},
		engine.Moved{Piece: step.Share("B&A", 0), From: box, To: "p1"}, engine.Moved{Piece: step.Share("B&A", 1), From: box, To: "B&A"},
		engine.Moved{Piece: step.Share("B&A", 5), From: box, To: step.Pool}, engine.Moved{Piece: step.Share("GT", 0), From: box, To: "p3"},
		engine.Moved{Piece: step.Share("GT", 1), From: box, To: "GT"}, engine.Moved{Piece: step.Share("GT", 2), From: box, To: "GT"},
		engine.Moved{Piece: step.Share("GT", 3), From: box, To: "GT"})
	tr := threePlayers()
	merge := games18xx.Action{Type: "merge", Entity: "B&A", EntityType: "corporation", Corporation: "GT"}
	if words, err := tr.merger(tr.At(s, nil, merge)); err != nil || words != "merge with GT into B&A" {
		t.Errorf("the merger is %q, %v", words, err)
	}
	for id, want := range map[string]string{"B&A_3": fromTreasury, "B&A_4": fromMarket, "B&A_5": fromMarket, "B&A_6": fromTreasury} {
		if got := tr.source(see(s), "B&A", id); got != want {
			t.Errorf("%s comes from the %s, want %s", id, got, want)
		}
	}
}

// D-47: an offer that nobody can pay, and that we do not ask for, means nothing. An offer that somebody
// could pay is an error.
func TestOffersThatNobodyCanPay(t *testing.T) {
	table := []engine.Event{
		engine.Set{Key: roundKind, Value: mergerRound}, engine.Moved{Piece: step.Share("J", 0), From: box, To: "p1"}, engine.Moved{Piece: step.Share("H", 0), From: box, To: "p2"},
		engine.Set{Key: size.Of("J"), Value: 2}, engine.Set{Key: size.Of("H"), Value: 2}, engine.Priced{Marker: "J", Cell: cell(20)}, engine.Priced{Marker: "H", Cell: cell(10)},
	}
	offer := games18xx.Action{Type: "assign", Entity: "J", EntityType: "corporation", Target: "J", TargetType: "corporation"}
	for _, c := range []struct {
		name    string
		cash    int
		pending []engine.Choice
		want    int
	}{
		{"nobody can pay", 1, asking("merge", "p2", "H", "convert", "pass"), 0},
		{"somebody can", 1000, asking("merge", "p2", "H", "convert", "pass"), 1},
		{"it is asked", 1, asking("offer", "p1", "J", "offer", "pass"), 1},
	} {
		s := imported(t, append(slices.Clone(table), engine.Paid{From: engine.Bank, To: "H", Amount: c.cash})...)
		commands, err := threePlayers().Commands(s, c.pending, offer)
		if err != nil || len(commands) != c.want {
			t.Errorf("%s: %v, %v", c.name, commands, err)
		}
	}
}

// The marks of a position are the coal mines and bridge tokens where they lie.
func TestMarks(t *testing.T) {
	s := imported(t,
		engine.Moved{Piece: "coal:CM:0", From: "CM", To: "I8"}, engine.Moved{Piece: "coal:MAJC:2", From: "MAJC", To: "B25"},
		engine.Moved{Piece: "bridge:UBC:1", From: "UBC", To: "G6"}, engine.Moved{Piece: "bridge:OBC:0", From: "OBC", To: "H9"},
	)
	var got []string
	for _, f := range see(s).marks() {
		got = append(got, f.Hex+" "+f.Word)
	}
	slices.Sort(got)
	if want := []string{"B25 coal", "G6 bridge", "H9 bridge", "I8 coal"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
