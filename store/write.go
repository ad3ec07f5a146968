package store

import (
	"errors"
	"fmt"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
)

// A writer batches changes: those that come at the same time share one transaction, and so one sync of the disk. While
// one transaction is synced, the next changes gather. A refused change changes nothing and holds back no other. The
// first change that waits writes for all and tells the others when it is done.
type writer struct {
	mu      sync.Mutex
	busy    bool // somebody writes
	waiting []*write
	shared  bool // the last transaction had several changes
}

// A write is one waiting change and its result.
type write struct {
	change func(tx) error
	err    error
	leads  chan bool // receives once: whether this one writes for all, or is written
}

// mostShared is how many changes share a transaction.
const mostShared = 64

// gathering is how long a transaction waits for more changes when many come: about half the time of writing one. Each
// change that joins saves a transaction.
const gathering = 500 * time.Microsecond

// update runs change in a transaction, which is rolled back if change returns an error. change may run more than once.
func (db *DB) update(change func(tx) error) error {
	own := &write{change: change, leads: make(chan bool, 1)}
	db.writer.join(own)
	if <-own.leads {
		db.lead()
	}
	return own.err
}

// lead writes the waiting changes. It makes sure that the rest is written even if one panics.
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

// join adds a change to those that wait.
func (w *writer) join(own *write) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.busy {
		w.busy = true
		own.leads <- true
	}
	w.waiting = append(w.waiting, own)
}

// passOn tells the others that they are written, and tells the first change that waits to write next.
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

// next takes the waiting changes; the first is the leader's own.
func (w *writer) next() []*write {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.waiting), mostShared)
	w.shared = n > 1
	out := w.waiting[:n:n]
	w.waiting = w.waiting[n:]
	return out
}

// write runs changes in one transaction. If one is refused, it is left out and the others run again.
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

// errPanicked is the error of a change that was not written because another one in its transaction panicked.
var errPanicked = errors.New("the database cannot be written: another change broke off")

// transact runs do in a transaction of the file.
func (db *DB) transact(do func(tx) error) (err error) {
	db.writing.Lock()
	defer db.writing.Unlock()
	if db.stuck {
		return errStuck
	}
	defer faultsAsPanics()()
	defer guarded(&err)
	var begun *bolt.Tx
	defer func() { db.rolledBack(begun) }()
	err = db.bolt.Update(func(b *bolt.Tx) error {
		begun = b
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

// errStuck is the error of all that would write after a transaction that could not be rolled back.
var errStuck = fmt.Errorf("%w; nothing can be written any more", ErrDamaged)

// rolledBack notes at the end of a writing transaction, nil for none, whether it has ended. When a commit panics on
// spoilt pages, bbolt reads the list of free pages anew. If that is spoilt, too, it panics once more and keeps its lock: whoever
// wants to write then, or to close the file, would wait for ever.
func (db *DB) rolledBack(b *bolt.Tx) {
	if b != nil && b.DB() != nil {
		db.stuck = true
	}
}

// hold keeps others from writing until release is called.
func (db *DB) hold() (release func() error, err error) {
	db.writing.Lock()
	if db.stuck {
		db.writing.Unlock()
		return nil, errStuck
	}
	b, err := db.bolt.Begin(true)
	if err != nil {
		db.writing.Unlock()
		return nil, err
	}
	return func() error {
		defer db.writing.Unlock()
		return b.Rollback()
	}, nil
}

// errIdle rolls back a transaction that has changed nothing: committing it would still write the list of free pages.
var errIdle = errors.New("nothing has changed")

// run runs a change.
func (w *write) run(t tx) {
	defer guarded(&w.err)
	w.err = w.change(t)
}
