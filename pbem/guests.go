package pbem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// mostGuests is how many may watch one game.
const mostGuests = 20

// observe makes the sender a guest of a game: they get its mails, may ask and
// say no moves. There is nothing in these games that only some may see. The
// others hear of it with the next mail they get anyway.
func observe(e *errand, rest string) (bool, error) {
	id := gameWord(rest)
	if id == "" {
		return true, engine.Refuse("Say which game you want to watch, with a line such as: observe g12")
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
	name := d.table.FreeName(e.callName(), "")
	d.table = d.table.Said("", sheet.Notice, name+" watches the game.")
	d.table.Record.Watched++
	guest := table.Seat{ID: fmt.Sprintf("w%d", d.table.Record.Watched), Name: name, Address: e.who.member.Address, Told: len(d.table.Log), From: len(d.table.Log)}
	d.table.Record.Guests = append(d.table.Record.Guests, guest)
	e.arrive(d, guest.ID)
	d.aside = true
	d.answers = append(d.answers, sheet.Section{Head: "You are a guest",
		Lines: []string{"  You get the mails of " + d.table.Called() + " and may ask: status, map, routes, history."},
		Say:   []sheet.Saying{{Line: "unobserve " + id, Gloss: "end it"}}})
	return true, nil
}

// unobserve ends it.
func unobserve(e *errand, rest string) (bool, error) {
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
	name := d.table.Seat(d.player).Name
	d.aside = len(d.table.Log) == len(d.before.Log) // nothing else is to be told
	d.table = d.table.WithoutGuest(d.player).Said("", sheet.Notice, name+" no longer watches the game.")
	e.headed("You no longer watch " + d.table.Record.Name)
	return true, e.quit(d, here, sheet.Section{Head: "You no longer watch " + d.table.Called(),
		Lines: []string{"  You get no more mails of it. To watch it again:"}, Say: []sheet.Saying{{Line: "observe " + id}}})
}

// watched is the game the sender watches: the one that the lines are for, else
// the only one.
func (e *errand) watched() string {
	if e.at != nil && !e.at.table.Plays(e.at.player) {
		return e.at.table.ID
	}
	var ids []string
	for _, w := range e.s.seatsOf(e.who.member.Address) {
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
// guest who wants no more of the game.
const unobserveSubject = "unobserve"

// unobserving puts the command into such a mail, which has no text.
func unobserving(l letter.Letter, who sender) letter.Letter {
	guest := who.table != nil && !who.table.Plays(who.player)
	if guest && saysOnly(l, unobserveSubject) {
		l.Commands = []letter.Line{{Num: 1, Text: unobserveSubject + " " + who.table.ID}}
	}
	return l
}

// beside tells in a status what there is beside the game: who watches, which
// seats are open, what is asked.
func (s *draft) beside(t *table.Table, id string) []string {
	var out []string
	for _, r := range t.Record.Requests {
		if slices.Contains(t.Missing(r), id) {
			out = append(out, fmt.Sprintf("    your answer is wanted (accept %s, decline %s):", r.Kind, r.Kind))
		}
		out = append(out, fmt.Sprintf("    %s; %s", s.asks(t, r), t.WaitingFor(r)))
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
