package store

import (
	"fmt"
	"strconv"
	"time"
)

// Deadline is a moment at which something must happen in a game. Game and Key identify it.
type Deadline struct {
	Game string // id; need not be a game of this store
	Key  string // which of the game's deadlines
	At   time.Time
}

type deadlineHead struct {
	At time.Time `json:"at"`
	held
}

func (d Deadline) check() error {
	if err := CheckName("game id", d.Game); err != nil {
		return err
	}
	if err := CheckName("deadline", d.Key); err != nil {
		return err
	}
	if !d.At.IsZero() && (d.At.Year() < 1700 || d.At.Year() > 2200) {
		return fmt.Errorf("%w: deadline in the year %d", ErrInvalid, d.At.Year())
	}
	return nil
}

// dueKey sorts deadlines by time.
func dueKey(at time.Time, key []byte) []byte {
	return append(num(uint64(at.UnixNano())^1<<63), key...)
}

func (t tx) setDeadline(d Deadline) error {
	key := join(d.Game, []byte(d.Key))
	var old deadlineHead
	_, found, err := t.row(bDeadlines, key, &old)
	if err != nil {
		return err
	}
	if found {
		if err := t.del(bDue, dueKey(old.At, key)); err != nil {
			return err
		}
		if err := t.resize(sizeDue, -1); err != nil {
			return err
		}
	}
	if d.At.IsZero() {
		return t.del(bDeadlines, key)
	}
	if err := t.put(bDue, dueKey(d.At, key), []byte{}); err != nil {
		return err
	}
	if err := t.resize(sizeDue, 1); err != nil {
		return err
	}
	return t.setRow(bDeadlines, key, deadlineHead{At: d.At.UTC(), held: held{}}, nil)
}

// Overdue returns the deadlines at or before now, in order of time. They stay until a commit sets or clears them. A
// caller that makes its cause from game, key and time acts on each only once.
func (db *DB) Overdue(now time.Time) ([]Deadline, error) { return db.overdue(now, 0) }

func (db *DB) overdue(now time.Time, limit int) (all []Deadline, err error) {
	err = db.view(func(t tx) error {
		return t.eachDue(now, func(d Deadline) (bool, error) {
			all = append(all, d)
			return limit <= 0 || len(all) < limit, nil
		})
	})
	return all, err
}

// eachDue visits the deadlines at or before now, as long as visit wants more.
func (t tx) eachDue(now time.Time, visit func(Deadline) (more bool, err error)) error {
	c := t.cursor(bDue)
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		at := time.Unix(0, int64(number(k)^1<<63)).UTC()
		if at.After(now) {
			return nil
		}
		game, key := cut(k[8:])
		if more, err := visit(Deadline{Game: game, Key: string(key), At: at}); err != nil || !more {
			return err
		}
	}
	return nil
}

// Deadlines returns a game's deadlines, in order of key.
func (db *DB) Deadlines(game string) (all []Deadline, err error) {
	err = db.view(func(t tx) error {
		return t.scan(bDeadlines, join(game, nil), func(k, v []byte) error {
			var h deadlineHead
			_, err := unseal(v, &h)
			_, key := cut(k)
			all = append(all, Deadline{Game: game, Key: string(key), At: h.At})
			return err
		})
	})
	return all, err
}

// Counter returns a counter, such as the bounce score of an address. A counter that was never changed is 0.
func (db *DB) Counter(name string) (n int, err error) {
	err = db.view(func(t tx) error {
		n, err = t.counter(name)
		return err
	})
	return n, err
}

// Count adds delta to a counter and returns its new value. Use a Commit for what must be counted exactly once.
func (db *DB) Count(name string, delta int) (n int, err error) {
	if err := CheckName("counter", name); err != nil {
		return 0, err
	}
	err = db.update(func(t tx) error {
		n, err = t.add(name, delta)
		return err
	})
	return n, err
}

// ResetCounter sets a counter back to 0.
func (db *DB) ResetCounter(name string) error {
	if err := CheckName("counter", name); err != nil {
		return err
	}
	return db.update(func(t tx) error { return t.del(bCounters, []byte(name)) })
}

// Counters returns the counters that are not 0 and whose names begin with prefix.
func (db *DB) Counters(prefix string) (map[string]int, error) {
	all := map[string]int{}
	err := db.view(func(t tx) error {
		return t.scan(bCounters, []byte(prefix), func(k, _ []byte) error {
			n, err := t.counter(string(k))
			all[string(k)] = n
			return err
		})
	})
	return all, err
}

func (t tx) counter(name string) (int, error) {
	v := t.get(bCounters, []byte(name))
	if v == nil {
		return 0, nil
	}
	n, err := strconv.Atoi(string(v))
	if err != nil {
		return 0, fmt.Errorf("counter %q: %w", name, ErrDamaged)
	}
	return n, nil
}

func (t tx) add(name string, delta int) (int, error) {
	n, err := t.counter(name)
	if err != nil {
		return 0, err
	}
	if n += delta; n == 0 {
		return 0, t.del(bCounters, []byte(name))
	}
	return n, t.put(bCounters, []byte(name), []byte(strconv.Itoa(n)))
}
