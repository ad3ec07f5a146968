package intake

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// waiting is a queue of mails that are tried again when their time has come.
type waiting struct {
	mu    sync.Mutex
	mails []store.Mail
	taken map[string]bool // in this dispatch
	takes time.Duration   // how long the answer is on its way
}

func (w *waiting) TakeMails(c store.Claim, fresh bool, limit int) (due []store.Mail, err error) {
	w.mu.Lock()
	defer func() {
		takes := w.takes
		w.mu.Unlock()
		time.Sleep(takes)
	}()
	if !fresh {
		w.taken = map[string]bool{}
	}
	for _, m := range w.mails {
		if !w.taken[m.ID] && !m.Next.After(c.Now) && len(due) < limit {
			w.taken[m.ID] = true
			due = append(due, m)
		}
	}
	return due, nil
}

func (w *waiting) Renew(_ store.Claim, ids []string) (mine []store.Mail, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, m := range w.mails {
		if slices.Contains(ids, m.ID) {
			mine = append(mine, store.Mail{ID: m.ID, State: store.Queued})
		}
	}
	return mine, nil
}

func (w *waiting) Noted(endings []store.Ending) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range endings {
		i := slices.IndexFunc(w.mails, func(m store.Mail) bool { return m.ID == e.ID })
		switch {
		case i < 0:
			return store.ErrNotFound
		case e.To == store.Queued:
			m := &w.mails[i]
			m.Next, m.LastError, m.Since = e.At, e.Why, e.Since
			if !e.Untried {
				m.Tries++
			}
		default:
			w.mails = slices.Delete(w.mails, i, i+1)
		}
	}
	return nil
}

// server is a Post that counts attempts by domain, and puts off one of them.
type server struct {
	mu    sync.Mutex
	tries map[string][]time.Time
	busy  bool   // the server of busy.example puts mails off
	full  string // the address of a mailbox that is full
}

func (s *server) Send(_ context.Context, _, to string, _ []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if to == s.full {
		s.tries[to] = append(s.tries[to], time.Now())
		return &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 452, Enhanced: "4.2.2", Msg: "the mailbox is full"}
	}
	domain := domainOf(to)
	s.tries[domain] = append(s.tries[domain], time.Now())
	if domain == "busy.example" && s.busy {
		return &postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 451, Enhanced: "4.7.28", Msg: "slow down"}
	}
	return nil
}

// One provider that puts mails off holds up no other. It is asked again with one mail, later
// each time, and gets all mails when it takes that.
func TestProviderPutsOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := &waiting{}, &server{tries: map[string][]time.Time{}, busy: true}
		for i := range 60 {
			domain := []string{"busy.example", "Quick.example"}[i%2]
			w.mails = append(w.mails, store.Mail{ID: fmt.Sprint(i), Raw: []byte("x"), To: fmt.Sprintf("p%d@%s", i, domain), Unless: "none", Queued: time.Now()})
		}
		runs(t, outboxOver(w), s)

		time.Sleep(10 * time.Second)
		s.mu.Lock()
		quick, busy := len(s.tries["quick.example"]), len(s.tries["busy.example"])
		s.mu.Unlock()
		if quick != 30 || busy != 2 { // one address could have been at fault
			t.Errorf("at first %d mails went to one and %d attempts to the other, want 30 and 2", quick, busy)
		}
		time.Sleep(40 * time.Minute)
		s.mu.Lock()
		tries := s.tries["busy.example"]
		s.busy = false
		s.mu.Unlock()
		if len(tries) < 4 || len(tries) > 8 {
			t.Errorf("it was tried %d times in 40 minutes", len(tries))
		}
		for i := 2; i < len(tries); i++ {
			if tries[i].Sub(tries[i-1]) < tries[i-1].Sub(tries[i-2]) {
				t.Errorf("attempt %d came after %v, the one before after %v", i, tries[i].Sub(tries[i-1]), tries[i-1].Sub(tries[i-2]))
			}
		}
		time.Sleep(2 * time.Hour)
		w.mu.Lock()
		defer w.mu.Unlock()
		if len(w.mails) > 0 {
			t.Errorf("%d mails wait still, the first till %v: %s", len(w.mails), w.mails[0].Next, w.mails[0].LastError)
		}
	})
}

// What says nothing of a domain does not hold its mails.
func TestWhatIsNoProvider(t *testing.T) {
	now := time.Now()
	for _, err := range []error{
		errors.New("the mail cannot be signed"),
		&postbox.SendError{Temporary: true, Stage: postbox.AtMail, Code: 451},
		&postbox.SendError{Stage: postbox.AtRcpt, Code: 550},
		&postbox.SendError{Temporary: true, Stage: postbox.AtRcpt, Code: 450, Enhanced: "4.2.1"},
		&postbox.SendError{Temporary: true, Stage: postbox.AtData, Code: 452, Enhanced: "4.2.2"},
		nil,
	} {
		p := &providers{all: map[string]*provider{}}
		p.tried("amy@example.org", err, now)
		if until, _, _ := p.putOff("brian@example.org", now); !until.IsZero() {
			t.Errorf("%v: mails wait until %v", err, until)
		}
	}
}

// A mailbox that is full holds up nobody else's mails at its provider, and is itself asked again with one mail at a time,
// later each time, however many wait for it. When there is room it gets all.
func TestFullMailboxHoldsUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, s := &waiting{}, &server{tries: map[string][]time.Time{}, full: "Full@quick.example"}
		for i := range 60 {
			to := []string{s.full, fmt.Sprintf("p%d@quick.example", i)}[i%2]
			w.mails = append(w.mails, store.Mail{ID: fmt.Sprint(i), Raw: []byte("x"), To: to, Unless: "none", Queued: time.Now()})
		}
		runs(t, outboxOver(w), s)

		time.Sleep(10 * time.Second)
		s.mu.Lock()
		others, full := len(s.tries["quick.example"]), len(s.tries[s.full])
		s.mu.Unlock()
		if others != 30 || full != 1 {
			t.Errorf("at first %d mails went to others and %d attempts to the full mailbox, want 30 and 1", others, full)
		}
		time.Sleep(40 * time.Minute)
		s.mu.Lock()
		full, s.full = len(s.tries[s.full]), ""
		s.mu.Unlock()
		if full < 4 || full > 8 {
			t.Errorf("the full mailbox was tried %d times in 40 minutes", full)
		}
		time.Sleep(2 * time.Hour)
		w.mu.Lock()
		defer w.mu.Unlock()
		if len(w.mails) > 0 {
			t.Errorf("%d mails wait still, the first till %v: %s", len(w.mails), w.mails[0].Next, w.mails[0].LastError)
		}
	})
}
