package store

import (
	"fmt"
	"time"
)

// A Claim is a lease on a piece of work: while it holds, no other service does the same work. It ends when the work is
// done, when its time is over, or when the store knows that the process that made it has ended. So a process that
// restarts after a crash need not wait. The owner may claim the work again at any time.
type Claim struct {
	Owner string    // who works; every running service has another name
	Now   time.Time // only mails that are due by then are taken
	Until time.Time // after that others may take what is not done

	// Attempt names one attempt at an inbound mail: Keep and Take count the same one of the same owner only once. So a
	// call whose reply was lost can be made again. "" is another attempt each time.
	Attempt string
}

// Check returns ErrInvalid if no claim can be like this.
func (c Claim) Check() error {
	if err := CheckName("owner", c.Owner); err != nil {
		return err
	}
	if c.Attempt != "" {
		if err := CheckName("attempt", c.Attempt); err != nil {
			return err
		}
	}
	if !c.Until.After(c.Now) {
		return fmt.Errorf("%w: a claim that is over when it begins", ErrInvalid)
	}
	return nil
}

// Ends reports whether less than half the time of a claim like this is left if it ends then.
func (c Claim) Ends(until time.Time) bool { return until.Sub(c.Now) < c.Until.Sub(c.Now)/2 }

// held is the claim on a piece of work, as it is stored.
type held struct {
	Owner string    `json:"owner,omitempty"`
	Until time.Time `json:"until,omitzero"`
	Life  string    `json:"life,omitempty"` // identifies one run of the database, from Open to Close

	Attempt string `json:"attempt,omitempty"` // at an inbound mail
}

// free reports whether a claim may be made. Only one process at a time has the file open, so claims of earlier runs are
// over.
func (t tx) free(h held, c Claim) bool {
	return h.Owner == "" || h.Owner == c.Owner || h.Life != t.life || !h.Until.After(c.Now)
}

func (t tx) hold(c Claim) held { return held{c.Owner, c.Until.UTC(), t.life, c.Attempt} }

// TakeDeadlines claims at most limit deadlines at or before now, in order of time. They stay until a commit sets or
// clears them.
func (db *DB) TakeDeadlines(c Claim, limit int) (all []Deadline, err error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if due, err := db.overdue(c.Now, 1); err != nil || len(due) == 0 {
		return nil, err
	}
	err = db.update(func(t tx) error {
		all = nil
		return t.eachDue(c.Now, func(d Deadline) (more bool, err error) {
			more = true
			err = t.passOver(func() error {
				more, err = t.takeDeadline(c, d, limit, &all)
				return err
			})
			return more, err
		})
	})
	return all, err
}

func (t tx) takeDeadline(c Claim, d Deadline, limit int, all *[]Deadline) (more bool, err error) {
	key := join(d.Game, []byte(d.Key))
	var h deadlineHead
	if _, _, err := t.row(bDeadlines, key, &h); err != nil || !t.free(h.held, c) {
		return true, err
	}
	h.held = t.hold(c)
	*all = append(*all, d)
	return limit <= 0 || len(*all) < limit, t.setRow(bDeadlines, key, h, nil)
}

// Take claims an inbound mail that is not settled. It counts the attempt as failed at once, so that an attempt that
// ends the process counts too; the attempt stays counted unless it settles the mail or Spare is called. Take returns
// the number of failed attempts, this one included. It returns ErrClaimed if another service has the mail, ErrSettled
// if it is settled, or ErrNotFound.
func (db *DB) Take(key string, c Claim) (n int, err error) {
	if err := c.Check(); err != nil {
		return 0, err
	}
	err = db.update(func(t tx) error {
		main := t.resolve(key)
		if outcome, done, err := t.outcome(main); err != nil || done {
			return orSettled(err, main, outcome)
		}
		n, err = t.take(main, c)
		return err
	})
	return n, err
}

// take is Take for a main key.
func (t tx) take(main []byte, c Claim) (n int, err error) {
	err = t.changeInbound(main, func(h *inHead) error {
		if !t.free(h.held, c) {
			return fmt.Errorf("mail %q: %w by %s", main, ErrClaimed, h.Owner)
		}
		if again := c.Attempt != "" && h.Attempt == c.Attempt && h.Owner == c.Owner; !again {
			h.Faults++
		}
		h.held = t.hold(c)
		n = h.Faults
		return nil
	})
	return n, err
}

func orSettled(err error, main []byte, outcome string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%q: %w as %q", main, ErrSettled, outcome)
}

// Spare takes back one Take: the work was given up through no fault of the mail, and others may take it. It returns how
// often the mail failed, or ErrNotFound.
func (db *DB) Spare(key string) (n int, err error) {
	err = db.update(func(t tx) error {
		return t.changeInbound(t.resolve(key), func(h *inHead) error {
			h.held = held{}
			h.Faults = max(0, h.Faults-1)
			n = h.Faults
			return nil
		})
	})
	return n, err
}

// changeInbound changes the head of the mail with a main key.
func (t tx) changeInbound(main []byte, change func(*inHead) error) error {
	var h inHead
	meta, found, err := t.row(bInbox, main, &h)
	if err != nil || !found {
		return orNotFound(err, "inbound mail", string(main))
	}
	if err := change(&h); err != nil {
		return err
	}
	return t.setRow(bInbox, main, h, meta)
}
