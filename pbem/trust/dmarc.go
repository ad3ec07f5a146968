package trust

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/publicsuffix"
)

// A domain publishes how to check whether a mail is its own (RFC 7489). May the signature, or the envelope
// sender, be of another domain of the same organisation? Most domains allow it. If a domain publishes
// nothing, or nothing readable, it is allowed too, as in DMARC. If the DNS gives no answer, it is not
// allowed: the mail is held and the player is asked, which costs a day at worst.

// alignment is what a domain requires.
type alignment struct{ strictDKIM, strictSPF bool }

// alignmentOf asks the DNS what a From domain requires, or its organisation if the domain has no record.
func (t Trust) alignmentOf(ctx context.Context, domain string) alignment {
	lookup, cancel := t.lookup(ctx)
	defer cancel()
	names := []string{domain}
	if org, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(domain)); err == nil && !strings.EqualFold(org, domain) {
		names = append(names, org)
	}
	for _, name := range names {
		texts, err := lookup("_dmarc." + name)
		if err != nil && !notThere(err) {
			return alignment{true, true}
		}
		if record := dmarcRecord(texts); record != nil {
			return alignment{record.DKIMAlignment == dmarc.AlignmentStrict, record.SPFAlignment == dmarc.AlignmentStrict}
		}
	}
	return alignment{}
}

// lookup returns the function that asks the DNS. cancel ends queries that are still running.
func (t Trust) lookup(ctx context.Context) (ask func(name string) ([]string, error), cancel func()) {
	txt := t.LookupTXT
	if txt == nil {
		txt = net.DefaultResolver.LookupTXT
	}
	ctx, cancel = context.WithTimeout(ctx, longestLookup)
	return func(name string) ([]string, error) { return txt(ctx, name) }, cancel
}

// notThere tells a name without such a record from a DNS that cannot be reached.
func notThere(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && dns.IsNotFound
}

// dmarcRecord finds the only record in the texts of a name. It returns nil if there is none or several.
func dmarcRecord(texts []string) *dmarc.Record {
	var found []*dmarc.Record
	for _, text := range texts {
		if !strings.HasPrefix(text, "v=DMARC1") {
			continue
		}
		if record, err := dmarc.Parse(text); err == nil {
			found = append(found, record)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// sameOwner reports whether a domain may speak for a From domain: it is the same, or one of the same
// organisation unless the From domain is strict. strict is called only if it matters.
func sameOwner(domain, from string, strict func() bool) bool {
	return sameDomain(domain, from) || aligned(domain, from) && !strict()
}

func sameDomain(a, b string) bool {
	a, b = strings.TrimSuffix(a, "."), strings.TrimSuffix(b, ".")
	return a != "" && strings.EqualFold(a, b)
}
