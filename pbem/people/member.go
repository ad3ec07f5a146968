package people

import (
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"pbem/pbem/calendar"
	"pbem/pbem/pace"
	"pbem/store"
)

// A Member is a person who has a seat, was invited or has written to the lobby, with
// their settings for all games. It is stored as the mark "member/ID". A person who has
// set nothing needs none.
type Member struct {
	ID      string    `json:"id"` // "m7"
	Address string    `json:"address"`
	Name    string    `json:"name,omitempty"`
	Token   int       `json:"token,omitempty"` // generation of the token in mails that belong to no game
	Since   time.Time `json:"since"`

	Stranger bool        `json:"stranger,omitempty"` // they were invited and have never written to us
	Invited  time.Time   `json:"invited,omitzero"`   // when they were last invited
	Invites  []time.Time `json:"invites,omitempty"`  // when they recently sent invitations

	// Also is a second address. Mails from it are believed like mails from the first.
	Also string `json:"also,omitempty"`
	Both bool   `json:"both,omitempty"` // mails go to both addresses

	Away []pace.Spell `json:"away,omitempty"` // vacations, in order

	Settings
}

// The kinds of marks for members: the members by id, and the ids by address and by the
// code of an address in envelope senders.
var (
	Members   = store.NewKind("member", store.Text(), store.JSON[Member]())
	ByAddress = store.NewKind("address", Address(), store.Text())
	ByCode    = store.NewKind("b", store.Text(), store.Text())
)

// Address is the form of addresses in names of marks.
func Address() store.Form[string] {
	form := store.Text()
	form.Write = func(address string) (string, error) { return Lower(address), nil }
	return form
}

// Keep writes a member into marks, with the marks by which each address and its code
// find the member.
func (m Member) Keep(marks store.Marks, code func(address string) string) {
	Members.Set(marks, m.ID, m)
	m.Findable(marks, code)
}

// Findable writes only the marks by which a member is found.
func (m Member) Findable(marks store.Marks, code func(address string) string) {
	for _, address := range m.Addresses() {
		ByAddress.Set(marks, address, m.ID)
		ByCode.Set(marks, code(address), m.ID)
	}
}

// Addresses returns the addresses of a member, the first one first.
func (m Member) Addresses() []string {
	if m.Also == "" {
		return []string{m.Address}
	}
	return []string{m.Address, m.Also}
}

// Owns reports whether an address is the member's.
func (m Member) Owns(address string) bool {
	return slices.ContainsFunc(m.Addresses(), func(a string) bool { return a != "" && strings.EqualFold(a, address) })
}

// Copied returns the address that gets copies of the mails to the first, "" for none.
func (m Member) Copied() string {
	if !m.Both {
		return ""
	}
	return m.Also
}

// Lower returns an address as it stands in names.
func Lower(address string) string { return strings.ToLower(address) }

// CallName returns what a member is called: the name they have set, else the part before
// the @.
func (m Member) CallName() string {
	if m.Name != "" {
		return m.Name
	}
	local, _, _ := strings.Cut(m.Address, "@")
	return local
}

// Mailbox returns a member as the recipient of a mail.
func (m Member) Mailbox() mail.Address { return mail.Address{Name: m.Name, Address: m.Address} }

// Settings are what a member has set for all their games. The zero value is for a member
// who has set nothing.
type Settings struct {
	Zone     string `json:"zone,omitempty"`     // parsed by calendar.ParseZone; "" for the host's zone
	Dates    string `json:"dates,omitempty"`    // parsed by calendar.ParseStyle
	Pictures string `json:"pictures,omitempty"` // "on" or "off"; "" means on for players and off for guests
	Plain    bool   `json:"plain,omitempty"`    // no HTML in mails
	// Daily is the time of day, "18:00", at which mails go out that ask nothing of the
	// reader; "" for at once.
	Daily string `json:"daily,omitempty"`
	// News says when other mails come that ask nothing of the reader: AllNews, TurnNews,
	// or "" for the setting of the table.
	News          string `json:"news,omitempty"`
	Whole         bool   `json:"whole,omitempty"` // the whole position with every mail on their turn
	NoInvitations bool   `json:"noInvitations,omitempty"`
}

// When to send mails that ask nothing of the reader: after every move, or only with the next mail that does
// ask and at the end of a round. The values are stored.
const (
	AllNews  = "all"
	TurnNews = "turn"
)

// ZoneOr returns the zone of a member, else the host's.
func (m Member) ZoneOr(host *time.Location) *time.Location {
	if m.Zone == "" {
		return host
	}
	zone, err := calendar.ParseZone(m.Zone)
	if err != nil {
		return host
	}
	return zone
}

// Style returns how a member likes times to be written.
func (m Member) Style() calendar.Style {
	if m.Dates == "" {
		return calendar.Style{}
	}
	style, err := calendar.ParseStyle(m.Dates)
	if err != nil {
		return calendar.Style{}
	}
	return style
}

// NextDaily returns the first time after now at which clocks in a zone show a time of
// day.
func NextDaily(now time.Time, clock string, zone *time.Location) time.Time {
	at, err := time.Parse("15:04", clock)
	if err != nil {
		return now
	}
	year, month, day := now.In(zone).Date()
	for ; ; day++ {
		if next := time.Date(year, month, day, at.Hour(), at.Minute(), 0, 0, zone); next.After(now) {
			return next
		}
	}
}

// LongestName is the greatest length of the names of people and games.
const LongestName = 24

const NamesAre = "A name begins with a letter and has at most 24 letters, digits, blanks and the signs . - ' in it."

// PlainName tidies a name that a person types; ok is false if it cannot be used in
// mails.
func PlainName(text string) (name string, ok bool) {
	name = strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(text), `"`)), " ")
	odd := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .-'", r)
	}
	first, _ := utf8.DecodeRuneInString(name)
	return name, utf8.RuneCountInString(name) <= LongestName && unicode.IsLetter(first) && !strings.ContainsFunc(name, odd)
}
