package hosting

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/guard"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
	"pbem/titles"
)

// list shows the games of one state, or all that have not ended. An error in one game
// does not hide the others.
func (h *Hosting) list(rest string) (string, error) {
	want, after := listed(rest)
	if known := []string{"", "all", table.StateRunning, table.StateOpen, table.StatePaused, table.StateFrozen, table.StateEnded}; !slices.Contains(known, want) {
		return "", engine.Refuse("%q is not a state of a game: say running, open, paused, frozen, ended or all.", want)
	}
	h.looked, h.unseen = 0, 0
	lines, more, err := h.page(want, after)
	if h.unseen > 0 {
		still := "they are on hold"
		if h.unseen == 1 {
			still = "it is on hold"
		}
		lines = append(lines, fmt.Sprintf("Of %s it is not known yet whether %s: the service opens all games in the first minutes after it has begun.", step.Plural(h.unseen, "game"), still))
	}
	if more != "" || err != nil {
		lines = append(lines, "More: host list "+strings.TrimLeft(want+" after "+more, " "))
		return strings.Join(lines, "\n"), err
	}
	if want != table.StateRunning && want != table.StatePaused && want != table.StateFrozen && want != table.StateEnded {
		waiting, err := gathered(h.d)
		if err != nil {
			return "", err
		}
		lines = append(lines, waiting...)
	}
	if want == "" || want == "all" {
		silent, err := silenced(h.d)
		if err != nil {
			return "", err
		}
		lines = append(lines, silent...)
	}
	if len(lines) == 0 {
		return h.noGame(want, after)
	}
	return strings.Join(lines, "\n"), nil
}

// listed reads "running after g12".
func listed(rest string) (want, after string) {
	f := strings.Fields(strings.ToLower(rest))
	if n := len(f); n > 1 && f[n-2] == "after" {
		f, after = f[:n-2], f[n-1]
	}
	return strings.Join(f, " "), after
}

// mostListed limits how many games are listed at a time.
const mostListed = 50

// page lists games of a state. If there are more, more is the id of the last game it
// looked at.
func (h *Hosting) page(want, after string) (lines []string, more string, err error) {
	key := map[string]string{"": desk.KeyOn, table.StateRunning: desk.KeyOn, table.StateEnded: desk.KeyEnded, table.StatePaused: desk.KeyPaused, table.StateFrozen: desk.KeyOn}[want]
	for n := 0; ; {
		ids, err := h.d.DB.Find(h.d.Keyed(key), after, mostListed)
		if errors.Is(err, store.ErrNotFound) {
			return nil, "", engine.Refuse("There is no game %s to go on after.", after)
		}
		if err != nil || len(ids) == 0 {
			return lines, "", err
		}
		for _, id := range ids {
			if n == mostListed || n > 0 && h.Work.ForSearch() < batch.OpenWork {
				return lines, after, nil
			}
			after = id
			if table.IsSandboxID(id) {
				continue
			}
			state, entry := h.entry(id)
			if want == "all" || want == state || want == "" && state != table.StateEnded {
				lines = append(lines, entry...)
				n++
			}
		}
	}
}

// entry returns the lines of one game in the list. It does not open the game if the
// record says enough.
func (h *Hosting) entry(id string) (state string, lines []string) {
	err := guard.Do(func() error {
		known := h.d.Tables[id] != nil
		t, err := h.brief(id)
		if err == nil && t.Game != nil && !known {
			h.Work.Question(batch.OpenWork)
		}
		if err == nil {
			t = h.as(t)
			state, lines = t.State(), entryOf(h.d, t)
		}
		return err
	})
	if err != nil {
		why, _, _ := strings.Cut(err.Error(), "\n")
		return table.StateFrozen, []string{fmt.Sprintf("%-5s cannot be opened: %s", id, why)}
	}
	return state, lines
}

// MostLooked limits how many games are opened for a list, so that it does not take long.
// The others are shown by their records, until CheckGames has opened them.
const MostLooked = 4

// brief returns a game by its record, without opening it. It opens the game if the record
// does not say enough, or if it is not known whether the game is frozen.
func (h *Hosting) brief(id string) (*table.Table, error) {
	s := h.d
	if _, open := s.Tables[id]; open {
		return s.Table(id)
	}
	g, err := s.DB.Game(id)
	if err != nil {
		return nil, err
	}
	t := &table.Table{ID: id, Version: g.Version}
	if err := json.Unmarshal(g.Record, &t.Record); err != nil || t.Record.Away == nil && t.Record.Round == "" {
		return s.Table(id)
	}
	if t.Record.Over == "" && !s.Roster.Sound(id) {
		if h.looked++; h.looked <= MostLooked || s.Roster.Still(id) {
			return s.Table(id)
		}
		h.unseen++
	}
	var ok bool
	if t.Title, ok = titles.Find(t.Record.Title); !ok {
		return s.Table(id)
	}
	return t, nil
}

