package titles_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
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
		games, err := replaytest.RandomGames(ti)
		if err != nil {
			t.Fatal(err)
		}
		for name, log := range games {
			keepLog(t, filepath.Join(dir, name), log)
		}
	}
}

func keepLog(t *testing.T, name string, log []engine.Event) {
	t.Helper()
	if err := replaytest.KeepLog(name, log); err != nil {
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
