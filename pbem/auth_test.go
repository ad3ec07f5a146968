package pbem

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"pbem/pbem/trust"
)

func noDNS(context.Context, string) ([]string, error) { return nil, errors.New("no DNS in tests") }

// signer signs mails as a domain; its keys are in a DNS of our own.
type signer struct {
	t   *testing.T
	key ed25519.PrivateKey
}

func newSigner(t *testing.T) signer {
	return signer{t, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))}
}

func (s signer) lookup(_ context.Context, name string) ([]string, error) {
	if !strings.HasSuffix(name, "._domainkey.example.org") && !strings.HasSuffix(name, "._domainkey.evil.example") {
		return nil, fmt.Errorf("%s is unknown", name)
	}
	return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(s.key.Public().(ed25519.PublicKey))}, nil
}

func (s signer) sign(raw []byte, domain string) []byte {
	s.t.Helper()
	var b bytes.Buffer
	if err := dkim.Sign(&b, bytes.NewReader(raw), &dkim.SignOptions{Domain: domain, Selector: "s", Signer: s.key}); err != nil {
		s.t.Fatal(err)
	}
	return b.Bytes()
}

// Where the host wants it, a mail must be signed by its domain; one that is not
// is held, and its player asked.
func TestOwnSignatureCheck(t *testing.T) {
	sign := newSigner(t)
	d := newDesk(t)
	d.cfg.Trust = trust.Trust{Policy: trust.ByTokenAndDMARC, LookupTXT: sign.lookup}
	d.restart(d.db)
	g := d.three()
	before := d.version(g)
	plain := d.from("p1", "1@example.org", "reserve NLN")
	d.receive(plain, outcomeHeld)
	d.receive(sign.sign(d.from("p1", "2@example.org", "reserve NLN"), "evil.example"), outcomeHeld)
	broken := bytes.Replace(sign.sign(d.from("p1", "3@example.org", "reserve NLN"), "example.org"), []byte("reserve"), []byte("reserve "), 1)
	d.receive(broken, outcomeHeld)
	if d.version(g) != before {
		t.Fatal("a mail that is not proven was carried out")
	}
	d.receive(sign.sign(d.from("p1", "4@example.org", "reserve NLN"), "example.org"), outcomeApplied)
	if d.version(g) == before {
		t.Error("a signed mail was not carried out")
	}
}

// The policies differ in what they want.
func TestPolicies(t *testing.T) {
	for policy, want := range map[trust.Policy]string{trust.NoToken: outcomeApplied, trust.ByToken: outcomeRejected, "": outcomeRejected, trust.ByTokenAndDMARC: outcomeRejected} {
		d := newDesk(t)
		d.cfg.Trust = trust.Trust{Policy: policy, LookupTXT: noDNS}
		d.restart(d.db)
		d.three()
		raw := fmt.Appendf(nil, "From: amy@example.org\r\nTo: %s\r\nMessage-ID: <1@x>\r\n\r\nreserve NLN\r\n", testAddress)
		d.receive(raw, want)
	}
}
