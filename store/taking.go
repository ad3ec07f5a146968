package store

import (
	"sync"
	"time"
)

// TakeMails claims at most limit queued mails whose time has come (0: all), and returns them in queue order. Those that
// are due longest come first. The mails belong to the owner until Noted ends them. With fresh, mails that anybody has
// claimed are passed over, also those of the owner: so a caller that has some in hand gets only others. Without, it gets
// its own again, as after a call whose reply was lost. A call without fresh also gets mails whose time is further ahead
// than LongestWait: it was set while the clock was wrong. A call finds everything that was committed before it.
func (db *DB) TakeMails(c Claim, fresh bool, limit int) (mails []Mail, err error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	var from, round = uint64(0), 0
	if fresh {
		from, round = db.passed.begin(c.Now)
	}
	found, to, until, err := db.takeable(c, fresh, from, limit)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		err = db.update(func(t tx) error {
			mails = nil
			for _, m := range found {
				taken, err := t.takeMail(&m, c, fresh)
				if err != nil {
					return err
				}
				if taken {
					mails = append(mails, m)
				}
			}
			return nil
		})
		until = sooner(until, c.Until)
	}
	switch {
	case err != nil:
	case fresh:
		db.passed.end(round, to, until)
	default:
		db.passed.soon(c.Until)
	}
	return mails, err
}

// LongestWait is the longest that a queued mail is made to wait, and some more.
const LongestWait = 48 * time.Hour

// takeable finds the mails behind a place that can be claimed. Up to the place to there are no others until the time
// until; zero stands for ever.
func (db *DB) takeable(c Claim, fresh bool, from uint64, limit int) (found []Mail, to uint64, until time.Time, err error) {
	err = db.view(func(t tx) error {
		found, until = nil, time.Time{}
		to, err = t.eachQueued(from, func(id []byte, h mailHead) (more bool) {
			wait := h.Next.Sub(c.Now)
			switch {
			case wait > 0 && (fresh || wait <= LongestWait):
				until = sooner(until, h.Next)
			case !t.takeable(h.held, c, fresh):
				until = sooner(until, h.Until)
			default:
				found = append(found, h.mail(id, t.get(bOutRaw, id)))
			}
			return limit <= 0 || len(found) < limit
		})
		return err
	})
	return found, to, until, err
}

func (t tx) takeable(h held, c Claim, fresh bool) bool {
	if fresh && h.Owner == c.Owner && h.Life == t.life {
		return !h.Until.After(c.Now)
	}
	return t.free(h, c)
}

// takeMail claims a mail, unless another service was quicker.
func (t tx) takeMail(m *Mail, c Claim, fresh bool) (taken bool, err error) {
	var h mailHead
	if _, _, err := t.row(bMails, []byte(m.ID), &h); err != nil {
		return false, err
	}
	if h.State != Queued || !t.takeable(h.held, c, fresh) {
		return false, nil
	}
	h.held = t.hold(c)
	m.Held = h.Unless != "" && t.has(bMarks, []byte(h.Unless))
	return true, t.setRow(bMails, []byte(m.ID), h, nil)
}

// Renew returns those of some mails that are still queued and belong to the owner of a claim, without their text. Held is
// as in TakeMails. Claims of which less than half the time is left, or none, begin anew. So whoever sends for long finds
// out which mails were superseded or taken by others, and keeps the rest. If all claims last, nothing is written.
func (db *DB) Renew(c Claim, ids []string) (mine []Mail, err error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	ends := false
	err = db.view(func(t tx) error {
		mine, ends = nil, false
		return t.eachOwned(c, ids, func(id []byte, h mailHead) error {
			mine, ends = append(mine, t.owned(id, h)), ends || c.Ends(h.Until)
			return nil
		})
	})
	if err != nil || !ends {
		return mine, err
	}
	err = db.update(func(t tx) error {
		mine = nil
		return t.eachOwned(c, ids, func(id []byte, h mailHead) error {
			mine = append(mine, t.owned(id, h))
			if !c.Ends(h.Until) {
				return nil
			}
			h.held = t.hold(c)
			return t.setRow(bMails, id, h, nil)
		})
	})
	return mine, err
}

// eachOwned visits those of some mails that are queued and belong to the owner of a claim.
func (t tx) eachOwned(c Claim, ids []string, visit func(id []byte, h mailHead) error) error {
	for _, id := range ids {
		err := t.passOver(func() error {
			var h mailHead
			_, found, err := t.row(bMails, []byte(id), &h)
			if err != nil || !found || h.State != Queued || h.Owner != c.Owner || h.Life != t.life {
				return err
			}
			return visit([]byte(id), h)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// owned returns a mail as Renew does.
func (t tx) owned(id []byte, h mailHead) Mail {
	m := h.mail(id, nil)
	m.Held = h.Unless != "" && t.has(bMarks, []byte(h.Unless))
	return m
}

// passed is the part of the queue in which nothing can be taken for some time, because all there are claimed or wait.
// With it a call that looks for fresh mails need not look at those in hand.
type passed struct {
	mu    sync.Mutex
	place uint64
	until time.Time // zero for ever
	round int       // counts what was changed in that part
}

// begin returns the place behind which fresh mails are. The round is for end.
func (p *passed) begin(now time.Time) (place uint64, round int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.until.IsZero() && (!p.until.After(now) || p.until.Sub(now) > LongestWait) { // the clock may go back
		p.place, p.until = 0, time.Time{}
		p.round++
	}
	return p.place, p.round
}

// end notes that up to a place nothing can be taken until a time.
func (p *passed) end(round int, place uint64, until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if round == p.round {
		p.place, p.until = max(p.place, place), sooner(p.until, until)
	}
}

// soon notes that a mail can be taken at a time.
func (p *passed) soon(at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until = sooner(p.until, at)
	p.round++
}

// sooner returns the earlier of two times. Zero stands for never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
