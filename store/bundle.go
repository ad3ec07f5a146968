package store

import "errors"

// A Query names what Read returns as of one moment.
type Query struct {
	Games    []string // with all their events, except those put away
	Versions []string // games, of which only the version is asked
	Keys     []string // games are found by them; see Find
	Marks    []string
	Pages    []string // all marks whose names begin with one of these
	Counters []string
	Mails    []string // ids of outgoing mails, without their text
}

// A Bundle is what a Query found. Missing games and mails are left out. Missing marks have revision 0, and a game that
// is missing has the zero version.
type Bundle struct {
	Games    map[string]Loaded
	Versions map[string]Version
	Keys     map[string][]string // ids of games by key, in order of creation
	Marks    map[string]Mark
	Pages    map[string][]Mark // by prefix, in order of name
	Counters map[string]int
	Mails    map[string]Mail
}

// NewBundle returns an empty bundle.
func NewBundle() Bundle {
	return Bundle{Games: map[string]Loaded{}, Versions: map[string]Version{}, Keys: map[string][]string{}, Marks: map[string]Mark{},
		Pages: map[string][]Mark{}, Counters: map[string]int{}, Mails: map[string]Mail{}}
}

// Loaded is a game with its log.
type Loaded struct {
	Game
	Events []Event
}

// Read returns everything a decision needs, in one snapshot.
func (db *DB) Read(q Query) (b Bundle, err error) {
	b = NewBundle()
	err = db.view(func(t tx) error {
		return t.read(q, b, func(one func() error) error { return one() })
	})
	return b, err
}

// readSound is Read without what is damaged: who needs that asks for it and gets the error.
func (db *DB) readSound(q Query) (b Bundle, err error) {
	b = NewBundle()
	err = db.view(func(t tx) error {
		return t.read(q, b, func(one func() error) error {
			err := t.passOver(one)
			if errors.Is(err, ErrDamaged) {
				return nil
			}
			return err
		})
	})
	return b, err
}

// read reads the parts of a query, each within one.
func (t tx) read(q Query, b Bundle, one func(func() error) error) error {
	for _, part := range []struct {
		names []string
		read  func(name string) error
	}{
		{q.Games, func(id string) error { return t.readGame(id, b) }},
		{q.Versions, func(id string) (err error) { _, _, b.Versions[id], err = t.standing(id); return err }},
		{q.Keys, func(key string) (err error) { b.Keys[key], err = t.find(key, 0, 0); return err }},
		{q.Marks, func(name string) (err error) {
			b.Marks[name], err = t.unmark(name, t.get(bMarks, []byte(name)))
			return err
		}},
		{q.Pages, func(prefix string) (err error) { b.Pages[prefix], err = t.markPage(prefix, "", 0); return err }},
		{q.Counters, func(name string) (err error) { b.Counters[name], err = t.counter(name); return err }},
		{q.Mails, func(id string) error { return t.readMail(id, b) }},
	} {
		for _, name := range part.names {
			if err := one(func() error { return part.read(name) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t tx) readGame(id string, b Bundle) (err error) {
	var l Loaded
	if l.Game, err = t.game(id); errors.Is(err, ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	if l.Events, err = t.events(l.Game, 0); err != nil && !l.Away {
		return err
	}
	b.Games[id] = l
	return nil
}

func (t tx) readMail(id string, b Bundle) error {
	var h mailHead
	_, found, err := t.row(bMails, []byte(id), &h)
	if err == nil && found {
		b.Mails[id] = h.mail([]byte(id), nil)
	}
	return err
}
