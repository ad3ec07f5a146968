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
// A mailbox that is full or busy is put off in the same way, under its whole address:
// it says nothing of the others at its domain.
type providers struct {
	mu  sync.Mutex
	all map[string]*provider // by domain, or by address
}

// A provider is a domain or a mailbox that has put us off.
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

// keysOf returns under which keys an address may have been put off.
func keysOf(address string) (domain, mailbox string) {
	return domainOf(address), strings.ToLower(address)
}

// putOff returns until when mails to an address have to wait, and why. If the wait is over
// it lets this mail try.
func (p *providers) putOff(to string, now time.Time) (until time.Time, why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	domain, mailbox := keysOf(to)
	for _, key := range []string{domain, mailbox} {
		one := p.all[key]
		if one == nil {
			continue
		}
		switch wait := one.until.Sub(now); {
		case wait > 0 && wait <= LastRetry:
			return one.until, one.why
		case one.trying:
			return now.Add(FirstRetry), one.why
		}
	}
	for _, key := range []string{domain, mailbox} {
		if one := p.all[key]; one != nil {
			one.trying = true
		}
	}
	return time.Time{}, ""
}

// tried records what came of a mail to an address. Only a server that takes or refuses
// the mail says something of its domain.
func (p *providers) tried(to string, sent error, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	domain, mailbox := keysOf(to)
	var failed *postbox.SendError
	put := errors.As(sent, &failed) && failed.Temporary && failed.Code/100 == 4 && (failed.Stage == postbox.AtRcpt || failed.Stage == postbox.AtData)
	switch {
	case put && ofMailbox(failed):
		p.again(mailbox, sent, now)
		delete(p.all, domain)
	case put:
		p.again(domain, sent, now)
		p.rest(mailbox)
	case sent == nil, errors.As(sent, &failed) && failed.Code/100 == 5:
		delete(p.all, domain)
		delete(p.all, mailbox)
	default:
		p.rest(domain)
		p.rest(mailbox)
	}
}

// ofMailbox reports whether a server speaks of one mailbox: it is full, busy or off (RFC 3463, 4.2), or its address
// has a fault (4.1).
func ofMailbox(refused *postbox.SendError) bool {
	return strings.HasPrefix(refused.Enhanced, "4.2.") || strings.HasPrefix(refused.Enhanced, "4.1.")
}

// again has a domain or a mailbox wait, longer each time.
func (p *providers) again(key string, sent error, now time.Time) {
	one := p.all[key]
	if one == nil {
		p.all[key] = &provider{until: now.Add(FirstRetry), times: 1, why: sent.Error()}
		return
	}
	if one.trying || now.After(one.until) { // others that were on their way do not count
		one.until = now.Add(min(FirstRetry<<min(one.times, 8), LastRetry))
		one.times++
	}
	one.trying, one.why = false, sent.Error()
}

// rest lets another mail try.
func (p *providers) rest(key string) {
	if one := p.all[key]; one != nil {
		one.trying = false
	}
}

// held reports whether a mail has to wait, for its provider or for the limit of the day, and until when. If it may be
// sent now, it is counted. A provider that puts off one mail to it puts off all; so does a
// mailbox.
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
