package pbem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// mostGuests is how many may watch one game.
const mostGuests = 20

// observe makes the sender a guest of a game. A guest gets its mails and may
// ask, but makes no moves; secret answers are in no mail. The others learn of
// it with their next mail. It is not in the log, which guests who come and go
// would fill.
func observe(e *batch, rest string) (bool, error) {
	if addresses := addressesIn(rest); len(addresses) > 0 {
		return true, e.inviteToWatch(addresses, gameWord(rest))
	}
	id, err := e.gameCalled(rest)
	if err != nil {
		return true, err
	}
	d, err := e.enter(id)
	if err == nil {
		err = d.table.IsOn()
	}
	switch {
	case err != nil:
		return true, err
	case d.player != "" && d.table.Plays(d.player):
		return true, engine.Refuse("You play in %s: you get its mails already.", d.table.Called())
	case d.player != "":
		return true, engine.Refuse("You watch %s already. \"unobserve %s\" ends it.", d.table.Called(), id)
	case len(d.table.Record.Guests) >= mostGuests:
		return true, engine.Refuse("%s has %d guests already; more cannot watch.", d.table.Called(), mostGuests)
	}
	next, guest := d.table.Watched(d.table.FreeName(e.callName(), ""), e.who.member.Address)
	d.table = next
	e.arrive(d, guest)
	d.aside, d.recorded = true, true
	d.answers = append(d.answers, sheet.Section{Head: "You are a guest",
		Lines: []string{"  You get the mails of " + d.table.Called() + " and may ask: status, map, routes, history."},
		Say:   []sheet.Saying{{Line: "unobserve " + id, Gloss: "end it"}}})
	return true, nil
}

// gameCalled is the id of the game that a line names, by its id or by its name.
func (b *batch) gameCalled(rest string) (id string, err error) {
	name := strings.Trim(rest, " .,:;#()\"'")
	if id = gameWord(rest); id != "" || name == "" {
		if id == "" {
			err = engine.Refuse("Say which game you want to watch, with a line such as: observe g12")
		}
		return id, err
	}
	ids, err := b.d.gamesCalled(name)
	switch {
	case err != nil:
		return "", err
	case len(ids) == 1:
		return ids[0], nil
	case len(ids) > 1:
		return "", engine.Refuse("Several games are called %q. Say which, by its id: observe %s", name, strings.Join(ids, ", observe "))
	case b.at != nil && slices.ContainsFunc(b.at.table.Record.Seats, func(seat table.Seat) bool { return strings.EqualFold(seat.Name, name) }):
		return "", engine.Refuse("%s plays in %s, and nothing on its table is hidden from you. Games are watched, by id or name; to have somebody else watch this one, say: observe dora@example.org", name, b.at.table.Called())
	}
	return "", engine.Refuse("No game that is on is called %q. Say it by its id, which stands in the subject of its mails: observe g12. To have somebody else watch a game of yours: observe dora@example.org", name)
}

