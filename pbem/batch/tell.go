package batch

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// Tell makes the mails that tell all players and guests what they have not been told yet,
// and records in the table that they are told.
func Tell(d *desk.Draft, next *table.Table, re notices.Reply) ([]store.Mail, error) {
	var out []store.Mail
	if err := readAbout(d, next); err != nil {
		return nil, err
	}
	keep, err := finalPageOf(d, next)
	if err != nil {
		return nil, err
	}
	readers := next.Everybody()
	if next.IsSandbox() {
		readers, re.Player = []string{next.Owner()}, next.Owner()
	}
	for _, id := range readers {
		mail, ok, err := tellOne(d, next, id, re, keep)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, mail)
		}
	}
	return out, nil
}

// kindOf returns the kind of the next mail to a seat: another one for each if mails about this position were lost.
func kindOf(d *desk.Draft, next *table.Table, seat *table.Seat) string {
	if seat.Again.Mail == "" || seat.Again.At != len(next.Log) || seat.Told == len(next.Log) {
		return notices.MoveMail
	}
	return notices.AgainMail + "." + d.Office.Secret(notices.AgainMail, seat.Again.Mail)[:8]
}

// tellOne makes the mail of Tell to one reader; ok is false if they get none now.
func tellOne(d *desk.Draft, next *table.Table, id string, re notices.Reply, keep *desk.FinalPage) (mail store.Mail, ok bool, err error) {
	seat := next.Seat(id)
	from, away, err := notices.Untold(d, next, id, *seat)
	if err != nil || away || seat.Open {
		return mail, false, err
	}
	if from != seat.Told { // the last mail was not sent
		seat.Has = seat.Had
	}
	m := notices.SheetOf(d, next, id)
	news := min(from, len(next.Log))
	m.Past, m.Since = next.Log[:news], next.Log[news:]
	m.First = from == 0 && m.Reader != "" // a first mail that was not sent has welcomed nobody
	if notices.Holds(d, next, id, from, m, re) {
		return mail, false, nil
	}
	m.Extra = slices.Concat(nameAsked(d, next, id), newGuests(next, id, from), robots(next, m.First))
	kind := kindOf(d, next, seat)
	seat.From, seat.Told, seat.Ended = from, len(next.Log), seat.Since(from)
	to := ""
	if id == re.Player {
		to, m.Extra = re.To, append(m.Extra, re.Sections()...)
	}
	suggest(d, &m, next, id, from, id == re.Player)
	asked := re.Whole || id == re.Player && re.Status
	if m.Whole = m.Whole || asked; asked && !next.Waits(id) && m.State.Result == nil {
		m.Kind = sheet.Status // who asked for the position gets the whole position
	}
	m.Board = id == re.Player && re.Chart
	over := next.Game.State().Result != nil && desk.TellsEnd(m.Since) && !next.IsSandbox()
	if over {
		m.Extra = append(slices.Concat(m.Extra, onceMore(next, id)), d.WhereItIs(next))
	}
	mail = notices.Write(d, next, id, m, kind, to)
	if seat.Again = (table.Again{}); kind != notices.MoveMail {
		seat.Again = table.Again{Mail: mail.ID, At: len(next.Log)}
	}
	notices.Shows(d, next, id, m, mail)
	next.Level(id)
	if over {
		d.Enclose(mail.ID, keep)
	}
	mail.Topic = notices.MoveTopic(next.ID, id)
	notices.Schedule(d, &mail, next, id, re)
	return mail, true, nil
}

// robots tells in the first mail of a game who is a robot. In a sandbox its owner knows.
func robots(t *table.Table, first bool) []sheet.Section {
	if !first || t.IsSandbox() {
		return nil
	}
	return t.RobotSection()
}

