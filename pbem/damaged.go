package pbem

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// damagedGame tells the hosts and the players, once, that a game's rows are
// damaged. The game stands still and nothing of it is read, so that nobody
// plays on from a position that never was. Other games go on. Other errors are
// ignored here.
func (s *Desk) damagedGame(id string, why error) {
	if !errors.Is(why, store.ErrDamaged) {
		return
	}
	err := s.unit(nil, func(d *draft) error {
		cause := "damaged/" + id
		if _, known, err := d.db.Settled(cause); err != nil || known {
			return err
		}
		c := store.Commit{Cause: cause, Outcome: "told", Mails: d.alarm(cause, "", damagedPage("Game "+id+" is damaged", "What the disk holds of it is not what was written. It stands still; the other games go on.", why.Error()))}
		return d.take(d.tellPlayers(c, id))
	})
	if err != nil {
		s.log.Error("game.damage-untold", "game", id, "error", err)
	}
}

// tellPlayers adds the mails to the players of a damaged game, if its record can
// still be read.
func (d *draft) tellPlayers(c store.Commit, id string) store.Commit {
	var r table.Record
	g, err := d.db.Game(id)
	if err != nil || json.Unmarshal(g.Record, &r) != nil {
		return c
	}
	var told []string
	for _, seat := range r.Seats {
		if seat.Open || slices.Contains(told, people.Lower(seat.Address)) {
			continue
		}
		told = append(told, people.Lower(seat.Address))
		m, err := d.member(seat.Address)
		if err != nil {
			m = people.Member{Address: seat.Address}
		}
		page := sheet.Note(fmt.Sprintf("%s (%s) stands still", r.Name, id),
			"The disk of this service has damaged what it keeps of the game. The host has been told and has to mend it, from a copy of an earlier day; you will hear when it goes on. You need not do anything.")
		c.Mails = append(c.Mails, d.writeNote(m, d.office.ID("damaged", d.office.Secret("damaged", id, people.Lower(seat.Address))), page, ""))
	}
	return c
}

// Damaged tells the hosts, once, that a row is damaged.
func (s *Service) Damaged(what string) {
	s.log.Error("store.damaged", "what", what)
	err := s.unit(nil, func(d *draft) error {
		cause := "damage/" + s.office.Secret("damage", what)
		if _, known, err := d.db.Settled(cause); err != nil || known {
			return err
		}
		return d.take(store.Commit{Cause: cause, Outcome: "told", Mails: d.alarm(cause, "",
			damagedPage("The database is damaged", "What the disk holds is not what was written. What cannot be read is passed over; the rest goes on.", what))})
	})
	if err != nil {
		s.log.Error("store.damage-untold", "error", err)
	}
}

// damagedPage tells a host what is damaged and how to mend it.
func damagedPage(head, lead, what string) sheet.Page {
	return sheet.Note(head, lead, sheet.Section{Head: "What is damaged", Lines: []string{"  " + strings.TrimPrefix(what, store.ErrDamaged.Error())}},
		sheet.Section{Head: "What you can do", Lines: []string{
			"  Stop the service and look at all of it:   pbem verify --config FILE",
			"  Put the last sound backup in its place:   pbem restore BACKUP --config FILE --force",
			"  Mails that came after the backup are read again, if they are still in the mailbox.",
			"  Disks that damage one thing damage more: look after the disk first."}})
}

// damagedAnswer sets a mail aside that came upon damage, and tells its sender, if
// that is a player here.
func (s *Desk) damagedAnswer(key string, l letter.Letter) error {
	return s.unit(nil, func(d *draft) error {
		c := d.aside(key, l)
		m, err := d.member(l.From)
		seats, listed := d.find(keyAt + people.Lower(l.From))
		if err != nil || m.ID == "" && (len(seats) == 0 || listed != nil) {
			return d.queue(c)
		}
		why := &sheet.Refusal{Lines: texts(l), Fault: -1, Reason: "The disk of this service has damaged what your mail is about. Nothing of your mail was carried out. It is kept for the host, who has been told and has to mend it."}
		c.Mails = append(c.Mails, d.refusal(l, sender{member: m}, why, s.office.ID("fault", s.office.Secret("fault", key))))
		return d.queue(c)
	})
}
