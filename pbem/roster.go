package pbem

import (
	"encoding/json"
	"errors"
	"sync"
	"time"

	"pbem/pbem/table"
	"pbem/store"
)

// A roster knows of every game that is on what figures are made of, in a few
// bytes each, so that nobody opens ten thousand games to count them. It is read
// from the records now and then, for other services write them too, and kept up
// to date by the commits of this one.
type roster struct {
	mu     sync.Mutex
	read   time.Time
	games  map[string]rosterLine
	frozen map[string]bool // games that were opened: whether they stood still, or could not be read
}

type rosterLine struct {
	paused bool
	asked  int       // players it waits for
	oldest time.Time // since when, of the first of them
}

// rosterLife is how long the records are believed.
const rosterLife = 10 * time.Minute

// note takes down how a game stands that was committed.
func (r *roster) note(t *table.Table) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set(t.ID, t.Game.Frozen() != nil)
	switch {
	case r.games == nil:
	case t.Game.State().Result != nil:
		delete(r.games, t.ID)
	default:
		r.games[t.ID] = lineOf(t.Record)
	}
}

// stands takes down whether a game that was opened stands still.
func (r *roster) stands(id string, still bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set(id, still)
}

func (r *roster) set(id string, still bool) {
	if r.frozen == nil {
		r.frozen = map[string]bool{}
	}
	r.frozen[id] = still
}

// sound reports whether a game was opened by this service and goes on.
func (r *roster) sound(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	still, known := r.frozen[id]
	return known && !still
}

// still reports whether a game was opened by this service and stands still.
func (r *roster) still(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.frozen[id]
}

// lineOf is what a record says for figures.
func lineOf(r table.Record) rosterLine {
	l := rosterLine{paused: r.Paused != nil}
	for _, seat := range r.Seats {
		if seat.Asked.IsZero() {
			continue
		}
		if l.asked++; l.oldest.IsZero() || seat.Asked.Before(l.oldest) {
			l.oldest = seat.Asked
		}
	}
	return l
}

// A tally is what a roster comes to.
type tally struct {
	running, paused, frozen, waiting int
	oldest                           time.Time
}

// tally adds up, from the records again where those read are old.
func (r *roster) tally(db Store, now time.Time) (t tally, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.games == nil || now.Sub(r.read) >= rosterLife {
		if r.games, err = lines(db); err != nil {
			return tally{}, err
		}
		r.read = now
	}
	for id, l := range r.games {
		switch {
		case r.frozen[id]:
			t.frozen++
			continue
		case l.paused:
			t.paused++
			continue
		}
		t.running++
		if t.waiting += l.asked; l.asked > 0 && (t.oldest.IsZero() || l.oldest.Before(t.oldest)) {
			t.oldest = l.oldest
		}
	}
	return t, nil
}

// lines reads the records of the games that are on.
func lines(db Store) (map[string]rosterLine, error) {
	out := map[string]rosterLine{}
	err := eachRecord(db, keyOn, func(id string, _ []string, r table.Record) error {
		out[id] = lineOf(r)
		return nil
	})
	return out, err
}

// pageOf is how many games are listed at a time.
const pageOf = 500

// eachRecord visits the records of the games with a key, in order of creation.
func eachRecord(db Store, key string, visit func(id string, keys []string, r table.Record) error) error {
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
