package notices

import (
	"errors"

	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/store"
)

// MoveTopic is the topic of the mails that say whose move it is: the next one
// to the same seat takes the place of one that still waits. With no player it
// stands for all seats of a game.
func MoveTopic(game, player string) string { return "move/" + game + "/" + player }

// Untold returns the event from which on a player has still to be told: behind
// what the last mail covered if that was sent, else from where it began, for
// it is dropped, or failed, or is being sent just now and then says twice what
// could have been lost. Away says that the player gets no mail at present; the
// account goes on from there when they do.
func Untold(d *desk.Draft, t *table.Table, player string, seat table.Seat) (from int, away bool, err error) {
	if away, err = d.Suspended(seat.Address); away || err != nil {
		return 0, away, err
	}
	m, err := d.DB.Mailed(d.Office.ID("move", t.ID, seat.Told, player))
	switch {
	case errors.Is(err, store.ErrNotFound) && 0 < seat.Told && seat.Told <= t.Version.Events: // it was pruned: it is long done with
		return seat.Told, false, nil
	case errors.Is(err, store.ErrNotFound):
		return seat.From, false, nil
	case err != nil:
		return 0, false, err
	case m.State == store.Sent:
		return seat.Told, false, nil
	}
	return seat.From, false, nil
}
