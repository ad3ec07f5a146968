package letter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// gluedOpener finds where an attribution may begin within a line: the words that such lines begin with.
var gluedOpener = regexp.MustCompile(`[\s\x{00a0}](?:On|At|Am|Le|El|Il|Op|Den|Em|No dia|W dniu|Dnia|Dne|Em|På|Il giorno|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),) `)

// quoteBehind finds the end of an attribution that has its quote in the same line.
var quoteBehind = regexp.MustCompile(`(?i)@[^\s@]*[>)\]]?,? (?:` + verbs + `) ?:\s+\S`)

// splitGlued puts attributions that a program has joined to a command, or to the quote, into lines of their own.
func splitGlued(lines []line, verbs Words) []line {
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if l.mark != typed || len(l.text) > maxHeadBytes || !isDated(l.text) {
			continue
		}
		if loc := quoteBehind.FindStringIndex(l.text); loc != nil && beginsDated(l.text) {
			end := loc[0] + strings.LastIndexByte(l.text[loc[0]:loc[1]], ':') + 1
			lines = slices.Concat(lines[:i:i], []line{{l.text[:end], typed}, {strings.TrimSpace(l.text[end:]), typed}}, lines[i+1:])
			continue
		}
		if verbs.surety(l.text) == unlike {
			continue
		}
		for _, loc := range gluedOpener.FindAllStringIndex(bidi.Replace(l.text), 8) {
			text := bidi.Replace(l.text)
			split := slices.Concat(lines[:i:i], []line{{strings.TrimSpace(text[:loc[0]]), typed}, {text[loc[0]+1:], typed}}, lines[i+1:])
			dated := unicode.IsDigit(rune(text[loc[0]+1]))
			if beginsDated(split[i+1].text) && announced(split[i+1:], verbs) && !(dated && announced(split[i+2:], verbs)) {
				lines = split
				i++
				break
			}
		}
	}
	return lines
}

// announced reports whether an attribution begins with the first of the lines.
func announced(lines []line, verbs Words) bool {
	for end := range min(4, len(lines)) {
		if isBlank(lines[end].text) {
			return false
		}
		if mayEnd(lines[end]) {
			start, ok := attribution(lines, end, verbs)
			return ok && start == 0
		}
	}
	return false
}
