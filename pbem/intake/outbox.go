package intake

import (
	"context"
	"errors"
	"log/slog"
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
	// From is the envelope sender of mails to an address.
	From(to string) string
	// Wanted reports whether a mail that is due is still to be sent.
	Wanted(ctx context.Context, m store.Mail) (bool, error)
	// Sent is called after each attempt; err is why it failed.
	Sent(m store.Mail, err error)
}

// Mails are where an Outbox finds what is due.
type Mails interface {
	TakeMails(c store.Claim, after uint64, limit int) ([]store.Mail, error)
	Sent(id string, at time.Time) error
	Retry(id string, next time.Time, why string) error
	Fail(id string, at time.Time, why string) error
}

// An Outbox sends mails. Make it with NewOutbox.
type Outbox struct {
	Store Mails
	Desk  Sending
	Claim func() store.Claim
	Sign  func(raw []byte) ([]byte, error)
	Log   *slog.Logger
	Now   func() time.Time

	queued chan struct{} // something may be due
	gone   *handed       // mails that went out, which is not written down yet
}

// NewOutbox completes an outbox.
func NewOutbox(o Outbox) *Outbox {
	o.queued, o.gone = make(chan struct{}, 1), &handed{ids: map[string]bool{}}
	return &o
}

// Wake tells that something may be due.
func (o *Outbox) Wake() {
	select {
	case o.queued <- struct{}{}:
	default:
	}
}

// Limits of the outbox.
const (
	FirstRetry = time.Minute
	LastRetry  = 4 * time.Hour  // the longest wait for another
	GiveUp     = 72 * time.Hour // then a mail has failed
	outboxPoll = 30 * time.Second
	batch      = 128             // mails taken at a time
	grace      = 5 * time.Second // for the mail being sent when the service goes down
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

// each goes through the mails that are wanted, until one of them breaks it off.
func (o *Outbox) each(ctx context.Context, mails []store.Mail, do func(store.Mail) bool) bool {
	for _, m := range mails {
		if ctx.Err() != nil {
			return false
		}
		wanted, err := o.Desk.Wanted(ctx, m)
		if err != nil {
			o.Log.Error("outbox.unreadable", "error", err)
			return false
		}
		if wanted && !do(m) {
			return false
		}
	}
	return true
}

// handOver sends a mail, and remembers that it went until it is written down.
func (o *Outbox) handOver(ctx context.Context, post Post, m store.Mail) error {
	raw, err := o.Sign(m.Raw)
	if err != nil {
		return err
	}
	ctx, cancel := lasting(ctx)
	defer cancel()
	if err = post.Send(ctx, o.Desk.From(m.To), m.To, raw); err == nil {
		o.gone.note(m.ID)
	}
	return err
}

// lasting gives what has begun some time to end when the service goes down: a
// mail that is broken off may have been taken, and is then sent again.
func lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	unhook := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return longer, func() { unhook(); cancel() }
}

// noteSent writes down how an attempt ended.
func (o *Outbox) noteSent(m store.Mail, sent error) error {
	now := o.Now()
	switch {
	case sent == nil:
		return o.Store.Sent(m.ID, now)
	case hopeless(sent), now.Sub(m.Queued) > GiveUp:
		o.Log.Error("outbox.failed", "to", m.To, "id", m.ID, "error", sent)
		return o.Store.Fail(m.ID, now, sent.Error())
	}
	wait := min(FirstRetry<<min(m.Tries, 8), LastRetry)
	o.Log.Warn("outbox.retry", "to", m.To, "id", m.ID, "wait", wait, "error", sent)
	return o.Store.Retry(m.ID, now.Add(wait), sent.Error())
}

// hopeless reports whether a mail will never be taken. A server that refuses
// us as the sender says nothing of the mail, unless it is too large: the host
// has something to mend, and no mail is lost over it.
func hopeless(err error) bool {
	var failed *postbox.SendError
	if !errors.As(err, &failed) || failed.Temporary {
		return false
	}
	return failed.Stage != postbox.AtMail || failed.Code == 0 || failed.Code == tooLarge
}

// tooLarge is SMTP's code for a mail that exceeds the server's limit.
const tooLarge = 552

// handed are mails that were handed over, while that is not written down yet.
type handed struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (s *handed) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ids[id]
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
