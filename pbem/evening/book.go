package evening

import (
	"errors"
	"strings"
	"sync"
	"time"

	"pbem/engine"
	"pbem/pbem"
	"pbem/store"
)

// A book notes what services write down: how each mail ended, and which mails were to
// go out because of it.
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

// An outgoing is a mail that was queued.
type outgoing struct {
	id, to string
	cause  string
	came   int // how often it reached its reader
	failed bool
}

func newBook() *book {
	return &book{entries: map[string]*entry{}, queued: map[string]*outgoing{}, ended: map[string]int{}}
}

// A ledger is a store whose commits are noted, and which can break off: then nothing
// is written any more, as when its machine has lost its power.
type ledger struct {
	pbem.Store
	book *book
	left *fuse // nil for one that never breaks
}

// errBroken is what a store says whose machine is gone.
var errBroken = errors.New("the machine has lost its power")

// A fuse breaks a store after so many commits. Who asked for the last one never learns
// whether it was written.
type fuse struct {
	mu     sync.Mutex
	left   int
	silent bool // the last one is written
}

// burn counts a commit; it reports whether it may be written, and whether its caller is
// told of it.
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

// Commit writes a commit and notes it.
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

// Keep refuses mails when the store is broken.
func (l *ledger) Keep(in store.Inbound, c store.Claim) (store.Kept, error) {
	if l.left.broken() {
		return store.Kept{}, errBroken
	}
	return l.Store.Keep(in, c)
}

// Sent does not note that a mail went out when the store is broken.
func (l *ledger) Sent(id string, at time.Time) error {
	if l.left.broken() {
		return errBroken
	}
	return l.Store.Sent(id, at)
}

// SetMarks writes none when the store is broken.
func (l *ledger) SetMarks(m store.Marks) error {
	if l.left.broken() {
		return errBroken
	}
	return l.Store.SetMarks(m)
}

// TakeMails hands out none when the store is broken.
func (l *ledger) TakeMails(c store.Claim, after uint64, limit int) ([]store.Mail, error) {
	if l.left.broken() {
		return nil, errBroken
	}
	return l.Store.TakeMails(c, after, limit)
}

// Fail notes a mail that its server does not take.
func (l *ledger) Fail(id string, at time.Time, why string) error {
	l.book.mu.Lock()
	if m := l.book.queued[bare(id)]; m != nil {
		m.failed = true
	}
	l.book.mu.Unlock()
	return l.Store.Fail(id, at, why)
}

func (f *fuse) broken() bool {
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.left <= 0
}

// bare is a Message-ID without its brackets.
func bare(id string) string { return strings.Trim(id, "<>") }

// note keeps what was committed.
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

// of is what was committed for a cause; nil for nothing.
func (b *book) of(cause string) *entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.entries[cause]
}

// arrived notes that a mail reached its reader; it reports false for one that was
// never queued.
func (b *book) arrived(id string) (times int, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.queued[id]
	if m == nil {
		return 0, false
	}
	m.came++
	return m.came, true
}
