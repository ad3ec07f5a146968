package letter

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// commands returns the lines of what a person typed that may be commands. If there are more than most, it
// returns none, and all is false. It also reads lines that were copied from the choices of our mails, with
// the dot before them and perhaps the gloss after two blanks, and numbered ones.
func commands(text string, most int, verbs Words) (out []Line, all bool) {
	num := 0
	for s := range strings.SplitSeq(text, "\n") {
		num++
		if choice, ok := strings.CutPrefix(strings.TrimSpace(s), ". "); ok {
			s, _, _ = strings.Cut(choice, "  ")
		}
		s = Fold(s)
		if line, ok := strings.CutPrefix(s, "-- "); ok && verbs.surety(line) >= bare {
			s = line
		}
		if ends(s) {
			break
		}
		if line := numbered.ReplaceAllString(s, ""); line != s && verbs.surety(line) >= bare {
			s = line
		}
		if s == "" || strings.ContainsRune(">.#", rune(s[0])) || !strings.ContainsFunc(s, isWordRune) && !verbs[s] {
			continue
		}
		if len(out) == most {
			return nil, false
		}
		out = append(out, Line{num, s})
	}
	return out, true
}

// belowEnd returns a line that is most likely a command but stands below a line that ends the commands. It
// returns "" if there is none.
func belowEnd(text string, verbs Words) (end, line string) {
	for s := range strings.SplitSeq(text, "\n") {
		s = Fold(s)
		switch {
		case end != "" && verbs.surety(s) >= bare && !ends(s):
			return end, s
		case end == "" && ends(s) && verbs.surety(strings.TrimPrefix(s, "-- ")) <= bare:
			end = s
		}
	}
	return "", ""
}

// ends reports whether a line ends the commands.
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

// Columns at which mail programs break lines without marking them.
const (
	firstColumn = 70
	lastColumn  = 80
)

// rejoin joins lines that a mail program broke. The first line was full, and the next is neither a command
// nor polite words.
func (l *Letter) rejoin(lines []Line, verbs Words) []Line {
	m := l.matcher(verbs)
	var out []Line
	var above Line // as it stands in the mail
	for _, next := range lines {
		if len(out) > 0 && next.Num == above.Num+1 && goesOnWith(above.Text, next.Text, verbs) && m.courtesy(next.Text, closings, false) == other {
			out[len(out)-1].Text += " " + next.Text
		} else {
			out = append(out, next)
		}
		above = next
	}
	return out
}

// goesOnWith reports whether a line is the rest of the one above: its first word did not fit there, and it
// does not begin like a command, with a verb or a company and a verb.
func goesOnWith(above, s string, verbs Words) bool {
	words := strings.Fields(s)
	full := utf8.RuneCountInString(above)
	if full > lastColumn || full+1+utf8.RuneCountInString(words[0]) <= firstColumn {
		return false
	}
	for _, w := range words[:min(3, len(words))] {
		if verbs[plainWord(strings.Trim(w, ":,.!"))] {
			return false
		}
	}
	return true
}
