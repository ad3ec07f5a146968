package senders

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// Elsewhere adds to a commit what follows for mails that have failed when their reader, who had the address old, has another
// one from now on. They are dropped. What somebody wrote is mailed to the new address; all else is told by other mails. next
// are the tables with the new address.
func Elsewhere(d *desk.Draft, c *store.Commit, old string, reader people.Member, next []*table.Table) error {
	failed, err := desk.FailedTo(d.Store, old)
	if err != nil {
		return err
	}
	for _, m := range failed {
		if Written(m.ID) && !isCopy(m.ID) { // the mail itself went to the first address
			whole, err := d.Store.Mail(m.ID)
			if err != nil {
				return err
			}
			mail, ok := forwarded(d, whole, reader, next)
			if !ok {
				continue // the host can still read that it failed
			}
			c.Mails = append(c.Mails, mail)
		}
		c.Ended = append(c.Ended, store.Ending{ID: m.ID, To: store.Dropped, At: d.Now()})
	}
	return nil
}

// SeatElsewhere is Elsewhere for the mails of one seat, whose player has another address in this game only. The table has it already.
// The position is told by another mail. If the old address has no other seat, what the host wrote to everybody goes on, too: it would
// be tried there for ever.
func SeatElsewhere(d *desk.Draft, c *store.Commit, old, player string, t *table.Table) error {
	reader, err := d.Member(t.Seat(player).Address)
	if err != nil {
		return err
	}
	reader.Address = t.Seat(player).Address
	failed, err := desk.FailedTo(d.Store, old)
	if err != nil {
		return err
	}
	gone := !seatedAt(d, old, t)
	for _, m := range failed {
		w, whisper := whisperOf(m.ID)
		word := !whisper && Written(m.ID) && gone
		if !word && !ofSeat(m.ID, t.ID, player) || whisper && takenSince(t, w) {
			continue
		}
		if (whisper || word) && !isCopy(m.ID) {
			whole, err := d.Store.Mail(m.ID)
			if err != nil {
				return err
			}
			mail, ok := forwarded(d, whole, reader, []*table.Table{t})
			if !ok {
				continue // the host can still read that it failed
			}
			c.Mails = append(c.Mails, mail)
		}
		c.Ended = append(c.Ended, store.Ending{ID: m.ID, To: store.Dropped, At: d.Now()})
	}
	return nil
}

// seatedAt reports whether an address has a seat in a running game. One of the games is as it will be.
func seatedAt(d *desk.Draft, address string, next *table.Table) bool {
	for _, id := range next.Everybody() {
		if seat := next.Seat(id); !seat.Open && strings.EqualFold(seat.Address, address) {
			return true
		}
	}
	return slices.ContainsFunc(d.SeatsOf(address), func(s desk.Sender) bool { return s.Table.ID != next.ID })
}

// ofSeat reports whether a mail tells a seat a position, or what somebody wrote to it alone.
func ofSeat(id, game, player string) bool {
	if w, whisper := whisperOf(id); whisper {
		return w.game == game && w.to == player
	}
	f := strings.Split(id, ".")
	return len(f) > 3 && f[0] == "<"+notices.MoveMail && f[1] == game && f[3] == player ||
		len(f) > 4 && f[0] == "<"+notices.AgainMail && f[2] == game && f[4] == player
}

// EndsUntold returns the games that have ended, and whose last mail to an address has failed.
func EndsUntold(d *desk.Draft, address string) ([]*table.Table, error) {
	failed, err := desk.FailedTo(d.Store, address)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, m := range failed {
		ids = append(ids, m.ID)
	}
	return endedOf(d, ids), nil
}

