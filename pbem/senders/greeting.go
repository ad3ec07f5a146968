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

// LobbyWords are the commands that make a mail one for the lobby, whatever its sender and
// recipient address.
var LobbyWords = []string{"new", "rematch", "join", "games", "help", "invite", "leave", "settings", "no invitations", "takeover", "observe", "unobserve", "sandbox"}

// lobbyVerb reports whether a line begins with a command for the lobby.
func lobbyVerb(line string) bool {
	verb, _, ok := grammar.Service(line)
	return ok && slices.Contains(LobbyWords, verb)
}

// Limits of the mails to strangers who use a command for the lobby.
const (
	Welcomes     = 20             // to all strangers, in an hour
	welcomeAgain = 24 * time.Hour // between two mails to one address
)

// lobbyMail finds the sender of a mail to the lobby that has no token. A known sender
// must confirm it with a code, and so must a stranger if the lobby is open. Other
// strangers are not found.
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

// AskedLately reports whether a stranger's address was sent a code in the last day.
func AskedLately(d *desk.Draft, open map[string]desk.Question, address string) bool {
	for _, q := range open {
		if stranger(q) && strings.EqualFold(q.To, address) && d.Now().Sub(q.At) < welcomeAgain {
			return true
		}
	}
	return false
}

// stranger reports whether a question was asked of a stranger.
func stranger(q desk.Question) bool { return q.Game == envelope.NoGame && q.Player == "" }

// Asked finds whom a question was asked. ok is false if there is no such seat or member
// any more.
func Asked(d *desk.Draft, q desk.Question) (who desk.Sender, ok bool, err error) {
	if stranger(q) {
		m, err := d.Member(q.To)
		return desk.Sender{Member: m}, true, err
	}
	who, ok, err = d.Claimed(envelope.Tag{Game: q.Game, Player: q.Player})
	return who, ok, err
}

// What the Message-IDs of some mails begin with.
const (
	InviteMail  = "invite"
	WhisperMail = "press"   // from one player to others alone; then come its writer, and what tells it from others
	unheardMail = "unheard" // tells the writer that it did not arrive
	HostMail    = "word"    // from the host to everybody
)

// Written reports whether the mail with a Message-ID says what somebody wrote, which is in no log.
func Written(id string) bool {
	id = strings.TrimPrefix(strings.TrimPrefix(id, "<"), desk.AlsoID+".")
	return strings.HasPrefix(id, WhisperMail+".") || strings.HasPrefix(id, HostMail+".")
}
