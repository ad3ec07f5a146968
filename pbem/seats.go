package pbem

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// open lists the players whose seats wait for somebody to take them over.
func (t *table) open() []string {
	var out []string
	for i := range t.record.Seats {
		if t.record.Seats[i].Open {
			out = append(out, engine.PlayerID(i))
		}
	}
	return out
}

// seatOf is the seat of an address that plays, or watches; "" for none.
func (t *table) seatOf(address string) (id string) {
	for _, id := range t.everybody() {
		if seat := t.seat(id); !seat.Open && strings.EqualFold(seat.Address, address) {
			return id
		}
	}
	return ""
}

// takenOver returns the table after a player's seat has gone to somebody else:
// with a new token and a new clock, and without what was said in advance.
func (t *table) takenOver(player, address, name string) *table {
	g, events := t.game.Seat(player, name)
	next := t.with(g, events)
	seat := next.seat(player)
	next.record.forgetWords(player)
	*seat = Seat{Name: name, Address: address, Token: seat.Token + 1, Told: len(t.log), From: len(t.log), Publish: seat.Publish}
	return next
}

// vacated returns the table after a player has left: the seat is open, its
// token is worth nothing, and neither clock nor requests wait for it.
func (s *draft) vacated(t *table, player string) (*table, error) {
	next := t.with(t.game, nil)
	seat := next.seat(player)
	seat.Open, seat.Orders, seat.Ended = true, nil, nil
	seat.Token++
	next.record.forgetWords(player)
	return s.fulfilled(next)
}

// forgetWords drops what a player has asked for, and agreed to.
func (r *Record) forgetWords(player string) {
	r.Requests = slices.DeleteFunc(r.Requests, func(q Request) bool { return q.By == player })
	for i, q := range r.Requests {
		r.Requests[i].Yes = slices.DeleteFunc(slices.Clone(q.Yes), func(yes string) bool { return yes == player })
	}
}

// openSeats tells a seat how those that were left can be taken over.
func (t *table) openSeats(id string) []sheet.Section {
	open := t.open()
	if len(open) == 0 {
		return nil
	}
	out := sheet.Section{Head: "An open seat", Lines: []string{fmt.Sprintf("  %s left. The game waits when such a seat is to move; whoever first takes it over has it.", have(t.names(open)))}}
	if t.plays(id) {
		out.Say = []sheet.Saying{{Line: "invite dora@example.org", Gloss: "ask somebody to take the seat over"}}
		return []sheet.Section{out}
	}
	for _, p := range open {
		out.Say = append(out.Say, sheet.Saying{Line: t.takeoverLine(p), Gloss: "take the seat of " + t.name(p)})
	}
	return []sheet.Section{out}
}

// have names people with their verb: "Amy has", "Amy and Brian have".
func have(names []string) string {
	if len(names) == 1 {
		return names[0] + " has"
	}
	return list(names) + " have"
}

// takeoverLine is what takes a seat over.
func (t *table) takeoverLine(player string) string {
	if len(t.open()) == 1 {
		return "takeover " + t.id
	}
	return "takeover " + t.id + " " + t.name(player)
}

// resign leaves a game for good. The line must name it.
func resign(e *errand, rest string) (bool, error) {
	id := gameWord(rest)
	if id == "" {
		return true, engine.Refuse("To leave a game for good, name it: resign %s. Your seat is then open for somebody else.", e.anExample())
	}
	here := e.at
	d, err := e.enter(id)
	switch {
	case err != nil:
		return true, err
	case d.player != "" && !d.table.plays(d.player):
		return true, engine.Refuse("You only watch %s: \"unobserve %s\" ends that.", d.table.called(), id)
	case d.player == "":
		return true, engine.Refuse("You have no seat in %s. %s", d.table.called(), e.whichGames())
	case d.table.isOn() != nil:
		return true, d.table.isOn()
	}
	d.table = d.table.said(d.player, "resign", "leaves the game for good. The seat is open.")
	if d.table, err = e.s.vacated(d.table, d.player); err != nil {
		return true, err
	}
	if len(d.table.open()) == len(d.table.record.Seats) {
		e.s.log.Warn("game.abandoned", "game", id)
	}
	e.headed("You have left " + d.table.record.Name)
	return true, e.quit(d, here, sheet.Section{Head: "You have left " + d.table.called(),
		Lines: []string{"  You get no more mails of it, and answers to older ones are not believed. As long as nobody has taken the seat over you can have it back:"},
		Say:   []sheet.Saying{{Line: d.table.takeoverLine(d.player)}, {Line: "observe " + id, Gloss: "watch it as a guest"}}})
}

