package letter

import "strings"

// findings is what findTyped found: which lines are the writer's.
type findings struct {
	lines    []line
	verbs    Words
	keep     []bool // by line
	borrowed bool   // the text kept was not marked as a quote, but it stands below an attribution or a forwarded header
	cutLine  bool   // our own cut line was met
	looked   int    // lines looked at closely
	unread   bool   // the writer left text above the cut line, which is kept, and below it, which is not
}

// findTyped tells the writer's lines from the rest.
//
// With our cut line in the mail, the lines above it are read; if the writer left nothing there and the cut line is
// quoted, he wrote below or between, and the unquoted lines after it are read. Without it the whole mail is read.
func findTyped(lines []line, verbs Words) *findings {
	f := &findings{lines: lines, verbs: verbs, keep: make([]bool, len(lines))}
	at, n := findCut(lines)
	if f.cutLine = n > 0; !f.cutLine {
		f.scan(0, len(lines))
		f.trimEdges()
		return f
	}
	f.scan(0, at)
	f.trimEdges()
	if lines[at].mark != quoted {
		return f
	}
	if f.text() == "" {
		f.scan(at+n, len(lines))
		f.trimEdges()
		return f
	}
	f.unread = endsTyped(lines[at+n:], verbs)
	return f
}

// endsTyped reports whether the writer's text is the last thing in the lines.
func endsTyped(lines []line, verbs Words) bool {
	f := &findings{lines: lines, verbs: verbs, keep: make([]bool, len(lines)), cutLine: true}
	f.scan(0, len(lines))
	for i := len(lines) - 1; i >= 0; i-- {
		if !isBlank(lines[i].text) {
			return f.keep[i] && !isDecoration(lines[i].text)
		}
	}
	return false
}

// findCut returns where our cut line begins and over how many lines it is wrapped; n is 0 when there is none.
func findCut(lines []line) (at, n int) {
	first, _, _ := strings.Cut(CutLine, " ")
	for i := range lines {
		joined := strings.ToLower(Fold(lines[i].text))
		if !strings.Contains(joined, first) {
			continue
		}
		for n = 1; n <= 3; n++ {
			if strings.Contains(joined, CutLine) {
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

// scan keeps the writer's lines among those from start to end.
func (f *findings) scan(start, end int) {
	lines := f.lines[start:end]
	heads := findHeads(lines, f.verbs)
	found := false     // something of the writer's has been kept
	signature := false // within a signature that stands above everything else
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		head := heads[i]
		switch {
		case l.mark == below && (found || f.cutLine):
			return
		case l.mark == below && !f.borrowed:
			f.borrowed = true
			i--
			lines = withoutBelow(lines)
			heads = findHeads(lines, f.verbs)
		case head.n > 0:
			signature = false
			if head.glued {
				f.keep[start+i], found = true, true
			}
			if !head.quoteFollows && (found || f.cutLine) {
				return
			}
			f.borrowed = f.borrowed || !head.quoteFollows
			i += head.n - 1
		case l.mark == quoted:
			signature = false
		case l.mark == signed || signature:
		case !found && banner(lines[i:], f.verbs) > 0:
			i += banner(lines[i:], f.verbs) - 1
		case isSignature(l.text):
			if found {
				return
			}
			signature = isRule(l.text)
		case found && f.looked < maxLooked && f.endsWithRule(lines[i:]):
			return
		case f.added(lines[i:]):
			if found {
				return
			}
		default:
			f.keep[start+i] = true
			found = found || !isBlank(l.text)
		}
	}
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
