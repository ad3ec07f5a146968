package pbem

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/envelope"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// A question is work that is done only after the reader of an address confirms
// it, by sending back the code that was mailed there. It is stored as the mark
// "confirm/CODE". After a week it is dropped, and whoever waited for it is
// told: see confirmDue.
type question struct {
	To     string    `json:"to"` // the address the code was mailed to
	At     time.Time `json:"at"`
	Game   string    `json:"game"` // of the seat it is about
	Player string    `json:"player"`

	Held string `json:"held,omitempty"` // key of the mail that waits

	Old  string `json:"old,omitempty"` // a change of address
	New  string `json:"new,omitempty"`
	Peer string `json:"peer,omitempty"` // the code mailed to the other address
	Said bool   `json:"said,omitempty"` // this address has said yes
	Also bool   `json:"also,omitempty"` // New is to be a second address beside Old

	Until time.Time `json:"until,omitzero"` // when it ends; zero in old ones, of whose end nobody is told
}

// How long a code is valid, and how many codes may wait for one seat.
const (
	codeLife  = 7 * 24 * time.Hour
	mostHeld  = 5
	mostMoves = 3
)

// confirmKey begins the keys of the deadlines of questions.
const confirmKey = "confirm/"

// confirms is the kind of marks that hold questions, by code.
var confirms = store.NewKind("confirm", store.Text(), store.JSON[question]())

// questions returns the open questions by code, and the marks that clear
// expired ones about which nobody is told.
func (d *draft) questions() (open map[string]question, stale store.Marks, err error) {
	all, err := confirms.All(d.db, "")
	if err != nil {
		return nil, nil, err
	}
	open, stale = map[string]question{}, store.Marks{}
	for _, r := range all {
		switch {
		case r.Fault == nil && d.now().Sub(r.Value.At) <= codeLife:
			open[r.Key] = r.Value
		case r.Fault != nil || r.Value.Until.IsZero():
			confirms.Drop(stale, r)
		} // the end of others is told by their deadlines, however late
	}
	return open, stale, nil
}

// asking writes a question into a commit, and when it ends.
func asking(c *store.Commit, code string, q question) {
	q.Until = q.At.Add(codeLife)
	confirms.Set(c.Marks, code, q)
	c.Deadlines = append(c.Deadlines, store.Deadline{Game: q.Game, Key: confirmKey + code, At: q.Until})
}

// hold keeps a mail that has the seat's token but may be somebody else's, and
// asks the player at the address on file. The mail itself stays in the inbox.
func (d *draft) hold(key string, l letter.Letter, who sender) (string, error) {
	open, marks, err := d.questions()
	if err != nil {
		return "", err
	}
	waiting := 0
	game, player := who.id()
	for _, q := range open {
		if q.Held != "" && q.Game == game && q.Player == player && strings.EqualFold(q.To, who.address()) {
			waiting++
		}
	}
	refusal := &sheet.Refusal{Lines: texts(l), Fault: -1, Reason: who.suspect + " Nothing of it was carried out."}
	switch {
	case len(l.Commands) == 0:
		return d.refuseOnce(key, l, who, refusal)
	case waiting >= mostHeld:
		refusal.Reason += fmt.Sprintf(" %d mails wait for your word already, so this one was not kept.", waiting)
		return d.refuseOnce(key, l, who, refusal)
	}
	refusal.Held = true
	code := d.office.Secret("held", key)
	c := store.Commit{Cause: key, Outcome: outcomeHeld, Marks: marks}
	asking(&c, code, question{To: who.address(), At: d.now(), Game: game, Player: player, Held: key})
	how := d.withCode("If it was you", who.member, code, "and the mail is carried out as it stands")
	c.Mails = []store.Mail{d.refusal(unlessForeign(l, who), who, refusal, d.office.ID("held", d.office.Secret("held mail", key)), how)}
	told, err := d.tellWriter(key, l, who)
	if err != nil {
		return "", err
	}
	c.Mails = append(c.Mails, told...)
	d.log.Warn("mail.held", "from", l.From, "game", game, "player", player, "why", who.suspect)
	return outcomeHeld, d.queue(c)
}

// tellWriter tells a person who wrote to somebody else's reply address that the
// owner was asked, once a day. A stranger is told only as strangers are
// answered: if the lobby is open and their domain vouches for the mail.
func (d *draft) tellWriter(key string, l letter.Letter, who sender) ([]store.Mail, error) {
	if l.From == "" || who.speaks(l.From) || d.cfg.Owns(l.From) {
		return nil, nil
	}
	away, err := d.suspended(l.From)
	if err != nil || away {
		return nil, err
	}
	m, err := d.member(l.From)
	if err != nil {
		return nil, err
	}
	id, own := d.greetingID(l.From), "send a new mail to "+d.cfg.Address+", such as: games"
	switch {
	case d.familiar(l.From):
		game, player := who.id()
		id = d.office.ID("elsewhere", d.now().UTC().Format("20060102"), d.office.Secret("elsewhere", game, player, people.Lower(l.From)))
		own = "answer a mail that was sent to you"
	case who.forged || d.cfg.Lobby != config.Open:
		return nil, nil
	default:
		if n, _ := d.meter.count("strangers", key, d.now()); n > welcomes {
			return nil, nil
		}
	}
	m.Address = l.From
	text := fmt.Sprintf("Your mail was sent to the reply address of %s, not to one of yours. %s is asked whether it was theirs; nothing was carried out. To say something for yourself, %s.", who.name(), who.name(), own)
	return []store.Mail{d.writeNote(m, id, sheet.Note("You wrote to somebody else's address", text), l.MessageID)}, nil
}

