package hosting

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/timing"
)

// outages lists the outages, or drops one so that its time counts.
func (h *Hosting) outages(rest string) (string, error) {
	spells := timing.Outages(h.d)
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
	desk.Outages.Clear(h.C.Marks, spells[i].From)
	h.d.Later(func() error { h.d.Polls.SetUnset(true); return nil })
	return "That time counts now; the deadlines of all games are computed again within a minute.", nil
}

// Banned reports whether an address, or another address of the same member, is banned.
// Mails from it are then not read.
func Banned(d *desk.Draft, address string) (bool, error) {
	m, err := d.Member(address)
	if err != nil || address == "" {
		return false, err
	}
	for _, a := range append(m.Addresses(), address) {
		since, err := desk.Bans.Get(d.DB, a)
		if err != nil || since.Rev != 0 {
			return since.Rev != 0, err
		}
	}
	return false, nil
}

// bare takes the brackets off an address: mail programs write "<zoe@example.net>".
func bare(address string) string { return strings.Trim(address, "<>,;.") }

// ban bans an address, or lists the banned ones.
func (h *Hosting) ban(rest string) (string, error) {
	address, _ := firstWord(rest)
	address = bare(address)
	if address == "" {
		all, err := desk.Bans.All(h.d.DB, "")
		if err != nil || len(all) == 0 {
			return "Nobody is banned.", err
		}
		var out []string
		for _, r := range all {
			out = append(out, r.Key+" since "+r.Value.Format(time.DateOnly))
		}
		return strings.Join(out, "\n"), nil
	}
	switch a, err := mail.ParseAddress(address); {
	case err != nil || a.Address != address:
		return "", engine.Refuse("%q is not an address. Write it like: host ban zoe@example.net", address)
	case h.d.Config.Owns(address):
		return "", engine.Refuse("That is the address of the service.")
	case h.d.Config.IsHost(address):
		return "", engine.Refuse("%s is a host.", address)
	}
	desk.Bans.Set(h.C.Marks, address, h.d.Now())
	answer := fmt.Sprintf("Nothing from %s is read or answered any more. To undo it: host unban %s", address, address)
	for _, w := range h.d.SeatsOf(address) {
		answer += fmt.Sprintf("\nTheir seat in %s stays theirs: host seat %s %s ADDRESS NAME gives it away.", w.Table.Called(), w.Table.ID, w.Player)
	}
	return answer, nil
}

// unban ends the ban of an address.
func (h *Hosting) unban(rest string) (string, error) {
	address, _ := firstWord(rest)
	since, err := desk.Bans.Get(h.d.DB, address)
	if plain := bare(address); since.Rev == 0 && plain != address { // only older versions banned with the brackets
		address = plain
		since, err = desk.Bans.Get(h.d.DB, address)
	}
	if err != nil && since.Rev == 0 {
		return "", err
	}
	if address == "" || since.Rev == 0 {
		return "", engine.Refuse("%q is not banned; \"host ban\" lists who is.", address)
	}
	desk.Bans.Clear(h.C.Marks, address)
	return fmt.Sprintf("What %s writes is read again.", address), nil
}

// pace shows or changes the pace of a game.
func (h *Hosting) pace(rest string) (string, error) {
	d, words, err := h.game(rest)
	switch {
	case err != nil:
		return "", err
	case d.Next.Game.State().Result != nil:
		return "", engine.Refuse("%s has ended.", d.Next.Called())
	}
	was := timing.Pace(h.d.Desk, d.Next)
	if words == "" {
		return fmt.Sprintf("The pace of %s: %s.", d.Next.Called(), was), nil
	}
	p, err := pace.Parse(words, was)
	if err != nil {
		return "", err
	}
	d.Next = d.Next.Paced("", p)
	return fmt.Sprintf("The pace of %s is now: %s. To undo it: host pace %s %s", d.Next.Called(), p, d.Next.ID, was.Whole()), nil
}
