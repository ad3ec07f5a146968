package senders

import (
	"fmt"
	"strings"
	"time"

	"pbem/engine/step"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// A canary is a mail that the service sends to itself through the real servers. It takes
// the way of a player's reply: outbox, SMTP server, mailbox, desk. If it does not come
// back, players' mails do not arrive either, even if everything else looks well.

// CanaryMail begins the Message-IDs of canaries.
const CanaryMail = "canary"

// CanaryOf returns when a canary of this service was sent. ok is false if the mail is
// none.
func CanaryOf(s *desk.Desk, l letter.Letter) (at time.Time, ok bool) {
	if !strings.EqualFold(l.From, s.Config.Address) {
		return time.Time{}, false
	}
	return s.Office.CameBack(l)
}

// Mails of unknown senders are judged by header and size before they are stored. They are
// read after the mails of players, and only a limited number in a day.

// LargestOther is the largest mail of a stranger that is read, in bytes.
const LargestOther = 256 << 10

// ReportsToStrangers is how many delivery reports are read for each mail of a stranger
// that may be read.
const ReportsToStrangers = 5

// RankOf says whether a mail may be a player's. It may if it comes from a known address,
// was sent to a valid reply address or answers a mail of the service, or if it is a
// report to the VERP address of a known address.
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
	if ours, err := answers(d, l); ours || err != nil || d.Config.IsHost(l.From) {
		return true, err
	}
	if l.From != "" {
		seats, err := d.Store.Find(d.Keyed(desk.KeyAt+people.Lower(l.From)), "", 1)
		if err != nil || d.Indexed.Load() && len(seats) > 0 {
			return true, err
		}
		if m, err := d.Member(l.From); err != nil || m.ID != "" {
			return true, err
		}
	}
	return !d.Indexed.Load(), nil // without an index nobody can be ruled out
}

// Answers reports whether a mail shows that its sender has got one of ours: it was sent to a valid reply address, is a report
// to the VERP address of a known address, or answers a mail of the service. Whom it claims to come from says nothing.
func Answers(s *desk.Desk, l letter.Letter) (bool, error) { return answers(s.Draft(), l) }

func answers(d *desk.Draft, l letter.Letter) (bool, error) {
	if _, canary := CanaryOf(d.Desk, l); canary {
		return true, nil
	}
	if tags, err := tokened(d, l); tags || err != nil {
		return tags, err
	}
	if verpOf(d, l) != "" {
		return true, nil
	}
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		if m, err := mailOf(d, id); err != nil || m.ID != "" {
			return err == nil, err
		}
	}
	return false, nil
}

// Today continues the stored count of the day, or begins a new one. If mails were turned
// away on an earlier day, its count stays until the host is told.
func Today(s *desk.Desk) {
	g := &s.Quota
	if !g.Read {
		r, err := desk.StrangerDays.Get(s.Store)
		if err != nil {
			s.Log.Error("strangers.unreadable", "error", err)
		}
		g.Now, g.Told = r.Value, r.Value
		g.Read = true
	}
	if day := s.Now().UTC().Format(time.DateOnly); g.Now.Day != day && g.Now.Away == 0 || g.Now.Day == "" {
		g.Now, g.Told = desk.StrangersDay{Day: day}, desk.StrangersDay{Day: day}
	}
}

// TellOfStrangers stores the count. If mails were turned away on an earlier day, it tells
// the host.
func TellOfStrangers(s *desk.Desk) {
	g := &s.Quota
	g.Mu.Lock()
	defer g.Mu.Unlock()
	Today(s)
	over := g.Now.Day != s.Now().UTC().Format(time.DateOnly)
	if !over && !g.Dirty {
		return
	}
	var next desk.StrangersDay
	err := desk.Tell(s, func(d *desk.Draft) error {
		stored, err := desk.StrangerDays.Get(d.DB)
		if err != nil && stored.Rev == 0 {
			return err
		}
		next = stored.Value.Since(g.Now, g.Told)
		c := store.Commit{Marks: store.Marks{}}
		if over {
			c.Mails = d.Alarm("strangers "+g.Now.Day, "", strangersPage(next, s.Config))
			next = desk.StrangersDay{Day: s.Now().UTC().Format(time.DateOnly)}
			if stored.Value.Day == next.Day { // another service counts the new day already
				next = stored.Value
			}
		}
		desk.StrangerDays.Set(c.Marks, next)
		return d.Queue(c)
	})
	if err != nil {
		s.Log.Error("strangers.unwritable", "error", err)
		return
	}
	g.Now, g.Told, g.Dirty = next, next, false
}

// strangersPage tells the host how many mails were turned away.
func strangersPage(day desk.StrangersDay, cfg config.Config) sheet.Page {
	most, where := cfg.Limits.Strangers, "  They are in the mailbox still, marked as rejected. If somebody you know is among them, \"host admit ADDRESS\" lets them in.\n"
	if cfg.LMTP.Listen != "" {
		where = "  Those that the mail server handed over were not kept. If you expect somebody, \"host admit ADDRESS\" lets them in, and they can write again.\n"
	}
	return sheet.Note("Mails of strangers were not read", fmt.Sprintf("Turned away on %s: %s of people who are not known here.", day.Day, step.Plural(day.Away, "mail")),
		sheet.Section{Head: "What that means", Lines: strings.Split(strings.TrimRight(fmt.Sprintf(
			"  Strangers may send %s a day, of %s at most; the largest turned away had %s.\n"+
				"%s  The number is strangers_per_day in the configuration.", step.Plural(most, "mail"), BytesText(LargestOther), BytesText(day.Largest), where), "\n"), "\n")})
}

// Forget deletes the text of a stored mail that nobody needs.
func Forget(s *desk.Desk, raw []byte) error { return s.Store.Forget(intake.Key(raw)) }
