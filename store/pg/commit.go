package pg

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pbem/store"
)

// Commit writes c whole or not at all; see [store.DB.Commit]. It is one round trip.
func (db *DB) Commit(c store.Commit) error {
	if err := c.Check(); err != nil {
		return err
	}
	back, other := 0, map[string][]reworded{}
	for _, ch := range c.Changes {
		back += len(ch.Back)
		rows, err := db.rewordings(ch)
		if err != nil {
			return err
		}
		other[ch.Game] = append(other[ch.Game], rows...)
	}
	numbers, err := db.deal(1 + len(c.Mails) + len(c.Marks) + back)
	if err != nil {
		return err
	}
	var dropped int64
	err = db.run(func(s *script) {
		dropped = 0
		w := &writing{script: s, db: db, c: c, num: numbers[0], rest: numbers[1:], reworded: other}
		w.all(&dropped)
	})
	db.superseded.Add(dropped * int64(truth(err == nil)))
	return db.certain(c.Cause, err)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// certain makes sure that ErrSettled is not said of a commit that the database may still lose. A commit whose reply was
// lost may be there although no standby has it. When it is repeated and turns out to be settled, something is written
// after it: once that is safe, the commit is.
func (db *DB) certain(cause string, err error) error {
	switch {
	case err == nil:
		db.doubtful.over(cause, time.Now())
		return nil
	case cause == "":
		return err
	case !errors.Is(err, store.ErrSettled):
		if !known(err) {
			db.doubtful.add(cause, time.Now())
		}
		return err
	}
	if !db.doubtful.has(cause) {
		return err
	}
	if bad := db.pulse(); bad != nil {
		return bad
	}
	db.doubtful.over(cause, time.Now())
	return err
}

// known reports whether an error says what happened.
func known(err error) bool {
	for _, k := range []error{store.ErrSettled, store.ErrConflict, store.ErrInvalid, store.ErrAway, store.ErrDamaged} {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}

// pulse writes something and waits until it is as safe as the database makes commits.
func (db *DB) pulse() error {
	return db.run(func(s *script) {
		s.add(`INSERT INTO meta (name, value) VALUES ('pulse', '1') ON CONFLICT (name) DO UPDATE SET value = (meta.value::bigint + 1)::text`)
	})
}

// writing is one commit being written as a script.
type writing struct {
	*script
	db   *DB
	c    store.Commit
	num  int64   // the number of the commit
	rest []int64 // more numbers

	reworded map[string][]reworded // rows of logs, by game
}

func (w *writing) next() int64 {
	n := w.rest[0]
	w.rest = w.rest[1:]
	return n
}

// all writes everything, always in the same order, so that two commits seldom wait for each other crosswise.
func (w *writing) all(dropped *int64) {
	w.settle()
	w.expect()
	for _, ch := range w.c.Changes {
		w.change(ch)
	}
	w.seen()
	w.ended()
	w.drop(dropped)
	w.queue()
	w.deadlines()
	w.marks()
	w.counters()
	w.note()
}

// settle settles the causes.
func (w *writing) settle() {
	var keys, outcomes []string
	if w.c.Cause != "" {
		keys, outcomes = append(keys, causeKey(w.c.Cause)), append(outcomes, w.c.Outcome)
	}
	for _, s := range w.c.Also {
		keys, outcomes = append(keys, causeKey(s.Cause)), append(outcomes, s.Outcome)
	}
	if len(keys) == 0 {
		return
	}
	w.add(`WITH u AS (SELECT COALESCE(a.main, k.key) AS key, k.outcome FROM unnest($1::text[], $2::text[]) AS k(key, outcome) LEFT JOIN aliases a ON a.key = k.key),
		i AS (INSERT INTO causes (key, outcome, settled, num) SELECT key, outcome, $3::bigint, $4::bigint FROM u ORDER BY key
			ON CONFLICT (key) DO UPDATE SET outcome = excluded.outcome, settled = excluded.settled, num = excluded.num, owner = NULL, until = NULL
			WHERE causes.outcome IS NULL RETURNING 1)
		SELECT `+check("(SELECT count(*) FROM i) = $5::bigint"), keys, outcomes, ns(w.c.At), w.num, len(keys)).or(func() error {
		return fmt.Errorf("%q: %w", keys, store.ErrSettled)
	})
}

// expect checks the revisions of marks and locks them. A mark that is expected not to exist is made, without a value, so
// that it can be locked.
func (w *writing) expect() {
	if len(w.c.Expect) == 0 {
		return
	}
	var names, absent []string
	var revs []int64
	for _, name := range slices.Sorted(maps.Keys(w.c.Expect)) {
		rev := int64(w.c.Expect[name])
		if names, revs = append(names, name), append(revs, rev); rev == 0 {
			absent = append(absent, name)
		}
	}
	if len(absent) > 0 {
		w.add(`INSERT INTO marks (name, rev, sum) SELECT name, 0, 0 FROM unnest($1::text[]) AS n(name) ORDER BY name ON CONFLICT (name) DO NOTHING`, absent)
	}
	w.add(`WITH l AS (SELECT name, rev FROM marks WHERE name = ANY($1::text[]) ORDER BY name FOR UPDATE)
		SELECT `+check("(SELECT count(*) FROM l JOIN unnest($1::text[], $2::bigint[]) AS w(name, rev) ON w.name = l.name AND w.rev = l.rev) = $3::bigint"),
		names, revs, len(names)).or(func() error { return fmt.Errorf("a mark of %q has changed: %w", names, store.ErrConflict) })
}

// seen checks the revisions of marks without locking them. What the commit was decided on was read before, so whoever
// changes such a mark first, and then something else, never finds that overwritten. It comes after the changes of games: who
// has waited for another commit to the same game sees the marks as that one has left them.
func (w *writing) seen() {
	if len(w.c.Seen) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(w.c.Seen))
	var revs []int64
	for _, name := range names {
		revs = append(revs, int64(w.c.Seen[name]))
	}
	w.add("SELECT "+check(`(SELECT count(*) FROM unnest($1::text[], $2::bigint[]) AS w(name, rev) LEFT JOIN marks m ON m.name = w.name
			WHERE COALESCE(m.rev, 0) = w.rev) = $3::bigint`), names, revs, len(names)).
		or(func() error { return fmt.Errorf("a mark of %q has changed: %w", names, store.ErrConflict) })
}

// ended notes how mails ended. Those that are not there are passed over.
func (w *writing) ended() {
	for rest := w.c.Ended; len(rest) > 0; {
		rest = w.end(rest, map[string]bool{})
	}
}

// drop supersedes queued mails. dropped counts them.
func (w *writing) drop(dropped *int64) {
	var topics, from, to []string
	for _, topic := range w.c.Drop {
		if strings.HasSuffix(topic, "/") {
			lo, hi := bounds(topic)
			from, to = append(from, lo), append(to, hi)
		} else {
			topics = append(topics, topic)
		}
	}
	count := func(n int64) { *dropped += n }
	const gone = `UPDATE mails SET state = 3, done = $1, raw = NULL, owner = NULL, until = NULL `
	if len(topics) > 0 {
		w.add(gone+`WHERE state = 0 AND topic <> '' AND topic = ANY($2::text[])`, ns(w.c.At), topics).counts(count)
	}
	if len(from) > 0 {
		w.add(gone+`FROM unnest($2::text[], $3::text[]) AS t(lo, hi) WHERE state = 0 AND topic <> '' AND topic >= t.lo AND topic < t.hi`, ns(w.c.At), from, to).counts(count)
	}
}

// queue queues the mails.
func (w *writing) queue() {
	if len(w.c.Mails) == 0 {
		return
	}
	var ids, rcpts, topics, holds []string
	var places, next, answers []int64
	var raws [][]byte
	for _, m := range w.c.Mails {
		ids, rcpts, topics, holds = append(ids, m.ID), append(rcpts, m.To), append(topics, m.Topic), append(holds, m.Unless)
		places, next, answers, raws = append(places, w.next()), append(next, ns(m.Next)), append(answers, ns(m.Answers)), append(raws, m.Raw)
	}
	w.add(`INSERT INTO mails (id, place, rcpt, topic, state, queued, next, due, answers, hold, raw)
		SELECT id, place, rcpt, topic, 0, $8, next, next, answers, hold, raw
		FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $9::bytea[])
			AS m(id, place, rcpt, topic, next, answers, hold, raw) ORDER BY place ON CONFLICT (id) DO NOTHING`,
		ids, places, rcpts, topics, next, answers, holds, ns(w.c.At), raws)
}

// deadlines sets and clears deadlines. The last word on one counts.
func (w *writing) deadlines() {
	type key struct{ game, key string }
	last := map[key]int64{}
	for _, d := range w.c.Deadlines {
		last[key{d.Game, d.Key}] = ns(d.At)
	}
	order := slices.SortedFunc(maps.Keys(last), func(a, b key) int {
		return strings.Compare(a.game+"\x00"+a.key, b.game+"\x00"+b.key)
	})
	var games, keys, clearedGames, clearedKeys []string
	var at []int64
	for _, k := range order {
		if last[k] == never {
			clearedGames, clearedKeys = append(clearedGames, k.game), append(clearedKeys, k.key)
		} else {
			games, keys, at = append(games, k.game), append(keys, k.key), append(at, last[k])
		}
	}
	if len(clearedKeys) > 0 {
		w.add(`DELETE FROM deadlines d USING unnest($1::text[], $2::text[]) AS c(game, key) WHERE d.game = c.game AND d.key = c.key`, clearedGames, clearedKeys)
	}
	if len(keys) > 0 {
		w.add(`INSERT INTO deadlines (game, key, at, due) SELECT game, key, at, at FROM unnest($1::text[], $2::text[], $3::bigint[]) AS d(game, key, at)
			ON CONFLICT (game, key) DO UPDATE SET at = excluded.at, due = excluded.at, owner = NULL, until = NULL`, games, keys, at)
	}
}

// marks sets and clears marks, and removes those that expect has made.
func (w *writing) marks() {
	cleared, set := w.setMarks(w.c.Marks)
	for name, rev := range w.c.Expect {
		if rev == 0 && !slices.Contains(set, name) {
			cleared = append(cleared, name)
		}
	}
	if slices.Sort(cleared); len(cleared) > 0 {
		w.add(`DELETE FROM marks WHERE name = ANY($1::text[])`, cleared)
	}
}

// setMarks sets marks, and returns the names of those that are set and those to be cleared.
func (w *writing) setMarks(marks store.Marks) (cleared, set []string) {
	var values [][]byte
	var revs, sums []int64
	for _, name := range slices.Sorted(maps.Keys(marks)) {
		text, gone := marks[name].Text()
		if gone {
			cleared = append(cleared, name)
			continue
		}
		set, values, revs = append(set, name), append(values, []byte(text)), append(revs, w.next())
		sums = append(sums, sumOf("marks", name, []byte(text)))
	}
	if len(set) > 0 {
		w.add(`INSERT INTO marks (name, value, rev, sum) SELECT name, value, rev, sum FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bigint[]) AS m(name, value, rev, sum)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value, rev = excluded.rev, sum = excluded.sum`, set, values, revs, sums)
	}
	return cleared, set
}

// counters adds to counters. One that comes to 0 is removed.
func (w *writing) counters() {
	var names []string
	var by []int64
	for _, name := range slices.Sorted(maps.Keys(w.c.Add)) {
		names, by = append(names, name), append(by, int64(w.c.Add[name]))
	}
	if len(names) > 0 {
		w.count(names, by)
	}
}

func (s *script) count(names []string, by []int64) {
	s.add(`INSERT INTO counters (name, n) SELECT name, n FROM unnest($1::text[], $2::bigint[]) AS c(name, n)
		ON CONFLICT (name) DO UPDATE SET n = counters.n + excluded.n`, names, by)
	s.add(`DELETE FROM counters WHERE name = ANY($1::text[]) AND n = 0`, names)
}

// note notes what Prune needs to know of the commit.
func (w *writing) note() {
	causes, queued := []string{}, []string{}
	if w.c.Cause != "" {
		causes = append(causes, causeKey(w.c.Cause))
	}
	for _, s := range w.c.Also {
		causes = append(causes, causeKey(s.Cause))
	}
	for _, m := range w.c.Mails {
		queued = append(queued, m.ID)
	}
	if len(causes)+len(queued) == 0 {
		return
	}
	w.add(`INSERT INTO commits (id, at, causes, queued) VALUES ($1, $2,
		ARRAY(SELECT COALESCE(a.main, k.key) FROM unnest($3::text[]) AS k(key) LEFT JOIN aliases a ON a.key = k.key), $4)`,
		w.num, ns(w.c.At), causes, queued)
}
