package pbem

import (
	"errors"
	"maps"
	"runtime"
	"slices"

	"pbem/pbem/guard"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// A draft is one unit of work: what a mail, a tick or a word of the host does.
// It reads the store as it was and as the draft has changed it, and is written
// in one commit, or dropped. What is not committed is nowhere but in the draft.
type draft struct {
	*Service
	db *view

	tables  map[string]*table.Table // that were opened, as the draft leaves them
	changed map[string]*table.Table // of these, that are in the commit
	held    int                     // bytes, about, that the tables take that were opened
	deaf    []pace.Spell            // the outages; nil when they were not read
	anew    []string                // addresses for whose games deadlines are to be set
	after   []func() error          // what is done once it is committed
	best    sheet.Index             // of the position that mails are written of
	pages   map[string]page         // the mails of the commit, by Message-ID
	nearby  []string                // the parts of maps that are in them

	decided store.Commit // what the work has come to
	idle    bool         // that is nothing
}

// draft begins a unit of work.
func (s *Service) draft() *draft {
	return &draft{Service: s, db: newView(s.store), tables: map[string]*table.Table{}, changed: map[string]*table.Table{}, pages: map[string]page{}}
}

// mostConflicts is how often a unit of work is begun anew because somebody else
// was quicker.
const mostConflicts = 20

// unit does a piece of work and commits it. It is decided while nobody else
// decides on what its keys name; the mails are written after that, as painting a
// map takes a while. Where somebody changes what it has read all the same, it is
// loaded again and decided again.
func (s *Service) unit(keys []string, work func(*draft) error) error {
	return s.unitAs(nil, keys, work)
}

// hands are how many mails are decided and written at a time, one for each processor.
// Many more wait for the store, which has them share its transactions; at work they
// would fill the memory and keep those waiting that talk with the mail servers.
type hands chan struct{}

func newHands() hands { return make(hands, min(runtime.GOMAXPROCS(0), runtime.NumCPU())) }

// hold waits for a hand until it is free again; nil are as many as there is work for.
func (h hands) hold() (free func()) {
	if h == nil {
		return func() {}
	}
	h <- struct{}{}
	return func() { <-h }
}

// unitAs is unit for work that takes one of some hands. Work within such work takes none.
func (s *Service) unitAs(h hands, keys []string, work func(*draft) error) error {
	if h == nil {
		defer s.labours(keys)() // a mail, which takes a hand, is known already
	}
	for n := 1; ; n++ {
		d := s.draft()
		err := d.made(h, keys, work)
		if err == nil {
			err = d.commit()
		}
		switch {
		case !errors.Is(err, store.ErrConflict):
			return err
		case n == mostConflicts:
			return errors.Join(errStore, err) // it says nothing of the work
		}
		s.shelf.forget(slices.Collect(maps.Keys(d.tables))...)
	}
}

// made decides a piece of work and writes its mails.
func (d *draft) made(h hands, keys []string, work func(*draft) error) error {
	defer h.hold()()
	if err := d.decide(keys, work); err != nil {
		return err
	}
	return guard.Do(d.render)
}

// decide does the work, and works out what is to be committed.
func (d *draft) decide(keys []string, work func(*draft) error) error {
	defer d.locks.lock(keys...)()
	return guard.Do(func() error {
		if err := work(d); err != nil {
			return err
		}
		if err := d.setAnew(); err != nil {
			return err
		}
		d.decided, d.idle = d.db.pending()
		d.decided.At = d.now()
		d.copies()
		for i, ch := range d.decided.Changes {
			if t := d.changed[ch.Game]; t != nil && ch.Record != nil {
				d.decided.Changes[i].Keys = d.keysOf(t)
			}
		}
		return nil
	})
}

// commit writes what the draft has come to.
func (d *draft) commit() error {
	if d.idle {
		return d.follow()
	}
	if err := d.store.Commit(d.decided); err != nil {
		d.shelf.forget(slices.Collect(maps.Keys(d.changed))...) // committed or not: the store knows
		return d.settled(err)
	}
	for id, t := range d.changed {
		d.shelf.put(id, t)
		d.roster.note(t)
		if t.Game.State().Result != nil {
			d.archive.Add(t, false)
		}
	}
	d.outbox.Wake()
	return d.follow()
}

// later has something done once the draft is committed.
func (d *draft) later(do func() error) { d.after = append(d.after, do) }

// follow does what comes after a commit.
func (d *draft) follow() error {
	for _, do := range d.after {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// take adds to the draft what a commit is to do.
func (d *draft) take(c store.Commit, changes ...change) error {
	if err := d.db.take(c); err != nil {
		return err
	}
	for _, ch := range changes {
		first := d.db.expected(ch.next.ID)
		ch.next.Version = store.Version{Events: len(ch.next.Log), Record: first.Record + 1}
		d.tables[ch.next.ID], d.changed[ch.next.ID] = ch.next, ch.next
	}
	return nil
}

// A point is a state of a draft to which it can go back.
type point struct {
	db      *view
	tables  map[string]*table.Table
	changed map[string]*table.Table
	anew    []string
	after   []func() error
}

func (d *draft) point() point {
	return point{d.db.copy(), maps.Clone(d.tables), maps.Clone(d.changed), slices.Clone(d.anew), slices.Clone(d.after)}
}

// back drops what was done since a point. What was read stays read, and pages
// that no mail of the commit has are not written.
func (d *draft) back(p point) {
	maps.Copy(p.db.revs, d.db.revs)
	d.db, d.tables, d.changed, d.anew, d.after = p.db, p.tables, p.changed, p.anew, p.after
}

// setAnew sets the deadlines of the games of addresses that can be reached again,
// or elsewhere: their clocks have stood still.
func (d *draft) setAnew() error {
	for _, address := range d.anew {
		for _, w := range d.seatsOf(address) {
			if d.changed[w.table.ID] != nil {
				continue
			}
			if err := d.db.take(store.Commit{Deadlines: d.deadlines(w.table)}); err != nil {
				return err
			}
		}
	}
	for _, t := range d.changed { // their deadlines were worked out before all was known
		if len(d.anew) == 0 || t.Game.State().Result != nil {
			continue
		}
		if err := d.db.take(store.Commit{Deadlines: d.deadlines(t)}); err != nil {
			return err
		}
	}
	return nil
}
