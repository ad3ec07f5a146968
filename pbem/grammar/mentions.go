package grammar

import "strings"

// mostMentioning is how many words a line may have that mentions something of the game. Programs write whole sentences.
const mostMentioning = 8

// Mentions reports whether a short line that is no command says a verb on offer, or names a company, a private company or a hex:
// "hm pass i guess", "don't run", "r BL". It comes from somebody who plays and lacks the words.
func Mentions(ctx Context, offered []string, line string) bool {
	if len(line) > MaxLine || quotation(line) {
		return false
	}
	words := scan(line)
	if len(words) > mostMentioning {
		return false
	}
	verbs := setOf(strings.Join(offered, " "))
	for _, w := range words {
		if verbs[w.text] || ctx.names(w.raw) || len(words) <= 2 && ctx.names(strings.ToUpper(w.raw)) {
			return true
		}
	}
	return false
}

// names reports whether a text is the symbol of a company or the name of a hex, letter by letter.
func (c Context) names(text string) bool {
	f := c.Facts
	switch {
	case f == nil || len(text) < 2:
		return false
	case f.Company(text) != nil || f.Private(text) != nil:
		return true
	}
	return f.Map != nil && f.Map.Hex(strings.ToUpper(text)) != nil
}
