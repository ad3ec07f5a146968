package letter

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// How a line of ours is known where a program has taken its indentation: no list of words can name every line that begins with
// the word of a command.

// own reports whether a line in our mail has a form that only we write: the title of the mail, a row of a table or of text that
// is set in, a heading in capitals, a count of choices, how a command is written, an explanation, or the rest of the line above.
func (a *answered) own(i int) bool {
	l := a.lines[i]
	s := Fold(shorten(l.text, 400))
	switch first := initialWord(bareCommand(s)); {
	case l.row, l.pre > 2, a.titled(i), a.gathered(i), a.prose(i, s), labelled.MatchString(l.text), ownForms.MatchString(s):
		return true
	case strings.ToLower(first) != first:
		return strings.ToUpper(s) == s && !leads[plainWord(strings.Trim(first, ",:"))] && a.heading(i)
	case usage.MatchString(s), strings.HasPrefix(a.section, "the answer to host"):
		return true
	}
	return !a.setIn && a.hangs(i)
}

// ownForms match lines of ours: counts of choices, games by their names, seats, a variant for more players, and rows with several amounts.
var ownForms = sifted{regexp.MustCompile(`^\S+ \d+ ways?\b|(?i:^\S+ of .{1,60} \([gs]\d+\)(?: is [a-z]+)?\**$)|(?i:^game \S+ for \d)|^Pace \d+ \S+, .*(?:off|quiet|zone) |^seat \d+ \S|: \d+ to \d+ players \(|\p{Sc}\d+ \p{Sc}\d|\d\p{Ll}{1,2} \d+\p{Ll}{1,2}\b`), mayCount}

// labelled matches a row of our text: a label, and what it says in the next column.
var labelled = regexp.MustCompile(`^[A-Z][a-z]+ {2,}\S`)

// usage matches how a command is written: with what it can name in capitals, choices in brackets, or bars between them.
var usage = sifted{regexp.MustCompile(` \| |\[[a-z]+ [A-Z]{4,}|\b(?:HEX|TILE|EXITS|COMPANY|PRIVATE|TRAIN|CITY|TITLE|NUMBER|ROUND|POSITION|PLAYER|ADDRESS|LINE|TEXT|AMOUNT|PRICE|DATE)S?\b`), mayShow}

// prose reports whether a line explains something: it has words of sentences that nobody needs for a command, or it has one
// and goes on with the line above.
func (a *answered) prose(i int, s string) bool {
	words := courtesyWords(s)
	if len(words) < 3 || spokenFreely[plainWord(words[0])] {
		return false
	}
	n := 0
	for _, word := range words {
		if told[plainWord(word)] {
			n++
		}
	}
	above := strings.TrimSpace(a.lines[i-1].text)
	goesOn := utf8.RuneCountInString(above) > mostColumns/2 && a.lines[i-1].depth == a.depth && !strings.ContainsAny(above[len(above)-1:], ".:?!")
	return n > 1 || goesOn && (n > 0 || strings.HasSuffix(s, ")") && !strings.Contains(s, "("))
}

// told are words of sentences that explain. spokenFreely are commands that hold sentences of players.
var (
	told         = phraseSet(`it|its|is|are|was|were|when|while|until|then|without|which|who|whose|everybody|every|any|other|others|own|his|their|they|as|than|be|can|may|must`)
	spokenFreely = phraseSet(`press|note|preview|next|vacation|host|say|tell|if|plan`)
)

// titled reports whether a line says what the subject says, as the headline of our mail does.
func (a *answered) titled(i int) bool {
	s := strings.Trim(Fold(a.lines[i].text), "*_ ")
	if len(s) < 3 || !strings.HasSuffix(strings.ToLower(Fold(a.subject)), strings.ToLower(s)) {
		return false
	}
	if len(strings.Fields(s)) > 3 {
		return true // it may be a heading too
	}
	return a.opened(i)
}

// opened reports whether nothing of our mail stands above a line, but perhaps what the writer typed into it.
func (a *answered) opened(i int) bool {
	for k := a.from; k < i; k++ {
		if !a.keep[k] && !isBlank(a.lines[k].text) {
			return false
		}
	}
	return true
}

// gathered reports whether a line is the pace of a game that waits for players, which stands below who is missing.
func (a *answered) gathered(i int) bool {
	return startsWith(a.lines[i].text, "Pace") && startsWith(a.lines[i-1].text, "Missing")
}

// startsWith reports whether a word is the first of several in a line. Behind it a blank may stand, or a tab.
func startsWith(line, word string) bool {
	words := strings.Fields(line)
	return len(words) > 1 && words[0] == word
}

// parted finds where the second column of a line begins.
var parted = regexp.MustCompile(`^\S.*?\S {2,}\S`)

// hangs reports whether a line is the rest of the one above in text that we wrapped. The lines of a paragraph were set in as far
// as its second column, or by a few blanks.
func (a *answered) hangs(i int) bool {
	words := strings.Fields(a.lines[i].text)
	if a.lines[i-1].depth == a.depth && dangling.MatchString(a.lines[i-1].text) {
		return true
	}
	if !a.wrapped || a.lines[i].pre > 0 || len(words) == 0 {
		return false
	}
	in := 2
	for k := i - 1; k >= a.from && k >= i-mostHanging && !isBlank(a.lines[k].text) && a.lines[k].depth == a.depth; k-- {
		above := strings.TrimSpace(a.lines[k].text)
		if at := parted.FindString(above); at != "" {
			if in = utf8.RuneCountInString(at) + 1; k == i-1 {
				in = 2
			}
			break
		}
	}
	above := strings.TrimSpace(a.lines[i-1].text)
	return above != "" && a.lines[i-1].depth == a.depth && in+utf8.RuneCountInString(above+" "+words[0]) > mostColumns
}

// dangling matches a line that cannot end where it does.
var dangling = regexp.MustCompile(`(?:,| (?:a|an|the|of|or|and|to|in|on|at|by|for|from|with|without|as|its|one|into|than))$`)

// mostHanging is how many lines a paragraph of ours has in a second column.
const mostHanging = 12

// announcesWithin reports whether a quoted line announces a quote of its own: the last line of an attribution, or a field of a header.
func announcesWithin(s string) bool {
	f, value := fieldOf(s)
	return f != noField && value != "" || mayEnd(line{text: s}) && announces(strings.TrimSpace(s), true)
}
