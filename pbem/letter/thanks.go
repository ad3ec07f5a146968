package letter

import (
	"regexp"
	"slices"
	"strings"
)

// Where polite words may be parted from a command on the same line, as phones and dictation write it.
var (
	partEnd = regexp.MustCompile(`[.!,;]\s+|\s+[-–—]+\s+`)
	musing  = phraseSet(`well|hm|hmm|hmmm|oh|ah|eh|um|uh|er|lol|haha|hehe|argh|ugh`)
	speaks  = regexp.MustCompile(`(?i)^(?:(?:i|i['’]?ll|i['’]?d|i['’]?m|we|we['’]?ll|let['’]?s|let|me|us|please|so|then|now|just|will|would|like|want|to)\s+)+`)
	goodbye = regexp.MustCompile(`(?i)\s+\(?(?:sorry|apologies|thanks|thank you|thx|cheers|good luck|have fun)\b`)
	calls   = regexp.MustCompile(`(?i)\s(?:called|named|name)\b`) // a game may have the name "Good luck"
)

// politeApart leaves out polite words before a command, "Hi Amy, bid 35", and puts those behind it on a line of their own: "Run
// auto. Thanks! Amy". A text to others stays whole, and so does what may be more of it: "press Well done" / "Hi Amy, sell 2 NYC
// and you win".
func (l *Letter) politeApart(lines []Line, verbs Words) (stay, left []Line) {
	m := l.matcher(verbs)
	text := false
	for _, one := range lines {
		before, line := "", one.Text
		if first, _ := commandWord(initialWord(line)); !text {
			text = spokenFreely[first]
			before, line = m.opened(line)
		}
		if before != "" {
			left = append(left, Line{one.Num, before})
		}
		line, behind := m.closed(line)
		stay = append(stay, Line{one.Num, line})
		if behind != "" {
			stay = append(stay, Line{one.Num, behind})
		}
	}
	return stay, left
}

// opened parts a line into polite words and the command behind them; before is "" if there are none.
func (m matcher) opened(line string) (before, command string) {
	for _, at := range partEnd.FindAllStringIndex(line, maxClosing) {
		head, rest := line[:at[0]], line[at[1]:]
		greets, opens := m.opens(head)
		if !opens {
			continue
		}
		if is := m.verbs.surety(speaks.ReplaceAllString(rest, "")); is == sure || greets && is == bare {
			return strings.TrimSpace(line[:at[1]]), rest
		}
	}
	return "", line
}

// opens reports whether words are polite and no more than that, and whether they greet or only muse: "hmm". None of them resembles
// a word of a command or a company: "Bye bye NYC, sell 2".
func (m matcher) opens(s string) (greets, opens bool) {
	words := courtesyWords(s)
	n := longestPhrase(words, greetings)
	if n == 0 {
		n = longestPhrase(words, musing)
	}
	greets = n > 0
	if n == 0 {
		n = longestPhrase(words, closings)
	}
	if n == 0 || len(words)-n > mostAddressed || m.verbs.surety(s) > unlike {
		return false, false
	}
	for _, w := range words[n:] {
		if p := plainWord(w); chosen[p] && (!greets || p != "all") || !m.harmless(w) && !weak[p] {
			return false, false
		}
	}
	return greets, true
}

// closed parts a line into a command and the polite words behind it; behind is "" if there are none.
func (m matcher) closed(line string) (command, behind string) {
	for _, at := range partEnd.FindAllStringIndex(line, maxClosing) {
		head, rest, least := line[:at[0]], line[at[1]:], bare
		if line[at[0]] != '.' && line[at[0]] != '!' && weak[verbOf(head)] {
			least = sure // "ok, thanks"
		}
		if m.ends(head, rest, least) {
			return head, rest
		}
	}
	for _, at := range goodbye.FindAllStringIndex(line, maxClosing) {
		if head, rest := line[:at[0]], line[at[0]:]; m.ends(head, rest, sure) { // "no thanks" is a pass
			return head, rest
		}
	}
	return line, ""
}

// ends reports whether a line is a command, at least as sure as least, and behind it polite words. A text to others stays whole, and
// so does what gives a name.
func (m matcher) ends(head, rest string, least surety) bool {
	return m.verbs.surety(speaks.ReplaceAllString(head, "")) >= least && !spokenFreely[verbOf(head)] && !calls.MatchString(head) &&
		m.verbs.surety(rest) < bare && m.leaves(rest)
}

// verbOf returns the first word of a line behind "I will" and the like.
func verbOf(line string) string {
	first, _ := commandWord(initialWord(speaks.ReplaceAllString(line, "")))
	return first
}

// leaves reports whether what stands behind a command is polite words, an excuse, or the writer's name. No word of it resembles one
// of a command or a company.
func (m matcher) leaves(s string) bool {
	words := courtesyWords(s)
	switch kind := m.courtesy(s, closings, false); {
	case kind == named:
		return m.namesWriter(s)
	case kind == polite:
		return !slices.ContainsFunc(words[longestPhrase(words, closings):], func(w string) bool {
			p := plainWord(w)
			return !m.harmless(w) && !besides[p] && !weak[p] && !m.own[p] && !closings[p]
		})
	}
	return m.apologizes(s + ".")
}
