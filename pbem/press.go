package pbem

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
	"pbem/store"
)

// Limits of what players write to each other.
const (
	mostPressed = 4000               // characters in one mail
	pressAfter  = 7 * 24 * time.Hour // how long a game that has ended is talked about
)

// passages joins the lines of one text: those below a line "press", "press to Amy:", "press
// Amy:" or "note" with nothing after it, up to a line "end press" or "end note", or to the
// end of what was typed. The command then holds the text as it was typed, and a last line
// that says how it ended.
func passages(l letter.Letter) letter.Letter {
	var out []letter.Line
	next := 0
	for _, c := range l.Commands {
		if c.Num < next {
			continue
		}
		if verb, rest, ok := grammar.Service(c.Text); ok && ownsRest[verb] && opens(verb, rest) {
			text, after, closed := l.Passage(c.Num, "end "+verb)
			end := openEnd
			if closed {
				end = "end " + verb
			}
			c.Text, next = c.Text+" \n"+text+"\n"+end, after
		}
		out = append(out, c)
	}
	l.Commands = out
	return l
}

// mostHead is how many words may stand between "press" and a colon that leaves its
// text to the lines below: "press to Amy and Brian:".
const mostHead = 10

// opens reports whether what stands behind a verb leaves its text to the lines
// below.
func opens(verb, rest string) bool {
	return rest == "" || verb == "press" && strings.HasSuffix(rest, ":") && len(strings.Fields(rest)) <= mostHead
}

// openEnd is the last line of a text that went on to the end of the mail.
const openEnd = "…"

// unpassage returns the text of a command. closed is false for a text of several lines whose
// end was not marked.
func unpassage(text, verb string) (plain string, closed bool) {
	if plain, ok := strings.CutSuffix("\n"+text, "\n"+openEnd); ok {
		return strings.TrimSpace(plain), false
	}
	return strings.TrimSpace(strings.TrimSuffix("\n"+text, "\nend "+verb)), true
}

// press writes to the others: to all, which the game's log has, or to some.
func press(d *speaker, rest string) error {
	text, closed := unpassage(rest, "press")
	to, text, err := d.addressees(text)
	if err == nil {
		err = d.mayPress(to)
	}
	if err == nil {
		text = sheet.Clean(text)
		err = d.fitting(text, closed, "press")
	}
	switch {
	case err != nil:
		return err
	case len(to) > 0:
		return d.whisper(to, text)
	}
	d.table = d.table.Said(d.player, sheet.Press, text)
	return nil
}

// mayPress refuses words that the game does not allow, or no more.
func (p *speaker) mayPress(to []string) error {
	t := p.table
	if len(to) > 0 && !t.TalksInPrivate() {
		return engine.Refuse("%s Nothing was sent. Write to all with a line such as: press TEXT.", t.OpenTalk())
	}
	if t.Game.State().Result == nil {
		return nil
	}
	if over := p.batch.d.endTime(t); p.batch.d.now().Sub(over) > pressAfter {
		return engine.Refuse("The game ended more than a week ago: its press is closed.")
	}
	return nil
}

// endTime is when a game ended.
func (d *draft) endTime(t *table.Table) time.Time {
	for i, e := range slices.Backward(t.Log) {
		if _, ok := e.(engine.Ended); ok {
			return d.eventTime(t, i)
		}
	}
	return time.Time{}
}

// others are the names of the other players.
func (p *speaker) others() []string {
	var out []string
	for i := range p.table.Record.Seats {
		if id := engine.PlayerID(i); id != p.player {
			out = append(out, p.table.Name(id))
		}
	}
	return out
}

// fitting refuses an empty or too long text, and one whose end was not marked if one of its
// lines may be meant as a command.
func (p *speaker) fitting(text string, closed bool, verb string) error {
	n := 0
	for _, c := range p.batch.l.Commands {
		if said, rest, ok := grammar.Service(c.Text); ok && said == verb {
			n += utf8.RuneCountInString(rest)
		}
	}
	switch {
	case text == "":
		return engine.Refuse("There is nothing behind %q. Write the text in the same line, or below it and then a line \"end %s\".", verb, verb)
	case n > mostPressed:
		return engine.Refuse("What you wrote has %d characters; a mail may hold %d of %s.", n, mostPressed, verb)
	case closed:
		return nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line := letter.Fold(line); p.isCommand(line) {
			return engine.Refuse("%q stands in the text of your %s and is a command too. Put a line \"end %s\" above it if it is to be carried out, below the text if not.", line, verb, verb)
		}
	}
	return nil
}

// belongs returns why a line was refused. A line below a "press" or "note" with its text in
// the same line may be meant as more of that text; then the reason explains how to write
// several lines.
func (b *batch) belongs(lines []string, i int, reason string) string {
	above := i - 1
	for above >= 0 && !b.begins(lines[above]) {
		above--
	}
	if i < 0 || above < 0 {
		return reason
	}
	verb, rest, ok := grammar.Service(lines[above])
	if _, closed := unpassage(rest, verb); !ok || !ownsRest[verb] || strings.Contains(rest, "\n") && closed {
		return reason
	}
	how := fmt.Sprintf("A text of several lines stands below a line %q with nothing behind it, and a line %q ends it.", verb, "end "+verb)
	if !b.begins(lines[i]) {
		return fmt.Sprintf("%q is no command. If it belongs to your %s: %s", brief(lines[i]), verb, how)
	}
	return fmt.Sprintf("%s If the line belongs to your %s: %s", reason, verb, how)
}

// isCommand reports whether a line would be carried out if it stood alone.
func (p *speaker) isCommand(line string) bool {
	if line == "" || strings.ContainsRune(".>#", rune(line[0])) {
		return false
	}
	if verb, rest, ok := grammar.Service(line); ok && (rest == "" || ownsRest[verb]) {
		return true
	}
	_, err := p.scene().Match(line)
	return err == nil
}

// whisper mails words to some players. They are kept nowhere but in the outbox,
// until they are sent.
func (p *speaker) whisper(to []string, text string) error {
	e := p.batch
	var names, silent []string
	for _, id := range to {
		seat := p.table.Seat(id)
		away, err := e.d.suspended(seat.Address)
		if err != nil {
			return err
		}
		if away || seat.Open {
			silent = append(silent, p.table.Name(id))
			continue
		}
		names = append(names, p.table.Name(id))
		mail := e.d.whispered(p, id, to, text)
		e.post(mail)
	}
	if len(silent) > 0 {
		return engine.Refuse("No mail reaches %s at present; nothing was sent.", table.List(silent))
	}
	p.answers = append(p.answers, sheet.Section{Head: "To " + table.List(names) + " alone", Lines: sheet.Quoted(text)})
	return nil
}

// whispered writes the mail to one of them.
func (d *draft) whispered(p *speaker, to string, all []string, text string) store.Mail {
	t := p.table
	m := d.sheetOf(t, to)
	page := sheet.Whisper(m, p.player, all, text)
	kind := "press." + p.batch.short() + "." + d.office.Secret("press", p.player, all, text)[:6]
	return d.writePage(t, to, page, d.office.ID(kind, t.ID, len(t.Log), to))
}
