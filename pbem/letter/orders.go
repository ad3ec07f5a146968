package letter

import (
	"regexp"
	"strings"
	"unicode"
)

// How surely a line is a command, judged by its first words.
type surety int

const (
	unlike surety = iota // it does not begin as commands do
	begun                // it begins with a verb, or with a company and a verb; prose may
	bare                 // it is a verb and nothing else: "pass"
	sure                 // and what stands behind goes with a verb: "NYC: run auto", "sell 2 NYC"
)

var (
	bullet    = regexp.MustCompile(`^(?:[-*•·+–—]{1,2}|\d{1,2}[.)])\s+`)
	symbol    = regexp.MustCompile(`^[A-Z][A-Z0-9&'./-]{0,6}$`)
	described = phraseSet(`auto|all|half|full|from|share|shares|train|trains|bank|ipo|market|pool|none|nothing|dividend|dividends|max|yes|route|routes|turn|round|token|tile|loan|loans`)
)

// posts are words of commands that signatures are full of: what people are, and where they live.
var posts = phraseSet(`home|host|director|direct|line|station|engineer|engineers|port|board|bridge|mine|block|track|players|winner|state|value|round|house|short|office|count|cover|marker|what|where|will|i|my|mine|name`)

// foreign are verbs that are small words in other tongues, or that many sentences begin with.
var foreign = phraseSet(`do|no|me|for|all|time|ok|okay|is|as`)

// free are verbs behind which anything may stand.
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
	if w[first] {
		return w.behind(first, colon, words[1:])
	}
	if second := afterCompany(s, words); second != "" && w[second] && !weak[second] {
		return sure
	}
	return unlike
}

// behind is surety of a line that begins with a verb, by the other words.
func (w Words) behind(verb string, colon bool, rest []string) surety {
	switch {
	case posts[verb]:
		return begun
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

// commandWord makes a word plain, without the marks around it; colon says that it ended with one.
func commandWord(word string) (plain string, colon bool) {
	return plainWord(strings.Trim(word, `:,.;!?"'`)), strings.HasSuffix(word, ":")
}

// afterCompany returns the word behind what may be a company: a symbol, or some words and a colon. It is "" for none.
func afterCompany(s string, words []string) string {
	i := 1
	if !symbol.MatchString(strings.TrimRight(words[0], ":,")) {
		before, _, ok := strings.Cut(s, ": ")
		if i = len(strings.Fields(before)); !ok || i > 6 || !unicode.IsUpper([]rune(before)[0]) {
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
