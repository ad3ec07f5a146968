package mailtest

import (
	"errors"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pbem/pbem"
	"pbem/pbem/watch"
	"pbem/store"
)

// halting is a store in which the commit of one mail never comes to its end.
type halting struct {
	*store.DB
	at    atomic.Bool
	stuck chan struct{} // closed once a commit is
	free  chan struct{} // closed to let it go
}

func (h *halting) Commit(c store.Commit) error {
	if strings.HasPrefix(c.Cause, "mail:") && h.at.CompareAndSwap(true, false) {
		close(h.stuck)
		<-h.free
		return errors.New("the test is over")
	}
	return h.DB.Commit(c)
}

// Work that never ends is seen by the watchdog and on /health, which name the mail;
// the mail behind it waits, the service can be stopped in time all the same, and the
// next one does what was left, once.
func TestStuck(t *testing.T) {
	o := office(t)
	h := newHost(t, o)
	h.ready()
	h.play(1)
	h.halt()
	db := &halting{DB: h.db, stuck: make(chan struct{}), free: make(chan struct{})}
	var late atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(late.Load())) }
	var err error
	if h.service, err = pbem.New(h.cfg, db, h.logger(), now); err != nil {
		t.Fatal(err)
	}
	h.run()
	h.until(func() bool { return strings.Contains(h.log.String(), "mail.settled") }, "the service to begin")
	db.at.Store(true)
	from, to, first := h.next()
	h.send(from, to, first)
	<-db.stuck
	if stuck := h.service.Alive(); stuck != "" {
		t.Errorf("at once it is said that %s", stuck)
	}
	late.Store(int64(3 * time.Minute))
	stuck := h.service.Alive()
	if !strings.Contains(stuck, "the mail mail:") || !strings.Contains(stuck, "has been worked on for 3 minutes") {
		t.Errorf("the watchdog is told %q", stuck)
	}
	w := httptest.NewRecorder()
	watch.Handler(h.service.Figures, h.logger()).ServeHTTP(w, httptest.NewRequest("GET", "/health", nil))
	if key := strings.Fields(stuck)[5]; w.Code != 503 || !strings.Contains(w.Body.String(), key) {
		t.Errorf("/health says %d without %s: %s", w.Code, key, w.Body)
	}
	began := time.Now()
	h.stop()
	h.stop = nil
	if err := <-h.done; !errors.Is(err, pbem.ErrUnfinished) || !strings.Contains(err.Error(), "the mail mail:") {
		t.Errorf("it ended with %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the stop took %v", took)
	}
	close(db.free)
	h.close()
	h.open()
	h.run()
	h.settled(first)
	h.play(1)
	h.right()
	h.once()
}
