package pbem

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/pace"
	"pbem/store"
)

// A Member is somebody who has a seat, was invited or has written to the lobby,
// with what they have set for all their games. It is stored as the mark
// "member/ID". Somebody who has set nothing needs none.
type Member struct {
	ID      string    `json:"id"` // "m7"
	Address string    `json:"address"`
	Name    string    `json:"name,omitempty"`
	Token   int       `json:"token,omitempty"` // generation of the token of mails that are for no game
	Since   time.Time `json:"since"`

	Stranger bool        `json:"stranger,omitempty"` // invited, and has never written to us
	Invited  time.Time   `json:"invited,omitzero"`   // last
	Invites  []time.Time `json:"invites,omitempty"`  // those they have sent of late

	Away []pace.Spell `json:"away,omitempty"` // vacations, in order

	Settings
}

// memberMark begins the names of the marks that hold members.
const memberMark = "member/"

// addressMark and verpMark begin the names of the marks by which a member is
// found: by address, and by the code of it in envelope senders. They hold the id.
const (
	addressMark = "address/"
	verpMark    = "b/"
)

// lower is how an address stands in names.
func lower(address string) string { return strings.ToLower(address) }

// member returns the member of an address; one who has no ID yet is not stored.
func (s *draft) member(address string) (Member, error) {
	if address == "" {
		return Member{}, nil
	}
	id, err := s.db.Mark(addressMark + lower(address))
	if err != nil || id == "" {
		return Member{Address: address}, err
	}
	m, ok, err := s.memberByID(id)
	if !ok {
		m = Member{Address: address}
	}
	return m, err
}

func (s *draft) memberByID(id string) (m Member, ok bool, err error) {
	text, err := s.db.Mark(memberMark + id)
	if err != nil || text == "" {
		return Member{}, false, err
	}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return Member{}, false, fmt.Errorf("member %s%s cannot be read: %w", memberMark, id, err)
	}
	return m, true, nil
}

// suppose has the draft keep a member: what follows in it knows them so.
func (s *draft) suppose(m Member) error {
	marks := map[string]string{}
	if err := s.keepMember(marks, m); err != nil {
		return err
	}
	return s.take(store.Commit{Marks: marks})
}

// enrol gives a member an ID, if they have none.
func (s *draft) enrol(m *Member) error {
	if m.ID != "" {
		return nil
	}
	n, err := s.db.NextID()
	m.ID, m.Since = fmt.Sprintf("m%d", n), s.now().UTC()
	return err
}

// keepMember writes a member into marks.
func (s *Service) keepMember(marks map[string]string, m Member) error {
	text, err := json.Marshal(m)
	marks[memberMark+m.ID] = string(text)
	marks[addressMark+lower(m.Address)] = m.ID
	marks[verpMark+s.office.Code(m.Address)] = m.ID
	return err
}

// forgetAddress has nobody found by an address any more.
func (s *Service) forgetAddress(marks map[string]string, address string) {
	marks[addressMark+lower(address)], marks[verpMark+s.office.Code(address)] = "", ""
}

// callName is what a member is called: the name they have set, else what stands
// before the @.
func (m Member) callName() string {
	if m.Name != "" {
		return m.Name
	}
	local, _, _ := strings.Cut(m.Address, "@")
	return local
}

// lobbyList begins the List-Id of mails that are for no game.
const lobbyList = "lobby."

// lobbyAddress is where a member answers mails that are for no game.
func (s *draft) lobbyAddress(m Member) string {
	return s.office.ReplyTo(s.office.Tag(envelope.NoGame, m.ID, m.Token))
}

// mailbox is a member as the recipient of a mail.
func (m Member) mailbox() mail.Address { return mail.Address{Name: m.Name, Address: m.Address} }

// forLobby reports whether a mail without a token begins with words for the
// lobby.
func (s *draft) forLobby(l letter.Letter) bool {
	return len(l.Commands) > 0 && lobbyVerb(l.Commands[0].Text)
}
