package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// These methods take out of the store what names a person. Each does a part of the work, and calling it again does no harm.

// Nobody is the recipient of a mail whose address was forgotten.
const Nobody = "-"

// checkReworded checks the events that a change replaces.
func (ch Change) checkReworded() error {
	if ch.Reworded == nil {
		return nil
	}
	if ch.Record == nil || ch.Away || ch.Back != nil || ch.Gone {
		return fmt.Errorf("%w: events of game %q are replaced with a record and nothing that moves the log", ErrInvalid, ch.Game)
	}
	for n, e := range ch.Reworded {
		if n < 0 || n >= ch.Expect.Events || !json.Valid(e) {
			return fmt.Errorf("%w: event %d of game %q, which is replaced, is not there or not JSON", ErrInvalid, n, ch.Game)
		}
	}
	return nil
}

// reword replaces events of a game's log. Each stays with the commit that brought it.
func (t tx) reword(ch Change) error {
	for n, e := range ch.Reworded {
		key := join(ch.Game, num(uint64(n)))
		var h eventHead
		if _, found, err := t.row(bEvents, key, &h); err != nil || !found {
			return orNotFound(err, "event of game", ch.Game)
		}
		if err := t.setRow(bEvents, key, h, e); err != nil {
			return err
		}
	}
	return nil
}

// ForgetSender deletes keys that begin with prefix and by which inbound mails are recognised, and the texts of these mails. The
// main keys of the mails stay, so prefix must not be the beginning of one. It passes over mails that are not settled, and
// reports whether there are any. It deletes at most limit keys and reports whether there are more.
func (db *DB) ForgetSender(prefix string, limit int) (more, unsettled bool, err error) {
	err = db.update(func(t tx) error {
		more, unsettled = false, false
		var keys [][]byte
		err := t.scan(bAliases, []byte(prefix), func(k, main []byte) error {
			switch _, settled, err := t.outcome(main); {
			case err != nil:
				return err
			case !settled:
				unsettled = true
			case len(keys) == limit:
				more = true
			default:
				keys = append(keys, bytes.Clone(k))
			}
			return nil
		})
		for _, k := range keys {
			if err == nil {
				err = t.passOver(func() error { return t.forgetKey(k) })
			}
		}
		return err
	})
	return more, unsettled, err
}

// forgetKey deletes one key that leads to a mail, and the text of the mail.
func (t tx) forgetKey(key []byte) error {
	main := bytes.Clone(t.get(bAliases, key))
	var in inHead
	if _, found, err := t.row(bInbox, main, &in); err != nil || !found {
		return err
	}
	var h arrivedHead
	if _, found, err := t.row(bArrived, num(in.N), &h); err != nil {
		return err
	} else if found {
		h.Keys = slices.DeleteFunc(h.Keys, func(k string) bool { return k == string(key) })
		if err := t.setRow(bArrived, num(in.N), h, nil); err != nil {
			return err
		}
	}
	if t.has(bInRaw, main) {
		if err := t.put(bInRaw, main, []byte{}); err != nil {
			return err
		}
	}
	return t.del(bAliases, key)
}

// ForgetRecipient goes through the outgoing mails, at most limit behind a Message-ID ("" for the first), and forgets the
// address of those to one: they are from now on to Nobody. Those that are queued or have failed are dropped. It passes over mails
// that are being sent, and returns how many. next is the Message-ID to go on from, "" at the end.
func (db *DB) ForgetRecipient(address, after string, now time.Time, limit int) (next string, sending int, err error) {
	err = db.update(func(t tx) error {
		next, sending = "", 0
		var found [][]byte
		c := t.cursor(bMails)
		k, v := c.Seek([]byte(after))
		if after != "" && string(k) == after {
			k, v = c.Next()
		}
		for n := 0; k != nil && n < limit; k, v = c.Next() {
			n++
			next = string(k)
			var h mailHead
			switch _, err := unseal(v, &h); {
			case err != nil:
				return fmt.Errorf("mail %q: %w", k, err)
			case !strings.EqualFold(h.To, address):
			case h.State == Queued && !t.free(h.held, Claim{Now: now}):
				sending++
			default:
				found = append(found, bytes.Clone(k))
			}
		}
		if k == nil {
			next = ""
		}
		for _, id := range found {
			if err := t.passOver(func() error { return t.forgetRecipient(id, now) }); err != nil {
				return err
			}
		}
		return nil
	})
	return next, sending, err
}

