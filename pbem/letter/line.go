package letter

import (
	"strings"
	"unicode"
)

// mark says what is known of a line before its words are looked at.
type mark uint8

const (
	typed  mark = iota // nothing is known: as far as the mail program says, it is the writer's
	quoted             // marked as a quote
	signed             // marked as a signature
	below              // everything from here on is the mail that is answered
	ours               // our cut line or a line below it, not marked as a quote
)

// line is one line of a mail. The text of a quoted line has no quote marks.
type line struct {
	text  string
	mark  mark
	depth uint16 // how deep it is quoted: quote marks before it, or quotes around it
	in    uint16 // blanks before its first quote mark
	pre   uint16 // one more than the blanks before it, if it is preformatted in HTML
	row   bool   // it joins several cells of a table in HTML
	page  bool   // it comes from HTML, where programs mark whole lines and break none
}

// counted converts a number to the type that lines use.
func counted(n int) uint16 { return uint16(min(n, 1<<16-1)) }

// plainLines splits plain text into lines. Lines that begin with ">" are quotes.
func plainLines(text string, verbs Words) []line {
	var out []line
	once := lone(text)
	for s := range strings.SplitSeq(text, "\n") {
		s = strings.TrimRight(s, " \t")
		if t := strings.TrimLeft(s, " \t"); isQuote(t) && once[t[:strings.IndexByte(t, '>')]] && verbs.surety(t[strings.IndexByte(t, '>')+1:]) >= bare {
			out = append(out, line{text: strings.Replace(t, ">", ":", 1)})
		} else if isQuote(t) {
			text, depth := unquote(t)
			out = append(out, line{text: text, mark: quoted, depth: counted(depth), in: counted(len(s) - len(t))})
		} else {
			out = append(out, line{text: s})
		}
	}
	return out
}

// lone returns the initials that stand before a quote mark in only one line of a text. If a command follows
// them, the line is no quote: people write "NYC> run auto" for a company.
func lone(text string) map[string]bool {
	out := map[string]bool{}
	for s := range strings.SplitSeq(text, "\n") {
		if s = strings.TrimLeft(s, " \t"); isQuote(s) && s[0] != '>' {
			initials := s[:strings.IndexByte(s, '>')]
			_, again := out[initials]
			out[initials] = !again
		}
	}
	return out
}

// isQuote reports whether a line begins with a quote mark: ">", or initials of the answered person and ">".
func isQuote(s string) bool {
	initials := strings.IndexByte(s, '>')
	if initials < 0 || initials > 3 {
		return false
	}
	for _, r := range s[:initials] {
		if r < 'A' || r > 'Z' {
			return false
		}
	}
	after := s[initials+1:]
	return initials == 0 || after == "" || after[0] == ' ' || after[0] == '>'
}

// unquote removes the quote marks from a line and counts them.
func unquote(s string) (text string, depth int) {
	for ; isQuote(s); depth++ {
		s = strings.TrimPrefix(s[strings.IndexByte(s, '>')+1:], " ")
	}
	return s, depth
}

// shortFlowed is the length of a line that no program broke. A blank at its end was typed.
const shortFlowed = 40

// unflow rejoins the lines of format=flowed text (RFC 3676). delSp deletes the blank at which a line was
// broken. A short line is not joined to a command below it, because phones put a blank after every word.
func unflow(text string, delSp bool, verbs Words) []line {
	var out []line
	var para strings.Builder // the paragraph that is being joined
	depth := 0
	end := func() {
		l := line{text: strings.TrimRight(para.String(), " \t")}
		if depth > 0 {
			l.mark, l.depth = quoted, counted(depth)
		}
		out = append(out, l)
		para.Reset()
	}
	joining, last := false, 0
	for s := range strings.SplitSeq(text, "\n") {
		body := strings.TrimLeft(s, ">")
		d := len(s) - len(body)
		body = strings.TrimPrefix(body, " ") // space-stuffing
		signature := body == "-- "
		if joining && (d != depth || signature || d == 0 && last < shortFlowed && verbs.surety(body) >= bare) {
			end()
		}
		last = len(body)
		joining, depth = strings.HasSuffix(body, " ") && !signature, d
		if joining && delSp {
			body = body[:len(body)-1]
		}
		para.WriteString(body)
		if !joining {
			end()
		}
	}
	if joining {
		end()
	}
	return out
}

func blank(lines []line) bool {
	for _, l := range lines {
		if isBlank(l.text) {
			continue
		}
		return false
	}
	return true
}

// isBlank reports whether a line shows nothing. It may have invisible characters.
func isBlank(s string) bool {
	for _, r := range s {
		if !invisible(r) && !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// visible drops invisible characters.
func visible(r rune) rune {
	if invisible(r) {
		return -1
	}
	return r
}

func invisible(r rune) bool {
	switch {
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F, r >= 0xFE00 && r <= 0xFE0F:
		return true
	}
	return r == 0xFFFC || r == 0x3164 || r == 0xAD || r == 0xFEFF || r == 0x34F || r == 0x180E || r == 0x61C
}
