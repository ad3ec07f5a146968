package pbem

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/postbox"
	"pbem/pbem/postoffice"
)

// mailbox gives the service a mail server without old messages.
func (d *testService) mailbox() *postoffice.Office {
	d.t.Helper()
	office, err := postoffice.Start(postoffice.Config{})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { office.Close() })
	office.Add(testAddress, "x")
	server := postbox.Server{Security: postbox.Plain, User: testAddress, Password: "x"}
	d.cfg.IMAP.Server, d.cfg.SMTP.Server = server, server
	d.cfg.IMAP.Addr, d.cfg.SMTP.Addr = office.IMAPAddr(), office.SMTPAddr()
	d.cfg.IMAP.Poll, d.cfg.Poll = 20*time.Millisecond, 20*time.Millisecond
	if err := markAs(d.db, "imap", "1 0"); err != nil {
		d.t.Fatal(err)
	}
	d.restart(d.db)
	return office
}

// run runs the service until a condition is true.
func (d *testService) run(ok func() bool, what string) {
	d.t.Helper()
	ctx, stop := context.WithTimeout(d.t.Context(), time.Minute)
	done := make(chan error, 1)
	go func() { done <- d.service.Run(ctx) }()
	for ctx.Err() == nil && !ok() {
		time.Sleep(10 * time.Millisecond)
	}
	late := ctx.Err()
	stop()
	if err := <-done; err != nil || late != nil {
		d.t.Fatalf("waited in vain for %s: %v", what, err)
	}
}

// marks returns how many messages in the mailbox are marked as handled.
func (d *testService) marks() (n int) {
	d.t.Helper()
	in, err := postbox.Open(d.t.Context(), d.cfg.IMAP)
	if err != nil {
		d.t.Fatal(err)
	}
	defer in.Close()
	items, err := in.New(d.t.Context(), 0)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, item := range items {
		if item.Done {
			n++
		}
	}
	return n
}

// If a mail fails when it arrives and is settled later, its message is then marked on the
// server, also by the next run of the service.
func TestLateMark(t *testing.T) {
	d := newSharedService(t)
	d.three()
	office := d.mailbox()
	d.broken("g1", false)
	if err := office.Deliver("amy@example.org", testAddress, d.from("p1", "1@example.org", "reserve NLN")); err != nil {
		t.Fatal(err)
	}
	left := func() int {
		marks, err := d.db.MarkPage("left/", "", 0)
		if err != nil {
			t.Fatal(err)
		}
		return len(marks)
	}
	d.cfg.Poll = time.Hour // nothing is tried again in this run
	d.service.Config = d.cfg
	d.run(func() bool { return left() == 1 }, "the message to be left")
	if n := d.marks(); n != 0 {
		t.Fatalf("%d messages are marked before anything is settled", n)
	}
	d.cfg.Poll = 20 * time.Millisecond
	d.restart(d.db) // the rules work again
	d.run(func() bool { return d.marks() == 1 && left() == 0 }, "the mark")
	if outcome, _, err := d.db.Settled("id:amy@example.org <1@example.org>"); outcome != desk.OutcomeApplied || err != nil {
		t.Errorf("the mail ended %q, %v", outcome, err)
	}
}

// Messages that were left in a mailbox that no longer exists are forgotten.
func TestLeftInAnotherMailbox(t *testing.T) {
	d := newSharedService(t)
	d.three()
	d.mailbox()
	for i := range 3 {
		if err := markAs(d.db, fmt.Sprintf("left/7.%d", i), "unread"); err != nil {
			t.Fatal(err)
		}
	}
	d.run(func() bool { marks, err := d.db.MarkPage("left/", "", 0); return err == nil && len(marks) == 0 }, "the marks to go")
}

// If a player's mail is too large to be read, the player is told once a day. Nobody else
// is told.
func TestTooLarge(t *testing.T) {
	d := newSharedService(t)
	d.cfg.IMAP.MaxMessage = 5 << 20
	d.restart(d.db)
	d.three()
	header := func(raw []byte) []byte {
		head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
		return []byte(head + "\r\n\r\n")
	}
	told := func(raw []byte) []sent {
		t.Helper()
		if err := d.service.TooLarge(header(raw), 6<<20); err != nil {
			t.Fatal(err)
		}
		return d.flush()
	}
	mails := told(d.from("p1", "1@x", "reserve NLN"))
	if len(mails) != 1 || mails[0].to != "amy@example.org" || !strings.Contains(text(t, mails[0]), "too large: at most 5 MB") {
		t.Fatalf("%d mails", len(mails))
	}
	for what, raw := range map[string][]byte{
		"again":             d.from("p1", "2@x", "reserve NLN"),
		"a stranger's":      plainMail("mallory@example.net", "3@x", ""),
		"without the token": plainMail("amy@example.org", "4@x", ""),
		"a bounce":          append([]byte("X-Failed-Recipients: amy@example.org\r\n"), d.from("p1", "5@x")...),
		"a list's":          append([]byte("List-Id: <x.y>\r\n"), d.from("p1", "6@x")...),
	} {
		if n := len(told(raw)); n != 0 {
			t.Errorf("%s: %d mails", what, n)
		}
	}
	d.now = d.now.Add(24 * time.Hour)
	if n := len(told(d.from("p1", "7@x"))); n != 1 {
		t.Errorf("%d mails on the next day", n)
	}
}
