package hosting

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// stamp tells apart mails that the host has sent at different times.
func stamp(d *desk.Draft) string { return d.Now().UTC().Format("20060102150405") }

// resend mails the present position of a game again, to all its seats or to one. In the
// second case the address counts as reachable again.
func (h *Hosting) resend(rest string) (string, error) {
	d, rest, err := h.game(rest)
	if err != nil {
		return "", err
	}
	to, err := h.readers(d.Next, rest)
	if err != nil {
		return "", err
	}
	var names, silent, again []string
	for _, id := range to {
		seat := d.Next.Seat(id)
		away, err := h.d.Suspended(seat.Address)
		switch {
		case err != nil:
			return "", err
		case seat.Open:
			continue
		case away && rest == "":
			silent = append(silent, seat.Name)
			continue
		}
		names, again = append(names, seat.Name), append(again, id)
	}
	if len(again) > 0 {
		if err := h.Work.Begin(batch.IndexWork); err != nil {
			return "", err
		}
		d.said("resend", "sends the position again, to "+table.List(names)+".")
		d.asides++
	}
	for _, id := range again {
		if err := h.sendAgain(d.Next, id); err != nil {
			return "", err
		}
	}
	answer := fmt.Sprintf("Position %d of %s goes again to %s.", len(d.Next.Log), d.Next.Called(), table.List(names))
	if len(silent) > 0 {
		answer += fmt.Sprintf(" Mails to %s come back: name one of them to try it anyway.", table.List(silent))
	}
	return answer, nil
}

// readers returns the readers of a table who get a mail: all, or the named player, whose
// address then counts as reachable.
func (h *Hosting) readers(t *table.Table, name string) ([]string, error) {
	if name == "" {
		return t.Everybody(), nil
	}
	id, err := t.PlayerNamed(name)
	if err != nil {
		return nil, err
	}
	return []string{id}, h.forgive(t.Seat(id).Address, t.ID)
}

func (h *Hosting) sendAgain(t *table.Table, id string) error {
	if err := h.Work.Begin(batch.AgainWork); err != nil {
		return err
	}
	m := notices.SheetOf(h.d, t, id)
	m.Kind = sheet.Status
	if t.Waits(id) {
		m.Kind = sheet.YourMove
	}
	m.Extra = []sheet.Section{{Head: "Sent again", Lines: []string{"  The host is sending you this position again. Answer this mail."}}}
	h.C.Mails = append(h.C.Mails, notices.Write(h.d, t, id, m, notices.AgainMail+"."+stamp(h.d), ""))
	return nil
}

// forgive clears the score of an address and ends its suspension. Its other games tell it
// what they could not. An earlier line of the mail may have done so already.
func (h *Hosting) forgive(address, game string) error {
	score := senders.ScoreName(address)
	if _, done := h.C.Add[score]; done {
		return nil
	}
	n, err := h.d.DB.Counter(score)
	if err != nil || n == 0 {
		return err
	}
	if err := timing.Reachable(h.d, h.C.Marks, address, address); err != nil {
		return err
	}
	desk.Suspensions.Clear(h.C.Marks, address)
	h.d.Later(func() error { batch.CatchUp(h.d.Desk, address, game); return nil })
	if h.C.Add == nil {
		h.C.Add = map[string]int{}
	}
	h.C.Add[score] = -n
	return nil
}

// mostFailed is how many failed mails are listed at once. They are kept until somebody does something about them.
const mostFailed = 50

// failed lists the last mails that could not be delivered: all, those to an address or of a game. Before them
// come the addresses whose mails have come back: those were delivered, as far as our server knows.
func (h *Hosting) failed(rest string) (string, error) {
	wanted, _ := firstWord(rest)
	answer, err := h.failedMails(wanted)
	if err != nil {
		return "", err
	}
	back, err := cameBack(h.d, wanted)
	return strings.Join(append(back, answer), "\n"), err
}

