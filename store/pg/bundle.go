package pg

import (
	"errors"

	"pbem/store"
)

// Read returns everything a decision needs, as of one moment.
func (db *DB) Read(q store.Query) (b store.Bundle, err error) {
	var r *reading
	err = db.run(func(s *script) {
		s.reads, s.view = true, true
		r = s.read(q)
	})
	if err != nil {
		return store.NewBundle(), err
	}
	return r.result(false)
}

// A reading is a bundle being read.
type reading struct {
	q       store.Query
	b       store.Bundle
	games   []*loading
	damaged []error
}

// read reads what a query names.
func (s *script) read(q store.Query) *reading {
	r := &reading{q: q, b: store.NewBundle()}
	for _, id := range q.Games {
		r.games = append(r.games, s.load(id, 0))
	}
	r.versions(s)
	r.keys(s)
	r.marks(s)
	r.pages(s)
	r.counters(s)
	r.mails(s)
	return r
}

func (r *reading) versions(s *script) {
	if len(r.q.Versions) == 0 {
		return
	}
	for _, id := range r.q.Versions {
		r.b.Versions[id] = store.Version{}
	}
	s.add(`SELECT id, events, rev FROM games WHERE id = ANY($1::text[])`, r.q.Versions).each(func(scan scanner) error {
		var id string
		var v store.Version
		err := scan(&id, &v.Events, &v.Record)
		r.b.Versions[id] = v
		return err
	})
}

func (r *reading) keys(s *script) {
	if len(r.q.Keys) == 0 {
		return
	}
	for _, key := range r.q.Keys {
		r.b.Keys[key] = nil
	}
	s.add(`SELECT key, game FROM keyed WHERE key = ANY($1::text[]) ORDER BY key, n`, r.q.Keys).each(func(scan scanner) error {
		var key, game string
		err := scan(&key, &game)
		r.b.Keys[key] = append(r.b.Keys[key], game)
		return err
	})
}

func (r *reading) marks(s *script) {
	if len(r.q.Marks) == 0 {
		return
	}
	for _, name := range r.q.Marks {
		r.b.Marks[name] = store.Mark{Name: name}
	}
	s.add(`SELECT name, value, rev, sum FROM marks WHERE rev > 0 AND name = ANY($1::text[])`, r.q.Marks).each(markRow(func(m store.Mark, bad error) {
		if r.b.Marks[m.Name] = m; bad != nil {
			r.damage(bad)
			delete(r.b.Marks, m.Name)
		}
	}))
}

func (r *reading) pages(s *script) {
	for _, prefix := range r.q.Pages {
		if _, twice := r.b.Pages[prefix]; twice {
			continue
		}
		r.b.Pages[prefix] = nil
		s.page(prefix, "", 0, func(m store.Mark, bad error) {
			if bad != nil {
				r.damage(bad)
			} else {
				r.b.Pages[prefix] = append(r.b.Pages[prefix], m)
			}
		})
	}
}

func (r *reading) counters(s *script) {
	if len(r.q.Counters) == 0 {
		return
	}
	for _, name := range r.q.Counters {
		r.b.Counters[name] = 0
	}
	s.add(`SELECT name, n FROM counters WHERE name = ANY($1::text[])`, r.q.Counters).each(func(scan scanner) error {
		var name string
		var n int
		err := scan(&name, &n)
		r.b.Counters[name] = n
		return err
	})
}

func (r *reading) mails(s *script) {
	if len(r.q.Mails) == 0 {
		return
	}
	s.add(`SELECT `+mailColumns+`, NULL::bytea FROM mails m WHERE id = ANY($1::text[])`, r.q.Mails).each(mailRow(func(m store.Mail) { r.b.Mails[m.ID] = m }))
}

func (r *reading) damage(bad error) { r.damaged = append(r.damaged, bad) }

// result returns the bundle. With sound, what is damaged is left out; else it is an error.
func (r *reading) result(sound bool) (store.Bundle, error) {
	for _, l := range r.games {
		g, events, err := l.result()
		switch {
		case err == nil, errors.Is(err, store.ErrAway):
			r.b.Games[l.id] = store.Loaded{Game: g, Events: events}
		case !errors.Is(err, store.ErrNotFound):
			r.damage(err)
		}
	}
	if sound {
		return r.b, nil
	}
	return r.b, errors.Join(r.damaged...)
}
