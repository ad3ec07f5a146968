package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// DamagedGame tells the hosts and the players, once, that the stored data of a game is
// damaged. The game is frozen and nothing of it is read, so that nobody plays on from a
// wrong position. Other games go on. DamagedGame ignores all errors except
// store.ErrDamaged.
func (s *Desk) DamagedGame(id string, why error) {
	if !errors.Is(why, store.ErrDamaged) {
		return
	}
	err := s.Unit(nil, func(d *Draft) error {
		cause := "damaged/" + id
		if _, known, err := d.DB.Settled(cause); err != nil || known {
			return err
		}
		c := store.Commit{Cause: cause, Outcome: "told", Mails: d.Alarm(cause, "", DamagedPage("Game "+id+" is damaged", "What the disk holds of it is not what was written. It is on hold; the other games go on.", why.Error()))}
		return d.Take(d.tellPlayers(c, id))
	})
	if err != nil {
		s.Log.Error("game.damage-untold", "game", id, "error", err)
	}
}

// newerGame tells the hosts, once, that a game was stored by a newer version and cannot be read by this one. The game is
// left alone.
func (s *Desk) newerGame(id string, why error) {
	if !errors.Is(why, engine.ErrNewer) {
		return
	}
	s.Log.Error("game.newer", "game", id, "why", why)
	err := s.Unit(nil, func(d *Draft) error {
		cause := "newer/" + id
		if _, known, err := d.DB.Settled(cause); err != nil || known {
			return err
		}
		return d.Take(store.Commit{Cause: cause, Outcome: "told", Mails: d.Alarm(cause, "", newerPage(id, why))})
	})
	if err != nil && !errors.Is(err, ErrStandby) {
		s.Log.Error("host.untold", "error", err)
	}
}

func newerPage(id string, why error) sheet.Page {
	return sheet.Note("Game "+id+" was stored by a newer version", "This version cannot read all of it, so it leaves the game alone. Nothing of it is lost, and the other games go on.",
		sheet.Section{Head: "What it is", Lines: []string{"  " + why.Error()}},
		sheet.Section{Head: "What you can do", Lines: []string{
			"  Upgrade again: then the game goes on.",
			"  Mails to the game are set aside until then: \"host aside\" lists them, and \"host again KEY\" carries one out.",
		}})
}

// tellPlayers adds the mails to the players of a damaged game if its record can be read.
func (d *Draft) tellPlayers(c store.Commit, id string) store.Commit {
	var r table.Record
	g, err := d.DB.Game(id)
	if err != nil || json.Unmarshal(g.Record, &r) != nil {
		return c
	}
	var told []string
	for _, seat := range r.Seats {
		if seat.Open || slices.Contains(told, people.Lower(seat.Address)) {
			continue
		}
		told = append(told, people.Lower(seat.Address))
		m, err := d.Member(seat.Address)
		if err != nil {
			m = people.Member{Address: seat.Address}
		}
		page := sheet.Note(fmt.Sprintf("%s (%s) is on hold", r.Name, id),
			"The disk of this service has damaged what it keeps of the game. The host has been told and has to mend it, from a copy of an earlier day; you will hear when it goes on. You need not do anything.")
		c.Mails = append(c.Mails, d.WriteNote(m, d.Office.ID("damaged", d.Office.Secret("damaged", id, people.Lower(seat.Address))), page, ""))
	}
	return c
}

// DamagedPage tells a host what is damaged and how to repair it.
func DamagedPage(head, lead, what string) sheet.Page {
	return sheet.Note(head, lead, sheet.Section{Head: "What is damaged", Lines: []string{"  " + strings.TrimPrefix(what, store.ErrDamaged.Error())}},
		sheet.Section{Head: "What you can do", Lines: []string{
			"  Stop the service and look at all of it:   pbem verify --config FILE",
			"  Put the last sound backup in its place:   pbem restore BACKUP --config FILE --force",
			"  Mails that came after the backup are read again, if they are still in the mailbox.",
			"  Disks that damage one thing damage more: look after the disk first."}})
}
