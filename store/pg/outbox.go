package pg

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"pbem/store"
)

// The states of a mail, as they are stored.
const (
	queued = iota
	failed
	sent
	dropped
)

// unended stands in place of a state for a mail that does not end: see store.Ending.Marked.
const unended = int16(9)

var states = map[store.State]int16{store.Queued: queued, store.Failed: failed, store.Sent: sent, store.Dropped: dropped}

var stateNames = []store.State{store.Queued, store.Failed, store.Sent, store.Dropped}

// mailColumns are what mailRow reads, before the text. Of a queued mail, done is store.Mail.Since.
const mailColumns = `m.id, m.rcpt, m.topic, m.state, m.queued, m.next, m.tries, m.error, m.done, m.answers, m.hold`

// mailRow reads a mail. The columns behind mailColumns are the text, and more if they are given.
func mailRow(found func(store.Mail), more ...any) func(scanner) error {
	return func(scan scanner) error {
		var m store.Mail
		var state int16
		var at, next int64
		var done, answers *int64
		var why []byte
		err := scan(append([]any{&m.ID, &m.To, &m.Topic, &state, &at, &next, &m.Tries, &why, &done, &answers, &m.Unless, &m.Raw}, more...)...)
		if err != nil {
			return err
		}
		m.State, m.Queued, m.Next, m.LastError = stateNames[state], moment(at), moment(next), string(why)
		if done != nil {
			m.Done = moment(*done)
		}
		if m.State == store.Queued {
			m.Since, m.Done = m.Done, time.Time{}
		}
		if answers != nil {
			m.Answers = moment(*answers)
		}
		found(m)
		return nil
	}
}

// TakeMails claims at most limit queued mails whose time has come; see [store.DB.TakeMails].
func (db *DB) TakeMails(c store.Claim, fresh bool, limit int) (mails []store.Mail, err error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	free, args := `m.due <= $1`, []any{ns(c.Now), c.Owner, ns(c.Until), limited(limit)}
	if !fresh {
		args = append(args, ns(c.Now.Add(store.LongestWait)))
		free = `(m.due <= $1 OR m.owner = $2 AND m.next <= $1 OR m.due > $5 AND (m.owner IS NULL OR m.owner = $2))`
	}
	err = db.run(func(s *script) {
		mails = nil
		var held bool
		s.add(`WITH t AS (SELECT m.id FROM mails m WHERE m.state = 0 AND `+free+` ORDER BY m.due, m.place LIMIT $4 FOR UPDATE SKIP LOCKED),
			m AS (UPDATE mails x SET owner = $2, until = $3, due = $3 FROM t WHERE x.id = t.id RETURNING x.*)
			SELECT `+mailColumns+`, m.raw, EXISTS (SELECT 1 FROM marks k WHERE m.hold <> '' AND k.name = m.hold AND k.rev > 0) FROM m ORDER BY m.place`,
			args...).each(mailRow(func(m store.Mail) {
			m.Held = held
			mails = append(mails, m)
		}, &held))
	})
	return mails, err
}

// Renew returns those of some mails that are still queued and the owner's; see [store.DB.Renew].
func (db *DB) Renew(c store.Claim, ids []string) (mine []store.Mail, err error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, nil
	}
	err = db.run(func(s *script) {
		mine = nil
		var held bool
		s.add(`UPDATE mails SET until = $2, due = $2 WHERE id = ANY($4::text[]) AND state = 0 AND owner = $1 AND until < $3`,
			c.Owner, ns(c.Until), ns(c.Now.Add(c.Until.Sub(c.Now)/2)), ids)
		s.add(`SELECT `+mailColumns+`, NULL::bytea, EXISTS (SELECT 1 FROM marks k WHERE m.hold <> '' AND k.name = m.hold AND k.rev > 0)
			FROM mails m WHERE m.id = ANY($2::text[]) AND m.state = 0 AND m.owner = $1 ORDER BY m.place`, c.Owner, ids).each(mailRow(func(m store.Mail) {
			m.Held = held
			mine = append(mine, m)
		}, &held))
	})
	return mine, err
}

// Noted notes how mails ended; see [store.DB.Noted].
func (db *DB) Noted(endings []store.Ending) error {
	for _, e := range endings {
		if err := e.Check(); err != nil {
			return err
		}
	}
	if len(endings) == 0 {
		return nil
	}
	var found map[string]bool
	err := db.run(func(s *script) {
		found = map[string]bool{}
		for rest := endings; len(rest) > 0; {
			rest = s.end(rest, found)
		}
	})
	for _, e := range endings {
		if err == nil && !found[e.ID] {
			err = errors.Join(err, fmt.Errorf("mail %q: %w", e.ID, store.ErrNotFound))
		}
	}
	return err
}

