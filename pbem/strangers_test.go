package pbem

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/senders"
)

// Whose a mail is, by its header.
func TestSort(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	of := idTo(t, d.flush(), "amy@example.org")
	for header, want := range map[string]intake.Rank{
		"": intake.Players, // the server did not send the header
		"From: amy@example.org\r\nTo: pbem@play.example\r\n\r\n":                                        intake.Players,
		"From: AMY@Example.org\r\n\r\n":                                                                 intake.Players,
		"From: host@example.org\r\n\r\n":                                                                intake.Players,
		"From: amy@home.example\r\nTo: " + d.reply("g1.p1") + "\r\n\r\n":                                intake.Players,
		"From: amy@home.example\r\nIn-Reply-To: " + of + "\r\n\r\n":                                     intake.Players,
		"From: amy@home.example\r\nReferences: <x@y> " + of + "\r\n\r\n":                                intake.Players,
		"From: MAILER-DAEMON@x.example\r\nTo: " + d.service.Office.VERP("amy@example.org") + "\r\n\r\n": intake.Players,
		"From: MAILER-DAEMON@x.example\r\nTo: pbem@play.example\r\nSubject: Returned mail\r\n\r\n":      intake.Reports,
		"From: mallory@example.net\r\nTo: pbem@play.example\r\n\r\n":                                    intake.Strangers,
		"From: mallory@example.net\r\nTo: pbem+g1.p1.aaaaaaaaaaaaaaaa@play.example\r\n\r\n":             intake.Strangers,
		"From: mallory@example.net\r\nIn-Reply-To: <move.g1.1.p1.aaaaaaaa@play.example>\r\n\r\n":        intake.Strangers,
		"From: MAILER-DAEMON@x.example\r\nTo: pbem+b.aaaaaaaaaaaaaaaa@play.example\r\n\r\n":             intake.Reports,
		"From: amy@example.org, mallory@example.net\r\n\r\n":                                            intake.Strangers,
		"Subject: none\r\n\r\n": intake.Strangers,
	} {
		if got := (mailroom{d.service}).Sort([]byte(header)); got != want {
			t.Errorf("%q is %d, want %d", header, got, want)
		}
	}
}

// As many mails of strangers are read in a day as the quota allows, only small ones, also
// after a restart. The host is told once a day how many were not read.
func TestStrangersQuota(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits = config.Limits{Strangers: 3}
	d.restart(d.db)
	d.three()
	admitted := func(n int, rank intake.Rank, size int64) (in int) {
		for range n {
			if (mailroom{d.service}).Admit(rank, size) {
				in++
			}
		}
		return in
	}
	tick := func() []sent {
		d.now = d.now.Add(time.Minute)
		(mailroom{d.service}).Heard()
		d.service.Tick(context.Background())
		return d.flush()
	}
	if n := admitted(2, intake.Strangers, 1000) + admitted(1, intake.Strangers, senders.LargestOther+1); n != 2 {
		t.Errorf("%d admitted, want 2", n)
	}
	if n := admitted(20, intake.Reports, 1000); n != 15 {
		t.Errorf("%d reports admitted, want 15", n)
	}
	tick()
	d.restart(d.db)
	if n := admitted(5, intake.Strangers, 1000); n != 1 {
		t.Errorf("%d admitted after a restart, want 1", n)
	}
	if mails := tick(); len(mails) != 0 {
		t.Errorf("told on the same day: %v", recipients(mails))
	}
	d.now = d.now.Add(24 * time.Hour)
	told := func(away string) (n int) {
		for _, m := range tick() {
			if m.to == "host@example.org" && strings.Contains(strings.Join(strings.Fields(text(t, m)), " "), away+" of people who are not known here") {
				n++
			}
		}
		return n
	}
	if n := told("10 mails"); n != 1 {
		t.Errorf("told %d times", n)
	}
	if n := admitted(5, intake.Strangers, 1000); n != 3 {
		t.Errorf("%d admitted on the next day, want 3", n)
	}
	d.now = d.now.Add(time.Hour)
	if n := told(""); n != 0 {
		t.Error("told again")
	}
	d.now = d.now.Add(24 * time.Hour)
	if n := told("2 mails"); n != 1 {
		t.Errorf("told %d times of the next day", n)
	}
	admitted(4, intake.Strangers, 1000)
	d.now = d.now.Add(24 * time.Hour)
	if n := told("1 mail"); n != 1 {
		t.Errorf("told %d times of a day with one mail", n)
	}
}

// A stranger's mail that nobody needs is deleted. A player's mail is kept, even if it is
// ignored.
func TestStrangersAreNotKept(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.service.settleInRoom(t, []byte("From: mallory@example.net\r\nTo: pbem@play.example\r\nMessage-ID: <1@x>\r\n\r\nbuy\r\n"))
	d.service.settleInRoom(t, bytes.Replace(d.from("p1", "2@x", "I am away"), []byte("\r\n\r\n"), []byte("\r\nAuto-Submitted: auto-replied\r\n\r\n"), 1))
	for key, want := range map[string]bool{"id:mallory@example.net <1@x>": false, "id:amy@example.org <2@x>": true} {
		in, err := d.db.Inbound(key)
		if err != nil || in.Outcome != desk.OutcomeIgnored || (len(in.Raw) > 0) != want {
			t.Errorf("%s: %q, %d bytes, %v", key, in.Outcome, len(in.Raw), err)
		}
	}
	if err := d.db.Verify(nil); err != nil {
		t.Error(fmt.Errorf("the database: %w", err))
	}
}

// settleInRoom takes a mail in like the mailbox.
func (s *Service) settleInRoom(t *testing.T, raw []byte) {
	t.Helper()
	_, work := mailroom{s}.Receive(raw)
	if _, err := work(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}
