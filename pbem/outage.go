package pbem

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"pbem/pbem/guard"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/store"
)

// Time in which the service could not hear players counts for nobody: it was
// down, or could not read its mailbox. Every few minutes the service notes that
// it hears. A gap between these notes is an outage.

// aliveEvery is how often the service notes that it hears.
const aliveEvery = 5 * time.Minute

// longestGap is how long the service may hear nobody before that is an outage.
const longestGap = time.Hour

// waryAfter is how long the mailbox may be unread before deadlines wait until it
// is read again.
const waryAfter = 10 * time.Minute

// outageKept is how long an outage is kept.
const outageKept = 60 * 24 * time.Hour

// hears notes that the service hears the players now. It reports false while it
// does not, because the mailbox has not been read for some time.
func (s *Desk) hears() bool {
	last := s.now()
	if polled := s.polls.last(); !polled.IsZero() && polled.Before(last) { // a clock may go back
		last = polled
	}
	if s.now().Sub(last) > waryAfter+2*s.cfg.Poll {
		return false
	}
	if err := s.heard(last.UTC()); err != nil {
		s.log.Error("outage.unwritable", "error", err)
	}
	return true
}

// heard notes a moment at which the service hears, and the outage that ends
// with it.
func (s *Desk) heard(now time.Time) error {
	was, err := alive.Get(s.store)
	if err != nil && was.Rev == 0 {
		return err
	}
	marks := store.Marks{}
	alive.Set(marks, now)
	last := was.Value
	if was.Found() && last.Sub(now) > longestGap {
		return s.clockBack(last, now)
	}
	if was.Found() && !now.Before(last) && now.Sub(last) < aliveEvery {
		return nil
	}
	if !was.Found() || now.Sub(last) <= longestGap+2*s.cfg.Poll {
		return s.store.SetMarks(marks)
	}
	return s.unit(nil, func(d *draft) error {
		s.log.Warn("outage.over", "from", last, "to", now)
		for _, sp := range d.outages() {
			if now.Sub(sp.To) > outageKept {
				outages.Clear(marks, sp.From)
			}
		}
		outages.Set(marks, last, now)
		c := store.Commit{Marks: marks}
		if now.Sub(last) > outageTold {
			c.Mails = d.alarm("outage "+last.UTC().Format(time.RFC3339), "", outagePage(last, now))
		}
		return d.take(c)
	})
}

// polls knows when the mailbox was last read.
type polls struct {
	mu     sync.Mutex
	polled time.Time // when the mailbox was last read; zero where none is
	unset  bool      // the deadlines must be set anew
}

func (e *polls) last() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.polled
}

// note sets when the mailbox was read, and returns when it was read before.
func (e *polls) note(now time.Time) (before time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	before, e.polled = e.polled, now
	return before
}

func (e *polls) setUnset(unset bool) (was bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	was, e.unset = e.unset, unset
	return was
}

// Heard notes that the mailbox was read. It does so before the mails that came
// meanwhile are worked on, so that the clock counts the outage.
func (m mailroom) Heard() {
	now := m.now()
	if now.Sub(m.polls.note(now)) > waryAfter {
		m.hears()
	}
}

// outages returns the times in which nobody could be heard, the oldest first.
func (d *draft) outages() []pace.Spell {
	if d.deaf != nil {
		return d.deaf
	}
	all, err := outages.All(d.db, "")
	if err != nil {
		d.log.Error("outage.unreadable", "error", err)
		return nil
	}
	d.deaf = []pace.Spell{}
	for _, r := range all {
		if r.Fault == nil {
			d.deaf = append(d.deaf, pace.Spell{From: r.Key, To: r.Value})
		}
	}
	return d.deaf
}

// silences returns the times in which no mail could reach an address.
func (d *draft) silences(address string) []pace.Spell {
	all, err := silences.All(d.db, people.Lower(address)+"/")
	if err != nil {
		d.log.Error("address.silence-unreadable", "address", address, "error", err)
	}
	var out []pace.Spell
	for _, r := range all {
		if r.Fault == nil {
			out = append(out, pace.Spell{From: r.Key.from, To: r.Value})
		}
	}
	return out
}

// excuse notes that a mail to an address was lost for good. Until now its
// players may not have known that they are asked, so that time does not count.
func (d *draft) excuse(marks store.Marks, address string) {
	for _, t := range d.tablesAt(address) {
		for _, id := range t.Everybody() {
			if seat := t.Seat(id); strings.EqualFold(seat.Address, address) && !seat.Asked.IsZero() {
				silences.Set(marks, silenceKey{address, seat.Asked}, d.now())
			}
		}
	}
	d.finally(func() error { return d.deadlinesOf(address) })
}

// reachable notes until when an address was suspended: the clock of its player
// stood still until then. fresh is the address at which they can be reached
// now, the same or another. Times too old to matter are dropped.
func (d *draft) reachable(marks store.Marks, address, fresh string) error {
	since, err := suspensions.Get(d.db, address)
	if err != nil && since.Rev == 0 {
		return err
	}
	now := d.now()
	for _, sp := range d.silences(address) {
		if now.Sub(sp.To) > outageKept {
			silences.Clear(marks, silenceKey{fresh, sp.From})
		} else {
			silences.Set(marks, silenceKey{fresh, sp.From}, sp.To)
		}
	}
	if since.Found() {
		silences.Set(marks, silenceKey{fresh, since.Value}, now)
	}
	d.finally(func() error { return d.deadlinesOf(address, fresh) })
	return nil
}

// deadlinesOf sets the deadlines in the games of addresses that can be reached again, or
// under a new address: their clocks have stood still. Games that the draft changes had
// their deadlines set before all of this was known.
func (d *draft) deadlinesOf(addresses ...string) error {
	for _, address := range addresses {
		for _, w := range d.seatsOf(address) {
			if d.changed[w.table.ID] != nil {
				continue
			}
			if err := d.db.take(store.Commit{Deadlines: d.deadlines(w.table)}); err != nil {
				return err
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(d.changed)) {
		t := d.changed[id]
		if t.Game.State().Result != nil {
			continue
		}
		if err := d.db.take(store.Commit{Deadlines: d.deadlines(t)}); err != nil {
			return err
		}
	}
	return nil
}

// setAnew sets the deadlines of all running games, because the host's pace has
// changed since the last time. All other changes set the deadlines they move to
// an earlier time themselves; a deadline that comes too early sets itself
// again. One faulty game does not keep the others from theirs.
func (s *Desk) setAnew(ctx context.Context) error {
	ids, err := s.find(keyOn)
	if err != nil {
		return err
	}
	s.polls.setUnset(false) // changes from here on are for the next tick
	for portion := range slices.Chunk(ids, setAtOnce) {
		if err = ctx.Err(); err == nil {
			err = s.setPortion(portion)
		}
		if err != nil {
			s.polls.setUnset(true)
			return err
		}
	}
	marks := store.Marks{}
	paced.Set(marks, s.cfg.Paced())
	return s.store.SetMarks(marks)
}

// setAtOnce is for how many games deadlines are set in one commit.
const setAtOnce = 20

// setPortion sets the deadlines of a few games.
func (s *Desk) setPortion(ids []string) error {
	return s.unit(nil, func(d *draft) error {
		var c store.Commit
		for _, t := range d.on(ids) {
			err := guard.Do(func() error { c.Deadlines = append(c.Deadlines, d.deadlines(t)...); return nil })
			if err != nil {
				s.log.Error("clock.game-failed", "game", t.ID, "error", err)
			}
		}
		if len(c.Deadlines) == 0 {
			return nil
		}
		return d.take(c)
	})
}
