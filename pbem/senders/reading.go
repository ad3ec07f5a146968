package senders

import (
	"slices"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/letter"
)

// ForHost reports whether a mail has lines for the host's ear.
func ForHost(l letter.Letter) bool {
	return slices.ContainsFunc(l.Commands, func(c letter.Line) bool {
		verb, _, ok := grammar.Service(c.Text)
		return ok && verb == "host"
	})
}

// hostUnproven handles a mail from an address of the host without a token: it
// is held until the code comes back.
func hostUnproven(d *desk.Draft, address string) (who desk.Sender, err error) {
	who.Member, err = d.Member(address)
	who.Suspect = "A mail with lines of the host came from your address, but not to a reply address of yours."
	return who, err
}

// AgainSign follows the key of a mail that the host has had worked on again.
const AgainSign = "#again"

// MailKey is the key under which the mail of a cause is kept.
func MailKey(cause string) string { return strings.TrimSuffix(cause, AgainSign) }

// Texts are the commands of a letter.
func Texts(l letter.Letter) []string {
	out := make([]string, len(l.Commands))
	for i, c := range l.Commands {
		out[i] = c.Text
	}
	return out
}

// Passages joins the lines of one text: those below a line "press", "press to Amy:", "press
// Amy:" or "note" with nothing after it, up to a line "end press" or "end note", or to the
// end of what was typed. The command then holds the text as it was typed, and a last line
// that says how it ended.
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

// mostHead is how many words may stand between "press" and a colon that leaves its
// text to the lines below: "press to Amy and Brian:".
const mostHead = 10

// opens reports whether what stands behind a verb leaves its text to the lines
// below.
func opens(verb, rest string) bool {
	return rest == "" || verb == "press" && strings.HasSuffix(rest, ":") && len(strings.Fields(rest)) <= mostHead
}

// OpenEnd is the last line of a text that went on to the end of the mail.
const OpenEnd = "…"

// OwnsRest are the words of the service behind which a player's own words stand, semicolons
// and all.
var OwnsRest = map[string]bool{"press": true, "note": true}