func entryOf(d *desk.Draft, t *table.Table) []string {
	round, over := t.Record.Round, t.Record.Over
	if t.Game != nil {
		round = t.Title.Round(t.Game.State())
		if result := t.Game.State().Result; result != nil {
			over = result.Reason
		}
	}
	head := fmt.Sprintf("%-5s %-24s %-8s %-16s %s", t.ID, desk.Shortened(t.Record.Name, 24), t.State(), t.Title.Facts.Name, round)
	if t.State() == table.StateEnded {
		if t.Record.Away != nil {
			over += " (put away)"
		}
		return []string{head, "      " + over}
	}
	lines := []string{head}
	var others []string
	for i := range t.Record.Seats {
		id := engine.PlayerID(i)
		if t.Seat(id).Asked.IsZero() {
			others = append(others, t.Record.Seats[i].Name)
			continue
		}
		lines = append(lines, "      "+t.Record.Seats[i].Name+" "+toMove(d, t, id))
	}
	if len(others) > 0 {
		lines = append(lines, "      also playing: "+strings.Join(others, ", "))
	}
	return lines
}

// toMove says when a player was asked, and until when they must answer.
func toMove(d *desk.Draft, t *table.Table, player string) string {
	text := "to move, asked " + account.When(d, people.Member{}, t.Seat(player).Asked)
	switch due := timing.Due(d, t, player); {
	case due.IsZero():
	case due.Before(d.Now()):
		text += ", OVERDUE " + account.When(d, people.Member{}, due)
	default:
		text += ", due " + account.When(d, people.Member{}, due)
	}
	return text
}

// show describes one game.
func (h *Hosting) show(rest string) (string, error) {
	name, _ := firstWord(rest)
	if name == "" {
		return "", engine.Refuse("Say which game: host show g12.")
	}
	t, err := named(h.d, name)
	if err != nil {
		return "", err
	}
	t = h.as(t)
	lines := entryOf(h.d, t)[:1]
	lines = append(lines, "  begun "+account.When(h.d, people.Member{}, t.Record.Created), fmt.Sprintf("  position %d%s", len(t.Log), lastChange(h.d, t)))
	lines = append(lines, agreed(t)...)
	lines = append(lines, standstill(t)...)
	lines = append(lines, "SEATS")
	for _, id := range t.Everybody() {
		if !t.Plays(id) && id == t.FirstGuest() {
			lines = append(lines, "GUESTS")
		}
		lines = append(lines, seatLines(h.d, t, id)...)
	}
	lines = append(lines, requestLines(h.d, t)...)
	mails, err := mailLines(h.d, t)
	return strings.Join(append(lines, mails...), "\n"), err
}

// as returns a game as the lines before this one have changed it.
func (h *Hosting) as(t *table.Table) *table.Table {
	for _, d := range h.drafts {
		if d.Before.ID == t.ID {
			return d.Next
		}
	}
	return t
}

// lastChange says when the log of a game last grew.
func lastChange(d *desk.Draft, t *table.Table) string {
	at := batch.EventTime(d, t, len(t.Log)-1)
	if at.IsZero() {
		return ""
	}
	return ", last change " + account.When(d, people.Member{}, at)
}

// standstill says why a game does not go on.
func standstill(t *table.Table) []string {
	switch result := t.Game.State().Result; {
	case result != nil:
		return []string{"  It has ended: " + result.Reason}
	case t.Game.Frozen() != nil:
		return []string{"  " + step.Capital(t.Game.Frozen().Error()) + ".", "  " + t.Thaw()}
	case t.Record.Paused != nil:
		return []string{"  " + t.Record.Paused.Sentence()}
	}
	return nil
}

// seatLines describe a seat or a guest.
func seatLines(d *desk.Draft, t *table.Table, id string) []string {
	seat := t.Seat(id)
	lines := []string{fmt.Sprintf("  %-3s %s <%s>", id, seat.Name, seat.Address)}
	if seat.Open && !t.Robotic(id) {
		lines[0] += ": has left, the seat is free"
	}
	if by := t.Keeper(id); t.Kept(id) {
		lines[0] += ": " + by.Kind() + " plays"
	}
	told := fmt.Sprintf("      token %d, told up to position %d", seat.Token, seat.Told)
	if n := len(seat.Orders); n > 0 {
		told += ", " + step.Plural(n, "standing order")
	}
	lines = append(lines, told)
	if !seat.Asked.IsZero() {
		lines = append(lines, "      "+toMove(d, t, id))
	}
	return append(lines, trouble(d, seat.Address)...)
}

