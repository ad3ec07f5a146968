package pg

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"pbem/store"
)

// A reworded row of a log has other events than before. What it is made from was read before the commit. The commit finds
// the game in the same version, so nobody has changed the row meanwhile.
type reworded struct {
	first int
	lens  []int32
	data  []byte
}

// rewordings reads the rows of a game's log that a change replaces, and returns them as they will be.
func (db *DB) rewordings(ch store.Change) (rows []reworded, err error) {
	if len(ch.Reworded) == 0 {
		return nil, nil
	}
	var damaged error
	err = db.run(func(s *script) {
		rows, damaged, s.reads = nil, nil, true
		s.add(`SELECT first, lens, data, sum FROM log WHERE game = $1 AND first IN
			(SELECT (SELECT max(first) FROM log WHERE game = $1 AND first <= n) FROM unnest($2::int[]) AS u(n)) ORDER BY first`,
			ch.Game, slices.Sorted(maps.Keys(ch.Reworded))).each(func(scan scanner) error {
			var r reworded
			var sum int64
			err := scan(&r.first, &r.lens, &r.data, &sum)
			if err == nil && sum != sumOf("log", fmt.Sprint(ch.Game, "\x00", r.first), r.data) {
				damaged = fmt.Errorf("game %q: %w: its events from %d on are not as they were written", ch.Game, store.ErrDamaged, r.first)
			}
			rows = append(rows, r.with(ch.Reworded))
			return err
		})
	})
	return rows, errors.Join(err, damaged)
}

// with returns a row with some of its events replaced.
func (r reworded) with(other map[int]json.RawMessage) reworded {
	var events []json.RawMessage
	rest := r.data
	for i, n := range r.lens {
		n = min(n, int32(len(rest)))
		e := json.RawMessage(rest[:n])
		if fresh, ok := other[r.first+i]; ok {
			e = fresh
		}
		events, rest = append(events, e), rest[n:]
	}
	r.lens, r.data = joined(events)
	return r
}

// reword writes these rows.
func (w *writing) reword(ch store.Change) {
	for _, r := range w.reworded[ch.Game] {
		w.add(`UPDATE log SET lens = $3, data = $4, sum = $5 WHERE game = $1 AND first = $2`,
			ch.Game, r.first, r.lens, r.data, sumOf("log", fmt.Sprint(ch.Game, "\x00", r.first), r.data))
	}
}

// ForgetSender deletes keys of inbound mails, and the texts of these mails; see [store.DB.ForgetSender].
func (db *DB) ForgetSender(prefix string, limit int) (more, unsettled bool, err error) {
	from, to := bounds(prefix)
	n, left := 0, 0
	err = db.run(func(s *script) {
		s.add(`WITH k AS (SELECT a.key, a.main FROM aliases a JOIN causes c ON c.key = a.main
				WHERE a.key >= $1 AND (a.key < $2 OR $2 = '') AND a.key <> a.main AND c.outcome IS NOT NULL LIMIT $3),
			r AS (UPDATE causes c SET raw = '' FROM k WHERE c.key = k.main AND c.raw IS NOT NULL),
			d AS (DELETE FROM aliases a USING k WHERE a.key = k.key RETURNING 1)
			SELECT count(*) FROM d`, from, to, limit).each(number(&n))
		s.add(`SELECT count(*) FROM aliases a JOIN causes c ON c.key = a.main
			WHERE a.key >= $1 AND (a.key < $2 OR $2 = '') AND a.key <> a.main AND c.outcome IS NULL`, from, to).each(number(&left))
	})
	return n == limit && limit > 0, left > 0, err
}

