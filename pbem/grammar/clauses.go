package grammar

import (
	"regexp"
	"strings"

	"pbem/engine/moves"
)

// joints match where a line may join one command to the next.
var joints = regexp.MustCompile(`(?i)\s*[,.!]\s+(?:and\s+)?(?:then\s+)?|\s*,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?|\s+then\s+|\s+(?:--?|[–—>+&]|\d{1,2}\))\s+|\s*[|/]\s*`)

// mostClauses is how many commands a line may have without a semicolon.
const mostClauses = 8

// Clauses splits a line of several commands at "and", "then", commas, dashes, strokes and ends of
// sentences before a verb of the title, as the title writes it: "sell 1 NYC and
// buy D&H", "No track. Buy D&H", "1) run auto 2) pay". It
// returns a line with one command whole. Ask it only for lines that are no
// command as they stand, because names have an "and" too.
func Clauses(table moves.Table, line string) []string {
	if len(line) > MaxLine {
		return []string{line}
	}
	var out []string
	from := 0
	for _, at := range joints.FindAllStringIndex(line, -1) {
		if at[0] > from && len(out) < mostClauses-1 && Begins(table, line[at[1]:]) {
			out = append(out, strings.TrimSpace(line[from:at[0]]))
			from = at[1]
		}
	}
	return append(out, strings.TrimSpace(line[from:]))
}

// Begins reports whether a text begins with a verb of a title, letter by letter.
func Begins(table moves.Table, text string) bool {
	words := scan(text)
	for n := min(longestPhrase, len(words)); n > 0; n-- {
		var phrase []string
		for _, w := range words[:n] {
			phrase = append(phrase, w.text)
		}
		if len(table.Named(strings.Join(phrase, " "))) > 0 {
			return true
		}
	}
	return false
}
