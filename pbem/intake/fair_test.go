package intake

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// moody is a Post that refuses what it likes.
type moody struct {
	mu     sync.Mutex
	refuse func(to string) error
	sent   map[string]time.Time
}

func (s *moody) Send(_ context.Context, _, to string, _ []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refuse(to); err != nil {
		return err
	}
	s.sent[to] = time.Now()
	return nil
}

func (s *moody) got(to string) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent[to]
}

func (s *moody) becomes(refuse func(to string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = refuse
}

// sends runs an outbox with mails to some addresses, one connection and a server, in a bubble of time. It returns how to queue more.
func sends(t *testing.T, w *waiting, s *moody) (queue func(to ...string), log *diary) {
	t.Helper()
	o := outboxOver(w)
	log = &diary{}
	o.Log = slog.New(slog.NewTextHandler(log, nil))
	runs(t, o, s)
	return func(to ...string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, one := range to {
			w.mails = append(w.mails, store.Mail{ID: fmt.Sprint(one, len(w.mails), time.Now()), Raw: []byte("x"), To: one, Unless: "none", Queued: time.Now()})
		}
		o.Wake()
	}, log
}

// A diary is a log that may be read while it is written.
type diary struct {
	mu   sync.Mutex
	text strings.Builder
}

func (d *diary) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.Write(p)
}

func (d *diary) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.String()
}

// What a server says of one mail or recipient again and again does not keep those behind it waiting, whatever the code: not at their
// provider, and not those of others, if our own server passes on what the recipient's server said.
func TestOneAddressHoldsUpNobody(t *testing.T) {
	for name, says := range map[string]*postbox.SendError{
		"a filter":          {Temporary: true, Stage: postbox.AtData, Code: 451, Enhanced: "4.7.1", Msg: "try again"},
		"a limit":           {Temporary: true, Stage: postbox.AtRcpt, Code: 550, Enhanced: "5.4.5", Msg: "says the recipient's server"},
		"our address":       {Temporary: true, Stage: postbox.AtRcpt, Code: 450, Enhanced: "4.1.8", Msg: "sender address rejected"},
		"its size, at MAIL": {Temporary: true, Stage: postbox.AtMail, Code: 452, Enhanced: "4.3.1", Msg: "insufficient system storage"},
	} {
		for bad, most := range map[string]time.Duration{"bad@play.test": time.Minute, "bad@play.test worse@play.test": 4*time.Hour + 3*time.Minute} {
			t.Run(name+" for "+bad, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := &moody{sent: map[string]time.Time{}, refuse: func(to string) error {
						if strings.Contains(bad, to) {
							return says
						}
						return nil
					}}
					queue, _ := sends(t, &waiting{}, s)
					queue(strings.Fields(bad)...)
					time.Sleep(7 * time.Hour) // it has been put off often
					for i := range 6 {
						to := fmt.Sprintf("p%d@play.test", i)
						queue(to)
						began := time.Now()
						time.Sleep(5 * time.Hour)
						if at := s.got(to); at.IsZero() || at.Sub(began) > most {
							t.Errorf("the mail of hour %d went out after %v, want %v at most", 7+5*i, at.Sub(began), most)
						}
					}
				})
			})
		}
	}
}

// Our own server takes nothing for five days. No mail is given up over it, nor right after it because a recipient's server puts the mail
// off once more; the three days of a mail that was put off before go on where they were.
func TestLongOutageOfOurServer(t *testing.T) {
	for name, says := range map[string]*postbox.SendError{
		"nobody is there": {Temporary: true, Stage: postbox.AtConnect, Msg: "no route to host"},
		"we may not send": {Temporary: true, Stage: postbox.AtRcpt, Code: 550, Enhanced: "5.7.705", Msg: "tenant has exceeded threshold"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				away := func(string) error { return says }
				gray := func(string) error {
					return &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 450, Enhanced: "4.2.0", Msg: "greylisted"}
				}
				w, s := &waiting{}, &moody{sent: map[string]time.Time{}, refuse: gray}
				queue, log := sends(t, w, s)
				queue("old@play.test")
				time.Sleep(48 * time.Hour)
				s.becomes(away)
				queue("amy@play.test", "brian@other.test", "crystal@third.test")
				time.Sleep(5 * 24 * time.Hour)
				s.becomes(gray)
				time.Sleep(20 * time.Hour)
				synctest.Wait()
				if n := strings.Count(log.String(), "outbox.failed"); n > 0 {
					t.Errorf("%d mails were given up", n)
				}
				time.Sleep(10 * time.Hour)
				synctest.Wait()
				if n := strings.Count(log.String(), "outbox.failed"); n != 1 || !strings.Contains(log.String(), "outbox.failed to=old@play.test") {
					t.Errorf("%d mails were given up, want that to old@play.test, which was tried for three days in all", n)
				}
				s.becomes(func(string) error { return nil })
				time.Sleep(5 * time.Hour)
				if w.mu.Lock(); len(w.mails) > 0 {
					t.Errorf("%d mails wait still", len(w.mails))
				}
				w.mu.Unlock()
			})
		})
	}
}

