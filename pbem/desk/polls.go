package desk

import (
	"sync"
	"time"
)

// Polls knows when the mailbox was last read.
type Polls struct {
	Mu     sync.Mutex
	Polled time.Time // when the mailbox was last read; zero if there is none
	Unset  bool      // the deadlines must be set again
}

// Last returns when the mailbox was last read.
func (p *Polls) Last() time.Time {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return p.Polled
}

// Note records when the mailbox was read, and returns the previous time.
func (p *Polls) Note(now time.Time) (before time.Time) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	before, p.Polled = p.Polled, now
	return before
}

// SetUnset records whether the deadlines must be set again, and returns the previous
// value.
func (p *Polls) SetUnset(unset bool) (was bool) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	was, p.Unset = p.Unset, unset
	return was
}
