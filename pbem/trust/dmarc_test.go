package trust

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"pbem/pbem/letter"
	"pbem/pbem/trust/trusttest"
)

// A dns is what the DNS says: texts by name. The text "timeout" is a server that
// does not answer; what is not in it does not exist.
type dns map[string]string

func (d dns) lookup(_ context.Context, name string) ([]string, error) {
	switch text := d[name]; text {
	case "":
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	case "timeout":
		return nil, &net.DNSError{Err: "i/o timeout", Name: name, IsTimeout: true, IsTemporary: true}
	default:
		return strings.Split(text, "|"), nil
	}
}

// What domains ask of a signature that is their organisation's, but not their
// own.
func TestAlignmentADomainAsks(t *testing.T) {
	for _, c := range []struct {
		name, from, signer string
		texts              dns
		ok                 bool
	}{
		{"no record", "example.org", "mail.example.org", nil, true},
		{"relaxed", "example.org", "mail.example.org", dns{"_dmarc.example.org": "v=DMARC1; p=reject; adkim=r"}, true},
		{"nothing said of it", "example.org", "mail.example.org", dns{"_dmarc.example.org": "v=DMARC1; p=reject"}, true},
		{"strict", "example.org", "mail.example.org", dns{"_dmarc.example.org": "v=DMARC1; p=none; adkim=s"}, false},
		{"strict, the very domain", "example.org", "Example.org", dns{"_dmarc.example.org": "v=DMARC1; p=none; adkim=s"}, true},
		{"strict for SPF", "example.org", "mail.example.org", dns{"_dmarc.example.org": "v=DMARC1; p=none; aspf=s"}, true},
		{"the organisation is strict", "mail.example.org", "example.org", dns{"_dmarc.example.org": "v=DMARC1; p=none; adkim=s"}, false},
		{"the domain goes before its organisation", "mail.example.org", "example.org",
			dns{"_dmarc.mail.example.org": "v=DMARC1; p=none", "_dmarc.example.org": "v=DMARC1; p=none; adkim=s"}, true},
		{"among other texts", "example.org", "mail.example.org", dns{"_dmarc.example.org": "something else|v=DMARC1; p=none; adkim=s"}, false},
		{"two records are none", "example.org", "mail.example.org", dns{"_dmarc.example.org": "v=DMARC1; p=none; adkim=s|v=DMARC1; p=none"}, true},
		{"cannot be read", "example.org", "mail.example.org", dns{"_dmarc.example.org": "v=DMARC1; p=maybe; adkim=s"}, true},
		{"no answer", "example.org", "mail.example.org", dns{"_dmarc.example.org": "timeout"}, false},
		{"no answer, the very domain", "example.org", "example.org", dns{"_dmarc.example.org": "timeout"}, true},
		{"no answer of the organisation", "mail.example.org", "example.org", dns{"_dmarc.example.org": "timeout"}, false},
		{"another organisation", "example.org", "evil.example", nil, false},
	} {
		sign := trusttest.NewSigner(t)
		trust := Trust{Policy: ByTokenAndDMARC, LookupTXT: func(ctx context.Context, name string) ([]string, error) {
			if strings.Contains(name, "._domainkey.") {
				return sign.Lookup(ctx, "s._domainkey.example.org")
			}
			return c.texts.lookup(ctx, name)
		}}
		raw := sign.Sign(fmt.Appendf(nil, "From: amy@%s\r\nMessage-ID: <1@x>\r\n\r\nreserve NLN\r\n", c.from), c.signer)
		if why := trust.Authenticate(context.Background(), raw, letter.Read(raw, letter.Limits{})); (why == "") != c.ok {
			t.Errorf("%s: %q", c.name, why)
		}
	}
}

// Where the host's server looks at signatures and senders but not at DMARC, what
// the domain asks holds too.
func TestAlignmentOfTheServersResults(t *testing.T) {
	strict := dns{"_dmarc.example.org": "v=DMARC1; p=none; adkim=s; aspf=s"}
	for _, c := range []struct {
		field string
		texts dns
		ok    bool
	}{
		{"dkim=pass header.d=mail.example.org", strict, false},
		{"dkim=pass header.d=example.org", strict, true},
		{"dkim=pass header.d=mail.example.org", nil, true},
		{"dkim=pass header.i=@mail.example.org", strict, false},
		{"spf=pass smtp.mailfrom=b@bounce.example.org", strict, false},
		{"spf=pass smtp.mailfrom=b@bounce.example.org", nil, true},
		{"dmarc=none; dkim=pass header.d=mail.example.org", strict, true},
		{"dmarc=pass header.from=example.org", strict, true},
	} {
		trust := Trust{AuthServer: "mx.test", LookupTXT: c.texts.lookup}
		l := letter.Read([]byte("Authentication-Results: mx.test; "+c.field+"\r\nFrom: amy@example.org\r\n\r\npass\r\n"), letter.Limits{})
		if why := trust.Authenticate(context.Background(), nil, l); (why == "") != c.ok {
			t.Errorf("%s: %q", c.field, why)
		}
	}
}

func TestNotThere(t *testing.T) {
	if notThere(errors.New("no DNS")) || !notThere(fmt.Errorf("asking: %w", &net.DNSError{IsNotFound: true})) {
		t.Error("a DNS that cannot be reached is taken for one that has nothing")
	}
}
