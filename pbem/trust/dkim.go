package trust

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"regexp"

	"github.com/emersion/go-msgauth/dkim"
)

// DKIM says how to sign outgoing mail, for hosts whose server does not sign.
// The zero value signs nothing.
type DKIM struct {
	Domain, Selector string
	Key              crypto.Signer
}

// signedFields are the fields that a reader sees or a mail program acts on. Those named twice are signed so
// that nobody can add a second one.
var signedFields = []string{
	"From", "From", "Reply-To", "Reply-To", "To", "To", "Subject", "Subject", "Date", "Date",
	"Message-ID", "In-Reply-To", "References", "MIME-Version", "Content-Type", "Auto-Submitted", "List-Id",
	"List-Unsubscribe", "Feedback-ID",
}

// Sign returns a mail with a signature on top. It is called when the mail is
// sent, so that mails that waited are signed with the present key.
func (d DKIM) Sign(raw []byte) ([]byte, error) {
	if d.Key == nil {
		return raw, nil
	}
	opts := &dkim.SignOptions{
		Domain: d.Domain, Selector: d.Selector, Signer: d.Key, HeaderKeys: signedFields,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	}
	var b bytes.Buffer
	if err := dkim.Sign(&b, bytes.NewReader(raw), opts); err != nil {
		return nil, fmt.Errorf("the mail cannot be signed: %w", err)
	}
	return b.Bytes(), nil
}

var selectorForm = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9-.]*[a-zA-Z0-9])?$`)

// NewDKIM reads a key in PEM form that signs for a domain under a selector.
func NewDKIM(domain, selector string, pem []byte) (DKIM, error) {
	if !selectorForm.MatchString(selector) {
		return DKIM{}, fmt.Errorf("dkim_selector %q is no name in the DNS", selector)
	}
	key, err := privateKey(pem)
	if err != nil {
		return DKIM{}, err
	}
	return DKIM{Domain: domain, Selector: selector, Key: key}, nil
}

// shortestRSA is the shortest key that large servers still accept, in bits.
const shortestRSA = 1024

func privateKey(text []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("this is no key in PEM form")
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return longEnough(key)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, errors.New("this is no private key (PKCS #1 or PKCS #8)")
	}
	switch key := key.(type) {
	case *rsa.PrivateKey:
		return longEnough(key)
	case ed25519.PrivateKey:
		return key, nil
	}
	return nil, errors.New("a DKIM key is an RSA or an Ed25519 key")
}

func longEnough(key *rsa.PrivateKey) (crypto.Signer, error) {
	if key.N.BitLen() < shortestRSA {
		return nil, fmt.Errorf("a DKIM key of %d bits is not trusted; make one of 2048", key.N.BitLen())
	}
	return key, nil
}
