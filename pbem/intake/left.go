package intake

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"pbem/pbem/postbox"
	"pbem/store"
)

// Left is the kind of the marks of messages that the reader skipped: work on
// one failed and is tried again later, or the server would not deliver it. The
// mark stays until the message is settled, also over a restart.
var Left = store.NewKind("left", store.Form[Message]{
	Write: func(m Message) (string, error) { return fmt.Sprintf("%d.%d", m.Validity, m.UID), nil },
	Read: func(text string) (m Message, err error) {
		_, err = fmt.Sscanf(text, "%d.%d", &m.Validity, &m.UID)
		return m, err
	},
}, store.Text())

// A Message identifies a message in a mailbox.
type Message struct{ Validity, UID uint32 }

// unread is the value of the mark of a message that was never read. For other
// messages the value is the key of the stored mail.
const unread = "unread"

// mostTries is how often the reader asks for a message that the server refuses
// to deliver, before it goes on with others.
const mostTries = 3

// askAgain is how long the reader waits before it asks for such messages again.
const askAgain = 10 * time.Minute

func messageOf(inbox *postbox.Inbox, uid uint32) Message { return Message{inbox.UIDValidity(), uid} }

// leave marks a message that the reader skips.
func (r *Reader) leave(inbox *postbox.Inbox, uid uint32, value string) error {
	marks := store.Marks{}
	Left.Set(marks, messageOf(inbox, uid), value)
	return r.Store.SetMarks(marks)
}

// withheld is called when the server refuses to deliver a message. The refusal
// may pass, so the reader asks again; after some tries it skips the message.
func (r *Reader) withheld(ctx context.Context, inbox *postbox.Inbox, uid uint32, refusal error) error {
	m := messageOf(inbox, uid)
	if r.refused[m]++; r.refused[m] < mostTries {
		return refusal
	}
	delete(r.refused, m)
	r.Log.Error("mailbox.withheld", "uid", uid, "tries", mostTries, "error", refusal)
	if err := r.leave(inbox, uid, unread); err != nil {
		return err
	}
	return r.file(ctx, inbox, postbox.Quarantine, uid)
}

// mind looks after skipped messages, oldest first. It files those that were
// settled since. Now and then it asks again for those that were not read.
func (r *Reader) mind(ctx context.Context, inbox *postbox.Inbox) error {
	left, err := Left.All(r.Store, "")
	if err != nil {
		return err
	}
	again := r.Now().Sub(r.asked) >= askAgain
	if again {
		r.asked = r.Now()
	}
	slices.SortFunc(left, func(a, b leftMark) int { return cmp.Compare(a.Key.UID, b.Key.UID) })
	for _, l := range left {
		if l.Value == unread && !again {
			continue
		}
		done, err := r.mindOne(ctx, inbox, l)
		if err == nil && done {
			marks := store.Marks{}
			Left.Drop(marks, l)
			err = r.Store.SetMarks(marks)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mindOne looks after one skipped message and reports whether it can be
// forgotten: it is settled, or the mailbox is another one, in which it is read
// like any other.
func (r *Reader) mindOne(ctx context.Context, inbox *postbox.Inbox, l leftMark) (done bool, err error) {
	switch {
	case l.Fault != nil || l.Key.Validity != inbox.UIDValidity():
		return true, nil
	case l.Value == unread:
		return r.retake(ctx, inbox, l.Key.UID)
	}
	return r.markSettled(ctx, inbox, l.Key.UID, l.Value)
}

type leftMark = store.Record[Message, string]

// retake asks again for a message that the server would not deliver, and works
// on it if it comes.
func (r *Reader) retake(ctx context.Context, inbox *postbox.Inbox, uid uint32) (done bool, err error) {
	raw, err := inbox.Fetch(ctx, uid)
	switch postbox.KindOf(err) {
	case postbox.Refused:
		return false, nil
	case postbox.Gone:
		return true, nil
	case postbox.NoError:
		_, work := r.Desk.Receive(raw)
		place, err := work(ctx, context.Cause(ctx))
		if err != nil {
			return false, r.unmarked(inbox, uid, raw, err) // which changes the mark
		}
		return true, r.file(ctx, inbox, place, uid)
	case postbox.TooLarge:
		elsewhere, err := r.tooLarge(ctx, inbox, postbox.Item{UID: uid})
		return !elsewhere, err
	}
	return false, err
}

// markSettled files a message on the server once its mail is settled.
func (r *Reader) markSettled(ctx context.Context, inbox *postbox.Inbox, uid uint32, key string) (done bool, err error) {
	place, ok, err := r.Desk.Settled(key)
	if err != nil || !ok {
		return false, err
	}
	return true, r.file(ctx, inbox, place, uid)
}

// young returns the messages that are not too old.
func (r *Reader) young(items []postbox.Item) (out []postbox.Item, err error) {
	oldest, err := r.Desk.Oldest()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLater, err)
	}
	for _, item := range items {
		if item.Arrived.IsZero() || !item.Arrived.Before(oldest) {
			out = append(out, item)
		}
	}
	if n := len(items) - len(out); n > 0 {
		r.Log.Warn("mailbox.too-old", "messages", n, "before", oldest)
	}
	return out, nil
}
