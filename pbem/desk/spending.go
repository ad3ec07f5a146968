package desk

import (
	"fmt"
	"sync"
	"time"

	"pbem/pbem/sheet"
	"pbem/store"
)

// Hours are how many mails went out in the last 24 hours, by the hour.
type Hours struct {
	Last int64     `json:"last"` // the present hour, counted from 1970
	Sent [24]int   `json:"sent"` // in each hour; that of the present is at Last % 24
	Told time.Time `json:"told,omitzero"`
}

// Sendings is the kind of the mark with the mails of the last 24 hours. It counts mails
// before they go out, some in advance.
var Sendings = store.NewSingle("sendings", store.JSON[Hours]())

// at moves the count on to an hour.
func (h Hours) at(now time.Time) Hours {
	hour := now.Unix() / 3600
	for n := 0; h.Last < hour && n < len(h.Sent); n++ {
		h.Last++
		h.Sent[h.Last%24] = 0
	}
	h.Last = max(h.Last, hour)
	if h.Last-hour > 24 { // the clock was far ahead
		h = Hours{Last: hour, Told: h.Told}
	}
	return h
}

// Total is the count of all 24 hours.
func (h Hours) Total() (n int) {
	for _, sent := range h.Sent {
		n += sent
	}
	return n
}

// free is when the next mail may go out: when the oldest hour with mails is 24 hours ago.
func (h Hours) free() time.Time {
	for hour := h.Last - 23; hour <= h.Last; hour++ {
		if h.Sent[((hour%24)+24)%24] > 0 {
			return time.Unix((hour+24)*3600, 0).UTC()
		}
	}
	return time.Unix((h.Last+1)*3600, 0).UTC()
}

// A Spending counts the mails that go out, in blocks, so that not each costs a commit.
type Spending struct {
	mu   sync.Mutex
	left int       // of the block that is counted already
	hour int64     // in which the block was counted
	full time.Time // nothing goes out before, unless it is more than a day ahead: the clock was ahead then
}

// nineTenths is when the host is told.
const nineTenths = 9

// Spend counts a mail against per_day. If that is used up, it returns when to try again.
// The count is in the store, so that restarts and other services share it. If it cannot be
// written, the mail waits for a minute.
func (s *Desk) Spend() (until time.Time) {
	most := s.Config.PerDay
	if most == 0 {
		return time.Time{}
	}
	p, now := &s.Spending, s.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left > 0 && p.hour == now.Unix()/3600 {
		p.left--
		return time.Time{}
	}
	if wait := p.full.Sub(now); wait > 0 && wait <= 24*time.Hour {
		return p.full
	}
	n, free, err := s.spendBlock(now, most)
	switch {
	case err != nil:
		s.Log.Error("outbox.uncounted", "error", err)
		return now.Add(time.Minute)
	case n == 0:
		s.Log.Warn("outbox.day-full", "per_day", most, "until", free)
		p.full = free
		return free
	}
	p.left, p.hour = n-1, now.Unix()/3600
	return time.Time{}
}

// spendBlock counts some mails in advance, and returns how many.
func (s *Desk) spendBlock(now time.Time, most int) (n int, free time.Time, err error) {
	err = Tell(s, func(d *Draft) error {
		n = 0
		r, err := Sendings.Get(d.DB)
		if err != nil && r.Rev == 0 {
			return err
		}
		h := r.Value.at(now)
		if n = min(max(1, most/50), 20, most-h.Total()); n <= 0 {
			n, free = 0, h.free()
			return nil
		}
		h.Sent[h.Last%24] += n
		c := store.Commit{Marks: store.Marks{}}
		if h.Total()*10 >= most*nineTenths && now.Sub(h.Told) > 24*time.Hour {
			h.Told = now
			c.Mails = d.Alarm("per-day "+now.UTC().Format(time.RFC3339), "", perDayPage(h.Total(), most))
		}
		r.Expect(&c)
		Sendings.Set(c.Marks, h)
		return d.Queue(c)
	})
	return n, free, err
}

// perDayPage tells the hosts that the mails of the day come to an end.
func perDayPage(used, most int) sheet.Page {
	return sheet.Note("Few more mails may go out today", fmt.Sprintf("%d mails went out in 24 hours; your provider takes %d.", used, most),
		sheet.Section{Head: "What that means", Lines: []string{
			"  When they are used up, mails wait until older ones are a day old. None is lost, and a newer mail takes the place of one that waits.",
			"  The number is per_day in [smtp]. \"set mail turn\" and \"set mail daily 18:00\" make fewer mails for a player.",
		}})
}
