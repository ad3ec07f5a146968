package joining

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// Resign gives up the sender's seat in a game. The line must name the game.
func Resign(b *batch.Batch, rest string) (bool, error) {
	id := gameWord(rest)
	if id == "" {
		return true, engine.Refuse("To leave a game for good, name it: resign %s. Your seat is then open for somebody else.", anExample(b))
	}
	here := b.At
	p, err := enter(b, id)
	switch {
	case err != nil:
		return true, err
	case p.Player != "" && !p.Table.Plays(p.Player):
		return true, engine.Refuse("You only watch %s: \"unobserve %s\" ends that.", p.Table.Called(), id)
	case p.Player == "":
		return true, engine.Refuse("You have no seat in %s. %s", p.Table.Called(), b.WhichGames())
	case p.Table.IsOn() != nil:
		return true, p.Table.IsOn()
	}
	p.Table = p.Table.Said(p.Player, "resign", "leaves the game for good. The seat is open.")
	if p.Table, err = batch.Vacated(b.Draft, p.Table, p.Player); err != nil {
		return true, err
	}
	if !p.Table.PlayedBeside("") {
		b.Draft.Log.Warn("game.abandoned", "game", id)
	}
	b.Headed("You have left " + p.Table.Record.Name)
	return true, quit(b, p, here, sheet.Section{Head: "You have left " + p.Table.Called(),
		Lines: []string{"  You get no more mails of it, and answers to older ones no longer count. You can have it back as long as nobody has taken it over:"},
		Say:   []sheet.Saying{{Line: p.Table.TakeoverLine(p.Player)}, {Line: "observe " + id, Gloss: "watch it as a guest"}}})
}

// quit ends the mail's part in a game that the sender has left, and answers in a mail
// about no game. The next lines are for the previous game, if there was one.
func quit(b *batch.Batch, p, here *batch.Speaker, last sheet.Section) error {
	b.Answers = append(append(b.Answers, p.Answers...), last)
	p.Answers, p.Gone, b.At = nil, true, here
	if here == p {
		b.At = nil
	}
	name := callName(b) // read it first: the name belongs to the seat
	return b.Me(func(m *people.Member) { m.Name = name })
}

// anExample returns the id of a game for an example: the game of the line if there is
// one.
func anExample(b *batch.Batch) string {
	if b.At != nil {
		return b.At.Table.ID
	}
	return "g12"
}

// enter makes a game the one that the next lines are for. The sender need not be in it;
// then the player of the Speaker is "".
func enter(b *batch.Batch, id string) (*batch.Speaker, error) {
	if b.Preview {
		return nil, engine.Refuse("\"preview\" shows what lines for a game would do; who comes and goes cannot be tried. Leave the line \"preview\" out.")
	}
	for _, p := range b.Drafts {
		if p.Table.ID == id && p.Gone {
			return nil, engine.Refuse("You leave %s with a line before this one.", p.Table.Called())
		}
		if p.Table.ID == id {
			b.At, b.Visit = p, nil
			return p, nil
		}
	}
	t, err := b.Draft.Table(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, engine.Refuse("There is no game %s. %s", id, b.WhichGames())
	case errors.Is(err, store.ErrAway):
		return nil, err
	case err != nil:
		b.Draft.Log.Error("game.unreadable", "game", id, "error", err)
		return nil, engine.Refuse("%s cannot be opened now; the host has to look at it.", id)
	}
	if player := t.SeatOf(b.Who.Member.Address); player != "" {
		b.Sit(t, player)
		return b.At, nil
	}
	return &batch.Speaker{Before: t, Table: t, Batch: b}, nil
}

// callName returns what the sender is called in a game they join.
func callName(b *batch.Batch) string {
	if b.Who.Table == nil && b.Who.Member.Name == "" {
		return nameOf(b, b.Who.Member)
	}
	return cmp.Or(b.Who.Member.Name, b.Who.Name())
}

// Takeover gives the sender an open seat. The first who asks gets it, unless the host
// gives it to somebody else.
func Takeover(b *batch.Batch, rest string) (bool, error) {
	id := cmp.Or(gameWord(rest), hereOr(b, ""))
	if id == "" {
		return true, engine.Refuse("Say which game's seat you take over, with a line such as: takeover g12")
	}
	p, err := enter(b, id)
	if err == nil {
		err = p.Table.IsOn()
	}
	if err != nil {
		return true, err
	}
	if p.Player != "" && p.Table.Plays(p.Player) {
		return true, engine.Refuse("You have a seat in %s already: one player cannot have two.", p.Table.Called())
	}
	player, err := p.Table.OpenSeat(withoutGame(rest))
	if err != nil {
		return true, err
	}
	if err := welcomeAt(b, p, player); err != nil {
		return true, err
	}
	seatAt(b, p, player)
	return true, nil
}

