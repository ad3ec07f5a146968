package store

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// State is the state of an outgoing mail.
type State string

// Queued mails wait to be sent. Sent and Dropped mails are finished, and their text is deleted. Failed mails wait for
// the operator.
const (
	Queued  State = "queued"
	Sent    State = "sent"
	Failed  State = "failed"
	Dropped State = "dropped"
)

// Mail is an outgoing mail to one recipient. The caller sets ID, To, Topic, Raw and Next; the store sets the rest.
type Mail struct {
	ID        string    // Message-ID, the same at every attempt
	To        string    // envelope recipient
	Topic     string    // what may supersede it, see Commit.Drop; "" if nothing may
	Raw       []byte    // as it goes to SMTP
	Next      time.Time // earliest time to send it; zero for at once
	Queued    time.Time // the commit's time
	Tries     int       // attempts that failed
	LastError string    // of the last of them
	State     State
	Done      time.Time // when it was sent, failed or dropped
	Place     uint64    // in the queue, for mails that are due; mails queued later have a higher one
}

type mailHead struct {
	N         uint64    `json:"n"` // in queue or failed
	To        string    `json:"to"`
	Topic     string    `json:"topic,omitempty"`
	State     State     `json:"state"`
	Queued    time.Time `json:"queued"`
	Next      time.Time `json:"next,omitzero"`
	Tries     int       `json:"tries,omitempty"`
	LastError string    `json:"error,omitempty"`
	Done      time.Time `json:"done,omitzero"`
	held
}

func (h mailHead) mail(id, raw []byte) Mail {
	return Mail{
		ID: string(id), To: h.To, Topic: h.Topic, Raw: bytes.Clone(raw), Next: h.Next, Queued: h.Queued,
		Tries: h.Tries, LastError: h.LastError, State: h.State, Done: h.Done,
	}
}

func (m Mail) check() error {
	if err := checkName("Message-ID", m.ID); err != nil {
		return err
	}
	if err := checkName("recipient", m.To); err != nil {
		return err
	}
	if m.Topic != "" {
		if err := checkName("topic", m.Topic); err != nil {
			return err
		}
	}
	if len(m.Raw) == 0 {
		return fmt.Errorf("%w: mail %q is empty", ErrInvalid, m.ID)
	}
	return nil
}

// enqueue adds new mails to the outbox and returns their ids.
func (t tx) enqueue(mails []Mail, at time.Time) (ids []string, err error) {
	for _, m := range mails {
		if t.has(bMails, []byte(m.ID)) {
			continue
		}
		h := mailHead{To: m.To, Topic: m.Topic, Queued: at, Next: m.Next.UTC()}
		if err := t.put(bOutRaw, []byte(m.ID), m.Raw); err != nil {
			return nil, err
		}
		if err := t.setMail([]byte(m.ID), h, Queued); err != nil {
			return nil, err
		}
		ids = append(ids, m.ID)
	}
	return ids, nil
}

// setMail moves a mail into a state and updates the indexes. h.State is the state it leaves, "" for a new mail.
func (t tx) setMail(id []byte, h mailHead, to State) (err error) {
	if h.State != to {
		if err := t.unindex(id, h); err != nil {
			return err
		}
		h.State = to
		if err := t.index(id, &h); err != nil {
			return err
		}
	}
	return t.setRow(bMails, id, h, nil)
}

func (t tx) unindex(id []byte, h mailHead) error {
	switch h.State {
	case Queued:
		if h.Topic != "" {
			if err := t.del(bTopics, join(h.Topic, num(h.N))); err != nil {
				return err
			}
		}
		if err := t.del(bQueue, num(h.N)); err != nil {
			return err
		}
		return t.resize(sizeQueue, -1)
	case Failed:
		return t.del(bFailed, num(h.N))
	}
	return nil
}

func (t tx) index(id []byte, h *mailHead) (err error) {
	switch h.State {
	case Queued:
		if h.N, err = t.next(bQueue); err != nil {
			return err
		}
		if h.Topic != "" {
			if err := t.put(bTopics, join(h.Topic, num(h.N)), id); err != nil {
				return err
			}
		}
		if err := t.put(bQueue, num(h.N), id); err != nil {
			return err
		}
		return t.resize(sizeQueue, 1)
	case Failed:
		return t.put(bFailed, num(h.N), id)
	}
	return t.del(bOutRaw, id)
}

