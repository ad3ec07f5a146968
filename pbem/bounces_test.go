package pbem

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/pbem/postbox"
)

// bounce is a delivery report. Of names the mail that came back, "" for none.
func bounce(n int, to, address, status, of string) []byte {
	raw := fmt.Sprintf("Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: %s\r\nSubject: Undelivered Mail\r\nMessage-ID: <b%d@mx.example>\r\nMIME-Version: 1.0\r\n"+
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nno luck\r\n"+
		"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; %s\r\nAction: failed\r\nStatus: %s\r\n\r\n", to, n, address, status)
	if of != "" {
		raw += fmt.Sprintf("--b\r\nContent-Type: text/rfc822-headers\r\n\r\nFrom: %s\r\nTo: %s\r\nMessage-ID: %s\r\nSubject: a game\r\n\r\n", testAddress, address, of)
	}
	return []byte(raw + "--b--\r\n")
}

func (d *desk) score(address string) int {
	d.t.Helper()
	n, err := d.db.Counter(scoreName(address))
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

// Mails that come back raise a score; over the limit the address gets no more
// mail, the others, the host and the log are told once, and a mail from there makes it
// good. Then everything since the last mail that was sent is told.
func TestSuspendedAddress(t *testing.T) {
	d := newDesk(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	id := idTo(t, d.flush(), "brian@example.org")
	d.receive(bounce(1, testAddress, "brian@example.org", "4.2.2", id), outcomeIgnored)
	if d.score("brian@example.org") != passingPoints {
		t.Fatal("score", d.score("brian@example.org"))
	}
	d.receive(bounce(1, testAddress, "brian@example.org", "4.2.2", id), outcomeIgnored) // the same again
	for i := range 2 {
		d.receive(bounce(2+i, testAddress, "b@elsewhere.example", "5.1.1", id), outcomeIgnored)
	}
	if got := d.score("brian@example.org"); got != passingPoints+2*lastingPoints || len(d.flush()) != 0 {
		t.Fatal("score", got)
	}
	d.receive(bounce(4, testAddress, "brian@example.org", "5.1.1", id), outcomeIgnored)
	if got := recipients(d.flush()); !slices.Equal(got, []string{"amy@example.org", "crystal@example.org", "host@example.org"}) {
		t.Fatal("told:", got)
	}
	d.receive(bounce(5, testAddress, "brian@example.org", "5.1.1", id), outcomeIgnored)
	if got := d.flush(); len(got) != 0 || !strings.Contains(d.log.String(), "suspended") {
		t.Fatal("told again:", recipients(got))
	}
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), outcomeApplied)
	if got := recipients(d.flush()); !slices.Equal(got, []string{"amy@example.org", "crystal@example.org"}) {
		t.Fatal("mailed:", got)
	}
	d.receive(d.from("p2", "2@example.org", "reserve GR"), outcomeApplied)
	mails := d.flush()
	if d.score("brian@example.org") != 0 || len(mails) != 3 {
		t.Fatalf("score %d, %d mails", d.score("brian@example.org"), len(mails))
	}
	for _, m := range mails {
		if m.to == "brian@example.org" && !strings.Contains(text(t, m), "reserved NLN") && !strings.Contains(text(t, m), "NLN") {
			t.Error("what happened meanwhile is not told")
		}
	}
}

func idTo(t *testing.T, mails []sent, to string) string {
	t.Helper()
	for _, m := range mails {
		if m.to == to {
			return readBack(t, m).header.Get("Message-ID")
		}
	}
	t.Fatal("no mail to", to)
	return ""
}

func recipients(mails []sent) []string {
	var out []string
	for _, m := range mails {
		out = append(out, m.to)
	}
	slices.Sort(out)
	return out
}

// Who forges a bounce does little harm, and none where senders are VERP.
func TestForgedBounces(t *testing.T) {
	for _, verp := range []bool{false, true} {
		d := newDesk(t)
		d.cfg.VERP = verp
		d.restart(d.db)
		d.three()
		d.receive(bounce(1, testAddress, "amy@example.org", "5.1.1", ""), outcomeIgnored)
		if want := map[bool]int{false: passingPoints, true: 0}[verp]; d.score("amy@example.org") != want {
			t.Errorf("VERP %v: score %d", verp, d.score("amy@example.org"))
		}
		d.receive(bounce(2, testAddress, "amy@example.org", "5.1.1", "<move.g1.178.p1.guessed@play.example>"), outcomeIgnored)
		d.receive(bounce(3, testAddress, "mallory@example.net", "5.1.1", ""), outcomeIgnored)
		to := d.service.envelopeFrom("amy@example.org")
		d.receive(bounce(4, to, "whoever@example.net", "5.1.1", ""), outcomeIgnored)
		if want := map[bool]int{false: passingPoints, true: lastingPoints}[verp]; d.score("amy@example.org") != want {
			t.Errorf("VERP %v: score %d in the end", verp, d.score("amy@example.org"))
		}
		if local, _, _ := strings.Cut(to, "@"); len(local) > 64 {
			t.Errorf("%s is too long", to)
		}
	}
}

// A mail that SMTP refuses for good counts like a bounce; a trouble with the
// connection does not.
func TestRefusedMailsCount(t *testing.T) {
	d := newDesk(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.post.refuse = func(to string) error {
		switch to {
		case "amy@example.org":
			return &postbox.SendError{Stage: postbox.AtRcpt, Code: 550}
		case "brian@example.org":
			return &postbox.SendError{Stage: postbox.AtRcpt, Code: 450, Temporary: true}
		}
		return nil
	}
	d.flush()
	if a, b := d.score("amy@example.org"), d.score("brian@example.org"); a != lastingPoints || b != 0 {
		t.Errorf("scores %d and %d", a, b)
	}
}

// A mail that could not be delivered in three days excuses its player as one
// that came back does: their time begins when it is given up.
func TestUndeliveredMailExcuses(t *testing.T) {
	d := newDesk(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	d.post.refuse = away("amy@example.org")
	for range 40 {
		d.flush()
		d.now = d.now.Add(lastRetry)
	}
	tb, err := d.service.table("g1")
	if err != nil {
		t.Fatal(err)
	}
	due, begun := d.service.due(tb, "p1"), tb.seat("p1").Asked
	if least := begun.Add(giveUp + d.cfg.remind()); due.Before(least) || due.After(least.Add(lastRetry)) {
		t.Errorf("asked on %v, the mail given up after %v: there is time until %v", begun, giveUp, due)
	}
	if n := d.score("amy@example.org"); n != 0 {
		t.Errorf("a server that is away is held against the address: %d", n)
	}
}