// trouble says whether mails to an address have come back.
func trouble(d *desk.Draft, address string) []string {
	since, err := desk.Suspensions.Get(d.DB, address)
	if since.Rev != 0 {
		return []string{"      SUSPENDED since " + account.When(d, people.Member{}, since.Value) + ": mails come back, none are sent"}
	}
	if err != nil {
		return []string{"      its marks cannot be read: " + err.Error()}
	}
	if n, err := d.DB.Counter(senders.ScoreName(address)); err == nil && n > 0 {
		return []string{fmt.Sprintf("      mails have come back: score %d of %d", n, d.Config.BounceLimit)}
	}
	return nil
}

// silenced lists the suspended addresses.
func silenced(d *desk.Draft) ([]string, error) {
	all, err := desk.Suspensions.All(d.DB, "")
	var out []string
	for _, r := range all {
		if len(out) == 0 {
			out = append(out, "SUSPENDED, because mails come back")
		}
		out = append(out, fmt.Sprintf("      %s, since %s", r.Key, account.When(d, people.Member{}, r.Value)))
	}
	return out, err
}

// mostWaiting limits how many mails of the outbox are searched for those of a game: each
// comes with its text.
const mostWaiting = 500

// Waiting returns the mails in the outbox, in the order in which they are sent.
func Waiting(d *desk.Draft) ([]store.Mail, error) {
	return d.DB.Due(time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), mostWaiting)
}

// mailLines list the mails of a game that wait or have failed.
func mailLines(d *desk.Draft, t *table.Table) ([]string, error) {
	queued, err := Waiting(d)
	if err != nil {
		return nil, err
	}
	failed, all, err := lastFailed(d, t.IsAbout)
	if err != nil {
		return nil, err
	}
	lines := []string{"MAILS"}
	if len(queued) == mostWaiting {
		lines = append(lines, fmt.Sprintf("  (%d mails wait; only so many were looked through)", mostWaiting))
	}
	for _, m := range queued {
		if t.IsAbout(m) {
			lines = append(lines, fmt.Sprintf("  queued %s for %s%s", account.When(d, people.Member{}, m.Queued), m.To, lastError(m)))
		}
	}
	if all > len(failed) {
		lines = append(lines, fmt.Sprintf("  (%d have failed; these are the last %d)", all, len(failed)))
	}
	for _, m := range failed {
		lines = append(lines, fmt.Sprintf("  failed %s for %s%s", account.When(d, people.Member{}, m.Done), m.To, lastError(m)))
	}
	if len(lines) == 1 {
		lines = append(lines, "  none waits, none has failed")
	}
	return lines, nil
}

func lastError(m store.Mail) string {
	if m.LastError == "" {
		return ""
	}
	if m.Tries == 0 {
		return ": not tried yet, " + desk.Shortened(m.LastError, 200)
	}
	return fmt.Sprintf(": tried %s, %s", step.Plural(m.Tries, "time"), desk.Shortened(strings.Join(strings.Fields(m.LastError), " "), 200))
}

// gathered lists the games that have not begun.
func gathered(d *desk.Draft) ([]string, error) {
	all, err := d.Gatherings()
	var out []string
	for _, g := range all {
		name := g.Title
		if t, ok := titles.Find(g.Title); ok {
			name = t.Facts.Name
		}
		out = append(out,
			fmt.Sprintf("%-5s %-24s %-8s %-16s %s", g.ID, desk.Shortened(g.Name, 24), table.StateOpen, name, g.Size()),
			fmt.Sprintf("      in: %s", cmp.Or(strings.Join(memberNames(d, g.Players), ", "), "nobody")),
			fmt.Sprintf("      missing: %s", g.Missing()))
	}
	return out, err
}

// requestLines list what the players have asked each other.
func requestLines(d *desk.Draft, t *table.Table) []string {
	var out []string
	for _, r := range t.Record.Requests {
		out = append(out, "  "+notices.Asks(d, t, r)+"; "+t.WaitingFor(r))
	}
	if len(out) > 0 {
		out = append([]string{"REQUESTS"}, out...)
	}
	return out
}
