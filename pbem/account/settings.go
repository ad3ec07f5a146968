package account

import (
	"fmt"
	"slices"
	"time"

	"pbem/pbem/desk"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// ZoneOf returns the time zone of a member, or the service's if they have set none.
func ZoneOf(d *desk.Draft, m people.Member) *time.Location { return m.ZoneOr(d.Config.Zone) }

// Called returns the member's name. If they have not set one, it is the name in one of
// their games.
func Called(d *desk.Draft, m people.Member) string {
	if seats := d.SeatsOf(m.Address); m.Name == "" && len(seats) > 0 {
		return seats[0].Name()
	}
	return m.CallName()
}

// Reader returns the member who reads the mails of a seat.
func Reader(d *desk.Draft, t *table.Table, id string) people.Member {
	address := t.Seat(id).Address
	m, err := d.Member(address)
	if err != nil {
		d.Log.Error("member.unreadable", "address", address, "error", err)
		return people.Member{Address: address}
	}
	return m
}

// TextOnly reports whether mails to a seat have no pictures.
func TextOnly(d *desk.Draft, t *table.Table, id string) bool {
	m := Reader(d, t, id)
	return d.Config.NoPictures || m.Plain || m.Pictures == "off" || m.Pictures == "" && !t.Plays(id)
}

// When writes a time as the member wants it.
func When(d *desk.Draft, m people.Member, at time.Time) string {
	return m.Style().Instant(at, ZoneOf(d, m))
}

// SettingsSection shows what a member has set.
func SettingsSection(d *desk.Draft, m people.Member) sheet.Section {
	pictures := "the map comes as a picture too"
	switch {
	case d.Config.NoPictures:
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
		address += ", and " + m.Also + ", from which your mails count too"
		if m.Both {
			address += "; mails go to both"
		} else {
			address += "; mails go to the first"
		}
	}
	pace := "at once"
	switch {
	case m.News == people.TurnNews:
		pace = "mails that ask nothing of you wait for the next one that does, or for the end of a round"
	case m.Daily != "":
		pace = fmt.Sprintf("mails that ask nothing of you come once a day, at %s, those of all games in one; others come at once", m.Daily)
	}
	extent := "the whole position with the first mail of a round that asks you something, then what your move needs and what has changed"
	if m.Whole {
		extent = "the whole position with every mail that asks you something"
	}
	invitations := "welcome"
	if m.NoInvitations {
		invitations = "none"
	}
	return sheet.Section{Head: "What you have set", Facts: []sheet.Fact{
		{Name: "Name", Text: Called(d, m) + ", in games that begin from now on"},
		{Name: "Address", Text: address},
		{Name: "Zone", Text: ZoneOf(d, m).String() + ", where it is " + When(d, m, d.Now()) + " now"},
		{Name: "Dates", Text: m.Style().String()},
		{Name: "Pictures", Text: pictures},
		{Name: "Mails", Text: pace},
		{Name: "Length", Text: extent},
		{Name: "Layout", Text: layout},
		{Name: "Invitations", Text: invitations},
	}}
}

// SettingsWords shows the lines that change settings.
func SettingsWords(d *desk.Draft, m people.Member) sheet.Section {
	also := []sheet.Saying{{Line: "set address also " + m.Address, Gloss: "a second one, from which you may write too"}}
	if m.Also != "" {
		also = []sheet.Saying{{Line: "set address not " + m.Also, Gloss: "the second is gone"}, {Line: "set mail to both", Gloss: "or to first"}}
	}
	return sheet.Section{Head: "How to change it", Say: slices.Concat([]sheet.Saying{
		{Line: "set name " + Called(d, m)},
		{Line: "set zone " + ZoneOf(d, m).String(), Gloss: "or a city, or a distance such as UTC+2"},
		{Line: "set dates iso 24h", Gloss: "or day-month, month-day; 24h or 12h"},
		{Line: "set pictures off", Gloss: "or on"},
		{Line: "set mail daily 18:00", Gloss: "mails that ask nothing of you come at this time, those of all games in one; without a time, shortly before you usually write"},
		{Line: "set mail turn", Gloss: "they come on your turn, and when a round ends"},
		{Line: "set mail at once", Gloss: "all mails come at once"},
		{Line: "set mail whole", Gloss: "the whole position on each of your turns; \"set mail brief\" for less"},
		{Line: "set mail plain", Gloss: "text only; \"set mail html\" for both"},
		{Line: "set invitations off", Gloss: "or on"},
		{Line: "set address " + m.Address, Gloss: "both addresses are asked"},
	}, also, []sheet.Saying{
		{Line: "renew token", Gloss: "a new reply address; the old one no longer counts"},
	})}
}
