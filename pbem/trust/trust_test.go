package trust

import (
	"context"
	"testing"

	"pbem/pbem/letter"
	"pbem/pbem/trust/trusttest"
)

// What mail servers write, and whether the From domain example.org is proven.
func TestAuthenticationResults(t *testing.T) {
	for _, c := range []struct {
		name, field string
		ok          bool
	}{
		{"google", `mx.test; dkim=pass header.i=@example.org header.s=20230601 header.b="abc/=="; spf=pass (google.com: domain of amy@example.org designates 1.2.3.4 as permitted sender) smtp.mailfrom=amy@example.org; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.org; dara=pass header.i=@gmail.com`, true},
		{"yahoo", `mx.test; dkim=pass header.i=@example.org header.s=s; spf=pass smtp.mailfrom=example.org; dmarc=pass(p=REJECT) header.from=example.org;`, true},
		{"dmarc fails", `mx.test; dkim=pass header.d=example.org; dmarc=fail (p=none) header.from=example.org`, false},
		{"dmarc of another domain", `mx.test; dmarc=pass header.from=evil.example`, false},
		{"no dmarc, aligned signature", `mx.test; dmarc=none; dkim=pass (2048-bit key) header.d=mail.example.org`, true},
		{"no dmarc, aligned spf", `mx.test; spf=pass smtp.mailfrom="bounce@example.org"`, true},
		{"signature of a stranger", `mx.test; dkim=pass header.d=evil.example`, false},
		{"signature of a registry's neighbour", `mx.test; dkim=pass header.d=org`, false},
		{"in a comment", `mx.test; dkim=fail (; dmarc=pass header.from=example.org) header.d=example.org`, false},
		{"in a quoted text", `mx.test; dkim=fail reason="; dmarc=pass header.from=example.org"`, false},
		{"in a quoted text with a quote", `mx.test; dkim=fail reason="\"; dmarc=pass header.from=example.org"`, false},
		{"blanks around the sign", `mx.test 1; dmarc = pass header.from = example.org`, true},
		{"none", `mx.test; none`, false},
		{"another server", `evil.test; dmarc=pass header.from=example.org`, false},
	} {
		trust := Trust{Policy: ByTokenAndDMARC, AuthServer: "mx.test", LookupTXT: trusttest.NoDNS}
		l := letter.Read([]byte("Authentication-Results: "+c.field+"\r\nAuthentication-Results: mx.test; dmarc=pass header.from=example.org\r\nFrom: amy@example.org\r\n\r\npass\r\n"), letter.Limits{})
		if why := trust.Authenticate(context.Background(), nil, l); (why == "") != c.ok {
			t.Errorf("%s: %q", c.name, why)
		}
	}
	office := Trust{AuthServer: NoName, LookupTXT: trusttest.NoDNS}
	field := "spf=pass (sender IP is 1.2.3.4)\r\n smtp.mailfrom=example.org; dkim=pass (signature was verified)\r\n header.d=example.org;dmarc=pass action=none header.from=example.org;compauth=pass reason=100"
	l := letter.Read([]byte("Authentication-Results: "+field+"\r\nFrom: amy@example.org\r\n\r\npass\r\n"), letter.Limits{})
	if why := office.Authenticate(context.Background(), nil, l); why != "" {
		t.Errorf("Office 365: %s", why)
	}
}

func TestAligned(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"example.org", "Example.ORG.", true}, {"mail.example.org", "example.org", true}, {"a.example.co.uk", "b.example.co.uk", true},
		{"one.co.uk", "two.co.uk", false}, {"", "", false}, {"org", "example.org", false}, {"localhost", "localhost", true},
	} {
		if got := aligned(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

// A policy that there is not is refused.
func TestUnknownPolicy(t *testing.T) {
	if err := (Trust{Policy: "maybe"}).Check(); err == nil {
		t.Error("an unknown policy is accepted")
	}
}
