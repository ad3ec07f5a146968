package trust

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/publicsuffix"
)

// What a domain asks of those who check whether a mail is its own (RFC 7489):
// may a signature, or a sender's address, be of another domain of the same
// organisation? Most say so. Where a domain says nothing, or nothing that can be
// read, it is allowed too, as DMARC has it. Where the DNS gives no answer it is
// not: the mail is held and the player asked, which costs a day at worst.

// alignment is what a domain asks.
type alignment struct{ strictDKIM, strictSPF bool }

// alignmentOf asks the DNS what a From domain asks, or else its organisation.
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

// lookup is how the DNS is asked; cancel ends what is still under way.
func (t Trust) lookup(ctx context.Context) (ask func(name string) ([]string, error), cancel func()) {
	txt := t.LookupTXT
	if txt == nil {
		txt = net.DefaultResolver.LookupTXT
	}
	ctx, cancel = context.WithTimeout(ctx, longestLookup)
	return func(name string) ([]string, error) { return txt(ctx, name) }, cancel
}

// notThere tells that a name has no such record from a DNS that cannot be
// reached.
func notThere(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && dns.IsNotFound
}

// dmarcRecord finds the one record among the texts of a name; nil for none,
// and for several, which count as none.
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

// sameOwner reports whether a domain may speak for a From domain: it is the same, or,
// unless the other is asked to be strict, one of the same organisation. Strict
// is called only where it matters.
func sameOwner(domain, from string, strict func() bool) bool {
	return sameDomain(domain, from) || aligned(domain, from) && !strict()
}

func sameDomain(a, b string) bool {
	a, b = strings.TrimSuffix(a, "."), strings.TrimSuffix(b, ".")
	return a != "" && strings.EqualFold(a, b)
}
