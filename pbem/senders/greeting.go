package senders

import (
	"slices"
	"strings"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/trust"
)

const (
	PerDay = 24 * time.Hour
)

// LobbyWords are the words that make a mail one for the lobby, whatever its address and
// sender.
var LobbyWords = []string{"new", "join", "games", "help", "invite", "leave", "settings", "no invitations", "takeover", "observe", "unobserve"}

// lobbyVerb reports whether a line begins with a word for the lobby.
func lobbyVerb(line string) bool {
	verb, _, ok := grammar.Service(line)
	return ok && slices.Contains(LobbyWords, verb)
}

// Bounds for the mails to strangers who use a word for the lobby.
const (
	Welcomes     = 20             // in an hour, to all
	welcomeAgain = 24 * time.Hour // to one address
)

// lobbyMail handles a mail to the lobby without a token. A known sender is asked for a
// code, and so is a stranger if the lobby is open.
func lobbyMail(d *desk.Draft, l letter.Letter) (who desk.Sender, ok bool, err error) {
	who.Member, err = d.Member(l.From)
	if err != nil {
		return desk.Sender{}, false, err
	}
	seats := seatsNamed(d, l.From)
	switch {
	case who.Member.ID != "":
	case len(seats) > 0:
		who.Table, who.Player = seats[0].Table, seats[0].Player
	case d.Config.Lobby != config.Open:
		return desk.Sender{}, false, nil
	}
	if d.Config.Trust.Policy != trust.NoToken {
		who.Suspect = "A mail from your address asks for something in your name, but was not sent to your own reply address."
	}
	return who, true, nil
}

// AskedLately reports whether a stranger's address has got a code today.
func AskedLately(d *desk.Draft, open map[string]desk.Question, address string) bool {
	for _, q := range open {
		if stranger(q) && strings.EqualFold(q.To, address) && d.Now().Sub(q.At) < welcomeAgain {
			return true
		}
	}
	return false
}

// stranger reports whether a question was put to nobody's address.
func stranger(q desk.Question) bool { return q.Game == envelope.NoGame && q.Player == "" }

// Asked finds whom a question was put to; ok is false when the seat has changed
// hands meanwhile.
func Asked(d *desk.Draft, q desk.Question) (who desk.Sender, ok bool, err error) {
	if stranger(q) {
		m, err := d.Member(q.To)
		return desk.Sender{Member: m}, true, err
	}
	who, ok, err = d.Claimed(envelope.Tag{Game: q.Game, Player: q.Player})
	return who, ok, err
}

const (
	InviteMail = "invite"
)
