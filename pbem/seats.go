package pbem

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/pace"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// vacated returns the table after a player has left. The seat is open, its
// token is worthless, and neither clock nor requests wait for it.
func (d *draft) vacated(t *table.Table, player string) (*table.Table, error) {
	next := t.With(t.Game, nil)
	seat := next.Seat(player)
	seat.Open, seat.Orders, seat.Ended, seat.Caretaker = true, nil, nil, ""
	if !seat.Asked.IsZero() {
		seat.Asked, seat.Late = d.now().UTC(), pace.Lateness{} // for whoever takes it over
	}
	seat.Token++
	next.Record.ForgetWords(player)
	return d.fulfilled(next)
}

// resign leaves a game for good. The line must name it.
func resign(e *batch, rest string) (bool, error) {
	id := gameWord(rest)
	if id == "" {
		return true, engine.Refuse("To leave a game for good, name it: resign %s. Your seat is then open for somebody else.", e.anExample())
	}
	here := e.at
	d, err := e.enter(id)
	switch {
	case err != nil:
		return true, err
	case d.player != "" && !d.table.Plays(d.player):
		return true, engine.Refuse("You only watch %s: \"unobserve %s\" ends that.", d.table.Called(), id)
	case d.player == "":
		return true, engine.Refuse("You have no seat in %s. %s", d.table.Called(), e.whichGames())
	case d.table.IsOn() != nil:
		return true, d.table.IsOn()
	}
	d.table = d.table.Said(d.player, "resign", "leaves the game for good. The seat is open.")
	if d.table, err = e.d.vacated(d.table, d.player); err != nil {
		return true, err
	}
	if !d.table.PlayedBeside("") {
		e.d.log.Warn("game.abandoned", "game", id)
	}
	e.headed("You have left " + d.table.Record.Name)
	return true, e.quit(d, here, sheet.Section{Head: "You have left " + d.table.Called(),
		Lines: []string{"  You get no more mails of it, and answers to older ones are not believed. As long as nobody has taken the seat over you can have it back:"},
		Say:   []sheet.Saying{{Line: d.table.TakeoverLine(d.player)}, {Line: "observe " + id, Gloss: "watch it as a guest"}}})
}

// quit ends the batch's work on a game that the sender has left, and answers in
// a mail about no game. The next lines are for the game before it, if there was
// another.
func (b *batch) quit(d, here *speaker, last sheet.Section) error {
	b.answers = append(append(b.answers, d.answers...), last)
	d.answers, d.gone, b.at = nil, true, here
	if here == d {
		b.at = nil
	}
	name := b.callName() // because it leaves with the seat
	return b.me(func(m *people.Member) { m.Name = name })
}

// anExample returns the id of a game for an example: the present one if
// possible.
func (b *batch) anExample() string {
	if b.at != nil {
		return b.at.table.ID
	}
	return "g12"
}

// enter makes a game the one for the next lines. The sender need not be in it;
// then the speaker's player is "".
func (b *batch) enter(id string) (*speaker, error) {
	if b.preview {
		return nil, engine.Refuse("\"preview\" shows what lines for a game would do; who comes and goes cannot be tried. Leave the line \"preview\" out.")
	}
	for _, d := range b.drafts {
		if d.table.ID == id && d.gone {
			return nil, engine.Refuse("You leave %s with a line before this one.", d.table.Called())
		}
		if d.table.ID == id {
			b.at, b.visit = d, nil
			return d, nil
		}
	}
	t, err := b.d.table(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, engine.Refuse("There is no game %s. %s", id, b.whichGames())
	case errors.Is(err, store.ErrAway):
		return nil, err
	case err != nil:
		b.d.log.Error("game.unreadable", "game", id, "error", err)
		return nil, engine.Refuse("%s cannot be opened now; the host has to look at it.", id)
	}
	if player := t.SeatOf(b.who.member.Address); player != "" {
		b.sit(t, player)
		return b.at, nil
	}
	return &speaker{before: t, table: t, batch: b}, nil
}

// callName returns what the sender is called in a game they join.
func (b *batch) callName() string { return cmp.Or(b.who.member.Name, b.who.name()) }

// takeover gives the sender an open seat. The first who asks gets it. The host
// can give it to somebody else.
func takeover(e *batch, rest string) (bool, error) {
	id := cmp.Or(gameWord(rest), e.hereOr(""))
	if id == "" {
		return true, engine.Refuse("Say which game's seat you take over, with a line such as: takeover g12")
	}
	d, err := e.enter(id)
	if err == nil {
		err = d.table.IsOn()
	}
	if err != nil {
		return true, err
	}
	if d.player != "" && d.table.Plays(d.player) {
		return true, engine.Refuse("You have a seat in %s already: one player cannot have two.", d.table.Called())
	}
	player, err := d.table.OpenSeat(withoutGame(rest))
	if err != nil {
		return true, err
	}
	e.seatAt(d, player)
	return true, nil
}

