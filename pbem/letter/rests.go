package letter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Some programs and servers break long lines of a finished mail, quoted ones too. The rest of a quoted line then stands on a line of
// its own, without a mark, as if the writer had typed it between two quoted lines.

// ourColumns is the width of our mails.
const ourColumns = 76

// rests finds the rests of broken lines.
type rests struct {
	*findings
	cut, n int            // our cut line, and how many lines it takes
	full   int            // the least length of a quoted line, with its mark, that was broken
	widest map[uint16]int // the longest quoted line of each depth, without its marks
	sure   int            // how many rests can be nothing else
}

// markBroken marks the rests of broken lines as quoted. A line is the rest of the quoted one above if it did not fit there. If it
// may be a command, it has to be proven that it is ours; otherwise the mail is refused.
func (f *findings) markBroken(cut, n int) {
	r := &rests{findings: f, cut: cut, n: n, full: f.fullQuote(cut, n)}
	if r.full < fullQuote {
		r.sure++ // our cut line was broken
	}
	var open []int
	for i := 1; i < len(f.lines); i++ {
		if !r.between(i) {
			continue
		}
		if s := f.lines[i].text; r.unlikely(s) && broken(f.lines[i-1].text, s, r.full) || (r.unlikely(s) || r.coded(s)) && r.fits(i) {
			f.lines[i].mark = quoted
			r.sure++
		} else {
			open = append(open, i)
		}
	}
	for _, i := range open {
		s := f.lines[i].text
		switch certain := f.verbs.surety(s) >= bare && !joining[plainWord(s)]; {
		case r.fits(i) && (r.proven(i) || !certain && (r.sure > 0 || r.ends(i))):
			f.lines[i].mark = quoted
		case certain && broken(f.lines[i-1].text, s, r.full):
			f.suspect(i, bare)
		}
	}
}

// joining are words of commands that say nothing alone.
var joining = phraseSet(`for|with|as|until|more|what|new|to|into|from|of`)

// between reports whether a line without a mark stands between two quoted lines, of which the one above was not marked by HTML.
func (r *rests) between(i int) bool {
	above, l, next := r.lines[i-1], r.lines[i], line{mark: quoted}
	if i+1 < len(r.lines) && !isBlank(r.lines[i+1].text) {
		next = r.lines[i+1]
	} else if i+1 < len(r.lines) && r.full == fullQuote && !(r.fits(i) && r.ends(i)) {
		next = r.lines[i+1]
	}
	return l.mark == typed && !isBlank(l.text) && above.mark == quoted && !above.page && next.mark == quoted
}

// unlikely reports whether a line can be no command, not even a misspelt one.
func (r *rests) unlikely(s string) bool {
	m, words := matcher{verbs: r.verbs}, courtesyWords(shorten(s, 200))
	return r.verbs.surety(s) == unlike && (len(words) == 0 || m.unlikeVerbs(plainWord(words[0])))
}

// coded reports whether a line is only names of places and companies, directions and figures: "A28", "GR L7", "$20", "500e".
func (r *rests) coded(s string) bool {
	return r.verbs.surety(s) == unlike && !slices.ContainsFunc(strings.Fields(s), func(word string) bool {
		return strings.ToUpper(word) != word && !strings.ContainsAny(word, "0123456789")
	})
}

// fits reports whether a line and the quoted one above are together one line of our text, which the program had to break: it is
// longer than any line of the quote, and no longer than ours are.
func (r *rests) fits(i int) bool {
	above, s := r.lines[i-1], strings.TrimSpace(r.lines[i].text)
	if i == r.cut+r.n && strings.HasSuffix(strings.TrimSpace(above.text), "--") {
		return false // our cut line is whole
	}
	left := ourColumns - runes(strings.TrimRight(above.text, " ")) - runes(s)
	if isBlank(above.text) || left < 1 {
		return false
	}
	gap := 1
	if strings.Contains(above.text, "   ") && (r.unlikely(s) || r.coded(s)) {
		gap = left // a row of a table or of the map
	}
	to := ourColumns - left + gap - runes(s) + runes(initialWord(s))
	return to > r.longest(above.depth) && to+int(above.depth)*len("> ") >= r.full
}

// longest returns the length of the longest quoted line of a depth.
func (r *rests) longest(depth uint16) int {
	if r.widest == nil {
		r.widest = map[uint16]int{}
		for _, l := range r.lines {
			if l.mark == quoted && !slices.ContainsFunc(strings.Fields(l.text), func(word string) bool { return len(word) > lastColumn/2 }) {
				r.widest[l.depth] = max(r.widest[l.depth], runes(strings.TrimRight(l.text, " ")))
			}
		}
	}
	return r.widest[depth]
}

