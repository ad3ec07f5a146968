package intake

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pbem/store"
)

// shelf is an outbox's store with some mails, which takes note of nothing while it
// is full.
type shelf struct {
	mails int
	full  bool
	sent  atomic.Int32
}

func (s *shelf) TakeMails(store.Claim, int) (all []store.Mail, err error) {
	for i := int(s.sent.Load()); i < s.mails; i++ {
		all = append(all, store.Mail{ID: fmt.Sprintf("<%d@x>", i), To: "amy@example.org"})
	}
	return all, nil
}

func (s *shelf) Sent(string, time.Time) error {
	if s.full {
		return errors.New("the disk is full")
	}
	s.sent.Add(1)
	return nil
}
func (s *shelf) Retry(string, time.Time, string) error { return nil }
func (s *shelf) Fail(string, time.Time, string) error  { return nil }

type wanting struct{}

func (wanting) From(string) string                               { return "pbem@x" }
func (wanting) Wanted(context.Context, store.Mail) (bool, error) { return true, nil }
func (wanting) Sent(store.Mail, error)                           {}

type counting int

func (c *counting) Send(context.Context, string, string, []byte) error {
	*c++
	return nil
}

func outboxOf(s *shelf) *Outbox {
	return NewOutbox(Outbox{Store: s, Desk: wanting{}, Claim: func() store.Claim { return store.Claim{} }, Sign: func(raw []byte) ([]byte, error) { return raw, nil },
		Log: slog.New(slog.DiscardHandler), Now: time.Now})
}

// A mail that went out and could not be noted is not sent again, and is
// remembered no longer than needed.
func TestSentOnceThoughNotNoted(t *testing.T) {
	s, post := &shelf{mails: 1, full: true}, new(counting)
	o := outboxOf(s)
	for range 3 {
		o.Flush(t.Context(), post)
	}
	s.full = false
	o.Flush(t.Context(), post)
	if *post != 1 || s.sent.Load() != 1 || len(o.gone.ids) != 0 {
		t.Errorf("sent %d times, noted %d times, %d remembered", *post, s.sent.Load(), len(o.gone.ids))
	}
}

// Of many mails only a few go out that cannot be noted: after a crash they would go
// out again. When the disk takes notes, all have gone out once.
func TestFewGoOutUnnoted(t *testing.T) {
	const many = 50
	s, post := &shelf{mails: many, full: true}, new(counting)
	o := outboxOf(s)
	for range 5 {
		if o.Flush(t.Context(), post); *post == 0 || *post > unnoted+1 {
			t.Errorf("%d mails went out that are not noted", *post)
		}
	}
	s.full = false
	o.Flush(t.Context(), post)
	if *post != many || s.sent.Load() != many {
		t.Errorf("%d mails went out, %d are noted", *post, s.sent.Load())
	}
}

// On several connections the mails to one address stay in their order, and one
// connection alone keeps them all.
func TestOrderOfMails(t *testing.T) {
	var mails []store.Mail
	for i := range 40 {
		mails = append(mails, store.Mail{ID: fmt.Sprintf("<%02d@x>", i), To: fmt.Sprintf("%c@example.org", "aBbCdDe"[i%7])})
	}
	for _, n := range []int{1, 4} {
		var all []store.Mail
		for pile := range byAddress(mails, n) {
			last := ""
			for _, m := range pile {
				if n > 1 && !strings.EqualFold(m.To, pile[0].To) || m.ID <= last {
					t.Errorf("%d connections: %s comes after %s, among those to %s", n, m.ID, last, pile[0].To)
				}
				last = m.ID
			}
			all = append(all, pile...)
		}
		if len(all) != len(mails) {
			t.Errorf("%d connections: %d mails", n, len(all))
		}
	}
}