func (h *Hosting) failedMails(wanted string) (string, error) {
	mails, all, err := lastFailed(h.d, func(m store.Mail) bool { return wanted == "" || strings.EqualFold(m.To, wanted) || isOf(m, wanted) })
	if err != nil {
		return "", err
	}
	if len(mails) == 0 && wanted != "" {
		return fmt.Sprintf("No mail to %s, or of a game of that id, has failed.", wanted), nil
	}
	if len(mails) == 0 {
		return "No mail has failed.", nil
	}
	var lines []string
	if all > len(mails) {
		lines = append(lines, fmt.Sprintf("%d mails have failed. These are the last %d. \"host failed ADDRESS\" lists those to an address, \"host failed GAME\" those of a game.", all, mostFailed))
	}
	for _, m := range mails {
		lines = append(lines, fmt.Sprintf("%s for %s%s", account.When(h.d, people.Member{}, m.Done), m.To, lastError(m)), "    host retry "+strings.Trim(m.ID, "<>")) // a shell would open a file for the brackets
	}
	return strings.Join(lines, "\n"), nil
}

// mostBack is how many addresses are listed whose mails come back.
const mostBack = 50

// cameBack lists the addresses whose mails have come back: all, one of them or those with a seat in a game.
func cameBack(d *desk.Draft, wanted string) (lines []string, err error) {
	score, err := scoresOf(d, wanted)
	if err != nil {
		return nil, err
	}
	wants := slices.Sorted(maps.Keys(score))
	for _, address := range wants[:min(len(wants), mostBack)] {
		since, err := desk.Suspensions.Get(d.DB, address)
		if err != nil {
			return nil, err
		}
		state := fmt.Sprintf("score %d of %d", score[address], d.Config.BounceLimit)
		if since.Found() {
			state = "suspended since " + account.When(d, people.Member{}, since.Value)
		}
		lines = append(lines, "    "+address+": "+state)
	}
	if more := len(wants) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("    and %d more; \"host failed ADDRESS\" says it of an address", more))
	}
	if len(lines) > 0 {
		lines = append([]string{"Mails to these addresses have come back:"}, lines...)
	}
	return lines, nil
}

// scoresOf returns the points of the addresses that have some: of all, of one of them or of those with a seat in a game.
func scoresOf(d *desk.Draft, wanted string) (map[string]int, error) {
	if wanted == "" {
		return senders.Scores(d)
	}
	of, err := []string{people.Lower(wanted)}, error(nil)
	if !strings.Contains(wanted, "@") {
		of, err = addressesIn(d, wanted)
	}
	score := map[string]int{}
	for _, address := range of {
		n, unread := d.DB.Counter(senders.ScoreName(address))
		if err = errors.Join(err, unread); n > 0 {
			score[address] = n
		}
	}
	return score, err
}

// addressesIn returns the addresses that play or watch in a running game.
func addressesIn(d *desk.Draft, game string) (all []string, err error) {
	g, err := d.DB.Game(strings.ToLower(game))
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	for _, key := range g.Keys {
		if address, at := strings.CutPrefix(key, desk.KeyAt); at {
			all = append(all, address)
		}
	}
	return all, err
}

// lastFailed returns the last failed mails that are wanted, the oldest first, and how many there are in all.
func lastFailed(d *desk.Draft, wanted func(store.Mail) bool) (last []store.Mail, all int, err error) {
	err = desk.EachFailed(d.DB, func(m store.Mail) (more bool) {
		if wanted(m) {
			last, all = append(last, m), all+1
		}
		if len(last) == 2*mostFailed {
			last = slices.Clone(last[mostFailed:])
		}
		return true
	})
	return last[max(0, len(last)-mostFailed):], all, err
}

// isOf reports whether a mail is of the game with an id.
func isOf(m store.Mail, game string) bool {
	return strings.Contains(m.ID, "."+strings.ToLower(game)+".")
}

