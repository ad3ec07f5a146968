package pbem

import (
	"bytes"
	"fmt"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/trust"
	"pbem/pbem/trust/trusttest"
)

// If the host requires it, the sender's domain must sign a mail. A mail without a
// signature is held, and its player is asked.
func TestOwnSignatureCheck(t *testing.T) {
	sign := trusttest.NewSigner(t)
	d := newTestService(t)
	d.cfg.Trust = trust.Trust{Policy: trust.ByTokenAndDMARC, LookupTXT: sign.Lookup}
	d.restart(d.db)
	g := d.three()
	before := d.version(g)
	plain := d.from("p1", "1@example.org", "reserve NLN")
	d.receive(plain, desk.OutcomeHeld)
	d.receive(sign.Sign(d.from("p1", "2@example.org", "reserve NLN"), "evil.example"), desk.OutcomeHeld)
	broken := bytes.Replace(sign.Sign(d.from("p1", "3@example.org", "reserve NLN"), "example.org"), []byte("reserve"), []byte("reserve "), 1)
	d.receive(broken, desk.OutcomeHeld)
	if d.version(g) != before {
		t.Fatal("a mail that is not proven was carried out")
	}
	d.receive(sign.Sign(d.from("p1", "4@example.org", "reserve NLN"), "example.org"), desk.OutcomeApplied)
	if d.version(g) == before {
		t.Error("a signed mail was not carried out")
	}
}

// Each policy requires something else.
func TestPolicies(t *testing.T) {
	for policy, want := range map[trust.Policy]string{trust.NoToken: desk.OutcomeApplied, trust.ByToken: desk.OutcomeRejected, "": desk.OutcomeRejected, trust.ByTokenAndDMARC: desk.OutcomeRejected} {
		d := newTestService(t)
		d.cfg.Trust = trust.Trust{Policy: policy, LookupTXT: trusttest.NoDNS}
		d.restart(d.db)
		d.three()
		raw := fmt.Appendf(nil, "From: amy@example.org\r\nTo: %s\r\nMessage-ID: <1@x>\r\n\r\nreserve NLN\r\n", testAddress)
		d.receive(raw, want)
	}
}
