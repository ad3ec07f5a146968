package intake

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// slowly is how long the server of slow.example takes for a mail.
const slowly = 30 * time.Second

// tardy is a Post that takes a while for mails to slow.example, and none for others. It cannot connect for the first mail to
// away.example.
type tardy struct {
	mu    sync.Mutex
	at    int                      // mails to slow.example on their way
	most  int                      // at a time
	sent  map[string]time.Duration // when each mail was sent, by its text
	order []string
	twice []string
	began time.Time

	failed time.Time
}

func (s *tardy) Send(_ context.Context, _, to string, raw []byte) error {
	slow := domainOf(to) == "slow.example"
	s.mu.Lock()
	text := string(raw)
	if domainOf(to) == "away.example" && s.failed.IsZero() {
		s.failed = time.Now()
		s.mu.Unlock()
		return &postbox.SendError{Stage: postbox.AtConnect, Temporary: true, Msg: "away"}
	}
	if _, ok := s.sent[text]; ok {
		s.twice = append(s.twice, text)
	}
	s.sent[text] = time.Since(s.began)
	s.order = append(s.order, text)
	if slow {
		s.at++
		s.most = max(s.most, s.at)
	}
	s.mu.Unlock()
	if !slow {
		return nil
	}
	time.Sleep(slowly)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at--
	return nil
}

// when returns when a mail was sent.
func (s *tardy) when(text string) (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.sent[text]
	return at, ok
}

// put queues a mail whose text is its ID.
func (w *waiting) put(o *Outbox, id, to string, wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mails = append(w.mails, store.Mail{ID: id, Raw: []byte(id), To: to, Unless: "none", Queued: time.Now(), Next: time.Now().Add(wait)})
	o.Wake()
}

// mailing runs an outbox with so many connections while f queues mails, and until they have gone out.
func mailing(t *testing.T, connections, perDomain int, f func(o *Outbox, w *waiting, s *tardy)) *tardy {
	t.Helper()
	s := &tardy{sent: map[string]time.Duration{}}
	synctest.Test(t, func(t *testing.T) {
		w := &waiting{}
		s.began = time.Now()
		o := outboxOver(w)
		o.PerDomain = perDomain
		stop := runs(t, o, slices.Repeat([]Post{s}, connections)...)
		f(o, w, s)
		time.Sleep(time.Hour)
		w.mu.Lock()
		if len(w.mails) > 0 {
			t.Errorf("%d mails have not gone out", len(w.mails))
		}
		w.mu.Unlock()
		stop()
	})
	if len(s.twice) > 0 {
		t.Errorf("sent twice: %q", s.twice)
	}
	return s
}

// A provider that takes its mails slowly does not get all connections, however its name is written. Mails to others go
// on at once, whether they come with its mails or later, and those that wait for a retry too.
func TestSlowDomain(t *testing.T) {
	for _, c := range []struct{ connections, perDomain, most int }{{4, 0, 3}, {2, 0, 1}, {4, 1, 1}, {4, 2, 2}, {8, 0, 7}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			const slow = 40
			others := map[string]time.Duration{} // when each was due
			s := mailing(t, c.connections, c.perDomain, func(o *Outbox, w *waiting, _ *tardy) {
				for i := range slow {
					w.put(o, fmt.Sprint("slow", i), fmt.Sprintf("p%d@%s", i, []string{"slow.example", "Slow.Example", "SLOW.EXAMPLE"}[i%3]), 0)
				}
				w.put(o, "retried", "amy@quick.example", 100*time.Second)
				others["retried"] = 100*time.Second + outboxPoll
				began := time.Now()
				for i := range 20 {
					id := fmt.Sprint("quick", i)
					w.put(o, id, fmt.Sprintf("p%d@quick.example", i%7), 0)
					others[id] = time.Since(began)
					time.Sleep(7 * time.Second)
				}
			})
			for id, due := range others {
				if at, _ := s.when(id); at > due+3*time.Second {
					t.Errorf("%s was due after %v and went out after %v", id, due, at)
				}
			}
			if s.most != c.most || len(s.sent) != slow+len(others) {
				t.Errorf("%d mails to the slow domain at a time, want %d; %d mails in all", s.most, c.most, len(s.sent))
			}
		})
	}
}

// A mail that was sent while the store looked for what is due goes out once, though the store found it.
func TestSentWhileTaken(t *testing.T) {
	s := mailing(t, 8, 0, func(o *Outbox, w *waiting, _ *tardy) {
		w.mu.Lock()
		w.takes = time.Second
		w.mu.Unlock()
		for i := range 40 {
			w.put(o, fmt.Sprint("slow", i), fmt.Sprintf("p%d@slow.example", i), 0)
		}
	})
	if len(s.sent) != 40 {
		t.Errorf("%d mails went out", len(s.sent))
	}
}

