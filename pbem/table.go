package pbem

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/title"
)

// A Record is what is stored of a game beside its log.
type Record struct {
	Title    string       `json:"title"` // slug
	Name     string       `json:"name"`
	Seats    []Seat       `json:"seats"` // in seat order
	Guests   []Seat       `json:"guests,omitempty"`
	Created  time.Time    `json:"created"`
	Archived bool         `json:"archived,omitempty"`
	Paused   *Pause       `json:"paused,omitempty"`
	Stood    []pace.Spell `json:"stood,omitempty"`    // pauses that are over
	Pace     *pace.Pace   `json:"pace,omitempty"`     // nil is the host's
	Requests []Request    `json:"requests,omitempty"` // of players to the others
	Watched  int          `json:"watched,omitempty"`  // guests there have ever been
	Talk     string       `json:"talk,omitempty"`     // "private" where players may write to some only

	Round string `json:"round,omitempty"` // where the game stands, so that it can be listed without being opened
	Over  string `json:"over,omitempty"`  // why it ended
}

// A table is an open game. It is a value: deciding makes a new one.
type table struct {
	id      string
	title   *title.Title
	record  Record
	version store.Version
	game    *engine.Game
	log     []engine.Event // everything, what was undone included
}

// seat returns the seat of a player or guest, nil for none.
func (t *table) seat(id string) *Seat {
	for i := range t.record.Seats {
		if engine.PlayerID(i) == id {
			return &t.record.Seats[i]
		}
	}
	for i := range t.record.Guests {
		if t.record.Guests[i].ID == id {
			return &t.record.Guests[i]
		}
	}
	return nil
}

// plays reports whether an id is a player's, not a guest's.
func (t *table) plays(id string) bool {
	if t.game == nil { // it was not opened
		return !slices.ContainsFunc(t.record.Guests, func(g Seat) bool { return g.ID == id })
	}
	return t.game.State().Seat(id) >= 0
}

// everybody lists the players and the guests.
func (t *table) everybody() []string {
	var out []string
	for i := range t.record.Seats {
		out = append(out, engine.PlayerID(i))
	}
	for _, g := range t.record.Guests {
		out = append(out, g.ID)
	}
	return out
}

// with returns the table after more events, the seats copied.
func (t *table) with(g *engine.Game, events []engine.Event) *table {
	next := *t
	next.game = g
	next.log = append(t.log[:len(t.log):len(t.log)], events...)
	next.record = t.record.copy()
	return &next
}

// copy copies what is changed in place.
func (r Record) copy() Record {
	r.Seats, r.Guests, r.Requests = slices.Clone(r.Seats), slices.Clone(r.Guests), slices.Clone(r.Requests)
	return r
}

// said returns the table after something was said or done beside it; by is a
// player, "" for the host.
func (t *table) said(by, act, text string) *table {
	g, events := t.game.Host(by, act, text)
	return t.with(g, events)
}

// ask notes for every seat since when it is asked: a question is new when the
// player answered the one before, was not asked anything, or another step asks or
// another offer is made.
func (t *table) ask(before *table, at time.Time) {
	for i := range t.record.Seats {
		seat, id := &t.record.Seats[i], engine.PlayerID(i)
		acted := slices.ContainsFunc(t.log[len(before.log):], func(e engine.Event) bool {
			said, ok := e.(engine.Said)
			return ok && said.By == id
		})
		switch step := entered(t); {
		case !t.waits(id):
			seat.Asked, seat.AskedAt, seat.Question, seat.Late, seat.Offered = time.Time{}, 0, 0, pace.Lateness{}, false
		case seat.Asked.IsZero(), acted, seat.Question != step, before.offered(id) != t.offered(id):
			seat.Asked, seat.AskedAt, seat.Question, seat.Late, seat.Offered = at.UTC(), len(t.log), step, pace.Lateness{}, t.consents(id)
		}
	}
}

// change is what the store must write to come from one table to the next.
func (t *table) change(next *table) (store.Change, error) {
	next.record.Round, next.record.Over = t.title.Position(next.game.State()).Round, ""
	if result := next.game.State().Result; result != nil {
		next.record.Over = result.Reason
	}
	record, err := json.Marshal(next.record)
	if err != nil {
		return store.Change{}, err
	}
	events, err := engine.PackLog(next.log, t.version.Events)
	if err != nil {
		return store.Change{}, err
	}
	return store.Change{Game: t.id, Expect: t.version, Record: record, Events: events}, nil
}

// table returns an open game, from memory or from the store.
func (s *draft) table(id string) (*table, error) {
	if t, ok := s.tables[id]; ok {
		return t, nil
	}
	t, err := s.fetch(id)
	if err == nil {
		s.tables[id] = t
	}
	return t, err
}

// fetch returns a game as it was committed: the one on the shelf if it is still
// that, for another service may have gone on with it.
func (s *Service) fetch(id string) (*table, error) {
	if t, ok := s.shelf.get(id); ok {
		g, err := s.store.Game(id)
		if err != nil {
			return nil, err
		}
		if g.Version == t.version {
			return t, nil
		}
		s.shelf.forget(id)
	}
	t, err := s.open(id)
	if err == nil {
		s.shelf.put(id, t)
	}
	return t, err
}

// open reads a game from the store, and notes whether it stands still.
func (s *Service) open(id string) (*table, error) {
	var t *table
	err := guarded(func() (err error) {
		t, err = load(s.store, id)
		return err
	})
	if err != nil {
		s.roster.stands(id, !errors.Is(err, store.ErrNotFound))
		return nil, err
	}
	why := t.game.Frozen()
	if s.roster.stands(id, why != nil); why != nil {
		s.log.Error("game.frozen", "game", id, "why", why, "where", trace(why))
	}
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
	if t.log, err = logOf(stored); err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	t.game = engine.Open(t.title.Rules, t.log)
	if t.game.Frozen() != nil {
		t.log = engine.Readable(t.log)
	}
	return t, nil
}

// logOf reads stored events.
func logOf(stored []store.Event) ([]engine.Event, error) {
	raws := make([]json.RawMessage, len(stored))
	for i, e := range stored {
		raws[i] = e.Data
	}
	return engine.UnmarshalLog(raws)
}

// tablesAt returns the tables of the games that are on in which one of the
// addresses plays or watches, in order of creation. A game that cannot be opened
// is left to the operator.
func (s *draft) tablesAt(addresses ...string) []*table {
	var all []string
	for _, a := range addresses {
		ids, err := s.find(keyAt + people.Lower(a))
		if err != nil {
			s.log.Error("game.list-failed", "error", err)
		}
		all = append(all, ids...)
	}
	slices.SortFunc(all, func(a, b string) int { return idNumber(a) - idNumber(b) })
	return s.on(slices.Compact(all))
}

// on returns the tables of those games that are on.
func (s *draft) on(ids []string) []*table {
	var out []*table
	for _, id := range ids {
		t, err := s.table(id)
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			s.log.Error("game.unreadable", "game", id, "error", err)
		case t.game.State().Result == nil:
			out = append(out, t)
		}
	}
	return out
}

// trace is where the program met the fault that froze a game, "" for none.
func trace(why error) string {
	var f *engine.Freeze
	if errors.As(why, &f) {
		return f.Trace
	}
	return ""
}
