package letter

import (
	"regexp"
	"slices"
	"strings"
)

// Commands that were typed among our pages of help: see unmarked.go. A page holds forms and examples of commands, so that less
// tells the two apart.

// helpEnd is what stands below our pages of help.
var helpEnd = regexp.MustCompile(`^It is your move: "choices" |whole position\.$`)

// inHelp reports whether a line among our pages of help is a command that somebody has typed: one of a page has words in
// capitals for what follows the verb, or none and stands first on its page.
func (a *answered) inHelp(i int, s string, words []string) bool {
	text := strings.TrimSpace(a.lines[i].text)
	if len(words) == 0 || len(words) > mostTyped || strings.HasPrefix(text, ".") || strings.ContainsAny(s, "|[]\"") || strings.HasSuffix(s, ".") || isHead(words) ||
		shapes.MatchString(s) || slices.ContainsFunc(words[1:], func(w string) bool { return formWords[strings.Trim(w, ",:()")] }) || !a.verbs.typedHere(s, words) {
		return false
	}
	switch first := a.first(i); {
	case len(words) == 1:
		return !first && i+1 < a.to && a.opens(i+1)
	case first:
		return slices.ContainsFunc(words[1:], func(w string) bool { return strings.ContainsAny(w, "0123456789") })
	}
	return words[0] != "Also:"
}

// mostTyped is the most words of a command that is looked for in pages of help.
const mostTyped = 8

// first reports whether a line stands first on a page of help: below its heading, or below an empty line.
func (a *answered) first(i int) bool {
	return isBlank(a.lines[i-1].text) || a.opens(i-1)
}

// opens reports whether a line is the heading of a section, or what stands below pages of help.
func (a *answered) opens(i int) bool {
	s := Fold(shorten(a.lines[i].text, 100))
	return sections.MatchString(s) || helpEnd.MatchString(s)
}

// formWords stand for what follows a verb in our pages of help.
var formWords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields("COMPANY PRICE HEX TILE EXITS TRAIN NUMBER AMOUNT PRIVATE PLAYER HOLDER STOP NAME MINOR TITLE VERB WORD DATE GAME TEXT KIND LINE COMMANDS CITY ADDRESS POSITION ROUND") {
		set[w] = true
	}
	return set
}()
