package desk

import (
	"sync"
	"time"

	"pbem/store"
)

// Polls knows when the mailbox was last read.
type Polls struct {
	Mu     sync.Mutex
	Polled time.Time            // when the mailbox was last read; zero if there is none
	Unset  bool                 // the deadlines must be set again, from the first game on
	walk   *Walk                // through the games whose deadlines are set again; nil for none
	behind map[string]time.Time // by the way on which mails come in: since when some may wait that are not worked on yet
}

// A Walk goes through all games to set their deadlines again.
type Walk struct {
	After string    // the last game that had its turn; "" for none
	Paced store.Rev // of the mark with the pace, when the walk began
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

// Begin notes that mails may have come, on a way on which mails come in, that are not worked on yet.
func (p *Polls) Begin(way string, now time.Time) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if p.behind == nil {
		p.behind = map[string]time.Time{}
	}
	if _, ok := p.behind[way]; !ok {
		p.behind[way] = now
	}
}

// CatchUp notes that all mails that had come on a way were worked on.
func (p *Polls) CatchUp(way string) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	delete(p.behind, way)
}

// Behind returns since when mails may wait that are not worked on yet; zero if none do.
func (p *Polls) Behind() (since time.Time) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	for _, at := range p.behind {
		if since.IsZero() || at.Before(since) {
			since = at
		}
	}
	return since
}

// SetUnset records whether the deadlines must be set again, and returns the previous
// value.
func (p *Polls) SetUnset(unset bool) (was bool) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	was, p.Unset = p.Unset, unset
	return was
}

// Walks reports whether there are games whose deadlines must be set again.
func (p *Polls) Walks() bool {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return p.Unset || p.walk != nil
}

// Walk returns how far the walk is that sets deadlines again. It begins a new one if there is none, or if deadlines must
// be set again from the first game on. paced reads the mark with the pace.
func (p *Polls) Walk(paced func() (store.Rev, error)) (Walk, error) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if p.Unset || p.walk == nil {
		rev, err := paced()
		if err != nil {
			return Walk{}, err
		}
		p.Unset, p.walk = false, &Walk{Paced: rev}
	}
	return *p.walk, nil
}

// Walked notes that a game had its turn.
func (p *Polls) Walked(after string) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if p.walk != nil {
		p.walk.After = after
	}
}

// EndWalk notes that all games had their turn.
func (p *Polls) EndWalk() {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	p.walk = nil
}
