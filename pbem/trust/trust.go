// Package trust tells whether the domain of a From address vouches for a mail. The
// evidence is what the host's own server wrote (Authentication-Results, RFC 8601),
// or signatures (DKIM) and the domain's policy for them (DMARC). The package also
// signs our own mails.
package trust

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-msgauth/authres"
	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"

	"pbem/pbem/letter"
)

// A Policy says what makes the service believe a mail.
type Policy string

// The policies. NoToken believes the address in From, which anybody can write.
// ByToken, the default, also needs the seat's token. ByTokenAndDMARC also needs
// the domain of the From address to vouch for the mail.
const (
	NoToken         Policy = "none"
	ByToken         Policy = "token"
	ByTokenAndDMARC Policy = "token+dmarc"
)

// Trust says whom the service believes.
type Trust struct {
	Policy Policy // "" is ByToken
	// AuthServer is the name under which the host's own mail server writes
	// Authentication-Results: NoName if it leaves its name out, "" if it writes
	// no such field. With "", and for a mail without the field, DKIM is checked
	// here.
	AuthServer string
	// LookupTXT asks the DNS for the keys of signatures and for a domain's DMARC
	// policy; nil is the system's resolver. If there is no such text, the error
	// must be a *net.DNSError that says so.
	LookupTXT func(ctx context.Context, domain string) ([]string, error)
}

// NoName is the AuthServer that leaves its name out, as Office 365 does.
const NoName = "-"

// Limits of the service's own check.
const (
	mostSignatures = 4
	longestLookup  = 10 * time.Second
)

// Check finds a policy that there is not.
func (t Trust) Check() error {
	switch t.Policy {
	case "", NoToken, ByToken, ByTokenAndDMARC:
		return nil
	}
	return fmt.Errorf(`"policy" of [trust] is %q; it can be "none", "token" or "token+dmarc"`, t.Policy)
}

// Authenticate returns why the domain of the From address does not vouch for a
// mail; "" if it does.
func (t Trust) Authenticate(ctx context.Context, raw []byte, l letter.Letter) string {
	_, domain, _ := strings.Cut(l.From, "@")
	if t.AuthServer != "" {
		if name, results := authResults(l.AuthResult); l.AuthResult != "" && strings.EqualFold(name, t.AuthServer) {
			return t.judge(ctx, results, domain)
		}
	}
	return t.signed(ctx, raw, domain)
}

// Local merges the Authentication-Results fields that the host's own server wrote into
// one: a server may write one for each check. It returns "" if none is from there.
func (t Trust) Local(fields []string) (merged string) {
	for _, field := range fields {
		name, results, ok := strings.Cut(plainResults(field), ";")
		if words := strings.Fields(name); len(words) == 0 || strings.Contains(name, "=") {
			name, results, ok = NoName, plainResults(field), true
		} else {
			name = words[0]
		}
		if results = strings.Trim(results, "; "); !ok || results == "" || t.AuthServer == "" || !strings.EqualFold(name, t.AuthServer) {
			continue
		}
		if merged == "" && name != NoName {
			merged = name
		}
		if merged != "" {
			merged += "; "
		}
		merged += results
	}
	return merged
}

// judge reads the results of the host's server: DMARC, or if there is none, a DKIM signature or an SPF pass
// of the From domain.
func (t Trust) judge(ctx context.Context, results []authres.Result, domain string) string {
	ask := sync.OnceValue(func() alignment { return t.alignmentOf(ctx, domain) })
	for _, r := range results {
		d, ok := r.(*authres.DMARCResult)
		switch {
		case !ok || d.From != "" && !strings.EqualFold(d.From, domain):
		case d.Value == authres.ResultPass:
			return ""
		case d.Value == authres.ResultFail:
			return "the mail server found that it failed the check of its domain (DMARC)"
		case d.Value == authres.ResultNone: // the domain requires nothing
			ask = func() alignment { return alignment{} }
		}
	}
	dkim, spf := func() bool { return ask().strictDKIM }, func() bool { return ask().strictSPF }
	for _, r := range results {
		switch r := r.(type) {
		case *authres.DKIMResult:
			_, agent, _ := strings.Cut(r.Identifier, "@")
			if r.Value == authres.ResultPass && sameOwner(cmp.Or(r.Domain, agent), domain, dkim) {
				return ""
			}
		case *authres.SPFResult:
			if r.Value == authres.ResultPass && sameOwner(r.From[strings.LastIndex(r.From, "@")+1:], domain, spf) {
				return ""
			}
		}
	}
	return "the mail server found no proof of its domain (DMARC, DKIM or SPF)"
}

// signed checks the DKIM signatures of the mail itself. One must be good: of the From domain, or of its
// organisation if the domain allows that.
func (t Trust) signed(ctx context.Context, raw []byte, domain string) string {
	lookup, cancel := t.lookup(ctx)
	defer cancel()
	found, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: lookup, MaxVerifications: mostSignatures})
	if len(found) == 0 {
		if err != nil {
			return "its signature cannot be read (DKIM)"
		}
		return "it carries no signature (DKIM)"
	}
	strict := sync.OnceValue(func() bool { return t.alignmentOf(ctx, domain).strictDKIM })
	for _, v := range found {
		if v.Err == nil && sameOwner(v.Domain, domain, strict) {
			return ""
		}
	}
	return "it carries no good signature of its domain (DKIM)"
}

// aligned reports whether two domains belong to the same organisation (relaxed alignment of DMARC).
func aligned(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSuffix(a, ".")), strings.ToLower(strings.TrimSuffix(b, "."))
	if a == b {
		return a != ""
	}
	orgA, errA := publicsuffix.EffectiveTLDPlusOne(a)
	orgB, errB := publicsuffix.EffectiveTLDPlusOne(b)
	return errA == nil && errB == nil && orgA == orgB
}

// authResults parses an Authentication-Results field (RFC 8601): who wrote it, and the results. The library's
// parser mistakes a comment for parameters, stops at the first result it does not understand, and takes the
// first result for a name if a server writes no name. So it gets one plain result at a time.
func authResults(field string) (server string, results []authres.Result) {
	parts := strings.Split(plainResults(field), ";")
	server = NoName
	if name := strings.Fields(parts[0]); len(name) > 0 && !strings.Contains(parts[0], "=") {
		server, parts = name[0], parts[1:]
	}
	for _, p := range parts {
		if _, one, err := authres.Parse("x;" + p); err == nil {
			results = append(results, one...)
		}
	}
	return server, results
}

// plainResults removes comments and the blanks around "=", and characters in quoted text that would be read
// as structure.
func plainResults(field string) string {
	var b strings.Builder
	depth, quoted, escaped := 0, false, false
	for _, r := range field {
		switch {
		case escaped:
			escaped = false
		case r == '\\' && (quoted || depth > 0):
			escaped = true
		case r == '"' && depth == 0:
			quoted = !quoted
		case quoted:
			if strings.ContainsRune(";= ()\t", r) {
				r = '_'
			}
			b.WriteRune(r)
		case r == '(':
			depth++
			b.WriteByte(' ')
		case r == ')' && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	f := strings.Fields(strings.ReplaceAll(b.String(), "=", " = "))
	return strings.ReplaceAll(strings.Join(f, " "), " = ", "=")
}
