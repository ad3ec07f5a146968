package pg

import (
	"errors"
	"fmt"

	"pbem/store"
)

// standing returns a game without its events, and how many of them were put away.
func (db *DB) standing(id string) (g store.Game, away int, err error) {
	var bad error
	err = db.run(func(s *script) {
		g, away, bad = store.Game{}, 0, nil
		s.reads = true
		s.game(id, func(found store.Game, n int, err error) { g, away, bad = found, n, err })
	})
	if err = errors.Join(err, bad); err == nil && g.ID == "" {
		err = fmt.Errorf("game %q: %w", id, store.ErrNotFound)
	}
	return g, away, err
}

// game reads a game. found is not called if there is none. Its error is that the row is damaged.
func (s *script) game(id string, found func(g store.Game, away int, err error)) {
	s.add(`SELECT `+gameColumns+` FROM games g WHERE id = $1`, id).each(gameRow(found))
}

const gameColumns = `g.id, g.created, g.events, g.rev, g.away, g.keys, g.record, g.sum`

// gameRow reads a game. Its error is that the row is damaged.
func gameRow(found func(g store.Game, away int, err error)) func(scanner) error {
	return func(scan scanner) error {
		var created, sum int64
		var away int
		var g store.Game
		err := scan(&g.ID, &created, &g.Version.Events, &g.Version.Record, &away, &g.Keys, (*[]byte)(&g.Record), &sum)
		g.Created, g.Away = moment(created), away > 0
		var bad error
		if err == nil && sum != sumOf("games", g.ID, g.Record) {
			bad = fmt.Errorf("game %q: %w: its record is not as it was written", g.ID, store.ErrDamaged)
		}
		found(g, away, bad)
		return err
	}
}

// Game returns a game without its events, or ErrNotFound.
func (db *DB) Game(id string) (store.Game, error) {
	g, _, err := db.standing(id)
	if err != nil {
		g = store.Game{}
	}
	return g, err
}

// Load returns a game and its events from number from on (0: all), as of one moment; see [store.DB.Load].
func (db *DB) Load(id string, from int) (store.Game, []store.Event, error) {
	var l *loading
	err := db.run(func(s *script) {
		s.reads, s.view = true, true
		l = s.load(id, max(from, 0))
	})
	if err != nil {
		return store.Game{}, nil, err
	}
	return l.result()
}

// loading is a game being read.
type loading struct {
	id      string
	from    int
	game    store.Game
	events  []store.Event
	damaged error
}

// load reads a game with its events.
func (s *script) load(id string, from int) *loading {
	l := &loading{id: id, from: from}
	s.game(id, func(g store.Game, _ int, err error) { l.game, l.damaged = g, err })
	s.add(`SELECT first, num, at, cause, lens, data, sum FROM log WHERE game = $1
		AND first >= COALESCE((SELECT max(first) FROM log WHERE game = $1 AND first <= $2), 0) ORDER BY first`, id, from).each(l.row)
	return l
}

// row reads the events that one commit has brought.
func (l *loading) row(scan scanner) error {
	var first int
	var num, at, sum int64
	var cause string
	var lens []int32
	var data []byte
	if err := scan(&first, &num, &at, &cause, &lens, &data, &sum); err != nil {
		return err
	}
	if sum != sumOf("log", fmt.Sprint(l.id, "\x00", first), data) {
		l.damaged = fmt.Errorf("game %q: %w: its events from %d on are not as they were written", l.id, store.ErrDamaged, first)
		return nil
	}
	for i, n := range lens {
		if int(n) > len(data) {
			l.damaged = fmt.Errorf("game %q: %w: event %d is cut off", l.id, store.ErrDamaged, first+i)
			return nil
		}
		if first+i >= l.from {
			l.events = append(l.events, store.Event{N: first + i, Commit: uint64(num), At: moment(at), Cause: cause, Data: data[:n:n]})
		}
		data = data[n:]
	}
	return nil
}

