package notices

import (
	"errors"

	"pbem/pbem/desk"
	"pbem/pbem/table"
	"pbem/store"
)

// MoveMail is what the Message-IDs of the mails begin with that say whose move it is.
const MoveMail = "move"

// AgainMail is what those of mails begin with that say it once more.
const AgainMail = "again"

// MoveTopic is the topic of the mails that say whose move it is. A new one replaces an
// older one to the same seat that still waits in the outbox. If player is "", the topic
// covers all seats of the game.
func MoveTopic(game, player string) string { return "move/" + game + "/" + player }

// Untold returns the first event that a player has not been told. If the last mail was
// sent, it is the event after those that the mail covered. Otherwise it is the first
// event of that mail: the mail was dropped, has failed, or is being sent just now. In the
// last case two mails may tell the same events; otherwise events could be lost. A mail that
// came back after it was sent has told nothing: senders.Bounced sets seat.Told back. away
// means that the player gets no mail now.
func Untold(d *desk.Draft, t *table.Table, player string, seat table.Seat) (from int, away bool, err error) {
	if away, err = d.Suspended(seat.Address); away || err != nil {
		return 0, away, err
	}
	m, err := d.DB.Mailed(seat.LastMail(d.Office.ID(MoveMail, t.ID, seat.Told, player)))
	switch {
	case errors.Is(err, store.ErrNotFound) && 0 < seat.Told && seat.Told <= t.Version.Events: // the mail was pruned, so it was sent long ago
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
