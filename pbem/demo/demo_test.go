package demo

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/internal/testsize"
	"pbem/pbem/table"
	"pbem/titles"
	"pbem/titles/replay/replaytest"
)

func open(t *testing.T) *Table {
	t.Helper()
	log := slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	table, err := Open(Settings{Data: t.TempDir(), Log: log, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	})
	return table
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(p []byte) (int, error) {
	w.t.Log(string(p))
	return len(p), nil
}

func deadline(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// The recorded game is played by mail from the first mail to the archive.
func TestRecordedGameByMail(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays a whole game by mail: left out with -short")
	}
	script, err := Recorded()
	if err != nil {
		t.Fatal(err)
	}
	table, ctx := open(t), deadline(t)
	n, err := script.NewGame("Shoreline")
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Start(n); err != nil {
		t.Fatal(err)
	}
	for i, m := range script.Moves {
		if err := table.Await(ctx, i+1); err != nil {
			t.Fatal(err)
		}
		if err := table.Send(ctx, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Await(ctx, len(script.Moves)+1); err != nil {
		t.Fatal(err)
	}
	if err := table.Archived(ctx); err != nil {
		t.Fatal(err)
	}
	played(t, table, script)
}

// played compares the game that was mailed with the same commands decided
// directly.
func played(t *testing.T, table *Table, script Script) {
	t.Helper()
	ti, _ := titles.Find(script.Title)
	want, _, err := titles.Start(ti, engine.Started{Seed: script.Seed, Players: script.Names, Options: ti.AsOfNow(nil)})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range script.Moves {
		for _, line := range m.Lines {
			f := strings.Fields(line)
			if want, _, err = want.Decide(engine.Command{By: m.By, Verb: f[0], Args: f[1:]}); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := table.Service.Game(table.Game)
	if err != nil {
		t.Fatal(err)
	}
	if !got.State().SameTable(want.State()) {
		t.Errorf("the mailed game ended %v, the same commands decided directly %v", got.State().Result, want.State().Result)
	}
	for _, name := range []string{"index.html", "log.txt", "events.jsonl"} {
		if info, err := os.Stat(filepath.Join(table.Service.ArchiveDir(table.Game), name)); err != nil || info.Size() == 0 {
			t.Errorf("archive: %s: %v", name, err)
		}
	}
}

// A game that people played is mailed action by action: the position after
// every action and the scores are the recorded ones.
func TestPeoplesGameByMail(t *testing.T) {
	if !testsize.Large() {
		t.Skip("it plays one more whole game by mail: in large tests only")
	}
	const dir = "../../../shared/games/18newengland/"
	r := replaytest.Open(t, dir+"73885.json")
	want, err := replaytest.Read(dir + "73885.timeline.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	demo, ctx := open(t), deadline(t)
	n := table.NewGame{Title: r.Title, Name: "73885", Seed: r.Export.Seed(), Options: r.Game.State().Game.Options}
	for _, p := range r.Export.Players {
		n.Seats = append(n.Seats, table.Seat{Name: p.Name})
	}
	if err := demo.Start(n); err != nil {
		t.Fatal(err)
	}
	mails := 1
	for _, a := range r.Actions {
		said, err := r.Do(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range said {
			if err := demo.Await(ctx, mails); err != nil {
				t.Fatal(err)
			}
			if err := demo.Send(ctx, Move{By: c.By, Lines: []string{c.String()}}); err != nil {
				t.Fatal(err)
			}
			mails++
		}
		if err := demo.Await(ctx, mails); err != nil {
			t.Fatalf("action %d (%v): %v", a.ID, said, err)
		}
		if r.Game, err = demo.Service.Game(demo.Game); err != nil {
			t.Fatal(err)
		}
		if diff := want.Differences(r.Checkpoint(a.ID)); len(diff) > 0 {
			t.Fatalf("action %d: %v", a.ID, diff)
		}
	}
	result := r.Game.State().Result
	if result == nil {
		t.Fatal("the game has not ended")
	}
	if err := demo.Archived(ctx); err != nil {
		t.Fatal(err)
	}
	for i, p := range r.Export.Players {
		if got := result.Scores[engine.PlayerID(i)]; got != r.Export.Result[string(p.ID)] {
			t.Errorf("%s scored %d, recorded %d", p.Name, got, r.Export.Result[string(p.ID)])
		}
	}
	t.Log(fmt.Sprint(len(r.Actions), " actions, ", mails-1, " mails sent, ", 4*mails, " answers"))
}