// ForgetRecipient forgets the address of outgoing mails; see [store.DB.ForgetRecipient].
func (db *DB) ForgetRecipient(address, after string, now time.Time, limit int) (next string, sending int, err error) {
	n := 0
	err = db.run(func(s *script) {
		next, sending, n = "", 0, 0
		s.add(`WITH p AS (SELECT id, lower(rcpt) = lower($1) AS mine, state = 0 AND owner IS NOT NULL AND until > $4 AS sending
				FROM mails WHERE id > $2 ORDER BY id LIMIT $3 FOR UPDATE),
			u AS (UPDATE mails m SET rcpt = $5, topic = '', error = NULL, hold = '', raw = NULL, owner = NULL, until = NULL,
				done = CASE WHEN m.state <= 1 THEN $4 ELSE m.done END, state = CASE WHEN m.state <= 1 THEN 3 ELSE m.state END
				FROM p WHERE m.id = p.id AND p.mine AND NOT p.sending)
			SELECT COALESCE(max(id), ''), count(*), count(*) FILTER (WHERE mine AND sending) FROM p`, address, after, limit, ns(now), store.Nobody).
			each(func(scan scanner) error { return scan(&next, &n, &sending) })
	})
	if n < limit {
		next = ""
	}
	return next, sending, err
}

// Texts returns settled inbound mails whose text is there; see [store.DB.Texts].
func (db *DB) Texts(after string, limit int) (mails []store.Inbound, next string, err error) {
	size := 0
	err = db.run(func(s *script) {
		mails, next, size, s.reads = nil, "", 0, true
		s.add(`WITH p AS (SELECT key, raw, outcome, sum(octet_length(raw)) OVER (ORDER BY key) - octet_length(raw) AS ahead FROM (
				SELECT key, raw, outcome FROM causes WHERE key > $1 AND n IS NOT NULL AND raw IS NOT NULL AND raw <> '' AND outcome IS NOT NULL
				ORDER BY key LIMIT $2) c)
			SELECT key, raw, outcome FROM p WHERE ahead < $3 ORDER BY key`, after, limit, store.MostPage).each(func(scan scanner) error {
			var in store.Inbound
			err := scan(&in.Key, &in.Raw, &in.Outcome)
			mails, next = append(mails, in), in.Key
			size += len(in.Raw)
			return err
		})
	})
	if len(mails) < limit && size < store.MostPage {
		next = ""
	}
	return mails, next, err
}

// Unsent returns outgoing mails that are queued or have failed; see [store.DB.Unsent]. Each state is asked for by itself, so that the
// server can use its index of that: nearly all mails have gone out.
func (db *DB) Unsent(after string, limit int) (mails []store.Mail, next string, err error) {
	size := 0
	err = db.run(func(s *script) {
		mails, next, size, s.reads = nil, "", 0, true
		s.add(`WITH p AS ((SELECT id FROM mails WHERE state = 0 AND id > $1 ORDER BY id LIMIT $2)
				UNION ALL (SELECT id FROM mails WHERE state = 1 AND id > $1 ORDER BY id LIMIT $2)),
			q AS (SELECT o.*, sum(COALESCE(octet_length(o.raw), 0)) OVER (ORDER BY o.id) - COALESCE(octet_length(o.raw), 0) AS ahead
				FROM mails o WHERE o.id IN (SELECT id FROM p))
			SELECT `+mailColumns+`, m.raw FROM q m WHERE m.ahead < $3 ORDER BY m.id LIMIT $2`, after, limit, store.MostPage).
			each(mailRow(func(m store.Mail) { mails, next, size = append(mails, m), m.ID, size+len(m.Raw) }))
	})
	if len(mails) < limit && size < store.MostPage {
		next = ""
	}
	return mails, next, err
}

// Rewrite gives an outgoing mail another text; see [store.DB.Rewrite].
func (db *DB) Rewrite(id string, raw []byte, now time.Time) (sending bool, err error) {
	if len(raw) == 0 {
		return false, fmt.Errorf("%w: mail %q is to be empty", store.ErrInvalid, id)
	}
	err = db.run(func(s *script) {
		sending = false
		s.add(`WITH p AS (SELECT id, state = 0 AND owner IS NOT NULL AND until > $3 AS sending FROM mails WHERE id = $1 AND state <= 1 FOR UPDATE),
			u AS (UPDATE mails m SET raw = $2 FROM p WHERE m.id = p.id AND NOT p.sending)
			SELECT sending FROM p`, id, raw, ns(now)).each(func(scan scanner) error { return scan(&sending) })
	})
	return sending, err
}
