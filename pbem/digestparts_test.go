package pbem

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/store"
)

// A digest tells of at most so many games.
func TestGamesOfADigest(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.receive(d.mail("dora@example.org", "g1.p4", "1@x", "set mail plain"), desk.OutcomeAnswered)
	d.flush()
	d.say("g1", "p1 reserve NLN")
	due, err := d.db.Due(d.now.AddDate(0, 0, 1), 0)
	if err != nil {
		t.Fatal(err)
	}
	var mails []store.Mail
	for i := range 25 {
		for _, m := range due {
			if m.To == "dora@example.org" {
				m.ID = d.service.Office.ID("move", fmt.Sprintf("g%d", i+1), 178, "p4")
				m.Raw = bytes.Replace(m.Raw, []byte("(g1)"), fmt.Appendf(nil, "(g%d)", i+1), 1)
				mails = append(mails, m)
			}
		}
	}
	one, of, err := mailroom{d.service}.Digest(mails)
	if err != nil || len(mails) != 25 || len(of) != 20 {
		t.Fatalf("%d of %d games are in a digest, %v", len(of), len(mails), err)
	}
	meets(t, one.Raw)
	if o := readBack(t, sent{one.To, one.Raw}); !strings.Contains(o.text, "News of 20 games\n\n  g1  Shoreline") || !strings.Contains(o.text, "\n  g20 Shoreline") {
		t.Errorf("the digest of many games:\n%.2000s", o.text)
	}
}

// A mail that cannot be read back goes alone, and the others together.
func TestUnreadableInADigest(t *testing.T) {
	d := newTestService(t)
	d.daily()
	d.play()
	due, err := d.db.Due(d.now.AddDate(0, 0, 1), 0)
	if err != nil {
		t.Fatal(err)
	}
	due = slices.DeleteFunc(due, func(m store.Mail) bool { return m.To != "dora@example.org" })
	one, of, err := mailroom{d.service}.Digest(due)
	if err != nil || len(of) != 3 || one.To != "dora@example.org" {
		t.Fatalf("%d mails go together, %v", len(of), err)
	}
	again, _, err := mailroom{d.service}.Digest([]store.Mail{due[2], due[0], due[1]})
	if err != nil || again.ID != one.ID {
		t.Errorf("the same mails are %s and %s", one.ID, again.ID)
	}
	due[1].Raw = bytes.Replace(due[1].Raw, []byte("write your commands"), []byte("say what you like"), 2)
	if one, of, err = (mailroom{d.service}).Digest(due); err != nil || len(of) != 2 || of[0].ID != due[0].ID || of[1].ID != due[2].ID || again.ID == one.ID {
		t.Errorf("with one unreadable %d go together, %v", len(of), err)
	}
	for what, mails := range map[string][]store.Mail{
		"the first is unreadable":    {due[1], due[0], due[2]},
		"only one is readable":       due[:2],
		"two are of one game":        {due[0], due[0]},
		"the reader is no member":    {{To: "amy@example.org", Raw: due[0].Raw}, {To: "amy@example.org", Raw: due[2].Raw}},
		"the first is no news":       {{To: due[0].To, Raw: []byte("Subject: x\r\n\r\nx")}, due[0], due[2]},
		"one is too large to add it": {due[0], large(due[2])},
	} {
		if _, of, err := (mailroom{d.service}).Digest(mails); err != nil || len(of) != 0 {
			t.Errorf("%s: %d go together, %v", what, len(of), err)
		}
	}
}

// large makes a mail larger than a digest may become.
func large(m store.Mail) store.Mail {
	m.Raw = bytes.Replace(m.Raw, []byte("\r\n</div>"), []byte("</div>"), 1)
	m.Raw = bytes.Replace(m.Raw, []byte("</div>"), append(bytes.Repeat([]byte("<p>more</p>\r\n"), 10_000), "</div>"...), 1)
	return m
}
