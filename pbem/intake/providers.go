package intake

import (
	"errors"
	"strings"
	"sync"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// providers are the domains that have put us off (4xx). Mails to such a domain wait
// without a try, and those to others go on. When the wait is over, one mail tries it.
type providers struct {
	mu  sync.Mutex
	all map[string]*provider
}

// A provider is a domain that has put us off.
type provider struct {
	until  time.Time // nothing goes there before, unless it is more than LastRetry ahead: the clock was ahead then
	times  int       // how often it has put us off, one after the other
	trying bool      // one mail tries it
	why    string    // what it said last
}

// domainOf returns the domain of an address.
func domainOf(address string) string {
	return strings.ToLower(address[strings.LastIndex(address, "@")+1:])
}

// putOff returns until when mails to an address have to wait, and why. If the wait is over
// it lets this mail try.
func (p *providers) putOff(to string, now time.Time) (until time.Time, why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.all[domainOf(to)]
	if one == nil {
		return time.Time{}, ""
	}
	switch wait := one.until.Sub(now); {
	case wait > 0 && wait <= LastRetry:
		return one.until, one.why
	case one.trying:
		return now.Add(FirstRetry), one.why
	}
	one.trying = true
	return time.Time{}, ""
}

// tried records what came of a mail to an address. Only a server that takes or refuses
// the mail says something of its domain.
func (p *providers) tried(to string, sent error, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	domain := domainOf(to)
	var failed *postbox.SendError
	put := errors.As(sent, &failed) && failed.Temporary && failed.Code/100 == 4 && (failed.Stage == postbox.AtRcpt || failed.Stage == postbox.AtData)
	one := p.all[domain]
	switch {
	case put && one == nil:
		p.all[domain] = &provider{until: now.Add(FirstRetry), times: 1, why: sent.Error()}
	case put:
		if one.trying || now.After(one.until) { // others that were on their way do not count
			one.until = now.Add(min(FirstRetry<<min(one.times, 8), LastRetry))
			one.times++
		}
		one.trying, one.why = false, sent.Error()
	case sent == nil, errors.As(sent, &failed) && failed.Code/100 == 5:
		delete(p.all, domain)
	case one != nil:
		one.trying = false
	}
}

// held reports whether a mail has to wait, for its provider or for the limit of the day, and until when. If it may be
// sent now, it is counted. A provider that puts off one mail to it puts off all.
func (o *Outbox) held(m store.Mail) (e store.Ending, held bool) {
	now := o.Now()
	since := triedSince(m, now)
	until, why := o.providers.putOff(m.To, now)
	switch {
	case !until.IsZero() && since.IsZero():
		since = now
	case until.IsZero():
		if until = o.Desk.Spend(); until.IsZero() {
			return store.Ending{}, false
		}
		o.providers.tried(m.To, errors.New("not tried"), now)
		why = "as many mails went out as may in a day (per_day)"
	}
	o.Log.Debug("outbox.held", "to", m.To, "id", m.ID, "until", until, "why", why)
	return store.Ending{ID: m.ID, To: store.Queued, At: until, Why: why, Untried: true, Since: since}, true
}