// quit ends what the errand has to do with a game that the sender has left, and
// answers in a mail that is of no game. The next lines are for the game they
// were for before, if that is another.
func (e *errand) quit(d, here *speaker, last sheet.Section) error {
	e.answers = append(append(e.answers, d.answers...), last)
	d.answers, d.gone, e.at = nil, true, here
	if here == d {
		e.at = nil
	}
	name := e.callName() // it is not forgotten with the seat
	return e.me(func(m *people.Member) { m.Name = name })
}

// anExample is the id of a game for an example: the one at hand.
func (e *errand) anExample() string {
	if e.at != nil {
		return e.at.table.id
	}
	return "g12"
}

// isOn refuses a game that is over.
func (t *table) isOn() error {
	if t.game.State().Result == nil {
		return nil
	}
	return engine.Refuse("%s is over.", t.called())
}

// enter makes a game the one the lines are for. The sender need not be in it:
// the player of the speaker is "" then.
func (e *errand) enter(id string) (*speaker, error) {
	if e.preview {
		return nil, engine.Refuse("\"preview\" shows what lines for a game would do; who comes and goes cannot be tried. Leave the line \"preview\" out.")
	}
	for _, d := range e.drafts {
		if d.table.id == id && d.gone {
			return nil, engine.Refuse("You leave %s with a line before this one.", d.table.called())
		}
		if d.table.id == id {
			e.at, e.hall = d, nil
			return d, nil
		}
	}
	t, err := e.s.table(id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, engine.Refuse("There is no game %s. %s", id, e.whichGames())
	case err != nil:
		e.s.log.Error("game.unreadable", "game", id, "error", err)
		return nil, engine.Refuse("%s cannot be opened now; the host has to look at it.", id)
	}
	if player := t.seatOf(e.who.member.Address); player != "" {
		e.sit(t, player)
		return e.at, nil
	}
	return &speaker{before: t, table: t, errand: e}, nil
}

// callName is what the sender is called in a game they come to.
func (e *errand) callName() string { return cmp.Or(e.who.member.Name, e.who.name()) }

// freeName is a name that nobody else has at the table.
func (t *table) freeName(name, but string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(t.everybody(), func(id string) bool {
			return id != but && strings.EqualFold(t.seat(id).Name, name)
		})
	}
	free := name
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

// takeover gives the sender an open seat. The first who asks gets it; the host
// can give it to somebody else.
func takeover(e *errand, rest string) (bool, error) {
	id := cmp.Or(gameWord(rest), e.hereOr(""))
	if id == "" {
		return true, engine.Refuse("Say which game's seat you take over, with a line such as: takeover g12")
	}
	d, err := e.enter(id)
	if err == nil {
		err = d.table.isOn()
	}
	if err != nil {
		return true, err
	}
	if d.player != "" && d.table.plays(d.player) {
		return true, engine.Refuse("You have a seat in %s already: one player cannot have two.", d.table.called())
	}
	player, err := d.table.openSeat(withoutGame(rest))
	if err != nil {
		return true, err
	}
	e.seatAt(d, player)
	return true, nil
}

// hereOr is the id of the game that the lines are for.
func (e *errand) hereOr(none string) string {
	if e.at != nil {
		return e.at.table.id
	}
	return none
}

// withoutGame takes the id of a game out of a line.
func withoutGame(rest string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return gameWord(w) != "" }), " ")
}

