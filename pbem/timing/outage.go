package timing

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// MoveMember changes the address of a member, and of everything stored under it except
// games. If no member has the address, the returned member has no ID.
func MoveMember(d *desk.Draft, marks store.Marks, old, fresh string) (people.Member, error) {
	m, err := d.Member(old)
	if err != nil {
		return people.Member{}, err
	}
	if err := d.MoveGatherings(marks, old, fresh); err != nil {
		return people.Member{}, err
	}
	if m.ID != "" {
		m.Address = fresh
		if strings.EqualFold(m.Also, fresh) { // the second address becomes the only one
			m.Also, m.Both = "", false
		}
		m.Token++
		d.ForgetAddress(marks, old)
		d.KeepMember(marks, m)
	}
	return m, Reachable(d, marks, old, fresh)
}

// clockBack corrects what was stored while the clock was ahead. An outage that ends in
// the future would stop all clocks until then. clockBack has the deadlines set again and
// tells the host. What is no running game's is handled at once, and sets its deadline anew
// unless it is over.
func clockBack(s *desk.Desk, ahead, now time.Time) error {
	s.Log.Warn("clock.back", "was", ahead, "now", now)
	err := s.Unit(nil, func(d *desk.Draft) error {
		c := store.Commit{Marks: store.Marks{}}
		desk.Alive.Set(c.Marks, now)
		for _, sp := range Outages(d) {
			if sp.To.After(now) {
				desk.Outages.Clear(c.Marks, sp.From)
			}
		}
		quiet, err := desk.Silences.All(d.DB, "")
		for _, r := range quiet {
			if r.Fault == nil && r.Value.After(now) {
				desk.Silences.Set(c.Marks, r.Key, now)
			}
		}
		c.Mails = d.Alarm("clock "+ahead.Format(time.RFC3339), "", sheet.Note("The clock was ahead",
			fmt.Sprintf("The clock of this machine stood at %s and is back at %s. Time that was taken for an outage counts again, and the deadlines of all games are computed again. If the clock is wrong now, set it: nothing else has to be done.",
				ahead.Format("2006-01-02 15:04"), now.Format("2006-01-02 15:04")),
			sheet.Section{Head: "What you can say", Say: []sheet.Saying{{Line: "host outages", Gloss: "the times that do not count"}}}))
		all, unread := s.Store.Overdue(ahead.AddDate(1, 0, 0))
		for _, due := range all {
			if what, _, _ := strings.Cut(due.Key, "/"); slices.Contains([]string{SandboxKey, "confirm", "gathering", desk.EraseKey}, what) {
				c.Deadlines = append(c.Deadlines, store.Deadline{Game: due.Game, Key: due.Key, At: now})
			}
		}
		return errors.Join(err, unread, d.Take(c))
	})
	s.Polls.SetUnset(true)
	return err
}

// outageTold is how long an outage must be for the host to be told.
const outageTold = 24 * time.Hour

// outagePage tells the host about a long outage.
func outagePage(from, to time.Time) sheet.Page {
	return sheet.Note("Nobody could be heard", fmt.Sprintf("From %s to %s the service was down, could not read its mailbox or send mails, or the clock of this machine jumped. That time does not count for anybody's deadline.",
		from.UTC().Format("2006-01-02 15:04"), to.UTC().Format("2006-01-02 15:04")),
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{
			{Line: "host outages", Gloss: "the times that do not count"},
			{Line: "host outages drop " + from.UTC().Format(time.RFC3339), Gloss: "have it count after all"},
		}})
}

// Time does not count while the service cannot receive mail, because it is down or cannot
// read its mailbox, nor while no mail of its own goes out. Every few minutes the service
// stores that it can be talked with. A gap between these marks is an outage.

// aliveEvery is how often the service stores that it is receiving.
const aliveEvery = 5 * time.Minute

// longestGap is the longest gap that is not an outage.
const longestGap = time.Hour

// LongestUnread is how long the mailbox may be unread, or our server take no mail, before deadlines wait for it.
const LongestUnread = 10 * time.Minute

// OutageKept is how long the store keeps an outage.
const OutageKept = 60 * 24 * time.Hour

// Receiving stores that the service is receiving mail and sends its own. It returns false if the mailbox was
// never read, or not for some time, or if our server takes no mail of ours: players do not hear that they are asked. A
// service without a mailbox is handed its mails, so it receives always.
func Receiving(s *desk.Desk) bool {
	last, polled := s.Now(), s.Polls.Last()
	if polled.IsZero() && s.Config.IMAP.Addr != "" {
		return false
	}
	if !polled.IsZero() && polled.Before(last) { // the clock may go back
		last = polled
	}
	if s.Now().Sub(last) > LongestUnread+2*s.Config.Poll {
		return false
	}
	if away := s.Outbox.Away(); !away.IsZero() && s.Now().Sub(away) > LongestUnread {
		return false
	}
	if err := noteAlive(s, last.UTC()); err != nil {
		s.Log.Error("outage.unwritable", "error", err)
	}
	return true
}

