package pg

import (
	"time"

	"pbem/store"
)

// deadlineRow reads a deadline.
func deadlineRow(into *[]store.Deadline) func(scanner) error {
	return func(scan scanner) error {
		var d store.Deadline
		var at int64
		err := scan(&d.Game, &d.Key, &at)
		d.At = moment(at)
		*into = append(*into, d)
		return err
	}
}

// Overdue returns the deadlines at or before now, in order of time.
func (db *DB) Overdue(now time.Time) (all []store.Deadline, err error) {
	err = db.run(func(s *script) {
		all, s.reads = nil, true
		s.add(`SELECT game, key, at FROM deadlines WHERE at <= $1 ORDER BY at, game, key`, ns(now)).each(deadlineRow(&all))
	})
	return all, err
}

// Deadlines returns a game's deadlines, in order of key.
func (db *DB) Deadlines(game string) (all []store.Deadline, err error) {
	err = db.run(func(s *script) {
		all, s.reads = nil, true
		s.add(`SELECT game, key, at FROM deadlines WHERE game = $1 ORDER BY key`, game).each(deadlineRow(&all))
	})
	return all, err
}

// TakeDeadlines claims at most limit deadlines at or before now; see [store.DB.TakeDeadlines].
func (db *DB) TakeDeadlines(c store.Claim, limit int) (all []store.Deadline, err error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	err = db.run(func(s *script) {
		all = nil
		s.add(`WITH t AS (SELECT game, key FROM deadlines WHERE due <= $1 OR owner = $2 AND at <= $1 ORDER BY at, game, key LIMIT $4 FOR UPDATE SKIP LOCKED),
			d AS (UPDATE deadlines x SET owner = $2, until = $3, due = $3 FROM t WHERE x.game = t.game AND x.key = t.key RETURNING x.game, x.key, x.at)
			SELECT game, key, at FROM d ORDER BY at, game, key`, ns(c.Now), c.Owner, ns(c.Until), limited(limit)).each(deadlineRow(&all))
	})
	return all, err
}

// Release ends all claims of an owner that stops; see [store.DB.Release].
func (db *DB) Release(owner string, now time.Time) error { return db.release(owner, now, true) }

// ReleaseWork is Release for an owner that goes on sending; see [store.DB.ReleaseWork].
func (db *DB) ReleaseWork(owner string, now time.Time) error { return db.release(owner, now, false) }

func (db *DB) release(owner string, now time.Time, queued bool) error {
	if err := store.CheckName("owner", owner); err != nil {
		return err
	}
	return db.run(func(s *script) {
		if queued {
			s.add(`UPDATE mails SET owner = NULL, until = NULL, due = next WHERE owner = $1 AND state = 0`, owner)
		}
		s.add(`UPDATE causes SET owner = NULL, until = NULL, attempt = NULL WHERE owner = $1 AND outcome IS NULL`, owner)
		s.add(`UPDATE deadlines SET owner = NULL, until = NULL, due = at WHERE owner = $1 AND at <= $2`, owner, ns(now))
	})
}
