package joining

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// MostGuests limits the guests of one game.
const MostGuests = 20

// Observe makes the sender a guest of a game. A guest gets the game's mails and may ask
// questions, but makes no moves and sees no secret answers. The others learn of the guest
// with their next mail. The game's log does not record guests, because those who come and
// go would fill it.
func Observe(b *batch.Batch, rest string) (bool, error) {
	if list := addressesIn(rest); len(list) > 0 {
		return true, inviteToWatch(b, list, gameWord(rest))
	}
	id, err := gameCalled(b, rest)
	if err != nil {
		return true, err
	}
	p, err := enter(b, id)
	if err == nil {
		err = p.Table.IsOn()
	}
	switch {
	case err != nil:
		return true, err
	case p.Player != "" && p.Table.Plays(p.Player):
		return true, engine.Refuse("You play in %s: you get its mails already.", p.Table.Called())
	case p.Player != "":
		return true, engine.Refuse("You watch %s already. \"unobserve %s\" ends it.", p.Table.Called(), id)
	case len(p.Table.Record.Guests) >= MostGuests:
		return true, engine.Refuse("%s has %d guests already; more cannot watch.", p.Table.Called(), MostGuests)
	}
	next, guest := p.Table.Watched(p.Table.FreeName(callName(b), ""), b.Who.Member.Address)
	p.Table = next
	arrive(b, p, guest)
	p.Aside, p.Recorded = true, true
	p.Answers = append(p.Answers, sheet.Section{Head: "You are a guest",
		Lines: []string{"  You get the mails of " + p.Table.Called() + " and may ask: status, map, routes, history."},
		Say:   []sheet.Saying{{Line: "unobserve " + id, Gloss: "end it"}}})
	return true, nil
}

// gameCalled returns the id of the game that a line names, by id or by name.
func gameCalled(b *batch.Batch, rest string) (id string, err error) {
	name := strings.Trim(rest, " .,:;#()\"'")
	if id = gameWord(rest); id != "" || name == "" {
		if id == "" {
			err = engine.Refuse("Say which game you want to watch, with a line such as: observe g12")
		}
		return id, err
	}
	ids, err := gamesCalled(b.Draft, name)
	switch {
	case err != nil:
		return "", err
	case len(ids) == 1:
		return ids[0], nil
	case len(ids) > 1:
		return "", engine.Refuse("Several games are called %q. Say which, by its id: observe %s", name, strings.Join(ids, ", observe "))
	case b.At != nil && slices.ContainsFunc(b.At.Table.Record.Seats, func(seat table.Seat) bool { return strings.EqualFold(seat.Name, name) }):
		return "", engine.Refuse("%s plays in %s, and nothing on its table is hidden from you. Games are watched, by id or name; to have somebody else watch this one, say: observe dora@example.org", name, b.At.Table.Called())
	}
	return "", engine.Refuse("No running game is called %q. Say it by its id, which stands in the subject of its mails: observe g12. To have somebody else watch a game of yours: observe dora@example.org", name)
}

// mostCalled limits how many games of the same name are listed.
const mostCalled = 5

// gamesCalled returns up to mostCalled running games with a name.
func gamesCalled(d *desk.Draft, name string) ([]string, error) {
	if !d.Indexed.Load() {
		return nil, nil
	}
	return d.Store.Find(desk.CallKey(name), "", mostCalled)
}

// inviteToWatch invites others to watch a game in which the sender plays.
func inviteToWatch(b *batch.Batch, list []invitee, id string) error {
	p := b.At
	if id != "" {
		var err error
		if p, err = enter(b, id); err != nil {
			return err
		}
	}
	switch {
	case p == nil:
		return engine.Refuse("Say which game they are to watch, with a line such as: observe g12 %s. %s", list[0].address, b.WhichGames())
	case !p.Table.Plays(p.Player):
		return engine.Refuse("Only the players of %s can ask others to watch it.", p.Table.Called())
	case p.Table.IsOn() != nil:
		return p.Table.IsOn()
	}
	var asked []string
	for _, who := range list {
		m, err := invitable(b, who)
		if err != nil {
			return err
		}
		if p.Table.SeatOf(m.Address) != "" {
			return engine.Refuse("%s gets the mails of this game already.", who.called)
		}
		if err := askToWatch(b, p.Table, m, who); err != nil {
			return err
		}
		asked = append(asked, who.called)
	}
	p.Add("Invited", "  "+table.List(asked)+" to watch the game. Those who say yes get its mails, but cannot play.")
	return nil
}

// askToWatch mails an invitation to watch a game.
func askToWatch(b *batch.Batch, t *table.Table, m people.Member, who invitee) error {
	if err := inviteOnce(b, t, m, who, "observe "+t.ID); err != nil {
		return err
	}
	text := fmt.Sprintf("%s (%s) invites you to watch a game of %s that is played by mail. You answer with a mail that says one of these lines. Guests get the mails of the game and may ask questions, but not play.",
		callName(b), b.Who.Member.Address, t.Title.Facts.Name)
	say := []sheet.Saying{{Line: "observe " + t.ID, Gloss: "watch it"}, {Line: noInvitations, Gloss: "get no more invitations, from anybody"}}
	head := callName(b) + " invites you to watch a game of " + t.Title.Facts.Name
	return mailInvitation(b, m, b.Draft.Office.ID(senders.InviteMail, t.ID, b.Short(), m.ID), sheet.Note(head, text, sheet.Section{Head: "How to answer", Say: say}))
}

// Unobserve takes the sender out of the guests of a game.
func Unobserve(b *batch.Batch, rest string) (bool, error) {
	here := b.At
	id := cmp.Or(gameWord(rest), watched(b))
	if id == "" {
		return true, engine.Refuse("Say which game you no longer want to watch, with a line such as: unobserve g12")
	}
	p, err := enter(b, id)
	switch {
	case err != nil:
		return true, err
	case p.Player == "" || p.Table.Plays(p.Player):
		return true, engine.Refuse("You do not watch %s as a guest.", p.Table.Called())
	}
	p.Aside = len(p.Table.Log) == len(p.Before.Log) // if nothing else happened, the others need no mail
	p.Table, p.Recorded = p.Table.WithoutGuest(p.Player), true
	b.Headed("You no longer watch " + p.Table.Record.Name)
	return true, quit(b, p, here, sheet.Section{Head: "You no longer watch " + p.Table.Called(),
		Lines: []string{"  You get no more mails of it. To watch it again:"}, Say: []sheet.Saying{{Line: "observe " + id}}})
}

// watched returns the game that the sender watches: the game of the line, or else the
// only one they watch. It returns "" if there is none or several.
func watched(b *batch.Batch) string {
	if b.At != nil && !b.At.Table.Plays(b.At.Player) {
		return b.At.Table.ID
	}
	var ids []string
	for _, w := range b.Draft.SeatsOf(b.Who.Member.Address) {
		if !w.Table.Plays(w.Player) {
			ids = append(ids, w.Table.ID)
		}
	}
	if len(ids) != 1 {
		return ""
	}
	return ids[0]
}

// Unobserving adds the command to a guest's mail that has only the subject
// UnobserveSubject: mail programs send such a mail to unsubscribe.
func Unobserving(l letter.Letter, who desk.Sender) letter.Letter {
	guest := who.Table != nil && !who.Table.Plays(who.Player)
	if guest && desk.SaysOnly(l, notices.UnobserveSubject) {
		l.Commands = []letter.Line{{Num: 1, Text: notices.UnobserveSubject + " " + who.Table.ID}}
	}
	return l
}
