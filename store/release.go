package store

import (
	"bytes"
	"time"
)

// Release ends all claims of an owner that stops, so that others need not wait for them: on queued mails, on inbound
// mails, and on deadlines at or before now. The attempts it made stay counted.
func (db *DB) Release(owner string, now time.Time) error { return db.release(owner, now, true) }

// ReleaseWork is Release for an owner that goes on sending: its claims on queued mails stay.
func (db *DB) ReleaseWork(owner string, now time.Time) error { return db.release(owner, now, false) }

func (db *DB) release(owner string, now time.Time, queued bool) error {
	if err := CheckName("owner", owner); err != nil {
		return err
	}
	var all []claimed
	err := db.view(func(t tx) (err error) {
		all, err = t.claimedBy(owner, now, queued)
		return err
	})
	if err != nil || len(all) == 0 {
		return err
	}
	defer db.passed.soon(now)
	return db.update(func(t tx) error {
		for _, c := range all {
			if err := t.passOver(func() error { return c.free(t, c.bucket, c.key, owner) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// A claimed is a row with a claim, and how to end it.
type claimed struct {
	bucket string
	key    []byte
	free   func(t tx, bucket string, key []byte, owner string) error
}

// claimedBy lists the rows that an owner has claimed, queued mails only if asked.
func (t tx) claimedBy(owner string, now time.Time, queued bool) (all []claimed, err error) {
	note := func(bucket string, key []byte, free func(tx, string, []byte, string) error) error {
		return t.passOver(func() error {
			var h held
			if _, _, err := t.row(bucket, key, &h); err != nil || h.Owner != owner {
				return err
			}
			all = append(all, claimed{bucket, bytes.Clone(key), free})
			return nil
		})
	}
	mail := freed(func(h *mailHead) *held { return &h.held })
	if queued {
		if err := t.scan(bQueue, nil, func(_, id []byte) error { return note(bMails, id, mail) }); err != nil {
			return nil, err
		}
	}
	inbound := freed(func(h *inHead) *held { return &h.held })
	if err := t.scan(bUnsettled, nil, func(_, key []byte) error { return note(bInbox, key, inbound) }); err != nil {
		return nil, err
	}
	deadline := freed(func(h *deadlineHead) *held { return &h.held })
	err = t.eachDue(now, func(d Deadline) (more bool, err error) {
		return true, note(bDeadlines, join(d.Game, []byte(d.Key)), deadline)
	})
	return all, err
}

// freed returns a function that ends an owner's claim in a row with a head of type H.
func freed[H any](claim func(*H) *held) func(t tx, bucket string, key []byte, owner string) error {
	return func(t tx, bucket string, key []byte, owner string) error {
		var h H
		rest, found, err := t.row(bucket, key, &h)
		if err != nil || !found || claim(&h).Owner != owner {
			return err
		}
		*claim(&h) = held{}
		return t.setRow(bucket, key, h, rest)
	}
}
