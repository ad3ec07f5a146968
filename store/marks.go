package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Mark is a text stored under a name, such as a player's settings. Its [Kind] reads and writes it. It may be any bytes.
// A file writes neighbours of a large mark together with it, so large ones should have names that come after all others.
type Mark struct {
	Name, Value string
	Rev         Rev
}

// Rev is the revision of a mark. Each write gives a new one, which no mark ever had before. 0 stands for a mark that
// does not exist.
type Rev uint64

type markHead struct {
	Rev Rev `json:"rev"`
}

// unmark reads a stored mark. Format 1 stored the bare text.
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

// expected returns ErrConflict if a mark has not the revision that a commit expects.
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

// MarkPage returns the marks whose names begin with prefix, in order of name: at most limit (0: all), and only those
// after the name after ("": from the first).
func (db *DB) MarkPage(prefix, after string, limit int) (marks []Mark, err error) {
	err = db.view(func(t tx) error {
		marks, err = t.markPage(prefix, after, limit)
		return err
	})
	return marks, err
}

func (t tx) markPage(prefix, after string, limit int) (marks []Mark, err error) {
	c := t.cursor(bMarks)
	k, v := c.Seek([]byte(max(prefix, after)))
	for ; k != nil && strings.HasPrefix(string(k), prefix) && (limit == 0 || len(marks) < limit); k, v = c.Next() {
		if after != "" && string(k) <= after {
			continue
		}
		m, err := t.unmark(string(k), v)
		if err != nil {
			return nil, err
		}
		marks = append(marks, m)
	}
	return marks, nil
}

// SetMarks sets marks that belong to no decision. All others belong into a Commit.
func (db *DB) SetMarks(m Marks) error {
	if err := m.Check(); err != nil {
		return err
	}
	return db.update(func(t tx) error { return t.setMarks(m) })
}

func (t tx) setMarks(m Marks) error {
	for _, name := range slices.Sorted(maps.Keys(m)) { // in order, so that the same calls give the same file
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
