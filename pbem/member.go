package pbem

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"pbem/pbem/letter"
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

	Away []Spell `json:"away,omitempty"` // vacations, in order

	Settings
}

// memberMark begins the names of the marks that hold members.
const memberMark = "member/"

// people returns all members by id. They are kept in memory until one changes.
func (s *Service) people() (map[string]Member, error) {
	if s.members != nil {
		return s.members, nil
	}
	marks, err := s.db.Marks(memberMark)
	if err != nil {
		return nil, err
	}
	members := map[string]Member{}
	for name, text := range marks {
		var m Member
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			return nil, fmt.Errorf("member %s cannot be read: %w", name, err)
		}
		members[m.ID] = m
	}
	s.members = members
	return members, nil
}

// member returns the member of an address; one who has no ID yet is not stored.
func (s *Service) member(address string) (Member, error) {
	people, err := s.people()
	for _, m := range people {
		if strings.EqualFold(m.Address, address) {
			return m, nil
		}
	}
	return Member{Address: address}, err
}

func (s *Service) memberByID(id string) (m Member, ok bool, err error) {
	people, err := s.people()
	m, ok = people[id]
	return m, ok, err
}

// suppose has a member in memory as they will be once they are committed.
func (s *Service) suppose(m Member) {
	if people, err := s.people(); err == nil {
		people[m.ID] = m
	}
}

// enrol gives a member an ID, if they have none.
func (s *Service) enrol(m *Member) error {
	if m.ID != "" {
		return nil
	}
	n, err := s.db.NextID()
	m.ID, m.Since = fmt.Sprintf("m%d", n), s.now().UTC()
	return err
}

// keepMember writes a member into marks.
func keepMember(marks map[string]string, m Member) error {
	text, err := json.Marshal(m)
	marks[memberMark+m.ID] = string(text)
	return err
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
func (s *Service) lobbyAddress(m Member) string {
	return s.replyTo(tag{lobby, m.ID, s.token(lobby, m.ID, m.Token)})
}

// mailbox is a member as the recipient of a mail.
func (m Member) mailbox() mail.Address { return mail.Address{Name: m.Name, Address: m.Address} }

// forLobby reports whether a mail without a token begins with words for the
// lobby.
func (s *Service) forLobby(l letter.Letter) bool {
	return len(l.Commands) > 0 && lobbyVerb(l.Commands[0].Text)
}