// onceMore tells a player in the mail about the end of a game how to play another with the same people. A game that the
// host has closed had no end that one would play again for.
func onceMore(t *table.Table, id string) []sheet.Section {
	if !t.Plays(id) || len(t.Game.State().Result.Scores) == 0 {
		return nil
	}
	return []sheet.Section{{Head: "To play again", Say: []sheet.Saying{
		{Line: "rematch", Gloss: "ask the others for another game like this one"},
		{Line: "help rematch", Gloss: "another title, other numbers"},
	}}}
}

// readAbout reads with one call what the mails about a game need.
func readAbout(d *desk.Draft, t *table.Table) error {
	var q store.Query
	d.AboutGame(&q, t)
	return d.DB.ReadAhead(q)
}

// newGuests tells a seat which guests have come since a position.
func newGuests(t *table.Table, id string, since int) []sheet.Section {
	var names []string
	for _, g := range t.Record.Guests {
		switch {
		case g.ID == id: // a guest knows about those who came before
			names = nil
		case g.Came > 0 && g.Came >= since:
			names = append(names, g.Name)
		}
	}
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []sheet.Section{{Head: "A new guest", Lines: []string{"  " + names[0] + " watches the game."}}}
	}
	return []sheet.Section{{Head: "New guests", Lines: []string{"  " + table.List(names) + " watch the game."}}}
}

// beside lists for a status what concerns a reader besides the position: requests, open
// seats, guests.
func beside(d *desk.Draft, t *table.Table, id string) []string {
	var out []string
	for _, r := range t.Record.Requests {
		if slices.Contains(t.Missing(r), id) {
			out = append(out, fmt.Sprintf("    your answer is wanted (accept %s, decline %s):", r.Kind, r.Kind))
		}
		out = append(out, fmt.Sprintf("    %s; %s", notices.Asks(d, t, r), t.WaitingFor(r)))
	}
	for _, p := range t.Open() {
		if t.Born(p) {
			out = append(out, "    a robot plays: "+t.Name(p))
			continue
		}
		out = append(out, fmt.Sprintf("    open seat: that of %s (%s)", t.Name(p), t.TakeoverLine(p)))
	}
	var guests []string
	for _, g := range t.Record.Guests {
		guests = append(guests, g.Name)
	}
	if len(guests) > 0 {
		out = append(out, "    guests: "+strings.Join(guests, ", "))
	}
	return out
}

// EventTime returns when an event came into the log, or zero if that cannot be read.
func EventTime(d *desk.Draft, t *table.Table, n int) time.Time {
	_, events, err := d.DB.Load(t.ID, n)
	if err != nil || len(events) == 0 {
		return time.Time{}
	}
	return events[0].At
}

// Vacated returns the table after a player has left. The seat is open, its token no
// longer works, and nobody waits for its player.
func Vacated(d *desk.Draft, t *table.Table, player string) (*table.Table, error) {
	next := t.With(t.Game, nil)
	seat := next.Seat(player)
	seat.Open, seat.Orders, seat.Ended, seat.Declined, seat.Caretaker, seat.Robot = true, nil, nil, nil, "", ""
	if !seat.Asked.IsZero() {
		seat.Asked, seat.Late = d.Now().UTC(), pace.Lateness{} // for the player who takes the seat over
	}
	seat.Token++
	next.Record.ForgetWords(player)
	return Fulfilled(d, next)
}

// Put commits the change of a table, with the mails that tell its players.
func Put(d *desk.Draft, before, next *table.Table, c store.Commit, re notices.Reply) error {
	if err := Advance(d, &c, before, next, re); err != nil {
		return err
	}
	return d.Take(c, desk.Change{Before: before, Next: next})
}

// nameAsked asks the player of an imported game, in their first mail, what they want to
// be called.
func nameAsked(d *desk.Draft, t *table.Table, id string) []sheet.Section {
	seat := t.Seat(id)
	if !seat.Nick || seat.Told > 0 || account.Reader(d, t, id).Name != "" {
		return nil
	}
	return []sheet.Section{{Head: "Your name", Lines: []string{
		fmt.Sprintf("  You are called %s here, as you were where this game began. What would you like to be called? Say it in your answer with a line such as: set name Amy", seat.Name)}}}
}
