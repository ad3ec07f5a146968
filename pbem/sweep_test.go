package pbem

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/senders"
	"pbem/store"
)

// The points of reports are deleted when no report can count any more; newer ones stay.
// Each tick looks at a limited number of marks.
func TestMarksAreSwept(t *testing.T) {
	d := newTestService(t)
	mail := func(id string) store.Mail { return store.Mail{ID: id, To: "amy@example.org", Raw: []byte("x")} }
	day := func(days int) string { return d.now.AddDate(0, 0, days).Format(time.DateOnly) }
	c := store.Commit{At: d.now, Marks: store.Marks{}, Mails: []store.Mail{mail("<here@play.example>"), mail("<waits@play.example>")}}
	for _, key := range []string{"<here@play.example>", "<gone@play.example>", "<waits@play.example>", "a/b@example.org/" + day(-91), "amy@example.org/" + day(-89)} {
		desk.Returns.Set(c.Marks, key, senders.LastingPoints)
	}
	desk.Silences.Set(c.Marks, desk.SilenceKey{Address: "amy@example.org", From: d.now.AddDate(0, 0, -200)}, d.now.AddDate(0, 0, -100))
	desk.Silences.Set(c.Marks, desk.SilenceKey{Address: "amy@example.org", From: d.now.AddDate(0, 0, -300)}, d.now.AddDate(0, 0, -10))
	const many = 3 * mostSwept
	for i := range many {
		desk.Returns.Set(c.Marks, fmt.Sprintf("<gone%d@play.example>", i), senders.PassingPoints)
	}
	if err := d.db.Commit(c); err != nil {
		t.Fatal(err)
	}
	if err := d.db.Noted([]store.Ending{{ID: "<here@play.example>", To: store.Sent, At: d.now}}); err != nil {
		t.Fatal(err)
	}
	left := func(want int, what string) {
		t.Helper()
		a, err := d.db.MarkPage("returned/", "", 0)
		b, worse := d.db.MarkPage("silence/", "", 0)
		if len(a)+len(b) != want || err != nil || worse != nil {
			t.Errorf("%s: %d and %d marks are left, want %d, %v, %v", what, len(a), len(b), want, err, worse)
		}
	}
	d.service.Tick(context.Background())
	if page, err := d.db.MarkPage("returned/", "", 0); err != nil || len(page) < many-mostSwept {
		t.Errorf("after one tick %d marks are left, %v", len(page), err)
	}
	for range 5 {
		d.service.Tick(context.Background())
	}
	left(4, "after some ticks") // for two stored mails, a day, and a silence
	desk.Returns.Set(c.Marks, "<late@play.example>", 1)
	if err := d.db.SetMarks(store.Marks{"returned/<late@play.example>": c.Marks["returned/<late@play.example>"]}); err != nil {
		t.Fatal(err)
	}
	d.service.Tick(context.Background())
	left(5, "in the same day")
	d.now = d.now.AddDate(0, 0, 95) // the sent mail is pruned, the waiting one is not
	d.service.Tick(context.Background())
	left(5, "while the clock may be ahead")
	d.now = d.now.Add(time.Hour)
	for range 3 {
		d.service.Tick(context.Background())
	}
	left(1, "after a season")
	if r, err := desk.Returns.Get(d.db, "<waits@play.example>"); err != nil || !r.Found() {
		t.Error("what is known of a mail that waits is gone", err)
	}
}

// A clock that was a year ahead for a tick does not put the sweep off for a year.
func TestMarksAreSweptAfterAClockWasAhead(t *testing.T) {
	d := newTestService(t)
	now := d.now
	d.now = now.AddDate(1, 0, 0)
	d.service.Tick(context.Background())
	c := store.Commit{At: now, Marks: store.Marks{}}
	desk.Returns.Set(c.Marks, "<gone@play.example>", 1)
	if err := d.db.Commit(c); err != nil {
		t.Fatal(err)
	}
	d.now = now.Add(time.Hour)
	d.service.Tick(context.Background())
	if r, err := desk.Returns.Get(d.db, "<gone@play.example>"); err != nil || r.Found() {
		t.Error("a mark without meaning is still there", err)
	}
}

// A mail that failed a season ago is no longer listed or kept. What a player wrote to another one, or the host to all, is kept until the
// keys of mails are forgotten.
func TestOldFailuresAreDropped(t *testing.T) {
	d := newTestService(t)
	ids := map[string]string{"move": "<move.g1.3.p1.abcdefgh@play.example>", "press": "<press.g1.p1.p2.abcdefgh@play.example>", "word": "<word.abcdefgh.p1.x@play.example>"}
	failedNow := func(names ...string) {
		t.Helper()
		var c store.Commit
		var ends []store.Ending
		for _, name := range names {
			c.Mails = append(c.Mails, store.Mail{ID: ids[name], To: "amy@example.org", Raw: []byte("x")})
			ends = append(ends, store.Ending{ID: ids[name], To: store.Failed, At: d.now, Why: "550 no"})
		}
		c.At = d.now
		if err := errors.Join(d.db.Commit(c), d.db.Noted(ends)); err != nil {
			t.Fatal(err)
		}
	}
	after := func(days int, want ...string) {
		t.Helper()
		for range 24 * days {
			d.now = d.now.Add(time.Hour)
			d.service.Tick(context.Background())
		}
		failed, err := failures(d.db)
		var got []string
		for _, m := range failed {
			got = append(got, strings.Split(m.ID[1:], ".")[0])
		}
		if slices.Sort(got); err != nil || !slices.Equal(got, want) {
			t.Errorf("%d days later %v are kept, want %v: %v", days, got, want, err)
		}
	}
	failedNow("move", "press", "word")
	after(89, "move", "press", "word")
	after(3, "press", "word")
	known := func(name string) bool { _, err := d.db.Mail(ids[name]); return err == nil }
	if !known("move") {
		t.Error("a mail that was dropped just now is not known, and a report about it may come")
	}
	after(306, "press", "word")
	if known("move") || !known("press") {
		t.Errorf("the mail that was dropped long ago is known: %v; what a player wrote: %v", known("move"), known("press"))
	}
	after(5)
	after(100)
	if known("press") || known("word") {
		t.Error("what was dropped long ago is kept for ever")
	}
}
