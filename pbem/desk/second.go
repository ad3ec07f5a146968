package desk

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// A member may have a second address. After both addresses have agreed, the service
// trusts mails from it like those from the first. Mails go to the first address, or to
// both if the member wants that. The same marks find both addresses, and one commit
// writes them.

// AddAddress gives the sender a second address. Both addresses have agreed to it.
func (d *Draft) AddAddress(c store.Commit, l letter.Letter, who Sender, fresh string) error {
	m, name := who.Member, who.Name()
	m.Address = who.Address()
	if err := d.Enrol(&m); err != nil {
		return err
	}
	if m.Name == "" && who.Table != nil {
		m.Name = name
	}
	if err := d.MoveGatherings(c.Marks, m.Address, fresh); err != nil { // somebody may have been invited there
		return err
	}
	m.Also = fresh
	d.KeepMember(c.Marks, m)
	d.Log.Info("address.added", "address", m.Address, "also", fresh)
	text := fmt.Sprintf("%s is now your second address: mails from there count as yours. Mails to you go to %s.", fresh, m.Address)
	c.Mails = append(c.Mails, d.TellBoth(m, c.Cause, "Your second address", text, l.MessageID, []sheet.Saying{
		{Line: "set mail to both", Gloss: "have all mails at both"},
		{Line: "set address not " + fresh, Gloss: "have one address again"},
		{Line: "set address " + fresh, Gloss: "have it as your first, and only one"},
	})...)
	return d.Queue(c)
}

// CheckSeats returns the seats of a new game with the first addresses of their players. It
// refuses the service's own addresses, and those to which nothing can be sent.
func (d *Draft) CheckSeats(seats []table.Seat) ([]table.Seat, error) {
	seats = slices.Clone(seats)
	for i, seat := range seats {
		if d.Config.Owns(seat.Address) {
			return nil, engine.Refuse("%s is the address of the service, and %s needs one of their own", seat.Address, seat.Name)
		}
		if strings.ContainsFunc(seat.Address, unsendable) {
			return nil, engine.Refuse("no mail can be sent to %q, the address of %s: there is a blank or a bracket in it", seat.Address, seat.Name)
		}
		m, err := d.Member(seat.Address)
		if err != nil {
			return nil, err
		}
		if m.Address != "" && strings.EqualFold(m.Also, seat.Address) {
			seats[i].Address = m.Address
		}
	}
	return seats, nil
}

// unsendable reports whether an address with this character is one that no mail goes to
// (postbox.Sender).
func unsendable(r rune) bool { return r <= ' ' || r == '<' || r == '>' || r == 0x7f }

// TellBoth makes a note to both addresses of a member. Only the first address can reply
// to it.
func (d *Draft) TellBoth(m people.Member, cause, head, text, answers string, say []sheet.Saying) []store.Mail {
	m.Both = false
	var how []sheet.Section
	if len(say) > 0 {
		how = []sheet.Section{{Head: "You may say", Say: say}}
	}
	second := people.Member{Name: m.Name, Address: m.Also, Settings: m.Settings}
	return []store.Mail{
		d.WriteNote(m, d.Office.ID("second", d.Office.Secret("second", cause, m.Address)), sheet.Note(head, text, how...), answers),
		d.WriteNote(second, d.Office.ID("second", d.Office.Secret("second", cause, second.Address)), sheet.Note(head, text), ""),
	}
}