// result checks that the events are those of the game.
func (l *loading) result() (store.Game, []store.Event, error) {
	switch {
	case l.game.ID == "":
		return store.Game{}, nil, fmt.Errorf("game %q: %w", l.id, store.ErrNotFound)
	case l.damaged != nil:
		return store.Game{}, nil, l.damaged
	case l.game.Away:
		return l.game, nil, fmt.Errorf("game %q: %w", l.id, store.ErrAway)
	}
	for i, e := range l.events {
		if e.N != l.from+i {
			return store.Game{}, nil, fmt.Errorf("game %q: %w: its event %d is missing", l.id, store.ErrDamaged, l.from+i)
		}
	}
	if next := l.from + len(l.events); next < l.game.Version.Events || len(l.events) > 0 && next > l.game.Version.Events {
		return store.Game{}, nil, fmt.Errorf("game %q: %w: it should have %d events and has %d", l.id, store.ErrDamaged, l.game.Version.Events, next)
	}
	return l.game, l.events, nil
}

// Games returns the ids of all games, in order of creation.
func (db *DB) Games() ([]string, error) { return db.Find("", "", 0) }

// Find returns the ids of the games with a key; see [store.DB.Find].
func (db *DB) Find(key, after string, limit int) (ids []string, err error) {
	err = db.behind(after, func(s *script) {
		ids = nil
		s.find(key, after, limit, &ids)
	})
	return ids, err
}

// Records returns the games that Find returns, without their events; see [store.DB.Records].
func (db *DB) Records(key, after string, limit int) (games []store.Game, err error) {
	row := gameRow(func(g store.Game, _ int, bad error) {
		if bad != nil {
			g = store.Game{ID: g.ID}
		}
		games = append(games, g)
	})
	err = db.behind(after, func(s *script) {
		games = nil
		const behind = `n > COALESCE((SELECT n FROM games WHERE id = $1), 0)`
		if key == "" {
			s.add(`SELECT `+gameColumns+` FROM games g WHERE g.`+behind+` ORDER BY g.n LIMIT $2`, after, limited(limit)).each(row)
			return
		}
		s.add(`SELECT `+gameColumns+` FROM keyed k JOIN games g ON g.id = k.game WHERE k.key = $3 AND k.`+behind+` ORDER BY k.n LIMIT $2`, after, limited(limit), key).each(row)
	})
	return games, err
}

// behind reads a page of games that follow one, as of one moment. It is an error if there is no such game.
func (db *DB) behind(after string, read func(*script)) error {
	known := after == ""
	err := db.run(func(s *script) {
		s.reads, s.view = true, true
		if after != "" {
			s.add(`SELECT 1 FROM games WHERE id = $1`, after).each(func(scanner) error { known = true; return nil })
		}
		read(s)
	})
	if err == nil && !known {
		err = fmt.Errorf("game %q: %w", after, store.ErrNotFound)
	}
	return err
}

func (s *script) find(key, after string, limit int, ids *[]string) {
	const behind = `n > COALESCE((SELECT n FROM games WHERE id = $1), 0) ORDER BY n LIMIT $2`
	if key == "" {
		s.add(`SELECT id FROM games WHERE `+behind, after, limited(limit)).each(texts(ids))
		return
	}
	s.add(`SELECT game FROM keyed WHERE key = $3 AND `+behind, after, limited(limit), key).each(texts(ids))
}

// texts reads rows of one text.
func texts(into *[]string) func(scanner) error {
	return func(scan scanner) error {
		var text string
		err := scan(&text)
		*into = append(*into, text)
		return err
	}
}

// number reads a row of one number.
func number[N int | int64 | uint64](into *N) func(scanner) error {
	return func(scan scanner) error { return scan(into) }
}

// FindCount returns how many games have a key, or how many games there are if key is "".
func (db *DB) FindCount(key string) (n int, err error) {
	err = db.run(func(s *script) {
		s.reads = true
		if key == "" {
			s.add(`SELECT count(*) FROM games`).each(number(&n))
		} else {
			s.add(`SELECT count(*) FROM keyed WHERE key = $1`, key).each(number(&n))
		}
	})
	return n, err
}

