package replaytest

import (
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/title/titletest"
)

// A game of which only what was said is stored is read as it was written, beside others, and is played again to the same end. Another end, a
// word too many or one that is refused is told.
func TestSpokenGames(t *testing.T) {
	ti := titles.All()[len(titles.All())-1]
	w := titletest.Walked(t, ti, ti.Facts.Seats[0], 1)
	file := filepath.Join(t.TempDir(), "spoken.jsonl.gz")
	for range 2 {
		if err := AddSpoken(file, w.Log); err != nil {
			t.Fatal(err)
		}
	}
	games, err := ReadSpoken(file)
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games (%v)", len(games), err)
	}
	g := games[1]
	if len(g.Said) != len(w.Commands) || g.Start.Seed != 1 || g.End.Reason != w.Game.State().Result.Reason {
		t.Fatalf("%v: %d of %d commands, it ends with %v", g, len(g.Said), len(w.Commands), g.End)
	}
	again, err := g.Play(ti, nil)
	if err != nil || len(again.Log) != len(w.Log) {
		t.Fatalf("played again it has %d events of %d (%v)", len(again.Log), len(w.Log), err)
	}
	for _, c := range []struct {
		what   string
		change func(g *Spoken)
		want   string
	}{
		{"another reason", func(g *Spoken) { g.End.Reason = "nobody knows" }, "stored is {nobody knows"},
		{"another score", func(g *Spoken) { g.End.Scores = map[string]int{"p1": 1} }, "stored is"},
		{"a word too many", func(g *Spoken) {
			g.Said = append(g.Said[:len(g.Said):len(g.Said)], engine.Command{By: "p1", Verb: "pass"})
		}, "decisions"},
		{"a word too few", func(g *Spoken) { g.Said = g.Said[:len(g.Said)-1] }, "stuck"},
		{"a word that is refused", func(g *Spoken) { g.Said = append([]engine.Command{{By: "p1", Verb: "nonsense"}}, g.Said...) }, "is refused"},
		{"too few players", func(g *Spoken) { g.Start.Players = g.Start.Players[:1] }, "players"},
	} {
		changed := g
		c.change(&changed)
		if _, err := changed.Play(ti, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// A file that does not begin with the start of a game is refused.
func TestSpokenGamesBegin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spoken.jsonl.gz")
	if err := AddSpoken(file, []engine.Event{engine.Said{Command: engine.Command{By: "p1", Verb: "pass"}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSpoken(file); err == nil || !strings.Contains(err.Error(), "start") {
		t.Errorf("it is read: %v", err)
	}
	if _, err := ReadSpoken(file + "x"); err == nil {
		t.Error("a file that is not there is read")
	}
}
