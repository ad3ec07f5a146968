package notices

import (
	"cmp"
	"net/mail"
	"slices"

	"pbem/pbem/account"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// SheetOf returns what every mail to the player says.
func SheetOf(d *desk.Draft, t *table.Table, player string) sheet.Mail {
	m := sheet.Mail{
		Title: t.Title, Game: t.ID, Name: t.Record.Name, Position: len(t.Log), Zone: d.Config.Zone,
		State: t.Game.State(), Pending: t.Scene(player).Warned(), Index: &d.Best,
	}
	if t.Plays(player) {
		m.Reader, m.Secret, m.Alone = player, t.Secret(player), t.IsSandbox()
	}
	timing.Personalize(d, &m, t, player)
	m.Wanted, m.Open, m.Kept, m.Robots = wanted(d, t, player), t.Open(), t.KeptSeats(), t.RobotSeats()
	recall(d, t, player, &m)
	m.Declined = Declined(t, player)
	if p := t.Record.Paused; p != nil {
		m.Paused, m.Pending = p.Sentence(), nil
	} else if t.Game.Frozen() == nil {
		m.Again = t.Scene(player).Again()
	}
	if t.Game.Frozen() != nil {
		m.Still = StandsStill
		if t.IsSandbox() {
			m.Still = `The sandbox is on hold: the rules of the step it is in have been corrected. "undo" goes back to a position before it.`
		}
	}
	return m
}

// A Reply is what the answer to a mail has to tell its sender.
type Reply struct {
	Player  string          // who sent the mail; "" if the change was not made by mail
	To      string          // Message-ID of the mail
	Answers []sheet.Section // answers to the mail's questions
	Note    string          // which part of the mail could not be read
	Whole   bool            // everybody gets the whole position
	Turned  bool            // a new round has begun
	Knows   []string        // who need not hear of it yet: see AnswersSome
	Status  bool            // the player asked for it
	Chart   bool            // the player asked for the map
}

// Sections returns the sections of a reply that are not about the position.
func (re Reply) Sections() []sheet.Section {
	if re.Note == "" {
		return re.Answers
	}
	return append(re.Answers[:len(re.Answers):len(re.Answers)], sheet.Section{Head: "About your mail", Lines: []string{"  " + re.Note}})
}

// Write makes a mail to a seat from a sheet. kind tells mails about the same position
// apart: the Message-ID is made of kind, game, version and player. answered is the
// Message-ID of the mail that this one answers, or "".
func Write(d *desk.Draft, t *table.Table, to string, m sheet.Mail, kind, answered string) store.Mail {
	return WriteAs(d, t, to, m, d.Office.ID(kind, t.ID, len(t.Log), to), answered)
}

// WriteAs makes a mail to a seat from a sheet, with the given Message-ID.
func WriteAs(d *desk.Draft, t *table.Table, to string, m sheet.Mail, id, answered string) store.Mail {
	e := seatEnvelope(d, t, to, id)
	e.Answers = envelope.PlainID(answered)
	switch {
	case !t.Plays(to):
		e.Unsubscribe = envelope.Unsubscribe(e.ReplyTo, UnobserveSubject)
	case e.Answers == "" && !t.Waits(to):
		e.Unsubscribe = envelope.Unsubscribe(e.ReplyTo, QuietSubject)
	}
	m.Answer = e.ReplyTo
	if m.Kind != sheet.Answer { // an answer has only the sections it was asked for
		m.Extra = append(slices.Clip(m.Extra), Standing(d, t, to)...)
	}
	page := desk.Page{Envelope: e, Position: &m, Chart: picture(d, t, to, &m), Also: account.Reader(d, t, to).Copied()}
	if !e.Plain && tellsEarnings(t, m) {
		page.Earned = d.Earned(t)
	}
	return d.AddPage(e.To.Address, page)
}

// WritePage makes a mail to a seat from a note. Replies to it go to the game.
func WritePage(d *desk.Draft, t *table.Table, to string, note sheet.Page, id string) store.Mail {
	e := seatEnvelope(d, t, to, id)
	e.Subject, e.Text, e.HTML = note.Subject, note.Text, note.HTML
	return d.AddPage(e.To.Address, desk.Page{Envelope: e, Also: account.Reader(d, t, to).Copied()})
}

// seatEnvelope returns the envelope of a mail to a seat.
func seatEnvelope(d *desk.Draft, t *table.Table, to, id string) envelope.Mail {
	seat := t.Seat(to)
	tag, reader := d.Office.Tag(t.ID, to, seat.Token), account.Reader(d, t, to)
	return envelope.Mail{
		From: mail.Address{Name: d.Config.Name, Address: d.Config.Address}, To: mail.Address{Name: cmp.Or(reader.Name, seat.Name), Address: seat.Address},
		ReplyTo: d.Office.ReplyTo(tag), ID: id, References: []string{d.Office.Thread(tag)},
		Plain: reader.Plain, Date: d.Now().In(d.Config.Zone), List: t.ID + "." + d.Config.Domain(),
	}
}

// UnobserveSubject is the subject of the mail that a mail program sends when a guest
// unsubscribes from a game.
const UnobserveSubject = "unobserve"

// QuietSubject is the subject of the mail that a mail program sends when a player
// unsubscribes from mails that ask nothing of them: news of the game, and what others
// write.
const QuietSubject = "set mail turn"

// StandsStill tells players that their game is frozen.
const StandsStill = "The game is on hold: the rules of the step it is in have been corrected, and the host has to look at it first. Nothing is lost."

// Schedule sets when a mail about a position is sent. It is sent at once if it waits for
// its reader, answers them, or tells the end of the game. Otherwise it is news, which waits
// for the daily hour that its reader has set, if any.
func Schedule(d *desk.Draft, m *store.Mail, t *table.Table, id string, re Reply) {
	reader := account.Reader(d, t, id)
	asked := t.Waits(id) || len(wanted(d, t, id)) > 0
	if asked || re.Player == id || t.Game.State().Result != nil {
		return
	}
	page := d.Pages[m.ID]
	page.Envelope.News = true
	d.Pages[m.ID] = page
	if reader.Daily == "" {
		return
	}
	m.Next = people.NextDaily(d.Now(), reader.Daily, account.ZoneOf(d, reader))
}
