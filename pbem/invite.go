package pbem

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/envelope"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
)

// Bounds of invitations: how many a member may send in a day, and how long a
// person who has never written to us is left alone after one.
const (
	mostInvitations = 20
	aDay            = 24 * time.Hour
)

// invite asks others to join a gathering, or to take over an open seat of a
// game that is on.
func invite(e *batch, rest string) (bool, error) {
	if w := mistyped(rest); w != "" {
		return true, engine.Refuse("%q is no mail address; nobody was invited. Write it like: invite brian@example.org", w)
	}
	addresses := addressesIn(rest)
	if len(addresses) == 0 {
		return true, engine.Refuse("Say whom to invite, by address: invite brian@example.org crystal@example.org")
	}
	if e.at != nil && gameWord(rest) == "" {
		return true, e.inviteToSeat(e.at, addresses)
	}
	if err := e.present(); err != nil {
		return true, err
	}
	me := e.who.member.ID
	if err := e.visitFor(strings.Join(bareWords(rest), " "), func(g lobby.Gathering) bool { return g.Has(me) }); err != nil {
		return true, err
	}
	v := e.visit
	if err := v.closing(); err != nil {
		return true, err
	}
	if !v.now.Has(me) {
		return true, engine.Refuse("Only who is in %s can invite others to it. Say \"join %s\" first.", v.now.Label(), v.now.ID)
	}
	return true, e.inviteAll(v, addresses)
}

func (b *batch) inviteAll(v *visit, addresses []string) error {
	var called []string
	for _, address := range addresses {
		if err := b.uninvited(v, address); err != nil {
			return err
		}
		m, err := b.invitable(address)
		if err != nil {
			return err
		}
		v.now.Invited = append(v.now.Invited, lobby.Invitation{Member: m.ID, By: b.who.member.ID})
		v.asked = append(v.asked, m)
		called = append(called, m.CallName())
	}
	who := strings.Join(called, ", ")
	v.changed(who+" invited", "%s has invited %s", b.who.member.CallName(), who)
	return nil
}

// uninvited refuses an address that is in a gathering or was invited to it.
func (b *batch) uninvited(v *visit, address string) error {
	m, err := b.known(address)
	switch {
	case err != nil || m.ID == "" || m.ID == b.who.member.ID:
		return err
	case v.now.Has(m.ID):
		return engine.Refuse("%s is in %s already.", address, v.now.Label())
	case v.now.Invitation(m.ID) != nil:
		return engine.Refuse("%s was invited to %s already; nobody is asked twice. They can still say \"join %s\".", address, v.now.Label(), v.now.ID)
	}
	return nil
}

// known finds a member by address, also one who is invited with this mail.
func (b *batch) known(address string) (people.Member, error) {
	for _, v := range b.visits {
		for _, m := range v.asked {
			if m.Owns(address) {
				return m, nil
			}
		}
	}
	return b.d.member(address)
}

// invitable returns the member of an address that the sender may invite, and
// counts the invitation. A new person becomes a member.
func (b *batch) invitable(address string) (people.Member, error) {
	address, why := b.d.newAddress(address, "")
	if why != "" {
		return people.Member{}, engine.Refuse("%s", strings.Replace(why, "set address", "invite", 1))
	}
	if b.who.member.Owns(address) {
		return people.Member{}, engine.Refuse("%s is your own address.", address)
	}
	away, err := b.d.suspended(address)
	if err != nil {
		return people.Member{}, err
	}
	if away {
		return people.Member{}, engine.Refuse("Mails to %s come back, so none are sent there until one comes from there.", address)
	}
	m, err := b.guest(address)
	if err != nil {
		return people.Member{}, err
	}
	switch lately := b.d.now().Sub(m.Invited) < aDay; {
	case m.NoInvitations:
		return people.Member{}, engine.Refuse("%s wants no invitations.", address)
	case m.Stranger && lately:
		return people.Member{}, engine.Refuse("%s was invited to something else less than a day ago and has not answered yet. Try again tomorrow.", address)
	}
	m.Invited = b.d.now().UTC()
	if err := b.countInvitation(); err != nil {
		return people.Member{}, err
	}
	return m, b.d.suppose(m) // the next line may be about them too
}