// openSeat finds the open seat that a name is for, or the only one.
func (t *table) openSeat(name string) (player string, err error) {
	open := t.open()
	switch {
	case len(open) == 0:
		return "", engine.Refuse("No seat of %s is open. \"observe %s\" lets you watch it.", t.called(), t.id)
	case name == "" && len(open) == 1:
		return open[0], nil
	}
	if p, err := t.playerNamed(name); err == nil && slices.Contains(open, p) {
		return p, nil
	}
	var lines []string
	for _, p := range open {
		lines = append(lines, fmt.Sprintf("%q", "takeover "+t.id+" "+t.name(p)))
	}
	return "", engine.Refuse("Say whose seat of %s you take: %s.", t.called(), strings.Join(lines, " or "))
}

// seatAt gives an open seat to the sender; who watched as a guest no longer
// does.
func (e *errand) seatAt(d *speaker, player string) {
	was := *d.table.seat(player)
	name := was.Name // of one who comes back
	if !strings.EqualFold(was.Address, e.who.member.Address) {
		name = d.table.withoutGuest(d.player).freeName(e.callName(), player)
	}
	text := name + " takes over the seat of " + was.Name + "."
	if name == was.Name {
		text = name + " is back."
	}
	d.table = d.table.withoutGuest(d.player).said("", sheet.Notice, text).takenOver(player, e.who.member.Address, name)
	e.arrive(d, player)
	d.aside = false
	d.add("Your seat", fmt.Sprintf("  The seat of %s in %s is yours. Answer this mail or a later one with your commands: the reply address is yours alone.", was.Name, d.table.called()))
}

// arrive makes the sender somebody of a game that they were not in before.
func (e *errand) arrive(d *speaker, id string) {
	d.player, d.arrived = id, true
	if !slices.Contains(e.drafts, d) {
		e.drafts = append(e.drafts, d)
	}
	e.at, e.hall = d, nil
}

// inviteToSeat asks people to take over an open seat of a game.
func (e *errand) inviteToSeat(d *speaker, addresses []string) error {
	open := d.table.open()
	switch {
	case !d.table.plays(d.player):
		return engine.Refuse("You are a guest of this game: that is for its players.")
	case d.table.isOn() != nil:
		return d.table.isOn()
	case len(open) == 0:
		return engine.Refuse("No seat of %s is open, so nobody can be invited to it. To have guests, tell them to say \"observe %s\".", d.table.called(), d.table.id)
	}
	var asked []string
	for _, address := range addresses {
		m, err := e.invitable(address)
		if err != nil {
			return err
		}
		if d.table.seatOf(m.Address) != "" && d.table.plays(d.table.seatOf(m.Address)) {
			return engine.Refuse("%s has a seat in this game already.", m.Address)
		}
		if err := e.askToTake(d.table, m); err != nil {
			return err
		}
		asked = append(asked, m.Address)
	}
	d.add("Invited", "  "+list(asked)+" to take over the seat of "+strings.Join(d.table.names(open), " or ")+".")
	return nil
}

// askToTake mails an invitation to an open seat, once to an address.
func (e *errand) askToTake(t *table, m people.Member) error {
	mark := fmt.Sprintf("invited/%s/%s", t.id, m.ID)
	before, err := e.s.db.Mark(mark)
	switch {
	case err != nil:
		return err
	case before != "" || e.c.Marks[mark] != "":
		return engine.Refuse("%s was invited to %s already; nobody is asked twice. They can still say \"takeover %s\".", m.Address, t.called(), t.id)
	}
	e.mark(mark, e.s.now().UTC().Format("2006-01-02"))
	var say []sheet.Saying
	for _, p := range t.open() {
		say = append(say, sheet.Saying{Line: t.takeoverLine(p), Gloss: "take the seat of " + t.name(p)})
	}
	say = append(say, sheet.Saying{Line: "observe " + t.id, Gloss: "watch first, as a guest"},
		sheet.Saying{Line: noInvitations, Gloss: "get no more invitations, from anybody"})
	text := fmt.Sprintf("%s (%s) invites you to take over a seat in a game of %s that is on, played by mail. You answer with a mail that says one of these lines.",
		e.callName(), e.who.member.Address, t.title.Facts.Name)
	head := e.callName() + " invites you to a game of " + t.title.Facts.Name
	return e.mailInvitation(m, e.s.office.ID(inviteMail, t.id, e.short(), m.ID), sheet.Note(head, text, sheet.Section{Head: "How to answer", Say: say}))
}
