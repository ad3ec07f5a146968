package sheet

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"pbem/engine"
	"pbem/engine/step"
)

// Press is the act of words to all in a log.
const Press = "press"

// Notice is the act in a log for what the service itself tells all: who comes and
// goes, what has expired.
const Notice = "notice"

// mostPress limits the messages shown in a mail, in bytes. It is more than a table writes in weeks. If
// there are more, each writer gets an equal part, so that nobody can push out what others wrote.
const mostPress = 60_000

// lastPress leaves out what does not fit, the oldest messages of each writer first.
func lastPress(all []engine.Hosted) (last []engine.Hosted, left int) {
	size, writers := 0, map[string]int{}
	for _, h := range all {
		size += len(h.Text)
		writers[h.By] = 0
	}
	if size <= mostPress {
		return all, 0
	}
	share := mostPress / len(writers)
	for _, h := range slices.Backward(all) {
		if writers[h.By] += len(h.Text); writers[h.By] > share {
			left++
			continue
		}
		last = append(last, h)
	}
	slices.Reverse(last)
	return last, left
}

// quoteMark begins every line that a player wrote to others. So no such line is read as a command when the
// mail is quoted.
const quoteMark = "> "

// Fit makes lines fit for a mail: it wraps lines wider than Columns and removes
// control characters.
func Fit(lines ...string) []string {
	var out []string
	for _, l := range lines {
		out = append(out, kept(l, Columns)...)
	}
	return out
}

// Quoted writes somebody's text as lines that are never taken for commands.
func Quoted(text string) []string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		for _, l := range wrap(oneLine(line), Columns-len(indent)-len(quoteMark)) {
			out = append(out, strings.TrimRight(indent+quoteMark+l, " "))
		}
	}
	return out
}

// QuotedIn returns the lines of a mail's text in which Quoted wrote somebody's words.
func QuotedIn(text string) (out []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		if strings.HasPrefix(line+" ", indent+quoteMark) {
			out = append(out, line)
		}
	}
	return out
}

// quote adds what somebody wrote. HTML shows each line as a paragraph.
func (d *doc) quote(text string) {
	var lines []cell
	for _, l := range Quoted(text) {
		lines = append(lines, plain(l))
	}
	d.add(block{Drawing: lines, TextOnly: true})
	b := block{}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		b.Quote = append(b.Quote, oneLine(line))
	}
	d.add(b)
}

// press writes the messages to all since the reader's last mail.
func (v *view) press(d *doc) {
	var all []engine.Hosted
	for _, e := range v.Since {
		if e, ok := e.(engine.Hosted); ok && e.Act == Press {
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		return
	}
	d.head("Press", "")
	all, left := lastPress(all)
	if left > 0 {
		d.say(fmt.Sprintf(`(%s did not fit into this mail: say "history" to read all)`, step.Plural(left, "message")))
	}
	for len(all) > 0 {
		by, texts := all[0].By, []string{}
		for len(all) > 0 && all[0].By == by {
			texts, all = append(texts, all[0].Text), all[1:]
		}
		d.add(block{Text: strong(v.author(by))})
		d.quote(strings.Join(texts, "\n\n"))
	}
}

func (v *view) author(by string) string {
	switch by {
	case "":
		return "The host writes:"
	case v.Reader:
		return "You wrote to all:"
	}
	return v.name(by) + " writes to all:"
}

// Whisper writes a mail from one player to the reader, naming the others if it went to
// several.
func Whisper(m Mail, from string, to []string, text string) Page {
	v := look(m)
	d := v.paper()
	with := slices.DeleteFunc(slices.Clone(to), func(id string) bool { return id == v.Reader })
	names := []string{"you"}
	for _, id := range with {
		names = append(names, v.name(id))
	}
	head := v.name(from) + " writes to " + list(names, "and")
	d.add(block{Big: true, Text: strong(head)})
	d.quote(text)
	d.head("How to answer", "")
	answers := []example{{Command: "press to " + v.name(from) + ": TEXT", Gloss: "to " + v.name(from) + " alone"}}
	if len(with) > 0 {
		answers = append(answers, example{Command: "press to " + strings.Join(v.each(append([]string{from}, with...)), ", ") + ": TEXT", Gloss: "to all of you"})
	}
	d.add(block{Examples: append(answers, example{Command: "press TEXT", Gloss: "to everybody in the game"})})
	d.say("Nobody else gets this mail. It is in neither the log nor the archive of the game.")
	return Page{fmt.Sprintf("[%s] %s   (%s)", oneLine(v.Name), head, v.Game), d.text(), d.html()}
}

// each names players one by one.
func (v *view) each(ids []string) []string {
	var out []string
	for _, id := range ids {
		out = append(out, v.name(id))
	}
	return out
}

// Clean makes a text that a person typed fit for storing: without control characters
// and marks that change the direction of writing, and with at most one blank line in a
// row.
func Clean(text string) string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD")), "\n") {
		line = strings.TrimRightFunc(oneLine(line), unicode.IsSpace)
		if line == "" && len(out) > 0 && out[len(out)-1] == "" {
			continue
		}
		out = append(out, line)
	}
	return strings.Trim(strings.Join(out, "\n"), "\n")
}
