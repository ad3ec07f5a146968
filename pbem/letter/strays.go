package letter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An answered is our mail below our cut line in an answer.
type answered struct {
	*findings
	heads    []head
	from, to int
	depth    uint16 // depth of quoting
	base     int    // column of the cut line
	setIn    bool   // its lines are indented as in our plain text
	wrapped  bool   // a program has wrapped its long lines
	longest  int    // characters of its longest line, not counting what cannot be wrapped
	nested   bool   // the last line checked was marked as a quote within our mail
	pressed  bool   // and it was a message between players
	section  string
	rests    *rests // of lines that a program broke, and marked whole
}

// strays looks for a command typed within our mail, or within each of several that were answered at once.
func (f *findings) strays(heads []head) {
	for from := f.answered; from > 0 && f.doubt == ""; {
		a := &answered{findings: f, heads: heads, from: from, depth: f.lines[from-1].depth}
		a.measure()
		for i := a.above(); i < a.to && f.doubt == ""; i++ {
			if i < a.from && a.strayAbove(i) || i >= a.from && a.stray(i) {
				f.doubt, f.strayed = Fold(shorten(f.lines[i].text, 200)), true
			}
		}
		from = a.another()
	}
}

// another returns the line below the cut line of the next mail of ours that is quoted beside this one, as programs do that answer
// the marked mails of a list; 0 if there is none.
func (a *answered) another() int {
	if a.to == len(a.lines) || a.lines[a.to].depth >= a.depth {
		return 0
	}
	at, n := findCut(a.lines[a.to:])
	if at += a.to; n == 0 || a.lines[at].mark != quoted || a.lines[at].depth != a.depth {
		return 0
	}
	return at + n
}

// above returns from where on lines above our cut line are in the quote: after what announces it, or its
// first line.
func (a *answered) above() int {
	i := a.from - 1
	for i > 0 && a.lines[i-1].depth == a.depth && a.from-i < mostAnswered {
		if i--; a.heads[i].n > 0 {
			return min(i+a.heads[i].n, a.from)
		}
		if a.depth > 0 && announcesWithin(a.lines[i].text) {
			return i + 1 // above it stands an older answer
		}
	}
	if a.depth == 0 {
		return a.from // nothing announces it
	}
	return i
}

// strayAbove reports whether a line above our cut line, where none of our mail stands, may be a command.
func (a *answered) strayAbove(i int) bool {
	s := a.lines[i].text
	if f, _ := fieldOf(s); a.keep[i] || isBlank(s) || f != noField || strings.Contains(strings.ToLower(Fold(s)), CutLine) {
		return false
	}
	s = bareCommand(Fold(shorten(s, 400)))
	words := strings.Fields(s)
	return len(words) > 0 && a.verbs.typedHere(s, words)
}

// measure finds where our mail ends, which may be above an older one or what announces another, and how a program has quoted it.
func (a *answered) measure() {
	shown, in, capitals := 0, 0, 0
	a.base, a.wrapped = a.column(), true
	for a.to = a.from; a.to < len(a.lines) && (a.heads[a.to].n == 0 || a.lines[a.to].depth > a.depth); a.to++ {
		l := a.lines[a.to]
		if isBlank(l.text) || l.depth < a.depth || a.keep[a.to] {
			continue
		}
		if shown++; column(l.text) > a.base || l.depth > a.depth && int(l.in) > a.base {
			in++
		} else {
			capitals += inCapitals(l.text)
		}
		if slices.ContainsFunc(strings.Fields(l.text), func(word string) bool { return len(word) > lastColumn/2 }) {
			continue // it cannot be wrapped
		}
		n := utf8.RuneCountInString(l.text)
		if a.wrapped = a.wrapped && n <= lastColumn; a.wrapped {
			a.longest = max(a.longest, n)
		}
	}
	a.setIn = shown > 2 && 2*in >= shown && capitals >= 0
	a.rests = &rests{findings: a.findings, cut: a.from - 1, n: 1, full: shortQuote}
	for i := a.from + 1; a.setIn && i < a.to; i++ {
		if a.depth > 0 && column(a.lines[i].text) == 0 && a.lines[i].depth == a.depth && a.lines[i-1].depth == a.depth && a.rests.unlikely(a.lines[i].text) && a.rests.fits(i) {
			a.rests.sure++
		}
	}
}

// rest reports whether a line is the rest of the one above, where a program has broken lines of a quote, as it shows elsewhere, and
// marked both.
func (a *answered) rest(i int) bool {
	return a.rests.sure >= leastRests && a.lines[i-1].depth == a.depth && a.rests.fits(i) && a.noCommand(i)
}

// noCommand reports whether the rest of a line can be no command of the writer's.
func (a *answered) noCommand(i int) bool {
	s := bareCommand(Fold(shorten(a.lines[i].text, 400)))
	return a.verbs.surety(s) < bare && !a.verbs.misspelt(strings.Fields(s)) || joining[plainWord(s)] || a.rests.proven(i)
}

// leastRests is how many lines show that a program breaks the lines of quotes.
const leastRests = 4

// inCapitals returns 1 for a heading of our plain text, which is in capitals, -1 for one of our HTML, and 0 for all else. Programs
// that show HTML as text may set in what is below a heading, and put the number of a link before it.
func inCapitals(s string) int {
	s = Fold(linkNumber.ReplaceAllString(shorten(strings.TrimSpace(s), 100), ""))
	first := initialWord(s)
	switch {
	case !sections.MatchString(s):
		return 0
	case strings.ToUpper(first) == first:
		return 1
	case unicode.IsUpper([]rune(first)[0]):
		return -1
	}
	return 0
}

// linkNumber matches what lynx puts before a link.
var linkNumber = regexp.MustCompile(`^\[\d+\]`)

// column returns the indentation of our headings: that of the cut line, or the least of all lines.
func (a *answered) column() int {
	least := 100
	for i := a.from - 1; i < len(a.lines) && (i < a.from || a.heads[i].n == 0); i++ {
		if l := a.lines[i]; !isBlank(l.text) && l.depth == a.depth {
			least = min(least, column(l.text))
		}
	}
	return least
}

// column returns the indentation of a line.
func column(s string) int {
	return len(s) - len(strings.TrimLeft(s, " "))
}
