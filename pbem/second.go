package pbem

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// A member may have a second address. Mails from it are believed like mails
// from the first, once both addresses have agreed. Mails go to the first
// address, or to both if the member says so. The same marks find both, and are
// written in the same commit.

// addAddress gives a sender the second address that both have agreed to.
func (d *draft) addAddress(c store.Commit, l letter.Letter, who sender, fresh string) error {
	m, name := who.member, who.name()
	m.Address = who.address()
	if err := d.enrol(&m); err != nil {
		return err
	}
	if m.Name == "" && who.table != nil {
		m.Name = name
	}
	if err := d.moveGatherings(c.Marks, m.Address, fresh); err != nil { // of one who was invited there
		return err
	}
	m.Also = fresh
	d.keepMember(c.Marks, m)
	d.log.Info("address.added", "address", m.Address, "also", fresh)
	text := fmt.Sprintf("%s is now your second address: mails from there are believed as yours. Mails to you go to %s.", fresh, m.Address)
	c.Mails = append(c.Mails, d.tellBoth(m, c.Cause, "Your second address", text, l.MessageID, []sheet.Saying{
		{Line: "set mail to both", Gloss: "have all mails at both"},
		{Line: "set address not " + fresh, Gloss: "have one address again"},
		{Line: "set address " + fresh, Gloss: "have it as your first, and only one"},
	})...)
	return d.queue(c)
}

// housed returns the seats of a new game at the first addresses of their
// players. None may be the service's own address.
func (d *draft) housed(seats []table.Seat) ([]table.Seat, error) {
	seats = slices.Clone(seats)
	for i, seat := range seats {
		if d.cfg.Owns(seat.Address) {
			return nil, engine.Refuse("%s is the address of the service, and %s needs one of their own", seat.Address, seat.Name)
		}
		m, err := d.member(seat.Address)
		if err != nil {
			return nil, err
		}
		if m.Address != "" && strings.EqualFold(m.Also, seat.Address) {
			seats[i].Address = m.Address
		}
	}
	return seats, nil
}

// dropAddress takes the second address of a sender away.
func (d *draft) dropAddress(key string, l letter.Letter, who sender, text string) (string, error) {
	m := who.member
	address := strings.Trim(strings.TrimSpace(text), "<>,;. ")
	why := ""
	switch {
	case m.Also == "":
		why = "You have one address. To play from another instead: set address amy@example.org"
	case strings.EqualFold(address, m.Address):
		why = fmt.Sprintf("%s is your first address. To have %s as the only one: set address %s", m.Address, m.Also, m.Also)
	case !strings.EqualFold(address, m.Also):
		why = fmt.Sprintf("%q is no address of yours. Your second is %s: set address not %s", address, m.Also, m.Also)
	}
	if why != "" {
		return d.refuseTyped(key, l, who, &sheet.Refusal{Lines: texts(l), Reason: why}, texts(l))
	}
	c := store.Commit{Cause: key, Outcome: outcomeAnswered, Marks: store.Marks{}}
	maps.Copy(c.Marks, who.marks)
	note := fmt.Sprintf("%s is no longer your second address: mails from there are not believed any more.", m.Also)
	c.Mails = d.tellBoth(m, key, "Your second address is gone", note, l.MessageID, nil)
	d.forgetAddress(c.Marks, m.Also)
	d.log.Info("address.dropped", "address", m.Address, "also", m.Also)
	m.Also, m.Both = "", false
	d.keepMember(c.Marks, m)
	return outcomeAnswered, d.queue(c)
}

// tellBoth writes a note to both addresses of a member. Only the copy to the
// first address can be answered.
func (d *draft) tellBoth(m people.Member, cause, head, text, answers string, say []sheet.Saying) []store.Mail {
	m.Both = false
	var how []sheet.Section
	if len(say) > 0 {
		how = []sheet.Section{{Head: "You may say", Say: say}}
	}
	second := people.Member{Name: m.Name, Address: m.Also, Settings: m.Settings}
	return []store.Mail{
		d.writeNote(m, d.office.ID("second", d.office.Secret("second", cause, m.Address)), sheet.Note(head, text, how...), answers),
		d.writeNote(second, d.office.ID("second", d.office.Secret("second", cause, second.Address)), sheet.Note(head, text), ""),
	}
}
