package joining

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/account"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
)

// mostInvitations limits how many people one member may invite in a day.
const mostInvitations = 20

// An invitee is somebody whom a line invites. Refusals call them what the sender does, so that nobody learns an address
// from one.
type invitee struct {
	address string
	called  string // a name, or the address as it was written
}

// Invite invites others to join a gathering, or to take over an open seat of a running
// game.
func Invite(b *batch.Batch, rest string) (bool, error) {
	list, err := invitees(b, rest)
	if err != nil {
		return true, err
	}
	if b.At != nil && gameWord(rest) == "" {
		return true, inviteToSeat(b, b.At, list)
	}
	if err := present(b); err != nil {
		return true, err
	}
	me := b.Who.Member.ID
	if err := visitFor(b, strings.Join(bareWords(rest), " "), func(g lobby.Gathering) bool { return g.Has(me) }); err != nil {
		return true, err
	}
	v := b.Visit
	if err := closing(v); err != nil {
		return true, err
	}
	if !v.Now.Has(me) {
		return true, engine.Refuse("Only those who are in %s can invite others to it. Say \"join %s\" first.", v.Now.Label(), v.Now.ID)
	}
	return true, inviteAll(b, v, list)
}

func inviteAll(b *batch.Batch, v *batch.Visit, list []invitee) error {
	var called []string
	for _, who := range list {
		if err := uninvited(b, v, who); err != nil {
			return err
		}
		m, err := invitable(b, who)
		if err != nil {
			return err
		}
		enlist(b, v, m)
		called = append(called, m.CallName())
	}
	who := strings.Join(called, ", ")
	changed(v, who+" invited", "%s has invited %s", b.Who.Member.CallName(), who)
	return nil
}

// enlist adds somebody to those who are invited to a gathering.
func enlist(b *batch.Batch, v *batch.Visit, m people.Member) {
	v.Now.Invited = append(v.Now.Invited, lobby.Invitation{Member: m.ID, By: b.Who.Member.ID})
	v.Asked = append(v.Asked, m)
}

// uninvited refuses somebody who is in a gathering or was already invited to it.
func uninvited(b *batch.Batch, v *batch.Visit, who invitee) error {
	m, err := known(b, who.address)
	switch {
	case err != nil || m.ID == "" || m.ID == b.Who.Member.ID:
		return err
	case v.Now.Has(m.ID):
		return engine.Refuse("%s is in %s already.", who.called, v.Now.Label())
	case v.Now.Invitation(m.ID) != nil:
		return engine.Refuse("%s was invited to %s already; nobody is asked twice. They can still say \"join %s\".", who.called, v.Now.Label(), v.Now.ID)
	}
	return nil
}

// known finds a member by address, also one who is first invited with this mail. The
// member's ID is "" if there is none.
func known(b *batch.Batch, address string) (people.Member, error) {
	for _, v := range b.Visits {
		for _, m := range v.Asked {
			if m.Owns(address) {
				return m, nil
			}
		}
	}
	return b.Draft.Member(address)
}

// invitable returns the member whom the sender may invite, and counts the invitation. If nobody has the address, it makes a
// new member.
func invitable(b *batch.Batch, who invitee) (people.Member, error) {
	m, err := askable(b, who)
	if err != nil {
		return people.Member{}, err
	}
	return m, countInvitation(b)
}

// askable is invitable without the count.
func askable(b *batch.Batch, who invitee) (people.Member, error) {
	address, why := account.NewAddress(b.Draft, who.address, "")
	if why != "" {
		return people.Member{}, engine.Refuse("%s", strings.Replace(why, "set address", "invite", 1))
	}
	if b.Who.Member.Owns(address) {
		return people.Member{}, engine.Refuse("%s is your own address.", who.called)
	}
	away, err := b.Draft.Suspended(address)
	if err != nil {
		return people.Member{}, err
	}
	if away {
		return people.Member{}, engine.Refuse("Mails to %s come back, so none are sent there until one comes from there.", who.called)
	}
	m, err := guest(b, address)
	if err != nil {
		return people.Member{}, err
	}
	switch lately := b.Draft.Now().Sub(m.Invited) < senders.PerDay; {
	case m.NoInvitations:
		return people.Member{}, engine.Refuse("%s does not want invitations.", who.called)
	case m.Stranger && lately && !plays(b, m):
		return people.Member{}, engine.Refuse("%s was invited to something else less than a day ago and has not answered yet. Try again tomorrow.", who.called)
	}
	m.Invited = b.Draft.Now().UTC()
	return m, b.Draft.Suppose(m) // a later line may invite them too
}

