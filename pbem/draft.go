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

// A draft is one unit of work: what a mail, a tick or a word of the host does. It reads
// the store with its own changes on top. It is written in one commit or dropped; until
// then its changes are nowhere else.
type draft struct {
	*Desk
	db *view

	tables  map[string]*table.Table // those opened, as the draft leaves them
	changed map[string]*table.Table // of these, those that the commit writes
	held    int                     // about how many bytes the opened tables take
	deaf    []pace.Spell            // the outages; nil until they are read
	closing []func() error          // called when everything is decided, before the commit
	after   []func() error          // called after the commit
	best    sheet.Index             // of the position that mails show
	pages   map[string]page         // the mails of the commit, by Message-ID
	nearby  []string                // the parts of maps that are in them

	decided store.Commit // the result of the work
	idle    bool         // decided changes nothing
}

// draft begins a unit of work.
func (s *Desk) draft() *draft {
	return &draft{Desk: s, db: newView(s.store), tables: map[string]*table.Table{}, changed: map[string]*table.Table{}, pages: map[string]page{}}
}

// mostConflicts is how often a unit of work is decided again because somebody else was
// quicker.
const mostConflicts = 20

// unit does a piece of work and commits it. While it decides, nobody else decides on what
// its keys name. The mails are written after that, because painting a map takes a while.
// If somebody changes what it has read all the same, unit loads and decides again.
func (s *Desk) unit(keys []string, work func(*draft) error) error {
	return s.unitAs(nil, keys, work)
}

// workers limits how many mails are decided and written at a time: one for each
// processor. Other mails wait for the store, which batches their commits; more workers
// would only use memory and delay the connections to the mail servers.
type workers chan struct{}

func newWorkers() workers { return make(workers, min(runtime.GOMAXPROCS(0), runtime.NumCPU())) }

// hold waits for a free worker and takes it until free is called. nil has no limit.
func (h workers) hold() (free func()) {
	if h == nil {
		return func() {}
	}
	h <- struct{}{}
	return func() { <-h }
}

// unitAs is unit for work that takes a worker. Work within such work takes none.
func (s *Desk) unitAs(h workers, keys []string, work func(*draft) error) error {
	if h == nil {
		defer s.trackWork(keys)() // a mail, which takes a worker, is tracked already
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
		s.cache.forget(slices.Collect(maps.Keys(d.tables))...)
	}
}

// made decides a piece of work and writes its mails.
func (d *draft) made(h workers, keys []string, work func(*draft) error) error {
	defer h.hold()()
	if err := d.decide(keys, work); err != nil {
		return err
	}
	return guard.Do(d.render)
}

// decide does the work and computes what to commit.
func (d *draft) decide(keys []string, work func(*draft) error) error {
	defer d.locks.lock(keys...)()
	return guard.Do(func() error {
		if err := work(d); err != nil {
			return err
		}
		for _, do := range d.closing {
			if err := do(); err != nil {
				return err
			}
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

// commit writes the result of the draft.
func (d *draft) commit() error {
	if d.idle {
		return d.follow()
	}
	if err := d.store.Commit(d.decided); err != nil {
		d.cache.forget(slices.Collect(maps.Keys(d.changed))...) // committed or not: the store knows
		return d.settled(err)
	}
	for id, t := range d.changed {
		d.cache.put(id, t)
		d.roster.note(t)
		if t.Game.State().Result != nil {
			d.archive.Add(t, false)
		}
	}
	d.outbox.Wake()
	return d.follow()
}

// finally calls do when everything is decided, before the commit.
func (d *draft) finally(do func() error) { d.closing = append(d.closing, do) }

// later calls do once the draft is committed.
func (d *draft) later(do func() error) { d.after = append(d.after, do) }

// follow calls what was put off until after the commit.
func (d *draft) follow() error {
	for _, do := range d.after {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// take adds a commit to the draft.
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

// A point is a state to which a draft can go back.
type point struct {
	db      *view
	tables  map[string]*table.Table
	changed map[string]*table.Table
	closing []func() error
	after   []func() error
}

func (d *draft) point() point {
	return point{d.db.copy(), maps.Clone(d.tables), maps.Clone(d.changed), slices.Clone(d.closing), slices.Clone(d.after)}
}

// back undoes everything since a point. What was read stays read. Pages that belong to no
// mail of the commit are not written.
func (d *draft) back(p point) {
	maps.Copy(p.db.revs, d.db.revs)
	d.db, d.tables, d.changed, d.closing, d.after = p.db, p.tables, p.changed, p.closing, p.after
}
