package trust

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Silent remembers domains for which the DNS did not answer in time, so that
// nobody waits for the same one again and again. The zero value is ready. Its
// methods may be called from several goroutines.
type Silent struct {
	mu    sync.Mutex
	until map[string]time.Time // by organisation, such as "example.org"
}

// How long a domain must keep us waiting to count as silent, and for how long it is then not asked again.
const (
	keptWaiting = 3 * time.Second
	silentFor   = 10 * time.Minute
)

// mostSilent is how many silent domains are remembered.
const mostSilent = 10_000

// errSilent is the answer for a domain that is not asked. It does not mean that the record does not exist, so
// nothing is believed.
var errSilent = errors.New("the domain does not answer")

// Lookup asks the DNS, except for domains that have just been silent. ask is
// nil for the system's resolver.
func (s *Silent) Lookup(ask func(context.Context, string) ([]string, error)) func(context.Context, string) ([]string, error) {
	if ask == nil {
		ask = net.DefaultResolver.LookupTXT
	}
	return func(ctx context.Context, name string) ([]string, error) {
		of := organisation(name)
		began := time.Now()
		if s.is(of, began) {
			return nil, errSilent
		}
		texts, err := ask(ctx, name)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) || timedOut(err) {
			s.note(of, began, time.Now())
		}
		return texts, err
	}
}

func timedOut(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && dns.IsTimeout
}

func (s *Silent) is(domain string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	until, ok := s.until[domain]
	return ok && now.Before(until)
}

// note remembers a domain that did not answer, unless it had hardly any time to do so.
func (s *Silent) note(domain string, began, now time.Time) {
	if now.Sub(began) < keptWaiting {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.until == nil || len(s.until) >= mostSilent {
		s.until = map[string]time.Time{}
	}
	s.until[domain] = now.Add(silentFor)
}

// organisation returns the registered domain that a name belongs to.
func organisation(name string) string {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if org, err := publicsuffix.EffectiveTLDPlusOne(name); err == nil {
		return org
	}
	return name
}
