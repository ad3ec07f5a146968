package pbem

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/senders"
	"pbem/pbem/trust"
	"pbem/pbem/trust/trusttest"
	"pbem/store"
)

var codeLine = regexp.MustCompile(`\. (confirm [a-z2-7]+)`)

// text returns the text of a mail.
func text(t testing.TB, m sent) string {
	t.Helper()
	plain := strings.ReplaceAll(string(m.raw), "=\r\n", "")
	_, plain, _ = strings.Cut(plain, "text/plain")
	plain, _, _ = strings.Cut(plain, "text/html")
	return plain
}

// asked returns the "confirm CODE" lines in mails, by recipient.
func (d *testService) asked() map[string]string {
	d.t.Helper()
	out := map[string]string{}
	for _, m := range d.flush() {
		if found := codeLine.FindStringSubmatch(text(d.t, m)); found != nil {
			out[m.to] = found[1]
		}
	}
	return out
}

// plainMail returns a mail to the service's own address.
func plainMail(from, id, body string) []byte {
	return fmt.Appendf(nil, "From: <%s>\r\nTo: <%s>\r\nSubject: Re: something\r\nMessage-ID: <%s>\r\n\r\n%s\r\n", from, testAddress, id, body)
}

// A mail whose sender cannot be read is refused like any other once it is confirmed, also if it ends like a signature.
func TestHeldMailWithoutASender(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.flush()
	raw := strings.Replace(string(d.from("p1", "1@example.org", "reserve NLN", "Amsterdamse spoorwegmuseum")), "From: ", "From: Bob <bob@example.org>, ", 1)
	d.receive([]byte(raw), desk.OutcomeHeld)
	d.receive(d.from("p1", "2@example.org", d.asked()["amy@example.org"]), desk.OutcomeRejected)
}

// A mail with the seat's token from another address waits until the player confirms it.
// The player is asked at the stored address.
func TestHeldMail(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	before := d.version(g)
	d.receive(d.mail("amy@work.example", "g1.p1", "1@work.example", "reserve NLN"), desk.OutcomeHeld)
	codes := d.asked()
	code := codes["amy@example.org"]
	if len(codes) != 1 || code == "" || d.version(g) != before {
		t.Fatalf("asked %v, the game stands at %d", codes, d.version(g))
	}
	d.receive(d.from("p1", "2@example.org", code, "pass"), desk.OutcomeAnswered) // it must be alone in its mail
	d.receive(d.from("p1", "3@example.org", "confirm aaaaaaaaaaaaaaaa"), desk.OutcomeRejected)
	d.receive(plainMail("mallory@example.net", "4@example.net", "confirm aaaaaaaaaaaaaaaa"), desk.OutcomeIgnored)
	if d.version(g) != before {
		t.Fatal("carried out without a word")
	}
	d.restart(d.db)
	d.receive(d.from("p1", "5@example.org", code), desk.OutcomeApplied)
	if d.version(g) == before {
		t.Fatal("not carried out")
	}
	d.flush()
	d.receive(d.from("p1", "6@example.org", code), desk.OutcomeRejected) // the code was used
}

// A code is valid for a week, and only a limited number of mails may wait for one seat.
func TestHeldMailsAreBounded(t *testing.T) {
	d := newTestService(t)
	d.three()
	for i := range senders.MostHeld {
		d.receive(d.mail("x@work.example", "g1.p1", fmt.Sprintf("%d@work", i), "reserve NLN"), desk.OutcomeHeld)
	}
	code := d.asked()["amy@example.org"]
	d.receive(d.mail("x@work.example", "g1.p1", "more@work", "reserve NLN"), desk.OutcomeRejected)
	d.now = d.now.Add(senders.CodeLife + time.Hour)
	d.receive(d.from("p1", "late@example.org", code), desk.OutcomeRejected)
	d.receive(d.mail("x@work.example", "g1.p1", "later@work", "reserve NLN"), desk.OutcomeHeld)
	d.flush()
	d.service.Tick(t.Context())
	marks, err := desk.Confirms.All(d.db, "")
	if err != nil || len(marks) != 1 {
		t.Errorf("%d codes are on file, %v; those of last week are of no use", len(marks), err)
	}
	told := 0
	for _, m := range d.flush() {
		if strings.Contains(text(t, m), "A mail was not carried out") && m.to == "amy@example.org" {
			told++
		}
	}
	if told != senders.MostHeld {
		t.Errorf("%d mails tell that those of last week were not carried out", told)
	}
}

