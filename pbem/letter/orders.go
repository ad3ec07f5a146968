package letter

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How surely a line is a command, judged by its first words.
type surety int

const (
	unlike surety = iota // it does not begin like a command
	begun                // it begins with a verb, or with a company and a verb; so may prose
	bare                 // it is only a verb: "pass"
	sure                 // what follows fits the verb: "NYC: run auto", "sell 2 NYC"
)

var (
	bullet    = regexp.MustCompile(`^(?:[-*•·+–—]{1,2}|\(?\d{1,2}[.):])\s+`)
	numbered  = regexp.MustCompile(`^\(?\d{1,2}[.):]\s+`) // a bullet that is a number
	symbol    = regexp.MustCompile(`^[A-Z][A-Z0-9&'./-]{0,6}$`)
	described = phraseSet(`auto|all|half|full|from|share|shares|train|trains|bank|ipo|market|pool|none|nothing|dividend|dividends|max|yes|route|routes|turn|round|token|tile|loan|loans`)
)

// posts are words of commands that are frequent in signatures, where they begin with capitals: jobs and
// addresses.
var posts = phraseSet(`home|host|director|direct|line|station|engineer|engineers|port|board|bridge|mine|block|track|players|winner|state|value|round|house|short|office|count|cover|marker|what|where|will|i|my|mine|name`)

// foreign are verbs that are short words in other languages, or that many sentences begin with.
var foreign = phraseSet(`do|i|my|no|me|for|all|time|ok|okay|is|as`)

// free are verbs that may be followed by anything.
var free = phraseSet(`press|preview|next|vacation`)

// surety says how surely a line is a command.
func (w Words) surety(s string) surety {
	if len(s) > 5000 {
		return unlike
	}
	s = bullet.ReplaceAllString(Fold(shorten(s, 400)), "")
	words := strings.Fields(s)
	if len(words) == 0 {
		return unlike
	}
	first, colon := commandWord(words[0])
	if w[first] && posts[first] && unicode.IsUpper([]rune(words[0])[0]) {
		return ofPost(words[1:])
	}
	if w[first] {
		return w.behind(first, colon, words[1:])
	}
	if second := afterCompany(s, words); second != "" && w[second] && !weak[second] {
		return sure
	}
	return unlike
}

// ofPost is surety for a line that begins like a job or an address: "Short NYC" and "Station G8" are
// commands, "Station Road 12" and "Director" are not.
func ofPost(rest []string) surety {
	for _, word := range rest[:min(2, len(rest))] {
		if word = strings.Trim(word, ",.;"); len(word) > 1 && symbol.MatchString(word) {
			return sure
		}
	}
	return begun
}

// sayings are words of notes and quotations in signatures. Commands do not have them.
var sayings = phraseSet(`us|our|your|this|is|are|you|we|mailbox|at|please|be|it|who|that|work|days|hours`)

// likely reports whether a line where signatures stand is most likely a command: one at least as sure as
// least, or a verb in lower case and a few words.
func (w Words) likely(s string, least surety) bool {
	is := w.surety(s)
	words := strings.Fields(Fold(shorten(s, 400)))
	if is == unlike || strings.Contains(s, "@") || strings.Contains(s, "://") {
		return false
	}
	if first, _ := commandWord(words[0]); free[first] && first != "next" {
		return is >= least
	}
	for _, word := range words {
		if p, _ := commandWord(word); sayings[p] {
			return false
		}
	}
	if is < least {
		return least < sure && len(words) < 4 && unicode.IsLower([]rune(words[0])[0])
	}
	return len(words) <= 12
}

// behind is surety for a line that begins with a verb, judged by the other words.
func (w Words) behind(verb string, colon bool, rest []string) surety {
	switch {
	case len(rest) == 0:
		return bare
	case foreign[verb] && !colon:
		return begun
	case free[verb] && (colon || !weak[verb]):
		return sure
	}
	for _, word := range rest[:min(6, len(rest))] {
		p, _ := commandWord(word)
		if strings.IndexFunc(word, unicode.IsDigit) >= 0 || described[p] || w[p] && colon || len(word) > 1 && symbol.MatchString(strings.Trim(word, ":,.;!")) {
			return sure
		}
	}
	return begun
}

// commandWord returns a word without the punctuation around it. colon means that a colon followed.
func commandWord(word string) (plain string, colon bool) {
	return plainWord(strings.Trim(word, `:,.;!?"'`)), strings.HasSuffix(word, ":")
}

// afterCompany returns the word after what may be a company: a symbol, or some words and a colon. It is "" if
// there is none.
func afterCompany(s string, words []string) string {
	i := 1
	if !symbol.MatchString(strings.TrimRight(words[0], ":,")) {
		before, _, ok := strings.Cut(s, ": ")
		first, _ := utf8.DecodeRuneInString(before)
		if i = len(strings.Fields(before)); !ok || i > 6 || !unicode.IsUpper(first) {
			return ""
		}
	} else if len(words) > 1 && strings.Trim(words[1], ":-") == "" {
		i++
	}
	if i >= len(words) {
		return ""
	}
	plain, _ := commandWord(words[i])
	return plain
}
