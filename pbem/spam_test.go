package pbem

import (
	"testing"
)

// Whose a header in the spam folder is, is not known while the store is away; and what somebody claims in From says nothing.
func TestAnswersUs(t *testing.T) {
	d := newTestService(t)
	d.three()
	for _, c := range []struct {
		name string
		raw  []byte
		ours bool
	}{
		{"a reply to the address of a seat", d.from("p1", "1@example.org", "pass"), true},
		{"a stranger", plainMail("mallory@example.net", "2@x", "pass"), false},
		{"in a player's name", plainMail("amy@example.org", "3@x", "pass"), false},
		{"nothing that can be read", []byte("\x00\xff\r\n"), false},
	} {
		if ours, err := answersUs(d.service, c.raw); ours != c.ours || err != nil {
			t.Errorf("%s: %v, %v", c.name, ours, err)
		}
	}
	raw := append([]byte("In-Reply-To: <move.g1.1.p1.aaaaaaaa@"+d.cfg.Domain()+">\r\n"), plainMail("amy@example.org", "4@x", "pass")...)
	if err := d.db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := answersUs(d.service, raw); err == nil {
		t.Error("without a store it is known whose a mail is")
	}
}
