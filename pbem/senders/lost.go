package senders

import (
	"errors"
	"slices"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/notices"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// untold has the next mails to a reader begin where mails began that came back. ids are
// the Message-IDs that the report names; a digest names its mails. It changes nothing for
// a seat that has got a later mail. A game that has ended is told once more when the reader is back: see batch.CatchUp.
func untold(d *desk.Draft, ids []string, address string) error {
	return beginAgain(d, address, append(d.TablesAt(address), endedOf(d, ids)...), func(last string) (bool, error) {
		return slices.ContainsFunc(ids, func(id string) bool { return strings.EqualFold(id, last) }), nil
	})
}

// unsent is untold for the mails that have not gone out. They are dropped when their reader's address is suspended, and what is
// known of them is deleted in time.
func unsent(d *desk.Draft, address string) error {
	return beginAgain(d, address, d.TablesAt(address), func(last string) (bool, error) {
		m, err := d.DB.Mailed(last)
		if errors.Is(err, store.ErrNotFound) { // it was sent long ago
			return false, nil
		}
		return m.State != store.Sent, err
	})
}

// endAgain has the end of a game told once more in a day if one of some mails told it, which did not arrive: who has no other game and
// never writes would not hear of it. It ends when a mail arrives, or when the address is suspended, which the host is told.
func endAgain(d *desk.Draft, marks store.Marks, ids []string, address string) error {
	if len(endedOf(d, ids)) == 0 {
		return nil
	}
	waits, err := desk.CatchUps.Get(d.DB, address)
	if err != nil || waits.Found() && !desk.CatchesUpLater(waits.Value, d.Now()) {
		return err // it is told as soon as it can be
	}
	desk.CatchUps.Set(marks, address, d.Now().Add(desk.EndAgain))
	return nil
}

// endedOf returns the games that have ended, and of which some mails are.
func endedOf(d *desk.Draft, ids []string) (out []*table.Table) {
	for _, id := range ids {
		game, ok := toldOf(id)
		if !ok || slices.ContainsFunc(out, func(t *table.Table) bool { return t.ID == game }) {
			continue
		}
		t, err := d.Table(game)
		switch {
		case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrAway):
		case err != nil:
			d.Log.Error("game.unreadable", "game", game, "error", err)
		case t.Game.State().Result != nil && !t.IsSandbox():
			out = append(out, t)
		}
	}
	return out
}

// toldOf returns the game of a mail that says whose move it is, or how a game has ended.
func toldOf(id string) (game string, ok bool) {
	switch f := strings.Split(id, "."); {
	case len(f) > 1 && f[0] == "<"+notices.MoveMail:
		return f[1], true
	case len(f) > 2 && f[0] == "<"+notices.AgainMail: // f[1] tells it from others about the position
		return f[2], true
	}
	return "", false
}

// beginAgain has the next mails to a reader begin where the last ones began, if these were lost.
func beginAgain(d *desk.Draft, address string, tables []*table.Table, lost func(last string) (bool, error)) error {
	for _, t := range tables {
		next, back := t.With(t.Game, nil), false
		for _, id := range next.Everybody() {
			seat := next.Seat(id)
			if seat.Open || seat.Told == seat.From || !strings.EqualFold(seat.Address, address) {
				continue
			}
			usual := d.Office.ID(notices.MoveMail, t.ID, seat.Told, id)
			gone, err := lost(seat.LastMail(usual))
			if err != nil {
				return err
			}
			if gone {
				seat.Lose(usual)
				next.Level(id)
				back = true
			}
		}
		if !back {
			continue
		}
		var c store.Commit
		if err := timing.Record(d, &c, t, next); err != nil {
			return err
		}
		if err := d.Take(c, desk.Change{Before: t, Next: next}); err != nil {
			return err
		}
	}
	return nil
}

// whisperBack tells a player that what they wrote to another one alone did not arrive. id
// is the Message-ID of the lost mail. raw is the mail, or nil if its text is not kept. If the
// reader has another address meanwhile, the message goes there.
func whisperBack(d *desk.Draft, c *store.Commit, id, address string, raw []byte) error {
	w, ok := whisperOf(id)
	if !ok || isCopy(id) {
		return nil
	}
	from, to := w.from, w.to
	tables := d.TablesAt(address)
	i := slices.IndexFunc(tables, func(t *table.Table) bool { return t.ID == w.game })
	if i < 0 {
		mail, ok, err := forwardLate(d, store.Mail{ID: id, To: address, Raw: raw})
		if ok {
			c.Mails = append(c.Mails, mail)
		}
		return err
	}
	t := tables[i]
	if seat := t.Seat(from); seat == nil || seat.Open || t.Seat(to) == nil {
		return nil
	}
	wrote := sheet.Section{Head: "What you wrote", Lines: []string{"  The answer to the mail in which you wrote it shows it."}}
	if _, text, err := envelope.TextOf(raw); err == nil {
		wrote.Lines = sheet.QuotedIn(text)
	}
	name := t.Name(to)
	page := sheet.Note("Your message did not reach "+name, "The mail server of "+name+" did not take what you wrote in "+t.Called()+". Only you are told.", wrote,
		sheet.Section{Head: "What you can say", Say: []sheet.Saying{{Line: "press to " + name + ": TEXT", Gloss: "write again"}}})
	c.Mails = append(c.Mails, notices.WritePage(d, t, from, page, d.Office.ID(unheardMail, t.ID, d.Office.Secret(unheardMail, id)[:8], from)))
	return nil
}
