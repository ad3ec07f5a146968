package letter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// gluedOpener matches words with which an attribution may begin within a line.
var gluedOpener = regexp.MustCompile(`[\s\x{00a0}](?:On|At|Am|Le|El|Il|Op|Den|Em|No dia|W dniu|Dnia|Dne|Em|På|Il giorno|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),) `)

// tightOpener matches an attribution that is glued to a word: a lower-case letter or a digit, then a capital
// that begins a date.
var tightOpener = regexp.MustCompile(`[\p{Ll}\d.!](?:On|Am|Le|El|Il|Op|Den|Em|Dnia|Dne) (?:\pL+\.?,? )?(?:\pL+\.? )?\d`)

// commandBehind matches a command after an attribution on the same line.
var commandBehind = regexp.MustCompile(`(?i)[^\pL](?:` + verbs + `) ?:\s+\S`)

// quoteBehind matches the end of an attribution that has its quote on the same line.
var quoteBehind = regexp.MustCompile(`(?i)@[^\s@]*[>)\]]?,? (?:` + verbs + `) ?:\s+\S`)

// splitGlued puts attributions that a program has joined to a command or a quote on lines of their own.
func splitGlued(lines []line, verbs Words) []line {
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if l.mark != typed || len(l.text) > maxHeadBytes || !isDated(l.text) {
			continue
		}
		if end := attributionEnd(l.text, verbs); end > 0 {
			lines = slices.Concat(lines[:i:i], []line{{text: l.text[:end]}, {text: strings.TrimSpace(l.text[end:])}}, lines[i+1:])
			continue
		}
		if loc := tightOpener.FindStringIndex(l.text); loc != nil {
			_, n := utf8.DecodeRuneInString(l.text[loc[0]:])
			at := loc[0] + n
			split := slices.Concat(lines[:i:i], []line{{text: l.text[:at]}, {text: l.text[at:]}}, lines[i+1:])
			if verbs.surety(l.text[:at]) > unlike && announced(split[i+1:], verbs) {
				lines = split
				i++
				continue
			}
		}
		if verbs.surety(l.text) == unlike {
			continue
		}
		for _, loc := range gluedOpener.FindAllStringIndex(bidi.Replace(l.text), 8) {
			text := bidi.Replace(l.text)
			split := slices.Concat(lines[:i:i], []line{{text: strings.TrimSpace(text[:loc[0]])}, {text: text[loc[0]+1:]}}, lines[i+1:])
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

// attributionEnd returns where an attribution ends that has its quote or a command after it on the same line;
// 0 if there is none.
func attributionEnd(s string, verbs Words) int {
	if !strings.Contains(s, ":") || strings.HasSuffix(s, ":") || !beginsDated(s) {
		return 0
	}
	if loc := quoteBehind.FindStringIndex(s); loc != nil {
		return loc[0] + strings.LastIndexByte(s[loc[0]:loc[1]], ':') + 1
	}
	for _, loc := range commandBehind.FindAllStringIndex(s, 3) {
		end := loc[0] + strings.LastIndexByte(s[loc[0]:loc[1]], ':') + 1
		if !verbs.begin(s) && verbs.surety(s[end:]) >= bare {
			return end
		}
	}
	return 0
}

// announced reports whether an attribution begins with the first line.
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
