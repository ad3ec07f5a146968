package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// summingKey stores how far the migration has given checksums to the rows of an older format: the last bucket and key.
// It exists only while that goes on.
var summingKey = []byte("summing")

// listingKey stores how far the migration has listed mails by their arrival: the last bucket and key. It exists only while
// that goes on.
var listingKey = []byte("listing")

// sumsFormat is the first format with checksums, and arrivedFormat the first that lists mails by their arrival.
const (
	sumsFormat    = 3
	arrivedFormat = 4
)

// errHalfway means that the migration to this format has begun and not ended.
var errHalfway = errors.New("its move to a newer format was broken off; pbem serve goes on with it")

// format returns the format of the file.
func (t tx) format() int {
	v, err := strconv.Atoi(string(t.in(bMeta).Get(versionKey)))
	if err != nil {
		return 0
	}
	return v
}

// halfway refuses a file whose migration to this format has not ended.
func (t tx) halfway() error {
	if t.has(bMeta, summingKey) || t.has(bMeta, listingKey) {
		return errHalfway
	}
	return nil
}

// migrate brings a file of an older format to this one. Stored rows keep their content; new indexes are computed from
// them. For a large file that takes several transactions. If the process stops between two of them, the next Open
// goes on, and no older program opens the file.
func (db *DB) migrate() error {
	if db.old {
		if err := db.transact(tx.toSums); err != nil {
			return fmt.Errorf("the database cannot be brought to format %d: %w", sumsFormat, err)
		}
		db.old = false
	}
	if err := db.inSteps(summingKey, func(t tx) (bool, error) { return t.sumSome(mostSummed) }); err != nil {
		return err
	}
	older := false
	if err := db.view(func(t tx) error { older = t.format() < arrivedFormat; return nil }); err != nil {
		return err
	}
	if older {
		if err := db.transact(tx.toArrived); err != nil {
			return fmt.Errorf("the database cannot be brought to format %d: %w", arrivedFormat, err)
		}
	}
	return db.inSteps(listingKey, func(t tx) (bool, error) { return t.listSome(mostListed) })
}

// inSteps goes on with a part of the migration, if a row in meta says that it has not ended.
func (db *DB) inSteps(key []byte, step func(tx) (more bool, err error)) error {
	more := false
	err := db.view(func(t tx) error { more = t.has(bMeta, key); return nil })
	for more && err == nil {
		err = db.transact(func(t tx) (err error) {
			more, err = step(t)
			return err
		})
	}
	return err
}

// mostSummed is how many bytes of rows get checksums in one transaction.
const mostSummed = 32 << 20

// toSums begins the step from a format without checksums to the one with them.
func (t tx) toSums() error {
	if t.format() == 1 {
		if err := t.fromFormat1(); err != nil {
			return err
		}
	}
	for _, name := range since3 {
		if _, err := t.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	t.old, t.sums = false, &tallies{Format: sumsFormat, Buckets: map[string]*tally{}, changed: true}
	for _, name := range bucketsOf(sumsFormat) {
		t.sums.of(name).Last = t.in(name).Sequence()
	}
	if err := t.writeTallies(); err != nil {
		return err
	}
	if err := t.put(bMeta, summingKey, []byte{0}); err != nil {
		return err
	}
	return t.put(bMeta, versionKey, []byte(strconv.Itoa(sumsFormat)))
}

// sumSome gives checksums to the next rows, and versions to the games among them. It reports whether there are more.
func (t tx) sumSome(most int) (more bool, err error) {
	after, key := cut(t.in(bMeta).Get(summingKey))
	key = bytes.Clone(key)
	for _, bucket := range slices.Sorted(slices.Values(bucketsOf(sumsFormat))) {
		if bucket < after || bucket == bVersions {
			continue
		}
		if bucket > after {
			key = nil
		}
		rows, all := t.unsummed(bucket, key, &most)
		for _, r := range rows {
			if err := t.sumRow(bucket, r); err != nil {
				return false, err
			}
			key = r.key
		}
		if !all {
			return true, t.put(bMeta, summingKey, join(bucket, key))
		}
	}
	t.sums.changed = true
	return false, t.in(bMeta).Delete(summingKey)
}

// unsummed returns the next rows of a bucket without a checksum, in order, and whether these are all.
func (t tx) unsummed(bucket string, after []byte, most *int) (rows []element, all bool) {
	c := t.in(bucket).Cursor()
	k, v := c.Seek(after)
	if len(after) > 0 && bytes.Equal(k, after) {
		k, v = c.Next()
	}
	for ; k != nil; k, v = c.Next() {
		if uncounted(bucket, k) {
			continue
		}
		if *most <= 0 {
			return rows, false
		}
		*most -= len(k) + len(v) + header
		rows = append(rows, element{key: bytes.Clone(k), value: bytes.Clone(v)})
	}
	return rows, true
}

func (t tx) sumRow(bucket string, r element) error {
	v := summed(bucket, r.key, r.value)
	t.sums.count(bucket, r.key, nil, v)
	if err := t.in(bucket).Put(r.key, v); err != nil || bucket != bGames {
		return err
	}
	var h gameHead
	if _, err := unseal(r.value, &h); err != nil {
		return nil // it is reported when it is read
	}
	return t.setRow(bVersions, r.key, versionHead{t.eventCount(string(r.key)), h.Revision}, nil)
}

// fromFormat1 gives marks their revisions and computes the counts that format 1 did not store. Games have no keys until
// their caller sets some.
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
	for name, value := range marks { // any order will do: each gets a revision of its own
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
