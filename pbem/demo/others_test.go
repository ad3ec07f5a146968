package demo

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/walk"
)

// begin starts the recorded game anew at a table.
func begin(ctx context.Context, t *testing.T, table *Table, name string) Script {
	t.Helper()
	script, err := Recorded()
	if err != nil {
		t.Fatal(err)
	}
	n, err := script.NewGame(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Start(n); err != nil {
		t.Fatal(err)
	}
	if err := table.Await(ctx, 1); err != nil {
		t.Fatal(err)
	}
	return script
}

// A second table in the same folder counts its mails anew: none of them is
// taken for a repeat of one from the first table.
func TestSecondTable(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dir := t.TempDir()
	for _, name := range []string{"First", "Second"} {
		table, err := Open(Settings{Data: dir, Fast: true, Log: slog.New(slog.NewTextHandler(testWriter{t}, nil))})
		if err != nil {
			t.Fatal(err)
		}
		script := begin(ctx, t, table, name)
		if err := table.Send(ctx, script.Moves[0]); err != nil {
			t.Fatal(err)
		}
		if err := table.Await(ctx, 2); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A seat waits for the mail of the position before it answers. When that does
// not come it answers what it has, and when the answer is refused, again.
func TestOthersAnswerAgain(t *testing.T) {
	table := open(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	script := begin(ctx, t, table, "Shoreline")
	if err := table.Send(ctx, script.Moves[0]); err != nil {
		t.Fatal(err)
	}
	if err := table.Await(ctx, 2); err != nil {
		t.Fatal(err)
	}
	brian := table.Seats[1].Address
	if err := table.Office.Deliver(address, brian, table.Office.Mailbox(brian)[0].Raw); err != nil {
		t.Fatal(err) // the newest mail is of an older position now
	}
	o := others{table: table, person: engine.PlayerID(0), player: walk.NewPlayer(1), version: -1}
	sends := func(mails int) {
		t.Helper()
		if err := o.turn(ctx); err != nil {
			t.Fatal(err)
		}
		if n := len(table.Office.Mailbox(address)); n != mails {
			t.Fatalf("%d mails have been sent, want %d", n, mails)
		}
	}
	sends(1)
	o.since = o.since.Add(-patience)
	sends(2)
	if _, err := table.Office.WaitMail(ctx, brian, 4); err != nil {
		t.Fatal("no refusal:", err)
	}
	if g, err := table.Service.Game(table.Game); err != nil || g.Version() != o.version {
		t.Fatal("an answer to an older position was carried out", err)
	}
	sends(2)
	o.since = o.since.Add(-patience)
	sends(3)
	if _, err := table.Office.WaitMail(ctx, brian, 5); err != nil {
		t.Fatal("the second answer did nothing:", err)
	}
	if g, err := table.Service.Game(table.Game); err != nil || g.Version() == o.version {
		t.Error("the game has not moved", err)
	}
}
