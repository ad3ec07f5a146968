package store

import (
	"path/filepath"
	"testing"
	"time"
)

// A single change does not wait for others. A change that comes together with others, or after several that
// came together, does.
func TestWhoWaitsForOthers(t *testing.T) {
	w := &writer{}
	for i, c := range []struct {
		come int
		many bool
	}{{1, false}, {1, false}, {2, true}, {1, true}, {1, false}, {mostShared + 1, true}, {0, true}, {1, false}} {
		for range c.come {
			w.waiting = append(w.waiting, &write{})
		}
		if w.many() != c.many {
			t.Errorf("step %d: others are waited for: %v", i, !c.many)
		}
		if n := len(w.next()); n != min(c.come, mostShared) && c.come > 0 {
			t.Errorf("step %d: %d changes are taken", i, n)
		}
	}
}

// A change that panics does not keep others from being written, except those in the same transaction, which
// are told so.
func TestPanicIsPassedOn(t *testing.T) {
	db, err := Open(filepath.Join(t.TempDir(), "pbem.db"), Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	begun := make(chan struct{})
	var none *int
	go func() {
		defer func() { recover() }()
		t.Error(db.update(func(tx) error {
			close(begun)
			time.Sleep(20 * time.Millisecond)
			*none = 1
			return nil
		}))
	}()
	<-begun
	done := make(chan error, 3)
	for range cap(done) {
		go func() { done <- db.update(func(tx) error { return nil }) }()
	}
	for range cap(done) {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("nothing is written any more")
		}
	}
	change := func(do func()) *write {
		return &write{change: func(tx) error { do(); return nil }, leads: make(chan bool, 1)}
	}
	first, before, bad, after := change(func() {}), change(func() {}), change(func() { *none = 1 }), change(func() {})
	for _, w := range []*write{first, before, bad, after} {
		db.writer.join(w)
	}
	func() {
		defer func() { recover() }()
		db.lead()
	}()
	for i, w := range []*write{before, after} {
		if w.err != errPanicked || <-w.leads {
			t.Errorf("%d: what shares a transaction with a panic: %v", i, w.err)
		}
	}
}
