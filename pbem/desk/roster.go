package desk

import (
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"pbem/pbem/table"
	"pbem/store"
)

// A Roster holds the basis of the figures, a few bytes for every running game, so that
// nobody opens ten thousand games to count them. It is read from the records now and
// then, because other services write them too. The commits of this service keep it up
// to date meanwhile.
type Roster struct {
	reading sync.Mutex  // held by who reads the records
	Behind  atomic.Bool // they are read beside those who ask

	mu     sync.Mutex // of what follows
	read   time.Time
	games  map[string]rosterLine
	noted  map[string]*rosterLine // while the records are read: what was committed meanwhile; nil is a game that ended
	frozen map[string]bool        // games that were opened: whether they stood still, or could not be read
}

type rosterLine struct {
	paused bool
	Asked  int       // players it waits for
	oldest time.Time // since when, of the first of them
}

// How long the records are used after they were read, and how long they may still be
// used while they are read again in the background: for ten thousand games that takes
// a second.
const (
	RosterLife  = 10 * time.Minute
	RosterGrace = time.Hour
)

// Note takes down how a game stands that was committed.
func (r *Roster) Note(t *table.Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set(t.ID, t.Game.Frozen() != nil)
	var line *rosterLine
	if t.Game.State().Result == nil {
		now := LineOf(t.Record)
		line = &now
	}
	if r.noted != nil {
		r.noted[t.ID] = line
	}
	if r.games != nil {
		r.line(t.ID, line)
	}
}

// line sets what is known of a game; nil is one that ended.
func (r *Roster) line(id string, to *rosterLine) {
	if to == nil {
		delete(r.games, id)
		return
	}
	r.games[id] = *to
}

// renew reads the records, unless somebody has just done that.
func (r *Roster) renew(db Store, now time.Time) error {
	r.reading.Lock()
	defer r.reading.Unlock()
	if known, age := r.Age(now); known && age < RosterLife {
		return nil
	}
	r.mu.Lock()
	r.noted = map[string]*rosterLine{}
	r.mu.Unlock()
	games, err := lines(db)
	r.mu.Lock()
	defer r.mu.Unlock()
	noted := r.noted
	if r.noted = nil; err != nil {
		return err
	}
	r.read, r.games = now, games
	for id, line := range noted {
		r.line(id, line)
	}
	return nil
}

// Age is how old the records are, if any were read.
func (r *Roster) Age(now time.Time) (known bool, age time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.games != nil, now.Sub(r.read)
}

// fresh has the records read where those read are old, and waits for it where they are
// very old.
func (r *Roster) fresh(db Store, now time.Time) error {
	known, age := r.Age(now)
	switch {
	case !known || age >= RosterGrace:
		return r.renew(db, now)
	case age >= RosterLife && r.Behind.CompareAndSwap(false, true):
		go func() {
			defer r.Behind.Store(false)
			_ = r.renew(db, now) // who asks later tries again, and is told in the end
		}()
	}
	return nil
}

// stands takes down whether a game that was opened stands still.
func (r *Roster) stands(id string, still bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set(id, still)
}

func (r *Roster) set(id string, still bool) {
	if r.frozen == nil {
		r.frozen = map[string]bool{}
	}
	r.frozen[id] = still
}

// Sound reports whether a game was opened by this service and goes on.
func (r *Roster) Sound(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	still, known := r.frozen[id]
	return known && !still
}

// Still reports whether a game was opened by this service and stands still.
func (r *Roster) Still(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.frozen[id]
}

// LineOf is what a record says for figures.
func LineOf(r table.Record) rosterLine {
	l := rosterLine{paused: r.Paused != nil}
	for _, seat := range r.Seats {
		if seat.Asked.IsZero() {
			continue
		}
		if l.Asked++; l.oldest.IsZero() || seat.Asked.Before(l.oldest) {
			l.oldest = seat.Asked
		}
	}
	return l
}

// A Tally is what a roster comes to.
type Tally struct {
	Running, Paused, Frozen, Waiting int
	Oldest                           time.Time
}

// Tally adds up, from the records again where those read are old.
func (r *Roster) Tally(db Store, now time.Time) (t Tally, err error) {
	if err := r.fresh(db, now); err != nil {
		return Tally{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, l := range r.games {
		switch {
		case r.frozen[id]:
			t.Frozen++
			continue
		case l.paused:
			t.Paused++
			continue
		}
		t.Running++
		if t.Waiting += l.Asked; l.Asked > 0 && (t.Oldest.IsZero() || l.oldest.Before(t.Oldest)) {
			t.Oldest = l.oldest
		}
	}
	return t, nil
}

// lines reads the records of the games that are on.
func lines(db Store) (map[string]rosterLine, error) {
	out := map[string]rosterLine{}
	err := EachRecord(db, KeyOn, func(id string, _ []string, r table.Record) error {
		out[id] = LineOf(r)
		return nil
	})
	return out, err
}

// pageOf is how many games are listed at a time.
const pageOf = 500

// EachRecord visits the records of the games with a key, in order of creation.
func EachRecord(db Store, key string, visit func(id string, keys []string, r table.Record) error) error {
	for after := ""; ; {
		ids, err := db.Find(key, after, pageOf)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			g, err := db.Game(id)
			if errors.Is(err, store.ErrDamaged) {
				continue // it is told where the game is opened
			}
			if err != nil {
				return err
			}
			var r table.Record
			if err := json.Unmarshal(g.Record, &r); err != nil {
				continue // it is told where the game is opened
			}
			if err := visit(id, g.Keys, r); err != nil {
				return err
			}
		}
		after = ids[len(ids)-1]
	}
}
