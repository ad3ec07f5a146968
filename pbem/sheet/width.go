package sheet

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Columns is the width of a mail.
const Columns = 76

// columns returns how many columns a text takes in a terminal.
func columns(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= 0x80 {
			return wide(s)
		}
		n++
	}
	return n
}

func wide(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	if r >= 0x1F000 { // emoji
		return 2
	}
	return 1
}

// pad adds blanks up to a width.
func pad(s string, n int, right bool) string {
	fill := strings.Repeat(" ", max(0, n-columns(s)))
	if right {
		return fill + s
	}
	return s + fill
}

// cut shortens a text to a width.
func cut(s string, n int) string {
	if columns(s) <= n {
		return s
	}
	kept, used := "", 0
	for _, r := range s {
		if used += runeColumns(r); used > n-1 {
			break
		}
		kept += string(r)
	}
	return kept + "~"
}

// wrap breaks a text at blanks (but not at ties) into lines of a width. It breaks a word only if it is too
// long. It returns at least one line.
func wrap(s string, n int) []string {
	n = max(n, 1)
	if len(s) <= n && singlySpaced(s) {
		return []string{s}
	}
	lines := []string{""}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) && string(r) != tie }) {
		last := lines[len(lines)-1]
		switch {
		case last == "":
			lines[len(lines)-1] = word
		case columns(last)+1+columns(word) <= n:
			lines[len(lines)-1] = last + " " + word
		default:
			lines = append(lines, word)
		}
		lines = broken(lines, n)
	}
	return lines
}

// singlySpaced reports whether a text is ASCII with single blanks between words. Most texts are, and their
// width is their length.
func singlySpaced(s string) bool {
	blank := true
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || blank && s[i] == ' ' {
			return false
		}
		blank = s[i] == ' '
	}
	return !blank
}

// broken splits the last line until it fits, unless a rune is wider than a line.
func broken(lines []string, n int) []string {
	last := lines[len(lines)-1]
	if len(last) <= n || columns(last) <= n {
		return lines
	}
	lines = lines[:len(lines)-1]
	from, used := 0, 0
	for i, r := range last {
		wide := runeColumns(r)
		if used+wide > n && i > from {
			lines, from, used = append(lines, last[from:i]), i, 0
		}
		used += wide
	}
	return append(lines, last[from:])
}

// oneLine makes the text of a player safe for one line: no control characters.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control) {
			return ' '
		}
		return r
	}, s)), " ")
}

// kept makes a line safe for a mail but keeps its blanks. It wraps what is too wide.
func kept(line string, n int) []string {
	line = strings.ReplaceAll(line, "\t", "    ")
	body := strings.TrimLeft(line, " ")
	blanks := len(line) - len(body)
	if columns(line) > n {
		blanks = min(blanks, n/2)
	}
	in := strings.Repeat(" ", blanks)
	body = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control) {
			return ' '
		}
		return r
	}, body)
	if columns(in+body) <= n {
		return []string{strings.TrimRight(in+body, " ")}
	}
	var out []string
	for _, l := range wrap(body, n-len(in)) {
		out = append(out, in+l)
	}
	return out
}
