package pg

import (
	"time"

	"pbem/store"
)

// Prune deletes what nobody needs of commits from before a time; see [store.DB.Prune]. Several services prune at once
// without waiting for each other.
func (db *DB) Prune(before time.Time, keep []string, limit int) (more bool, err error) {
	if keep == nil {
		keep = []string{}
	}
	n := 0
	err = db.run(func(s *script) {
		s.add(`WITH old AS (SELECT id FROM commits WHERE at < $1 ORDER BY at, id LIMIT $3 FOR UPDATE SKIP LOCKED),
			d AS (DELETE FROM commits c USING old WHERE c.id = old.id RETURNING c.causes, c.queued),
			k AS (SELECT DISTINCT unnest(causes) AS key FROM d),
			r AS (UPDATE causes c SET raw = NULL FROM k WHERE c.key = k.key AND c.n IS NOT NULL AND NOT c.outcome = ANY($2::text[])),
			x AS (DELETE FROM causes c USING k WHERE c.key = k.key AND c.n IS NULL AND NOT c.outcome = ANY($2::text[])),
			q AS (SELECT DISTINCT unnest(queued) AS id FROM d),
			m AS (DELETE FROM mails m USING q WHERE m.id = q.id AND m.state >= 2 AND m.done < $4)
			SELECT count(*) FROM d`, ns(before), keep, limit, ns(before.Add(store.Late))).each(number(&n))
	})
	return n == limit && limit > 0, err
}

// PruneMails deletes mails that have ended after their commit was pruned; see [store.DB.PruneMails].
func (db *DB) PruneMails(before time.Time, after string, limit int) (next string, err error) {
	n := 0
	err = db.run(func(s *script) {
		s.add(`WITH p AS (SELECT id FROM mails WHERE id > $2 ORDER BY id LIMIT $3),
			d AS (DELETE FROM mails m USING p WHERE m.id = p.id AND m.state >= 2 AND m.done < $1 AND m.queued < $1
				AND NOT EXISTS (SELECT 1 FROM commits WHERE at < $1))
			SELECT count(*), COALESCE(max(id), '') FROM p`, ns(before), after, limit).each(func(scan scanner) error { return scan(&n, &next) })
	})
	if n < limit {
		next = ""
	}
	return next, err
}

// ForgetKeys deletes inbound mails that were kept before a time, with all their keys; see [store.DB.ForgetKeys]. It finds
// them by an index of those whose text is pruned, in order of time.
func (db *DB) ForgetKeys(before time.Time, keep []string, limit int) (more bool, err error) {
	if keep == nil {
		keep = []string{}
	}
	n := 0
	err = db.run(func(s *script) {
		s.add(`WITH old AS (SELECT key FROM causes WHERE n IS NOT NULL AND raw IS NULL AND kept < $1 AND outcome IS NOT NULL AND NOT outcome = ANY($2::text[])
				ORDER BY kept LIMIT $3 FOR UPDATE SKIP LOCKED),
			c AS (DELETE FROM causes c USING old WHERE c.key = old.key),
			m AS (DELETE FROM aliases a USING old WHERE a.key = old.key),
			o AS (DELETE FROM aliases a USING old WHERE a.main = old.key AND a.key <> a.main)
			SELECT count(*) FROM old`, ns(before), keep, limit).each(number(&n))
	})
	return n == limit && limit > 0, err
}

// Stats counts. Bytes are those of our tables, whatever else is in the database.
func (db *DB) Stats() (st store.Stats, err error) {
	err = db.run(func(s *script) {
		st, s.reads = store.Stats{}, true
		var queued, kept *int64
		s.add(`SELECT ` + db.dialect.size + `,
			 (SELECT count(*) FROM games), (SELECT count(*) FROM mails WHERE state = 0),
			(SELECT count(*) FROM mails WHERE state = 1), (SELECT CASE WHEN tries > 0 AND done > 0 THEN done ELSE queued END
				FROM mails WHERE state = 0 AND (tries > 0 OR next <= queued) ORDER BY place LIMIT 1),
			(SELECT count(*) FROM causes WHERE n IS NOT NULL AND outcome IS NULL),
			(SELECT kept FROM causes WHERE n IS NOT NULL AND outcome IS NULL ORDER BY n LIMIT 1), (SELECT count(*) FROM deadlines)`).
			each(func(scan scanner) error {
				err := scan(&st.Bytes, &st.Games, &st.Queued, &st.Failed, &queued, &st.Unsettled, &kept, &st.Deadlines)
				if queued != nil {
					st.OldestQueued = moment(*queued)
				}
				if kept != nil {
					st.OldestUnsettled = moment(*kept)
				}
				return err
			})
	})
	return st, err
}

// Superseded returns how many mails were superseded since Open.
func (db *DB) Superseded() int { return int(db.superseded.Load()) }