// guest finds a member by address, or makes one of an address that never wrote.
func (b *batch) guest(address string) (people.Member, error) {
	m, err := b.known(address)
	if err != nil || m.ID != "" {
		return m, err
	}
	seats := b.d.seatsOf(address)
	m.Stranger = len(seats) == 0
	if !m.Stranger {
		m.Name = seats[0].name()
	}
	return m, b.d.enrol(&m)
}

// countInvitation notes that the sender invites somebody.
func (b *batch) countInvitation() (err error) {
	over := b.me(func(m *people.Member) {
		m.Invites = slices.DeleteFunc(slices.Clone(m.Invites), func(at time.Time) bool { return b.d.now().Sub(at) >= aDay })
		if len(m.Invites) >= mostInvitations {
			err = engine.Refuse("At most %d may be invited in a day. Try again tomorrow.", mostInvitations)
		}
		m.Invites = append(m.Invites, b.d.now().UTC())
	})
	if over != nil {
		return over
	}
	return err
}

// ask mails an invitation.
func (b *batch) ask(g lobby.Gathering, m people.Member) error {
	who := b.who.member
	text := fmt.Sprintf("%s (%s) invites you to a game of %s for %s, played by mail. Answer this mail with one of the lines below. It begins when enough have come; if nothing happens before, it is closed on %s.",
		who.CallName(), who.Address, lobby.TitleName(g.Title), g.Size(), b.d.when(m, g.Closes()))
	say := sheet.Section{Head: "How to answer", Say: []sheet.Saying{
		{Line: "join " + g.ID, Gloss: "be in"},
		{Line: "leave " + g.ID, Gloss: "say that you are not coming"},
		{Line: "help " + g.Title, Gloss: "about the game"},
		{Line: noInvitations, Gloss: "get no more invitations, from anybody"},
	}}
	return b.mailInvitation(m, b.d.office.ID(inviteMail, g.ID, g.Changes, m.ID), sheet.Note(who.CallName()+" invites you to a game of "+lobby.TitleName(g.Title), text, say))
}

// mailInvitation keeps a member who is invited and queues the mail that asks.
func (b *batch) mailInvitation(m people.Member, id string, note sheet.Page) error {
	b.d.keepMember(b.c.Marks, m)
	letter := b.d.noteTo(m, id, note, "")
	letter.Unsubscribe = envelope.Unsubscribe(b.d.lobbyAddress(m), noInvitations)
	b.post(b.d.lay(m.Address, page{envelope: letter, also: m.Copied()}))
	return nil
}

// noInvitations is what somebody says who wants none.
const noInvitations = "no invitations"

// addressesIn finds the mail addresses in a line, each once.
func addressesIn(rest string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" ,;<>()[]\t", r) }) {
		w = strings.Trim(strings.TrimPrefix(w, "mailto:"), ".:\"'")
		if strings.Contains(w, "@") && !slices.ContainsFunc(out, func(a string) bool { return strings.EqualFold(a, w) }) {
			out = append(out, w)
		}
	}
	return out
}

// mistyped returns a word of a line that was meant as an address and is none,
// such as brian.example.org; "" for none. Names of people are permitted there.
func mistyped(rest string) string {
	for _, w := range strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" ,;<>[]\t", r) }) {
		w = strings.Trim(w, ".:\"'")
		inside := strings.Contains(w, ".") && len(strings.TrimRight(w[strings.LastIndex(w, "."):], ".")) > 2
		if !strings.Contains(w, "@") && (inside || strings.Contains(strings.ToLower(w), "(at)")) {
			return w
		}
	}
	return ""
}

// bareWords are the words of a line that are no addresses.
func bareWords(rest string) []string {
	return slices.DeleteFunc(strings.Fields(rest), func(w string) bool { return strings.Contains(w, "@") })
}
