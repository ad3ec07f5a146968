package account

import (
	"fmt"
	"net/mail"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// RenewMember gives a member a new token and tells them.
func RenewMember(d *desk.Draft, c store.Commit, l letter.Letter, m people.Member, lines []string) error {
	m.Token++
	d.KeepMember(c.Marks, m)
	page := sheet.Note("Your token is new", "", sheet.Section{Head: "Your token is new", Lines: lines})
	mail := d.WriteNote(m, d.Office.ID("token", d.Office.Secret("token", c.Cause)), page, l.MessageID)
	c.Mails = append(c.Mails, mail)
	return d.Queue(c)
}

// Moving counts the pending changes of an address to addresses other than fresh.
func Moving(open map[string]desk.Question, old, fresh string) int {
	n := 0
	for _, q := range open {
		if strings.EqualFold(q.Old, old) && !strings.EqualFold(q.New, fresh) && strings.EqualFold(q.To, old) {
			n++
		}
	}
	return n
}

// Forbids returns a sentence that says why the sender cannot use an address, or "". also
// means that it is to be their second address.
func Forbids(d *desk.Draft, who desk.Sender, fresh string, also bool) (why string, err error) {
	mine := who.Member
	m, err := d.Member(fresh)
	switch other := m.ID != "" && m.ID != mine.ID; {
	case err != nil:
		return "", err
	case other && strings.EqualFold(m.Also, fresh):
		return fmt.Sprintf("%s is the second address of another player here. They can take it away from there: set address not %s", fresh, fresh), nil
	case !also:
		return "", nil
	case strings.EqualFold(mine.Also, fresh):
		return fmt.Sprintf("%s is your second address already.", fresh), nil
	case mine.Also != "":
		return fmt.Sprintf("You have a second address, %s. Take it away first: set address not %s", mine.Also, mine.Also), nil
	case other && !m.Stranger, len(d.SeatsOf(fresh)) > 0:
		return fmt.Sprintf("%s is the address of a player here. A second address must be nobody else's; to play under one address: set address %s", fresh, fresh), nil
	}
	return "", nil
}

// NewAddress reads an address that a player has typed. If it is not usable, why says so
// in a sentence.
func NewAddress(d *desk.Draft, text, old string) (address, why string) {
	if f := strings.Fields(text); len(f) > 0 {
		text = strings.Trim(f[0], "<>,;.") // mail programs write "a@b <mailto:a@b>"
	}
	a, err := mail.ParseAddress(text)
	odd := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"<>(),;:\[]`, r) }
	switch {
	case err != nil || a.Address != text || len(text) > 254 || strings.ContainsFunc(text, odd):
		return "", fmt.Sprintf("%q is not a mail address. Write it like: set address amy@example.org", text)
	case strings.EqualFold(text, old):
		return "", "That is your address already."
	case d.Config.Owns(text):
		return "", "That is the address of the service."
	}
	return text[:strings.LastIndex(text, "@")] + "@" + strings.ToLower(domainOf(text)), ""
}

func domainOf(address string) string { return address[strings.LastIndex(address, "@")+1:] }

// WelcomeHere makes the mail to a member's new address, with a new reply address.
func WelcomeHere(d *desk.Draft, m people.Member, cause, answers string, lines []string) store.Mail {
	page := sheet.Note("Your address has changed", "", sheet.Section{Head: "Your address has changed", Lines: lines})
	return d.WriteNote(m, d.Office.ID("here", d.Office.Secret("here", m.ID, m.Token, cause)), page, answers)
}

// Moved moves the seats of an address to another one and gives them new tokens. Somebody
// who would both play and watch the game stops watching it. Moved reports whether
// anything has changed.
func Moved(t *table.Table, old, fresh string) (desk.Change, bool) {
	next := t
	var players []string
	for _, g := range t.Record.Guests {
		if next.AddressPlays(old) && strings.EqualFold(g.Address, fresh) || next.AddressPlays(fresh) && strings.EqualFold(g.Address, old) {
			next = next.WithoutGuest(g.ID)
		}
	}
	for _, id := range next.Everybody() {
		if seat := next.Seat(id); seat.Open || !strings.EqualFold(seat.Address, old) {
			continue
		}
		next = next.With(next.Game, nil)
		seat := next.Seat(id)
		seat.Address = fresh
		seat.Token++
		players = append(players, id)
	}
	if len(players) > 0 && t.IsSandbox() { // one person reads the mails of all seats
		players = []string{next.Owner()}
	}
	return desk.Change{Before: t, Next: next, Players: players}, next != t
}
