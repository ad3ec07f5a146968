package senders

import (
	"fmt"
	"strings"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// A canary is a mail that the service sends to itself through the real servers. It
// takes the path of a player's answer: outbox, SMTP server, mailbox, desk. If it does
// not come back, players' mails do not arrive either, even if all else seems well.

// CanaryMail begins the Message-IDs of canaries.
const CanaryMail = "canary"

// CanaryOf returns when a mail was sent, if it is a canary of this service.
func CanaryOf(s *desk.Desk, l letter.Letter) (at time.Time, ok bool) {
	if !strings.EqualFold(l.From, s.Config.Address) {
		return time.Time{}, false
	}
	return s.Office.CameBack(l)
}

// Mails of unknown senders are judged by header and size before they are kept. They are
// read after those of players, and only so many a day.

// LargestOther is the largest mail of a stranger that is read, in bytes.
const LargestOther = 256 << 10

// ReportsToStrangers is the quota of delivery reports, as a multiple of that of mails
// of strangers.
const ReportsToStrangers = 5

// RankOf tells whose a mail is. It is a player's if it comes from an address on file,
// went to a reply address of ours or answers a mail of ours, or if it is a report whose
// envelope names a mail of ours.
func RankOf(s *desk.Desk, l letter.Letter) intake.Rank {
	known, err := knows(s.Draft(), l)
	switch {
	case known || err != nil: // a sender who cannot be looked up may be a player
		return intake.Players
	case l.Class == letter.Bounce:
		return intake.Reports
	}
	return intake.Strangers
}

func knows(d *desk.Draft, l letter.Letter) (bool, error) {
	tags, err := tokened(d, l)
	if _, canary := CanaryOf(d.Desk, l); canary || tags || err != nil || d.Config.IsHost(l.From) || verpOf(d, l) != "" {
		return true, err
	}
	if l.From != "" {
		seats, err := d.Store.Find(d.Keyed(desk.KeyAt+people.Lower(l.From)), "", 1)
		if err != nil || d.Indexed && len(seats) > 0 {
			return true, err
		}
		if m, err := d.Member(l.From); err != nil || m.ID != "" {
			return true, err
		}
	}
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		m, err := mailOf(d, id)
		if err != nil || m.ID != "" {
			return true, err
		}
	}
	return !d.Indexed, nil // nobody can be found
}

// Today goes on with the day's count in the mark, or begins a new one. The count of the
// day before stays until the host was told.
func Today(s *desk.Desk) {
	g := &s.Quota
	if !g.Read {
		r, err := desk.StrangerDays.Get(s.Store)
		if err != nil {
			s.Log.Error("strangers.unreadable", "error", err)
		}
		g.Now = r.Value
		g.Read = true
	}
	if day := s.Now().UTC().Format(time.DateOnly); g.Now.Day != day && g.Now.Away == 0 || g.Now.Day == "" {
		g.Now = desk.StrangersDay{Day: day}
	}
}

// TellOfStrangers stores the count. If mails were turned away on the day before, it
// tells the host.
func TellOfStrangers(s *desk.Desk) {
	g := &s.Quota
	g.Mu.Lock()
	defer g.Mu.Unlock()
	Today(s)
	over := g.Now.Day != s.Now().UTC().Format(time.DateOnly)
	if !over && !g.Dirty {
		return
	}
	next := g.Now
	if over {
		next = desk.StrangersDay{Day: s.Now().UTC().Format(time.DateOnly)}
	}
	err := s.Unit(nil, func(d *desk.Draft) error {
		c := store.Commit{Marks: store.Marks{}}
		desk.StrangerDays.Set(c.Marks, next)
		if over {
			c.Mails = d.Alarm("strangers "+g.Now.Day, "", strangersPage(g.Now, s.Config.Limits.Strangers))
		}
		return d.Queue(c)
	})
	if err != nil {
		s.Log.Error("strangers.unwritable", "error", err)
		return
	}
	g.Now, g.Dirty = next, false
}

// strangersPage tells the host how many mails were turned away.
func strangersPage(day desk.StrangersDay, most int) sheet.Page {
	return sheet.Note("Mails of strangers were not read", fmt.Sprintf("On %s %d mails were turned away that nobody who is known here has sent.", day.Day, day.Away),
		sheet.Section{Head: "What that means", Lines: strings.Split(strings.TrimRight(fmt.Sprintf(
			"  At most %d mails of strangers are read in a day, of %s at most; the largest turned away had %s.\n"+
				"  They are in the mailbox still, marked as rejected. If somebody you know is among them, \"host admit ADDRESS\" lets them in.\n"+
				"  The number is strangers_per_day in the configuration.", most, BytesText(LargestOther), BytesText(day.Largest)), "\n"), "\n")})
}

// Forget drops the text of a mail that nobody needs.
func Forget(s *desk.Desk, raw []byte) error { return s.Store.Forget(intake.Key(raw)) }
