package store

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// Names of what is counted as it comes and goes; the games under a key are counted under the key.
const (
	sizeDue   = "\x01due"
	sizeQueue = "\x01queue"
)

// resize changes how many there are of something.
func (t tx) resize(name string, by int) error {
	if by == 0 {
		return nil
	}
	n, ok := t.counted(name)
	if n += by; !ok {
		n = t.recount(name) // what is counted has changed already
	}
	if n == 0 {
		return t.del(bSizes, []byte(name))
	}
	return t.put(bSizes, []byte(name), []byte(strconv.Itoa(n)))
}

// size is how many there are.
func (t tx) size(name string) int {
	n, ok := t.counted(name)
	if !ok {
		n = t.recount(name)
	}
	return n
}

// counted is what was counted; ok is false where that is damaged.
func (t tx) counted(name string) (n int, ok bool) {
	_ = t.passOver(func() error {
		v := t.get(bSizes, []byte(name))
		n, _ = strconv.Atoi(string(v))
		ok = true
		return nil
	})
	return n, ok
}

// recount looks at all that is counted under a name.
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

// setKeys has a game found by other keys than before.
func (t tx) setKeys(id string, n uint64, old, keys []string) error {
	for _, k := range old {
		if !slices.Contains(keys, k) {
			if err := t.unkey(id, n, k); err != nil {
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

func (t tx) unkey(_ string, n uint64, key string) error {
	if err := t.del(bKeyed, join(key, num(n))); err != nil {
		return err
	}
	return t.resize(key, -1)
}

// Find lists the ids of the games with a key, those of all games where it is "", in the order of their creation: at
// most limit (0: all) of those after the game with the id after ("": from the first).
func (db *DB) Find(key, after string, limit int) (ids []string, err error) {
	err = db.view(func(t tx) error {
		from, err := t.place(after)
		if err != nil {
			return err
		}
		bucket, prefix := bOrder, []byte(nil)
		if key != "" && t.format() == 1 {
			return nil
		}
		if key != "" {
			bucket, prefix = bKeyed, join(key, nil)
		}
		c := t.cursor(bucket)
		for k, id := c.Seek(slices.Concat(prefix, num(from+1))); bytes.HasPrefix(k, prefix) && k != nil; k, id = c.Next() {
			if ids = append(ids, string(id)); len(ids) == limit {
				break
			}
		}
		return nil
	})
	return ids, err
}

// place is the number of a game in the order of creation, 0 for no id.
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

// FindCount is how many games have a key, or how many there are at all where it is "". It costs the same however many
// there are.
func (db *DB) FindCount(key string) (n int, err error) {
	err = db.view(func(t tx) error {
		switch {
		case key == "":
			n = int(t.last(bOrder))
		case t.format() > 1:
			n = t.size(key)
		}
		return nil
	})
	return n, err
}

func checkKeys(keys []string) error {
	for i, k := range keys {
		if err := checkName("key", k); err != nil {
			return err
		}
		if k[0] == sizeDue[0] || slices.Contains(keys[:i], k) {
			return fmt.Errorf("%w: key %q is reserved or said twice", ErrInvalid, k)
		}
	}
	return nil
}
