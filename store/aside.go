package store

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Deadline is a moment at which something is to happen in a game. It is known by Game and Key.
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
	if err := checkName("game id", d.Game); err != nil {
		return err
	}
	if err := checkName("deadline", d.Key); err != nil {
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

// Overdue returns the deadlines that are at or before now, in order of time. They stay until a commit sets or clears
// them; a cause made of game, key and time makes sure that each strikes once.
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

// eachDue visits the deadlines that are at or before now, as long as visit wants more.
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

// Deadlines returns a game's deadlines in order of their keys.
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

// A Mark is a small text kept under a name, such as a player's settings. Names have the form "kind/id".
type Mark struct {
	Name, Value string
	Rev         Rev
}

// Rev is a revision of a mark: another one each time it is written, and never one that any mark had before; 0 is that
// of a mark that is not there.
type Rev uint64

type markHead struct {
	Rev Rev `json:"rev"`
}

// unmark reads a stored mark; format 1 kept the bare text.
func (t tx) unmark(name string, v []byte) (Mark, error) {
	if v == nil {
		return Mark{Name: name}, nil
	}
	if t.format() == 1 {
		return Mark{Name: name, Value: string(v), Rev: 1}, nil
	}
	var h markHead
	body, err := unseal(v, &h)
	if err != nil {
		err = fmt.Errorf("mark %q: %w", name, err)
	}
	return Mark{Name: name, Value: string(body), Rev: h.Rev}, err
}

// expected refuses a commit that was decided on marks that are no more as they were.
func (t tx) expected(revs map[string]Rev) error {
	for name, want := range revs {
		m, err := t.unmark(name, t.get(bMarks, []byte(name)))
		if err != nil {
			return err
		}
		if m.Rev != want {
			return fmt.Errorf("mark %q is at %d, not at %d: %w", name, m.Rev, want, ErrConflict)
		}
	}
	return nil
}

// MarkAt returns a mark with its revision, for Commit.Expect.
func (db *DB) MarkAt(name string) (m Mark, err error) {
	err = db.view(func(t tx) error {
		m, err = t.unmark(name, t.get(bMarks, []byte(name)))
		return err
	})
	return m, err
}

// MarkPage returns the marks whose names begin with prefix, in the order of their names: at most limit (0: all) of
// those after the name after ("": from the first).
func (db *DB) MarkPage(prefix, after string, limit int) (marks []Mark, err error) {
	err = db.view(func(t tx) error {
		c := t.cursor(bMarks)
		k, v := c.Seek([]byte(max(prefix, after)))
		for ; k != nil && strings.HasPrefix(string(k), prefix) && (limit == 0 || len(marks) < limit); k, v = c.Next() {
			if after != "" && string(k) <= after {
				continue
			}
			m, err := t.unmark(string(k), v)
			if err != nil {
				return err
			}
			marks = append(marks, m)
		}
		return nil
	})
	return marks, err
}

// Mark returns a small text kept under a name (the last UID of a mailbox, a player's settings), "" if there is none.
func (db *DB) Mark(name string) (value string, err error) {
	err = db.view(func(t tx) error {
		m, err := t.unmark(name, t.get(bMarks, []byte(name)))
		value = m.Value
		return err
	})
	return value, err
}

// SetMark sets a mark, or clears it where value is "". A mark that belongs to a decision goes into its Commit.
func (db *DB) SetMark(name, value string) error {
	if err := checkName("mark", name); err != nil {
		return err
	}
	return db.update(func(t tx) error { return t.setMark(name, value) })
}

// Marks returns the marks whose names begin with prefix.
func (db *DB) Marks(prefix string) (map[string]string, error) {
	marks := map[string]string{}
	err := db.view(func(t tx) error {
		return t.scan(bMarks, []byte(prefix), func(k, v []byte) error {
			m, err := t.unmark(string(k), v)
			marks[m.Name] = m.Value
			return err
		})
	})
	return marks, err
}

func (t tx) setMark(name, value string) error {
	if value == "" {
		return t.del(bMarks, []byte(name))
	}
	rev, err := t.next(bMarks)
	if err != nil {
		return err
	}
	return t.setRow(bMarks, []byte(name), markHead{Rev(rev)}, []byte(value))
}

// Counter returns a counter, such as an address's bounce score; one never counted is 0.
func (db *DB) Counter(name string) (n int, err error) {
	err = db.view(func(t tx) error {
		n, err = t.counter(name)
		return err
	})
	return n, err
}

// Count adds delta to a counter and returns its new value. What must be counted exactly once goes into a Commit.
func (db *DB) Count(name string, delta int) (n int, err error) {
	if err := checkName("counter", name); err != nil {
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
	if err := checkName("counter", name); err != nil {
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
