package intake

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pbem/store"
)

// queue is the store of an outbox with some mails. While it is full it records nothing.
type queue struct {
	mails     int
	addresses int // of those to whom they go in turn; 0 is 1
	full      bool
	sent      atomic.Int32

	mu    sync.Mutex
	waits int // of the mails, how many are not due
	taken int // in all
	next  int // the first that is fresh
}

func (s *queue) TakeMails(_ store.Claim, fresh bool, limit int) (all []store.Mail, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !fresh {
		s.next = int(s.sent.Load())
	}
	for i := s.next; i < s.mails-s.waits && len(all) < limit; i++ {
		id := fmt.Sprintf("<%04d@x>", i)
		all = append(all, store.Mail{ID: id, Raw: []byte(id), To: fmt.Sprintf("player%d@example.org", i%max(1, s.addresses)), Unless: "none"})
		s.next++
	}
	s.taken += len(all)
	return all, nil
}

// come makes all mails due.
func (s *queue) come() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits = 0
}

func (s *queue) Noted(endings []store.Ending) error {
	if s.full {
		return errors.New("the disk is full")
	}
	for _, e := range endings {
		if e.To == store.Sent {
			s.sent.Add(1)
		}
	}
	return nil
}

func (s *queue) Renew(_ store.Claim, ids []string) (mine []store.Mail, err error) {
	for _, id := range ids {
		mine = append(mine, store.Mail{ID: id, State: store.Queued})
	}
	return mine, nil
}

type wanting struct{}

func (wanting) From(string) string             { return "pbem@x" }
func (wanting) Holds(store.Mail) (bool, error) { return false, nil }
func (wanting) Sent(store.Mail, error)         {}
func (wanting) Failed(store.Mail, store.Ending, error) error {
	return nil
}
func (wanting) Keeps(store.Mail) string { return "" }
func (wanting) Spend() time.Time        { return time.Time{} }
func (wanting) News(store.Mail) bool    { return false }
func (wanting) Digest([]store.Mail) (one store.Mail, of []store.Mail, err error) {
	return store.Mail{}, nil, nil
}

type counting int

func (c *counting) Send(context.Context, string, string, []byte) error {
	*c++
	return nil
}

func outboxOf(s *queue) *Outbox {
	return NewOutbox(Outbox{Store: s, Desk: wanting{}, Claim: func() store.Claim { return store.Claim{} }, Sign: func(raw []byte) ([]byte, error) { return raw, nil },
		Log: slog.New(slog.DiscardHandler), Now: time.Now})
}

// outboxOver returns one of mails that wait for their time.
func outboxOver(w *waiting) *Outbox {
	o := outboxOf(&queue{})
	o.Store, o.Now = w, time.Now
	o.Claim = func() store.Claim { return store.Claim{Now: time.Now()} }
	return o
}

// runs runs an outbox, with a connection for each Post, until it is stopped or the test ends.
func runs(t *testing.T, o *Outbox, posts ...Post) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() { o.Run(ctx, posts...); close(over) }()
	stop = func() { cancel(); <-over }
	t.Cleanup(stop)
	return stop
}

