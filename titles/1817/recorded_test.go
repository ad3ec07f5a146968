package t1817_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/engine/enginetest"
	t1817 "pbem/titles/1817"
	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

const shared = "../../../shared"

// recorded reads a recorded game. It skips the test if there is no shared folder.
func recorded(t *testing.T, name string) *games18xx.Export {
	t.Helper()
	return replaytest.Open(t, filepath.Join(shared, "games", "1817", name)).Export
}

// TestRecordedGames replays the recorded games and compares the results.
func TestRecordedGames(t *testing.T) {
	for _, name := range []string{"15528.json", "20758.json", "random-1.json", "random-2.json"} {
		t.Run(name, func(t *testing.T) {
			e := recorded(t, name)
			r := replayed(t, e, replay.All)
			for i, p := range r.Title.Position(r.Game.State()).Players {
				if want := e.Result[string(e.Players[i].ID)]; p.Worth != want {
					t.Errorf("%s has %d, recorded are %d", e.Players[i].Name, p.Worth, want)
				}
			}
		})
	}
}

// replayed plays the actions up to an id.
func replayed(t *testing.T, e *games18xx.Export, upTo int) *replay.Replay {
	t.Helper()
	r, err := replay.New(e)
	if err != nil {
		t.Fatal(err)
	}
	replaytest.DoTo(t, r, upTo)
	return r
}

// checkpoints of game 15528: a company after the action that a worked example cites.
var checkpoints = []struct {
	id   int
	sym  string
	want title.Company
}{
	{269, "A&S", title.Company{Price: 90, Size: 5, Loans: 1}},   // WE-33: conversion at 90
	{490, "WT", title.Company{Price: 150, Size: 5, Loans: 1}},   // WE-22: 60 and 90
	{830, "A&S", title.Company{Price: 165, Size: 10, Loans: 1}}, // WE-23: 165 twice
	{836, "WT", title.Company{Price: 80, Size: 10, Loans: 4}},   // WE-23: 110 and 55
	{960, "GT", title.Company{Price: 80, Size: 10, Loans: 9}},   // WE-28: seven kept
	{1132, "WT", title.Company{Price: 120, Size: 10, Loans: 4}}, // WE-27: three kept
}

func TestRecordedCheckpoints(t *testing.T) {
	e := recorded(t, "15528.json")
	for _, c := range checkpoints {
		p := replayedPosition(t, e, c.id)
		got := p.Company(c.sym)
		if got == nil || got.Price != c.want.Price || got.Size != c.want.Size || got.Loans != c.want.Loans {
			t.Errorf("action %d: %s is %+v, want price %d, size %d, loans %d", c.id, c.sym, got, c.want.Price, c.want.Size, c.want.Loans)
		}
	}
}

func replayedPosition(t *testing.T, e *games18xx.Export, id int) title.Position {
	t.Helper()
	r := replayed(t, e, id)
	return r.Title.Position(r.Game.State())
}

// WE-36, 17-EG-02: the first 8-train is bought in OR 6.1, so the game ends after
// 7.2.
func TestRecordedEnd(t *testing.T) {
	e := recorded(t, "15528.json")
	p := replayedPosition(t, e, 1337)
	if p.Phase != "8" || !strings.HasPrefix(p.Round, "OR 6.1") {
		t.Errorf("after action 1337: phase %s, %s", p.Phase, p.Round)
	}
	want := title.Fact{Label: "end", Value: "after operating round 7.2 and its merger round"}
	found := false
	for _, f := range p.Facts {
		found = found || f == want
	}
	if !found {
		t.Errorf("%v is not among %v", want, p.Facts)
	}
}

// The coal mines and bridge tokens of a position are those that the record has placed so far. Timelines do
// not have them.
func TestRecordedMarks(t *testing.T) {
	kinds := map[string]string{}
	for _, p := range t1817.Title.Facts.Privates {
		kinds[p.Sym] = p.Kind
	}
	for _, name := range []string{"15528.json", "20758.json", "random-1.json", "random-2.json"} {
		e := recorded(t, name)
		r := replayed(t, e, 0)
		placed := map[string][]string{}
		for _, a := range r.Actions {
			if _, err := r.Do(a); err != nil {
				t.Fatal(err)
			}
			for _, x := range append([]games18xx.Action{a}, a.AutoActions...) {
				switch {
				case x.Type == "lay_tile" && kinds[string(x.Entity)] == "coal":
					placed["coal"] = append(placed["coal"], x.Hex)
				case x.Type == "assign" && x.TargetType == "hex":
					placed["bridge"] = append(placed["bridge"], string(x.Target))
				}
			}
			for word, want := range placed {
				slices.Sort(want)
				if got := marked(r.Title.Position(r.Game.State()), word); !slices.Equal(got, want) {
					t.Fatalf("%s, action %d: %s marks lie at %q, recorded are %q", name, a.ID, word, got, want)
				}
			}
		}
		if name == "15528.json" && (len(placed["coal"]) == 0 || len(placed["bridge"]) == 0) {
			t.Errorf("%s places %v: no longer a test", name, placed)
		}
	}
}

// marked returns the hexes with a mark, sorted.
func marked(p title.Position, word string) []string {
	var out []string
	for _, m := range p.Marks {
		if m.Word == word {
			out = append(out, m.Hex)
		}
	}
	slices.Sort(out)
	return out
}

// D-30: games with the volatility option are refused.
func TestVolatilityIsRefused(t *testing.T) {
	e := &games18xx.Export{Title: "1817", Players: []games18xx.Player{{ID: "1"}, {ID: "2"}, {ID: "3"}}}
	e.Settings.OptionalRules = []string{"volatility"}
	if _, err := replay.New(e); err == nil || !strings.Contains(err.Error(), "volatility") {
		t.Errorf("it is replayed: %v", err)
	}
}

func TestCitations(t *testing.T) {
	enginetest.Unbundled(t, ".")
	enginetest.Citations(t, filepath.Join(shared, "rules", "1817.txt"), ".")
}