// mostRetried is how many failed mails are queued again at once: each is a transaction, and there may be very many.
const mostRetried = 1000

// retry queues failed mails again.
func (h *Hosting) retry(rest string) (string, error) {
	wanted, _ := firstWord(rest)
	var again []string
	var wrong error
	found, more, away := false, false, map[string]bool{}
	err := desk.EachFailed(h.d.DB, func(m store.Mail) bool {
		if wanted != "" && !strings.EqualFold(strings.Trim(m.ID, "<>"), strings.Trim(wanted, "<>")) && !isOf(m, wanted) {
			return true
		}
		if more = len(again) == mostRetried; more {
			return false
		}
		found = true
		if _, known := away[m.To]; !known {
			away[m.To], wrong = h.d.Suspended(m.To)
		}
		if !away[m.To] {
			again = append(again, m.ID)
		}
		return wrong == nil
	})
	if err = errors.Join(err, wrong); err != nil {
		return "", err
	}
	if !found {
		return "", engine.Refuse("There is no failed mail%s. \"host failed\" lists them.", strings.TrimRight(" "+wanted, " "))
	}
	for _, id := range again {
		h.d.Later(func() error { return h.d.Store.Requeue(id, h.d.Now()) })
	}
	lines := []string{fmt.Sprintf("%d of them are sent again.", len(again))}
	if more {
		lines[0] += " Say it once more for the others."
	}
	maps.DeleteFunc(away, func(_ string, is bool) bool { return !is })
	for i, address := range slices.Sorted(maps.Keys(away)) {
		if i == mostBack {
			lines = append(lines, fmt.Sprintf("So it is with %d more.", len(away)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%s is suspended, and gets none before it has written, or \"host resend GAME PLAYER\".", address))
	}
	return strings.Join(lines, "\n"), nil
}

// tell writes to the players of a game through its log, or once to everybody with a seat
// in a running game.
func (h *Hosting) tell(rest string) (string, error) {
	if name, text := firstWord(rest); strings.EqualFold(name, "all") {
		return h.tellAll(text)
	}
	d, text, err := h.game(rest)
	if err != nil {
		return "", err
	}
	if text == "" {
		return "", engine.Refuse("There is nothing to tell: write host tell %s TEXT.", d.Next.ID)
	}
	d.said(sheet.Press, sheet.Clean(text))
	return fmt.Sprintf("Everybody in %s is told.", d.Next.Called()), nil
}

func (h *Hosting) tellAll(text string) (string, error) {
	if text == "" {
		return "", engine.Refuse("There is nothing to tell: write host tell all TEXT.")
	}
	if err := h.Work.Begin(batch.TellWork); err != nil {
		return "", err
	}
	var told []string
	for _, address := range seated(h.d) {
		if slices.ContainsFunc(told, func(a string) bool { return strings.EqualFold(a, address) }) {
			continue
		}
		told = append(told, address)
		m, err := h.d.Member(address)
		if err != nil {
			return "", err
		}
		id := h.d.Office.ID(senders.HostMail, stamp(h.d), h.d.Office.Secret("word", strings.ToLower(address), text))
		page := sheet.Note("The host writes", "", sheet.Section{Head: "To everybody", Lines: sheet.Quoted(sheet.Clean(text))})
		mail := h.d.WriteNote(m, id, page, "")
		h.C.Mails = append(h.C.Mails, mail)
	}
	return counted1(len(told), "person is told.", "people are told."), nil
}

// seated lists the addresses that play or watch a running game.
func seated(d *desk.Draft) []string {
	var out []string
	err := desk.EachRecord(d.Store, desk.KeyOn, func(_ store.Game, r table.Record) error {
		for _, seat := range slices.Concat(r.Seats, r.Guests) {
			if !seat.Open {
				out = append(out, seat.Address)
			}
		}
		return nil
	})
	if err != nil {
		d.Log.Error("game.list-failed", "error", err)
	}
	return out
}