// drop supersedes the queued mails on the topics and returns their ids. A topic that ends in a slash means all topics
// that begin with it.
func (t tx) drop(topics []string, at time.Time) (ids []string, err error) {
	for _, topic := range topics {
		prefix := []byte(topic)
		if !strings.HasSuffix(topic, "/") {
			prefix = join(topic, nil)
		}
		var found []string
		err := t.scan(bTopics, prefix, func(_, id []byte) error {
			found = append(found, string(id))
			return nil
		})
		if err != nil {
			return nil, err
		}
		for _, id := range found {
			err := t.passOver(func() error {
				if err := t.discard([]byte(id), at); err != nil {
					return err
				}
				ids = append(ids, id)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return ids, nil
}

func (t tx) discard(id []byte, at time.Time) error {
	var h mailHead
	if _, _, err := t.row(bMails, id, &h); err != nil {
		return err
	}
	h.Done = at
	return t.setMail(id, h, Dropped)
}

// Due returns the queued mails whose time has come, in queue order; limit 0 means all. It claims none; TakeMails does.
// After a crash between sending and Sent, the mail is sent again under the same Message-ID.
func (db *DB) Due(now time.Time, limit int) ([]Mail, error) {
	return db.dueMails(now, 0, limit, func(tx, mailHead) bool { return true })
}

func (db *DB) dueMails(now time.Time, after uint64, limit int, wanted func(tx, mailHead) bool) (mails []Mail, err error) {
	err = db.view(func(t tx) error {
		c := t.cursor(bQueue)
		for k, id := c.Seek(num(after + 1)); k != nil && (limit <= 0 || len(mails) < limit); k, id = c.Next() {
			err := t.passOver(func() error {
				var h mailHead
				if _, _, err := t.row(bMails, id, &h); err != nil {
					return err
				}
				if !h.Next.After(now) && wanted(t, h) {
					m := h.mail(id, t.get(bOutRaw, id))
					m.Place = h.N
					mails = append(mails, m)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return mails, err
}

// Failures returns the failed mails without their text, for the operator. Mail returns the text.
func (db *DB) Failures() (mails []Mail, err error) {
	err = db.view(func(t tx) error {
		return t.scan(bFailed, nil, func(_, id []byte) error {
			return t.passOver(func() error {
				var h mailHead
				if _, _, err := t.row(bMails, id, &h); err != nil {
					return err
				}
				mails = append(mails, h.mail(id, nil))
				return nil
			})
		})
	})
	return mails, err
}

// Mail returns a mail that was ever queued, or ErrNotFound. Its text is there while it is queued or failed. It tells,
// for instance, whom a bounce or a reply is about.
func (db *DB) Mail(id string) (m Mail, err error) {
	err = db.view(func(t tx) error {
		var h mailHead
		_, found, err := t.row(bMails, []byte(id), &h)
		if err != nil || !found {
			return orNotFound(err, "mail", id)
		}
		m = h.mail([]byte(id), t.get(bOutRaw, []byte(id)))
		return nil
	})
	return m, err
}

// Waits reports whether a mail is queued, or ErrNotFound.
func (db *DB) Waits(id string) (waits bool, err error) {
	err = db.view(func(t tx) error {
		var h mailHead
		_, found, err := t.row(bMails, []byte(id), &h)
		if err != nil || !found {
			return orNotFound(err, "mail", id)
		}
		waits = h.State == Queued
		return nil
	})
	return waits, err
}

// Sent notes that a mail went out, even if it was superseded meanwhile. Calling it twice does no harm.
func (db *DB) Sent(id string, at time.Time) error {
	return db.step(id, func(h *mailHead) (State, error) {
		if h.State != Sent {
			h.Done = at.UTC()
		}
		return Sent, nil
	})
}

// Retry notes a failed attempt and when to try again. It does nothing to a mail that is no longer queued.
func (db *DB) Retry(id string, next time.Time, why string) error {
	return db.step(id, func(h *mailHead) (State, error) {
		if h.State == Queued {
			h.Tries++
			h.Next, h.LastError = next.UTC(), why
		}
		return h.State, nil
	})
}

// Fail notes that a mail cannot be delivered, and keeps it for the operator. It does nothing to a mail that is no
// longer queued.
func (db *DB) Fail(id string, at time.Time, why string) error {
	return db.step(id, func(h *mailHead) (State, error) {
		if h.State != Queued {
			return h.State, nil
		}
		h.Tries++
		h.Done, h.LastError = at.UTC(), why
		return Failed, nil
	})
}

// Requeue puts a failed mail at the end of the queue, to be sent at next or later. For a queued mail it only sets the
// time. It returns ErrNotFound for a mail whose text was deleted.
func (db *DB) Requeue(id string, next time.Time) error {
	return db.step(id, func(h *mailHead) (State, error) {
		if h.State != Queued && h.State != Failed {
			return "", fmt.Errorf("mail %q was %s and its text is not kept: %w", id, h.State, ErrNotFound)
		}
		h.Next, h.Tries, h.Done = next.UTC(), 0, time.Time{}
		return Queued, nil
	})
}

// Discard drops a queued or failed mail. It does nothing to others.
func (db *DB) Discard(id string, at time.Time) error {
	return db.step(id, func(h *mailHead) (State, error) {
		if h.State != Queued && h.State != Failed {
			return h.State, nil
		}
		h.Done = at.UTC()
		return Dropped, nil
	})
}

// step calls next, which changes a mail and returns its new state.
func (db *DB) step(id string, next func(*mailHead) (State, error)) error {
	return db.update(func(t tx) error {
		var h mailHead
		_, found, err := t.row(bMails, []byte(id), &h)
		if err != nil || !found {
			return orNotFound(err, "mail", id)
		}
		to, err := next(&h)
		if err != nil {
			return err
		}
		h.held = held{}
		return t.setMail([]byte(id), h, to)
	})
}