// A mail that was sent but not recorded is not sent again, and is not remembered longer than needed.
func TestSentOnceThoughNotNoted(t *testing.T) {
	s, post := &queue{mails: 1, full: true}, new(counting)
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

// If the store cannot record sent mails, only a few are sent: after a crash they would be sent again. Once
// the disk accepts writes, each mail has been sent once.
func TestFewGoOutUnnoted(t *testing.T) {
	const all = 50
	s, post := &queue{mails: all, full: true}, new(counting)
	o := outboxOf(s)
	for range 5 {
		if o.Flush(t.Context(), post); *post == 0 || *post > mostUnnoted+1 {
			t.Errorf("%d mails went out that are not noted", *post)
		}
	}
	s.full = false
	o.Flush(t.Context(), post)
	if *post != all || s.sent.Load() != all {
		t.Errorf("%d mails went out, %d are noted", *post, s.sent.Load())
	}
}

// many is a post on several connections. Of each address it notes the order of its mails.
type many struct {
	mu    sync.Mutex
	mails map[string][]string // by address
	under map[string]bool     // addresses to which one is on its way
	at    int                 // mails on their way
	most  int                 // at a time
	send  func(to string) error
}

func (m *many) Send(_ context.Context, _, to string, raw []byte) error {
	m.mu.Lock()
	if m.under[to] {
		m.mails[to] = append(m.mails[to], "two at a time")
	}
	m.under[to] = true
	m.at++
	m.most = max(m.most, m.at)
	m.mails[to] = append(m.mails[to], string(raw))
	m.mu.Unlock()
	err := m.send(to)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at--
	m.under[to] = false
	return err
}

func newMany() *many {
	return &many{mails: map[string][]string{}, under: map[string]bool{}, send: func(string) error { return nil }}
}

// On several connections mails to the same address stay in order, one after another, even if they come while
// others are sent. With one connection all mails stay in order.
func TestOrderOfMails(t *testing.T) {
	for _, n := range []int{1, 4} {
		s, post := &queue{mails: 3 * batch, addresses: 7, waits: 2 * batch}, newMany()
		o := outboxOf(s)
		post.send = func(string) error {
			if s.sent.Load() > batch/2 {
				s.come()
				o.Wake()
			}
			return nil
		}
		posts := make([]Post, n)
		for i := range posts {
			posts[i] = post
		}
		for o.Flush(t.Context(), posts...) {
		}
		all := 0
		for to, ids := range post.mails {
			all += len(ids)
			if !slices.IsSorted(ids) {
				t.Errorf("%d connections: %s gets %v", n, to, ids)
			}
		}
		if all != 3*batch || post.most > n {
			t.Errorf("%d connections: %d mails, %d at a time", n, all, post.most)
		}
	}
}

// Mails that become due while one is sent do not wait for it.
func TestTakenWhileSending(t *testing.T) {
	s, post := &queue{mails: 9, addresses: 9, waits: 1}, newMany()
	o := outboxOf(s)
	o.PerDomain = 2
	stuck, freed := make(chan struct{}), make(chan struct{})
	post.send = func(to string) error {
		switch to {
		case "player0@example.org":
			close(stuck)
			<-freed
		case "player8@example.org":
			close(freed)
		}
		return nil
	}
	over := make(chan bool)
	go func() { over <- o.Flush(t.Context(), post, post) }()
	<-stuck
	s.come()
	o.Wake()
	select {
	case <-over:
	case <-time.After(time.Minute):
		t.Fatal("a mail waits for another that is on its way")
	}
}

// A service that stops ends a dispatch.
func TestStoppingEndsADispatch(t *testing.T) {
	s, post := &queue{mails: 4 * batch, addresses: 4 * batch}, newMany()
	o := outboxOf(s)
	ctx, stop := context.WithCancel(t.Context())
	post.send = func(string) error { stop(); return nil }
	if o.Flush(ctx, post, post) {
		t.Error("there is more to do for who goes down")
	}
	if post.most == 0 || len(post.mails) > 4 {
		t.Errorf("%d mails go out after the end", len(post.mails))
	}
}

// However many mails wait for one address, few are taken in advance.
func TestFewAreTakenAhead(t *testing.T) {
	s, post := &queue{mails: 20 * batch, addresses: 1}, newMany()
	o := outboxOf(s)
	ctx, stop := context.WithCancel(t.Context())
	post.send = func(string) error { time.Sleep(50 * time.Millisecond); stop(); return nil }
	o.Flush(ctx, post, post)
	if s.taken < batch || s.taken >= mostInFlight+batch {
		t.Errorf("%d mails are taken while the first goes out", s.taken)
	}
}

// stream is a queue to which a new mail comes whenever one is taken. The first mail of the queue waits for a
// retry.
type stream struct {
	queue
	begun time.Time
	tried bool
}

func (s *stream) TakeMails(_ store.Claim, fresh bool, _ int) ([]store.Mail, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !fresh && !s.tried && time.Since(s.begun) > FirstRetry {
		s.tried = true
		return []store.Mail{{ID: "<late@x>", Raw: []byte("late"), To: "late@example.org"}}, nil
	}
	s.taken++
	return []store.Mail{{ID: fmt.Sprint(s.taken), Raw: []byte("new"), To: "amy@example.org"}}, nil
}

// However many mails come, a mail that waits for a retry gets its turn.
func TestRetriedThoughMailsCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, post := &stream{begun: time.Now()}, newMany()
		o := outboxOf(&s.queue)
		o.Store = s
		post.send = func(string) error { time.Sleep(time.Second); o.Wake(); return nil }
		stop := runs(t, o, post, post)
		time.Sleep(FirstRetry + outboxPoll + 10*time.Second)
		stop()
		if len(post.mails["late@example.org"]) != 1 || len(post.mails["amy@example.org"]) < 30 {
			t.Errorf("%d mails went out that were tried again, %d new ones", len(post.mails["late@example.org"]), len(post.mails["amy@example.org"]))
		}
	})
}
