package desk

import (
	"errors"
	"maps"
	"runtime"
	"slices"
	"time"

	"pbem/engine"
	"pbem/pbem/guard"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// A Change is what a commit does to one table. Players are those whose seats it concerns.
type Change struct {
	Before, Next *table.Table
	Players      []string
}

// A Draft is one unit of work: what a mail, a tick or a command of the host does. It
// reads the store with its own changes on top. It is written in one commit or dropped.
// Until then its changes are nowhere else.
type Draft struct {
	*Desk
	DB *View

	Tables  map[string]*table.Table               // the opened tables, as the draft has changed them
	Changed map[string]*table.Table               // those that the commit writes
	held    int                                   // about how many bytes the opened tables use
	Outages []pace.Spell                          // the outages; nil if they have not been read
	closing []func() error                        // called when everything is decided, before the commit
	after   []func() error                        // called after the commit
	Best    sheet.Index                           // what all mails about the position share
	Pages   map[string]Page                       // the mails of the commit, by Message-ID
	nearby  []string                              // the parts of maps in those mails
	earned  map[*engine.State]func() sheet.Ledger // what was earned until some positions

	decided store.Commit         // what to commit
	idle    bool                 // decided changes nothing
	aside   bool                 // it decides nothing: see Tell
	seen    map[string]store.Rev // the ruling by which the service may decide it
	Arrived Arrived              // the mail that is decided on
}

// Arrived says which mail a draft is about.
type Arrived struct {
	From, ID string    // sender and Message-ID
	At       time.Time // when it was kept
}

// Draft begins a unit of work.
func (s *Desk) Draft() *Draft { return s.draftWith(store.Bundle{}) }

// draftWith begins a unit of work for which something was read already.
func (s *Desk) draftWith(ahead store.Bundle) *Draft {
	return &Draft{Desk: s, DB: newView(s.Store, ahead), Tables: map[string]*table.Table{}, Changed: map[string]*table.Table{}, Pages: map[string]Page{}}
}

// mostConflicts is how often a unit of work is decided again after a conflict.
const mostConflicts = 20

// Unit decides a piece of work and commits it. While it decides, it holds the locks of
// its keys. It writes the mails after that, because painting a map takes a while. If
// something that it has read changes before the commit, Unit reads it again and decides
// again.
func (s *Desk) Unit(keys []string, work func(*Draft) error) error {
	return s.UnitAs(nil, keys, store.Bundle{}, work)
}

// Tell is Unit for what also a service writes that does not decide: alarms, and counts of what it takes in and sends.
func Tell(s *Desk, work func(*Draft) error) error {
	return s.unit(nil, nil, store.Bundle{}, true, work)
}

// Workers limits how many mails are decided and written at a time: one for each
// processor. Other mails wait for the store, which batches their commits; more workers
// would only use memory and delay the connections to the mail servers.
type Workers chan struct{}

// NewWorkers returns one worker for each processor.
func NewWorkers() Workers { return make(Workers, min(runtime.GOMAXPROCS(0), runtime.NumCPU())) }

// hold waits for a free worker and returns the function that releases it. A nil Workers
// has no limit.
func (w Workers) hold() (free func()) {
	if w == nil {
		return func() {}
	}
	w <- struct{}{}
	return func() { <-w }
}

// UnitAs is Unit for work that needs a worker, and for which something was read ahead.
// Work within such work passes nil.
func (s *Desk) UnitAs(workers Workers, keys []string, ahead store.Bundle, work func(*Draft) error) error {
	return s.unit(workers, keys, ahead, false, work)
}

func (s *Desk) unit(workers Workers, keys []string, ahead store.Bundle, aside bool, work func(*Draft) error) error {
	if workers == nil {
		defer s.trackWork(keys)() // a mail, which needs a worker, is tracked already
	}
	for n := 1; ; n++ {
		d := s.draftWith(ahead)
		d.aside = aside
		ahead = store.Bundle{} // after a conflict it is read anew
		err := d.permitted()
		if err == nil {
			err = d.made(workers, keys, work)
		}
		if err == nil {
			err = d.commit()
		}
		switch {
		case !errors.Is(err, store.ErrConflict):
			return Ill(err)
		case n == mostConflicts:
			return errors.Join(ErrStore, err) // the conflict is no fault of the work
		}
		s.Cache.Forget(slices.Collect(maps.Keys(d.Tables))...)
		if err := d.reconsider(); err != nil {
			return Ill(err)
		}
	}
}

// made decides a piece of work and writes its mails.
func (d *Draft) made(workers Workers, keys []string, work func(*Draft) error) error {
	defer workers.hold()()
	if err := d.decide(keys, work); err != nil {
		return err
	}
	return guard.Do(d.render)
}

// decide does the work under its locks and computes what to commit.
func (d *Draft) decide(keys []string, work func(*Draft) error) error {
	defer d.Locks.Lock(keys...)()
	return guard.Do(func() error {
		if err := work(d); err != nil {
			return err
		}
		for _, do := range d.closing {
			if err := do(); err != nil {
				return err
			}
		}
		d.decided, d.idle = d.DB.pending()
		d.decided.At = d.Now()
		d.copies()
		d.address()
		for i, ch := range d.decided.Changes {
			if t := d.Changed[ch.Game]; t != nil && ch.Record != nil {
				d.decided.Changes[i].Keys = d.keysOf(t)
			}
		}
		return nil
	})
}

// commit commits the draft.
func (d *Draft) commit() error {
	if d.idle {
		return d.follow()
	}
	maps.Copy(d.decided.Seen, d.seen)
	if err := d.Store.Commit(d.decided); err != nil {
		d.Cache.Forget(slices.Collect(maps.Keys(d.Changed))...) // whether it is committed is known only to the store
		return d.settled(err)
	}
	for _, ch := range d.decided.Changes {
		if ch.Gone {
			d.Cache.Forget(ch.Game)
		}
	}
	for id, t := range d.Changed {
		d.Cache.Put(id, t)
		if t.RobotAwaited() != "" {
			d.Bell.Ring()
		}
		if t.IsSandbox() {
			continue // it is in no figures, on no page and in no archive
		}
		d.Roster.Note(t)
		d.Live.Add(id)
		if t.Game.State().Result != nil {
			d.Keeper.Add(t, false)
		}
	}
	d.Outbox.Wake()
	return d.follow()
}

// Finally calls do when everything is decided, before the commit.
func (d *Draft) Finally(do func() error) { d.closing = append(d.closing, do) }

// Later calls do once the draft is committed.
func (d *Draft) Later(do func() error) { d.after = append(d.after, do) }

// follow calls the functions that Later has collected, also those behind one that fails: they know nothing of each other, and what is
// committed is not decided again. A panic in one is its error: the clock calls them on a goroutine on which it would end the process,
// at each start anew.
func (d *Draft) follow() error {
	var failed []error
	for _, do := range d.after {
		failed = append(failed, guard.Do(do))
	}
	return errors.Join(failed...)
}

// Take adds a commit to the draft.
func (d *Draft) Take(c store.Commit, changes ...Change) error {
	if err := d.DB.Add(c); err != nil {
		return err
	}
	for _, ch := range changes {
		first := d.DB.expected(ch.Next.ID)
		ch.Next.Version = store.Version{Events: len(ch.Next.Log), Record: first.Record + 1}
		d.Tables[ch.Next.ID], d.Changed[ch.Next.ID] = ch.Next, ch.Next
	}
	return nil
}

// A Point is a state of a draft, to which Back returns.
type Point struct {
	db      *View
	tables  map[string]*table.Table
	changed map[string]*table.Table
	closing []func() error
	after   []func() error
}

// Point returns the present state.
func (d *Draft) Point() Point {
	return Point{d.DB.copy(), maps.Clone(d.Tables), maps.Clone(d.Changed), slices.Clone(d.closing), slices.Clone(d.after)}
}

// Back returns to a point and drops all changes since then. What was read counts as read.
// Pages of dropped mails are not written.
func (d *Draft) Back(p Point) {
	maps.Copy(p.db.revs, d.DB.revs)
	d.DB, d.Tables, d.Changed, d.closing, d.after = p.db, p.tables, p.changed, p.closing, p.after
}
