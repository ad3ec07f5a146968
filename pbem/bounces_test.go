package pbem

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/intake"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/postbox"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// bounce returns a delivery report. of is what the report quotes of the returned mail, as
// from quotedTo; "" for nothing.
func bounce(n int, to, address, status, of string) []byte {
	raw := fmt.Sprintf("Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example\r\nTo: %s\r\nSubject: Undelivered Mail\r\nMessage-ID: <b%d@mx.example>\r\nMIME-Version: 1.0\r\n"+
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nno luck\r\n"+
		"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; %s\r\nAction: failed\r\nStatus: %s\r\n\r\n", to, n, address, status)
	if of != "" {
		raw += fmt.Sprintf("--b\r\nContent-Type: text/rfc822-headers\r\n\r\nFrom: %s\r\nTo: %s\r\nMessage-ID: %s\r\nSubject: a game\r\n\r\n", testAddress, address, of)
	}
	return []byte(raw + "--b--\r\n")
}

// delayed makes a report say that the mail is delayed, and complained that its reader
// complains.
func delayed(raw []byte) []byte {
	return bytes.Replace(raw, []byte("Action: failed"), []byte("Action: delayed"), 1)
}

func complained(raw []byte) []byte {
	raw = bytes.Replace(raw, []byte("Action: failed\r\nStatus: "), []byte("Feedback-Type: abuse\r\nX-Status: "), 1)
	return bytes.ReplaceAll(raw, []byte("delivery-status"), []byte("feedback-report"))
}

