package letter

import "strings"

// findings say which lines are the writer's.
type findings struct {
	lines    []line
	verbs    Words
	keep     []bool // by line
	borrowed bool   // the kept text was not marked as a quote, but it stands below an attribution or a forwarded header
	cutLine  bool   // our own cut line was found
	tap      int    // index of our cut line if none of our mail follows it; -1 if there is no such line
	resume   int    // the line below our cut line if the cut line is marked as a quote; 0 otherwise
	looked   int    // how many lines were checked closely
	doubt    string // a line that was left out and is most likely a command; "" if there is none
	strayed  bool   // that line is within the quoted mail
	subject  string // of the mail
	answered int    // the line below our cut line if our mail follows; 0 otherwise
}

// findTyped separates the writer's lines from the rest. Lines marked as a quote never count, wherever they
// are: people answer above, between and below. An unmarked quote ends the search.
func findTyped(lines []line, verbs Words, subject string) *findings {
	lines = splitGlued(lines, verbs)
	at, n := findCut(lines)
	markPrefixed(lines, at)
	lines, at = splitCut(lines, at)
	f := &findings{lines: lines, verbs: verbs, subject: subject, keep: make([]bool, len(lines)), tap: -1}
	f.markBroken(at, n)
	f.cutLine = n > 0
	switch {
	case !f.cutLine:
	case lines[at].mark == quoted:
		f.resume, f.answered = at+n, at+n
		for i := at; i < at+n; i++ {
			f.lines[i].mark, f.lines[i].depth = quoted, f.lines[at].depth
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

// A walk goes through the lines of a mail. Each step takes an index and returns the next.
type walk struct {
	*findings
	heads  []head
	found  bool // a line of the writer's has been kept
	tail   tail // the tail that the walk is in
	begin  int  // where the tail begins
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

// leave ends the tail before line i.
func (w *walk) leave(i int) {
	if w.tail != noTail {
		w.found = w.endTail(w.tail, w.begin, i) || w.found
		w.tail, w.tailed = noTail, true
	}
}

// cut ends the walk at our cut line, or continues below it if none of our mail follows.
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

// below ends the walk if only the answered mail follows. If the writer left nothing above, it reads that
// mail.
func (w *walk) below(i int) int {
	if w.found || w.cutLine || w.borrowed {
		return len(w.lines)
	}
	w.borrowed = true
	w.lines = withoutBelow(w.lines)
	w.heads = findHeads(w.lines, w.verbs)
	return i
}

// head skips what announces a quote. If the quote is not marked, the walk ends, or continues below our quoted
// cut line.
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

// plain keeps a line unless it begins or continues a tail, or a program put it above everything.
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
	case !w.found && w.added(w.lines[i:]): // above everything else
	case w.found && w.tailed && shown:
		w.tail, w.begin = belowQuote, i-1
	default:
		w.keep[i] = true
		w.found = w.found || shown
	}
	return i + 1
}

// maxLooked is how many lines are checked for what programs add. Nobody types more.
const maxLooked = 1000

// added reports whether a line was added by the mail program or the company.
func (f *findings) added(lines []line) bool {
	if isBlank(lines[0].text) || f.looked == maxLooked {
		return false
	}
	f.looked++
	s := lines[0].text
	return isClientLine(s) || isLink(s) && isClientLine(nextText(lines[1:])) || isFooter(lines)
}

// nextText returns the next line that is not blank.
func nextText(lines []line) string {
	if i := nextShown(lines, 0); i < len(lines) {
		return lines[i].text
	}
	return ""
}

// withoutBelow returns the lines without the mark below.
func withoutBelow(lines []line) []line {
	out := append([]line{}, lines...)
	for i := range out {
		if out[i].mark == below {
			out[i].mark = typed
		}
	}
	return out
}

// trimEdges drops blank lines at the beginning and end of what is kept, and rules at the end.
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

// text returns the kept lines.
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

// blocks returns the line numbers, from 1, at which the writer continued after a quote or after what programs
// add. Each block may have a greeting and a closing of its own.
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

// ignored returns the other lines. Quotes keep their mark.
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
