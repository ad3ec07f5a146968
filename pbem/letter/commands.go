package letter

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// commands returns the candidate command lines of what a person typed. all is false, and there are none, when there
// are more than most.
func commands(text string, most int) (out []Line, all bool) {
	num := 0
	for s := range strings.SplitSeq(text, "\n") {
		num++
		s = Fold(s)
		if ends(s) {
			break
		}
		if s == "" || strings.ContainsRune(">.#", rune(s[0])) || !strings.ContainsFunc(s, isWordRune) {
			continue
		}
		if len(out) == most {
			return nil, false
		}
		out = append(out, Line{num, s})
	}
	return out, true
}

// ends reports whether a folded line ends the commands.
func ends(s string) bool {
	switch strings.ToLower(s) {
	case "end", "stop", "quit", "--":
		return true
	}
	return strings.HasPrefix(s, "-- ")
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Fold makes a typed line plain: every kind of space one blank, smart quotes and dashes the ASCII ones, full-width
// letters narrow, invisible characters gone; trimmed.
func Fold(s string) string {
	if isASCII(s) {
		return strings.Join(strings.Fields(s), " ")
	}
	return strings.Join(strings.Fields(strings.Map(plain, width.Fold.String(s))), " ")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func plain(r rune) rune {
	switch {
	case invisible(r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	case r < 0x80:
		return r
	case strings.ContainsRune("‘’‚‛′`´ʼʹ＇", r):
		return '\''
	case strings.ContainsRune("“”„‟″«»〝〞", r):
		return '"'
	case unicode.Is(unicode.Pd, r) || r == '\u2212' || r == '\u2043':
		return '-'
	case r == '。':
		return '.'
	}
	return r
}
