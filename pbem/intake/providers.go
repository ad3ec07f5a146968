package intake

import (
	"errors"
	"maps"
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
//
// One address can keep no other waiting: the mails to a domain, or all mails, wait only
// if two addresses were put off, and those that were not try first when the wait is over.
type providers struct {
	mu  sync.Mutex
	all map[string]*provider // by domain, by address, or ours
}

// ours is the key of the server that takes our mails. No domain is empty.
const ours = ""

// A provider is a domain, a mailbox or our own server that has put us off.
type provider struct {
	since  time.Time // when the first mail was put off, or that to a second address
	until  time.Time // nothing goes there before, unless it is more than LastRetry ahead: the clock was ahead then
	first  time.Duration
	times  int    // how often it has put us off, one after the other
	trying bool   // one mail tries it
	why    string // what it said last

	all   bool            // mails to every address wait, not only to the one that was put off
	tried map[string]bool // the addresses that were put off in this round; nil if no address matters
}

// holds reports whether mails to an address wait, or would before one tries.
func (p *provider) holds(mailbox string) bool { return p != nil && (p.all || p.tried[mailbox]) }

// wait returns how long mails to an address still wait. Those that were put off leave others a minute to try first.
func (p *provider) wait(mailbox string, now time.Time) time.Duration {
	wait := p.until.Sub(now)
	if p.all && p.tried[mailbox] {
		wait += p.first
	}
	return wait
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

// putOff returns until when mails to an address have to wait, why, and whether for our own server. If the wait is over
// it lets this mail try.
func (p *providers) putOff(to string, now time.Time) (until time.Time, why string, own bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	keys, _, mailbox := keysOf(to)
	for _, key := range keys {
		one := p.all[key]
		if !one.holds(mailbox) {
			continue
		}
		switch wait := one.wait(mailbox, now); {
		case wait > 0 && wait <= LastRetry+FirstRetry:
			return now.Add(wait), one.why, key == ours
		case one.trying:
			return now.Add(one.first), one.why, key == ours
		}
	}
	for _, key := range keys {
		if one := p.all[key]; one.holds(mailbox) {
			one.trying = true
		}
	}
	return time.Time{}, "", false
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
		p.again(ours, mailbox, wait, failed, now)
		return
	}
	if failed == nil || failed.Code != 0 {
		delete(p.all, ours)
	}
	put := failed != nil && failed.Temporary && failed.Code/100 == 4
	switch {
	case put && ofMailbox(failed):
		p.again(mailbox, mailbox, ofProvider, failed, now)
		delete(p.all, domain)
	case put:
		p.again(domain, mailbox, ofProvider, failed, now)
	case failed == nil, failed.Code/100 == 5:
		delete(p.all, domain)
		delete(p.all, mailbox)
	}
}

// away returns since when our own server has taken no mail at all; zero if it does, or if nobody has asked it for a while.
func (p *providers) away(now time.Time) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if one := p.all[ours]; one != nil && one.all && now.Sub(one.until) < ofNetwork.last {
		return one.since
	}
	return time.Time{}
}

// turnedAway reports whether our own server takes no mail of ours at all, and how long to wait then. What it says to MAIL
// is not about the recipient, but it may be about the size of the mail.
func turnedAway(failed *postbox.SendError) (wait patience, off bool) {
	switch {
	case failed == nil:
		return patience{}, false
	case failed.OfSender(), failed.Stage == postbox.AtMail && failed.Code != 0 && failed.Code != tooLarge:
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
// has a fault (4.1). 4.1.7 and 4.1.8 are about our address.
func ofMailbox(refused *postbox.SendError) bool {
	e := refused.Enhanced
	return strings.HasPrefix(e, "4.2.") || strings.HasPrefix(e, "4.1.") && e != "4.1.7" && e != "4.1.8"
}

// again has mails wait, longer each time: those to one address at first, and to all once another one is put off too. A
// server that cannot be reached, or lets us not in, speaks of no address.
func (p *providers) again(key, mailbox string, wait patience, refused *postbox.SendError, now time.Time) {
	one := p.all[key]
	if one == nil {
		p.forget(now)
		one = &provider{}
		p.all[key] = one
	}
	every := one.all || refused.Stage == postbox.AtConnect || len(one.tried) > 0 && !one.tried[mailbox]
	switch {
	case one.times == 0, every && !one.all: // now it is more than one address
		one.since, one.until, one.times = now, now.Add(wait.first), 1
	case one.trying || now.After(one.until): // others that were on their way do not count
		one.until = now.Add(min(wait.first<<min(one.times, 8), wait.last))
		one.times++
	}
	if refused.Stage == postbox.AtConnect {
		one.tried = nil
	} else {
		if one.tried == nil || one.tried[mailbox] { // a new round: all others have had their turn
			one.tried = map[string]bool{}
		}
		one.tried[mailbox] = true
	}
	one.all, one.first, one.trying, one.why = every, wait.first, false, refused.Error()
}

// forget removes those that no mail waits for: else one would have tried by now. Their mails were given up.
func (p *providers) forget(now time.Time) {
	maps.DeleteFunc(p.all, func(_ string, one *provider) bool { return now.Sub(one.until) > 2*LastRetry })
}

// rest lets another mail try.
func (p *providers) rest(keys [3]string) {
	for _, key := range keys {
		if one := p.all[key]; one != nil {
			one.trying = false
		}
	}
}

// Away returns since when our own server has taken no mail at all; zero if it does, or if nobody has asked it for a while.
func (o *Outbox) Away() time.Time { return o.providers.away(o.Now()) }

// held reports whether a mail has to wait, for its provider or for the limit of the day, and until when. If it may be
// sent now, it is counted. The time for which it waits for our own server does not count for it.
func (o *Outbox) held(m store.Mail) (e store.Ending, held bool) {
	now := o.Now()
	since := triedSince(m, now)
	until, why, own := o.providers.putOff(m.To, now)
	switch {
	case own:
		since = notCounting(since, until.Sub(now))
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

// notCounting returns since when a mail has been tried in vain, leaving out a wait that says nothing of it.
func notCounting(since time.Time, wait time.Duration) time.Time {
	if since.IsZero() {
		return since
	}
	return since.Add(wait)
}
