package store

import (
	"fmt"
	"strconv"
)

// format is that of the file, whatever this package writes.
func (t tx) format() int {
	v, err := strconv.Atoi(string(t.get(bMeta, []byte("version"))))
	if err != nil {
		return 0
	}
	return v
}

// migrate brings a file of an older format to this one, whole or not at all. What was stored stays as it is; what was
// not yet kept beside it is made of it.
func (db *DB) migrate() error {
	old := Format
	err := db.view(func(t tx) error { old = t.format(); return nil })
	if err != nil || old == Format {
		return err
	}
	return db.update(func(t tx) error {
		if t.format() == 1 {
			if err := t.fromFormat1(); err != nil {
				return fmt.Errorf("the database cannot be brought from format 1 to %d: %w", Format, err)
			}
		}
		return t.put(bMeta, []byte("version"), []byte(strconv.Itoa(Format)))
	})
}

// fromFormat1 gives marks their revisions and counts what format 1 counted by looking at all of it. Games are found by
// no key until their caller gives them some.
func (t tx) fromFormat1() error {
	for _, name := range since2 {
		if _, err := t.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	marks := map[string]string{}
	if err := t.scan(bMarks, nil, func(k, v []byte) error { marks[string(k)] = string(v); return nil }); err != nil {
		return err
	}
	for name, value := range marks { // each gets a revision of its own, whichever
		if err := t.setMark(name, value); err != nil {
			return err
		}
	}
	for bucket, name := range map[string]string{bDue: sizeDue, bQueue: sizeQueue} {
		if err := t.resize(name, t.count(bucket)); err != nil {
			return err
		}
	}
	return nil
}
