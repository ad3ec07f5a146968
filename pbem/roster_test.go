package pbem

import (
	"testing"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/table"
)

// slow is a store that lists no games until it is told to.
type slow struct {
	desk.Store
	asked, goOn chan struct{}
}

func (s slow) Find(key, after string, limit int) ([]string, error) {
	s.asked <- struct{}{}
	<-s.goOn
	return s.Store.Find(key, after, limit)
}

// The figures do not wait while the records are read again, and what is committed in the
// meantime counts afterwards. If the records are very old, the figures wait for them.
func TestRosterIsReadInTheBackground(t *testing.T) {
	d := newTestService(t)
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
	<-db.asked // the end of the list
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
