package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
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

	Since   time.Time `json:",omitzero"`  // of a queued mail: since when it has been tried in vain, see Ending.Since
	Answers time.Time `json:",omitzero"`  // when the mail came that this one answers; the caller may set it
	Unless  string    `json:",omitempty"` // the caller may name a mark: TakeMails and Renew tell whether it is there
	Held    bool      `json:",omitempty"` // it was there then
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
	Done      time.Time `json:"done,omitzero"` // of a queued mail: Mail.Since
	Answers   time.Time `json:"answers,omitzero"`
	Unless    string    `json:"unless,omitempty"`
	Pruned    bool      `json:"pruned,omitempty"` // its commit is, see Prune; a mail that was moved here does not say so
	held
}

func (h mailHead) mail(id, raw []byte) Mail {
	m := Mail{
		ID: string(id), To: h.To, Topic: h.Topic, Raw: bytes.Clone(raw), Next: h.Next, Queued: h.Queued,
		Tries: h.Tries, LastError: h.LastError, State: h.State, Done: h.Done, Answers: h.Answers, Unless: h.Unless,
	}
	if m.State == Queued {
		m.Since, m.Done = m.Done, time.Time{}
	}
	return m
}

// waits returns since when a queued mail waits; zero if it was queued for a later time and has not been tried.
func (h mailHead) waits() time.Time {
	switch {
	case h.Tries > 0 && !h.Done.IsZero():
		return h.Done
	case h.Tries > 0 || !h.Next.After(h.Queued):
		return h.Queued
	}
	return time.Time{}
}

