package store

import (
	"io"
	"os"
	"sync"
	"time"
)

// Backup writes a consistent copy of the database, itself a database, and returns its size in bytes. Commits go on
// meanwhile. Only if a database of gigabytes outgrows its memory map do they wait for the end of the copy.
func (db *DB) Backup(w io.Writer) (n int64, err error) {
	err = db.view(func(t tx) error {
		n, err = t.WriteTo(w)
		return err
	})
	return n, err
}

// Stats tells how full the store is. A time is zero if there is nothing to tell.
type Stats struct {
	Bytes           int64 // size of the database
	Free            int64 `json:",omitempty"` // in free pages, which are used before the file grows
	Games           int
	Queued, Failed  int       // mails in the outbox
	OldestQueued    time.Time // since when the first mail waits that was to go out at once, or has been tried in vain
	Unsettled       int       // inbound mails that are not settled yet
	OldestUnsettled time.Time // when the oldest of them arrived
	Deadlines       int
}

// asleep is the part of the queue in which all mails wait for a time of their own, such as thousands of daily ones, and none was
// tried in vain. Stats need not look at them again: a mail of these that is tried, or sent again, wakes the part behind it.
type asleep struct {
	mu    sync.Mutex
	place uint64 // of the last of them
	woken int    // how often a mail was
}

// begin returns the end of that part.
func (a *asleep) begin() (place uint64, woken int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.place, a.woken
}

// end notes how far the part goes, unless a mail was woken since begin.
func (a *asleep) end(place uint64, woken int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if woken == a.woken {
		a.place = max(a.place, place)
	}
}

// wake is called once it is committed that a mail is tried again.
func (a *asleep) wake(place uint64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.woken++
	a.place = min(a.place, max(place, 1)-1)
}

// oldest returns since when the first mail waits that was to go out at once, or has been tried in vain.
func (db *DB) oldest(t tx) (since time.Time, err error) {
	place, woken := db.asleep.begin()
	place, err = t.eachQueued(place, func(_ []byte, h mailHead) (more bool) {
		since = h.waits()
		return since.IsZero()
	})
	if !since.IsZero() {
		place--
	}
	if err == nil {
		db.asleep.end(place, woken)
	}
	return since, err
}

// Stats counts. It is cheap enough for a metrics page. Its numbers may be some seconds old.
func (db *DB) Stats() (s Stats, err error) {
	err = db.view(func(t tx) error {
		s = Stats{
			Bytes: t.Size(), Failed: t.count(bFailed), Unsettled: t.count(bUnsettled),
		}
		if s.Games, err = t.games(); err != nil {
			return err
		}
		s.Free = freeBytes(db.path, int64(db.bolt.Info().PageSize))
		if t.format() == 1 {
			s.Queued, s.Deadlines = t.count(bQueue), t.count(bDue)
		} else {
			s.Queued, s.Deadlines = t.size(sizeQueue), t.size(sizeDue)
		}
		if s.OldestQueued, err = db.oldest(t); err != nil {
			return err
		}
		if _, key := t.cursor(bUnsettled).First(); key != nil {
			return t.passOver(func() error {
				var in inHead
				_, _, err := t.row(bInbox, key, &in)
				s.OldestUnsettled = in.At
				return err
			})
		}
		return nil
	})
	return s, err
}

// freeBytes returns how many bytes of a file are in free pages, 0 if bbolt writes meanwhile and it cannot be told.
func freeBytes(path string, page int64) int64 {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	w := walk{file: f, page: page, note: func(string) {}}
	b := make([]byte, header+8)
	if err := w.metas(); err != nil || w.list == noList || w.read(b, int64(w.list)*page) != nil || order.Uint16(b[8:]) != listFlag {
		return 0
	}
	n := uint64(order.Uint16(b[10:]))
	if n == longCount {
		n = order.Uint64(b[header:])
	}
	return int64(min(n, w.end)) * page
}

// Superseded returns how many mails commits have dropped since the database was opened.
func (db *DB) Superseded() int { return int(db.superseded.Load()) }

// count counts the bucket's keys one by one; use it only for buckets that stay short.
func (t tx) count(bucket string) (n int) {
	c := t.cursor(bucket)
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		n++
	}
	return n
}
