package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Names of running counts. The number of games with a key has that key as its name.
const (
	sizeDue   = "\x01due"
	sizeQueue = "\x01queue"
)

// resize changes a running count.
func (t tx) resize(name string, by int) error {
	if by == 0 {
		return nil
	}
	n, ok := t.counted(name)
	if n += by; !ok {
		n = t.recount(name) // recount sees the change already
	}
	if n == 0 {
		return t.del(bSizes, []byte(name))
	}
	return t.put(bSizes, []byte(name), []byte(strconv.Itoa(n)))
}

// size returns a running count.
func (t tx) size(name string) int {
	n, ok := t.counted(name)
	if !ok {
		n = t.recount(name)
	}
	return n
}

// counted reads a running count; ok is false if its row is damaged.
func (t tx) counted(name string) (n int, ok bool) {
	_ = t.passOver(func() error {
		v := t.get(bSizes, []byte(name))
		n, _ = strconv.Atoi(string(v))
		ok = true
		return nil
	})
	return n, ok
}

// recount computes a count from the rows themselves.
func (t tx) recount(name string) (n int) {
	switch name {
	case sizeDue:
		return t.count(bDue)
	case sizeQueue:
		return t.count(bQueue)
	}
	_ = t.scan(bKeyed, join(name, nil), func(_, _ []byte) error { n++; return nil })
	return n
}

// setKeys replaces the keys of a game.
func (t tx) setKeys(id string, n uint64, old, keys []string) error {
	for _, k := range old {
		if !slices.Contains(keys, k) {
			if err := t.unkey(n, k); err != nil {
				return err
			}
		}
	}
	for _, k := range keys {
		if slices.Contains(old, k) {
			continue
		}
		if err := t.put(bKeyed, join(k, num(n)), []byte(id)); err != nil {
			return err
		}
		if err := t.resize(k, 1); err != nil {
			return err
		}
	}
	return nil
}

func (t tx) unkey(n uint64, key string) error {
	if err := t.del(bKeyed, join(key, num(n))); err != nil {
		return err
	}
	return t.resize(key, -1)
}

// Find returns the ids of the games with a key, or of all games if key is "", in order of creation. It returns at
// most limit (0: all), and only games after the game with the id after ("": from the first). A page may miss a game that
// was being created while an earlier page was read.
func (db *DB) Find(key, after string, limit int) (ids []string, err error) {
	err = db.view(func(t tx) error {
		from, err := t.place(after)
		if err != nil {
			return err
		}
		ids, err = t.find(key, from, limit)
		return err
	})
	return ids, err
}

// Records returns the games that Find returns, without their events. It does not look at the logs: whether they are whole
// is found out when a game is loaded. A game whose record is damaged has only its ID.
func (db *DB) Records(key, after string, limit int) (games []Game, err error) {
	err = db.view(func(t tx) error {
		games = nil
		from, err := t.place(after)
		if err != nil {
			return err
		}
		ids, err := t.find(key, from, limit)
		if err != nil {
			return err
		}
		for _, id := range ids {
			g, err := t.recorded(id)
			if errors.Is(err, ErrDamaged) {
				g, err = Game{ID: id}, nil
			}
			if err != nil {
				return err
			}
			games = append(games, g)
		}
		return nil
	})
	return games, err
}

// find is Find for games whose number is greater than after.
func (t tx) find(key string, after uint64, limit int) (ids []string, err error) {
	bucket, prefix := bOrder, []byte(nil)
	if key != "" && t.format() == 1 {
		return nil, nil
	}
	if key != "" {
		bucket, prefix = bKeyed, join(key, nil)
	}
	c := t.cursor(bucket)
	for k, id := c.Seek(slices.Concat(prefix, num(after+1))); bytes.HasPrefix(k, prefix) && k != nil; k, id = c.Next() {
		if ids = append(ids, string(id)); len(ids) == limit {
			break
		}
	}
	return ids, nil
}

// place returns the number of a game in order of creation, 0 for no id.
func (t tx) place(id string) (uint64, error) {
	if id == "" {
		return 0, nil
	}
	var h gameHead
	_, found, err := t.row(bGames, []byte(id), &h)
	if err == nil && !found {
		err = fmt.Errorf("game %q: %w", id, ErrNotFound)
	}
	return h.N, err
}

// FindCount returns how many games have a key, or how many games there are if key is "". The number may be some seconds
// old.
func (db *DB) FindCount(key string) (n int, err error) {
	err = db.view(func(t tx) error {
		switch {
		case key == "":
			n, err = t.games()
			return err
		case t.format() > 1:
			n = t.size(key)
		}
		return nil
	})
	return n, err
}

// games returns how many games there are. Its cost does not depend on that number.
func (t tx) games() (int, error) {
	if t.old { // nothing was ever deleted
		return int(t.last(bOrder)), nil
	}
	all, err := t.readTallies()
	if err != nil || all == nil {
		return 0, err
	}
	return all.of(bOrder).Rows, nil
}

func checkKeys(keys []string) error {
	for i, k := range keys {
		if err := CheckName("key", k); err != nil {
			return err
		}
		if k[0] == sizeDue[0] || slices.Contains(keys[:i], k) {
			return fmt.Errorf("%w: key %q is reserved or said twice", ErrInvalid, k)
		}
	}
	return nil
}
