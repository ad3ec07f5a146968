package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/store"
	"pbem/titles"
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
	Stood    []pace.Spell `json:"stood,omitempty"`    // pauses that have ended
	Pace     *pace.Pace   `json:"pace,omitempty"`     // nil for the host's pace
	Requests []Request    `json:"requests,omitempty"` // open requests
	Watched  int          `json:"watched,omitempty"`  // how many guests there have ever been
	Tended   int          `json:"tended,omitempty"`   // answers of the caretaker and robots since a person last said something
	Talk     string       `json:"talk,omitempty"`     // "private" if players may write to some of the others only
	Advice   bool         `json:"advice,omitempty"`   // players may ask for advice
	News     string       `json:"news,omitempty"`     // people.TurnNews or AllNews ("" is AllNews), for players who have not chosen

	Shown string `json:"shown,omitempty"` // how the host lets the page of the running game be shown: see Page; "" for what is usual

	Round string `json:"round,omitempty"` // where the game stands: lets games be listed without opening them
	Over  string `json:"over,omitempty"`  // why the game ended

	Sandbox *Sandbox `json:"sandbox,omitempty"` // set for a sandbox

	Away *Away `json:"away,omitempty"` // set when the game was put away; then this record is only a part of the whole
}

// Away is the part of a put-away game's record that the whole game does not
// need.
type Away struct {
	At    time.Time `json:"at"`
	Ended time.Time `json:"ended"`
	Sum   string    `json:"sum"` // checksum of the whole game, as it is packed
}

// Stub returns the record that stays when a game is put away: what lists show,
// and who may expect an answer.
func (r Record) Stub(away Away) Record {
	out := Record{Title: r.Title, Name: r.Name, Created: r.Created, Archived: r.Archived, Round: r.Round, Over: r.Over, Away: &away}
	short := func(seats []Seat) (out []Seat) {
		for _, s := range seats {
			out = append(out, Seat{ID: s.ID, Name: s.Name, Address: s.Address, Token: s.Token, Open: s.Open})
		}
		return out
	}
	out.Seats, out.Guests = short(r.Seats), short(r.Guests)
	return out
}

// copy returns the record with copies of the slices that are changed in place.
func (r Record) copy() Record {
	r.Seats, r.Guests, r.Requests = slices.Clone(r.Seats), slices.Clone(r.Guests), slices.Clone(r.Requests)
	return r
}

// Change returns what the store must write to go from one table to the next.
func (t *Table) Change(next *Table) (store.Change, error) {
	next.Record.Round, next.Record.Over = t.Title.Round(next.Game.State()), ""
	if result := next.Game.State().Result; result != nil {
		next.Record.Over = result.Reason
	}
	record, err := json.Marshal(next.Record)
	if err != nil {
		return store.Change{}, err
	}
	events, err := engine.PackLog(next.Log, t.Version.Events)
	if err != nil {
		return store.Change{}, err
	}
	return store.Change{Game: t.ID, Expect: t.Version, Record: record, Events: events}, nil
}

// A Source is where games are stored.
type Source interface {
	// Load returns a game and its events from a number on.
	Load(id string, from int) (store.Game, []store.Event, error)
}

// Load opens a stored game. If the rules cannot go on, the game is frozen; that
// is no error.
func Load(db Source, id string) (*Table, error) {
	g, stored, err := db.Load(id, 0)
	if err != nil {
		return nil, err
	}
	t := &Table{ID: id, Version: g.Version}
	if err := json.Unmarshal(g.Record, &t.Record); err != nil {
		return nil, fmt.Errorf("game %s: its record cannot be read: %w", id, err)
	}
	var ok bool
	if t.Title, ok = titles.Find(t.Record.Title); !ok {
		return nil, fmt.Errorf("game %s: title %q is unknown to this version", id, t.Record.Title)
	}
	if t.Log, err = LogOf(stored); err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	t.Game = engine.Open(t.Title.Rules, t.Log)
	if t.Game.Frozen() != nil {
		t.Log = engine.Readable(t.Log)
	}
	return t, nil
}

// Whole returns engine.ErrNewer if a stored game has parts that this version does not know. It would drop them, or take
// the game for another than it is. Whole is for games that a newer version may have stored.
func Whole(db Source, id string) error {
	g, stored, err := db.Load(id, 0)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(g.Record))
	d.DisallowUnknownFields()
	var r Record
	if err := d.Decode(&r); err != nil {
		return fmt.Errorf("game %s: its record was %w: %w", id, engine.ErrNewer, err)
	}
	if _, ok := titles.Find(r.Title); !ok {
		return fmt.Errorf("game %s: its title %q was %w", id, r.Title, engine.ErrNewer)
	}
	if err := engine.Known(dataOf(stored)); err != nil {
		return fmt.Errorf("game %s: %w", id, err)
	}
	return nil
}

// LogOf reads stored events.
func LogOf(stored []store.Event) ([]engine.Event, error) {
	return engine.UnmarshalLog(dataOf(stored))
}

func dataOf(stored []store.Event) []json.RawMessage {
	raws := make([]json.RawMessage, len(stored))
	for i, e := range stored {
		raws[i] = e.Data
	}
	return raws
}
