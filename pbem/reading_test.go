package pbem

import (
	"context"
	"strings"
	"testing"
)

// What the host is told about a mail, without a database and with one.
func TestReading(t *testing.T) {
	d := newTestService(t)
	d.three()
	mail := d.from("p1", "1@example.org", "reserve NLN", "", "> reserve PE")
	blind := Read(mail)
	if blind.Class != "human" || blind.Believed != "unknown seat" || blind.Game != "g1" || blind.Player != "p1" || strings.Join(blind.Commands, ";") != "reserve NLN" || !strings.Contains(blind.Ignored, "reserve PE") {
		t.Errorf("without a database: %+v", blind)
	}
	for want, raw := range map[string][]byte{
		"yes":                        mail,
		"held until the player":      d.mail("amy@work.example", "g1.p1", "2@x", "reserve NLN"),
		"no: Your mail was not sent": plainMail("amy@example.org", "3@x", "reserve NLN"),
		"held until the player confirms it: A mail with lines of the host": plainMail("host@example.org", "6@x", "host list"),
		"no: a stranger":            plainMail("mallory@example.net", "4@x", "reserve NLN"),
		"no: no person's mail (lis": append([]byte("List-Id: <x.y>\r\n"), mail...),
		"no: no person's mail (bou": bounce(1, testAddress, "amy@example.org", "5.1.1", ""),
	} {
		r, err := d.service.Read(context.Background(), raw)
		if err != nil || !strings.HasPrefix(r.Believed, want) {
			t.Errorf("%s: %+v, %v", want, r, err)
		}
		if b := r.Bounce; strings.Contains(want, "bou") && (b == nil || b.Address != "amy@example.org" || b.Class != 5 || b.Counted != "") {
			t.Errorf("bounce: %+v", b)
		}
	}
	if len(d.flush()) != 0 || d.score("amy@example.org") != 0 {
		t.Error("reading has done something")
	}
}
