package store

import (
	"slices"
	"strconv"
	"time"
)

// prunedKey stores the number of the last pruned commit; in meta.
var prunedKey = []byte("pruned")

func (t tx) pruned() uint64 {
	n, err := strconv.ParseUint(string(t.get(bMeta, prunedKey)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Prune deletes what nobody needs of commits from before a time: the text of the inbound mails they settled, the
// outgoing mails they queued that are sent or dropped, the record that they settled causes other than mails, and the
// commits themselves, except when and why events came. Commits whose outcome is in keep stay whole, for instance
// mails in quarantine. Games stay for ever, and the keys by which inbound mails are recognised until ForgetKeys. Prune looks at
// most at limit commits and reports whether there are more. Several services may prune at once.
func (db *DB) Prune(before time.Time, keep []string, limit int) (more bool, err error) {
	err = db.update(func(t tx) error {
		n := 0
		more = false
		last := t.pruned()
		for n < limit {
			var h commitHead
			_, found, err := t.row(bCommits, num(last+1), &h)
			if err != nil || !found || !h.At.Before(before) {
				return t.notePruned(last, n, err)
			}
			if err := t.prune(last+1, h, before, keep); err != nil {
				return err
			}
			last++
			n++
		}
		more = true
		return t.notePruned(last, n, nil)
	})
	return more, err
}

// Forget deletes the text of a settled inbound mail. Its keys stay, so that the mail is recognised when it comes
// again. Until it is pruned its text is empty.
func (db *DB) Forget(key string) error {
	return db.update(func(t tx) error {
		main := t.resolve(key)
		if _, settled, err := t.outcome(main); err != nil || !settled {
			return err
		}
		return t.put(bInRaw, main, []byte{})
	})
}

func (t tx) notePruned(last uint64, n int, err error) error {
	if err != nil || n == 0 {
		return err
	}
	return t.put(bMeta, prunedKey, []byte(strconv.FormatUint(last, 10)))
}

// prune deletes what one commit has left behind.
func (t tx) prune(n uint64, h commitHead, before time.Time, keep []string) error {
	for _, cause := range append([]string{h.Cause}, h.Also...) {
		if cause == "" {
			continue
		}
		outcome, _, err := t.outcome([]byte(cause))
		if err != nil {
			return err
		}
		bucket := bSettled // not a mail: nobody asks again for its result
		if t.has(bInbox, []byte(cause)) {
			bucket = bInRaw
		}
		if slices.Contains(keep, outcome) {
			continue
		}
		if err := t.del(bucket, []byte(cause)); err != nil {
			return err
		}
	}
	for _, id := range h.Queued {
		var m mailHead
		_, found, err := t.row(bMails, []byte(id), &m)
		if err != nil {
			return err
		}
		if found && (m.State == Sent || m.State == Dropped) && m.Done.Before(before) {
			if err := t.del(bMails, []byte(id)); err != nil {
				return err
			}
		}
	}
	return t.leaveCommit(n, h)
}
