package play

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"pbem/engine"
	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// Limits of what players write to each other.
const (
	mostPressed = 4000               // characters in one mail
	pressAfter  = 7 * 24 * time.Hour // for how long after its end a game takes press
)

// Press writes to the other players. A message to all goes into the game's log; one to
// some of them does not.
func Press(p *batch.Speaker, rest string) error {
	text, closed := batch.Unpassage(rest, "press")
	to, text, err := p.Addressees(text)
	if err == nil {
		err = mayPress(p, to)
	}
	if err == nil {
		text = sheet.Clean(text)
		err = fitting(p, text, closed, "press")
	}
	switch {
	case err != nil:
		return err
	case len(to) > 0:
		return whisper(p, to, text)
	}
	p.Table = p.Table.Said(p.Player, sheet.Press, text)
	return nil
}

// mayPress refuses private messages if the game allows none, and any message if the game
// ended more than pressAfter ago.
func mayPress(p *batch.Speaker, to []string) error {
	t := p.Table
	if len(to) > 0 && !t.TalksInPrivate() {
		return engine.Refuse("%s Nothing was sent. Write to all with a line such as: press TEXT.", t.OpenTalk())
	}
	if t.Game.State().Result == nil {
		return nil
	}
	if over := endTime(p.Batch.Draft, t); p.Batch.Draft.Now().Sub(over) > pressAfter {
		return engine.Refuse("The game ended more than a week ago: its press is closed.")
	}
	return nil
}

// endTime returns when a game ended, or the zero time if it goes on.
func endTime(d *desk.Draft, t *table.Table) time.Time {
	for i, e := range slices.Backward(t.Log) {
		if _, ok := e.(engine.Ended); ok {
			return batch.EventTime(d, t, i)
		}
	}
	return time.Time{}
}

// fitting refuses a text that is empty or too long. It also refuses a text whose end is
// not marked if one of its lines may be meant as a command.
func fitting(p *batch.Speaker, text string, closed bool, verb string) error {
	n := 0
	for _, c := range p.Batch.Letter.Commands {
		if said, rest, ok := grammar.Service(c.Text); ok && said == verb {
			n += utf8.RuneCountInString(rest)
		}
	}
	switch {
	case text == "":
		return engine.Refuse("There is nothing after %q. Write the text on the same line, or below it and then a line \"end %s\".", verb, verb)
	case n > mostPressed:
		return engine.Refuse("What you wrote has %d characters; a mail may hold %d of %s.", n, mostPressed, verb)
	case closed:
		return nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line := letter.Fold(line); isCommand(p, line) {
			return engine.Refuse("%q stands in the text of your %s and is a command too. Put a line \"end %s\" above it if it is to be carried out, below the text if not.", line, verb, verb)
		}
	}
	return nil
}

// isCommand reports whether a line would be carried out if it stood alone.
func isCommand(p *batch.Speaker, line string) bool {
	if line == "" || strings.ContainsRune(".>#", rune(line[0])) {
		return false
	}
	if verb, rest, ok := grammar.Service(line); ok && (rest == "" || senders.OwnsRest[verb]) {
		return true
	}
	_, err := p.Scene().Match(line)
	return err == nil
}

// whisper mails a message to some players. The message is stored only in the outbox,
// until it is sent.
func whisper(p *batch.Speaker, to []string, text string) error {
	b := p.Batch
	var names, silent []string
	for _, id := range to {
		seat := p.Table.Seat(id)
		away, err := b.Draft.Suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open {
			silent = append(silent, p.Table.Name(id))
			continue
		}
		names = append(names, p.Table.Name(id))
		mail := whispered(b.Draft, p, id, to, text)
		b.Post(mail)
	}
	if len(silent) > 0 {
		return engine.Refuse("No mail reaches %s at present; nothing was sent.", table.List(silent))
	}
	p.Answers = append(p.Answers, sheet.Section{Head: "To " + table.List(names) + " alone", Lines: sheet.Quoted(text)})
	return nil
}

// whispered makes the mail to one of them.
func whispered(d *desk.Draft, p *batch.Speaker, to string, all []string, text string) store.Mail {
	t := p.Table
	m := notices.SheetOf(d, t, to)
	page := sheet.Whisper(m, p.Player, all, text)
	kind := senders.WhisperMail + "." + p.Player + "." + p.Batch.Short() + "." + d.Office.Secret("press", p.Player, all, text)[:6]
	return notices.WritePage(d, t, to, page, d.Office.ID(kind, t.ID, len(t.Log), to))
}
