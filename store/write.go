package store

import (
	"errors"
	"fmt"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
)

// A writer lets changes that come at the same time share a transaction, and so one sync of the disk: while one is
// synced the next gather. A change that is refused changes nothing and keeps none of the others back. Of those that wait
// the first writes, for all of them; the others are told when they are written.
type writer struct {
	mu      sync.Mutex
	busy    bool // somebody writes
	waiting []*write
	shared  bool // the last transaction was of several
}

// A write is one change that waits, and what came of it.
type write struct {
	change func(tx) error
	err    error
	leads  chan bool // told once: whether it is to write itself, or else is written
}

// mostShared is how many changes share a transaction.
const mostShared = 64

// gathering is how long a transaction waits for others to join it, where many come: about half of what it takes to
// write one. Each that joins saves one.
const gathering = 500 * time.Microsecond

// update runs change in a transaction, which is undone if change returns an error. It may be run more than once.
func (db *DB) update(change func(tx) error) error {
	own := &write{change: change, leads: make(chan bool, 1)}
	db.writer.join(own)
	if <-own.leads {
		db.lead()
	}
	return own.err
}

// lead writes what waits, and sees to it that the rest is written too, even where a change panics.
func (db *DB) lead() {
	if db.writer.many() {
		time.Sleep(gathering)
	}
	all := db.writer.next()
	whole := false
	defer func() {
		if !whole {
			for _, w := range all {
				w.err = errPanicked
			}
		}
		db.writer.passOn(all)
	}()
	db.write(all)
	whole = true
}

// join lines a change up.
func (w *writer) join(own *write) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.busy {
		w.busy = true
		own.leads <- true
	}
	w.waiting = append(w.waiting, own)
}

// passOn tells those behind the first that they are written, and the first of those that wait that it is to write.
func (w *writer) passOn(written []*write) {
	for _, done := range written[1:] {
		done.leads <- false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy = len(w.waiting) > 0; w.busy {
		w.waiting[0].leads <- true
	}
}

// many reports whether changes come faster than they are written.
func (w *writer) many() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.shared || len(w.waiting) > 1
}

// next takes the changes that wait; the first is that of who leads.
func (w *writer) next() []*write {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.waiting), mostShared)
	w.shared = n > 1
	out := w.waiting[:n:n]
	w.waiting = w.waiting[n:]
	return out
}

// write carries changes out in one transaction; those that are refused are left out and the rest is done again.
func (db *DB) write(all []*write) {
	for len(all) > 0 {
		at := -1
		err := db.transact(func(t tx) error {
			for i, w := range all {
				if w.run(t); w.err != nil {
					at = i
					return errRefused
				}
			}
			return nil
		})
		if at < 0 && err != nil {
			for _, w := range all {
				w.err = fmt.Errorf("the database cannot be written: %w", err)
			}
		}
		if at < 0 {
			return
		}
		all = append(all[:at:at], all[at+1:]...)
	}
}

var errRefused = errors.New("a change is refused")

// errPanicked is what becomes of a change that is not written because another of its transaction panicked.
var errPanicked = errors.New("the database cannot be written: another change broke off")

// transact runs do in a transaction of the file.
func (db *DB) transact(do func(tx) error) (err error) {
	defer faultsAsPanics()()
	defer guarded(&err)
	err = db.bolt.Update(func(b *bolt.Tx) error {
		t := db.tx(b)
		if !t.old {
			if t.sums, err = t.readTallies(); err != nil {
				return err
			}
			if t.sums == nil {
				t.sums = &tallies{Format: Format, Buckets: map[string]*tally{}}
			}
		}
		if err := do(t); err != nil {
			return err
		}
		if !t.old && !t.sums.changed {
			return errIdle
		}
		return t.writeTallies()
	})
	if errors.Is(err, errIdle) {
		return nil
	}
	return err
}

// errIdle ends a transaction that has changed nothing: to write it would write the list of free pages all the same.
var errIdle = errors.New("nothing has changed")

// run carries a change out.
func (w *write) run(t tx) {
	defer guarded(&w.err)
	w.err = w.change(t)
}
