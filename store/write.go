package store

import (
	"fmt"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// A writer lets changes that come at the same time share a transaction, and so one sync of the disk: while one is
// synced the next gather. A change that is refused changes nothing and keeps none of the others back.
type writer struct {
	turn sync.Mutex // held by who writes

	mu      sync.Mutex // of what follows
	waiting []*write
}

// A write is one change that waits, and what came of it.
type write struct {
	change   func(tx) error
	done     bool
	err      error
	panicked any
}

// mostShared is how many changes share a transaction.
const mostShared = 64

// update runs change in a transaction, which is undone if change returns an error. It may be run more than once.
func (db *DB) update(change func(tx) error) error {
	own := &write{change: change}
	w := &db.writer
	w.mu.Lock()
	w.waiting = append(w.waiting, own)
	w.mu.Unlock()
	w.turn.Lock()
	for !own.done {
		db.write(w.next())
	}
	w.turn.Unlock()
	if own.panicked != nil {
		panic(own.panicked)
	}
	return own.err
}

// next takes the changes that wait.
func (w *writer) next() []*write {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.waiting), mostShared)
	out := w.waiting[:n:n]
	w.waiting = w.waiting[n:]
	return out
}

// write carries changes out in one transaction; those that are refused are left out and the rest is done again.
func (db *DB) write(all []*write) {
	for len(all) > 0 {
		at := -1
		err := db.bolt.Update(func(t *bolt.Tx) error {
			for i, w := range all {
				if w.run(tx{t}); w.err != nil || w.panicked != nil {
					at = i
					return errRefused
				}
			}
			return nil
		})
		if at < 0 {
			for _, w := range all {
				w.done = true
				if err != nil {
					w.err = fmt.Errorf("the database cannot be written: %w", err)
				}
			}
			return
		}
		all[at].done = true
		all = append(all[:at:at], all[at+1:]...)
	}
}

var errRefused = fmt.Errorf("a change is refused")

// run carries a change out; whoever asked for it gets its panic.
func (w *write) run(t tx) {
	defer func() { w.panicked = recover() }()
	w.err = w.change(t)
}
