package pg

import (
	"fmt"

	"pbem/store"
)

// faults are statements that find what cannot be. Each gives names and says what is wrong with them.
var faults = []struct{ what, sql string }{
	{"game %q: its log does not add up to its version", `SELECT g.id FROM games g LEFT JOIN
		(SELECT game, sum(cardinality(lens)) AS n, min(first) AS first FROM log GROUP BY game) l ON l.game = g.id
		WHERE COALESCE(l.n, 0) <> CASE WHEN g.away > 0 THEN 0 ELSE g.events END OR COALESCE(l.first, 0) <> 0`},
	{"game %q: a part of its log is missing", `SELECT l.game FROM (SELECT game, first, lag(first + cardinality(lens)) OVER (PARTITION BY game ORDER BY first) AS want FROM log) l
		WHERE l.want IS NOT NULL AND l.want <> l.first`},
	{"there are events of game %q, which is not there", `SELECT DISTINCT game FROM log l WHERE NOT EXISTS (SELECT 1 FROM games g WHERE g.id = l.game)`},
	{"game %q is not found by its keys", `SELECT g.id FROM games g WHERE ARRAY(SELECT k.key FROM keyed k WHERE k.game = g.id AND k.n = g.n ORDER BY 1)
		<> ARRAY(SELECT u.key FROM unnest(COALESCE(g.keys, ARRAY[]::text[])) AS u(key) ORDER BY u.key COLLATE "C")`},
	{"a key finds game %q, which is not there", `SELECT DISTINCT game FROM keyed k WHERE NOT EXISTS (SELECT 1 FROM games g WHERE g.id = k.game AND g.n = k.n)`},
	{"the key %q leads to no mail", `SELECT a.key FROM aliases a WHERE NOT EXISTS (SELECT 1 FROM causes c WHERE c.key = a.main AND c.n IS NOT NULL)`},
	{"the mail %q cannot be found by its own key", `SELECT c.key FROM causes c WHERE c.n IS NOT NULL AND NOT EXISTS (SELECT 1 FROM aliases a WHERE a.key = c.key AND a.main = c.key)`},
	{"the mail %q has no text, or too much", `SELECT id FROM mails WHERE (raw IS NULL) <> (state >= 2)`},
	{"the mark %q has no text", `SELECT name FROM marks WHERE value IS NULL OR rev <= 0`},
}

// Verify checks that the tables agree with each other, and reads every row that has a checksum. It calls report for each
// fault.
func (db *DB) Verify(report func(problem string)) error {
	for _, f := range faults {
		var names []string
		err := db.run(func(s *script) {
			names, s.reads = nil, true
			s.add(db.dialect.of(f.sql)).each(texts(&names))
		})
		if err != nil {
			return err
		}
		for _, name := range names {
			report(fmt.Sprintf(f.what, name))
		}
	}
	return db.checkSums(report)
}

// atOnce is how many rows are read with one statement.
const atOnce = 500

// checkSums reads all games, logs and marks.
func (db *DB) checkSums(report func(problem string)) error {
	for after := ""; ; {
		ids, err := db.Find("", after, atOnce)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			break
		}
		for _, id := range ids {
			if _, _, err := db.Load(id, 0); damaged(err) {
				report(err.Error())
			} else if err != nil && !harmless(err) {
				return err
			}
		}
		after = ids[len(ids)-1]
	}
	for after := ""; ; {
		last, n := "", 0
		err := db.run(func(s *script) {
			last, n, s.reads = "", 0, true
			s.page("", after, atOnce, func(m store.Mark, bad error) {
				if last, n = m.Name, n+1; bad != nil {
					report(bad.Error())
				}
			})
		})
		if err != nil || n < atOnce {
			return err
		}
		after = last
	}
}