// noteAlive stores that the service was receiving at a time. If that ends an outage, it
// stores the outage too.
func noteAlive(s *desk.Desk, now time.Time) error {
	was, err := desk.Alive.Get(s.Store)
	if err != nil && was.Rev == 0 {
		return err
	}
	marks := store.Marks{}
	desk.Alive.Set(marks, now)
	last := was.Value
	if was.Found() && last.Sub(now) > longestGap {
		return clockBack(s, last, now)
	}
	if was.Found() && !now.Before(last) && now.Sub(last) < aliveEvery {
		return nil
	}
	if !was.Found() || now.Sub(last) <= longestGap+2*s.Config.Poll {
		return s.Store.SetMarks(marks)
	}
	return s.Unit(nil, func(d *desk.Draft) error {
		s.Log.Warn("outage.over", "from", last, "to", now)
		for _, sp := range Outages(d) {
			if now.Sub(sp.To) > OutageKept {
				desk.Outages.Clear(marks, sp.From)
			}
		}
		desk.Outages.Set(marks, last, now)
		c := store.Commit{Marks: marks}
		if now.Sub(last) > outageTold {
			c.Mails = d.Alarm("outage "+last.UTC().Format(time.RFC3339), "", outagePage(last, now))
		}
		return d.Take(c)
	})
}

// Outages returns the outages, the oldest first.
func Outages(d *desk.Draft) []pace.Spell {
	if d.Outages != nil {
		return d.Outages
	}
	all, err := desk.Outages.All(d.DB, "")
	if err != nil {
		d.Log.Error("outage.unreadable", "error", err)
		return nil
	}
	d.Outages = []pace.Spell{}
	for _, r := range all {
		if r.Fault == nil {
			d.Outages = append(d.Outages, pace.Spell{From: r.Key, To: r.Value})
		}
	}
	return d.Outages
}

// silences returns the times in which no mail could reach an address.
func silences(d *desk.Draft, address string) []pace.Spell {
	all, err := desk.Silences.All(d.DB, people.Lower(address)+"/")
	if err != nil {
		d.Log.Error("address.silence-unreadable", "address", address, "error", err)
	}
	var out []pace.Spell
	for _, r := range all {
		if r.Fault == nil {
			out = append(out, pace.Spell{From: r.Key.From, To: r.Value})
		}
	}
	return out
}

// Excuse records that a mail to an address is lost for good. Its players may not know
// that they were asked, so the time since then does not count.
func Excuse(d *desk.Draft, marks store.Marks, address string) {
	for _, t := range d.TablesAt(address) {
		for _, id := range t.Everybody() {
			if seat := t.Seat(id); strings.EqualFold(seat.Address, address) && !seat.Asked.IsZero() {
				desk.Silences.Set(marks, desk.SilenceKey{Address: address, From: seat.Asked}, d.Now())
			}
		}
	}
	d.Finally(func() error { return deadlinesOf(d, address) })
}

// Reachable records that mail can reach an address again. If the address was suspended,
// its players' clocks stood still until now. fresh is the address from now on, the same
// or another. Reachable drops silences that are too old to matter.
func Reachable(d *desk.Draft, marks store.Marks, address, fresh string) error {
	since, err := desk.Suspensions.Get(d.DB, address)
	if err != nil && since.Rev == 0 {
		return err
	}
	now := d.Now()
	for _, sp := range silences(d, address) {
		if now.Sub(sp.To) > OutageKept {
			desk.Silences.Clear(marks, desk.SilenceKey{Address: fresh, From: sp.From})
		} else {
			desk.Silences.Set(marks, desk.SilenceKey{Address: fresh, From: sp.From}, sp.To)
		}
	}
	if since.Found() {
		desk.Silences.Set(marks, desk.SilenceKey{Address: fresh, From: since.Value}, now)
	}
	if since.Rev != 0 {
		desk.CatchUps.Set(marks, fresh, now)
		d.Later(func() error { desk.Release(d.Desk, fresh); return nil })
	}
	d.Finally(func() error { return deadlinesOf(d, address, fresh) })
	return nil
}

// deadlinesOf sets the deadlines in the games of addresses that can be reached again,
// because their clocks stood still. It also sets those of the games that the draft has
// changed: they were set before the silence was known.
func deadlinesOf(d *desk.Draft, addresses ...string) error {
	for _, address := range addresses {
		for _, w := range d.SeatsOf(address) {
			if d.Changed[w.Table.ID] != nil {
				continue
			}
			if err := d.DB.Add(Anew(d, w.Table)); err != nil {
				return err
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(d.Changed)) {
		t := d.Changed[id]
		if t.Game.State().Result != nil {
			continue
		}
		if err := d.DB.Add(store.Commit{Deadlines: Deadlines(d, t)}); err != nil {
			return err
		}
	}
	return nil
}
