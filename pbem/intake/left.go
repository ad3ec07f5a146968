package intake

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"pbem/pbem/postbox"
)

// Some messages are left behind while the reader goes on: work on one failed,
// and the desk settles it later, or the server would not hand one out. Each has a
// mark "left/VALIDITY.UID" in the database, so that it is taken care of also
// after a restart.
const leftMark = "left/"

// unread is the value of the mark of a message that was never read; that of
// others is the key under which the mail is on file.
const unread = "unread"

// mostTries is how often a message is asked for that the server refuses to hand
// out before others go first.
const mostTries = 3

// askAgain is how long it takes until they are asked for again.
const askAgain = 10 * time.Minute

func leftName(inbox *postbox.Inbox, uid uint32) string {
	return fmt.Sprintf("%s%d.%d", leftMark, inbox.UIDValidity(), uid)
}

// left are the marks of all of them.
func (r *Reader) left() (map[string]string, error) {
	page, err := r.Store.MarkPage(leftMark, "", 0)
	marks := map[string]string{}
	for _, m := range page {
		marks[m.Name] = m.Value
	}
	return marks, err
}

// leave notes a message that the reader goes past.
func (r *Reader) leave(inbox *postbox.Inbox, uid uint32, value string) error {
	return r.Store.SetMark(leftName(inbox, uid), value)
}

// withheld is called when the server refuses to hand a message out. That may
// pass, so it is asked again; after some tries the message is left behind.
func (r *Reader) withheld(ctx context.Context, inbox *postbox.Inbox, uid uint32, refusal error) error {
	name := leftName(inbox, uid)
	if r.refused[name]++; r.refused[name] < mostTries {
		return refusal
	}
	delete(r.refused, name)
	r.Log.Error("mailbox.withheld", "uid", uid, "tries", mostTries, "error", refusal)
	if err := r.leave(inbox, uid, unread); err != nil {
		return err
	}
	return r.file(ctx, inbox, uid, postbox.Quarantine)
}

// mind looks after the messages that were left behind, oldest first: those that
// were settled since are marked on the server, and now and then those that were
// not read are asked for once more.
func (r *Reader) mind(ctx context.Context, inbox *postbox.Inbox) error {
	left, err := r.left()
	if err != nil {
		return err
	}
	again := r.Now().Sub(r.asked) >= askAgain
	if again {
		r.asked = r.Now()
	}
	for _, name := range slices.SortedFunc(maps.Keys(left), byAge) {
		if left[name] == unread && !again {
			continue
		}
		done, err := r.mindOne(ctx, inbox, name, left[name])
		if err == nil && done {
			err = r.Store.SetMark(name, "")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mindOne looks after one message and reports whether it can be forgotten: it is
// done with, or the mailbox is another one, in which it is read like any other.
func (r *Reader) mindOne(ctx context.Context, inbox *postbox.Inbox, name, value string) (done bool, err error) {
	validity, uid := leftUID(name)
	switch {
	case validity != inbox.UIDValidity():
		return true, nil
	case value == unread:
		return r.retake(ctx, inbox, uid)
	}
	return r.markSettled(ctx, inbox, uid, value)
}

// leftUID reads the name of a mark.
func leftUID(name string) (validity, uid uint32) {
	if _, err := fmt.Sscanf(name, leftMark+"%d.%d", &validity, &uid); err != nil {
		return 0, 0 // no mailbox has that UIDVALIDITY
	}
	return validity, uid
}

func byAge(a, b string) int {
	_, first := leftUID(a)
	_, second := leftUID(b)
	return cmp.Compare(first, second)
}

// retake asks once more for a message that the server would not hand out, and
// works on it if it now does.
func (r *Reader) retake(ctx context.Context, inbox *postbox.Inbox, uid uint32) (done bool, err error) {
	raw, err := inbox.Fetch(ctx, uid)
	switch postbox.KindOf(err) {
	case postbox.Refused:
		return false, nil
	case postbox.Gone:
		return true, nil
	case postbox.NoError:
		_, work := r.Desk.Receive(raw)
		place, err := work(ctx)
		return true, r.filed(ctx, inbox, postbox.Item{UID: uid}, raw, place, err)
	case postbox.TooLarge:
		return true, r.tooLarge(ctx, inbox, postbox.Item{UID: uid})
	}
	return false, err
}

// markSettled marks a message on the server once its mail is settled.
func (r *Reader) markSettled(ctx context.Context, inbox *postbox.Inbox, uid uint32, key string) (done bool, err error) {
	place, ok, err := r.Desk.Settled(key)
	if err != nil || !ok {
		return false, err
	}
	return true, r.file(ctx, inbox, uid, place)
}