// NextID returns a number, from 1, that it never returns again.
func (db *DB) NextID() (n uint64, err error) {
	err = db.run(func(s *script) { s.add(`SELECT nextval('ids')`).each(number(&n)) })
	return n, err
}

// MarkAt returns a mark with its revision, for Commit.Expect.
func (db *DB) MarkAt(name string) (store.Mark, error) {
	b, err := db.Read(store.Query{Marks: []string{name}})
	return b.Marks[name], err
}

// MarkPage returns the marks whose names begin with prefix; see [store.DB.MarkPage].
func (db *DB) MarkPage(prefix, after string, limit int) (marks []store.Mark, err error) {
	err = db.run(func(s *script) {
		marks, s.reads = nil, true
		s.page(prefix, after, limit, func(m store.Mark, err error) {
			if err != nil {
				db.report(err.Error())
			} else {
				marks = append(marks, m)
			}
		})
	})
	return marks, err
}

func (s *script) page(prefix, after string, limit int, found func(store.Mark, error)) {
	from, to := bounds(prefix)
	s.add(`SELECT name, value, rev, sum FROM marks WHERE rev > 0 AND name > $3 AND `+within("name", to)+` ORDER BY name LIMIT $4`, from, to, after, limited(limit)).
		each(markRow(found))
}

// markRow reads a mark. Its error is that the row is damaged.
func markRow(found func(store.Mark, error)) func(scanner) error {
	return func(scan scanner) error {
		var m store.Mark
		var value []byte
		var rev, sum int64
		err := scan(&m.Name, &value, &rev, &sum)
		m.Value, m.Rev = string(value), store.Rev(rev)
		var bad error
		if err == nil && sum != sumOf("marks", m.Name, value) {
			bad = fmt.Errorf("mark %q: %w: it is not as it was written", m.Name, store.ErrDamaged)
		}
		found(m, bad)
		return err
	}
}

// SetMarks sets marks that belong to no decision.
func (db *DB) SetMarks(m store.Marks) error {
	if err := m.Check(); err != nil || len(m) == 0 {
		return err
	}
	numbers, err := db.deal(len(m))
	if err != nil {
		return err
	}
	return db.run(func(s *script) {
		w := &writing{script: s, db: db, rest: numbers}
		if cleared, _ := w.setMarks(m); len(cleared) > 0 {
			s.add(`DELETE FROM marks WHERE name = ANY($1::text[])`, cleared)
		}
	})
}

// Counter returns a counter. A counter that was never changed is 0.
func (db *DB) Counter(name string) (int, error) {
	b, err := db.Read(store.Query{Counters: []string{name}})
	return b.Counters[name], err
}

// Count adds delta to a counter and returns its new value.
func (db *DB) Count(name string, delta int) (n int, err error) {
	if err := store.CheckName("counter", name); err != nil {
		return 0, err
	}
	err = db.run(func(s *script) {
		n = 0
		s.count([]string{name}, []int64{int64(delta)})
		s.add(`SELECT n FROM counters WHERE name = $1`, name).each(number(&n))
	})
	return n, err
}

// ResetCounter sets a counter back to 0.
func (db *DB) ResetCounter(name string) error {
	if err := store.CheckName("counter", name); err != nil {
		return err
	}
	return db.run(func(s *script) { s.add(`DELETE FROM counters WHERE name = $1`, name) })
}

// Counters returns the counters that are not 0 and whose names begin with prefix.
func (db *DB) Counters(prefix string) (all map[string]int, err error) {
	from, to := bounds(prefix)
	err = db.run(func(s *script) {
		all, s.reads = map[string]int{}, true
		s.add(`SELECT name, n FROM counters WHERE `+within("name", to), from, to).each(func(scan scanner) error {
			var name string
			var n int
			err := scan(&name, &n)
			all[name] = n
			return err
		})
	})
	return all, err
}