// forwarded makes the mail that tells a reader what somebody wrote to their old address.
func forwarded(d *desk.Draft, m store.Mail, reader people.Member, next []*table.Table) (store.Mail, bool) {
	subject, text, err := envelope.TextOf(m.Raw)
	if err != nil {
		return store.Mail{}, false
	}
	wrote := sheet.Section{Head: "The message", Lines: sheet.QuotedIn(text)}
	page := func(more ...sheet.Section) sheet.Page {
		p := sheet.Note(headOf(text), fmt.Sprintf("This went to %s and did not arrive there.", m.To), append([]sheet.Section{wrote}, more...)...)
		p.Subject = subject
		return p
	}
	stamp := d.Office.Secret("elsewhere", m.ID)[:6]
	w, whisper := whisperOf(m.ID)
	for _, t := range next {
		if seat := t.Seat(w.to); !whisper || t.ID != w.game || seat == nil || !strings.EqualFold(seat.Address, reader.Address) {
			continue
		}
		from := t.Seat(w.from)
		if from == nil {
			break
		}
		answer := sheet.Section{Head: "How to answer", Say: []sheet.Saying{{Line: "press to " + from.Name + ": TEXT", Gloss: "to " + from.Name + " alone"}}}
		id := d.Office.ID(WhisperMail+"."+w.from+"."+w.mail+"."+stamp, t.ID, w.position, w.to)
		return notices.WritePage(d, t, w.to, page(answer), id), true
	}
	return d.WriteNote(reader, d.Office.ID(HostMail, "elsewhere", stamp), page(), ""), true
}

// headOf returns the headline of a mail's text: who writes to whom.
func headOf(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "--") { // above the dashes the reader writes
			return line
		}
	}
	return ""
}

// forwardLate is forwarded for a mail that had not failed when its reader got a new address. ok is false if they have none.
func forwardLate(d *desk.Draft, m store.Mail) (mail store.Mail, ok bool, err error) {
	w, whisper := whisperOf(m.ID)
	if !whisper || isCopy(m.ID) {
		return mail, false, nil
	}
	for _, t := range d.On([]string{w.game}) {
		seat := t.Seat(w.to)
		if seat == nil || seat.Open || strings.EqualFold(seat.Address, m.To) || takenSince(t, w) {
			continue
		}
		reader, err := d.Member(seat.Address)
		if err != nil {
			return mail, false, err
		}
		reader.Address = seat.Address
		mail, ok = forwarded(d, m, reader, []*table.Table{t})
	}
	return mail, ok, nil
}

// takenSince reports whether somebody else may have the seat to which a message was written.
func takenSince(t *table.Table, w whispered) bool {
	if w.position < 0 || w.position > len(t.Log) {
		return true
	}
	for _, e := range t.Log[w.position:] {
		if s, seated := e.(engine.Seated); seated && s.Player == w.to {
			return true
		}
	}
	return false
}

// Forwards mails what somebody wrote to one player alone to that player's new address, if they have got one since it was
// written. It reports whether it did.
func Forwards(s *desk.Desk, m store.Mail) (done bool) {
	err := s.Unit(nil, func(d *desk.Draft) error {
		mail, ok, err := forwardLate(d, m)
		if done = ok && err == nil; !done {
			return err
		}
		return d.Queue(store.Commit{Mails: []store.Mail{mail}})
	})
	if err != nil {
		s.Log.Error("address.untold", "address", m.To, "error", err)
	}
	return done && err == nil
}

// whispered is what the Message-ID of a message to one player alone says.
type whispered struct {
	from, to string // seats
	mail     string // tells the writer's mail from others
	game     string
	position int // of the game when it was written
}

// whisperOf reads the Message-ID of such a message, or of a copy of it.
func whisperOf(id string) (w whispered, ok bool) {
	f := strings.Split(strings.TrimPrefix(strings.TrimPrefix(id, "<"), desk.AlsoID+"."), ".")
	if f[0] != WhisperMail || len(f) < 7 {
		return w, false
	}
	position, err := strconv.Atoi(f[5])
	return whispered{from: f[1], mail: f[2], game: f[4], position: position, to: f[6]}, err == nil
}

// isCopy reports whether a mail is the copy for somebody's second address.
func isCopy(id string) bool { return strings.HasPrefix(id, "<"+desk.AlsoID+".") }