// plays reports whether somebody has a seat in a game, or is in one that waits for players: they have answered the
// invitation to it, whatever is noted of that.
func plays(b *batch.Batch, m people.Member) bool {
	if len(b.Draft.SeatsOf(m.Address)) > 0 {
		return true
	}
	waiting, err := b.Shown()
	return err == nil && slices.ContainsFunc(waiting, func(g lobby.Gathering) bool { return g.Has(m.ID) })
}

// guest finds a member by address. If there is none, it makes one, who is a stranger
// unless a game has a seat for the address.
func guest(b *batch.Batch, address string) (people.Member, error) {
	m, err := known(b, address)
	if err != nil || m.ID != "" {
		return m, err
	}
	seats := b.Draft.SeatsOf(address)
	m.Stranger = len(seats) == 0
	if !m.Stranger {
		m.Name = seats[0].Name()
	}
	return m, b.Draft.Enrol(&m)
}

// countInvitation counts an invitation by the sender. It refuses more than
// mostInvitations in a day.
func countInvitation(b *batch.Batch) (err error) {
	over := b.Me(func(m *people.Member) {
		m.Invites = slices.DeleteFunc(slices.Clone(m.Invites), func(at time.Time) bool { return b.Draft.Now().Sub(at) >= senders.PerDay })
		if len(m.Invites) >= mostInvitations {
			err = engine.Refuse("At most %d may be invited in a day. Try again tomorrow.", mostInvitations)
		}
		m.Invites = append(m.Invites, b.Draft.Now().UTC())
	})
	if over != nil {
		return over
	}
	return err
}

// ask mails an invitation to a gathering.
func ask(b *batch.Batch, g lobby.Gathering, m people.Member) error {
	who := b.Who.Member
	head := who.CallName() + " invites you to a game of " + lobby.TitleName(g.Title)
	asks := fmt.Sprintf("%s (%s) invites you to a game of %s for %s, played by mail.", who.CallName(), who.Address, lobby.TitleName(g.Title), g.Size())
	if before := playedBefore(b, g, m); before != "" { // they know each other by name, and perhaps not by address
		head = who.CallName() + " asks for a rematch of " + before
		asks = fmt.Sprintf("%s would like to play again with those who played %s: a game of %s for %s.", who.CallName(), before, lobby.TitleName(g.Title), g.Size())
	}
	text := fmt.Sprintf("%s Answer this mail with one of the lines below. It begins when enough players have joined; if nothing happens before then, it is closed on %s.",
		asks, account.When(b.Draft, m, closes(b.Draft, g)))
	say := sheet.Section{Head: "How to answer", Say: []sheet.Saying{
		{Line: "join " + g.ID, Gloss: "take part"},
		{Line: "leave " + g.ID, Gloss: "say that you are not coming"},
		{Line: "help " + g.Title, Gloss: "about the game"},
		{Line: noInvitations, Gloss: "get no more invitations, from anybody"},
	}}
	return mailInvitation(b, m, b.Draft.Office.ID(senders.InviteMail, g.ID, g.Changes, m.ID), sheet.Note(head, text, say))
}

// mailInvitation stores the invited member and queues the invitation.
func mailInvitation(b *batch.Batch, m people.Member, id string, note sheet.Page) error {
	b.Draft.KeepMember(b.Commit.Marks, m)
	letter := b.Draft.NoteTo(m, id, note, "")
	letter.Unsubscribe = envelope.Unsubscribe(b.Draft.LobbyAddress(m), noInvitations)
	b.Post(b.Draft.AddPage(m.Address, desk.Page{Envelope: letter, Also: m.Copied()}))
	return nil
}

// noInvitations is the command that turns invitations off.
const noInvitations = "no invitations"
