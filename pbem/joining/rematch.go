package joining

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// Rematch asks those who had seats in a game that is over to play again. The first who says it makes a gathering like that
// game, to which the others are invited; who says it after that joins it.
func Rematch(b *batch.Batch, rest string) (bool, error) {
	t, player, err := overWith(b, gameWord(rest))
	if err != nil {
		return true, err
	}
	if err := b.Me(func(m *people.Member) {
		if m.Name == "" {
			m.Name = t.Name(player)
		}
	}); err != nil {
		return true, err
	}
	words := withoutGame(rest)
	if done, err := joinRematch(b, t, words); done || err != nil {
		return true, err
	}
	g, err := lobby.ReadAgain(lobby.Like(t), words, b.Draft.Config.Pace)
	if err != nil {
		return true, err
	}
	v, err := gather(b, g)
	if err != nil {
		return true, err
	}
	changed(v, "the others are asked", "%s asks for a rematch of %s", b.Who.Member.CallName(), t.Called())
	return true, askAgain(b, v, t)
}

// overWith returns the game that a rematch is of, which a line names or the mail answers, and the sender's seat in it.
func overWith(b *batch.Batch, id string) (t *table.Table, player string, err error) {
	if id == "" && b.At == nil {
		return nil, "", engine.Refuse("Say of which game, with its id, or answer its last mail: rematch g12. \"games\" lists those that are over.")
	}
	if id == "" {
		id = b.At.Table.ID
	}
	at, visit := b.At, b.Visit
	p, err := enter(b, id)
	if err != nil {
		return nil, "", err
	}
	b.At, b.Visit = at, visit
	switch t = p.Table; {
	case !t.Plays(p.Player):
		return nil, "", engine.Refuse("You had no seat in %s when it ended: a rematch is for those who played it. \"new\" begins a game.", t.Called())
	case t.IsSandbox():
		return nil, "", engine.Refuse("%s is a sandbox: begin another with a line such as: sandbox new %s %d", t.Called(), t.Record.Title, len(t.Record.Seats))
	case t.IsOn() == nil:
		return nil, "", engine.Refuse("%s goes on: a rematch can be asked for when it is over. Another game begins with a line such as: new %s players %d", t.Called(), t.Record.Title, len(t.Record.Seats))
	}
	return t, p.Player, nil
}

// joinRematch puts the sender into the rematch of a game that somebody has asked for before. done is false if nobody has.
func joinRematch(b *batch.Batch, t *table.Table, words string) (done bool, err error) {
	g, ok, err := rematchOf(b, t.ID)
	if !ok || err != nil {
		return false, err
	}
	if words != "" {
		return true, engine.Refuse("%s has asked for a rematch of %s already: %s. Say \"join %s\" to take part; only with \"new\" can you say how another game is played.",
			called(b, g.Players[0]), t.Called(), g.Label(), g.ID)
	}
	if me := b.Who.Member.ID; !g.Shows(me) {
		g = g.Copy()
		g.Invited = append(g.Invited, lobby.Invitation{Member: me, By: me})
		batch.Visiting(b, &batch.Visit{Now: g})
	}
	return Join(b, g.ID)
}

// rematchOf finds the gathering for the rematch of a game, as the mail has left it so far. As the mark is read here, of two
// mails that ask at the same time the later one is decided once more, and finds that of the other.
func rematchOf(b *batch.Batch, id string) (g lobby.Gathering, ok bool, err error) {
	for _, v := range b.Visits {
		if v.Now.Again == id && !v.Begins && !v.Closed {
			return v.Now, true, nil
		}
	}
	r, err := lobby.Rematches.Get(b.Draft.DB, id)
	switch {
	case errors.Is(err, store.ErrUnread): // it is written anew
		return g, false, nil
	case err != nil || !r.Found():
		return g, false, err
	}
	return b.Draft.Gathering(r.Value)
}

// askAgain invites the others who played a game to its rematch. Those who cannot be asked are told to the sender; if nobody
// can, the line is refused.
func askAgain(b *batch.Batch, v *batch.Visit, t *table.Table) error {
	var left []string
	for _, who := range playersOf(t) {
		if b.Who.Member.Owns(who.address) {
			continue
		}
		m, err := askable(b, who)
		if no := new(engine.Refusal); errors.As(err, &no) {
			left = append(left, "  "+no.Sentence)
			continue
		}
		if err != nil {
			return err
		}
		if m.Name == "" || m.Stranger { // they have played, whatever is known of them
			m.Name, m.Stranger = who.called, false
		}
		if err := countInvitation(b); err != nil {
			return err
		}
		enlist(b, v, m)
	}
	if len(v.Asked) == 0 && !v.Begins {
		return engine.Refuse("Nobody of %s can be asked again. %s", t.Called(), strings.TrimSpace(strings.Join(left, "")))
	}
	if len(left) > 0 {
		b.Add("Not asked", append(left, "  They can take part all the same: with the word \"rematch\".")...)
	}
	return nil
}

// mostOver is how many of the games that somebody has played are listed, the newest.
const mostOver = 5

// gamesOver lists the last games that the sender has played to their end.
func gamesOver(b *batch.Batch) []sheet.Section {
	sec := sheet.Section{Head: "Your games that are over"}
	for _, id := range slices.Backward(b.Draft.GamesPlayed(b.Who.Member.Addresses()...)) {
		t, err := b.Draft.Table(id)
		if err != nil || t.Game.State().Result == nil || !played(t, b.Who.Member) { // it was put away, or watched
			continue
		}
		sec.Facts = append(sec.Facts, sheet.Fact{Name: id, Text: fmt.Sprintf("%s: %s. %s.", t.Record.Name, t.Title.Facts.Name, strings.TrimRight(t.Outcome(), "."))})
		if len(sec.Say) == 0 {
			sec.Say = []sheet.Saying{{Line: "rematch " + id, Gloss: "play again with those who played it"}}
		}
		if len(sec.Facts) == mostOver {
			break
		}
	}
	if len(sec.Facts) == 0 {
		return nil
	}
	return []sheet.Section{sec}
}

// playedBefore names the game that a gathering is a rematch of, for somebody who had a seat in it; "" for others.
func playedBefore(b *batch.Batch, g lobby.Gathering, m people.Member) string {
	if g.Again == "" {
		return ""
	}
	t, err := b.Draft.Table(g.Again)
	if err != nil || !played(t, m) {
		return ""
	}
	return t.Record.Name + " (" + t.ID + ")"
}

// played reports whether somebody has a seat at a table.
func played(t *table.Table, m people.Member) bool {
	return slices.ContainsFunc(playersOf(t), func(who invitee) bool { return m.Owns(who.address) })
}
