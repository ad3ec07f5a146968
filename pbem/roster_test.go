package pbem

import (
	"testing"
	"time"

	"pbem/pbem/table"
)

// slow is a store that lists no games before it is told to.
type slow struct {
	Store
	asked, goOn chan struct{}
}

func (s slow) Find(key, after string, limit int) ([]string, error) {
	s.asked <- struct{}{}
	<-s.goOn
	return s.Store.Find(key, after, limit)
}

// Figures are given at once while the records are read again, and what is committed
// meanwhile counts after that too. Where they are very old who asks waits for them.
func TestRosterIsReadBeside(t *testing.T) {
	d := newTestService(t)
	g := d.three()
	r, now := &roster{}, d.now
	comes := func(db Store, want tally) {
		t.Helper()
		have, err := r.tally(db, now)
		if have.oldest = (time.Time{}); err != nil || have != want {
			t.Errorf("%+v, %v, want %+v", have, err, want)
		}
	}
	on, stopped := tally{running: 1, waiting: lineOf(d.table(g).Record).asked}, tally{paused: 1}
	comes(d.db, on)
	db := slow{d.db, make(chan struct{}), make(chan struct{})}
	now = now.Add(rosterLife)
	comes(db, on)
	<-db.asked
	paused := d.table(g).With(d.table(g).Game, nil)
	paused.Record.Paused = &table.Pause{}
	r.note(paused)
	comes(db, stopped)
	db.goOn <- struct{}{}
	<-db.asked // the end of the list
	db.goOn <- struct{}{}
	for r.behind.Load() {
		time.Sleep(time.Millisecond)
	}
	if _, age := r.age(now); age != 0 {
		t.Errorf("the records are %v old", age)
	}
	comes(nil, stopped) // nothing is read again
	now = now.Add(rosterGrace)
	comes(d.db, on) // as it is stored
}
