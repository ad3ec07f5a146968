package pbem

import (
	"cmp"
	"net/mail"
	"slices"

	"pbem/pbem/envelope"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// sheetOf fills in what every mail to a player says.
func (d *draft) sheetOf(t *table.Table, player string) sheet.Mail {
	m := sheet.Mail{
		Title: t.Title, Game: t.ID, Name: t.Record.Name, Position: len(t.Log), Zone: d.cfg.Zone,
		State: t.Game.State(), Pending: t.Scene(player).Warned(), Index: &d.best,
	}
	if t.Plays(player) {
		m.Reader, m.Secret = player, t.Secret(player)
	}
	d.suit(&m, t, player)
	m.Wanted, m.Open, m.Kept = d.wanted(t, player), t.Open(), t.KeptSeats()
	if p := t.Record.Paused; p != nil {
		m.Paused, m.Pending = p.Sentence(), nil
	}
	if t.Game.Frozen() != nil {
		m.Still = standsStill
	}
	return m
}

// A reply is what is owed to the player whose mail is being settled.
type reply struct {
	player  string          // "" when it was no mail
	to      string          // Message-ID of the mail
	answers []sheet.Section // to its questions
	note    string          // what of it could not be read
	whole   bool            // everybody is to get the whole position
	turned  bool            // another round begins with it
	status  bool            // the player asked for it
	chart   bool            // and for the map
}

// sections is what a reply says beside the game.
func (re reply) sections() []sheet.Section {
	if re.note == "" {
		return re.answers
	}
	return append(re.answers[:len(re.answers):len(re.answers)], sheet.Section{Head: "About your mail", Lines: []string{re.note}})
}

// tell writes to every player what they have not been told yet, and notes in
// the table that they have.
func (d *draft) tell(next *table.Table, re reply) ([]store.Mail, error) {
	var out []store.Mail
	if err := d.db.read(d.aboutSeats(next)); err != nil {
		return nil, err
	}
	keep, err := d.keepsakeOf(next)
	if err != nil {
		return nil, err
	}
	for _, id := range next.Everybody() {
		seat := next.Seat(id)
		from, away, err := d.untold(next, id, *seat)
		if err != nil {
			return nil, err
		}
		if away || seat.Open {
			continue
		}
		m := d.sheetOf(next, id)
		news := min(from, len(next.Log))
		m.Past, m.Since = next.Log[:news], next.Log[news:]
		m.First = seat.Told == 0 && m.Reader != ""
		if d.holds(next, id, from, m, re) {
			continue
		}
		m.Extra = append(d.nameAsked(next, id), newGuests(next, id, from)...)
		seat.From, seat.Told, seat.Ended = from, len(next.Log), seat.Since(from)
		to := ""
		if id == re.player {
			to, m.Extra = re.to, append(m.Extra, re.sections()...)
		}
		d.suggest(&m, next, id, from)
		asked := re.whole || id == re.player && re.status
		if asked && !next.Waits(id) && m.State.Result == nil {
			m.Kind = sheet.Status // who asked gets the whole position
		}
		m.Board = id == re.player && re.chart
		over := next.Game.State().Result != nil && tellsEnd(m.Since)
		if over {
			m.Extra = append(slices.Clip(m.Extra), d.whereItIs(next))
		}
		mail := d.write(next, id, m, "move", to)
		if over {
			d.enclose(mail.ID, keep)
		}
		mail.Topic = moveTopic(next.ID, id)
		d.hasten(&mail, next, id, re)
		out = append(out, mail)
	}
	return out, nil
}

// aboutSeats reads what mails to the seats of a table need: whether they get
// any, who reads them, and whether the last one arrived.
func (d *draft) aboutSeats(t *table.Table) (q store.Query) {
	for _, id := range t.Everybody() {
		seat := t.Seat(id)
		q.Marks = append(q.Marks, suspensions.Name(seat.Address), people.ByAddress.Name(seat.Address))
		q.Mails = append(q.Mails, d.office.ID("move", t.ID, seat.Told, id))
	}
	return q
}

// write makes the mail of a sheet to a seat. kind keeps mails about the same
// position apart: the Message-ID is made of game, version, player and kind.
// answered is the Message-ID of the mail that this one answers, "" for none.
func (d *draft) write(t *table.Table, to string, m sheet.Mail, kind, answered string) store.Mail {
	return d.writeAs(t, to, m, d.office.ID(kind, t.ID, len(t.Log), to), answered)
}

// writeAs makes the mail of a sheet under a Message-ID.
func (d *draft) writeAs(t *table.Table, to string, m sheet.Mail, id, answered string) store.Mail {
	e := d.seatEnvelope(t, to, id)
	e.Answers = envelope.PlainID(answered)
	if !t.Plays(to) {
		e.Unsubscribe = envelope.Unsubscribe(e.ReplyTo, unobserveSubject)
	}
	m.Answer = e.ReplyTo
	if m.Kind != sheet.Answer { // that has what it needs of it
		m.Extra = append(slices.Clip(m.Extra), d.standing(t, to)...)
	}
	chart := d.picture(t, to, m)
	if chart != nil {
		m.Picture = "cid:" + envelope.PictureID
	}
	return d.lay(e.To.Address, page{envelope: e, position: &m, chart: chart, also: d.reader(t, to).Copied()})
}

// writePage makes the mail of a note to a seat; its answers go to the game.
func (d *draft) writePage(t *table.Table, to string, note sheet.Page, id string) store.Mail {
	e := d.seatEnvelope(t, to, id)
	e.Subject, e.Text, e.HTML = note.Subject, note.Text, note.HTML
	return d.lay(e.To.Address, page{envelope: e, also: d.reader(t, to).Copied()})
}

// seatEnvelope is that of a mail to a seat.
func (d *draft) seatEnvelope(t *table.Table, to, id string) envelope.Mail {
	seat := t.Seat(to)
	tag, reader := d.office.Tag(t.ID, to, seat.Token), d.reader(t, to)
	return envelope.Mail{
		From: mail.Address{Name: d.cfg.Name, Address: d.cfg.Address}, To: mail.Address{Name: cmp.Or(reader.Name, seat.Name), Address: seat.Address},
		ReplyTo: d.office.ReplyTo(tag), ID: id, References: []string{d.office.Thread(tag)},
		Plain: reader.Plain, Date: d.now().In(d.cfg.Zone), List: t.ID + "." + d.cfg.Domain(),
	}
}