// newGuests tell a seat who has come to watch since a position, which it was told.
func newGuests(t *table.Table, id string, since int) []sheet.Section {
	var names []string
	for _, g := range t.Record.Guests {
		switch {
		case g.ID == id: // who came before is known to this guest
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

// mostCalled is how many games of one name are listed.
const mostCalled = 5

// gamesCalled returns some of the games that are on with a name.
func (d *draft) gamesCalled(name string) ([]string, error) {
	if !d.indexed {
		return nil, nil
	}
	return d.store.Find(callKey(name), "", mostCalled)
}

// inviteToWatch asks others to watch a game of the sender's as guests.
func (b *batch) inviteToWatch(addresses []string, id string) error {
	d := b.at
	if id != "" {
		var err error
		if d, err = b.enter(id); err != nil {
			return err
		}
	}
	switch {
	case d == nil:
		return engine.Refuse("Say which game they are to watch, with a line such as: observe g12 %s. %s", addresses[0], b.whichGames())
	case !d.table.Plays(d.player):
		return engine.Refuse("Only who plays in %s asks others to watch it.", d.table.Called())
	case d.table.IsOn() != nil:
		return d.table.IsOn()
	}
	var asked []string
	for _, address := range addresses {
		m, err := b.invitable(address)
		if err != nil {
			return err
		}
		if d.table.SeatOf(m.Address) != "" {
			return engine.Refuse("%s gets the mails of this game already.", m.Address)
		}
		if err := b.askToWatch(d.table, m); err != nil {
			return err
		}
		asked = append(asked, m.Address)
	}
	d.add("Invited", "  "+table.List(asked)+" to watch the game. Who says yes gets its mails, and cannot play.")
	return nil
}

// askToWatch mails an invitation to watch a game.
func (b *batch) askToWatch(t *table.Table, m people.Member) error {
	if err := b.inviteOnce(t, m, "observe "+t.ID); err != nil {
		return err
	}
	text := fmt.Sprintf("%s (%s) invites you to watch a game of %s that is played by mail. You answer with a mail that says one of these lines. Who watches gets the mails of the game and may ask, but not play.",
		b.callName(), b.who.member.Address, t.Title.Facts.Name)
	say := []sheet.Saying{{Line: "observe " + t.ID, Gloss: "watch it"}, {Line: noInvitations, Gloss: "get no more invitations, from anybody"}}
	head := b.callName() + " invites you to watch a game of " + t.Title.Facts.Name
	return b.mailInvitation(m, b.d.office.ID(inviteMail, t.ID, b.short(), m.ID), sheet.Note(head, text, sheet.Section{Head: "How to answer", Say: say}))
}

// unobserve ends it.
func unobserve(e *batch, rest string) (bool, error) {
	here := e.at
	id := cmp.Or(gameWord(rest), e.watched())
	if id == "" {
		return true, engine.Refuse("Say which game you no longer want to watch, with a line such as: unobserve g12")
	}
	d, err := e.enter(id)
	switch {
	case err != nil:
		return true, err
	case d.player == "" || d.table.Plays(d.player):
		return true, engine.Refuse("You do not watch %s as a guest.", d.table.Called())
	}
	d.aside = len(d.table.Log) == len(d.before.Log) // nothing is to be told
	d.table, d.recorded = d.table.WithoutGuest(d.player), true
	e.headed("You no longer watch " + d.table.Record.Name)
	return true, e.quit(d, here, sheet.Section{Head: "You no longer watch " + d.table.Called(),
		Lines: []string{"  You get no more mails of it. To watch it again:"}, Say: []sheet.Saying{{Line: "observe " + id}}})
}

// watched is the game the sender watches: the one that the lines are for, else
// the only one.
func (b *batch) watched() string {
	if b.at != nil && !b.at.table.Plays(b.at.player) {
		return b.at.table.ID
	}
	var ids []string
	for _, w := range b.d.seatsOf(b.who.member.Address) {
		if !w.table.Plays(w.player) {
			ids = append(ids, w.table.ID)
		}
	}
	if len(ids) != 1 {
		return ""
	}
	return ids[0]
}

// unobserveSubject is the subject of the mail that mail programs send for a
// guest who unsubscribes from the game.
const unobserveSubject = "unobserve"

// unobserving puts the command into such a mail, which has no text.
func unobserving(l letter.Letter, who sender) letter.Letter {
	guest := who.table != nil && !who.table.Plays(who.player)
	if guest && saysOnly(l, unobserveSubject) {
		l.Commands = []letter.Line{{Num: 1, Text: unobserveSubject + " " + who.table.ID}}
	}
	return l
}

// beside tells in a status what there is besides the game: who watches, which
// seats are open, what is asked.
func (d *draft) beside(t *table.Table, id string) []string {
	var out []string
	for _, r := range t.Record.Requests {
		if slices.Contains(t.Missing(r), id) {
			out = append(out, fmt.Sprintf("    your answer is wanted (accept %s, decline %s):", r.Kind, r.Kind))
		}
		out = append(out, fmt.Sprintf("    %s; %s", d.asks(t, r), t.WaitingFor(r)))
	}
	for _, p := range t.Open() {
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
