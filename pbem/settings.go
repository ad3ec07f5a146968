package pbem

import (
	"fmt"
	"slices"
	"time"

	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// zoneOf is the zone of a member.
func (d *draft) zoneOf(m people.Member) *time.Location { return m.ZoneOr(d.cfg.Zone) }

// called returns what a member is called, or would be in their next game: if
// they have not set a name, as in another of their games.
func (d *draft) called(m people.Member) string {
	if seats := d.seatsOf(m.Address); m.Name == "" && len(seats) > 0 {
		return seats[0].name()
	}
	return m.CallName()
}

// reader is the member who reads the mails of a seat.
func (d *draft) reader(t *table.Table, id string) people.Member {
	address := t.Seat(id).Address
	m, err := d.member(address)
	if err != nil {
		d.log.Error("member.unreadable", "address", address, "error", err)
		return people.Member{Address: address}
	}
	return m
}

// suit fits a mail to the settings of its reader.
func (d *draft) suit(m *sheet.Mail, t *table.Table, id string) {
	reader := d.reader(t, id)
	m.Zone, m.Style, m.Time = d.zoneOf(reader), reader.Style(), d.timeNotes(t, id)
	if due := d.until(t, id); due.After(d.now()) {
		m.Deadline = due
	}
}

// until is the time a mail's headline names: the reader's own, or else that of
// those who are to move, where they all have the same.
func (d *draft) until(t *table.Table, id string) time.Time {
	due := d.due(t, id)
	if !due.IsZero() {
		return due
	}
	for i, p := range t.Actors() {
		at := d.due(t, p)
		if t.Consents(p) || i > 0 && !at.Equal(due) {
			return time.Time{}
		}
		due = at
	}
	return due
}

// textOnly reports whether a seat gets no pictures.
func (d *draft) textOnly(t *table.Table, id string) bool {
	m := d.reader(t, id)
	return d.cfg.NoPictures || m.Plain || m.Pictures == "off" || m.Pictures == "" && !t.Plays(id)
}

// hasten decides when a mail that tells a position goes out: at once what waits
// for its reader, answers them or tells the end, the rest at the hour
// they have set.
func (d *draft) hasten(m *store.Mail, t *table.Table, id string, re reply) {
	reader := d.reader(t, id)
	asked := t.Waits(id) || len(d.wanted(t, id)) > 0
	if reader.Daily == "" || asked || re.player == id || t.Game.State().Result != nil {
		return
	}
	m.Next = people.NextDaily(d.now(), reader.Daily, d.zoneOf(reader))
}

// when shows an instant to a member.
func (d *draft) when(m people.Member, at time.Time) string {
	return m.Style().Instant(at, d.zoneOf(m))
}

// settingsSection shows what a member has set, and how it is changed.
func (d *draft) settingsSection(m people.Member) sheet.Section {
	pictures := "the map comes as a picture too"
	switch {
	case d.cfg.NoPictures:
		pictures = "none are sent here; the map comes as text"
	case m.Pictures == "off" || m.Plain:
		pictures = "none; the map comes as text"
	case m.Pictures == "":
		pictures += ", but for games you only watch"
	}
	layout := "text and HTML"
	if m.Plain {
		layout = "text only"
	}
	address := m.Address
	if m.Also != "" {
		address += ", and " + m.Also + ", from which your mails are believed too"
		if m.Both {
			address += "; mails go to both"
		} else {
			address += "; mails go to the first"
		}
	}
	pace := "at once"
	switch {
	case m.News == people.TurnNews:
		pace = "what asks nothing of you comes with the next mail that does, or when a round ends"
	case m.Daily != "":
		pace = fmt.Sprintf("what asks nothing of you comes once a day, at %s; what does comes at once", m.Daily)
	}
	invitations := "welcome"
	if m.NoInvitations {
		invitations = "none"
	}
	return sheet.Section{Head: "What you have set", Facts: []sheet.Fact{
		{Name: "Name", Text: d.called(m) + ", in games that begin from now on"},
		{Name: "Address", Text: address},
		{Name: "Zone", Text: d.zoneOf(m).String() + ", where it is " + d.when(m, d.now()) + " now"},
		{Name: "Dates", Text: m.Style().String()},
		{Name: "Pictures", Text: pictures},
		{Name: "Mails", Text: pace},
		{Name: "Layout", Text: layout},
		{Name: "Invitations", Text: invitations},
	}}
}

// settingsWords are the lines that change settings.
func (d *draft) settingsWords(m people.Member) sheet.Section {
	also := []sheet.Saying{{Line: "set address also " + m.Address, Gloss: "a second one, from which you may write too"}}
	if m.Also != "" {
		also = []sheet.Saying{{Line: "set address not " + m.Also, Gloss: "the second is gone"}, {Line: "set mail to both", Gloss: "or to first"}}
	}
	return sheet.Section{Head: "How to change it", Say: slices.Concat([]sheet.Saying{
		{Line: "set name " + d.called(m)},
		{Line: "set zone " + d.zoneOf(m).String(), Gloss: "or a city, or a distance such as UTC+2"},
		{Line: "set dates iso 24h", Gloss: "or day-month, month-day; 24h or 12h"},
		{Line: "set pictures off", Gloss: "or on"},
		{Line: "set mail daily 18:00", Gloss: "what asks nothing of you comes at this time"},
		{Line: "set mail turn", Gloss: "it comes on your turn, and when a round ends"},
		{Line: "set mail at once", Gloss: "everything comes at once"},
		{Line: "set mail plain", Gloss: "text only; \"set mail html\" for both"},
		{Line: "set invitations off", Gloss: "or on"},
		{Line: "set address " + m.Address, Gloss: "both addresses are asked"},
	}, also, []sheet.Saying{
		{Line: "renew token", Gloss: "a new reply address, the old one counts no longer"},
	})}
}
