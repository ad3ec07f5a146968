package intake

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"pbem/pbem/people"
	"pbem/pbem/postbox"
	"pbem/store"
)

// Post is what the outbox needs to send mail; postbox.Sender is one.
type Post interface {
	Send(ctx context.Context, from, to string, raw []byte) error
}

// A Sending is what an Outbox asks of whoever wrote the mails.
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
	TakeMails(c store.Claim, limit int) ([]store.Mail, error)
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
	batch      = 128             // mails at a time
	grace      = 5 * time.Second // for the mail being sent when the service goes down
)

// Run empties the outbox until the context ends: whenever something was
// queued, and now and then for what is to be tried again.
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

// Flush sends what is due and reports whether there may be more. What is much is
// sent on several connections; the mails to one address stay in their order.
func (o *Outbox) Flush(ctx context.Context, posts ...Post) bool {
	mails, err := o.Store.TakeMails(o.Claim(), batch)
	if err != nil {
		o.Log.Error("outbox.unreadable", "error", err)
		return false
	}
	f := flight{Outbox: o}
	taken := len(mails)
	if mails = f.unsent(mails); f.full.Load() {
		return false
	}
	n := min(len(posts), 1+len(mails)/perConnection)
	piles := byAddress(mails, n)
	var all sync.WaitGroup
	for i := range n {
		room := make(chan struct{}, unnoted)
		all.Go(func() {
			for pile := range piles {
				if !f.sendAll(ctx, posts[i], pile, room) {
					f.broken.Store(true)
				}
			}
		})
	}
	all.Wait()
	f.notes.Wait()
	return taken == batch && !f.broken.Load() && !f.full.Load()
}

// unsent writes down which of some mails have gone out before, when that could not be
// written down, and returns the others. While it cannot be, no more are sent: after a
// crash they would be sent again.
func (f *flight) unsent(mails []store.Mail) (others []store.Mail) {
	for _, m := range mails {
		if !f.gone.has(m.ID) {
			others = append(others, m)
		} else if !f.full.Load() {
			f.note(m, nil)
		}
	}
	return others
}

// byAddress hands mails out to n who come for them, those to one address together; one
// alone gets them in their order.
func byAddress(mails []store.Mail, n int) <-chan []store.Mail {
	var order []string
	piles := map[string][]store.Mail{}
	for _, m := range mails {
		to := ""
		if n > 1 {
			to = people.Lower(m.To)
		}
		if piles[to] == nil {
			order = append(order, to)
		}
		piles[to] = append(piles[to], m)
	}
	out := make(chan []store.Mail, len(order))
	defer close(out)
	for _, to := range order {
		out <- piles[to]
	}
	return out
}

// perConnection is how many mails that are due are reason for one connection
// more.
const perConnection = 4

// unnoted is how many mails of one connection may have gone out before it is written
// down that the first did: so many are sent twice at most when the process ends.
const unnoted = 4

// A flight is what is sent at a time.
type flight struct {
	*Outbox
	notes  sync.WaitGroup
	broken atomic.Bool // some mails wait for the next
	full   atomic.Bool // nothing can be written down: no more are sent
}

// sendAll sends mails one after the other, while it is written down which of them went
// out, as far as there is room for that; it reports false when it was broken off.
func (f *flight) sendAll(ctx context.Context, post Post, mails []store.Mail, room chan struct{}) bool {
	return !f.full.Load() && f.each(ctx, mails, func(m store.Mail) bool {
		err := f.handOver(ctx, post, m)
		if err != nil && ctx.Err() != nil {
			return false // we are going down: that is no fault of the mail
		}
		room <- struct{}{}
		f.notes.Go(func() {
			f.note(m, err)
			<-room
		})
		return !f.full.Load()
	})
}

// note writes down how an attempt ended.
func (f *flight) note(m store.Mail, sent error) {
	if err := f.noteSent(m, sent); err != nil {
		if !f.full.Swap(true) {
			f.Log.Error("outbox.unwritable", "error", err)
		}
		return
	}
	f.gone.forget(m.ID)
	f.Desk.Sent(m, sent)
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