// forgetRecipient forgets the address of one mail.
func (t tx) forgetRecipient(id []byte, now time.Time) error {
	var h mailHead
	if _, _, err := t.row(bMails, id, &h); err != nil {
		return err
	}
	if h.State == Queued || h.State == Failed {
		h.Done = now.UTC()
		if err := t.setMail(id, h, Dropped); err != nil {
			return err
		}
		h.State = Dropped
	}
	h.To, h.Topic, h.LastError, h.Unless, h.held = Nobody, "", "", "", held{}
	return t.setRow(bMails, id, h, nil)
}

// MostPage is how many bytes of text a page of Texts or Unsent has before its last mail, at most. Mails may have megabytes, and many
// at a time would fill the memory.
const MostPage = 8 << 20

// Texts returns settled inbound mails whose text is there, in order of key. It looks at most at limit mails behind a key, ""
// for the first, and at fewer if they are long (MostPage). next is the key to go on from, "" at the end.
func (db *DB) Texts(after string, limit int) (mails []Inbound, next string, err error) {
	err = db.view(func(t tx) error {
		c := t.cursor(bInRaw)
		k, v := c.Seek([]byte(after))
		if after != "" && string(k) == after {
			k, v = c.Next()
		}
		for n, size := 0, 0; k != nil; k, v = c.Next() {
			if n++; n > limit || size >= MostPage {
				return nil
			}
			next = string(k)
			outcome, settled, err := t.outcome(k)
			if err != nil {
				return err
			}
			if settled && len(v) > 0 {
				mails = append(mails, Inbound{Key: string(k), Outcome: outcome, Raw: bytes.Clone(v)})
				size += len(v)
			}
		}
		next = ""
		return nil
	})
	return mails, next, err
}

// Unsent returns outgoing mails that are queued or have failed, with their text, in order of Message-ID. It looks at most at limit
// mails behind one, "" for the first, and at fewer if they are long (MostPage). next is the Message-ID to go on from, "" at the end.
func (db *DB) Unsent(after string, limit int) (mails []Mail, next string, err error) {
	err = db.view(func(t tx) error {
		c := t.cursor(bOutRaw)
		k, _ := c.Seek([]byte(after))
		if after != "" && string(k) == after {
			k, _ = c.Next()
		}
		for n, size := 0, 0; k != nil; k, _ = c.Next() {
			if n++; n > limit || size >= MostPage {
				return nil
			}
			next = string(k)
			err := t.passOver(func() error {
				var h mailHead
				_, _, err := t.row(bMails, k, &h)
				if err == nil {
					mails = append(mails, h.mail(k, t.get(bOutRaw, k)))
					size += len(mails[len(mails)-1].Raw)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		next = ""
		return nil
	})
	return mails, next, err
}

// Rewrite gives an outgoing mail another text, if it is queued or has failed. It does not while the mail is being sent, and reports
// that.
func (db *DB) Rewrite(id string, raw []byte, now time.Time) (sending bool, err error) {
	if len(raw) == 0 {
		return false, fmt.Errorf("%w: mail %q is to be empty", ErrInvalid, id)
	}
	err = db.update(func(t tx) error {
		var h mailHead
		_, found, err := t.row(bMails, []byte(id), &h)
		sending = h.State == Queued && !t.free(h.held, Claim{Now: now})
		if err != nil || !found || sending || h.State != Queued && h.State != Failed {
			return err
		}
		return t.put(bOutRaw, []byte(id), raw)
	})
	return sending, err
}