func (d *testService) score(address string) int {
	d.t.Helper()
	n, err := d.db.Counter(senders.ScoreName(address))
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

// Mails that come back raise a score. Over the limit the address gets no more mail, and
// the other players, the host and the log are told once. A mail from the address ends
// that. Then the player is told everything since the last mail that was sent.
func TestSuspendedAddress(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	id := quotedTo(t, d.flush(), "brian@example.org")
	d.receive(delayed(bounce(9, testAddress, "brian@example.org", "4.2.2", id)), desk.OutcomeIgnored)
	if d.score("brian@example.org") != 0 {
		t.Fatal("a delay counts", d.score("brian@example.org"))
	}
	d.receive(complained(bounce(1, testAddress, "brian@example.org", "4.2.2", id)), desk.OutcomeIgnored)
	if d.score("brian@example.org") != senders.PassingPoints {
		t.Fatal("score", d.score("brian@example.org"))
	}
	d.receive(complained(bounce(1, testAddress, "brian@example.org", "4.2.2", id)), desk.OutcomeIgnored) // a repetition
	d.receive(bounce(2, testAddress, "b@elsewhere.example", "5.1.1", id), desk.OutcomeIgnored)
	if got := d.score("brian@example.org"); got != senders.LastingPoints || len(d.flush()) != 0 {
		t.Fatal("score of one mail", got)
	}
	d.receive(bounce(3, testAddress, "b@elsewhere.example", "5.1.1", d.another("brian@example.org")), desk.OutcomeIgnored)
	if got := d.score("brian@example.org"); got != 2*senders.LastingPoints || len(d.flush()) != 0 {
		t.Fatal("score", got)
	}
	third := d.another("brian@example.org")
	d.receive(bounce(4, testAddress, "brian@example.org", "5.1.1", third), desk.OutcomeIgnored)
	if got := recipients(d.flush()); !slices.Equal(got, []string{"amy@example.org", "crystal@example.org", "host@example.org"}) {
		t.Fatal("told:", got)
	}
	d.receive(bounce(5, testAddress, "brian@example.org", "5.1.1", third), desk.OutcomeIgnored)
	if got := d.flush(); len(got) != 0 || !strings.Contains(d.log.String(), "suspended") {
		t.Fatal("told again:", recipients(got))
	}
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	if got := recipients(d.flush()); !slices.Equal(got, []string{"amy@example.org", "crystal@example.org"}) {
		t.Fatal("mailed:", got)
	}
	d.receive(d.from("p2", "2@example.org", "reserve GR"), desk.OutcomeApplied)
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

// quotedTo returns what a report quotes of the mail to an address: its Message-ID and, on
// the next line, its date.
func quotedTo(t testing.TB, mails []sent, to string) string {
	t.Helper()
	for _, m := range mails {
		if m.to == to {
			h := readBack(t, m).header
			return h.Get("Message-ID") + "\r\nDate: " + h.Get("Date")
		}
	}
	t.Fatal("no mail to", to)
	return ""
}

// another sends a new mail to an address and returns what reports quote of it.
func (d *testService) another(to string) string {
	d.t.Helper()
	id := d.service.Office.ID("test", d.service.Office.Secret("test", d.now))
	date := d.now.Format(time.RFC1123Z)
	err := d.service.Unit(nil, func(w *desk.Draft) error {
		mail := w.WriteNote(people.Member{Address: to}, id, sheet.Note("News", ""), "")
		return w.Queue(store.Commit{Mails: []store.Mail{mail}})
	})
	if err != nil {
		d.t.Fatal(err)
	}
	d.now = d.now.Add(1) // so that the next mail differs
	d.flush()
	return id + "\r\nDate: " + date
}

func recipients(mails []sent) []string {
	var out []string
	for _, m := range mails {
		out = append(out, m.to)
	}
	slices.Sort(out)
	return out
}

// Amy's first address does not take her mails any more, and she writes from her second one. That ends the suspension, whether or not
// she gets her mails at both.
func TestSuspendedPlayerWritesFromElsewhere(t *testing.T) {
	for _, both := range []bool{true, false} {
		d := newTestService(t)
		d.three()
		c := store.Commit{At: d.now, Marks: store.Marks{}}
		d.service.KeepMember(c.Marks, people.Member{ID: "m77", Name: "Amy", Address: "amy@example.org", Also: "amy@work.example", Both: both})
		if err := d.db.Commit(c); err != nil {
			t.Fatal(err)
		}
		if err := suspend(d.db, "amy@example.org", d.now); err != nil {
			t.Fatal(err)
		}
		d.receive(d.mail("amy@work.example", "g1.p1", "1@w", "reserve NLN"), desk.OutcomeApplied)
		d.flush()
		for n, by := range []string{"p2", "p3"} {
			d.receive(d.from(by, fmt.Sprintf("%d@x", n+2), "reserve "+[]string{"GR", "BL"}[n]), desk.OutcomeApplied)
		}
		for n := 4; !d.table("g1").Waits("p1"); n++ {
			d.flush()
			ch := d.table("g1").Game.Pending()[0]
			first := ch.List()[0]
			d.receive(d.from(ch.By, fmt.Sprintf("%d@x", n), ch.Verb+" "+strings.Join(first.Args, " ")), desk.OutcomeApplied)
		}
		mails := d.flush()
		if got := to(mails, "amy@work.example"); to(mails, "amy@example.org") == "" || (got == "") == both {
			t.Errorf("both %v: nobody asks her, or not at both of her addresses", both)
		}
		if d.due("g1", "p1") == "" {
			t.Errorf("both %v: no clock runs", both)
		}
	}
}

// A suspended player who has no recent mail to answer writes a new one, and is told what to do.
func TestSuspendedPlayerWritesANewMail(t *testing.T) {
	for _, line := range []string{"status", "games"} {
		d := newTestService(t)
		d.three()
		if err := suspend(d.db, "amy@example.org", d.now); err != nil {
			t.Fatal(err)
		}
		if _, err := d.service.Receive(t.Context(), plainMail("amy@example.org", "1@x", line)); err != nil {
			t.Fatal(err)
		}
		if got := to(d.flush(), "amy@example.org"); got == "" {
			t.Errorf("%q gets no answer", line)
		}
		d.receive(d.from("p2", "2@x", "press on we go"), desk.OutcomeApplied)
		if got := to(d.flush(), "amy@example.org"); got != "" {
			t.Errorf("after %q other mails go to her, though nobody has proved that it was hers", line)
		}
	}
}

// Reports without proof change nothing, however many come, because anybody can write
// them: they raise no score, stop no clock and suspend nobody.
func TestForgedBounces(t *testing.T) {
	for _, verp := range []bool{false, true} {
		d := newTestService(t)
		d.cfg.VERP = verp
		d.restart(d.db)
		d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
		mails := d.flush()
		brians := quotedTo(t, mails, "brian@example.org")
		other := newTestService(t)
		other.cfg.VERP = true
		other.restart(other.db)
		other.service.Office = envelope.New([]byte("of another service"), testAddress)
		n, _, _ := strings.Cut(strings.TrimPrefix(idTo(t, mails, "amy@example.org"), "<move."), ".p1.")
		for i, forged := range []struct{ to, of string }{
			{testAddress, ""},
			{testAddress, "<move." + n + ".p1.guessed@play.example>"},
			{testAddress, "<move." + n + ".p1.aaaaaaaa@play.example>"},
			{testAddress, other.service.Office.ID("move", "g1", 178, "p1")},
			{testAddress, other.service.Office.ID("move", "g1", 178, "p1") + " " + brians + "x"},
			{testAddress, "<>"}, {testAddress, "<@>"}, {testAddress, strings.Repeat("<", 3000)},
			{other.service.Office.VERP("amy@example.org"), ""},
			{"pbem+b.amy@play.example", ""},
			{"pbem+b.aaaaaaaaaaaaaaaa@play.example", ""},
			{d.reply("g1.p2"), ""},
			{strings.Replace(d.service.Office.VERP("amy@example.org"), "@play.", "@playful.", 1), ""},
			{d.service.Office.VERP("brian@example.org"), quotedTo(t, mails, "amy@example.org")}, // two proofs that contradict each other
		} {
			d.receive(bounce(i, forged.to, "amy@example.org", "5.1.1", forged.of), desk.OutcomeIgnored)
		}
		for i := range 10 {
			d.receive(bounce(100+i, testAddress, "amy@example.org", "5.1.1", ""), desk.OutcomeIgnored)
			d.receive(bounce(200+i, testAddress, "amy@example.org", "5.1.1", brians), desk.OutcomeIgnored) // quotes Brian's mail
		}
		away, err := d.service.Draft().Suspended("amy@example.org")
		silent, wrong := desk.Silences.All(d.db, "amy@example.org/")
		if a, b := d.score("amy@example.org"), d.score("brian@example.org"); a != 0 || b != senders.LastingPoints || away || len(silent) > 0 || err != nil || wrong != nil {
			t.Errorf("VERP %v: scores %d and %d, suspended %v, excused %v, %v, %v", verp, a, b, away, silent, err, wrong)
		}
		if local, _, _ := strings.Cut(d.service.Office.VERP("amy@example.org"), "@"); len(local) > 64 {
			t.Errorf("%s is too long", local)
		}
	}
}

// A proof counts whatever the case of its letters. It counts once for a mail, with the
// worst report about it. The VERP address alone proves nothing.
func TestProvenBounces(t *testing.T) {
	for name, upper := range map[string]bool{"as sent": false, "in upper case": true} {
		d := newTestService(t)
		d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
		mails := d.flush()
		amys, brians, to := quotedTo(t, mails, "amy@example.org"), quotedTo(t, mails, "brian@example.org"), d.service.Office.VERP("brian@example.org")
		if upper {
			amys, brians, to = strings.ToUpper(amys), strings.ToUpper(brians), strings.ToUpper(to)
		}
		for i := range 10 {
			d.receive(bounce(i, testAddress, "somebody@example.net", "5.1.1", amys), desk.OutcomeIgnored)
			d.receive(complained(bounce(20+i, to, "somebody@example.net", "4.2.2", brians)), desk.OutcomeIgnored)
			d.receive(bounce(60+i, to, "somebody@example.net", "5.1.1", ""), desk.OutcomeIgnored)
		}
		d.receive(complained(bounce(30, testAddress, "somebody@example.net", "4.2.2", amys)), desk.OutcomeIgnored) // a less bad report
		if a, b := d.score("amy@example.org"), d.score("brian@example.org"); a != senders.LastingPoints || b != senders.PassingPoints {
			t.Errorf("%s: scores %d and %d", name, a, b)
		}
		d.receive(bounce(40, to, "somebody@example.net", "5.1.1", brians), desk.OutcomeIgnored) // a worse report
		if b := d.score("brian@example.org"); b != senders.LastingPoints {
			t.Errorf("%s: score %d in the end", name, b)
		}
	}
}

// What a forwarded mail shows of one of the service's mails is no proof. That is its
// reply address and its date, or its Message-ID without its date: everybody to whom it
// was forwarded can quote them.
func TestForwardedMailMutesNobody(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	id, date, _ := strings.Cut(quotedTo(t, d.flush(), "amy@example.org"), "\r\n")
	for i, of := range []string{
		"<x@y>\r\nReply-To: " + d.reply("g1.p1") + "\r\n" + date,
		"<x@y>\r\nReply-To: " + d.reply("g1.p1") + "\r\nDate: Tue, 03 Mar 2026 18:00:00 +0000",
		"<x@y>\r\nReply-To: " + d.reply("g1.p1"),
		id, id + "\r\nDate: yesterday", id + "\r\nDate: Tue, 03 Mar 2026 18:00:00 +0000", id + "\r\nX-Date" + strings.TrimPrefix(date, "Date"),
	} {
		d.receive(bounce(i, d.service.Office.VERP("amy@example.org"), "amy@example.org", "5.1.1", of), desk.OutcomeIgnored)
		if n := d.score("amy@example.org"); n != 0 {
			t.Errorf("%q counts %d", of, n)
		}
	}
}

// A mail that the SMTP server refuses for good counts like a bounce. A connection error
// does not.
func TestRefusedMailsCount(t *testing.T) {
	d := newTestService(t)
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
	if a, b := d.score("amy@example.org"), d.score("brian@example.org"); a != senders.LastingPoints || b != 0 {
		t.Errorf("scores %d and %d", a, b)
	}
}

// If a mail could not be delivered in three days, the player's time begins when the
// service gives up, as after a bounce.
func TestUndeliveredMailExcuses(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	d.post.refuse = away("amy@example.org")
	for range 40 {
		d.flush()
		d.now = d.now.Add(intake.LastRetry)
	}
	tb, err := d.service.Draft().Table("g1")
	if err != nil {
		t.Fatal(err)
	}
	due, begun := timing.Due(d.service.Draft(), tb, "p1"), tb.Seat("p1").Asked
	if least := begun.Add(intake.GiveUp + pace.UsualMove); due.Before(least) || due.After(least.Add(intake.LastRetry)) {
		t.Errorf("asked on %v, the mail given up after %v: there is time until %v", begun, intake.GiveUp, due)
	}
	if n := d.score("amy@example.org"); n != 0 {
		t.Errorf("a server that is away is held against the address: %d", n)
	}
}

// An invitation that comes back is withdrawn. The member who sent it and the host are
// told. The address can be invited again once it works.
func TestInvitationThatComesBack(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "new 18newengland players 3 called Bay", "invite dora@example.net emil@example.net"), desk.OutcomeApplied)
	id := quotedTo(t, d.flush(), "dora@example.net")
	d.receive(bounce(1, testAddress, "dora@example.net", "5.1.1", id), desk.OutcomeIgnored)
	mails := d.flush()
	if got := recipients(mails); !slices.Equal(got, []string{"amy@example.org", "host@example.org"}) {
		t.Fatalf("told to %v", got)
	}
	if text := readBack(t, mails[0]).text; !strings.Contains(text, "dora@example.net came back") {
		t.Error(text)
	}
	if g := d.gathered()[0]; len(g.Invited) != 1 {
		t.Errorf("%+v", g.Invited)
	}
	d.receive(bounce(2, testAddress, "dora@example.net", "5.1.1", id), desk.OutcomeIgnored)
	if mails := d.flush(); len(mails) > 0 {
		t.Errorf("told again: %v", recipients(mails))
	}
}

