package pbem

import (
	"fmt"

	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/store"
)

// member returns the member of an address; one who has no ID yet is not stored.
func (d *draft) member(address string) (people.Member, error) {
	if address == "" {
		return people.Member{}, nil
	}
	id, err := people.ByAddress.Get(d.db, address)
	if err != nil || !id.Found() {
		return people.Member{Address: address}, err
	}
	m, ok, err := d.memberByID(id.Value)
	if !ok {
		m = people.Member{Address: address}
	}
	return m, err
}

func (d *draft) memberByID(id string) (m people.Member, ok bool, err error) {
	r, err := people.Members.Get(d.db, id)
	return r.Value, r.Found(), err
}

// suppose has the draft keep a member: what follows in it knows them so.
func (d *draft) suppose(m people.Member) error {
	marks := store.Marks{}
	d.keepMember(marks, m)
	return d.take(store.Commit{Marks: marks})
}

// enrol gives a member an ID, if they have none.
func (d *draft) enrol(m *people.Member) error {
	if m.ID != "" {
		return nil
	}
	n, err := d.db.NextID()
	m.ID, m.Since = fmt.Sprintf("m%d", n), d.now().UTC()
	return err
}

// keepMember writes a member into marks.
func (s *Desk) keepMember(marks store.Marks, m people.Member) {
	m.Keep(marks, s.office.Code)
}

// forgetAddress has nobody found by an address any more.
func (s *Desk) forgetAddress(marks store.Marks, address string) {
	people.ByAddress.Clear(marks, address)
	people.ByCode.Clear(marks, s.office.Code(address))
}

// lobbyList begins the List-Id of mails that are for no game.
const lobbyList = "lobby."

// lobbyAddress is where a member answers mails that are for no game.
func (d *draft) lobbyAddress(m people.Member) string {
	return d.office.ReplyTo(d.office.Tag(envelope.NoGame, m.ID, m.Token))
}

// forLobby reports whether a mail without a token begins with words for the
// lobby.
func (d *draft) forLobby(l letter.Letter) bool {
	return len(l.Commands) > 0 && lobbyVerb(l.Commands[0].Text)
}
