package senders

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// UnknownCode refuses a "confirm" whose code belongs to no open question.
func UnknownCode(d *desk.Draft, key string, l letter.Letter, who desk.Sender, _ string) (string, error) {
	return RefuseTyped(d, key, l, who, &sheet.Refusal{Lines: Texts(l), Reason: "This code is not known, was used before or is older than a week."}, Texts(l))
}

// Renew gives the sender a new token, and with it a new reply address. The old reply
// address no longer works.
func Renew(d *desk.Draft, key string, l letter.Letter, who desk.Sender, _ string) (string, error) {
	lines := []string{
		"  You have a new reply address: answer this mail or a later one.",
		"  Answers to older mails no longer count.",
	}
	c := store.Commit{Cause: key, Outcome: desk.OutcomeAnswered, Marks: store.Marks{}}
	maps.Copy(c.Marks, who.Marks)
	if who.Table == nil {
		return desk.OutcomeAnswered, account.RenewMember(d, c, l, who.Member, lines)
	}
	next := who.Table.With(who.Table.Game, nil)
	next.Seat(who.Player).Token++
	for i := range next.Record.Seats { // the sender has all seats of a sandbox
		if seat := &next.Record.Seats[i]; next.IsSandbox() && engine.PlayerID(i) != who.Player {
			seat.Token++
		}
	}
	return desk.OutcomeAnswered, commitSeats(d, c, l, "Your token is new", lines, desk.Change{Before: who.Table, Next: next, Players: []string{who.Player}})
}

// commitSeats commits tables in which only seats have changed, and mails the position to
// those seats. It drops the mails that wait for them, which are out of date; the new
// mails tell what those would have told.
func commitSeats(d *desk.Draft, c store.Commit, l letter.Letter, head string, lines []string, changes ...desk.Change) error {
	for _, ch := range changes {
		if err := timing.Record(d, &c, ch.Before, ch.Next); err != nil {
			return err
		}
		for _, p := range ch.Players {
			m := notices.SheetOf(d, ch.Next, p)
			m.Kind, m.Extra = sheet.Status, []sheet.Section{{Head: head, Lines: lines}}
			mail := notices.Write(d, ch.Next, p, m, "seat."+c.Cause[len(c.Cause)-12:], l.MessageID)
			c.Mails = append(c.Mails, mail)
			c.Drop = append(c.Drop, notices.MoveTopic(ch.Next.ID, p))
		}
	}
	return d.Take(c, changes...)
}

// SetAddress begins a change of address. It mails one code to the old address and another
// to the new one; both must come back. The change applies to all seats of the old
// address. "also" before the address asks for a second address in the same way. "not"
// removes the second address.
func SetAddress(d *desk.Draft, key string, l letter.Letter, who desk.Sender, text string) (string, error) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch strings.ToLower(first) {
	case "also":
		return askAddress(d, key, l, who, rest, true)
	case "not":
		return dropAddress(d, key, l, who, rest)
	}
	return askAddress(d, key, l, who, text, false)
}

// askAddress asks the old and the new address whether the new one should replace the old,
// or be a second one.
func askAddress(d *desk.Draft, key string, l letter.Letter, who desk.Sender, text string, also bool) (string, error) {
	old := who.Address()
	fresh, why := account.NewAddress(d, text, old)
	open, marks, err := Questions(d)
	if err != nil {
		return "", err
	}
	maps.Copy(marks, who.Marks)
	if why == "" {
		if why, err = account.Forbids(d, who, fresh, also); err != nil {
			return "", err
		}
	}
	if n := account.Moving(open, old, fresh); why == "" && n >= MostMoves {
		why = fmt.Sprintf("%d changes of your address wait for their codes already.", n)
	}
	if why != "" {
		if also {
			why = strings.Replace(why, "set address amy@", "set address also amy@", 1)
		}
		return RefuseTyped(d, key, l, who, &sheet.Refusal{Lines: Texts(l), Reason: why}, Texts(l))
	}
	c := store.Commit{Cause: key, Outcome: desk.OutcomeAnswered, Marks: marks}
	askBoth(d, &c, open, who, old, fresh, also)
	d.Log.Info("address.asked", "old", old, "new", fresh, "also", also)
	return desk.OutcomeAnswered, d.Queue(c)
}

// askBoth stores the questions about a change of address and mails their codes. The same
// question on the same day is mailed only once.
func askBoth(d *desk.Draft, c *store.Commit, open map[string]desk.Question, who desk.Sender, old, fresh string, also bool) {
	day := d.Now().UTC().Format("20060102")
	game, player := who.ID()
	kinds, head, text := []string{"old", "new"}, "Change of address", "%s asks to get the mails of their games of 18xx at %s instead of %s. Both addresses must say yes."
	if also {
		kinds, head, text = []string{"old also", "new also"}, "A second address", "%s asks to play their games of 18xx from %s too, beside %s. Both addresses must say yes."
	}
	codes := []string{d.Office.Secret(kinds[0], day, old, fresh), d.Office.Secret(kinds[1], day, old, fresh)}
	for i, to := range []string{old, fresh} {
		if _, asked := open[codes[i]]; asked {
			continue
		}
		q := desk.Question{To: to, At: d.Now(), Game: game, Player: player, Old: old, New: fresh, Peer: codes[1-i], Also: also}
		Asking(c, codes[i], q)
		reader := people.Member{Address: to}
		note := sheet.Note(head, fmt.Sprintf(text, who.Name(), fresh, old), HowToAnswer(d, reader, codes[i], "from "+to))
		c.Mails = append(c.Mails, d.WriteNote(reader, d.Office.ID("address", codes[i][:8]), note, ""))
	}
}

