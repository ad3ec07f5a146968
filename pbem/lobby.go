package pbem

import (
	"errors"
	"slices"
	"strings"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/envelope"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/trust"
	"pbem/store"
)

// lobbyWords are the words that make a mail one for the lobby, whatever its address and
// sender.
var lobbyWords = []string{"new", "join", "games", "help", "invite", "leave", "settings", "no invitations", "takeover", "observe", "unobserve"}

// lobbyVerb reports whether a line begins with a word for the lobby.
func lobbyVerb(line string) bool {
	verb, _, ok := grammar.Service(line)
	return ok && slices.Contains(lobbyWords, verb)
}

// Bounds for the mails to strangers who use a word for the lobby.
const (
	welcomes     = 20             // in an hour, to all
	welcomeAgain = 24 * time.Hour // to one address
)

// lobbyMail handles a mail to the lobby without a token. A known sender is asked for a
// code, and so is a stranger if the lobby is open.
func (d *draft) lobbyMail(l letter.Letter) (who sender, ok bool, err error) {
	who.member, err = d.member(l.From)
	if err != nil {
		return sender{}, false, err
	}
	seats := d.seatsNamed(l.From)
	switch {
	case who.member.ID != "":
	case len(seats) > 0:
		who.table, who.player = seats[0].table, seats[0].player
	case d.cfg.Lobby != config.Open:
		return sender{}, false, nil
	}
	if d.cfg.Trust.Policy != trust.NoToken {
		who.suspect = "A mail from your address asks for something in your name, but was not sent to your own reply address."
	}
	return who, true, nil
}

// stranger reports whether somebody is nobody's yet: neither a member nor in a
// seat.
func (w sender) stranger() bool { return w.table == nil && w.member.ID == "" }

// welcome asks a stranger for a code before anything else. Anybody can write any
// address into a mail, so it does this seldom, and does not repeat what was written.
func (d *draft) welcome(key string, l letter.Letter, who sender) (string, error) {
	open, marks, err := d.questions()
	if err != nil {
		return "", err
	}
	verb, _, _ := grammar.Service(l.Commands[0].Text)
	ours := d.cfg.Owns(l.From)
	if !slices.Contains(lobbyWords, verb) || ours || d.askedLately(open, l.From) {
		return outcomeIgnored, d.close(key, outcomeIgnored)
	}
	quota := "strangers" // who is forged uses up nothing of the others'
	if who.forged {
		quota = "strangers forged"
	}
	if n, _ := d.meter.count(quota, key, d.now()); n > welcomes {
		d.log.Error("limit.strangers", "from", l.From, "limit", welcomes)
		return outcomeIgnored, d.close(key, outcomeIgnored)
	}
	code := d.office.Secret("held", key)
	c := store.Commit{Cause: key, Outcome: outcomeHeld, Marks: marks}
	asking(&c, code, question{To: l.From, At: d.now(), Game: envelope.NoGame, Held: key})
	text := "Somebody, most likely you, wrote to this host of 18xx games by mail from your address. Before anything is done, please say that it was you."
	page := sheet.Note("Was it you who wrote to us?", text, d.howToAnswer(who.member, code, "and your mail is carried out"))
	mail := d.writeNote(who.member, d.office.ID("welcome", d.office.Secret("welcome", key)), page, l.MessageID)
	d.log.Info("lobby.code", "from", l.From)
	c.Mails = []store.Mail{mail}
	return outcomeHeld, d.queue(c)
}

// greet answers a stranger who wrote to an open lobby without any word it knows: what
// this is and how to begin, once a day. suspect is why the mail may not be theirs. Then
// nothing goes out, because it might reach somebody who wrote nothing.
func (d *draft) greet(key string, l letter.Letter, suspect string) (string, error) {
	ours := d.cfg.Owns(l.From)
	if d.cfg.Lobby != config.Open || suspect != "" || l.From == "" || ours || l.Class != letter.Human {
		return outcomeIgnored, d.close(key, outcomeIgnored)
	}
	if n, _ := d.meter.count("strangers", key, d.now()); n > welcomes {
		d.log.Error("limit.strangers", "from", l.From, "limit", welcomes)
		return outcomeIgnored, d.close(key, outcomeIgnored)
	}
	away, err := d.suspended(l.From)
	if err != nil || away {
		return outcomeIgnored, errors.Join(err, d.close(key, outcomeIgnored))
	}
	id := d.greetingID(l.From)
	page := sheet.Note("How to play here", "This is "+d.cfg.Name+": groups of friends play 18xx railway games with nothing but their mail programs. "+
		"A program read your mail and found no command in it. To begin, send a new mail whose first line is one of these:", beginnersHelp(), titlesHelp())
	mail := d.writeNote(people.Member{Address: l.From}, id, page, l.MessageID)
	return outcomeAnswered, d.queue(store.Commit{Cause: key, Outcome: outcomeAnswered, Mails: []store.Mail{mail}})
}

// takeIn makes a stranger a member after they have proved their address, whatever
// happens to their mail.
func (d *draft) takeIn(who *sender) error {
	if !who.stranger() {
		return nil
	}
	if err := d.enrol(&who.member); err != nil {
		return err
	}
	c := store.Commit{Marks: store.Marks{}}
	d.keepMember(c.Marks, who.member)
	return d.queue(c)
}

// askedLately reports whether a stranger's address has got a code today.
func (d *draft) askedLately(open map[string]question, address string) bool {
	for _, q := range open {
		if q.stranger() && strings.EqualFold(q.To, address) && d.now().Sub(q.At) < welcomeAgain {
			return true
		}
	}
	return false
}

// stranger reports whether a question was put to nobody's address.
func (q question) stranger() bool { return q.Game == envelope.NoGame && q.Player == "" }

// asked finds whom a question was put to; ok is false when the seat has changed
// hands meanwhile.
func (d *draft) asked(q question) (who sender, ok bool, err error) {
	if q.stranger() {
		m, err := d.member(q.To)
		return sender{member: m}, true, err
	}
	who, ok, err = d.claimed(envelope.Tag{Game: q.Game, Player: q.Player})
	return who, ok, err
}

// bySubject reads the mail that mail programs send to unsubscribe from invitations:
// only its subject says so.
func bySubject(l letter.Letter) letter.Letter {
	if saysOnly(l, noInvitations) {
		l.Commands = []letter.Line{{Num: 1, Text: noInvitations}}
	}
	return l
}
