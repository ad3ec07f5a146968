package pbem

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
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

// Limits of the outbox.
const (
	firstRetry = time.Minute
	lastRetry  = 4 * time.Hour
	giveUp     = 72 * time.Hour
	outboxPoll = 30 * time.Second
	batch      = 64
	grace      = 5 * time.Second // for the mail being sent when the service goes down
)

// send empties the outbox until the context ends: whenever something was
// queued, and now and then for what is to be tried again.
func (s *Service) send(ctx context.Context, posts ...Post) {
	for ctx.Err() == nil {
		if s.flush(ctx, posts...) {
			continue
		}
		select {
		case <-ctx.Done():
		case <-s.queued:
		case <-time.After(outboxPoll):
		}
	}
}

// flush sends what is due and reports whether there may be more. What is much is
// sent on several connections; the mails to one address stay in their order.
func (s *Service) flush(ctx context.Context, posts ...Post) bool {
	mails, err := s.store.TakeMails(s.claim(), batch)
	if err != nil {
		s.log.Error("outbox.unreadable", "error", err)
		return false
	}
	n := min(len(posts), 1+len(mails)/perConnection)
	shares := make([][]store.Mail, n)
	for _, m := range mails {
		h := fnv.New32a()
		io.WriteString(h, people.Lower(m.To))
		i := h.Sum32() % uint32(n)
		shares[i] = append(shares[i], m)
	}
	var all sync.WaitGroup
	var failed atomic.Bool
	for i, share := range shares {
		all.Go(func() {
			if !s.sendAll(ctx, posts[i], share) {
				failed.Store(true)
			}
		})
	}
	all.Wait()
	return len(mails) == batch && !failed.Load()
}

// perConnection is how many mails that are due are reason for one connection
// more.
const perConnection = 4

// sendAll sends mails one after the other; it reports false when it was broken
// off.
func (s *Service) sendAll(ctx context.Context, post Post, mails []store.Mail) bool {
	for _, m := range mails {
		if ctx.Err() != nil {
			return false
		}
		wanted, err := s.stillWanted(ctx, m)
		if err != nil {
			s.log.Error("outbox.unreadable", "error", err)
			return false
		}
		if !wanted {
			continue
		}
		err = s.handOver(ctx, post, m)
		if err != nil && ctx.Err() != nil {
			return false // we are going down: that is no fault of the mail
		}
		if err := s.noteSent(m.ID, m.To, m.Tries, m.Queued, err); err != nil {
			s.log.Error("outbox.unwritable", "error", err)
			return false
		}
		s.gone.forget(m.ID)
		s.turnedAway(err)
		s.refused(m, err)
	}
	return true
}

// handOver sends a mail, unless that was done before and could not be written
// down: a full disk is no reason to send it again and again.
func (s *Service) handOver(ctx context.Context, post Post, m store.Mail) error {
	if s.gone.has(m.ID) {
		return nil
	}
	raw, err := s.cfg.DKIM.Sign(m.Raw)
	if err != nil {
		return err
	}
	ctx, cancel := lasting(ctx)
	defer cancel()
	if err = post.Send(ctx, s.envelopeFrom(m.To), m.To, raw); err == nil {
		s.gone.note(m.ID)
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
func (s *Service) noteSent(id, to string, tries int, queued time.Time, sent error) error {
	now := s.now()
	switch {
	case sent == nil:
		return s.store.Sent(id, now)
	case hopeless(sent), now.Sub(queued) > giveUp:
		s.log.Error("outbox.failed", "to", to, "id", id, "error", sent)
		return s.store.Fail(id, now, sent.Error())
	}
	wait := min(firstRetry<<min(tries, 8), lastRetry)
	s.log.Warn("outbox.retry", "to", to, "id", id, "wait", wait, "error", sent)
	return s.store.Retry(id, now.Add(wait), sent.Error())
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
	if s.ids == nil {
		s.ids = map[string]bool{}
	}
	s.ids[id] = true
}

func (s *handed) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ids, id)
}
