package desk

import (
	"sync"
	"time"
)

// Polls knows when the mailbox was last read.
type Polls struct {
	Mu     sync.Mutex
	Polled time.Time // when the mailbox was last read; zero where none is
	Unset  bool      // the deadlines must be set anew
}

// Last returns when the mailbox was last read.
func (e *Polls) Last() time.Time {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return e.Polled
}

// Note sets when the mailbox was read, and returns when it was read before.
func (e *Polls) Note(now time.Time) (before time.Time) {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	before, e.Polled = e.Polled, now
	return before
}

// SetUnset says whether the deadlines must be set anew, and returns what was said before.
func (e *Polls) SetUnset(unset bool) (was bool) {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	was, e.Unset = e.Unset, unset
	return was
}
