package store

import (
	"bytes"
	"slices"
	"time"
)

// Inbound mails are listed in order of arrival, each with all its keys. So ForgetKeys finds the oldest, and deletes all
// of their keys.

// arrivedHead is the row of a mail in that list.
type arrivedHead struct {
	Keys []string `json:"keys"` // the main key first
}

// arrive lists the mail with the arrival number n if it is not listed yet, and adds keys to it.
func (t tx) arrive(n uint64, main []byte, more ...string) error {
	var h arrivedHead
	_, found, err := t.row(bArrived, num(n), &h)
	if err != nil || found && len(more) == 0 {
		return err
	}
	if !found {
		h.Keys = []string{string(main)}
	}
	h.Keys = append(h.Keys, more...)
	return t.setRow(bArrived, num(n), h, nil)
}

// ForgetKeys deletes inbound mails that were kept before a time, with all keys by which they are recognised. It passes
// over those that are not settled, and those that ended with an outcome in keep. It stops at the first whose text is not
// pruned yet. A caller must make sure that such a mail is not decided when it comes again: nobody recognises it any more.
// ForgetKeys looks at most at limit mails and reports whether there may be more. Several services may call it at once.
func (db *DB) ForgetKeys(before time.Time, keep []string, limit int) (more bool, err error) {
	last := db.forgotten.Load()
	err = db.update(func(t tx) error {
		last = db.forgotten.Load()
		var old []arrivedHead
		if old, last, err = t.oldest(last, before, limit); err != nil {
			return err
		}
		more = limit > 0 && len(old) == limit
		for _, h := range old {
			if err := t.passOver(func() error { return t.forget(h, keep) }); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		db.forgotten.Store(last)
	}
	return more, err
}

// oldest returns the mails behind a number that came before a time and whose text is pruned, and the number of the last.
func (t tx) oldest(after uint64, before time.Time, limit int) (old []arrivedHead, last uint64, err error) {
	pruned := t.pruned()
	last = after
	c := t.cursor(bArrived)
	for k, v := c.Seek(num(after + 1)); k != nil && len(old) < limit; k, v = c.Next() {
		var h arrivedHead
		if _, err := unseal(v, &h); err != nil {
			return nil, after, err
		}
		var in inHead
		var how settledHead
		var young bool
		err := t.passOver(func() error {
			if _, _, err := t.row(bInbox, []byte(h.Keys[0]), &in); err != nil {
				return err
			}
			_, settled, err := t.row(bSettled, []byte(h.Keys[0]), &how)
			young = !in.At.Before(before) || settled && how.Commit > pruned
			return err
		})
		if err != nil || young {
			return old, last, err
		}
		old, last = append(old, h), number(k)
	}
	return old, last, nil
}

// forget deletes a mail with its keys, unless somebody still works on it, or has to.
func (t tx) forget(h arrivedHead, keep []string) error {
	main := []byte(h.Keys[0])
	outcome, settled, err := t.outcome(main)
	if err != nil || !settled || slices.Contains(keep, outcome) {
		return err
	}
	var in inHead
	if _, found, err := t.row(bInbox, main, &in); err != nil || !found {
		return err
	}
	for _, key := range h.Keys[1:] {
		if bytes.Equal(t.get(bAliases, []byte(key)), main) {
			if err := t.del(bAliases, []byte(key)); err != nil {
				return err
			}
		}
	}
	for _, bucket := range []string{bInRaw, bSettled, bInbox} {
		if err := t.del(bucket, main); err != nil {
			return err
		}
	}
	return t.del(bArrived, num(in.N))
}

// toArrived begins the step to the format that lists mails by their arrival.
func (t tx) toArrived() error {
	for _, name := range since4 {
		if _, err := t.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	t.sums.Format, t.sums.changed = arrivedFormat, true
	if err := t.put(bMeta, listingKey, join(bInbox, nil)); err != nil {
		return err
	}
	return t.put(bMeta, versionKey, []byte{'0' + arrivedFormat})
}

// mostListed is how many mails and keys are listed in one transaction.
const mostListed = 20000

// listSome lists the next mails, and after all mails their other keys. It reports whether there are more.
func (t tx) listSome(most int) (more bool, err error) {
	bucket, after := cut(bytes.Clone(t.get(bMeta, listingKey)))
	rows := t.some(bucket, after, most)
	for _, r := range rows {
		if err := t.passOver(func() error { return t.list(bucket, r) }); err != nil {
			return false, err
		}
		after = r.key
	}
	switch {
	case len(rows) == most:
		return true, t.put(bMeta, listingKey, join(bucket, after))
	case bucket == bInbox:
		return true, t.put(bMeta, listingKey, join(bAliases, nil))
	}
	t.sums.changed = true
	return false, t.in(bMeta).Delete(listingKey)
}

// some returns the next rows of a bucket.
func (t tx) some(bucket string, after []byte, most int) (rows []element) {
	c := t.cursor(bucket)
	k, v := c.Seek(after)
	if len(after) > 0 && bytes.Equal(k, after) {
		k, v = c.Next()
	}
	for ; k != nil && len(rows) < most; k, v = c.Next() {
		rows = append(rows, element{key: bytes.Clone(k), value: bytes.Clone(v)})
	}
	return rows
}

// list lists a mail, or adds a key to one that is listed.
func (t tx) list(bucket string, r element) error {
	main, more := r.key, []string(nil)
	if bucket == bAliases {
		main, more = r.value, []string{string(r.key)}
	}
	var h inHead
	if _, found, err := t.row(bInbox, main, &h); err != nil || !found {
		return err
	}
	return t.arrive(h.N, main, more...)
}

// arrived checks that the list of mails by their arrival has all of them, with all their keys.
func (c checker) arrived() {
	keys := 0
	c.each(bArrived, func(k, v []byte) {
		var h arrivedHead
		if _, ok := c.head(bArrived, k, v, &h); !ok {
			return
		}
		var in inHead
		if _, found, err := c.row(bInbox, []byte(h.Keys[0]), &in); err != nil || !found || in.N != number(k) {
			c.faultf("the list of arrivals names inbound mail %q, which is not there", h.Keys[0])
		}
		for _, key := range h.Keys[1:] {
			if keys++; string(c.get(bAliases, []byte(key))) != h.Keys[0] {
				c.faultf("the list of arrivals names the key %q of inbound mail %q, which does not lead to it", key, h.Keys[0])
			}
		}
	})
	if mails, listed := c.count(bInbox), c.count(bArrived); mails != listed {
		c.faultf("the list of arrivals has %d inbound mails, there are %d", listed, mails)
	}
	if have := c.count(bAliases); have != keys {
		c.faultf("the list of arrivals has %d keys, there are %d", keys, have)
	}
}