// hereOr returns the id of the game for the lines, else none.
func (b *batch) hereOr(none string) string {
	if b.at != nil {
		return b.at.table.ID
	}
	return none
}

// withoutGame removes the id of a game from a line.
func withoutGame(rest string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return gameWord(w) != "" }), " ")
}

// seatAt gives an open seat to the sender. A guest stops watching.
func (b *batch) seatAt(d *speaker, player string) {
	was := *d.table.Seat(player)
	name := was.Name // for a player who comes back
	if !strings.EqualFold(was.Address, b.who.member.Address) {
		name = d.table.WithoutGuest(d.player).FreeName(b.callName(), player)
	}
	text := name + " takes over the seat of " + was.Name + "."
	if name == was.Name {
		text = name + " is back."
	}
	d.table = d.table.WithoutGuest(d.player).Said("", sheet.Notice, text).TakenOver(player, b.who.member.Address, name)
	b.arrive(d, player)
	d.aside = false
	d.add("Your seat", fmt.Sprintf("  The seat of %s in %s is yours. Answer this mail or a later one with your commands: the reply address is yours alone.", was.Name, d.table.Called()))
}

// arrive makes the sender part of a game that they were not in before.
func (b *batch) arrive(d *speaker, id string) {
	d.player, d.arrived = id, true
	if !slices.Contains(b.drafts, d) {
		b.drafts = append(b.drafts, d)
	}
	b.at, b.visit = d, nil
}

// inviteToSeat asks people to take over an open seat of a game.
func (b *batch) inviteToSeat(d *speaker, addresses []string) error {
	open := d.table.Open()
	switch {
	case !d.table.Plays(d.player):
		return engine.Refuse("You are a guest of this game: that is for its players.")
	case d.table.IsOn() != nil:
		return d.table.IsOn()
	case len(open) == 0:
		return engine.Refuse("No seat of %s is open, so nobody can be invited to it. To have somebody watch it, say: observe dora@example.org", d.table.Called())
	}
	var asked []string
	for _, address := range addresses {
		m, err := b.invitable(address)
		if err != nil {
			return err
		}
		if d.table.SeatOf(m.Address) != "" && d.table.Plays(d.table.SeatOf(m.Address)) {
			return engine.Refuse("%s has a seat in this game already.", m.Address)
		}
		if err := b.askToTake(d.table, m); err != nil {
			return err
		}
		asked = append(asked, m.Address)
	}
	d.add("Invited", "  "+table.List(asked)+" to take over the seat of "+strings.Join(d.table.Names(open), " or ")+".")
	return nil
}

// inviteOnce notes that somebody is invited to a game. line is what people who
// were invited before can still say.
func (b *batch) inviteOnce(t *table.Table, m people.Member, line string) error {
	asked := inviteKey{t.ID, m.ID}
	before, err := invitations.Get(b.d.db, asked)
	_, now := b.c.Marks[before.Name]
	switch {
	case err != nil && before.Rev == 0:
		return err
	case before.Rev != 0 || now:
		return engine.Refuse("%s was invited to %s already; nobody is asked twice. They can still say \"%s\".", m.Address, t.Called(), line)
	}
	invitations.Set(b.c.Marks, asked, b.d.now())
	return nil
}

// askToTake mails an invitation to an open seat, once to an address.
func (b *batch) askToTake(t *table.Table, m people.Member) error {
	if err := b.inviteOnce(t, m, "takeover "+t.ID); err != nil {
		return err
	}
	var say []sheet.Saying
	for _, p := range t.Open() {
		say = append(say, sheet.Saying{Line: t.TakeoverLine(p), Gloss: "take the seat of " + t.Name(p)})
	}
	say = append(say, sheet.Saying{Line: "observe " + t.ID, Gloss: "watch first, as a guest"},
		sheet.Saying{Line: noInvitations, Gloss: "get no more invitations, from anybody"})
	text := fmt.Sprintf("%s (%s) invites you to take over a seat in a game of %s that is on, played by mail. You answer with a mail that says one of these lines. It is good as long as the seat is open: the first who asks gets it.",
		b.callName(), b.who.member.Address, t.Title.Facts.Name)
	head := b.callName() + " invites you to a game of " + t.Title.Facts.Name
	return b.mailInvitation(m, b.d.office.ID(inviteMail, t.ID, b.short(), m.ID), sheet.Note(head, text, sheet.Section{Head: "How to answer", Say: say}))
}
