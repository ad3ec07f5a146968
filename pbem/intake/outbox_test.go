package intake

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"pbem/store"
)

// shelf is an outbox's store with one mail, which takes note of nothing while it
// is full.
type shelf struct {
	full bool
	sent int
}

func (s *shelf) TakeMails(store.Claim, int) ([]store.Mail, error) {
	if s.sent > 0 {
		return nil, nil
	}
	return []store.Mail{{ID: "<1@x>", To: "amy@example.org"}}, nil
}

func (s *shelf) Sent(string, time.Time) error {
	if s.full {
		return errors.New("the disk is full")
	}
	s.sent++
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

// A mail that went out and could not be noted is not sent again, and is
// remembered no longer than needed.
func TestSentOnceThoughNotNoted(t *testing.T) {
	s, post := &shelf{full: true}, new(counting)
	o := NewOutbox(Outbox{Store: s, Desk: wanting{}, Claim: func() store.Claim { return store.Claim{} }, Sign: func(raw []byte) ([]byte, error) { return raw, nil },
		Log: slog.New(slog.DiscardHandler), Now: time.Now})
	for range 3 {
		o.Flush(t.Context(), post)
	}
	s.full = false
	o.Flush(t.Context(), post)
	if *post != 1 || s.sent != 1 || len(o.gone.ids) != 0 {
		t.Errorf("sent %d times, noted %d times, %d remembered", *post, s.sent, len(o.gone.ids))
	}
}