// Codes that earlier versions stored without an expiry are deleted when a new code is
// asked for.
func TestOldCodesAreForgotten(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.mail("x@work.example", "g1.p1", "1@work", "reserve NLN"), desk.OutcomeHeld)
	marks, err := desk.Confirms.All(d.db, "")
	if err != nil || len(marks) != 1 {
		t.Fatal(len(marks), err)
	}
	old := marks[0].Value
	old.Until = time.Time{}
	c := store.Commit{At: d.now, Marks: store.Marks{}}
	desk.Confirms.Set(c.Marks, marks[0].Key, old)
	if err := d.db.Commit(c); err != nil {
		t.Fatal(err)
	}
	d.now = d.now.Add(senders.CodeLife + time.Hour)
	d.receive(d.mail("x@work.example", "g1.p1", "2@work", "reserve NLN"), desk.OutcomeHeld)
	if marks, err = desk.Confirms.All(d.db, ""); err != nil || len(marks) != 1 {
		t.Errorf("%d codes are on file, %v", len(marks), err)
	}
}

// A new token is mailed to the stored address. The old one is no longer valid.
func TestRenewToken(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p1", "1@example.org", "renew token", "reserve NLN"), desk.OutcomeRejected) // it must be alone in its mail
	d.flush()
	d.receive(d.from("p1", "2@example.org", "renew token"), desk.OutcomeAnswered)
	mails := d.flush()
	if len(mails) != 1 || mails[0].to != "amy@example.org" {
		t.Fatalf("%d mails", len(mails))
	}
	fresh := readBack(t, mails[0]).address(t, "Reply-To").Address
	if fresh == d.reply("g1.p1") {
		t.Fatal("the reply address is the old one")
	}
	d.receive(d.from("p1", "3@example.org", "reserve NLN"), desk.OutcomeRejected)
	d.receive(fmt.Appendf(nil, "From: amy@example.org\r\nTo: %s\r\nMessage-ID: <4@x>\r\n\r\nreserve NLN\r\n", fresh), desk.OutcomeApplied)
}

// An address changes when the old and the new one have both confirmed it. Then all seats
// of the old address have moved and have new tokens.
func TestChangeOfAddress(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.start("Second", seats(t, "Brian <brian@example.org>", "Amy <amy@example.org>", "Dora <dora@example.org>")...)
	d.flush()
	d.receive(d.from("p1", "1@example.org", "set address amy@new.example"), desk.OutcomeAnswered)
	codes := d.asked()
	if len(codes) != 2 || codes["amy@example.org"] == codes["amy@new.example"] {
		t.Fatal("the two addresses must be asked:", codes)
	}
	d.receive(d.from("p1", "2@example.org", "set address amy@new.example"), desk.OutcomeAnswered)
	if again := d.flush(); len(again) != 0 {
		t.Error("the same is asked twice a day")
	}
	d.receive(plainMail("amy@new.example", "3@new.example", codes["amy@example.org"]), desk.OutcomeAnswered) // the code of the other address
	d.receive(plainMail("amy@new.example", "4@new.example", codes["amy@new.example"]), desk.OutcomeAnswered)
	if got := d.addressOf("g1", 0); got != "amy@example.org" {
		t.Fatal("one word was enough:", got)
	}
	d.flush()
	d.receive(plainMail("amy@example.org", "5@example.org", codes["amy@example.org"]), desk.OutcomeAnswered)
	if one, two := d.addressOf("g1", 0), d.addressOf("g2", 1); one != "amy@new.example" || two != one {
		t.Fatalf("the seats are at %s and %s", one, two)
	}
	to := map[string]int{}
	var fresh string
	for _, m := range d.flush() {
		if to[m.to]++; m.to == "amy@new.example" && strings.Contains(string(m.raw), "Shoreline") {
			fresh = readBack(t, m).address(t, "Reply-To").Address
		}
	}
	if to["amy@new.example"] != 2 || to["amy@example.org"] != 1 || len(to) != 2 {
		t.Error("mails of the change:", to)
	}
	d.receive(d.from("p1", "6@example.org", "reserve NLN"), desk.OutcomeIgnored)
	d.receive(fmt.Appendf(nil, "From: amy@new.example\r\nTo: %s\r\nMessage-ID: <7@x>\r\n\r\nreserve NLN\r\n", fresh), desk.OutcomeApplied)
}

