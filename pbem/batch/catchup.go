package batch

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// CatchUp mails to an address that was suspended, or from which mails came back, and that can be reached again, what its games
// have not told it meanwhile, and what they ask, and how those have ended that did so meanwhile. It leaves out one game, which is told otherwise; "" is for none. It does so
// once for each mark of CatchUps, and again if the store fails. A game that cannot be told, because of a fault in it, is left out.
func CatchUp(s *desk.Desk, address, but string) {
	waits, err := desk.CatchUps.Get(s.Store, address)
	if err == nil && waits.Rev == 0 {
		return
	}
	var ended []string
	if err == nil {
		ended, err = untoldEnds(s.Draft(), address)
	}
	if err != nil {
		s.Log.Error("address.untold", "address", address, "error", err)
		return
	}
	for _, id := range append(s.Draft().GamesAt(address), ended...) {
		if id == but {
			continue
		}
		err := s.Unit(nil, func(d *desk.Draft) error {
			t, err := d.Table(id)
			if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrAway) {
				return nil
			}
			if err != nil {
				return err
			}
			return catchUp(d, t, address)
		})
		if err != nil {
			s.Log.Error("address.untold", "address", address, "game", id, "error", err)
		}
		if errors.Is(err, desk.ErrStore) {
			return
		}
	}
	err = s.Unit(nil, func(d *desk.Draft) error {
		if now, err := desk.CatchUps.Get(d.DB, address); err != nil || now.Rev != waits.Rev {
			return err // it was suspended once more
		}
		told := store.Commit{Marks: store.Marks{}}
		desk.CatchUps.Clear(told.Marks, address)
		return d.Take(told)
	})
	if err != nil {
		s.Log.Error("address.untold", "address", address, "error", err)
	}
}

// untoldEnds returns the games that have ended, and of which no mail to an address that has been sent tells the end.
func untoldEnds(d *desk.Draft, address string) (ids []string, err error) {
	err = desk.EachRecord(d.DB, desk.KeyWas+people.Lower(address), func(g store.Game, r table.Record) error {
		for i, seat := range slices.Concat(r.Seats, r.Guests) {
			if seat.Open || g.Away || !strings.EqualFold(seat.Address, address) {
				continue
			}
			lacks := seat.Told < g.Version.Events
			if !lacks {
				if lacks, err = unsent(d, g.ID, cmp.Or(seat.ID, engine.PlayerID(i)), seat); err != nil {
					return err
				}
			}
			if lacks {
				ids = append(ids, g.ID)
				break
			}
		}
		return nil
	})
	return ids, err
}

// unsent reports whether the last mail to a seat was dropped, or has failed.
func unsent(d *desk.Draft, game, player string, seat table.Seat) (bool, error) {
	m, err := d.DB.Mailed(seat.LastMail(d.Office.ID(notices.MoveMail, game, seat.Told, player)))
	if errors.Is(err, store.ErrNotFound) { // it was sent long ago
		return false, nil
	}
	return err == nil && m.State != store.Sent && m.State != store.Queued, err
}

// catchUp is CatchUp for one game.
func catchUp(d *desk.Draft, t *table.Table, address string) error {
	next := t.With(t.Game, nil)
	over := next.Game.State().Result != nil
	var c store.Commit
	for _, id := range next.Everybody() {
		seat := next.Seat(id)
		if seat.Open || seat.Told >= len(next.Log) && !over || !strings.EqualFold(seat.Address, address) {
			continue
		}
		from, _, err := notices.Untold(d, next, id, *seat)
		if err != nil {
			return err
		}
		if from >= len(next.Log) {
			continue
		}
		if seat.Told >= len(next.Log) { // the mail that told the end was dropped
			seat.Lose(d.Office.ID(notices.MoveMail, next.ID, seat.Told, id))
		}
		mail, ok, err := tellOne(d, next, id, notices.Reply{}, nil)
		if err != nil {
			return err
		}
		if ok {
			c.Mails, c.Drop = append(c.Mails, mail), append(c.Drop, mail.Topic)
		}
	}
	if len(c.Mails) == 0 {
		return nil
	}
	if err := timing.Record(d, &c, t, next); err != nil {
		return err
	}
	return d.Take(c, desk.Change{Before: t, Next: next})
}