// The same is true if the service's own server refuses the invitation at once.
func TestInvitationThatIsRefused(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "new 18newengland players 2 called Bay", "invite dora@example.net"), desk.OutcomeApplied)
	d.post.refuse = unknown("dora@example.net")
	var got []string
	for range 2 {
		got = append(got, recipients(d.flush())...)
	}
	if !slices.Equal(got, []string{"amy@example.org", "amy@example.org", "host@example.org"}) {
		t.Errorf("mails to %v", got)
	}
}

// A message to one player alone that is refused, or comes back, is lost. Its writer is told.
func TestWhisperThatIsLost(t *testing.T) {
	for name, lose := range map[string]func(d *testService){
		"refused": func(d *testService) {
			d.post.refuse = func(to string) error {
				if to == "brian@example.org" {
					return &postbox.SendError{Stage: postbox.AtData, Code: 554, Msg: "looks like spam"}
				}
				return nil
			}
			d.flush()
		},
		"given up": func(d *testService) {
			d.post.refuse = away("brian@example.org")
			for range 40 {
				d.flush()
				if failed, err := failures(d.db); len(failed) > 0 || err != nil {
					break
				}
				d.now = d.now.Add(intake.LastRetry)
			}
		},
		"came back": func(d *testService) {
			d.receive(bounce(1, testAddress, "brian@example.org", "5.7.1", quotedTo(d.t, d.flush(), "brian@example.org")), desk.OutcomeIgnored)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTestService(t)
			d.talk = table.PrivateTalk
			d.three()
			d.flush()
			d.receive(d.from("p1", "1@example.org", "press to Brian: let us start NLN together"), desk.OutcomeAnswered)
			lose(d)
			d.post.refuse = nil
			mails := d.flush()
			got := to(mails, "amy@example.org")
			if !strings.Contains(got, "did not reach Brian") || strings.Contains(got, "> let us start NLN together") == (name == "came back") {
				t.Errorf("Amy is told:\n%s", got)
			}
			if who := recipients(mails); len(who) != 1 {
				t.Errorf("told to %v", who)
			}
		})
	}
}
