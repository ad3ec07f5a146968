package letter

import (
	"slices"
	"strings"
)

// findings is what findTyped found: which lines are the writer's.
type findings struct {
	lines    []line
	verbs    Words
	keep     []bool // by line
	borrowed bool   // the text kept was not marked as a quote, but it stands below an attribution or a forwarded header
	cutLine  bool   // our own cut line was met
	tap      int    // where our cut line stands with nothing of our mail below; -1 for nowhere
	resume   int    // the line below our cut line, where that is marked as a quote; 0 for none
	looked   int    // lines looked at closely
	doubt    string // a line left out that is most likely a command; "" for none
	strayed  bool   // that line stands within the mail answered
	answered int    // the line below our cut line, where our mail follows; 0 for none
}

// findTyped tells the writer's lines from the rest. What is marked as a quote is none of them, wherever it stands: people
// answer above, between and below. A quote that nothing marks ends the search.
func findTyped(lines []line, verbs Words) *findings {
	lines = splitGlued(slices.Clone(lines), verbs)
	at, n := findCut(lines)
	markPrefixed(lines, at)
	lines, at = splitCut(lines, at)
	f := &findings{lines: lines, verbs: verbs, keep: make([]bool, len(lines)), tap: -1}
	f.markBroken(at, n)
	f.cutLine = n > 0
	switch {
	case !f.cutLine:
	case lines[at].mark == quoted:
		f.resume, f.answered = at+n, at+n
		for i := at; i < at+n; i++ {
			f.lines[i].mark = quoted
		}
	default:
		f.markOurs(at, n)
	}
	f.scan()
	f.trimEdges()
	return f
}

// scan keeps the writer's lines.
func (f *findings) scan() {
	w := &walk{findings: f, heads: findHeads(f.lines, f.verbs)}
	for i := 0; i < len(w.lines); {
		i = w.step(i)
	}
	w.leave(len(w.lines))
	f.strays(w.heads)
}

// A walk goes through the lines of a mail. Its steps take the line they stand at and return the next.
type walk struct {
	*findings
	heads  []head
	found  bool // something of the writer's has been kept
	tail   tail // in which the walk is
	begin  int  // where that begins
	tailed bool // there was a tail, and a quote below it
}

func (w *walk) step(i int) int {
	l, head := w.lines[i], w.heads[i]
	if head.n > 0 || l.mark == quoted || l.mark == below || l.mark == ours {
		w.leave(i)
	}
	switch {
	case l.mark == ours:
		return w.cut(i)
	case l.mark == below:
		return w.below(i)
	case head.n > 0:
		return w.head(i)
	case l.mark == quoted:
	case l.mark == signed:
		w.suspect(i, bare)
	default:
		return w.plain(i)
	}
	return i + 1
}

// leave ends the tail in which the walk is before a line.
func (w *walk) leave(i int) {
	if w.tail != noTail {
		w.found = w.endTail(w.tail, w.begin, i) || w.found
		w.tail, w.tailed = noTail, true
	}
}

// cut ends the walk at our cut line, or goes on below it where nothing of our mail is there.
func (w *walk) cut(i int) int {
	if i != w.tap {
		return len(w.lines)
	}
	w.tail, w.begin = belowCut, i
	for i < len(w.lines) && w.lines[i].mark == ours {
		i++
	}
	return i
}

// below ends the walk where nothing but the mail answered to follows, and reads that if the writer has left nothing above.
func (w *walk) below(i int) int {
	if w.found || w.cutLine || w.borrowed {
		return len(w.lines)
	}
	w.borrowed = true
	w.lines = withoutBelow(w.lines)
	w.heads = findHeads(w.lines, w.verbs)
	return i
}

// head passes over what announces a quote. Where that is not marked, the walk ends, or goes on below the line of ours that is.
func (w *walk) head(i int) int {
	head := w.heads[i]
	if head.glued {
		w.keep[i], w.found = true, true
	}
	if head.quoteFollows || !w.found && !w.cutLine {
		w.borrowed = w.borrowed || !head.quoteFollows
		return i + head.n
	}
	if w.resume <= i {
		return len(w.lines)
	}
	return w.resume
}

// plain keeps a line, unless it begins a tail or is of one, or of what programs put above everything.
func (w *walk) plain(i int) int {
	next := noTail
	if w.tail == noTail || w.tail == belowQuote {
		next = w.tailAt(i, w.found)
	}
	n := 0
	if !w.found {
		n = banner(w.lines[i:], w.verbs)
	}
	shown := !isBlank(w.lines[i].text)
	switch {
	case w.tail == belowQuote && next != noTail:
		w.leave(i)
		w.tail, w.begin = next, i
	case w.tail != noTail:
	case n > 0:
		return i + n
	case next != noTail:
		w.tail, w.begin = next, i
	case !w.found && w.added(w.lines[i:]): // above everything
	case w.found && w.tailed && shown:
		w.tail, w.begin = belowQuote, i-1
	default:
		w.keep[i] = true
		w.found = w.found || shown
	}
	return i + 1
}

// maxLooked is how many lines are looked at for what programs add; nobody types more.
const maxLooked = 1000

// added reports whether a line is not the writer's but of the mail program, or of the company.
func (f *findings) added(lines []line) bool {
	if isBlank(lines[0].text) || f.looked == maxLooked {
		return false
	}
	f.looked++
	s := lines[0].text
	return isClientLine(s) || isLink(s) && isClientLine(nextText(lines[1:])) || isFooter(lines)
}

// nextText returns the next line that shows something.
func nextText(lines []line) string {
	if i := nextShown(lines, 0); i < len(lines) {
		return lines[i].text
	}
	return ""
}

// withoutBelow returns the lines with the mark below taken off.
func withoutBelow(lines []line) []line {
	out := append([]line{}, lines...)
	for i := range out {
		if out[i].mark == below {
			out[i].mark = typed
		}
	}
	return out
}

// trimEdges drops rules and blank lines at the end of what is kept, and blank lines at its beginning.
func (f *findings) trimEdges() {
	last := len(f.keep) - 1
	for ; last >= 0; last-- {
		if f.keep[last] && !isBlank(f.lines[last].text) && !isDecoration(f.lines[last].text) {
			break
		}
		f.keep[last] = false
	}
	for i := 0; i <= last; i++ {
		if f.keep[i] && !isBlank(f.lines[i].text) {
			break
		}
		f.keep[i] = false
	}
}

// text returns the lines kept.
func (f *findings) text() string {
	var b strings.Builder
	for i, l := range f.lines {
		if f.keep[i] {
			b.WriteString(l.text)
			b.WriteByte('\n')
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// blocks returns the numbers of the lines of the text, from 1, below which the writer went on after a quote, or after what
// programs add: each block may have a greeting and a closing of its own.
func (f *findings) blocks() (begins []int) {
	n, parted := 0, false
	for i, l := range f.lines {
		switch {
		case f.keep[i]:
			if n++; parted && !isBlank(l.text) {
				begins, parted = append(begins, n), false
			}
		case !isBlank(l.text) || l.mark == quoted:
			parted = n > 0
		}
	}
	return begins
}

// ignored returns the other lines, quotes with their mark.
func (f *findings) ignored() string {
	var b strings.Builder
	for i, l := range f.lines {
		if f.keep[i] {
			continue
		}
		if l.mark == quoted {
			b.WriteString("> ")
		}
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return strings.Trim(b.String(), "\n")
}
