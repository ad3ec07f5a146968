package senders

import (
	"slices"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/notices"
	"pbem/pbem/timing"
	"pbem/store"
)

// untold has the next mails to a reader begin where mails began that came back. ids are
// the Message-IDs that the report names; a digest names its mails. It changes nothing for
// a seat that has got a later mail.
func untold(d *desk.Draft, ids []string, address string) error {
	for _, t := range d.TablesAt(address) {
		next, back := t.With(t.Game, nil), false
		for _, id := range next.Everybody() {
			seat := next.Seat(id)
			last := d.Office.ID(notices.MoveMail, t.ID, seat.Told, id)
			lost := slices.ContainsFunc(ids, func(id string) bool { return strings.EqualFold(id, last) })
			if !lost || seat.Open || seat.Told == seat.From || !strings.EqualFold(seat.Address, address) {
				continue
			}
			seat.Told, seat.Has, back = seat.From, seat.Had, true
			next.Level(id)
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
