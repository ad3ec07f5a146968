// Package trusttest signs mails in tests, with keys that stand in a DNS of its
// own.
package trusttest

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
)

// NoDNS answers every question with an error.
func NoDNS(context.Context, string) ([]string, error) { return nil, errors.New("no DNS in tests") }

// A Signer signs mails as a domain: example.org or evil.example.
type Signer struct {
	t   *testing.T
	key ed25519.PrivateKey
}

// NewSigner makes a Signer, always of the same key.
func NewSigner(t *testing.T) Signer {
	return Signer{t, ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))}
}

// Lookup is its DNS: the key's record of both domains, nothing else.
func (s Signer) Lookup(_ context.Context, name string) ([]string, error) {
	if !strings.HasSuffix(name, "._domainkey.example.org") && !strings.HasSuffix(name, "._domainkey.evil.example") {
		return nil, fmt.Errorf("%s is unknown", name)
	}
	return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(s.key.Public().(ed25519.PublicKey))}, nil
}

// Sign returns a mail with the signature of a domain.
func (s Signer) Sign(raw []byte, domain string) []byte {
	s.t.Helper()
	var b bytes.Buffer
	if err := dkim.Sign(&b, bytes.NewReader(raw), &dkim.SignOptions{Domain: domain, Selector: "s", Signer: s.key}); err != nil {
		s.t.Fatal(err)
	}
	return b.Bytes()
}
