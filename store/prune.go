package store

import (
	"fmt"
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

// Late is how long after their commit most mails have ended: those that wait for an hour of the day, or are tried again.
const Late = 7 * 24 * time.Hour

// Prune deletes what nobody needs of commits from before a time: the text of the inbound mails they settled, the
// outgoing mails they queued that were sent or dropped by then, or until Late after it, the record that they settled causes other than mails, and the
// commits themselves, except when and why events came. Commits whose outcome is in keep stay whole, for instance
// mails in quarantine. Games stay for ever, and the keys by which inbound mails are recognised until ForgetKeys. Prune looks at
// most at limit commits and reports whether there are more. Several services may prune at once.
func (db *DB) Prune(before time.Time, keep []string, limit int) (more bool, err error) {
	err = db.update(func(t tx) error {
		n := 0
		more = false
		last, old := t.pruned(), uint64(0)
		for n < limit {
			var h commitHead
			_, found, err := t.row(bCommits, num(last+1), &h)
			if err == nil && found && last+1 > old && !h.At.Before(before) {
				old, err = t.olderBehind(last+1, h.At, before)
			}
			if err != nil || !found || last+1 > old && !h.At.Before(before) {
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

// PruneMails goes through the outgoing mails, at most limit behind a Message-ID ("" for the first), and deletes those that were sent or
// dropped before a time and whose commit is pruned: Prune leaves what ends later, such as a mail that fails and is dropped long
// after. next is the Message-ID to go on from, "" at the end. Several services may prune at once.
func (db *DB) PruneMails(before time.Time, after string, limit int) (next string, err error) {
	var old []string
	err = db.view(func(t tx) error {
		old, next, err = t.left(before, after, limit)
		return err
	})
	if err != nil || len(old) == 0 {
		return next, err
	}
	return next, db.update(func(t tx) error {
		for _, id := range old {
			var h mailHead
			if _, found, err := t.row(bMails, []byte(id), &h); err != nil || !found || !h.left(before) {
				continue
			}
			if err := t.del(bMails, []byte(id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// left lists those of some mails that PruneMails deletes.
func (t tx) left(before time.Time, after string, limit int) (old []string, next string, err error) {
	c := t.cursor(bMails)
	k, v := c.Seek([]byte(after))
	if after != "" && string(k) == after {
		k, v = c.Next()
	}
	for n := 0; k != nil && n < limit; k, v = c.Next() {
		n++
		next = string(k)
		var h mailHead
		if _, err := unseal(v, &h); err != nil {
			return nil, "", fmt.Errorf("mail %q: %w", k, err)
		}
		if h.left(before) {
			old = append(old, next)
		}
	}
	if k == nil {
		next = ""
	}
	return old, next, nil
}

// ended reports whether a mail was sent or dropped.
func (h mailHead) ended() bool { return h.State == Sent || h.State == Dropped }

// left reports whether a mail that has ended before a time is named by no commit any more.
func (h mailHead) left(before time.Time) bool { return h.ended() && h.Pruned && h.Done.Before(before) }

// olderBehind returns the first commit behind number n that is older than n's time, if it is from before a time: then the clock
// was ahead at n, and all up to there are older than they say. It returns 0 if there is none. There may be many of such a
// clock, so it searches by halves.
func (t tx) olderBehind(n uint64, at, before time.Time) (uint64, error) {
	newest, err := t.given(bCommits)
	for tried := 0; err == nil; newest-- {
		i, h, wrong := t.settling(newest, newest)
		if tried++; wrong != nil || newest <= n || tried > mostBrought || i > 0 && !h.At.Before(at) {
			return 0, wrong
		}
		if i > 0 {
			break
		}
	}
	older := newest // the first known to be older
	for from := n; err == nil && older-from > 1; {
		middle := from + (older-from)/2
		i, h, wrong := t.settling(middle, older)
		if err = wrong; h.At.Before(at) {
			older = middle
		} else {
			from = i
		}
	}
	if err != nil {
		return 0, err
	}
	i, h, err := t.settling(older, newest)
	if err != nil || !h.At.Before(before) {
		return 0, err
	}
	return i, nil
}

// mostBrought is at how many of the last commits olderBehind looks for one that settles something.
const mostBrought = 10_000

// settling returns the first of the commits from a number to another that settles something, with its number; 0 if there is none.
// Others may have brought old events back, with their old time.
func (t tx) settling(from, to uint64) (uint64, commitHead, error) {
	for n := from; n <= to; n++ {
		var h commitHead
		if _, found, err := t.row(bCommits, num(n), &h); err != nil || found && h.Cause != "" {
			return n, h, err
		}
	}
	return 0, commitHead{}, nil
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
		ahead := !h.At.Before(before) && !m.Done.Before(h.At) // both by a clock that was ahead
		switch {
		case !found:
		case m.ended() && (m.Done.Before(before.Add(Late)) || ahead):
			err = t.del(bMails, []byte(id))
		default:
			m.Pruned = true
			err = t.setRow(bMails, []byte(id), m, nil)
		}
		if err != nil {
			return err
		}
	}
	return t.leaveCommit(n, h)
}
