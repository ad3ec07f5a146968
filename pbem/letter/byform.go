package letter

import (
	"slices"
	"strings"
	"unicode"
)

// Polite words that are in no list are recognised by their form: where they stand, how they end, and that
// none of their words resembles a word of a command.

// withoutAnnouncing removes lines that only announce the command below them: "Well then:", "hier mein Zug:".
func (m matcher) withoutAnnouncing(lines []Line, left *[]Line) (stay []Line) {
	for i, l := range lines {
		if i+1 < len(lines) && m.announcesCommand(l.Text) && m.verbs.surety(lines[i+1].Text) >= bare {
			*left = append(*left, l)
			continue
		}
		stay = append(stay, l)
	}
	return stay
}

// announcesCommand reports whether a line is a few harmless words and a colon, and cannot be the name of a
// company or player.
func (m matcher) announcesCommand(s string) bool {
	words := courtesyWords(s)
	if !strings.HasSuffix(s, ":") || len(words) == 0 || len(words) > 6 || m.verbs.begin(s) {
		return false
	}
	small := 0
	for i, w := range words {
		p := plainWord(w)
		if weak[p] && i > 0 || p == "my" {
			small++
			continue
		}
		if !m.harmless(w) {
			return false
		}
		if unicode.IsLower([]rune(w)[0]) && p != "and" && p != "of" && p != "the" && p != "de" {
			small++
		}
	}
	return 2*small >= len(words)
}

// belowWhole reports whether a line below the writer's whole name, with which the closing begins, tells more
// about the writer: a job, a firm, a town, or several with bars between them. It begins with a capital and
// has no word of a command.
func (m matcher) belowWhole(s string) bool {
	words := courtesyWords(s)
	if len(words) == 0 || len(words) > 10 || !unicode.IsUpper([]rune(words[0])[0]) || m.verbs.surety(s) >= bare {
		return false
	}
	for _, w := range words {
		p := plainWord(w)
		if m.verbs[p] && !posts[p] || hex.MatchString(w) {
			return false
		}
	}
	return (m.aboutWriter(s) || m.post(s)) && (m.unlikeVerbs(plainWord(words[0])) || posts[plainWord(words[0])]) && strings.ToUpper(s) != s || m.livesAt(s)
}

// takesLeave reports whether a line above the writer's name says goodbye in the writer's own words. It
// continues after polite words, or ends with a comma, and no word resembles one of a command.
func (m matcher) takesLeave(s string) bool {
	words := courtesyWords(s)
	n := longestPhrase(words, closings)
	if len(words) < 2 || len(words) > 8 || n < 2 && (len(words) > 4 || !strings.HasSuffix(s, ",")) {
		return false
	}
	return !slices.ContainsFunc(words[n:], func(w string) bool { return !m.harmless(w) && !(besides[plainWord(w)] && weak[plainWord(w)]) })
}

// mostAddressed is how many words of a greeting may name the persons greeted.
const mostAddressed = 4

// addresses reports whether a line is a greeting in the writer's own words, "Ciao ragazzi,". It ends as
// greetings do, and no word resembles one of a command or a company.
func (m matcher) addresses(s string) bool {
	s = strings.TrimSpace(s)
	words := courtesyWords(s)
	n := longestPhrase(words, greetings)
	if n == 0 || len(words)-n > mostAddressed || !strings.ContainsAny(s[len(s)-1:], ",!") || strings.Contains(s[:len(s)-1], ",") {
		return false
	}
	return !slices.ContainsFunc(words[n:], func(w string) bool { return !m.harmless(w) && !weak[plainWord(w)] })
}

// apologizes reports whether a line begins with polite words and continues with harmless ones: "Sorry for the
// delay, I was in Spain!"
func (m matcher) apologizes(s string) bool {
	words := courtesyWords(s)
	n := longestPhrase(words, closings)
	if n == 0 || n == 1 && plainWord(words[0]) != "sorry" || len(words) > 20 || !strings.ContainsAny(s[len(s)-1:], ".!,") {
		return false
	}
	return !slices.ContainsFunc(words[n:], func(w string) bool {
		p := plainWord(w)
		return chosen[p] || !m.harmless(w) && !(friendly[p] && (!m.verbs[p] || weak[p]))
	})
}

// chosen are words with which people choose without a verb: "sorry, the other one please".
var chosen = phraseSet(`one|other|others|first|second|third|last|same|both|none|nothing|yes|please|half|all|again|instead|wrong|meant|mean|two|three|bitte|gleiche|andere`)

// harmless reports whether a word belongs to no command, resembles none, and is neither a number nor a
// company.
func (m matcher) harmless(w string) bool {
	p := plainWord(w)
	if m.verbs[p] || chosen[p] || strings.IndexFunc(w, unicode.IsDigit) >= 0 || len(w) > 1 && isASCII(w) && w == strings.ToUpper(w) {
		return false
	}
	for verb := range m.verbs {
		if len(p) > 3 && (nearly(p, verb) || strings.HasPrefix(verb, p)) {
			return false
		}
	}
	return true
}

// letters reports whether the words after a whole name are titles in letters: "CEng MICE".
func (m matcher) letters(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		capitals := 0
		for _, r := range w {
			if unicode.IsUpper(r) {
				capitals++
			}
		}
		return capitals < 2 || len(w) > 7 || m.verbs[plainWord(w)] || strings.IndexFunc(w, unicode.IsDigit) >= 0
	})
}
