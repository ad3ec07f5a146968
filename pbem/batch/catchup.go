package batch

import (
	"errors"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/table"
	"pbem/pbem/timing"
	"pbem/store"
)

// CatchUp mails to an address that was suspended and can be reached again what its games have not told it meanwhile, and what
// they ask. It leaves out one game, which is told otherwise; "" is for none. It does so once for each mark of CatchUps, and
// again if the store fails. A game that cannot be told, because of a fault in it, is left out.
func CatchUp(s *desk.Desk, address, but string) {
	waits, err := desk.CatchUps.Get(s.Store, address)
	if err == nil && waits.Rev == 0 {
		return
	}
	for _, id := range s.Draft().GamesAt(address) {
		if id == but {
			continue
		}
		err := s.Unit(nil, func(d *desk.Draft) error {
			for _, t := range d.On([]string{id}) {
				return catchUp(d, t, address)
			}
			return nil
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

// catchUp is CatchUp for one game.
func catchUp(d *desk.Draft, t *table.Table, address string) error {
	next := t.With(t.Game, nil)
	var c store.Commit
	for _, id := range next.Everybody() {
		if seat := next.Seat(id); seat.Open || seat.Told >= len(next.Log) || !strings.EqualFold(seat.Address, address) {
			continue
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
