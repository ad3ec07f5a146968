package pbem

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// Mails of unknown senders are judged by header and size before they are kept. They are
// read after those of players, and only so many a day.

// largestOther is the largest mail of a stranger that is read, in bytes.
const largestOther = 256 << 10

// reportsToStrangers is the quota of delivery reports, as a multiple of that of mails
// of strangers.
const reportsToStrangers = 5

// A strangerQuota counts by the day the mails that are no player's.
type strangerQuota struct {
	mu    sync.Mutex
	read  bool // the mark has been read
	dirty bool // the mark must be written
	now   strangersDay
}

// strangersDay counts what came on one day; stored.
type strangersDay struct {
	Day     string `json:"day"` // in UTC
	Read    [3]int `json:"read"`
	Away    int    `json:"away"`
	Largest int64  `json:"largest,omitempty"` // of those turned away, in bytes
}

// Sort tells by its header whose a new message is.
func (m mailroom) Sort(header []byte) intake.Rank {
	if len(header) == 0 {
		return intake.Players
	}
	return m.rankOf(letter.Read(header, letter.Limits{}))
}

// rankOf tells whose a mail is. It is a player's if it comes from an address on file,
// went to a reply address of ours or answers a mail of ours, or if it is a report whose
// envelope names a mail of ours.
func (s *Desk) rankOf(l letter.Letter) intake.Rank {
	known, err := s.draft().knows(l)
	switch {
	case known || err != nil: // a sender who cannot be looked up may be a player
		return intake.Players
	case l.Class == letter.Bounce:
		return intake.Reports
	}
	return intake.Strangers
}

func (d *draft) knows(l letter.Letter) (bool, error) {
	tags, err := d.tokened(l)
	if _, canary := d.canaryOf(l); canary || tags || err != nil || d.cfg.IsHost(l.From) || d.verpOf(l) != "" {
		return true, err
	}
	if l.From != "" {
		seats, err := d.store.Find(d.keyed(keyAt+people.Lower(l.From)), "", 1)
		if err != nil || d.indexed && len(seats) > 0 {
			return true, err
		}
		if m, err := d.member(l.From); err != nil || m.ID != "" {
			return true, err
		}
	}
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		m, err := d.mailOf(id)
		if err != nil || m.ID != "" {
			return true, err
		}
	}
	return !d.indexed, nil // nobody can be found
}

// Admit counts a message that is no player's, and reports whether it is read.
func (m mailroom) Admit(rank intake.Rank, size int64) bool {
	g := &m.quota
	g.mu.Lock()
	defer g.mu.Unlock()
	m.today()
	most := m.cfg.Limits.Strangers
	if rank == intake.Reports {
		most *= reportsToStrangers
	}
	g.dirty = true
	if size <= largestOther && (most < 0 || g.now.Read[rank] < most) {
		g.now.Read[rank]++
		return true
	}
	if g.now.Away++; g.now.Away == 1 {
		m.log.Warn("mail.turned-away", "rank", int(rank), "bytes", size, "limit", most)
	}
	g.now.Largest = max(g.now.Largest, size)
	return false
}

// today goes on with the day's count in the mark, or begins a new one. The count of the
// day before stays until the host was told.
func (s *Desk) today() {
	g := &s.quota
	if !g.read {
		r, err := strangerDays.Get(s.store)
		if err != nil {
			s.log.Error("strangers.unreadable", "error", err)
		}
		g.now = r.Value
		g.read = true
	}
	if day := s.now().UTC().Format(time.DateOnly); g.now.Day != day && g.now.Away == 0 || g.now.Day == "" {
		g.now = strangersDay{Day: day}
	}
}

// tellOfStrangers stores the count. If mails were turned away on the day before, it
// tells the host.
func (s *Desk) tellOfStrangers() {
	g := &s.quota
	g.mu.Lock()
	defer g.mu.Unlock()
	s.today()
	over := g.now.Day != s.now().UTC().Format(time.DateOnly)
	if !over && !g.dirty {
		return
	}
	next := g.now
	if over {
		next = strangersDay{Day: s.now().UTC().Format(time.DateOnly)}
	}
	err := s.unit(nil, func(d *draft) error {
		c := store.Commit{Marks: store.Marks{}}
		strangerDays.Set(c.Marks, next)
		if over {
			c.Mails = d.alarm("strangers "+g.now.Day, "", strangersPage(g.now, s.cfg.Limits.Strangers))
		}
		return d.queue(c)
	})
	if err != nil {
		s.log.Error("strangers.unwritable", "error", err)
		return
	}
	g.now, g.dirty = next, false
}

// strangersPage tells the host how many mails were turned away.
func strangersPage(day strangersDay, most int) sheet.Page {
	return sheet.Note("Mails of strangers were not read", fmt.Sprintf("On %s %d mails were turned away that nobody who is known here has sent.", day.Day, day.Away),
		sheet.Section{Head: "What that means", Lines: strings.Split(strings.TrimRight(fmt.Sprintf(
			"  At most %d mails of strangers are read in a day, of %s at most; the largest turned away had %s.\n"+
				"  They are in the mailbox still, marked as rejected. If somebody you know is among them, \"host admit ADDRESS\" lets them in.\n"+
				"  The number is strangers_per_day in the configuration.", most, bytesText(largestOther), bytesText(day.Largest)), "\n"), "\n")})
}

// forget drops the text of a mail that nobody needs.
func (s *Desk) forget(raw []byte) error { return s.store.Forget(intake.Key(raw)) }