// Agreed records that one address has agreed to a change. When both have, it makes the
// change.
func Agreed(d *desk.Draft, a Answer) (string, error) {
	q := a.Question
	if !strings.EqualFold(a.Letter.From, q.To) {
		return AnswerCode(d, a, fmt.Sprintf("The code came from %s, but it was mailed to %s; please send it from there.", desk.OrUnread(a.Letter.From), q.To))
	}
	q.Said = true
	peer, known := a.Open[q.Peer]
	if known && !peer.Said {
		desk.Confirms.Set(a.Marks, a.Code, q)
		return AnswerCode(d, a, fmt.Sprintf("Thank you. The change is made as soon as the other address has answered too, until %s.", account.When(d, people.Member{}, timing.Ends(d, peer.At, CodeLife))))
	}
	desk.Confirms.Clear(a.Marks, a.Code)
	desk.Confirms.Clear(a.Marks, q.Peer)
	switch why, err := account.Forbids(d, a.Who, q.New, q.Also); {
	case err != nil:
		return "", err
	case !known || !strings.EqualFold(a.Who.Address(), q.Old):
		return AnswerCode(d, a, "The address that asked for it has changed meanwhile, so nothing was changed. Please ask again.")
	case why != "":
		return AnswerCode(d, a, "Nothing was changed. "+why)
	}
	c := store.Commit{Cause: a.Key, Outcome: desk.OutcomeAnswered, Marks: a.Marks}
	if q.Also {
		return desk.OutcomeAnswered, d.AddAddress(c, a.Letter, a.Who, q.New)
	}
	return desk.OutcomeAnswered, moveAddress(d, c, a.Letter, q.Old, q.New)
}

// moveAddress changes an address wherever it is stored, and tells both addresses.
func moveAddress(d *desk.Draft, c store.Commit, l letter.Letter, old, fresh string) error {
	m, err := timing.MoveMember(d, c.Marks, old, fresh)
	if err != nil {
		return err
	}
	var changes []desk.Change
	seats := 0
	for _, t := range slices.Concat(d.TablesAt(old, fresh), d.SandboxesOf(old)) {
		if ch, ok := account.Moved(t, old, fresh); ok {
			changes, seats = append(changes, ch), seats+len(ch.Players)
		}
	}
	note := d.WriteNote(people.Member{Address: old}, d.Office.ID("moved", d.Office.Secret("moved", c.Cause)), sheet.Note("Change of address", fmt.Sprintf("Your mails now go to %s.", fresh)), "")
	c.Mails = append(c.Mails, note)
	lines := []string{"  Your mails now come to this address. Answer this one or a later one.", "  Answers to older mails no longer count."}
	if seats == 0 { // no mail of a game tells the new reply address
		mail := account.WelcomeHere(d, m, c.Cause, l.MessageID, lines)
		c.Mails = append(c.Mails, mail)
	}
	var next []*table.Table
	for _, ch := range changes {
		next = append(next, ch.Next)
	}
	m.Address = fresh
	if err := Elsewhere(d, &c, old, m, next); err != nil {
		return err
	}
	d.Log.Info("address.changed", "old", old, "new", fresh, "games", len(changes))
	return commitSeats(d, c, l, "Your address has changed", lines, changes...)
}

// dropAddress removes the sender's second address.
func dropAddress(d *desk.Draft, key string, l letter.Letter, who desk.Sender, text string) (string, error) {
	m := who.Member
	address := strings.Trim(strings.TrimSpace(text), "<>,;. ")
	why := ""
	switch {
	case m.Also == "":
		why = "You have one address. To play from another instead: set address amy@example.org"
	case strings.EqualFold(address, m.Address):
		why = fmt.Sprintf("%s is your first address. To have %s as the only one: set address %s", m.Address, m.Also, m.Also)
	case !strings.EqualFold(address, m.Also):
		why = fmt.Sprintf("%q is not an address of yours. Your second is %s: set address not %s", address, m.Also, m.Also)
	}
	if why != "" {
		return RefuseTyped(d, key, l, who, &sheet.Refusal{Lines: Texts(l), Reason: why}, Texts(l))
	}
	c := store.Commit{Cause: key, Outcome: desk.OutcomeAnswered, Marks: store.Marks{}}
	maps.Copy(c.Marks, who.Marks)
	note := fmt.Sprintf("%s is no longer your second address: mails from there no longer count.", m.Also)
	c.Mails = d.TellBoth(m, key, "Your second address is gone", note, l.MessageID, nil)
	d.ForgetAddress(c.Marks, m.Also)
	d.Log.Info("address.dropped", "address", m.Address, "also", m.Also)
	m.Also, m.Both = "", false
	d.KeepMember(c.Marks, m)
	return desk.OutcomeAnswered, d.Queue(c)
}
