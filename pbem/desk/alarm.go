package desk

import (
	"errors"
	"strings"

	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// Alarm makes the mails that tell the hosts about something they must see to. Each host
// gets one mail for a cause, unless the address is suspended or is the one that the alarm
// is about. Alarm only logs errors: they must not stop the work that raised it, and the
// alarm may be about just them.
func (d *Draft) Alarm(cause, about string, page sheet.Page) []store.Mail {
	var out []store.Mail
	for _, address := range d.Config.Hosts {
		away, unread := d.Suspended(address)
		if away || strings.EqualFold(address, about) {
			continue
		}
		m, err := d.Member(address)
		if err = errors.Join(unread, err); err != nil {
			d.Log.Error("member.unreadable", "address", address, "error", err)
			m = people.Member{Address: address}
		}
		out = append(out, d.WriteNote(m, d.Office.ID("alarm", d.Office.Secret("alarm", cause, strings.ToLower(address))), page, ""))
	}
	return out
}

// SuspensionPage tells the host that an address gets no more mail.
func SuspensionPage(address string, games []string) sheet.Page {
	say := []sheet.Saying{{Line: "host address all " + address + " NEW", Gloss: "send their mails elsewhere"}}
	lines := []string{"  It has no seat in a running game."}
	if len(games) > 0 {
		lines = []string{"  It has a seat in " + table.List(games) + "; the other players are told, and its clock stands still."}
		id, _, _ := strings.Cut(games[0], " ")
		say = append(say, sheet.Saying{Line: "host resend " + id + " " + address, Gloss: "try it anyway"})
	}
	return sheet.Note("Mails to "+address+" come back", "No more are sent there, until a mail comes from there.",
		sheet.Section{Head: "Who is affected", Lines: lines}, sheet.Section{Head: "What you can say", Say: say})
}

// ShownKey is how much of a mail's key is shown: enough to find it in the log.
const ShownKey = 21

// quarantinePage tells the host that a mail was set aside.
func quarantinePage(key string, l letter.Letter) sheet.Page {
	return sheet.Note("A mail is set aside", "The service failed three times on a mail that came in, so it is kept for you and not worked on again.",
		sheet.Section{Head: "The mail", Facts: []sheet.Fact{{Name: "From", Text: OrUnread(l.From)}, {Name: "Key", Text: key[:min(ShownKey, len(key))]}},
			Lines: []string{"  What went wrong is in the service's log, under the key that begins so. Its sender, if known, was told that none of it was carried out."}},
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{
			{Line: "host aside", Gloss: "see what it says"},
			{Line: "host again " + key[:min(ShownKey, len(key))], Gloss: "have it worked on, once that is mended"},
		}})
}