// When a second address is put off, the others wait a minute, however long the first one was. A server that cannot tell whose our
// address is speaks of no mailbox.
func TestSecondAddress(t *testing.T) {
	for _, code := range []string{"4.7.1", "4.1.8", "4.1.7", ""} {
		p, now := &providers{all: map[string]*provider{}}, time.Now()
		says := &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 450, Enhanced: code}
		for range 12 {
			p.tried("bad@play.test", says, now)
			now = now.Add(5 * time.Hour)
		}
		p.tried("bad@play.test", says, now)
		if until, _, _ := p.putOff("Bad@play.test", now); until.Sub(now) != LastRetry {
			t.Errorf("450 %s: the address waits %v, want %v", code, until.Sub(now), LastRetry)
		}
		p.tried("amy@play.test", says, now)
		if until, _, own := p.putOff("brian@play.test", now); until.Sub(now) != FirstRetry || own {
			t.Errorf("450 %s: another address waits %v, want %v", code, until.Sub(now), FirstRetry)
		}
	}
}

// Our own server is away from the first time that it cannot be reached, or when two addresses were refused, until it takes a mail. If
// no mail waits that could try it, nobody knows.
func TestAway(t *testing.T) {
	began := time.Now()
	out := &postbox.SendError{Temporary: true, Stage: postbox.AtConnect, Msg: "no route to host"}
	no := &postbox.SendError{Temporary: true, Stage: postbox.AtData, Code: 550, Enhanced: "5.4.5"}
	for _, c := range []struct {
		what string
		away bool
		by   []*postbox.SendError // one mail each, in a minute each
	}{
		{"not reached", true, []*postbox.SendError{out, out}},
		{"back", false, []*postbox.SendError{out, nil}},
		{"one address", false, []*postbox.SendError{no}},
		{"two addresses", true, []*postbox.SendError{no, no}},
	} {
		p := &providers{all: map[string]*provider{}}
		now := began
		for i, failed := range c.by {
			now = began.Add(time.Duration(i) * time.Minute)
			var err error
			if failed != nil {
				err = failed
			}
			p.tried(fmt.Sprintf("p%d@play.test", i), err, now)
		}
		if away := p.away(now); away.IsZero() == c.away {
			t.Errorf("%s: away since %v", c.what, away)
		}
		if away := p.away(now.Add(time.Hour)); !away.IsZero() {
			t.Errorf("%s: nobody tried it for an hour, and it is away since %v", c.what, away)
		}
	}
}

// A clock that was ahead when a provider put us off, and is put right, keeps no mail waiting until then.
func TestPutOffByClockAhead(t *testing.T) {
	p, now := &providers{all: map[string]*provider{}}, time.Now()
	later := &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 451}
	p.tried("amy@play.test", later, now.AddDate(1, 0, 0))
	if until, _, _ := p.putOff("amy@play.test", now); !until.IsZero() {
		t.Errorf("a mail waits until %v", until)
	}
	p.tried("amy@play.test", later, now)
	if until, _, _ := p.putOff("amy@play.test", now); until.Sub(now) > LastRetry {
		t.Errorf("after another attempt a mail waits until %v", until)
	}
}

// Mailboxes whose mails were given up, or that nobody writes to any more, are forgotten. Those that mails wait for are not.
func TestPutOffForgotten(t *testing.T) {
	p, now := &providers{all: map[string]*provider{}}, time.Now()
	full := &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 452, Enhanced: "4.2.2"}
	for i := range 5000 {
		p.tried(fmt.Sprintf("p%d@play.test", i), full, now)
		p.tried("waits@play.test", full, now)
		now = now.Add(LastRetry + time.Minute)
		if until, _, _ := p.putOff("waits@play.test", now.Add(-2*time.Minute)); i > 10 && until.IsZero() {
			t.Fatalf("after %d rounds a full mailbox is tried too soon", i)
		}
	}
	if len(p.all) > 10 {
		t.Errorf("%d are remembered", len(p.all))
	}
}