// welcomeAt refuses a robot's own seat to people whom no player has invited, as long as a
// person plays: nobody comes to a table uninvited where no seat is free.
func welcomeAt(b *batch.Batch, p *batch.Speaker, player string) error {
	if !p.Table.Born(player) || !p.Table.PlayedBeside("") {
		return nil
	}
	asked, err := desk.Invitations.Get(b.Draft.DB, desk.InviteKey{Game: p.Table.ID, Member: b.Who.Member.ID})
	if err != nil && asked.Rev == 0 {
		return err
	}
	if asked.Rev != 0 {
		return nil
	}
	return engine.Refuse("%s is a robot, and keeps the seat unless a player of %s invites somebody to it, with a line such as: invite %s", p.Table.Name(player), p.Table.Called(), b.Who.Member.Address)
}

// hereOr returns the id of the game that the lines are for, or none if there is no such
// game.
func hereOr(b *batch.Batch, none string) string {
	if b.At != nil {
		return b.At.Table.ID
	}
	return none
}

// withoutGame removes the id of a game from a line.
func withoutGame(rest string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return gameWord(w) != "" }), " ")
}

// seatAt gives the sender an open seat. A guest stops watching.
func seatAt(b *batch.Batch, p *batch.Speaker, player string) {
	was := *p.Table.Seat(player)
	name := was.Name // a player who comes back keeps the name
	if !strings.EqualFold(was.Address, b.Who.Member.Address) {
		name = p.Table.WithoutGuest(p.Player).FreeName(callName(b), player)
	}
	text := name + " takes over the seat of " + was.Name + "."
	if name == was.Name {
		text = name + " is back."
	}
	p.Table = p.Table.WithoutGuest(p.Player).Said("", sheet.Notice, text).TakenOver(player, b.Who.Member.Address, name)
	arrive(b, p, player)
	p.Aside = false
	p.Add("Your seat", fmt.Sprintf("  The seat of %s in %s is yours. Answer this mail or a later one with your commands: the reply address is yours alone.", was.Name, p.Table.Called()))
}

// arrive adds the sender to a game that they were not in before.
func arrive(b *batch.Batch, p *batch.Speaker, id string) {
	p.Player, p.Arrived = id, true
	if !slices.Contains(b.Drafts, p) {
		b.Drafts = append(b.Drafts, p)
	}
	b.At, b.Visit = p, nil
}

// inviteToSeat asks people to take over an open seat of a game.
func inviteToSeat(b *batch.Batch, p *batch.Speaker, list []invitee) error {
	open := p.Table.Open()
	switch {
	case !p.Table.Plays(p.Player):
		return engine.Refuse("You are a guest of this game: that is for its players.")
	case p.Table.IsOn() != nil:
		return p.Table.IsOn()
	case len(open) == 0:
		return engine.Refuse("No seat of %s is open, so nobody can be invited to it. To have somebody watch it, say: observe dora@example.org", p.Table.Called())
	}
	var asked []string
	for _, who := range list {
		m, err := invitable(b, who)
		if err != nil {
			return err
		}
		if p.Table.SeatOf(m.Address) != "" && p.Table.Plays(p.Table.SeatOf(m.Address)) {
			return engine.Refuse("%s has a seat in this game already.", who.called)
		}
		if err := askToTake(b, p.Table, m, who); err != nil {
			return err
		}
		asked = append(asked, who.called)
	}
	p.Add("Invited", "  "+table.List(asked)+" to take over the seat of "+strings.Join(p.Table.Names(open), " or ")+".")
	return nil
}

// inviteOnce records that a person is invited to a game, and refuses if they were invited
// before. line is what they can still say.
func inviteOnce(b *batch.Batch, t *table.Table, m people.Member, who invitee, line string) error {
	asked := desk.InviteKey{Game: t.ID, Member: m.ID}
	before, err := desk.Invitations.Get(b.Draft.DB, asked)
	_, now := b.Commit.Marks[before.Name]
	switch {
	case err != nil && before.Rev == 0:
		return err
	case before.Rev != 0 || now:
		return engine.Refuse("%s was invited to %s already; nobody is asked twice. They can still say \"%s\".", who.called, t.Called(), line)
	}
	desk.Invitations.Set(b.Commit.Marks, asked, b.Draft.Now())
	return nil
}

// askToTake mails an invitation to an open seat. Each person gets at most one for a game.
func askToTake(b *batch.Batch, t *table.Table, m people.Member, who invitee) error {
	if err := inviteOnce(b, t, m, who, "takeover "+t.ID); err != nil {
		return err
	}
	var say []sheet.Saying
	for _, p := range t.Open() {
		say = append(say, sheet.Saying{Line: t.TakeoverLine(p), Gloss: "take the seat of " + t.Name(p)})
	}
	say = append(say, sheet.Saying{Line: "observe " + t.ID, Gloss: "watch first, as a guest"},
		sheet.Saying{Line: noInvitations, Gloss: "get no more invitations, from anybody"})
	text := fmt.Sprintf("%s (%s) invites you to take over a seat in a game of %s that is under way, played by mail. You answer with a mail that says one of these lines. It is good as long as the seat is open: the first who asks gets it.",
		callName(b), b.Who.Member.Address, t.Title.Facts.Name)
	head := callName(b) + " invites you to a game of " + t.Title.Facts.Name
	return mailInvitation(b, m, b.Draft.Office.ID(senders.InviteMail, t.ID, b.Short(), m.ID), sheet.Note(head, text, sheet.Section{Head: "How to answer", Say: say}))
}