// proven reports whether something is missing between the quoted lines around a line: the one below goes on with what the one above
// began, and we would have put its first word there, where it fits.
func (r *rests) proven(i int) bool {
	l, above := r.lines[i-1], strings.TrimRight(r.lines[i-1].text, " ")
	if isBlank(above) {
		return false
	}
	if odd(above, '"', '"') && odd(r.lines[i].text, '"', '"') || odd(above, '(', ')') && odd(r.lines[i].text, '(', ')') || headed.MatchString(strings.TrimSpace(above)+" "+strings.TrimSpace(r.lines[i].text)) {
		return true
	}
	if i+1 >= len(r.lines) || r.lines[i+1].depth != l.depth || strings.ContainsAny(above[len(above)-1:], ".!?:") {
		return false
	}
	next := strings.TrimRight(r.lines[i+1].text, " ")
	if isBlank(next) || choice.MatchString(next) || strings.Contains(strings.TrimLeft(next, ". "), "  ") {
		return dangling.MatchString(above) // the next is a row of its own
	}
	word := initialWord(strings.TrimPrefix(strings.TrimSpace(next), ". "))
	first, _ := utf8.DecodeRuneInString(word)
	in, width := hung(next)-hung(l.text), ourColumns
	under := in > 0 && aligned(above, hung(next))
	if in > 0 && !under {
		width -= in // only the first line was not set in
	}
	switch {
	case runes(above+" "+word) > width:
		return false
	case dangling.MatchString(above):
		return true
	case runes(above+" "+strings.TrimSpace(r.lines[i].text)+" "+word) <= width:
		return false
	case column(l.text) == 0 && in > 0 && !under:
		return false // a heading stands above
	case unicode.IsLower(first), under && unicode.IsLetter(first):
		return true
	case column(l.text) == 0:
		return false
	}
	return in > 0 && !under && !unicode.IsUpper(first) || in == 0 && r.inParagraph(i, unicode.IsUpper(first))
}

// odd reports whether one of two signs that belong together stands in a text without the other.
func odd(s string, left, right rune) bool {
	if left == right {
		return strings.Count(s, string(left))%2 == 1
	}
	return strings.Count(s, string(left)) != strings.Count(s, string(right))
}

// aligned reports whether a column of a table begins there.
func aligned(s string, at int) bool {
	all := []rune(s)
	return at > 1 && at < len(all) && all[at-1] == ' ' && all[at] != ' '
}

// ends reports whether a line ends a sentence that the quoted line above began.
func (r *rests) ends(i int) bool {
	above, s := strings.TrimSpace(r.lines[i-1].text), strings.TrimSpace(r.lines[i].text)
	return strings.HasSuffix(s, ".") && !strings.ContainsAny(above[len(above)-1:], ".!?:")
}

// choice matches the first line of a choice.
var choice = regexp.MustCompile(`^ *\. \S`)

// headed matches the ends of headings of ours, and the heading of the table of runs.
var headed = regexp.MustCompile(`\(P\) priority deal$|^Company +Trains and stops +Earns$`)

// hung returns the indentation of a line. That of a choice is behind its dot.
func hung(s string) int {
	if rest, ok := strings.CutPrefix(strings.TrimLeft(s, " "), "."); ok {
		return column(s) + 1 + column(rest)
	}
	return column(s)
}

// inParagraph reports whether the quoted lines around a line are prose: lines of a paragraph, which a capital may begin only if
// the line above goes on with a paragraph, too.
func (r *rests) inParagraph(i int, capital bool) bool {
	lines := []int{i - 1, i + 1}
	if capital {
		lines = append(lines, i-2)
	}
	for _, k := range lines {
		if k < 0 {
			return false
		}
		s := strings.TrimSpace(r.lines[k].text)
		if s == "" || r.lines[k].depth != r.lines[i-1].depth || column(r.lines[k].text) != column(r.lines[i-1].text) || strings.Contains(s, "  ") || bullet.MatchString(s) || choice.MatchString(s) {
			return false
		}
	}
	return !capital || runes(strings.TrimRight(r.lines[i-2].text, " ")+" "+initialWord(r.lines[i-1].text)) > ourColumns
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// fullQuote is the least length of a quoted line, with its mark, that was broken because the next word did
// not fit.
const fullQuote = 66

// shortQuote is the least length at which programs break quotes.
const shortQuote = 36

// fullQuote returns the length of quoted lines that were broken. If our cut line (at index cut) was broken
// earlier, other lines were too.
func (f *findings) fullQuote(cut, n int) int {
	if n < 2 || f.lines[cut].mark != quoted || f.lines[cut+1].mark != typed {
		return fullQuote
	}
	longest := 0
	for _, l := range f.lines {
		if l.mark == quoted {
			longest = max(longest, len("> ")+runes(l.text))
		}
	}
	return min(fullQuote, max(shortQuote, longest))
}

// broken reports whether a line is the rest of the quoted one above, where its first word did not fit.
func broken(above, s string, full int) bool {
	words := strings.Fields(s)
	above = strings.TrimSpace(above)
	if len(words) == 0 || above == "" || strings.ContainsAny(above[len(above)-1:], ".!?:") {
		return false
	}
	return len("> ")+runes(above+" "+words[0]) >= full
}
