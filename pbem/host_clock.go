package pbem

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/store"
)

// clockBack undoes what was noted while the clock was ahead: outages that reach
// into the future would silence every game until then. The deadlines are set
// again, and the host is told.
func (s *Desk) clockBack(ahead, now time.Time) error {
	s.log.Warn("clock.back", "was", ahead, "now", now)
	err := s.unit(nil, func(d *draft) error {
		c := store.Commit{Marks: store.Marks{}}
		alive.Set(c.Marks, now)
		for _, sp := range d.outages() {
			if sp.To.After(now) {
				outages.Clear(c.Marks, sp.From)
			}
		}
		c.Mails = d.alarm("clock "+ahead.Format(time.RFC3339), "", sheet.Note("The clock was ahead",
			fmt.Sprintf("The clock of this machine stood at %s and is back at %s. Time that was taken for an outage counts again, and the deadlines of all games are set anew.",
				ahead.Format("2006-01-02 15:04"), now.Format("2006-01-02 15:04")),
			sheet.Section{Head: "What you can say", Say: []sheet.Saying{{Line: "host outages", Gloss: "the times that do not count"}}}))
		return d.take(c)
	})
	s.polls.setUnset(true)
	return err
}

// outageTold is how long an outage must be for the host to be told of it.
const outageTold = 24 * time.Hour

// outagePage tells the host of a long time in which nobody could be heard.
func outagePage(from, to time.Time) sheet.Page {
	return sheet.Note("Nobody could be heard", fmt.Sprintf("From %s to %s the service was down, could not read its mailbox, or the clock of this machine jumped. That time counts for nobody.",
		from.UTC().Format("2006-01-02 15:04"), to.UTC().Format("2006-01-02 15:04")),
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{
			{Line: "host outages", Gloss: "the times that do not count"},
			{Line: "host outages drop " + from.UTC().Format(time.RFC3339), Gloss: "have it count after all"},
		}})
}

// outages lists the times that count for nobody, or drops one.
func (h *hosting) outages(rest string) (string, error) {
	spells := h.d.outages()
	if rest == "" {
		lines := []string{}
		for _, sp := range spells {
			lines = append(lines, fmt.Sprintf("%s to %s", sp.From.UTC().Format(time.RFC3339), sp.To.UTC().Format(time.RFC3339)))
		}
		if len(lines) == 0 {
			return "No outage is on file.", nil
		}
		return strings.Join(append(lines, "To have one count after all: host outages drop "+spells[len(spells)-1].From.UTC().Format(time.RFC3339)), "\n"), nil
	}
	word, when := firstWord(rest)
	from, err := time.Parse(time.RFC3339, strings.TrimSpace(when))
	i := slices.IndexFunc(spells, func(sp pace.Spell) bool { return sp.From.Equal(from) })
	if !strings.EqualFold(word, "drop") || err != nil || i < 0 {
		return "", engine.Refuse("Write when it began, as the list shows it: host outages drop 2026-03-02T18:00:00Z.")
	}
	outages.Clear(h.c.Marks, spells[i].From)
	h.d.later(func() error { h.d.polls.setUnset(true); return nil })
	return "That time counts now; the deadlines of all games are set anew within a minute.", nil
}

// banned reports whether mails from an address are not read: it is banned, or
// another address of the same member is.
func (d *draft) banned(address string) (bool, error) {
	m, err := d.member(address)
	if err != nil || address == "" {
		return false, err
	}
	for _, a := range append(m.Addresses(), address) {
		since, err := bans.Get(d.db, a)
		if err != nil || since.Rev != 0 {
			return since.Rev != 0, err
		}
	}
	return false, nil
}

// ban has nothing more from an address be read, or lists such addresses.
func (h *hosting) ban(rest string) (string, error) {
	address, _ := firstWord(rest)
	if address == "" {
		all, err := bans.All(h.d.db, "")
		if err != nil || len(all) == 0 {
			return "Nobody is banned.", err
		}
		var out []string
		for _, r := range all {
			out = append(out, r.Key+" since "+r.Value.Format(time.DateOnly))
		}
		return strings.Join(out, "\n"), nil
	}
	switch {
	case !strings.Contains(address, "@"):
		return "", engine.Refuse("%q is no address. Write it like: host ban zoe@example.net", address)
	case h.d.cfg.IsHost(address):
		return "", engine.Refuse("%s is a host.", address)
	}
	bans.Set(h.c.Marks, address, h.d.now())
	answer := fmt.Sprintf("Nothing from %s is read or answered any more. To undo it: host unban %s", address, address)
	for _, w := range h.d.seatsOf(address) {
		answer += fmt.Sprintf("\nTheir seat in %s stays theirs: host seat %s %s ADDRESS NAME gives it away.", w.table.Called(), w.table.ID, w.player)
	}
	return answer, nil
}

// unban has an address be read again.
func (h *hosting) unban(rest string) (string, error) {
	address, _ := firstWord(rest)
	since, err := bans.Get(h.d.db, address)
	if err != nil && since.Rev == 0 {
		return "", err
	}
	if address == "" || since.Rev == 0 {
		return "", engine.Refuse("%q is not banned; \"host ban\" lists who is.", address)
	}
	bans.Clear(h.c.Marks, address)
	return fmt.Sprintf("What %s writes is read again.", address), nil
}
