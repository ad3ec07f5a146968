package store

import "errors"

// A Query names what Read returns as of one moment.
type Query struct {
	Games    []string // with all their events, except those put away
	Marks    []string
	Counters []string
	Mails    []string // ids of outgoing mails, without their text
}

// A Bundle is what a Query found. Missing games and mails are left out. Missing marks have revision 0.
type Bundle struct {
	Games    map[string]Loaded
	Marks    map[string]Mark
	Counters map[string]int
	Mails    map[string]Mail
}

// Loaded is a game with its log.
type Loaded struct {
	Game
	Events []Event
}

// Read returns everything a decision needs, in one snapshot.
func (db *DB) Read(q Query) (b Bundle, err error) {
	b = Bundle{Games: map[string]Loaded{}, Marks: map[string]Mark{}, Counters: map[string]int{}, Mails: map[string]Mail{}}
	err = db.view(func(t tx) error {
		for _, id := range q.Games {
			var l Loaded
			if l.Game, err = t.game(id); errors.Is(err, ErrNotFound) {
				continue
			} else if err != nil {
				return err
			}
			if l.Events, err = t.events(l.Game, 0); err != nil && !l.Away {
				return err
			}
			b.Games[id] = l
		}
		return t.readAside(q, &b)
	})
	return b, err
}

// readAside reads the part of a query that is not games.
func (t tx) readAside(q Query, b *Bundle) (err error) {
	for _, name := range q.Marks {
		if b.Marks[name], err = t.unmark(name, t.get(bMarks, []byte(name))); err != nil {
			return err
		}
	}
	for _, name := range q.Counters {
		if b.Counters[name], err = t.counter(name); err != nil {
			return err
		}
	}
	for _, id := range q.Mails {
		var h mailHead
		if _, found, err := t.row(bMails, []byte(id), &h); err != nil {
			return err
		} else if found {
			b.Mails[id] = h.mail([]byte(id), nil)
		}
	}
	return nil
}
