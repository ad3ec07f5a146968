package letter

import (
	"regexp"
	"strings"
	"unicode"
)

// isMotto reports whether a line is a quotation as people put it below their names, perhaps with its author, or a saying.
func (m matcher) isMotto(s string) bool {
	s = Fold(s)
	if m.isSaying(s) {
		return true
	}
	if len(s) < 10 || s[0] != '"' || strings.Count(s, `"`) != 2 {
		return false
	}
	said, _, _ := strings.Cut(s[1:], `"`)
	return len(strings.Fields(said)) > 2 && m.verbs.surety(said) < bare
}

// isSaying reports whether a line is a saying, which no command looks like: "Take it easy", with the same word at both ends, or with
// two halves that end alike. It has no figure and no name of a company.
func (m matcher) isSaying(s string) bool {
	words := courtesyWords(s)
	if len(words) < 3 || len(words) > 12 || m.verbs.surety(s) == sure || strings.IndexFunc(s, unicode.IsDigit) >= 0 {
		return false
	}
	for _, w := range words {
		if len(w) > 1 && symbol.MatchString(w) && strings.ToUpper(w) == w {
			return false
		}
	}
	first, last := plainWord(words[0]), plainWord(words[len(words)-1])
	halves := strings.Split(s, ",")
	if len(halves) == 2 && opposites[ending(halves[0])] && opposites[last] {
		return true
	}
	return len(halves) > 2 && first == last || proverb.MatchString(s)
}

// ending returns the last word of a text.
func ending(s string) string {
	words := courtesyWords(s)
	if len(words) == 0 {
		return ""
	}
	return plainWord(words[len(words)-1])
}

// opposites are the words with which the halves of sayings end.
var opposites = phraseSet(`low|high|hard|easy|fast|slow|well|early|late|often|less|more|big|small`)

// proverb matches how sayings begin or end that people put below their names, and how they say where they wrote.
var proverb = regexp.MustCompile(`(?i)^(?:(?:keep calm|life|love|live|may the|all aboard|mind the|be the|carpe)\b.*|(?:sent|written|typed|composed) (?:while|when|between|during|amid|in between|on a|on the|at a|in a)\b.*|\S+ it (?:on|easy|forward|slow|cool|safe|real|simple))[.!]*$`)
