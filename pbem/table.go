package pbem

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"pbem/engine"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/title"
)

// A Record is what is stored of a game beside its log.
type Record struct {
	Title    string    `json:"title"` // slug
	Name     string    `json:"name"`
	Seats    []Seat    `json:"seats"` // in seat order
	Created  time.Time `json:"created"`
	Archived bool      `json:"archived,omitempty"`
}

// A table is an open game. It is a value: deciding makes a new one.
type table struct {
	id      string
	title   *title.Title
	record  Record
	version store.Version
	game    *engine.Game
	log     []engine.Event // everything, what was undone included
	since   time.Time      // when the present move began
}

// seat returns the seat of a player id, nil for none.
func (t *table) seat(player string) *Seat {
	for i := range t.record.Seats {
		if engine.PlayerID(i) == player {
			return &t.record.Seats[i]
		}
	}
	return nil
}

// with returns the table after more events, the seats copied.
func (t *table) with(g *engine.Game, events []engine.Event) *table {
	next := *t
	next.game = g
	next.log = append(t.log[:len(t.log):len(t.log)], events...)
	next.record.Seats = append([]Seat(nil), t.record.Seats...)
	return &next
}

// change is what the store must write to come from one table to the next.
func (t *table) change(next *table) (store.Change, error) {
	record, err := json.Marshal(next.record)
	if err != nil {
		return store.Change{}, err
	}
	events, err := engine.MarshalLog(next.log[t.version.Events:])
	if err != nil {
		return store.Change{}, err
	}
	return store.Change{Game: t.id, Expect: t.version, Record: record, Events: events}, nil
}

// table returns an open game, from memory or from the store.
func (s *Service) table(id string) (*table, error) {
	if t, ok := s.tables[id]; ok {
		return t, nil
	}
	var t *table
	err := guarded(func() (err error) {
		t, err = load(s.db, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	if why := t.game.Frozen(); why != nil {
		s.log.Error("a game stands still", "game", id, "why", why)
	}
	s.tables[id] = t
	return t, nil
}

func load(db Store, id string) (*table, error) {
	g, stored, err := db.Load(id, 0)
	if err != nil {
		return nil, err
	}
	t := &table{id: id, version: g.Version}
	if err := json.Unmarshal(g.Record, &t.record); err != nil {
		return nil, fmt.Errorf("game %s: its record cannot be read: %w", id, err)
	}
	var ok bool
	if t.title, ok = titles.Find(t.record.Title); !ok {
		return nil, fmt.Errorf("game %s: title %q is unknown to this version", id, t.record.Title)
	}
	raws := make([]json.RawMessage, len(stored))
	for i, e := range stored {
		raws[i] = e.Data
		t.since = e.At
	}
	if t.log, err = engine.UnmarshalLog(raws); err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	t.game = engine.Open(t.title.Rules, t.log)
	return t, nil
}

// running returns the tables of all games that are on, in order of creation. A
// game that cannot be opened is left to the operator.
func (s *Service) running() []*table {
	ids, err := s.db.Games()
	if err != nil {
		s.log.Error("the games cannot be listed", "error", err)
		return nil
	}
	var out []*table
	for _, id := range ids {
		t, err := s.table(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			s.log.Error("a game cannot be opened", "game", id, "error", err)
		case t.game.State().Result == nil:
			out = append(out, t)
		}
	}
	return out
}
