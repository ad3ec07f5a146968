package desk

import (
	"net/mail"
	"strings"
	"time"

	"pbem/pbem/envelope"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// A Question is work that is done only after the reader of an address confirms it, by
// sending back the code that was mailed there. It is stored as the mark "confirm/CODE".
// After a week it is deleted, and whoever waits for it is told: see ConfirmDue.
type Question struct {
	To     string    `json:"to"` // the address to which the code was mailed
	At     time.Time `json:"at"`
	Game   string    `json:"game"` // with Player, the seat it is about
	Player string    `json:"player"`

	Held string `json:"held,omitempty"` // the key of the mail that waits

	Old  string `json:"old,omitempty"` // with New, a change of address
	New  string `json:"new,omitempty"`
	Peer string `json:"peer,omitempty"` // the code that was mailed to the other address
	Said bool   `json:"said,omitempty"` // this address has confirmed
	Also bool   `json:"also,omitempty"` // New becomes a second address beside Old

	Until time.Time `json:"until,omitzero"` // when it expires if there is no outage; zero in old questions, which expire silently
}

// ConfirmKey is the prefix of the keys of questions' deadlines.
const ConfirmKey = "confirm/"

// Confirms is the kind of marks that hold questions, by code.
var Confirms = store.NewKind("confirm", store.Text(), store.JSON[Question]())

// WriteNote makes a mail about no game. Replies go to the member's lobby address, or to
// the service's address if the address is not a member's.
func (d *Draft) WriteNote(to people.Member, id string, note sheet.Page, answered string) store.Mail {
	return d.AddNote(to, d.NoteTo(to, id, note, answered))
}

// AddNote adds a mail about no game to the draft.
func (d *Draft) AddNote(to people.Member, e envelope.Mail) store.Mail {
	p := Page{Envelope: e}
	if also := to.Copied(); !strings.EqualFold(also, to.Address) {
		p.Also = also
	}
	return d.AddPage(to.Address, p)
}

// NoteTo returns the envelope of such a mail.
func (d *Draft) NoteTo(to people.Member, id string, note sheet.Page, answered string) envelope.Mail {
	e := envelope.Mail{
		From: mail.Address{Name: d.Config.Name, Address: d.Config.Address}, To: to.Mailbox(),
		ReplyTo: d.Config.Address, ID: id, Answers: envelope.PlainID(answered), Plain: to.Plain, List: LobbyList + d.Config.Domain(),
		Subject: note.Subject, Date: d.Now().In(d.Config.Zone), Text: note.Text, HTML: note.HTML,
	}
	if to.ID != "" {
		e.ReplyTo = d.LobbyAddress(to)
		e.References = []string{d.Office.Thread(d.Office.Tag(envelope.NoGame, to.ID, to.Token))}
	}
	return e
}
