package pbem

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/pbem/trust"
	"pbem/pbem/trust/trusttest"
)

// Text, names and addresses that people type are shown as text. They add nothing to a
// header or to HTML, and no file is named after them.
func TestTypedTextStaysText(t *testing.T) {
	const evil = `<script>alert(1)</script><img src=x onerror=y>`
	d := newTestService(t)
	d.cfg.Trust = trust.Trust{Policy: trust.ByTokenAndDMARC, LookupTXT: trusttest.NoDNS}
	d.restart(d.db)
	id := d.start("../../"+evil, table.Seat{Name: evil, Address: "amy@example.org"}, table.Seat{Name: "../Brian", Address: "brian@example.org"}, table.Seat{Name: "Crystal", Address: "crystal@example.org"})
	mails := d.flush()
	lines := []string{"reserve " + evil, "confirm " + evil, "set address <" + evil + "@x.example>", "renew token " + evil, `set address "\r\nBcc:v@x"@x.example`, "reserve =?utf-8?q?=0D=0ABcc:_v@example.net?="}
	for i, line := range lines {
		n := string(rune('a' + i))
		for _, from := range []string{"amy@example.org", `"<script>"@evil.example`, "x=0d=0aBcc:v@evil.example"} {
			raw := d.mail(from, "g1.p1", n+"<script>"+from, line)
			if _, err := d.service.Receive(context.Background(), raw); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if _, err := d.service.Read(context.Background(), raw); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		d.cfg.Trust.Policy = trust.ByToken
		d.restart(d.db)
		d.receive(d.from("p1", n+"2@example.org", line, "nonsense"), desk.OutcomeRejected)
		mails = append(mails, d.flush()...)
	}
	for _, m := range mails {
		o := readBack(t, m)
		if o.header.Get("Bcc") != "" || strings.Contains(o.html, "<script") || strings.Contains(o.html, "<img src=x") {
			t.Errorf("%s\n%s", o.header.Get("Subject"), o.html)
		}
	}
	if dir := d.service.ArchiveDir(id); dir != filepath.Join(d.cfg.Data, "archive", "g1") {
		t.Errorf("the game is archived in %s", dir)
	}
	found, err := os.ReadDir(d.cfg.Data)
	if err != nil || len(found) != 1 || found[0].Name() != "pbem.db" {
		t.Errorf("%v lies beside the database, %v", found, err)
	}
}
