package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"time"
)

// Version tells how far a game has got. Events is the number of its events, undone ones included. Record counts how
// often its record was written. A game that does not exist has the zero Version.
type Version struct{ Events, Record int }

func (v Version) String() string { return fmt.Sprintf("%d/%d", v.Events, v.Record) }

// Game is what the store knows of a game besides its events.
type Game struct {
	ID      string
	Created time.Time
	Version Version
	Record  json.RawMessage // title, players, addresses, settings: the caller's, byte for byte
	Keys    []string        `json:",omitempty"` // by which it is found
	Away    bool            `json:",omitempty"` // its log was put away
}

// Event is one event of a game's log.
type Event struct {
	N      int             // its place in the log, from 0
	Commit uint64          // number of the commit that brought it: another for each, in no order; its events are neighbours
	At     time.Time       // the commit's time
	Cause  string          // the commit's cause
	Data   json.RawMessage // as it was given, byte for byte
}

type gameHead struct {
	N        uint64    `json:"n"`
	Created  time.Time `json:"created"`
	Revision int       `json:"rev"`
	Keys     []string  `json:"keys,omitempty"`
	Away     int       `json:"away,omitempty"` // events that were put away
}

type eventHead struct {
	Commit uint64 `json:"c"`
}

// NextID returns a number, from 1, that it never returns again.
func (db *DB) NextID() (n uint64, err error) {
	err = db.update(func(t tx) error {
		n, err = t.next(bMeta)
		return err
	})
	return n, err
}

// Games returns the ids of all games, in order of creation.
func (db *DB) Games() (ids []string, err error) {
	err = db.view(func(t tx) error {
		return t.scan(bOrder, nil, func(_, id []byte) error {
			ids = append(ids, string(id))
			return nil
		})
	})
	return ids, err
}

// Game returns a game without its events, or ErrNotFound.
func (db *DB) Game(id string) (g Game, err error) {
	err = db.view(func(t tx) error {
		g, err = t.game(id)
		return err
	})
	return g, err
}

// Load returns a game and its events from number from on (0: all), in one snapshot, or ErrNotFound. If the log was put
// away, it returns the game and ErrAway.
func (db *DB) Load(id string, from int) (g Game, events []Event, err error) {
	err = db.view(func(t tx) error {
		if g, err = t.game(id); err != nil {
			return err
		}
		events, err = t.events(g, max(from, 0))
		return err
	})
	return g, events, err
}

func (t tx) game(id string) (Game, error) {
	h, record, v, err := t.standing(id)
	if err != nil {
		return Game{}, err
	}
	if v == (Version{}) {
		return Game{}, fmt.Errorf("game %q: %w", id, ErrNotFound)
	}
	return Game{ID: id, Created: h.Created, Version: v, Record: bytes.Clone(record), Keys: h.Keys, Away: h.Away > 0}, nil
}

// recorded is game without a look at the log: the version is what its own row says.
func (t tx) recorded(id string) (Game, error) {
	if t.old {
		return t.game(id)
	}
	var h gameHead
	var v versionHead
	record, _, err := t.row(bGames, []byte(id), &h)
	if err != nil {
		return Game{}, err
	}
	if _, _, err := t.row(bVersions, []byte(id), &v); err != nil {
		return Game{}, err
	}
	if v.Revision != h.Revision {
		return Game{}, fmt.Errorf("game %q: %w: its record should be at %d and is at %d", id, ErrDamaged, v.Revision, h.Revision)
	}
	return Game{ID: id, Created: h.Created, Version: Version{v.Events, v.Revision}, Record: bytes.Clone(record), Keys: h.Keys, Away: h.Away > 0}, nil
}

