package desk

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"pbem/engine"
	"pbem/pbem/archive"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// The service can put games away that ended long ago. The rows of their logs leave the store, and the whole game comes
// into it as one compressed mark, all in one commit. A short record stays, by which the games are listed, counted and
// recognised in mails. The same bytes are written to a file in the archive, for older programs and for the host.

// Zipped holds the games that were put away, as archive.Kept packs them, by id. Its name comes after those of all other
// kinds: what is written often should not lie in the same page of a file as such a large mark.
var Zipped = store.NewKind("zipped", store.Text(), store.Form[[]byte]{
	Write: func(packed []byte) (string, error) { return string(packed), nil },
	Read: func(text string) ([]byte, error) {
		if !strings.HasPrefix(text, "\x1f\x8b") {
			return nil, errors.New("it is not compressed")
		}
		return []byte(text), nil
	},
})

// ErrNoLog means that a game was put away and its log is neither in the store nor in its file.
var ErrNoLog = errors.New("its log is neither in the store nor in its file")

// KeptGame returns a game that was put away: from the store, or from its file if an older program put it away. stored
// tells whether it was in the store. k may be nil if there are no files.
func KeptGame(db Store, k *archive.Keeper, id string) (kept archive.Kept, stored bool, err error) {
	r, err := AwayRecord(db, id)
	if err != nil {
		return kept, false, err
	}
	m, unread := Zipped.Get(db, id)
	if m.Found() {
		var sum string
		if kept, sum, unread = archive.Unpack(m.Value); unread == nil && sum == r.Away.Sum && kept.Game.ID == id {
			return kept, true, nil
		}
		unread = cmp.Or(unread, errOther)
	}
	if k == nil {
		return archive.Kept{}, false, fmt.Errorf("game %s: %w", id, cmp.Or(unread, ErrNoLog))
	}
	kept, sum, err := archive.ReadKept(k.Kept(id))
	switch {
	case err == nil && sum == r.Away.Sum && kept.Game.ID == id:
		return kept, false, nil
	case err == nil:
		err = fmt.Errorf("%s is %w", k.Kept(id), errOther)
	case errors.Is(err, fs.ErrNotExist) && unread == nil:
		return archive.Kept{}, false, fmt.Errorf("game %s: %w: %s", id, ErrNoLog, k.Kept(id))
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	return archive.Kept{}, false, fmt.Errorf("game %s cannot be brought back: %w", id, errors.Join(unread, err))
}

// Whole returns a store in which a game that was put away is as if it were not, to be read. Of any other game it returns
// the store itself.
func Whole(db Store, k *archive.Keeper, id string) (Store, error) {
	g, err := db.Game(id)
	if err != nil || !g.Away {
		return db, err
	}
	kept, _, err := KeptGame(db, k, id)
	return wholeStore{db, kept}, err
}

// A wholeStore is a store with one game that was put away.
type wholeStore struct {
	Store
	kept archive.Kept
}

// Load returns the game and its events.
func (w wholeStore) Load(id string, from int) (store.Game, []store.Event, error) {
	if id != w.kept.Game.ID {
		return w.Store.Load(id, from)
	}
	return w.kept.Game, w.kept.Events[min(max(from, 0), len(w.kept.Events)):], nil
}

// MarkPage returns the marks of the game that were put away with it, and all others of the store.
func (w wholeStore) MarkPage(prefix, after string, limit int) ([]store.Mark, error) {
	if !strings.Contains(prefix, "/"+w.kept.Game.ID+"/") {
		return w.Store.MarkPage(prefix, after, limit)
	}
	var out []store.Mark
	for _, m := range w.kept.Marks {
		if strings.HasPrefix(m.Name, prefix) && m.Name > after && (limit == 0 || len(out) < limit) {
			out = append(out, m)
		}
	}
	return out, nil
}

var errOther = errors.New("not what was put away")

// TakeKept puts a game into the store that an older program put away into a file. It returns false if there was nothing to
// put there. A file that differs from what is in the store is written again.
func TakeKept(s *Desk, id string) (taken bool, err error) {
	packed, err := os.ReadFile(s.Keeper.Kept(id))
	if err != nil {
		return false, err
	}
	err = s.Unit(nil, func(d *Draft) error {
		taken = false
		m, err := Zipped.Get(s.Store, id)
		if err == nil && bytes.Equal(m.Value, packed) {
			return nil
		}
		g, err := s.Store.Game(id)
		if errors.Is(err, store.ErrNotFound) || err == nil && !g.Away {
			return nil // the file was left behind
		}
		if err != nil {
			return err
		}
		if _, stored, err := KeptGame(s.Store, s.Keeper, id); err != nil {
			return err
		} else if stored { // the file is older: another service may have forgotten somebody who is named in it
			return s.Keeper.Export(id, m.Value)
		}
		c := store.Commit{Marks: store.Marks{}, Changes: []store.Change{{Game: id, Expect: g.Version}}}
		Zipped.Set(c.Marks, id, packed)
		taken = true
		return d.Take(c)
	})
	return taken && err == nil, err
}

// An AwayGame is the error for a game that was put away.
type AwayGame struct {
	id     string
	record table.Record
}

// Error is the sentence for a player.
func (a *AwayGame) Error() string {
	return fmt.Sprintf("%s (%s) ended on %s and was moved to the archive: nothing more can be said in it. Its pages stay. Only the host can bring it back.",
		a.id, a.record.Name, a.record.Away.Ended.UTC().Format("2 January 2006"))
}

// Unwrap makes the error store.ErrAway and a refusal.
func (a *AwayGame) Unwrap() []error {
	return []error{store.ErrAway, engine.Refuse("%s", a.Error())}
}

// ToHost is the sentence for a host.
func (a *AwayGame) ToHost() error {
	return engine.Refuse("%s (%s) ended on %s and was put away on %s. To have it back: host bring back %s",
		a.id, a.record.Name, a.record.Away.Ended.UTC().Format("2 January 2006"), a.record.Away.At.UTC().Format("2 January 2006"), a.id)
}

// Away replaces store.ErrAway by an AwayGame, and leaves other errors as they are.
func (s *Desk) Away(id string, why error) error {
	if !errors.Is(why, store.ErrAway) {
		return why
	}
	r, err := AwayRecord(s.Store, id)
	if err != nil {
		return err
	}
	return &AwayGame{id, r}
}

// AwayRecord returns the record that the store keeps of a game that was put away.
func AwayRecord(db Store, id string) (r table.Record, err error) {
	g, err := db.Game(id)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(g.Record, &r); err != nil {
		return r, fmt.Errorf("game %s: its record cannot be read: %w", id, err)
	}
	if r.Away == nil {
		r.Away = &table.Away{}
	}
	return r, nil
}

// awaySender returns who wrote to a game that was put away, with enough to answer them.
func (d *Draft) awaySender(player string, a *AwayGame) (who Sender, ok bool, err error) {
	seat := (&table.Table{ID: a.id, Record: a.record}).Seat(player)
	if seat == nil || seat.Open {
		return Sender{}, false, nil
	}
	m, err := d.Member(seat.Address)
	if m.Address == "" {
		m = people.Member{Address: seat.Address}
	}
	return Sender{Member: m, Doubt: a.Error()}, true, err
}
