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
// it says nothing of the others at its domain. So is our own server, for all mails, if it
// cannot be reached or lets us not in: a thousand log-ins would have the account locked.
type providers struct {
	mu  sync.Mutex
	all map[string]*provider // by domain, by address, or ours
}

// ours is the key of the server that takes our mails. No domain is empty.
const ours = ""

// A provider is a domain, a mailbox or our own server that has put us off.
type provider struct {
	until  time.Time // nothing goes there before, unless it is more than LastRetry ahead: the clock was ahead then
	first  time.Duration
	times  int    // how often it has put us off, one after the other
	trying bool   // one mail tries it
	why    string // what it said last
}

// domainOf returns the domain of an address.
func domainOf(address string) string {
	return strings.ToLower(address[strings.LastIndex(address, "@")+1:])
}

// keysOf returns under which keys an address may have been put off.
func keysOf(address string) (keys [3]string, domain, mailbox string) {
	domain, mailbox = domainOf(address), strings.ToLower(address)
	return [3]string{ours, domain, mailbox}, domain, mailbox
}

// A patience is how long mails wait: at first, and at most after many attempts.
type patience struct{ first, last time.Duration }

var (
	ofProvider = patience{FirstRetry, LastRetry}
	ofNetwork  = patience{5 * time.Second, 5 * time.Minute} // our server cannot be reached
	ofAccount  = patience{FirstRetry, time.Hour}            // it does not let us in, or takes no more from us
)

// putOff returns until when mails to an address have to wait, and why. If the wait is over
// it lets this mail try.
func (p *providers) putOff(to string, now time.Time) (until time.Time, why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	keys, _, _ := keysOf(to)
	for _, key := range keys {
		one := p.all[key]
		if one == nil {
			continue
		}
		switch wait := one.until.Sub(now); {
		case wait > 0 && wait <= LastRetry:
			return one.until, one.why
		case one.trying:
			return now.Add(one.first), one.why
		}
	}
	for _, key := range keys {
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
	keys, domain, mailbox := keysOf(to)
	defer p.rest(keys)
	var failed *postbox.SendError
	if sent != nil && !errors.As(sent, &failed) {
		return // it was not tried
	}
	if wait, off := turnedAway(failed); off {
		p.again(ours, wait, sent, now)
		return
	}
	if failed == nil || failed.Code != 0 {
		delete(p.all, ours)
	}
	put := failed != nil && failed.Temporary && failed.Code/100 == 4 && (failed.Stage == postbox.AtRcpt || failed.Stage == postbox.AtData)
	switch {
	case put && ofMailbox(failed):
		p.again(mailbox, ofProvider, sent, now)
		delete(p.all, domain)
	case put:
		p.again(domain, ofProvider, sent, now)
	case failed == nil, failed.Code/100 == 5:
		delete(p.all, domain)
		delete(p.all, mailbox)
	}
}

// turnedAway reports whether our own server takes no mail of ours at all, and how long to wait then.
func turnedAway(failed *postbox.SendError) (wait patience, off bool) {
	switch {
	case failed == nil:
		return patience{}, false
	case failed.OfSender():
		return ofAccount, true
	case failed.Stage != postbox.AtConnect:
		return patience{}, false
	}
	switch postbox.KindOf(failed) {
	case postbox.Cancelled, postbox.Closed: // by us
		return patience{}, false
	case postbox.Refused, postbox.BadLogin, postbox.Busy:
		return ofAccount, true
	}
	return ofNetwork, true
}

// ofMailbox reports whether a server speaks of one mailbox: it is full, busy or off (RFC 3463, 4.2), or its address
// has a fault (4.1).
func ofMailbox(refused *postbox.SendError) bool {
	return strings.HasPrefix(refused.Enhanced, "4.2.") || strings.HasPrefix(refused.Enhanced, "4.1.")
}

// again has mails wait, longer each time.
func (p *providers) again(key string, wait patience, sent error, now time.Time) {
	one := p.all[key]
	if one == nil {
		p.all[key] = &provider{until: now.Add(wait.first), first: wait.first, times: 1, why: sent.Error()}
		return
	}
	if one.trying || now.After(one.until) { // others that were on their way do not count
		one.until = now.Add(min(wait.first<<min(one.times, 8), wait.last))
		one.times++
	}
	one.trying, one.why = false, sent.Error()
}

// rest lets another mail try.
func (p *providers) rest(keys [3]string) {
	for _, key := range keys {
		if one := p.all[key]; one != nil {
			one.trying = false
		}
	}
}

// held reports whether a mail has to wait, for its provider or for the limit of the day, and until when. If it may be
// sent now, it is counted. Whoever puts off one mail puts off all.
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
