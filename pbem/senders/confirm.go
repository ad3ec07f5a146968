package senders

import (
	"fmt"
	"strings"
	"time"

	"pbem/pbem/account"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/pbem/timing"
	"pbem/store"
)

// CodeLife is how long a code is valid. MostHeld limits the held mails of one seat, and
// MostMoves the pending changes of one address.
const (
	CodeLife  = 7 * 24 * time.Hour
	MostHeld  = 5
	MostMoves = 3
)

// Questions returns the questions by code that are open now. stale clears expired questions
// about which nobody is told.
func Questions(d *desk.Draft) (open map[string]desk.Question, stale store.Marks, err error) {
	return QuestionsAt(d, d.Now())
}

// QuestionsAt is Questions for a mail that arrived at a time.
func QuestionsAt(d *desk.Draft, at time.Time) (open map[string]desk.Question, stale store.Marks, err error) {
	all, err := desk.Confirms.All(d.DB, "")
	if err != nil {
		return nil, nil, err
	}
	open, stale = map[string]desk.Question{}, store.Marks{}
	for _, r := range all {
		switch {
		case r.Fault == nil && !timing.Ends(d, r.Value.At, CodeLife).Before(at):
			open[r.Key] = r.Value
		case r.Fault != nil || r.Value.Until.IsZero():
			desk.Confirms.Drop(stale, r)
		} // for the others there are deadlines, which tell of their end
	}
	return open, stale, nil
}

// Asking adds a question to a commit, and the deadline at which it expires.
func Asking(c *store.Commit, code string, q desk.Question) {
	q.Until = q.At.Add(CodeLife)
	desk.Confirms.Set(c.Marks, code, q)
	c.Deadlines = append(c.Deadlines, store.Deadline{Game: q.Game, Key: desk.ConfirmKey + code, At: q.Until})
}

// Hold holds a mail that has the seat's token but may be somebody else's, and asks the
// player at the stored address. The mail itself stays in the store.
func Hold(d *desk.Draft, key string, l letter.Letter, who desk.Sender) (string, error) {
	open, marks, err := Questions(d)
	if err != nil {
		return "", err
	}
	waiting := 0
	game, player := who.ID()
	for _, q := range open {
		if q.Held != "" && q.Game == game && q.Player == player && strings.EqualFold(q.To, who.Address()) {
			waiting++
		}
	}
	refusal := &sheet.Refusal{Lines: Texts(l), Fault: -1, Reason: who.Suspect + " None of it was carried out."}
	switch {
	case len(l.Commands) == 0:
		return RefuseOnce(d, key, l, who, refusal)
	case waiting >= MostHeld:
		refusal.Reason += fmt.Sprintf(" %d mails are waiting for you to confirm them already, so this one was not kept.", waiting)
		return RefuseOnce(d, key, l, who, refusal)
	}
	refusal.Held = true
	code := d.Office.Secret("held", key)
	c := store.Commit{Cause: key, Outcome: desk.OutcomeHeld, Marks: marks}
	Asking(&c, code, desk.Question{To: who.Address(), At: d.Now(), Game: game, Player: player, Held: key})
	how := withCode(d, "If it was you", who.Member, code, "and the mail is carried out as it stands")
	c.Mails = []store.Mail{Refusal(d, unlessForeign(l, who), who, refusal, d.Office.ID("held", d.Office.Secret("held mail", key)), how)}
	told, err := tellWriter(d, key, l, who)
	if err != nil {
		return "", err
	}
	c.Mails = append(c.Mails, told...)
	d.Log.Warn("mail.held", "from", l.From, "game", game, "player", player, "why", who.Suspect)
	return desk.OutcomeHeld, d.Queue(c)
}

// tellWriter tells a person who wrote to somebody else's reply address that the owner was
// asked, once a day. It tells a stranger only if strangers get answers: if the lobby is
// open and their domain vouches for the mail.
func tellWriter(d *desk.Draft, key string, l letter.Letter, who desk.Sender) ([]store.Mail, error) {
	if l.From == "" || who.Speaks(l.From) || d.Config.Owns(l.From) {
		return nil, nil
	}
	away, err := d.Suspended(l.From)
	if err != nil || away {
		return nil, err
	}
	m, err := d.Member(l.From)
	if err != nil {
		return nil, err
	}
	id, own := GreetingID(d, l.From), "send a new mail to "+d.Config.Address+", such as: games"
	switch {
	case familiar(d, l.From):
		game, player := who.ID()
		id = d.Office.ID("elsewhere", d.Now().UTC().Format("20060102"), d.Office.Secret("elsewhere", game, player, people.Lower(l.From)))
		own = "answer a mail that was sent to you"
	case who.Forged || d.Config.Lobby != config.Open:
		return nil, nil
	default:
		if n, _ := d.Meter.CountAll("strangers", key, d.Now()); n > Welcomes {
			return nil, nil
		}
	}
	m.Address = l.From
	text := fmt.Sprintf("Your mail was sent to the reply address of %s, not to one of yours. %s is asked whether it was theirs; nothing was carried out. To say something for yourself, %s.", who.Name(), who.Name(), own)
	return []store.Mail{d.WriteNote(m, id, sheet.Note("You wrote to somebody else's address", text), l.MessageID)}, nil
}

// HowToAnswer returns the section that asks for a code.
func HowToAnswer(d *desk.Draft, to people.Member, code, then string) sheet.Section {
	return withCode(d, "How to answer", to, code, then)
}

// withCode is HowToAnswer with another headline.
func withCode(d *desk.Draft, head string, to people.Member, code, then string) sheet.Section {
	return sheet.Section{Head: head, Lines: []string{
		"  Answer this mail with the line below, " + then + ".",
		fmt.Sprintf("  The code is good until %s. Otherwise do nothing.", account.When(d, to, d.Now().Add(CodeLife))),
	}, Say: []sheet.Saying{{Line: "confirm " + code}}}
}

// CodeOf returns the code of a line "confirm CODE", or "".
func CodeOf(line string) string {
	verb, rest, ok := grammar.Service(line)
	if !ok || verb != "confirm" {
		return ""
	}
	return strings.ToLower(strings.Trim(rest, " .<>\"'"))
}

// An Answer is a mail with a code.
type Answer struct {
	Key      string
	Letter   letter.Letter
	Code     string
	Question desk.Question
	Open     map[string]desk.Question
	Marks    store.Marks // to be committed with the answer
	Who      desk.Sender
}

// AnswerCode tells the address to which a code was mailed what has become of it.
func AnswerCode(d *desk.Draft, a Answer, text string) (string, error) {
	note := sheet.Note("About your code", text)
	mail := d.WriteNote(people.Member{Address: a.Question.To}, d.Office.ID("code", d.Office.Secret("code", a.Key)), note, a.Letter.MessageID)
	return desk.OutcomeAnswered, d.Queue(store.Commit{Cause: a.Key, Outcome: desk.OutcomeAnswered, Marks: a.Marks, Mails: []store.Mail{mail}})
}