func (d *testService) addressOf(game string, seat int) string {
	d.t.Helper()
	tb, err := d.service.Draft().Table(game)
	if err != nil {
		d.t.Fatal(err)
	}
	return tb.Record.Seats[seat].Address
}

// A text that is not an address changes nothing and sends no mail to it.
func TestNoAddress(t *testing.T) {
	d := newTestService(t)
	d.three()
	for i, text := range []string{"", "amy", "amy@example.org", "Amy@Example.org", "pbem+g1.p1.x@play.example", `"a b"@x.example`, "a@b,c@d", "a@b\\nBcc:x@y", "ä@example.org", "x@" + strings.Repeat("y", 300)} {
		d.receive(d.from("p1", fmt.Sprintf("%d@example.org", i), "set address "+text), desk.OutcomeRejected)
		for _, m := range d.flush() {
			if m.to != "amy@example.org" {
				t.Errorf("%q: a mail to %s", text, m.to)
			}
		}
	}
	for i := range senders.MostMoves {
		d.receive(d.from("p1", fmt.Sprintf("m%d@example.org", i), fmt.Sprintf("set address amy@new%d.example", i)), desk.OutcomeAnswered)
	}
	d.receive(d.from("p1", "m@example.org", "set address amy@more.example"), desk.OutcomeRejected)
}

// A person who writes to somebody else's reply address is told once a day that the owner
// is asked. This holds for known people, and in an open lobby for strangers whose domain
// vouches for the mail. If the writer is at the same table, the owner is not asked,
// because the mail was never theirs.
func TestWriterToAnothersAddressIsTold(t *testing.T) {
	sign := trusttest.NewSigner(t)
	for _, c := range []struct {
		from    string
		lobby   config.Lobby
		signed  bool
		outcome string
		told    int // with two mails
		asked   int
	}{
		{"dora@example.org", config.Closed, false, desk.OutcomeHeld, 1, 2},
		{"dora@example.org", config.Open, false, desk.OutcomeHeld, 1, 2},
		{"zoe@example.org", config.Open, true, desk.OutcomeHeld, 1, 2},
		{"zoe@example.org", config.Open, false, desk.OutcomeHeld, 0, 2},
		{"zoe@example.org", config.Closed, true, desk.OutcomeHeld, 0, 2},
		{"brian@example.org", config.Closed, false, desk.OutcomeRejected, 1, 0},
	} {
		d := newTestService(t)
		d.cfg.Lobby, d.cfg.Trust = c.lobby, trust.Trust{LookupTXT: sign.Lookup}
		d.restart(d.db)
		d.three()
		d.start("Steel", seats(t, "Crystal <crystal@example.org>", "Dora <dora@example.org>")...)
		d.flush()
		told, asked := 0, 0
		for i := range 2 {
			raw := d.mail(c.from, "g1.p1", fmt.Sprintf("%d@example.org", i), []string{"reserve NLN", "reserve PE"}[i])
			if c.signed {
				raw = sign.Sign(raw, "example.org")
			}
			d.receive(raw, c.outcome)
			for _, m := range d.flush() {
				switch m.to {
				case c.from:
					told++
				case "amy@example.org":
					asked++
				}
			}
		}
		if told != c.told || asked != c.asked {
			t.Errorf("%s, lobby %s, signed %v: the writer is told %d times, the owner asked %d", c.from, c.lobby, c.signed, told, asked)
		}
	}
}
