package pbem

import (
	"fmt"
	"maps"
	"net/mail"
	"strings"

	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// obey does what a believed mail says: to the sender's own account, or anything
// else.
func (d *draft) obey(key string, l letter.Letter, who sender) (string, error) {
	if forHost(l) {
		return d.obeyHost(key, l, who)
	}
	if i, err := unbounded(texts(l)); err != nil {
		refused := &sheet.Refusal{Lines: texts(l), Fault: i}
		why(refused, err)
		return d.refuseTyped(key, l, who, refused, texts(l))
	}
	for i, line := range l.Commands {
		do, rest := account(line.Text)
		switch {
		case do == nil:
		case len(l.Commands) > 1:
			return d.refuseTyped(key, l, who, &sheet.Refusal{Lines: texts(l), Fault: i,
				Reason: fmt.Sprintf("Please send %q in a mail of its own. Nothing was carried out.", line.Text)}, texts(l))
		default:
			return do(d, key, l, who, rest)
		}
	}
	return d.run(key, l, who)
}

// account returns what a line does to an account; nil for other lines.
func account(line string) (do accounting, rest string) {
	verb, rest, ok := grammar.Service(line)
	if !ok {
		return nil, ""
	}
	if first, value, _ := strings.Cut(rest, " "); words[verb+" "+strings.ToLower(first)].account != nil {
		return words[verb+" "+strings.ToLower(first)].account, value
	}
	return words[verb].account, rest
}

func (d *draft) unknownCode(key string, l letter.Letter, who sender, _ string) (string, error) {
	return d.refuseTyped(key, l, who, &sheet.Refusal{Lines: texts(l), Reason: "This code is not known, was used before or is older than a week."}, texts(l))
}

// renew gives a sender a new token, and with it a new reply address. Mails to
// the old one no longer count.
func (d *draft) renew(key string, l letter.Letter, who sender, _ string) (string, error) {
	lines := []string{
		"  You have a new reply address: answer this mail or a later one.",
		"  Answers to older mails are no longer believed.",
	}
	c := store.Commit{Cause: key, Outcome: outcomeAnswered, Marks: store.Marks{}}
	maps.Copy(c.Marks, who.marks)
	if who.table == nil {
		return outcomeAnswered, d.renewMember(c, l, who.member, lines)
	}
	next := who.table.With(who.table.Game, nil)
	next.Seat(who.player).Token++
	return outcomeAnswered, d.commitSeats(c, l, "Your token is new", lines, change{who.table, next, []string{who.player}})
}

func (d *draft) renewMember(c store.Commit, l letter.Letter, m people.Member, lines []string) error {
	m.Token++
	d.keepMember(c.Marks, m)
	page := sheet.Note("Your token is new", "", sheet.Section{Head: "Your token is new", Lines: lines})
	mail := d.writeNote(m, d.office.ID("token", d.office.Secret("token", c.Cause)), page, l.MessageID)
	c.Mails = append(c.Mails, mail)
	return d.queue(c)
}

// A change is what a commit does to one table; players are those whose seats
// it is about.
type change struct {
	before, next *table.Table
	players      []string
}

// commitSeats writes tables in which only seats have changed, and mails the
// position to those seats. Their waiting mails are out of date; the new ones
// tell what those told.
func (d *draft) commitSeats(c store.Commit, l letter.Letter, head string, lines []string, changes ...change) error {
	for _, ch := range changes {
		if err := d.record(&c, ch.before, ch.next); err != nil {
			return err
		}
		for _, p := range ch.players {
			m := d.sheetOf(ch.next, p)
			m.Kind, m.Extra = sheet.Status, []sheet.Section{{Head: head, Lines: lines}}
			mail := d.write(ch.next, p, m, "seat."+c.Cause[len(c.Cause)-12:], l.MessageID)
			c.Mails = append(c.Mails, mail)
			c.Drop = append(c.Drop, moveTopic(ch.next.ID, p))
		}
	}
	return d.take(c, changes...)
}

// setAddress begins a change of address. One code goes to the old address and
// another to the new one, and both must come back. It applies to all seats of
// the old address. "also" before the address asks for a second address in the
// same way; "not" removes it.
func (d *draft) setAddress(key string, l letter.Letter, who sender, text string) (string, error) {
	first, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch strings.ToLower(first) {
	case "also":
		return d.askAddress(key, l, who, rest, true)
	case "not":
		return d.dropAddress(key, l, who, rest)
	}
	return d.askAddress(key, l, who, text, false)
}

// askAddress asks an old address and a new one whether the new one should
// replace the old, or be a second one.
func (d *draft) askAddress(key string, l letter.Letter, who sender, text string, also bool) (string, error) {
	old := who.address()
	fresh, why := d.newAddress(text, old)
	open, marks, err := d.questions()
	if err != nil {
		return "", err
	}
	maps.Copy(marks, who.marks)
	if why == "" {
		if why, err = d.forbids(who, fresh, also); err != nil {
			return "", err
		}
	}
	if n := moving(open, old, fresh); why == "" && n >= mostMoves {
		why = fmt.Sprintf("%d changes of your address wait for their codes already.", n)
	}
	if why != "" {
		if also {
			why = strings.Replace(why, "set address amy@", "set address also amy@", 1)
		}
		return d.refuseTyped(key, l, who, &sheet.Refusal{Lines: texts(l), Reason: why}, texts(l))
	}
	c := store.Commit{Cause: key, Outcome: outcomeAnswered, Marks: marks}
	d.askBoth(&c, open, who, old, fresh, also)
	d.log.Info("address.asked", "old", old, "new", fresh, "also", also)
	return outcomeAnswered, d.queue(c)
}

// moving is how many other changes of an address wait for their codes.
func moving(open map[string]question, old, fresh string) int {
	n := 0
	for _, q := range open {
		if strings.EqualFold(q.Old, old) && !strings.EqualFold(q.New, fresh) && strings.EqualFold(q.To, old) {
			n++
		}
	}
	return n
}

// forbids says why an address cannot be a sender's, a sentence; "" when it can.
func (d *draft) forbids(who sender, fresh string, also bool) (why string, err error) {
	mine := who.member
	m, err := d.member(fresh)
	switch other := m.ID != "" && m.ID != mine.ID; {
	case err != nil:
		return "", err
	case other && strings.EqualFold(m.Also, fresh):
		return fmt.Sprintf("%s is the second address of another player here. They can take it away from there: set address not %s", fresh, fresh), nil
	case !also:
		return "", nil
	case strings.EqualFold(mine.Also, fresh):
		return fmt.Sprintf("%s is your second address already.", fresh), nil
	case mine.Also != "":
		return fmt.Sprintf("You have a second address, %s. Take it away first: set address not %s", mine.Also, mine.Also), nil
	case other && !m.Stranger, len(d.seatsOf(fresh)) > 0:
		return fmt.Sprintf("%s is the address of a player here. A second address must be nobody else's; to play under one address: set address %s", fresh, fresh), nil
	}
	return "", nil
}

// askBoth writes the questions of a change of address and the mails that ask.
// The same question asked again on the same day is mailed once.
func (d *draft) askBoth(c *store.Commit, open map[string]question, who sender, old, fresh string, also bool) {
	day := d.now().UTC().Format("20060102")
	game, player := who.id()
	kinds, head, text := []string{"old", "new"}, "Change of address", "%s asks to get the mails of their games of 18xx at %s instead of %s. Both addresses must say yes."
	if also {
		kinds, head, text = []string{"old also", "new also"}, "A second address", "%s asks to play their games of 18xx from %s too, beside %s. Both addresses must say yes."
	}
	codes := []string{d.office.Secret(kinds[0], day, old, fresh), d.office.Secret(kinds[1], day, old, fresh)}
	for i, to := range []string{old, fresh} {
		if _, asked := open[codes[i]]; asked {
			continue
		}
		q := question{To: to, At: d.now(), Game: game, Player: player, Old: old, New: fresh, Peer: codes[1-i], Also: also}
		asking(c, codes[i], q)
		reader := people.Member{Address: to}
		note := sheet.Note(head, fmt.Sprintf(text, who.name(), fresh, old), d.howToAnswer(reader, codes[i], "from "+to))
		c.Mails = append(c.Mails, d.writeNote(reader, d.office.ID("address", codes[i][:8]), note, ""))
	}
}

// newAddress reads an address that a player types; why is what is wrong with
// it, a sentence.
func (d *draft) newAddress(text, old string) (address, why string) {
	if f := strings.Fields(text); len(f) > 0 {
		text = strings.Trim(f[0], "<>,;.") // mail programs write "a@b <mailto:a@b>"
	}
	a, err := mail.ParseAddress(text)
	odd := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"<>(),;:\[]`, r) }
	switch {
	case err != nil || a.Address != text || len(text) > 254 || strings.ContainsFunc(text, odd):
		return "", fmt.Sprintf("%q is no mail address. Write it like: set address amy@example.org", text)
	case strings.EqualFold(text, old):
		return "", "That is your address already."
	case d.cfg.Owns(text):
		return "", "That is the address of the service."
	}
	return text[:strings.LastIndex(text, "@")] + "@" + strings.ToLower(domainOf(text)), ""
}

func domainOf(address string) string { return address[strings.LastIndex(address, "@")+1:] }

// agreed takes down that one address of a change has said yes; when both have,
// the seats change.
func (d *draft) agreed(a answer) (string, error) {
	q := a.question
	if !strings.EqualFold(a.letter.From, q.To) {
		return d.answerCode(a, fmt.Sprintf("The code came from %s, but it was mailed to %s; please send it from there.", orUnread(a.letter.From), q.To))
	}
	q.Said = true
	peer, known := a.open[q.Peer]
	if known && !peer.Said {
		confirms.Set(a.marks, a.code, q)
		return d.answerCode(a, fmt.Sprintf("Thank you. The change is made as soon as the other address has answered too, until %s.", d.when(people.Member{}, peer.Until)))
	}
	confirms.Clear(a.marks, a.code)
	confirms.Clear(a.marks, q.Peer)
	switch why, err := d.forbids(a.who, q.New, q.Also); {
	case err != nil:
		return "", err
	case !known || !strings.EqualFold(a.who.address(), q.Old):
		return d.answerCode(a, "The address that asked for it has changed meanwhile, so nothing was changed. Please ask again.")
	case why != "":
		return d.answerCode(a, "Nothing was changed. "+why)
	}
	c := store.Commit{Cause: a.key, Outcome: outcomeAnswered, Marks: a.marks}
	if q.Also {
		return outcomeAnswered, d.addAddress(c, a.letter, a.who, q.New)
	}
	return outcomeAnswered, d.moveAddress(c, a.letter, q.Old, q.New)
}

// moveAddress changes an address wherever it is on file, and tells both.
func (d *draft) moveAddress(c store.Commit, l letter.Letter, old, fresh string) error {
	m, err := d.moveMember(c.Marks, old, fresh)
	if err != nil {
		return err
	}
	var changes []change
	seats := 0
	for _, t := range d.tablesAt(old, fresh) {
		if ch, ok := moved(t, old, fresh); ok {
			changes, seats = append(changes, ch), seats+len(ch.players)
		}
	}
	note := d.writeNote(people.Member{Address: old}, d.office.ID("moved", d.office.Secret("moved", c.Cause)), sheet.Note("Change of address", fmt.Sprintf("Your mails now go to %s.", fresh)), "")
	c.Mails = append(c.Mails, note)
	lines := []string{"  Your mails now come to this address. Answer this one or a later one.", "  Answers to older mails are no longer believed."}
	if seats == 0 { // no game's mail tells the new reply address
		mail := d.welcomeHere(m, c.Cause, l.MessageID, lines)
		c.Mails = append(c.Mails, mail)
	}
	d.log.Info("address.changed", "old", old, "new", fresh, "games", len(changes))
	return d.commitSeats(c, l, "Your address has changed", lines, changes...)
}

// moveMember changes the address of a member, if it belongs to one, and
// everything stored under it besides games.
func (d *draft) moveMember(marks store.Marks, old, fresh string) (people.Member, error) {
	m, err := d.member(old)
	if err != nil {
		return people.Member{}, err
	}
	if err := d.moveGatherings(marks, old, fresh); err != nil {
		return people.Member{}, err
	}
	if m.ID != "" {
		m.Address = fresh
		if strings.EqualFold(m.Also, fresh) { // the second becomes the only one
			m.Also, m.Both = "", false
		}
		m.Token++
		d.forgetAddress(marks, old)
		d.keepMember(marks, m)
	}
	return m, d.reachable(marks, old, fresh)
}

// welcomeHere writes to a member's new address, with their new reply address.
func (d *draft) welcomeHere(m people.Member, cause, answers string, lines []string) store.Mail {
	page := sheet.Note("Your address has changed", "", sheet.Section{Head: "Your address has changed", Lines: lines})
	return d.writeNote(m, d.office.ID("here", d.office.Secret("here", m.ID, m.Token, cause)), page, answers)
}

// moved returns the change of the seats of an address, with new tokens. A
// player at the new address stops being a guest there.
func moved(t *table.Table, old, fresh string) (change, bool) {
	next := t
	var players []string
	for _, g := range t.Record.Guests {
		if next.AddressPlays(old) && strings.EqualFold(g.Address, fresh) || next.AddressPlays(fresh) && strings.EqualFold(g.Address, old) {
			next = next.WithoutGuest(g.ID)
		}
	}
	for _, id := range next.Everybody() {
		if seat := next.Seat(id); seat.Open || !strings.EqualFold(seat.Address, old) {
			continue
		}
		next = next.With(next.Game, nil)
		seat := next.Seat(id)
		seat.Address = fresh
		seat.Token++
		players = append(players, id)
	}
	return change{t, next, players}, next != t
}
