package letter

import (
	"strings"
)

// A tail is what may follow the typed text before a quote or the end of the mail. It is left out. If one of
// its lines is most likely a command, it is read if that is safe; otherwise the mail is refused.
type tail int

const (
	noTail     tail = iota
	signature       // below two dashes, or another rule
	addedLine       // below "Sent from my phone"
	footer          // a disclaimer
	belowCut        // below our cut line, most likely without our mail: nothing of it is read
	belowQuote      // below a quote that follows another tail: an answer, or what a mailing list adds
)

// tailAt returns which tail begins at a line, if any. found means that text of the writer's stands above.
func (f *findings) tailAt(i int, found bool) tail {
	l := f.lines[i]
	switch {
	case l.mark != typed || isBlank(l.text):
		return noTail
	case isSignature(l.text), f.namedDashes(l.text):
		return signature
	case found && f.looked < maxLooked && f.endsWithRule(f.lines[i:]):
		return signature
	case found && f.added(f.lines[i:]):
		if isFooter(f.lines[i:]) {
			return footer
		}
		return addedLine
	}
	return noTail
}

// namedDashes reports whether a line is a signature that begins on the line of its dashes: "-- Amy". A
// command may follow dashes too.
func (f *findings) namedDashes(s string) bool {
	name, ok := strings.CutPrefix(Fold(s), "-- ")
	return ok && name != "" && f.verbs.surety(name) < bare
}

// endTail ends a tail from line begin to line end. It keeps the commands with which the tail begins, and
// reports whether there were any. It never keeps a command further down; then the mail is refused.
func (f *findings) endTail(t tail, begin, end int) (kept bool) {
	if t == belowQuote {
		return f.endAnswer(begin+1, end)
	}
	last := -1
	for i := begin + 1; i < end && t != belowCut; i++ {
		l := f.lines[i]
		if isBlank(l.text) || t == footer && !isBlank(f.lines[i-1].text) {
			continue
		}
		if f.verbs.surety(l.text) < bare || !f.verbs.likely(l.text, bare) {
			break
		}
		last = i
	}
	for i := begin + 1; i <= last; i++ {
		f.keep[i] = f.lines[i].mark == typed
	}
	for i := max(begin, last) + 1; i < end && !unended(f.lines[i].text); i++ {
		switch {
		case t == footer && !isBlank(f.lines[i-1].text):
			f.suspect(i, sure)
		case t == addedLine:
			f.suspect(i, begun)
		default:
			f.suspect(i, bare)
		}
	}
	return last >= 0
}

// unended reports whether a line is an attribution without a colon: "Am 10.07.31 um 13:14 schrieb Bob".
func unended(s string) bool {
	return len(s) < 200 && beginsDated(s) && verb.MatchString(s)
}

// endAnswer keeps what stands below a quote if one of its lines may be a command, even misspelt.
func (f *findings) endAnswer(begin, end int) (kept bool) {
	m := matcher{verbs: f.verbs}
	for _, l := range f.lines[begin:end] {
		words := courtesyWords(shorten(l.text, 200))
		kept = kept || l.mark == typed && (f.verbs.surety(l.text) > unlike || len(words) > 0 && !m.unlikeVerbs(plainWord(words[0])))
	}
	for i := begin; i < end && kept; i++ {
		f.keep[i] = f.lines[i].mark == typed
	}
	return kept
}

// suspect records a line that is left out and most likely a command.
func (f *findings) suspect(i int, least surety) {
	if f.doubt == "" && f.lines[i].mark != ours && f.verbs.likely(f.lines[i].text, least) {
		f.doubt = Fold(shorten(f.lines[i].text, 200))
	}
}
