package evening

import (
	"errors"
	"strings"
	"sync"

	"pbem/engine"
	"pbem/pbem"
	"pbem/store"
)

// A book records what services commit: how each mail ended, and which mails were to be sent because of it.
type book struct {
	mu      sync.Mutex
	entries map[string]*entry    // by cause
	queued  map[string]*outgoing // by Message-ID
	ended   map[string]int       // commits with an outcome, by outcome
}

// An entry is what was committed for one cause.
type entry struct {
	outcome string
	commits int
	events  int
	said    map[string]int // how often somebody said something: "g1 p2 pass"
	mails   []*outgoing
}

// An outgoing is a mail in the outbox.
type outgoing struct {
	id, to string
	cause  string
	came   int // how often it reached its reader
	again  int // how often its servers were stopped since it was queued: as often it may come again
	failed bool
}

func newBook() *book {
	return &book{entries: map[string]*entry{}, queued: map[string]*outgoing{}, ended: map[string]int{}}
}

// A ledger is a store that records its commits and can fail on purpose: then it writes nothing more, as if
// its machine had lost power.
type ledger struct {
	pbem.Store
	book *book
	left *fuse // nil for a store that never fails
}

// errBroken is the error of a store whose machine has lost power.
var errBroken = errors.New("the machine has lost its power")

// A fuse makes a store fail after a number of commits. The caller of the last commit never learns whether it
// was written.
type fuse struct {
	mu     sync.Mutex
	left   int
	silent bool // the last one is written
}

// burn counts a commit. It reports whether to write it, and whether to tell the caller the result.
func (f *fuse) burn() (write, tell bool) {
	if f == nil {
		return true, true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left--
	switch {
	case f.left > 0:
		return true, true
	case f.left == 0:
		return f.silent, false
	}
	return false, false
}

// Commit writes and records a commit.
func (l *ledger) Commit(c store.Commit) error {
	write, tell := l.left.burn()
	if !write {
		return errBroken
	}
	err := l.Store.Commit(c)
	if err == nil {
		l.book.note(c)
	}
	if !tell {
		return errBroken
	}
	return err
}

// Keep refuses mails if the store has failed.
func (l *ledger) Keep(in store.Inbound, c store.Claim, q store.Query) (store.Kept, store.Bundle, error) {
	if l.left.broken() {
		return store.Kept{}, store.Bundle{}, errBroken
	}
	return l.Store.Keep(in, c, q)
}

// SetMarks writes nothing if the store has failed.
func (l *ledger) SetMarks(m store.Marks) error {
	if l.left.broken() {
		return errBroken
	}
	return l.Store.SetMarks(m)
}

// TakeMails returns nothing if the store has failed.
func (l *ledger) TakeMails(c store.Claim, fresh bool, limit int) ([]store.Mail, error) {
	if l.left.broken() {
		return nil, errBroken
	}
	return l.Store.TakeMails(c, fresh, limit)
}

// Renew renews nothing if the store has failed.
func (l *ledger) Renew(c store.Claim, ids []string) ([]store.Mail, error) {
	if l.left.broken() {
		return nil, errBroken
	}
	return l.Store.Renew(c, ids)
}

// Noted notes nothing if the store has failed. It records mails that their servers refuse.
func (l *ledger) Noted(endings []store.Ending) error {
	l.book.mu.Lock()
	for _, e := range endings {
		if m := l.book.queued[bare(e.ID)]; m != nil && e.To == store.Failed {
			m.failed = true
		}
	}
	l.book.mu.Unlock()
	if l.left.broken() {
		return errBroken
	}
	return l.Store.Noted(endings)
}

func (f *fuse) broken() bool {
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.left <= 0
}

// bare returns a Message-ID without its brackets.
func bare(id string) string { return strings.Trim(id, "<>") }

// note records a commit.
func (b *book) note(c store.Commit) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.entries[c.Cause]
	if e == nil {
		e = &entry{said: map[string]int{}}
		b.entries[c.Cause] = e
	}
	e.commits++
	if c.Outcome != "" {
		e.outcome = c.Outcome
		b.ended[c.Outcome]++
	}
	for _, ch := range c.Changes {
		e.events += len(ch.Events)
		for _, raw := range ch.Events {
			if ev, err := engine.UnmarshalEvent(raw); err == nil {
				if said, ok := ev.(engine.Said); ok {
					e.said[ch.Game+" "+said.By+" "+said.Command.String()]++
				}
			}
		}
	}
	for _, m := range c.Mails {
		if id := bare(m.ID); b.queued[id] == nil {
			o := &outgoing{id: m.ID, to: m.To, cause: c.Cause}
			b.queued[id] = o
			e.mails = append(e.mails, o)
		}
	}
}

// of returns what was committed for a cause, nil if nothing was.
func (b *book) of(cause string) *entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.entries[cause]
}

// arrived records that a mail reached its reader. It may do so once, and once more for each time that its servers were stopped;
// may is 0 if it was never queued.
func (b *book) arrived(id string) (times, may int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.queued[id]
	if m == nil {
		return 0, 0
	}
	m.came++
	return m.came, 1 + m.again
}

// stopped records that the mail servers were stopped in the midst of their work. What a server has taken and not
// answered for yet is sent again (RFC 1047).
func (b *book) stopped() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.queued {
		m.again++
	}
}
