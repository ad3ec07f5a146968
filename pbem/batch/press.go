package batch

import (
	"fmt"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/pbem/senders"
)

// Unpassage returns the text of a "press" or "note". closed is false if the text has
// several lines and its end is not marked.
func Unpassage(text, verb string) (plain string, closed bool) {
	if plain, ok := strings.CutSuffix("\n"+text, "\n"+senders.OpenEnd); ok {
		return strings.TrimSpace(plain), false
	}
	return strings.TrimSpace(strings.TrimSuffix("\n"+text, "\nend "+verb)), true
}

// mayGoOn reports whether a word of the service has a text of which the lines below may be more: a "press" or "note" with its
// text on the same line, or one whose end is not marked.
func mayGoOn(verb, rest string) bool {
	_, closed := Unpassage(rest, verb)
	return senders.OwnsRest[verb] && (!strings.Contains(rest, "\n") || !closed)
}

// others returns the names of the other players.
func (p *Speaker) others() []string {
	var out []string
	for i := range p.Table.Record.Seats {
		if id := engine.PlayerID(i); id != p.Player {
			out = append(out, p.Table.Name(id))
		}
	}
	return out
}

// belongs returns why a line was refused. If the line follows a "press" or "note" that
// had its text on the same line, it may be meant as more of that text; then the reason
// explains how to write several lines.
func (b *Batch) belongs(lines []string, i int, reason string) string {
	above := i - 1
	for above >= 0 && !b.begins(lines[above]) {
		above--
	}
	if i < 0 || above < 0 {
		return reason
	}
	verb, rest, ok := grammar.Service(lines[above])
	if !ok || !mayGoOn(verb, rest) {
		return reason
	}
	how := fmt.Sprintf("Put a text of several lines below a line %q, and end it with a line %q.", verb, "end "+verb)
	if !b.begins(lines[i]) {
		return fmt.Sprintf("%q is not a command. If it belongs to your %s: %s", Brief(lines[i]), verb, how)
	}
	return fmt.Sprintf("%s If the line belongs to your %s: %s", reason, verb, how)
}
