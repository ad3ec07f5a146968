package pbem

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"pbem/pbem/config"
)

// keyFile writes a private key to a file. record is its public half, as the DNS would
// have it.
func keyFile(t *testing.T, rsaKey bool) (name, record string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "dkim.pem")
	var key any
	if rsaKey {
		k, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		public, err := x509.MarshalPKIXPublicKey(&k.PublicKey)
		if err != nil {
			t.Fatal(err)
		}
		key, record = k, "v=DKIM1; k=rsa; p="+base64.StdEncoding.EncodeToString(public)
	} else {
		public, k, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		key, record = k, "v=DKIM1; k=ed25519; p="+base64.StdEncoding.EncodeToString(public)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return name, record
}

// Mails are signed if a key is configured. A receiver who looks up the key accepts them,
// unless they were changed on the way.
func TestSigned(t *testing.T) {
	for _, rsaKey := range []bool{true, false} {
		file, record := keyFile(t, rsaKey)
		d := newTestService(t)
		var err error
		if d.cfg.DKIM, err = config.LoadDKIM(d.cfg.Domain(), "pbem", file); err != nil {
			t.Fatal(err)
		}
		d.restart(d.db)
		d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
		for _, m := range d.flush() {
			found, err := verifyDKIM(m.raw, record)
			if err != nil || len(found) != 1 || found[0].Err != nil || found[0].Domain != "play.example" {
				t.Errorf("%d signatures, %v: %+v", len(found), err, found)
			}
			for _, forged := range []string{"Reply-To: x@example.net\r\n" + string(m.raw), strings.Replace(string(m.raw), "Shoreline", "Seashore", 1)} {
				if found, _ := verifyDKIM([]byte(forged), record); len(found) == 1 && found[0].Err == nil {
					t.Errorf("a forged mail is believed: %.60s", forged)
				}
			}
		}
	}
}

func verifyDKIM(raw []byte, record string) ([]*dkim.Verification, error) {
	return dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		if name == "pbem._domainkey.play.example" {
			return []string{record}, nil
		}
		return nil, nil
	}})
}

func TestDKIMMistakes(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ selector, file, want string }{
		{"pbem", "", "belong together"},
		{"", text, "belong together"},
		{"pbem", text, "no key in PEM form"},
		{"a b", text, "no name in the DNS"},
		{"pbem", filepath.Join(dir, "none"), "no such file"},
	} {
		if _, err := config.LoadDKIM("play.example", c.selector, c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c, err)
		}
	}
}
