package intake

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// Post is the connection on which the outbox sends mail; postbox.Sender is one.
type Post interface {
	Send(ctx context.Context, from, to string, raw []byte) error
}

// A Sending is what an Outbox asks of the author of the mails.
type Sending interface {
	// From returns the envelope sender for mails to an address.
	From(to string) string
	// Holds reports whether the recipient of a mail gets none at present. It is asked
	// about mails that name no mark which says so (store.Mail.Unless).
	Holds(m store.Mail) (bool, error)
	// Keeps says why a mail whose recipient gets none at present is kept, as one that has failed; "" if it is dropped.
	Keeps(m store.Mail) (why string)
	// Spend counts a mail that is about to be sent against what may go out in a day. If
	// that is used up, it counts nothing and returns when to try again.
	Spend() (until time.Time)
	// News reports whether a mail asks nothing of its reader and may go in a digest.
	News(m store.Mail) bool
	// Digest makes one mail with news to one address. It
	// returns which of them it is made of, the first among them; none if it makes no mail.
	Digest(mails []store.Mail) (one store.Mail, of []store.Mail, err error)
	// Failed commits what follows from the end of a mail that cannot be sent, with that end. After an error neither is
	// recorded, and the mail is sent again later.
	Failed(m store.Mail, end store.Ending, why error) error
	// Sent is called when an attempt is recorded; err is why it failed.
	Sent(m store.Mail, err error)
}

// Mails is the part of the store in which an Outbox finds due mails.
type Mails interface {
	TakeMails(c store.Claim, fresh bool, limit int) ([]store.Mail, error)
	Renew(c store.Claim, ids []string) ([]store.Mail, error)
	Noted([]store.Ending) error
}

// An Outbox sends mails. Make it with NewOutbox.
type Outbox struct {
	Store Mails
	Desk  Sending
	Claim func() store.Claim
	Sign  func(raw []byte) ([]byte, error)
	Log   *slog.Logger
	Now   func() time.Time

	// Decides reports whether this service may give a mail up; if not, the mail is tried again until one does that may. nil is
	// always.
	Decides func() bool

	PerDomain int // most connections for mails to one domain at a time; 0 is one less than there are, but one at least

	queued chan struct{} // something may be due
	gone   *handed       // mails that went out without being recorded yet

	providers *providers
}

// NewOutbox fills in the rest of an outbox.
func NewOutbox(o Outbox) *Outbox {
	o.queued, o.gone = make(chan struct{}, 1), &handed{ids: map[string]bool{}}
	o.providers = &providers{all: map[string]*provider{}}
	return &o
}

// Wake tells the outbox that mails may be due.
func (o *Outbox) Wake() {
	select {
	case o.queued <- struct{}{}:
	default:
	}
}

// Limits of the outbox.
const (
	FirstRetry = time.Minute
	LastRetry  = 4 * time.Hour  // the longest wait between attempts
	GiveUp     = 72 * time.Hour // after it has been tried in vain for so long, a mail has failed
	outboxPoll = 30 * time.Second
	batch      = 128             // mails taken at a time
	grace      = 5 * time.Second // for the mail being sent when the service stops
)

// Run empties the outbox until the context ends: whenever a mail was queued,
// and now and then for mails that wait for a retry.
func (o *Outbox) Run(ctx context.Context, posts ...Post) {
	for ctx.Err() == nil {
		if o.Flush(ctx, posts...) {
			continue
		}
		select {
		case <-ctx.Done():
		case <-o.queued:
		case <-time.After(outboxPoll):
		}
	}
}

// handOver sends a mail, or several as one. It remembers that they went out until that is
// recorded.
func (o *Outbox) handOver(ctx context.Context, post Post, m outgoing) error {
	raw, err := o.Sign(m.Raw)
	if err != nil {
		return err
	}
	ctx, cancel := lasting(ctx)
	defer cancel()
	if err = post.Send(ctx, o.Desk.From(m.To), m.To, raw); err != nil {
		return err
	}
	for _, of := range m.of {
		o.gone.note(of.ID)
	}
	return nil
}

// lasting returns a context that gives work in progress some time when the
// service stops. A mail that is broken off may have been accepted, and would be
// sent again.
func lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	unhook := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return longer, func() { unhook(); cancel() }
}

// ending returns what the store is told about an attempt. No mail is given up, or grows older, while our own server takes none.
func (o *Outbox) ending(m store.Mail, sent error) store.Ending {
	now := o.Now()
	since := triedSince(m, now)
	own, off := patience{last: LastRetry}, false
	if failed := (*postbox.SendError)(nil); errors.As(sent, &failed) {
		if account, ours := turnedAway(failed); ours {
			own, off = account, !o.Away().IsZero()
		}
	}
	wait := min(FirstRetry<<min(m.Tries, 8), own.last)
	switch {
	case sent == nil:
		return store.Ending{ID: m.ID, To: store.Sent, At: now}
	case off:
		since = notCounting(since, wait)
	case (hopeless(sent) || !since.IsZero() && now.Sub(since) > GiveUp) && (o.Decides == nil || o.Decides()):
		o.Log.Error("outbox.failed", "to", m.To, "id", m.ID, "error", sent)
		return store.Ending{ID: m.ID, To: store.Failed, At: now, Why: sent.Error()}
	case since.IsZero():
		since = now
	}
	o.Log.Warn("outbox.retry", "to", m.To, "id", m.ID, "wait", wait, "error", sent)
	return store.Ending{ID: m.ID, To: store.Queued, At: now.Add(wait), Why: sent.Error(), Since: since}
}

// triedSince returns since when a mail has been tried in vain; zero if it has not. If nobody tried it long after its
// time, the service was off, or the clock was wrong: that time does not count. Nor does a time that is still to come.
func triedSince(m store.Mail, now time.Time) time.Time {
	since := m.Since
	if since.IsZero() {
		return since
	}
	if late := now.Sub(m.Next); late > LastRetry {
		since = since.Add(late)
	}
	if since.After(now) {
		return now
	}
	return since
}

// hopeless reports whether a mail will never be accepted. If a server refuses
// us as the sender, that is for the host to mend and says nothing of the mail,
// unless the mail is too large. So no mail is lost over it.
func hopeless(err error) bool {
	var failed *postbox.SendError
	if !errors.As(err, &failed) || failed.Temporary {
		return false
	}
	return failed.Stage != postbox.AtMail || failed.Code == 0 || failed.Code == tooLarge
}

// tooLarge is SMTP's code for a mail that exceeds the server's limit.
const tooLarge = 552

// handed are mails that went out without being recorded yet.
type handed struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (s *handed) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ids[id]
}

// all returns a copy.
func (s *handed) all() map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.ids)
}

func (s *handed) note(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids[id] = true
}

func (s *handed) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ids, id)
}