// One mail that is taken slowly holds up none of the few others.
func TestOneSlowMail(t *testing.T) {
	s := mailing(t, 4, 0, func(o *Outbox, w *waiting, _ *tardy) {
		w.put(o, "slow", "bob@slow.example", 0)
		w.put(o, "quick", "amy@quick.example", 0)
	})
	if at, ok := s.when("quick"); !ok || at > 3*time.Second {
		t.Errorf("it went out after %v", at)
	}
}

// A mail that is tried again has its turn, though no new ones come and those of a slow domain are on their way.
func TestRetriedBesideSlowDomain(t *testing.T) {
	s := mailing(t, 4, 0, func(o *Outbox, w *waiting, _ *tardy) {
		w.put(o, "again", "amy@away.example", 0)
		for i := range 40 {
			w.put(o, fmt.Sprint("slow", i), fmt.Sprintf("p%d@slow.example", i), 0)
		}
	})
	if at, _ := s.when("again"); s.failed.IsZero() || at < FirstRetry || at > FirstRetry+outboxPoll+3*time.Second {
		t.Errorf("it went out after %v", at)
	}
}

// Mails to one address of a slow domain stay in order, while others to the domain go out at the same time.
func TestOrderInSlowDomain(t *testing.T) {
	s := mailing(t, 4, 0, func(o *Outbox, w *waiting, _ *tardy) {
		for i := range 30 {
			w.put(o, fmt.Sprintf("%c%02d", 'a'+i%5, i), fmt.Sprintf("%c@slow.example", 'a'+i%5), 0)
			time.Sleep(2 * time.Second)
		}
	})
	for c := 'a'; c < 'f'; c++ {
		of := slices.DeleteFunc(slices.Clone(s.order), func(id string) bool { return !strings.HasPrefix(id, string(c)) })
		if len(of) != 6 || !slices.IsSorted(of) {
			t.Errorf("%c gets %v", c, of)
		}
	}
	if s.most != 3 {
		t.Errorf("%d at a time", s.most)
	}
}

// With one connection nothing passes anything.
func TestSlowDomainOnOneConnection(t *testing.T) {
	for _, perDomain := range []int{0, 1, 5} {
		var want []string
		s := mailing(t, 1, perDomain, func(o *Outbox, w *waiting, _ *tardy) {
			for i := range 500 {
				id := fmt.Sprintf("%03d", i)
				want = append(want, id)
				w.put(o, id, fmt.Sprintf("p%d@%s", i, []string{"slow.example", "quick.example"}[min(i%20, 1)]), 0)
			}
		})
		if !slices.Equal(s.order, want) {
			t.Errorf("sent %v", s.order)
		}
	}
}

// However many mails wait for a slow domain, those to others that come later go out at once. Mails to one address stay in
// order, also if most of them had to go back into the queue.
func TestCrowdForSlowDomain(t *testing.T) {
	for _, c := range []struct{ addresses, mails int }{{100, 600}, {1, 300}, {5, 1000}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			const quick = 20
			due := map[string]time.Duration{}
			s := mailing(t, 4, 0, func(o *Outbox, w *waiting, s *tardy) {
				for i := range c.mails {
					w.put(o, fmt.Sprintf("%03d.%04d", i%c.addresses, i), fmt.Sprintf("p%d@slow.example", i%c.addresses), 0)
				}
				for i := range quick {
					id := fmt.Sprint("quick", i)
					due[id] = time.Since(s.began)
					w.put(o, id, fmt.Sprintf("p%d@quick.example", i), 0)
					time.Sleep(13 * time.Second)
					if i < 5 {
						w.put(o, fmt.Sprintf("000.%04d", c.mails+i), "p0@slow.example", 0)
					}
				}
				time.Sleep(time.Duration(c.mails) * slowly)
			})
			for id, at := range due {
				if sent, _ := s.when(id); sent > at+5*time.Second {
					t.Errorf("%s was due after %v and went out after %v", id, at, sent)
				}
			}
			of := map[string][]string{}
			for _, id := range s.order {
				to, _, _ := strings.Cut(id, ".")
				of[to] = append(of[to], id)
			}
			for to, ids := range of {
				if !slices.IsSorted(ids) {
					t.Errorf("%s gets %v", to, ids)
				}
			}
			if len(s.sent) != c.mails+quick+5 {
				t.Errorf("%d mails went out", len(s.sent))
			}
		})
	}
}
