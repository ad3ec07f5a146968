package desk

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/store"
)

// indexForm is the version of the keys. A database with another version gets new keys.
const indexForm = "3"

// atOnce is how many games, or members, get their keys in one commit.
const atOnce = 200

// Find lists the games with a key, in order of creation. If the keys could not be made,
// it lists all games.
func (s *Desk) Find(key string) ([]string, error) {
	return s.findIn(s.Store, key)
}

// Find is Desk.Find for a draft, which remembers what it has found.
func (d *Draft) Find(key string) ([]string, error) { return d.findIn(d.DB, key) }

func (s *Desk) findIn(db Store, key string) ([]string, error) {
	ids, err := db.Find(s.Keyed(key), "", 0)
	if !s.Indexed.Load() && !strings.HasPrefix(key, keySandbox) { // no list has sandboxes
		ids = slices.DeleteFunc(ids, table.IsSandboxID)
	}
	return ids, err
}

// Keyed returns a key for finding games, or "", which finds all, if the keys could not be
// made.
func (s *Desk) Keyed(key string) string {
	if !s.Indexed.Load() {
		return ""
	}
	return key
}

// Index makes the keys of a database that has none, or old ones. A service that does not decide leaves them as they are.
func (s *Desk) Index() (done bool, err error) {
	m, err := indexes.Get(s.Store)
	if err != nil || m.Value == indexForm {
		return err == nil, err
	}
	if !Decides(s) {
		return false, nil
	}
	ids, err := s.Store.Find("", "", 0)
	if err != nil {
		return false, err
	}
	for portion := range slices.Chunk(ids, atOnce) {
		if err := unhurried(func() error { return s.indexGames(portion) }); err != nil {
			return false, err
		}
	}
	if err := s.indexMembers(); err != nil {
		return false, err
	}
	c := store.Commit{At: s.Now(), Marks: store.Marks{}}
	m.Expect(&c)
	indexes.Set(c.Marks, indexForm)
	if err := s.Store.Commit(c); !errors.Is(err, store.ErrConflict) {
		return err == nil, err
	}
	return s.Index() // another service was quicker; it may have made older keys
}

// unhurried does some work again when another service has changed what it had read.
func unhurried(work func() error) (err error) {
	for range mostConflicts {
		if err = work(); !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return err
}

func (s *Desk) indexGames(ids []string) error {
	c := store.Commit{At: s.Now()}
	for _, id := range ids {
		g, ended, err := s.toIndex(id)
		if errors.Is(err, store.ErrDamaged) {
			continue // the error is reported when the game is opened
		}
		if err != nil {
			return err
		}
		var r table.Record
		if err := json.Unmarshal(g.Record, &r); err != nil {
			continue // the error is reported when the game is opened
		}
		c.Changes = append(c.Changes, store.Change{Game: id, Expect: g.Version, Record: g.Record, Keys: s.keysOfRecord(r, ended)})
	}
	if len(c.Changes) == 0 {
		return nil
	}
	return s.Store.Commit(c)
}

// toIndex reads a game and whether it has ended. Its old keys say that, if it has some; else its log does.
func (s *Desk) toIndex(id string) (g store.Game, ended bool, err error) {
	if g, err = s.Store.Game(id); err != nil || g.Away || len(g.Keys) > 0 {
		return g, g.Away || slices.Contains(g.Keys, KeyEnded), err
	}
	g, events, err := s.Store.Load(id, 0)
	return g, over(events), err
}

// over reports whether a stored game has ended, without opening it.
func over(stored []store.Event) bool {
	ends := func(e store.Event) bool { return bytes.Contains(e.Data, []byte(`"ended"`)) }
	if !slices.ContainsFunc(stored, ends) {
		return false
	}
	log, err := table.LogOf(stored)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(engine.InForce(log), func(i int) bool { _, ended := log[i].(engine.Ended); return ended })
}

func (s *Desk) indexMembers() error {
	for after := ""; ; {
		next := after
		err := unhurried(func() (err error) {
			next, err = s.indexPage(after)
			return err
		})
		if err != nil || next == after {
			return err
		}
		after = next
	}
}

// indexPage indexes a page of members and returns the name of the last one's mark.
func (s *Desk) indexPage(after string) (last string, err error) {
	page, err := people.Members.Page(s.Store, "", after, atOnce)
	if err != nil || len(page) == 0 {
		return after, err
	}
	c := store.Commit{At: s.Now(), Marks: store.Marks{}}
	for _, r := range page {
		if r.Found() {
			r.Expect(&c)
			r.Value.Findable(c.Marks, s.Office.Code)
		}
	}
	return page[len(page)-1].Name, s.Store.Commit(c)
}

// Keys by which games are found. They are stored.
const (
	KeyOn     = "on" // the game has not ended
	KeyEnded  = "ended"
	KeyPaused = "paused"
	KeyAt     = "at/"     // an address that plays or watches
	KeyWas    = "was/"    // an address that played or watched when the game ended
	KeyVERP   = "b/"      // the code of such an address in envelope senders (VERP)
	keyCalled = "called/" // the game's name: see CallKey

	keySandbox = "sandbox/" // the owner's address; a sandbox has no other key, so that no list of games has it
)

// CallKey returns the key for the name of a game. Case does not matter.
func CallKey(name string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(name)))
	return keyCalled + hex.EncodeToString(sum[:16])
}

// KeysOfEnded returns the keys by which a game that has ended is found.
func (s *Desk) KeysOfEnded(r table.Record) []string { return s.keysOfRecord(r, true) }

// keysOf returns the keys by which a game is found.
func (s *Desk) keysOf(t *table.Table) []string {
	return s.keysOfRecord(t.Record, t.Game.State().Result != nil)
}

func (s *Desk) keysOfRecord(r table.Record, ended bool) []string {
	if r.Sandbox != nil {
		return []string{keySandbox + people.Lower(r.Seats[0].Address)}
	}
	if ended {
		keys := []string{KeyEnded}
		for _, seat := range slices.Concat(r.Seats, r.Guests) {
			if was := KeyWas + people.Lower(seat.Address); !seat.Open && seat.Address != "" && !slices.Contains(keys, was) {
				keys = append(keys, was)
			}
		}
		return keys
	}
	keys := []string{KeyOn}
	if r.Name != "" {
		keys = append(keys, CallKey(r.Name))
	}
	if r.Paused != nil {
		keys = append(keys, KeyPaused)
	}
	for _, seat := range slices.Concat(r.Seats, r.Guests) {
		if at := KeyAt + people.Lower(seat.Address); !seat.Open && !slices.Contains(keys, at) {
			keys = append(keys, at, KeyVERP+s.Office.Code(seat.Address))
		}
	}
	return keys
}
