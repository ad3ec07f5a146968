package letter

import (
	"regexp"
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

// splitGlued puts attributions that a program has joined to a command or a quote on lines of their own. It tries as many lines as
// may be heads.
func splitGlued(lines []line, verbs Words) []line {
	out, tried := make([]line, 0, len(lines)), 0
	for i, l := range lines {
		for more := true; more && tried < maxHeads && l.mark == typed && len(l.text) <= maxHeadBytes && isDated(l.text); {
			var first string
			tried++
			if first, l.text, more = unglue(l.text, lines[i+1:], verbs); first != "" {
				out = append(out, line{text: first})
				l = line{text: l.text}
			}
		}
		out = append(out, l)
	}
	return out
}

// unglue returns the two parts of a line that holds an attribution and something else, of which more reports whether the second may
// have to be split, too. first is "" if the line stays whole. below are the lines below it.
func unglue(s string, below []line, verbs Words) (first, second string, more bool) {
	if end := attributionEnd(s, verbs); end > 0 {
		return s[:end], strings.TrimSpace(s[end:]), true
	}
	if loc := tightOpener.FindStringIndex(s); loc != nil {
		_, n := utf8.DecodeRuneInString(s[loc[0]:])
		at := loc[0] + n
		if verbs.surety(s[:at]) > unlike && announced(above(s[at:], below), verbs) {
			return s[:at], s[at:], false
		}
	}
	if verbs.surety(s) == unlike {
		return "", s, false
	}
	text := bidi.Replace(s)
	for _, loc := range gluedOpener.FindAllStringIndex(text, 8) {
		_, n := utf8.DecodeRuneInString(text[loc[0]:])
		own, rest := strings.TrimSpace(text[:loc[0]]), text[loc[0]+n:]
		dated := unicode.IsDigit(rune(rest[0]))
		if beginsDated(rest) && announced(above(rest, below), verbs) && !(dated && announced(below, verbs)) {
			return own, rest, false
		}
	}
	return "", s, false
}

// mostWrapped is how many lines announced looks at: programs wrap attributions.
const mostWrapped = 4

// above puts a line above the first of others.
func above(s string, below []line) []line {
	return append([]line{{text: s}}, below[:min(mostWrapped, len(below))]...)
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
	for end := range min(mostWrapped, len(lines)) {
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
