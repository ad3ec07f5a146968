package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/lmtp"
)

// takenIn takes in a copy and checks what became of it.
func (d *testService) takenIn(raw []byte, want string) {
	d.t.Helper()
	if got, err := d.service.TakeIn(d.t.Context(), raw); got != want || err != nil {
		d.t.Errorf("the copy ended %q, %v; want %q\n%s", got, err, want, raw)
	}
}

// Each mail is taken once, on whatever way it came before, with and without a Message-ID.
func TestCopiesAreTakenOnce(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	// The mail server sends a copy of each mail to copies+TAG@localhost.
	tag := strings.TrimSuffix(strings.TrimPrefix(d.reply("g1.p1"), "pbem+"), "@play.example")
	top := "Return-Path: <amy@example.org>\nX-Original-To: copies+" + tag + "@localhost\nDelivered-To: copies+" + tag + "@localhost\n"
	queued := "Received: from amy by mx with id 1\nFrom: <amy@example.org>\nTo: friends@lists.example.org\nMessage-ID: <1@example.org>\n\nreserve NLN\n"
	d.takenIn([]byte(top+queued), desk.OutcomeApplied)
	d.takenIn([]byte(top+queued), MailKnown)
	d.receive([]byte(strings.ReplaceAll(queued, "\n", "\r\n")), desk.OutcomeApplied) // it says how it ended, and does nothing
	if n := saidIn(d, g); n != 1 {
		t.Errorf("%d commands were carried out", n)
	}

	bare := strings.ReplaceAll(strings.Replace(queued, "Message-ID: <1@example.org>\n", "", 1), "reserve NLN", "press hello")
	h := d.service.handover(t.Context())
	if err := h.Keep(lmtp.Message{From: "amy@example.org", To: []string{d.reply("g1.p1")}, Raw: []byte(strings.ReplaceAll(bare, "\n", "\r\n"))}); err != nil {
		t.Fatal(err)
	}
	h.line.Wait()
	d.takenIn([]byte(top+bare), MailKnown)
	d.takenIn([]byte(top+strings.Replace(bare, "id 1", "id 2", 1)), desk.OutcomeApplied)
}

// What is not for the service is left alone, whoever wrote it, and so is what is too large.
func TestCopiesOfOtherMails(t *testing.T) {
	d := newTestService(t)
	d.cfg.Limits.Strangers = 1
	d.cfg.IMAP.MaxMessage = 10_000
	d.three()
	d.restart(d.db)
	d.takenIn([]byte("From: <amy@example.org>\nTo: <brian+private@example.org>\nMessage-ID: <1@x>\n\nreserve NLN\n"), MailForeign)
	d.takenIn([]byte("Delivered-To: copies@localhost\nFrom: <pbem@play.example>\nTo: <amy@example.org>\nMessage-ID: <2@x>\n\nyour move\n"), MailForeign)
	d.takenIn([]byte("no mail at all"), MailForeign)
	d.takenIn(nil, MailForeign)
	d.takenIn(append(d.from("p1", "3@x", "reserve NLN"), make([]byte, 10_000)...), MailTooLarge)
	stranger := "From: <nobody@example.net>\nTo: <pbem@play.example>\nMessage-ID: <4@x>\n\nbuy\n"
	d.takenIn([]byte(stranger), desk.OutcomeIgnored)
	d.takenIn([]byte(strings.Replace(stranger, "4@x", "5@x", 1)), MailTurned)
	if n := len(d.flush()); n > 0 {
		t.Errorf("%d mails went out", n)
	}
}
