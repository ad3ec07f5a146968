package desk

import (
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"pbem/pbem/guard"
	"pbem/pbem/table"
	"pbem/store"
)

// A Roster counts the running games for the figures. It holds a few bytes for each game,
// so that nobody has to open ten thousand games to count them. It reads all records now
// and then, because other services change them too. In between, this service updates it
// with each commit.
type Roster struct {
	reading    sync.Mutex  // held while the records are read
	Refreshing atomic.Bool // they are being read in the background

	mu     sync.Mutex // guards the fields below
	read   time.Time
	games  map[string]rosterLine
	noted  map[string]*rosterLine // what was committed while the records are read; nil for a game that has ended
	frozen map[string]bool        // games that this service has opened: whether they are frozen or cannot be read
	sound  bool                   // all others were opened by a service with this program, and are not
}

type rosterLine struct {
	paused bool
	Asked  int       // how many players it waits for
	oldest time.Time // since when it waits for the first of them
}

// RosterLife is how long the records are used after they were read. RosterGrace is how
// long they are still used while they are read again in the background: for ten thousand
// games that takes a second.
const (
	RosterLife  = 10 * time.Minute
	RosterGrace = time.Hour
)

// Note updates a game that was committed.
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

// line sets the line of a game; nil deletes it.
func (r *Roster) line(id string, to *rosterLine) {
	if to == nil {
		delete(r.games, id)
		return
	}
	r.games[id] = *to
}

// renew reads the records, unless somebody has just done so.
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

// Age returns the age of the records. known is false if none were read.
func (r *Roster) Age(now time.Time) (known bool, age time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.games != nil, now.Sub(r.read)
}

// fresh reads the records again if they are old: in the background, or if they are very
// old, at once.
func (r *Roster) fresh(db Store, now time.Time) error {
	known, age := r.Age(now)
	switch {
	case !known || age >= RosterGrace:
		return r.renew(db, now)
	case age >= RosterLife && r.Refreshing.CompareAndSwap(false, true):
		go func() {
			defer r.Refreshing.Store(false)
			_ = guard.Do(func() error { return r.renew(db, now) }) // whoever asks later tries again and gets the error when they are too old
		}()
	}
	return nil
}

// stands records whether an opened game is frozen.
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

// Surveyed records that every game was opened, by this service or another one with the same program.
func (r *Roster) Surveyed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sound = true
}

// Sound reports whether the game was opened and is not frozen.
func (r *Roster) Sound(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	still, known := r.frozen[id]
	return (known || r.sound) && !still
}

// Still reports whether this service has opened the game and it is frozen.
func (r *Roster) Still(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.frozen[id]
}

// LineOf returns what the figures need of a record.
func LineOf(r table.Record) rosterLine {
	l := rosterLine{paused: r.Paused != nil}
	for _, seat := range r.Seats {
		if seat.Asked.IsZero() || seat.Robot != "" { // nobody waits for a robot
			continue
		}
		if l.Asked++; l.oldest.IsZero() || seat.Asked.Before(l.oldest) {
			l.oldest = seat.Asked
		}
	}
	return l
}

// A Tally holds the sums of a roster.
type Tally struct {
	Running, Paused, Frozen, Waiting int
	Oldest                           time.Time
}

// Tally returns the sums. If the records are old, it reads them again: see fresh.
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

// lines reads the records of the running games.
func lines(db Store) (map[string]rosterLine, error) {
	out := map[string]rosterLine{}
	err := EachRecord(db, KeyOn, func(g store.Game, r table.Record) error {
		out[g.ID] = LineOf(r)
		return nil
	})
	return out, err
}

// pageOf is how many games are read at a time.
const pageOf = 500

// EachRecord visits the games with a key, without their logs, in order of creation.
func EachRecord(db Store, key string, visit func(g store.Game, r table.Record) error) error {
	for after := ""; ; {
		games, err := db.Records(key, after, pageOf)
		if err != nil || len(games) == 0 {
			return err
		}
		for _, g := range games {
			var r table.Record
			if err := json.Unmarshal(g.Record, &r); err != nil {
				continue // it is damaged; the error is reported when the game is opened
			}
			if err := visit(g, r); err != nil {
				return err
			}
		}
		if after = games[len(games)-1].ID; len(games) < pageOf {
			return nil
		}
	}
}
