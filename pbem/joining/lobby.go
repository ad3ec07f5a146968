package joining

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"pbem/pbem/batch"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/people"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/store"
)

// Welcome asks a stranger to confirm the mail with a code before it is carried out.
// Anybody can forge an address, so Welcome does this seldom, and its mail does not repeat
// what was written.
func Welcome(d *desk.Draft, key string, l letter.Letter, who desk.Sender) (string, error) {
	open, marks, err := senders.Questions(d)
	if err != nil {
		return "", err
	}
	verb, _, _ := grammar.Service(l.Commands[0].Text)
	ours := d.Config.Owns(l.From)
	if !slices.Contains(senders.LobbyWords, verb) || ours || senders.AskedLately(d, open, l.From) {
		return desk.OutcomeIgnored, d.Close(key, desk.OutcomeIgnored)
	}
	quota := "strangers" // forged mails have a quota of their own
	if who.Forged {
		quota = "strangers forged"
	}
	if n, _ := d.Meter.CountAll(quota, key, d.Now()); n > senders.Welcomes {
		d.Log.Error("limit.strangers", "from", l.From, "limit", senders.Welcomes)
		return desk.OutcomeIgnored, d.Close(key, desk.OutcomeIgnored)
	}
	code := d.Office.Secret("held", key)
	c := store.Commit{Cause: key, Outcome: desk.OutcomeHeld, Marks: marks}
	senders.Asking(&c, code, desk.Question{To: l.From, At: d.Now(), Game: envelope.NoGame, Held: key})
	text := "Somebody, most likely you, wrote to this host of 18xx games by mail from your address. Before anything is done, please say that it was you."
	page := sheet.Note("Was it you who wrote to us?", text, senders.HowToAnswer(d, who.Member, code, "and your mail is carried out"))
	mail := d.WriteNote(who.Member, d.Office.ID("welcome", d.Office.Secret("welcome", key)), page, l.MessageID)
	d.Log.Info("lobby.code", "from", l.From)
	c.Mails = []store.Mail{mail}
	return desk.OutcomeHeld, d.Queue(c)
}

// Greet answers a stranger whose mail to an open lobby has no known command. The mail
// says what the service is and how to begin, at most once a day. suspect is why the mail
// may be forged. If it is set, nothing is sent, because the answer might reach somebody
// who wrote nothing.
func Greet(d *desk.Draft, key string, l letter.Letter, suspect string) (string, error) {
	ours := d.Config.Owns(l.From)
	if d.Config.Lobby != config.Open || suspect != "" || l.From == "" || ours || l.Class != letter.Human {
		return desk.OutcomeIgnored, d.Close(key, desk.OutcomeIgnored)
	}
	if n, _ := d.Meter.CountAll("strangers", key, d.Now()); n > senders.Welcomes {
		d.Log.Error("limit.strangers", "from", l.From, "limit", senders.Welcomes)
		return desk.OutcomeIgnored, d.Close(key, desk.OutcomeIgnored)
	}
	away, err := d.Suspended(l.From)
	if err != nil || away {
		return desk.OutcomeIgnored, errors.Join(err, d.Close(key, desk.OutcomeIgnored))
	}
	id := senders.GreetingID(d, l.From)
	page := sheet.Note("How to play here", "This is "+d.Config.Name+": groups of friends play 18xx railway games with nothing but their mail programs. "+
		"A program read your mail and found no command in it. To begin, send a new mail whose first line is one of these:", batch.BeginnersHelp(), batch.TitlesHelp())
	mail := d.WriteNote(people.Member{Address: l.From}, id, page, l.MessageID)
	return desk.OutcomeAnswered, d.Queue(store.Commit{Cause: key, Outcome: desk.OutcomeAnswered, Mails: []store.Mail{mail}})
}

// TakeIn makes a stranger a member once they have proved that the address is theirs,
// whatever becomes of their mail.
func TakeIn(d *desk.Draft, who *desk.Sender) error {
	if !who.Stranger() {
		return nil
	}
	if err := d.Enrol(&who.Member); err != nil {
		return err
	}
	c := store.Commit{Marks: store.Marks{}}
	d.KeepMember(c.Marks, who.Member)
	return d.Queue(c)
}

// leaving matches the subject of the mail with which somebody unsubscribes from the news
// of a game that waits for players.
var leaving = regexp.MustCompile(`(?i)^leave g[0-9]{1,12}$`)

// BySubject adds the command to a mail that has only the subject with which mail programs
// unsubscribe. They may write a sentence of their own below it.
func BySubject(l letter.Letter) letter.Letter {
	subject := strings.TrimSpace(l.Subject)
	known := strings.EqualFold(subject, noInvitations) || strings.EqualFold(subject, notices.QuietSubject) || leaving.MatchString(subject)
	if known && desk.SaysOnly(l, subject) {
		l.Commands = []letter.Line{{Num: 1, Text: subject}}
	}
	return l
}