// howToAnswer is the usual section with a code that is mailed now.
func (d *draft) howToAnswer(to people.Member, code, then string) sheet.Section {
	return d.withCode("How to answer", to, code, then)
}

// withCode tells how to answer a question that is asked now.
func (d *draft) withCode(head string, to people.Member, code, then string) sheet.Section {
	return sheet.Section{Head: head, Lines: []string{
		"  Answer this mail with the line below, " + then + ".",
		fmt.Sprintf("  The code is good until %s. Otherwise do nothing.", d.when(to, d.now().Add(codeLife))),
	}, Say: []sheet.Saying{{Line: "confirm " + code}}}
}

// confirmed carries out the question of a code; ok is false if the mail has no
// known code. The code proves whose mail it is, because it was mailed to one
// address only.
func (d *draft) confirmed(key string, l letter.Letter) (outcome string, ok bool, err error) {
	if !slices.ContainsFunc(l.Commands, func(c letter.Line) bool { return codeOf(c.Text) != "" }) {
		return "", false, nil
	}
	open, stale, err := d.questions()
	if err != nil {
		return "", false, err
	}
	for _, line := range l.Commands {
		code := codeOf(line.Text)
		q, known := open[code]
		if !known {
			continue
		}
		who, known, err := d.asked(q)
		if err != nil {
			return "", true, err
		}
		if !known || q.Held != "" && !strings.EqualFold(q.To, who.address()) {
			continue // the seat has changed hands meanwhile
		}
		a := answer{key: key, letter: l, code: code, question: q, open: open, marks: stale, who: who}
		if len(l.Commands) > 1 {
			outcome, err := d.answerCode(a, "Please send the line \"confirm\" in a mail of its own, with nothing else in it.")
			return outcome, true, err
		}
		outcome, err := d.carryOut(a)
		return outcome, true, err
	}
	return "", false, nil
}

// codeOf returns the code of a line "confirm CODE", "" for other lines.
func codeOf(line string) string {
	verb, rest, ok := grammar.Service(line)
	if !ok || verb != "confirm" {
		return ""
	}
	return strings.ToLower(strings.Trim(rest, " .<>\"'"))
}

// An answer is a mail with a code.
type answer struct {
	key      string
	letter   letter.Letter
	code     string
	question question
	open     map[string]question
	marks    store.Marks // to be written with what it does
	who      sender
}

func (d *draft) carryOut(a answer) (string, error) {
	if a.question.Held == "" {
		return d.agreed(a)
	}
	in, err := d.db.Inbound(mailKey(a.question.Held))
	if err != nil {
		return "", err
	}
	held := bySubject(passages(letterOf(in.Raw)))
	held.MessageID = a.letter.MessageID
	confirms.Clear(a.marks, a.code)
	a.who.marks = a.marks
	if err := d.takeIn(&a.who); err != nil {
		return "", err
	}
	return d.obey(a.key, held, a.who)
}

// answerCode tells the address a code was mailed to what became of its answer.
func (d *draft) answerCode(a answer, text string) (string, error) {
	note := sheet.Note("About your code", text)
	mail := d.writeNote(people.Member{Address: a.question.To}, d.office.ID("code", d.office.Secret("code", a.key)), note, a.letter.MessageID)
	return outcomeAnswered, d.queue(store.Commit{Cause: a.key, Outcome: outcomeAnswered, Marks: a.marks, Mails: []store.Mail{mail}})
}

// writeNote writes a mail about no game. Its answers go to the member's lobby,
// or for an address that is not a member's, to no particular address.
func (d *draft) writeNote(to people.Member, id string, note sheet.Page, answered string) store.Mail {
	p := page{envelope: d.noteTo(to, id, note, answered)}
	if also := to.Copied(); !strings.EqualFold(also, to.Address) {
		p.also = also
	}
	return d.lay(to.Address, p)
}

// noteTo is the envelope of writeNote.
func (d *draft) noteTo(to people.Member, id string, note sheet.Page, answered string) envelope.Mail {
	e := envelope.Mail{
		From: mail.Address{Name: d.cfg.Name, Address: d.cfg.Address}, To: to.Mailbox(),
		ReplyTo: d.cfg.Address, ID: id, Answers: envelope.PlainID(answered), Plain: to.Plain, List: lobbyList + d.cfg.Domain(),
		Subject: note.Subject, Date: d.now().In(d.cfg.Zone), Text: note.Text, HTML: note.HTML,
	}
	if to.ID != "" {
		e.ReplyTo = d.lobbyAddress(to)
		e.References = []string{d.office.Thread(d.office.Tag(envelope.NoGame, to.ID, to.Token))}
	}
	return e
}
