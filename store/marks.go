package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Mark is a small text kept under a name, such as a player's settings, as it is stored. Its [Kind] reads and writes it.
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

// SetMarks sets marks that belong to no decision; others go into its Commit.
func (db *DB) SetMarks(m Marks) error {
	if err := m.check(); err != nil {
		return err
	}
	return db.update(func(t tx) error { return t.setMarks(m) })
}

func (t tx) setMarks(m Marks) error {
	for _, name := range slices.Sorted(maps.Keys(m)) { // so that a file follows from what was done to it
		if err := t.setMark(name, m[name].text); err != nil {
			return err
		}
	}
	return nil
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
