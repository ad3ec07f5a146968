package titles_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/walk"
	"pbem/titles"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
	"pbem/titles/title"
)

// record makes stored games of this version:
//
//	go test ./titles -run Record -record v2 -keep
var record = flag.String("record", "", "store games into testdata/NAME of every title")

// TestRecord stores games as this version plays them: real games, without the players'
// names, and two random ones, one of them with every variant. It never overwrites a file,
// because stored games never change.
func TestRecord(t *testing.T) {
	if *record == "" {
		t.Skip("stores games of this version with -record NAME")
	}
	for _, ti := range titles.All() {
		dir := filepath.Join(ti.Facts.Slug, "testdata", *record)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join("../../shared/games", ti.Facts.Slug, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasPrefix(filepath.Base(name), "random") {
				continue
			}
			keepLog(t, filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".json")), recorded(t, name))
		}
		keepLog(t, filepath.Join(dir, "walk-plain"), random(t, ti, ti.Facts.Seats[0].Players, nil))
		var variants map[string]string
		for _, v := range ti.Variants {
			if variants == nil {
				variants = map[string]string{}
			}
			variants[v.Key] = "yes"
		}
		keepLog(t, filepath.Join(dir, "walk-variants"), random(t, ti, ti.Facts.Seats[len(ti.Facts.Seats)-1].Players, variants))
	}
}

func keepLog(t *testing.T, name string, log []engine.Event) {
	t.Helper()
	raws, err := engine.MarshalLog(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := replaytest.WriteLines(name+".log.gz", raws); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
}

// recorded plays a real game from 18xx.games.
func recorded(t *testing.T, name string) []engine.Event {
	t.Helper()
	e := replaytest.Open(t, name).Export
	for i := range e.Players {
		e.Players[i].Name = string(rune('A' + i))
	}
	r, err := replay.New(e)
	if err != nil {
		t.Fatal(err)
	}
	replaytest.DoTo(t, r, replay.All)
	return r.Log
}

// random plays a game of players who do something whenever they can.
func random(t *testing.T, ti *title.Title, players int, options map[string]string) []engine.Event {
	t.Helper()
	start := engine.Started{Title: ti.Facts.Slug, Seed: 1, Options: options}
	for i := range players {
		start.Players = append(start.Players, string(rune('A'+i)))
	}
	setup, err := ti.Setup(start)
	if err != nil {
		t.Fatal(err)
	}
	w := walk.Walk{Rules: ti.Rules, Setup: setup, Seed: 1, Manner: walk.Prudent, Habits: ti.Habits}
	if err := w.Run(); err != nil {
		t.Fatal(err)
	}
	return w.Log
}
