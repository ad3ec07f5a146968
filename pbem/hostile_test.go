package pbem

import (
	"context"
	"strings"
	"testing"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/pace"
	"pbem/pbem/postbox"
	"pbem/pbem/table"
)

// Names that people or attackers choose are quoted in headers, add nothing to them, and
// are read back unchanged.
func TestNamesInHeaders(t *testing.T) {
	for _, name := range []string{
		"Amy\r\nBcc: victim@example.net", "Amy \"the\" Great <x@y>", "Jürgen Müller", "Zoë 🚂🚃", "A,B;C:D", "\x00\x1b[31mred",
		strings.Repeat("Ämy ", 40), strings.Repeat("x", 300), "=?utf-8?q?Bcc=3A?=", " ",
	} {
		d := newTestService(t)
		d.cfg.Name = name
		d.restart(d.db)
		id := d.start(name, table.Seat{Name: name, Address: "amy@example.org"}, table.Seat{Name: "Brian", Address: "brian@example.org"}, table.Seat{Name: "Crystal", Address: "crystal@example.org"})
		mails := d.flush()
		raw := strings.Replace(string(d.from("p1", "1@example.org", "reserve NLN", "status")), "Re: a game", "Re: "+name, 1)
		d.receive([]byte(raw), desk.OutcomeApplied)
		mails = append(mails, d.flush()...)
		if len(mails) != 6 || id != "g1" {
			t.Fatalf("%q: %d mails", name, len(mails))
		}
		for i, m := range mails {
			o := readBack(t, m)
			if got := o.address(t, "To"); i%3 == 0 && got.Name != name && strings.TrimSpace(name) == name {
				t.Errorf("%q became %q", name, got.Name)
			}
			if strings.Contains(o.text, "\nBcc:") || strings.Contains(o.html, "\nBcc:") {
				t.Errorf("%q is a line of its own", name)
			}
		}
	}
}

// A Message-ID that a sender has chosen is quoted in the answer only if that is safe.
func TestMessageIDsOfStrangers(t *testing.T) {
	for id, quoted := range map[string]bool{
		"<1.a@example.org>":                     true,
		"<" + strings.Repeat("a", 300) + "@x>":  true,
		"<" + strings.Repeat("a", 980) + "@x>":  false,
		"<" + strings.Repeat("a", 5000) + "@x>": false,
		"<ümlaut@example.org>":                  false,
		"no brackets":                           false,
		"<a@x>\r\n\t<b@x>":                      true, // the first one counts
		"<" + strings.Repeat("b", 400) + "@x>":  false,
	} {
		d := newTestService(t)
		d.three()
		raw := strings.Replace(string(d.from("p1", "1@example.org", "reserve NLN")), "<1@example.org>", id, 1)
		d.receive([]byte(raw), desk.OutcomeApplied)
		o := readBack(t, d.flush()[0])
		if got := o.header.Get("In-Reply-To"); (got != "") != quoted || !strings.Contains(id, got) {
			t.Errorf("%.40q is answered as %.40q", id, got)
		}
	}
}

// A non-ASCII address is kept. It needs a server with SMTPUTF8; without that the mail
// fails and the game goes on.
func TestAddressOutsideASCII(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Jürgen <jürgen@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.post.refuse = func(to string) error {
		if strings.HasPrefix(to, "j") {
			return &postbox.SendError{Stage: postbox.AtMail, Msg: "takes no such addresses"}
		}
		return nil
	}
	if n := len(d.flush()); n != 2 {
		t.Errorf("%d mails of three, 2 can be sent", n)
	}
	failed, err := failures(d.db)
	if err != nil || len(failed) != 1 || failed[0].To != "jürgen@example.org" {
		t.Errorf("%d failed, %v", len(failed), err)
	}
}

// Reply addresses and boundaries fit into a mail, however large the numbers in them are.
func TestLongestAddresses(t *testing.T) {
	d := newTestService(t)
	d.cfg.Address = strings.Repeat("p", config.LongestLocal) + "@" + strings.Repeat("long.", 40) + "example"
	if err := d.cfg.Check(); err != nil {
		t.Fatal(err)
	}
	d.restart(d.db)
	d.three()
	replyTo := d.service.Office.ReplyTo(envelope.Tag{Game: "g9999999", Player: "p10", Token: strings.Repeat("a", 16)})
	if local, _, _ := strings.Cut(replyTo, "@"); len(local) > 64 {
		t.Errorf("%s has %d characters before the @", replyTo, len(local))
	}
	d.cfg.Address = "p" + d.cfg.Address
	if d.cfg.Check() == nil {
		t.Error("a longer address is accepted")
	}
}

// Two databases with the same game numbers never make the same Message-ID: some mail
// programs would drop the second mail.
func TestMessageIDsOfTwoHosts(t *testing.T) {
	var ids []string
	for _, secret := range []string{"00", "01"} {
		d := newTestService(t)
		if err := markAs(d.db, "secret", secret); err != nil {
			t.Fatal(err)
		}
		d.restart(d.db)
		d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
		ids = append(ids, readBack(t, d.flush()[0]).header.Get("Message-ID"))
	}
	if ids[0] == ids[1] {
		t.Errorf("both write %s", ids[0])
	}
}

// Each kind of mail about a position has a Message-ID of its own.
func TestMessageIDsOfOnePosition(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.receive(d.from("p1", "1@x", "status"), desk.OutcomeAnswered)
	d.receive(d.from("p1", "2@x", "status"), desk.OutcomeAnswered)
	d.receive(d.from("p1", "3@x", "reserve whatever"), desk.OutcomeRejected)
	d.receive(d.mail("mallory@example.net", "g1.p1", "3@x", "reserve NLN"), desk.OutcomeHeld)
	d.now = d.now.Add(pace.UsualMove)
	d.service.Tick(context.Background())
	seen := map[string]bool{}
	for _, m := range d.flush() {
		id := readBack(t, m).header.Get("Message-ID")
		if seen[id] {
			t.Errorf("%s twice", id)
		}
		seen[id] = true
	}
	if len(seen) != 8 {
		t.Errorf("%d mails, want 3 of the start, 4 answers and a reminder", len(seen))
	}
}
