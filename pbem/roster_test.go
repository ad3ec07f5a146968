package pbem

import (
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/store"
)

// slow is a store that lists no games until it is told to.
type slow struct {
	desk.Store
	asked, goOn chan struct{}
}

func (s slow) Records(key, after string, limit int) ([]store.Game, error) {
	s.asked <- struct{}{}
	<-s.goOn
	return s.Store.Records(key, after, limit)
}

// The figures do not wait while the records are read again, and what is committed in the
// meantime counts afterwards. If the records are very old, the figures wait for them.
func TestRosterIsReadInTheBackground(t *testing.T) {
	d := newSharedService(t)
	g := d.three()
	r, now := &desk.Roster{}, d.now
	comes := func(db desk.Store, want desk.Tally) {
		t.Helper()
		have, err := r.Tally(db, now)
		if have.Oldest = (time.Time{}); err != nil || have != want {
			t.Errorf("%+v, %v, want %+v", have, err, want)
		}
	}
	on, stopped := desk.Tally{Running: 1, Waiting: desk.LineOf(d.table(g).Record).Asked}, desk.Tally{Paused: 1}
	comes(d.db, on)
	db := slow{d.db, make(chan struct{}), make(chan struct{})}
	now = now.Add(desk.RosterLife)
	comes(db, on)
	<-db.asked
	paused := d.table(g).With(d.table(g).Game, nil)
	paused.Record.Paused = &table.Pause{}
	r.Note(paused)
	comes(db, stopped)
	db.goOn <- struct{}{}
	for r.Refreshing.Load() {
		time.Sleep(time.Millisecond)
	}
	if _, age := r.Age(now); age != 0 {
		t.Errorf("the records are %v old", age)
	}
	comes(nil, stopped) // nothing is read again
	now = now.Add(desk.RosterGrace)
	comes(d.db, on) // as it is stored
}

// All records are read with one call for five hundred games, not one for each: for the figures, and for the list of the
// pages.
func TestRecordsAreReadInPages(t *testing.T) {
	d := newSharedService(t)
	for range 3 {
		d.three()
	}
	c := &calls{Store: d.db}
	d.restart(c)
	for name, read := range map[string]func() (games int, err error){
		"the figures": func() (int, error) {
			tally, err := new(desk.Roster).Tally(c, d.now)
			return tally.Running, err
		},
		"the list of the pages": func() (games int, err error) {
			err = mailroom{d.service}.Playing(func(string, string, int, table.Record) error { games++; return nil })
			return games, err
		},
	} {
		c.new()
		if games, err := read(); err != nil || games != 3 {
			t.Errorf("%s: %d games, %v", name, games, err)
		}
		if seen := c.new(); len(seen) != 1 || seen[0] != "Records on" {
			t.Errorf("%s takes the calls %q", name, seen)
		}
	}
}
