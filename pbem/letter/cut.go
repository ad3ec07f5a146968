package letter

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostBelow is how many lines people and their programs put below our cut line in an answer that does not
// quote our mail.
const mostBelow = 20

// restOfCut matches the part of "(game g12, position 914) --" that a program may have moved to the next line.
var restOfCut = regexp.MustCompile(`^[ >]*(?:\(?game )?(?:g\d+, ?)?(?:position )?(?:\d+\) ?)?-*\s*$`)

// findCut returns where our cut line begins and how many lines it takes. n is 0 if there is none.
func findCut(lines []line) (at, n int) {
	first, _, _ := strings.Cut(CutLine, " ")
	for i := range lines {
		joined := strings.ToLower(Fold(lines[i].text))
		if !strings.Contains(joined, first) {
			continue
		}
		begins := len(joined)
		for n = 1; n <= 3; n++ {
			if k := strings.Index(joined, CutLine); k >= 0 && k < begins && !spoken(joined[:k]) {
				if i+n < len(lines) && !strings.HasSuffix(joined, "--") && restOfCut.MatchString(lines[i+n].text) {
					n++
				}
				return i, n
			}
			if i+n == len(lines) || len(joined) > 500 {
				break
			}
			joined += " " + strings.ToLower(Fold(lines[i+n].text))
		}
	}
	return len(lines), 0
}

// markPrefixed marks lines that a program quotes with a prefix of its own, such as "| ". Our cut line, at
// index at, begins with the prefix, and so do other lines.
func markPrefixed(lines []line, at int) {
	if at == len(lines) || lines[at].mark != typed && lines[at].mark != quoted {
		return
	}
	prefix, from := prefixOf(lines[at].text), 0
	if strings.Trim(prefix, " \t*-") == "" {
		from = at // people set in what they type, and begin it with bullets, too
	}
	if prefix == "" || strings.ContainsFunc(prefix, isWordRune) && !initials.MatchString(prefix) || len(prefix) > 24 {
		return
	}
	var all []int
	for i := from; i < len(lines); i++ {
		if l := lines[i]; l.mark == lines[at].mark && strings.HasPrefix(l.text, prefix) {
			all = append(all, i)
		}
	}
	for i := from; len(all) > 2 && prefix == "\t" && i < len(lines); i++ {
		if l := &lines[i]; l.mark == quoted && lines[at].mark == typed && l.in > 0 {
			l.depth++ // what was quoted in our mail
		}
	}
	for _, i := range all {
		if l := &lines[i]; len(all) > 2 {
			l.text, l.mark, l.depth = strings.TrimPrefix(l.text[len(prefix):], " "), quoted, l.depth+1
		}
	}
}

// prefixOf returns what stands before our cut line, without the dashes with which it begins.
func prefixOf(cut string) string {
	first, _, _ := strings.Cut(CutLine, " ")
	before, _, _ := strings.Cut(lower(cut), first)
	if prefix, ok := strings.CutSuffix(before, "-- "); ok && strings.Trim(prefix, " \t*-") == "" {
		return cut[:len(strings.TrimRight(prefix, " "))]
	}
	return cut[:len(strings.TrimRight(before, " -—–*_"))]
}

// initials matches the mark of programs that quote with the initials of the writer, or the first name: "PB> ".
var initials = regexp.MustCompile(`^\s?\pL{1,20}>$`)

// spoken reports whether the words of our cut line are in somebody's own sentence: there are words before
// them, without a dash or colon in between.
func spoken(before string) bool {
	before = strings.TrimRight(before, " \t\u00a0*_")
	last, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsFunc(before, isWordRune) && !strings.ContainsRune("-–—:", last)
}

// lower returns a text with A to Z in lower case. Each byte stays at its place, unlike with strings.ToLower: some letters
// have more or fewer bytes in lower case.
func lower(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c - 'A' + 'a'
		}
	}
	return string(b)
}

// splitCut gives our cut line a line of its own if a program joined it to the line above. It returns where it
// begins then.
func splitCut(lines []line, at int) ([]line, int) {
	if at == len(lines) || lines[at].mark == quoted {
		return lines, at
	}
	begin, _, _ := strings.Cut(CutLine, " ")
	text := lines[at].text
	i := strings.LastIndex(lower(text), begin)
	if i < 0 {
		return lines, at
	}
	above := strings.TrimRight(text[:i], " \t-\u00a0—–*_")
	if above == "" || !strings.ContainsFunc(above, isWordRune) {
		return lines, at
	}
	mark := lines[at].mark
	return slices.Concat(lines[:at:at], []line{{text: above, mark: mark, depth: lines[at].depth}, {text: strings.TrimSpace(text[len(above):]), mark: mark, depth: lines[at].depth}}, lines[at+1:]), at + 1
}

// markOurs marks the lines from our cut line on as ours unless they are marked as a quote. If none of our
// mail follows, as in an answer written by tapping a link, it marks only the cut line, which then begins a
// tail: see endTail.
func (f *findings) markOurs(at, n int) {
	end := len(f.lines)
	if f.lines[at].mark == typed && !holdsOurs(f.lines[at+n:]) {
		f.tap, end = at, at+n
	} else {
		f.answered = at + n
	}
	for i := at; i < end; i++ {
		f.lines[i].mark = ours
	}
}

// holdsOurs reports whether the lines below our cut line are our mail: choices begin with a dot, and it is
// long.
func holdsOurs(lines []line) bool {
	shown := 0
	for _, l := range lines {
		if isBlank(l.text) {
			continue
		}
		if shown++; shown > mostBelow || l.mark == below || strings.HasPrefix(strings.TrimSpace(l.text), ". ") {
			return true
		}
	}
	return false
}
