package demo

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/mail"
	"strings"
	"testing"
	"time"

	"pbem/pbem/evening"
	"pbem/pbem/postoffice"
)

func header(t *testing.T, raw []byte) mail.Header {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header
}

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

// The others know only their mails: they play on with the recorded player's first moves,
// in answers with References and quotes as mail programs write them.
func TestOthersPlay(t *testing.T) {
	table := open(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	begin(ctx, t, table, "Shoreline")
	playing, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- table.PlayOthers(playing, "", 1) }()
	box, err := table.Office.WaitMail(ctx, address, 40)
	stop()
	if err := errors.Join(err, <-done); err != nil {
		t.Fatal(err)
	}
	replies, quoted := 0, 0
	for _, m := range box {
		h := header(t, m.Raw)
		refs, to := h.Get("References"), h.Get("In-Reply-To")
		if to == "" {
			continue // it follows a link
		}
		if replies++; !strings.HasSuffix(refs, " "+to) {
			t.Errorf("an answer to %s refers to %q", to, refs)
		}
		if body, _ := Body(m.Raw); strings.Contains(body, "> ") || bytes.Contains(m.Raw, []byte("text/html")) {
			quoted++
		}
	}
	if replies < len(box)/2 || quoted != replies {
		t.Errorf("of %d mails %d are answers, and %d of them quote as a mail program does", len(box), replies, quoted)
	}
	if g, err := table.Service.Game(table.Game); err != nil || g.Version() < 20 {
		t.Errorf("the game has not moved: %v", err)
	}
}

// One of the others waits for the answer to their mail before they write again; when it
// does not come within their patience, they do. An old mail that comes once more does not
// have them answer its position.
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
	brian := table.Seats[1]
	if err := table.Office.Deliver(address, brian.Address, table.Office.Mailbox(brian.Address)[0].Raw); err != nil {
		t.Fatal(err)
	}
	table.Office.RejectNext(postoffice.AtRcpt, 550, "no")
	o := &other{table: table, seat: 1, who: evening.NewPlayer(brian.Name, brian.Address, 5, evening.Character{Patience: patience, Steady: true})}
	now := time.Now()
	if err := o.turn(ctx, now); err == nil {
		t.Fatal("their mail was to be lost")
	}
	for _, c := range []struct {
		after time.Duration
		mails int
	}{{0, 1}, {patience / 2, 1}, {2 * patience, 2}} {
		if err := o.turn(ctx, now.Add(c.after)); err != nil {
			t.Fatal(err)
		}
		if n := len(table.Office.Mailbox(address)); n != c.mails {
			t.Fatalf("after %s %d mails have come, want %d", c.after, n, c.mails)
		}
	}
	if _, err := table.Office.WaitMail(ctx, brian.Address, 4); err != nil {
		t.Fatal("no answer:", err)
	}
}
