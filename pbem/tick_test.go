package pbem

import (
	"context"
	"sync"
	"testing"
	"time"

	"pbem/store"
)

// A slow store lets a mail or another tick in between two deadlines.
type slowStore struct {
	*store.DB
	during func()
	once   sync.Once
}

func (s *slowStore) Commit(c store.Commit) error {
	if len(c.Changes) > 0 {
		s.once.Do(s.during)
	}
	return s.DB.Commit(c)
}

// A tick that comes while one is at work does nothing, and a tick stops when it
// is told to.
func TestTicksDoNotOverlap(t *testing.T) {
	d := newDesk(t)
	d.three()
	d.three()
	d.pass(usualMove - 10*time.Minute)
	d.now = d.now.Add(11 * time.Minute)
	ctx, stop := context.WithCancel(context.Background())
	slow := &slowStore{DB: d.db}
	slow.during = func() {
		before := d.log.Len()
		d.service.Tick(ctx) // were it to begin, it would wait for the lock for ever
		if d.log.Len() != before {
			t.Error("a second tick has done something")
		}
		stop()
	}
	d.service.store = counted{slow, d.service}
	d.service.Tick(ctx)
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d reminders after the tick was told to stop, want the one it was at", n)
	}
	d.service.Tick(context.Background())
	if n := len(d.flush()); n != 1 {
		t.Errorf("%d reminders by the next tick, want the other", n)
	}
}
