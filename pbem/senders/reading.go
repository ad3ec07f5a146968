package senders

import (
	"slices"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
)

// ForHost reports whether a mail has commands of the host.
func ForHost(l letter.Letter) bool {
	return slices.ContainsFunc(l.Commands, func(c letter.Line) bool {
		verb, _, ok := grammar.Service(c.Text)
		return ok && verb == "host"
	})
}

// hostUnproven handles a mail from a host's address without a token. It is held until its
// code comes back.
func hostUnproven(d *desk.Draft, address string) (who desk.Sender, err error) {
	who.Member, err = d.Member(address)
	who.Suspect = "A mail with lines of the host came from your address, but not to a reply address of yours."
	return who, err
}

// AgainSign is appended to the key of a mail that the host has decided again.
const AgainSign = "#again"

// MailKey returns the key of the stored mail of a cause.
func MailKey(cause string) string { return strings.TrimSuffix(cause, AgainSign) }

// Texts returns the commands of a letter.
func Texts(l letter.Letter) []string {
	out := make([]string, len(l.Commands))
	for i, c := range l.Commands {
		out[i] = c.Text
	}
	return out
}

// Passages joins the lines of a text into one command. The text begins below a line
// "press", "press to Amy:", "press Amy:" or "note" with nothing after it. It ends at a
// line "end press" or "end note", or else at the end of what was typed. The command then
// holds the text as it was typed, and a last line that says how it ended.
func Passages(l letter.Letter) letter.Letter {
	var out []letter.Line
	next := 0
	for _, c := range l.Commands {
		if c.Num < next {
			continue
		}
		if verb, rest, ok := grammar.Service(c.Text); ok && OwnsRest[verb] && opens(verb, rest) {
			text, after, closed := l.Passage(c.Num, "end "+verb)
			end := OpenEnd
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

// mostHead limits the words between "press" and the colon of "press to Amy and Brian:".
const mostHead = 10

// opens reports whether the text of a command is in the lines below it.
func opens(verb, rest string) bool {
	return rest == "" || verb == "press" && strings.HasSuffix(rest, ":") && len(strings.Fields(rest)) <= mostHead
}

// OpenEnd is the last line of a text that goes on to the end of the mail.
const OpenEnd = "…"

// OwnsRest are the commands followed by the player's own text, which may have semicolons.
var OwnsRest = map[string]bool{"press": true, "note": true}