// end notes endings up to the second one of a mail, and returns the rest.
func (s *script) end(endings []store.Ending, found map[string]bool) (rest []store.Ending) {
	var ids []string
	var to []int16
	var at, since []int64
	var why [][]byte
	var tries []int32
	var held []bool
	seen := map[string]bool{}
	for i, e := range endings {
		if seen[e.ID] {
			rest = endings[i:]
			break
		}
		seen[e.ID] = true
		ids, to, at, why = append(ids, e.ID), append(to, states[e.To]), append(at, ns(e.At)), append(why, []byte(e.Why))
		since = append(since, ns(e.Since))
		try := int32(1)
		if e.Untried {
			try = 0
		}
		tries, held = append(tries, try), append(held, e.Marked)
	}
	if slices.Contains(held, true) { // whoever removes such a mark waits until it is known which mails have ended because of it
		s.add(`SELECT 1 FROM marks WHERE name IN (SELECT m.hold FROM mails m JOIN unnest($1::text[], $2::bool[]) AS e(id, held) ON m.id = e.id WHERE e.held)
			ORDER BY name FOR SHARE`, ids, held)
	}
	s.add(`WITH e AS (SELECT u.id, CASE WHEN u.held AND m.state = 0 AND m.hold <> '' AND NOT EXISTS (SELECT 1 FROM marks k WHERE k.name = m.hold AND k.rev > 0)
				THEN $8 ELSE u.st END AS st, u.at, u.why, u.since, u.try
			FROM unnest($1::text[], $2::smallint[], $3::bigint[], $4::bytea[], $5::bigint[], $6::int[], $7::bool[]) AS u(id, st, at, why, since, try, held)
			JOIN mails m ON m.id = u.id)
		UPDATE mails m SET
			state = CASE WHEN e.st = 2 THEN 2 WHEN e.st = 3 AND m.state <= 1 THEN 3 WHEN m.state <> 0 OR e.st = $8 THEN m.state ELSE e.st END,
			done = CASE WHEN e.st = 2 AND m.state <> 2 OR e.st = 3 AND m.state <= 1 OR e.st = 1 AND m.state = 0 THEN e.at
				WHEN e.st = 0 AND m.state = 0 THEN e.since ELSE m.done END,
			tries = m.tries + CASE WHEN m.state = 0 AND e.st <= 1 THEN e.try ELSE 0 END,
			error = CASE WHEN m.state = 0 AND e.st <= 1 THEN e.why ELSE m.error END,
			next = CASE WHEN m.state = 0 AND e.st = 0 THEN e.at ELSE m.next END,
			due = CASE WHEN m.state = 0 AND e.st = 0 THEN e.at ELSE m.next END,
			raw = CASE WHEN e.st = 2 OR e.st = 3 AND m.state <= 1 THEN NULL ELSE m.raw END,
			owner = NULL, until = NULL
		FROM e WHERE m.id = e.id RETURNING m.id`,
		ids, to, at, why, since, tries, held, unended).each(func(scan scanner) error {
		var id string
		err := scan(&id)
		found[id] = true
		return err
	})
	return rest
}

// Requeue puts a failed mail at the end of the queue; see [store.DB.Requeue].
func (db *DB) Requeue(id string, next time.Time) error {
	numbers, err := db.deal(1)
	if err != nil {
		return err
	}
	done := int64(0)
	err = db.run(func(s *script) {
		s.add(`UPDATE mails SET place = CASE WHEN state = 1 THEN $3 ELSE place END, state = 0, next = $2, due = $2, tries = 0, done = NULL, owner = NULL, until = NULL
			WHERE id = $1 AND state <= 1`, id, ns(next), numbers[0]).counts(func(n int64) { done = n })
	})
	if err == nil && done == 0 {
		err = fmt.Errorf("mail %q is unknown, or its text is not kept: %w", id, store.ErrNotFound)
	}
	return err
}

// Due returns the queued mails whose time has come, in queue order; limit 0 means all. It claims none.
func (db *DB) Due(now time.Time, limit int) ([]store.Mail, error) {
	return db.list(`SELECT `+mailColumns+`, m.raw FROM mails m WHERE m.state = 0 AND m.next <= $1 ORDER BY m.place LIMIT $2`, ns(now), limited(limit))
}

// FailedPage returns the failed mails behind a place; see [store.DB.FailedPage].
func (db *DB) FailedPage(after string, limit int) (mails []store.Mail, next string, err error) {
	from, err := store.Place(after)
	if err != nil {
		return nil, "", err
	}
	last := int64(0)
	err = db.run(func(s *script) {
		mails, s.reads = nil, true
		s.add(`SELECT `+mailColumns+`, NULL::bytea, m.place FROM mails m WHERE m.state = 1 AND m.place > $1 ORDER BY m.place LIMIT $2`, int64(from), limited(limit)).
			each(mailRow(func(m store.Mail) { mails = append(mails, m) }, &last))
	})
	if limit > 0 && len(mails) == limit {
		next = strconv.FormatInt(last, 10)
	}
	return mails, next, err
}

// Mail returns a mail that was ever queued, or ErrNotFound.
func (db *DB) Mail(id string) (store.Mail, error) {
	mails, err := db.list(`SELECT `+mailColumns+`, m.raw FROM mails m WHERE m.id = $1`, id)
	if err == nil && len(mails) == 0 {
		return store.Mail{}, fmt.Errorf("mail %q: %w", id, store.ErrNotFound)
	}
	if err != nil {
		return store.Mail{}, err
	}
	return mails[0], nil
}

func (db *DB) list(sql string, args ...any) (mails []store.Mail, err error) {
	err = db.run(func(s *script) {
		mails, s.reads = nil, true
		s.add(sql, args...).each(mailRow(func(m store.Mail) { mails = append(mails, m) }))
	})
	return mails, err
}