func (m Mail) check() error {
	if err := CheckName("Message-ID", m.ID); err != nil {
		return err
	}
	if err := CheckName("recipient", m.To); err != nil {
		return err
	}
	if m.Topic != "" {
		if err := CheckName("topic", m.Topic); err != nil {
			return err
		}
	}
	if m.Unless != "" {
		if err := CheckName("mark", m.Unless); err != nil {
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
		h := mailHead{To: m.To, Topic: m.Topic, Queued: at, Next: m.Next.UTC(), Answers: m.Answers.UTC(), Unless: m.Unless}
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
// After a crash between sending and Noted, the mail is sent again under the same Message-ID.
func (db *DB) Due(now time.Time, limit int) (mails []Mail, err error) {
	err = db.view(func(t tx) error {
		_, err := t.eachQueued(0, func(id []byte, h mailHead) (more bool) {
			if !h.Next.After(now) {
				mails = append(mails, h.mail(id, t.get(bOutRaw, id)))
			}
			return limit <= 0 || len(mails) < limit
		})
		return err
	})
	return mails, err
}

// eachQueued visits the queued mails behind a place, as long as visit wants more. It returns the place of the last one.
func (t tx) eachQueued(after uint64, visit func(id []byte, h mailHead) (more bool)) (last uint64, err error) {
	last = after
	c := t.cursor(bQueue)
	for k, id := c.Seek(num(after + 1)); k != nil; k, id = c.Next() {
		last = number(k)
		more := true
		err := t.passOver(func() error {
			var h mailHead
			_, _, err := t.row(bMails, id, &h)
			if err == nil {
				more = visit(id, h)
			}
			return err
		})
		if err != nil || !more {
			return last, err
		}
	}
	return last, nil
}

// FailedPage returns the failed mails behind a place ("" for the first), without their text, at most limit (0 for all). next is the
// place of the last one, "" at the end.
func (db *DB) FailedPage(after string, limit int) (mails []Mail, next string, err error) {
	from, err := Place(after)
	if err != nil {
		return nil, "", err
	}
	err = db.view(func(t tx) error {
		mails, next = nil, ""
		c, n := t.cursor(bFailed), 0
		for k, id := c.Seek(num(from + 1)); k != nil; k, id = c.Next() {
			if limit > 0 && n == limit {
				return nil
			}
			n++
			next = strconv.FormatUint(number(k), 10)
			err := t.passOver(func() error {
				var h mailHead
				if _, _, err := t.row(bMails, id, &h); err != nil {
					return err
				}
				mails = append(mails, h.mail(id, nil))
				return nil
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

// Place reads a place that FailedPage has returned.
func Place(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("%w: %q is no place", ErrInvalid, text)
	}
	return n, nil
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

// An Ending tells what became of a mail that was taken.
type Ending struct {
	ID  string
	To  State     // Sent, Failed, Dropped, or Queued if it is to be tried again
	At  time.Time // when that happened; for Queued, when to try again
	Why string    // why it failed or has to be tried again

	Untried bool      // for Queued: it was put back without an attempt, which is no try
	Marked  bool      // not for Queued: it ends because of the mark that Mail.Unless names
	Since   time.Time // for Queued: since when it has been tried in vain; the caller decides when that has been long enough
}

// Check returns ErrInvalid if no mail can end like this.
func (e Ending) Check() error {
	if e.Marked && e.To == Queued || e.Untried && e.To != Queued {
		return fmt.Errorf("%w: mail %q ends as %q and says of it what is for others", ErrInvalid, e.ID, e.To)
	}
	switch e.To {
	case Queued, Sent, Failed, Dropped:
		return nil
	}
	return fmt.Errorf("%w: mail %q ends as %q", ErrInvalid, e.ID, e.To)
}

// Noted notes how mails ended, and ends the claims on them. Sent counts even if the mail was superseded meanwhile. The
// others do nothing to a mail that is no longer queued, but that a failed mail can be dropped. One that ends because of a
// mark stays in the queue if the mark is not there any more. All are written in one
// transaction. A mail that does not exist or is damaged stops no other; then Noted returns ErrNotFound or ErrDamaged
// after it has written the others. Calling it twice does no harm, except that a try may count twice.
func (db *DB) Noted(endings []Ending) error {
	for _, e := range endings {
		if err := e.Check(); err != nil {
			return err
		}
	}
	var unnoted error
	err := db.update(func(t tx) error {
		unnoted = nil
		for _, e := range endings {
			err := t.sound(func() error { return t.end(e) })
			if errors.Is(err, ErrNotFound) || errors.Is(err, ErrDamaged) {
				unnoted = errors.Join(unnoted, err)
			} else if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		for _, e := range endings {
			if e.To == Queued || e.Marked {
				db.passed.soon(e.At)
			}
		}
	}
	return cmp.Or(err, unnoted)
}

// endAll notes the endings of a commit.
func (t tx) endAll(endings []Ending) error {
	for _, e := range endings {
		if err := t.passOver(func() error { return t.end(e) }); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
	}
	return nil
}

// end notes one ending.
func (t tx) end(e Ending) error {
	return t.step(e.ID, func(h *mailHead) (State, error) {
		free := e.Marked && h.State == Queued && h.Unless != "" && !t.has(bMarks, []byte(h.Unless))
		switch {
		case free:
			return Queued, nil
		case e.To == Sent && h.State != Sent, e.To == Dropped && (h.State == Queued || h.State == Failed):
			h.Done = e.At.UTC()
			return e.To, nil
		case h.State != Queued:
			return h.State, nil
		case e.To == Queued:
			if !e.Untried {
				h.Tries++
			}
			h.Next, h.LastError, h.Done = e.At.UTC(), e.Why, e.Since.UTC()
		case e.To == Failed:
			h.Tries++
			h.Done, h.LastError = e.At.UTC(), e.Why
		}
		return e.To, nil
	})
}

// Requeue puts a failed mail at the end of the queue, to be sent at next or later. For a queued mail it only sets the
// time. It returns ErrNotFound for a mail whose text was deleted.
func (db *DB) Requeue(id string, next time.Time) error {
	err := db.update(func(t tx) error {
		return t.step(id, func(h *mailHead) (State, error) {
			if h.State != Queued && h.State != Failed {
				return "", fmt.Errorf("mail %q was %s and its text is not kept: %w", id, h.State, ErrNotFound)
			}
			h.Next, h.Tries, h.Done = next.UTC(), 0, time.Time{}
			return Queued, nil
		})
	})
	db.passed.soon(next)
	return err
}

// step calls next, which changes a mail and returns its new state. It ends the claim on the mail.
func (t tx) step(id string, next func(*mailHead) (State, error)) error {
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
	if to == Queued && !h.waits().IsZero() {
		t.OnCommit(func() { t.wake(h.N) })
	}
	return t.setMail([]byte(id), h, to)
}