// standing reads a game's record and version; the zero Version if there is no such game. The version is a row of its
// own. If record or log do not match it, the game is damaged: an old record or log is never returned.
func (t tx) standing(id string) (h gameHead, record []byte, v Version, err error) {
	record, found, err := t.row(bGames, []byte(id), &h)
	if err != nil {
		return h, nil, Version{}, err
	}
	v = Version{Events: t.eventCount(id), Record: h.Revision}
	if h.Away > 0 && v.Events == 0 {
		v.Events = h.Away
	}
	if t.old {
		return h, record, v, nil
	}
	var want versionHead
	if _, known, err := t.row(bVersions, []byte(id), &want); err != nil {
		return h, nil, Version{}, err
	} else if known != found || v != (Version{want.Events, want.Revision}) {
		return h, nil, Version{}, fmt.Errorf("game %q: %w: it should be at %v and is at %v", id, ErrDamaged, Version{want.Events, want.Revision}, v)
	}
	return h, record, v, nil
}

// A versionHead is a row beside a game's record, written whenever the game changes.
type versionHead struct {
	Events   int `json:"events"`
	Revision int `json:"rev"`
}

// eventCount finds the number of events by the last index: indexes are dense, from 0.
func (t tx) eventCount(id string) int {
	prefix := join(id, nil)
	c := t.in(bEvents).Cursor()
	k, _ := c.Seek(append([]byte(id), 1)) // the first key after the game's
	if k == nil {
		k, _ = c.Last()
	} else {
		k, _ = c.Prev()
	}
	if !bytes.HasPrefix(k, prefix) {
		return 0
	}
	return int(number(k[len(prefix):])) + 1
}

func (t tx) events(g Game, from int) (events []Event, err error) {
	id, prefix := g.ID, join(g.ID, nil)
	if g.Away {
		return nil, fmt.Errorf("game %q: %w", id, ErrAway)
	}
	c := t.cursor(bEvents)
	var n uint64
	var by commitHead
	var page arena
	events = make([]Event, 0, min(max(g.Version.Events-from, 0), mostAhead))
	for k, v := c.Seek(join(id, num(uint64(from)))); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		commit, data, err := eventRow(v)
		if err != nil {
			return nil, fmt.Errorf("event %d of game %q: %w", number(k[len(prefix):]), id, err)
		}
		if want := from + len(events); number(k[len(prefix):]) != uint64(want) {
			break
		}
		if commit != n {
			n, by = commit, commitHead{}
			if _, found, err := t.row(bCommits, num(n), &by); err != nil || !found {
				return nil, cmp.Or(err, fmt.Errorf("game %q: %w: commit %d is missing", id, ErrDamaged, n))
			}
		}
		events = append(events, Event{
			N: int(number(k[len(prefix):])), Commit: n, At: by.At, Cause: cmp.Or(by.Cause, by.Was), Data: page.clone(data),
		})
	}
	if next := from + len(events); next < g.Version.Events {
		return nil, fmt.Errorf("game %q: %w: its event %d of %d is missing or not as it was written", id, ErrDamaged, next, g.Version.Events)
	}
	return events, nil
}

// mostAhead limits for how many events memory is allocated before they are read: a damaged number may be anything.
const mostAhead = 20_000

// eventRow splits the row of an event. Its head is always {"c":N} and is parsed as exactly that, because a log has ten
// thousand events.
func eventRow(v []byte) (commit uint64, data []byte, err error) {
	const head, longest = `{"c":`, 19 // digits of a number that fits
	if bytes.HasPrefix(v, []byte(head)) {
		n := len(head)
		for n < len(v) && n < len(head)+longest && v[n] >= '0' && v[n] <= '9' {
			commit = commit*10 + uint64(v[n]-'0')
			n++
		}
		if n > len(head) && bytes.HasPrefix(v[n:], []byte("}\n")) {
			return commit, v[n+2:], nil
		}
	}
	var h eventHead
	data, err = unseal(v, &h)
	return h.Commit, data, err
}

// An arena allocates the copies of many small rows in few pieces of memory.
type arena []byte

func (a *arena) clone(data []byte) []byte {
	if len(data) > cap(*a)-len(*a) {
		*a = make([]byte, 0, max(len(data), 64<<10))
	}
	at := len(*a)
	*a = append(*a, data...)
	return (*a)[at:len(*a):len(*a)]
}
