package letter

import "strings"

// Words are the words that commands begin with. A name that is one of them is no
// name here, and a line that begins with one is a command before it is anything
// else.
type Words map[string]bool

// WordsOf makes Words of commands and other phrases: the first word of each.
func WordsOf(phrases ...string) Words {
	w := Words{}
	for _, p := range append(strings.Fields(unheard), phrases...) {
		if f := strings.Fields(p); len(f) > 0 {
			w[plainWord(f[0])] = true
		}
	}
	return w
}

// unheard are words that people begin commands with although no command does.
const unheard = "back quit say tell vote"

// commands reports whether the first line of an attribution begins like a command. If the line has an
// address, it has to have a date before it; otherwise the line only begins with the sender's name.
func (w Words) commands(s string) bool {
	if w.surety(s) == unlike || beginsDated(s) || strings.HasPrefix(s, "--") {
		return false
	}
	name, _, addressed := strings.Cut(s, "<")
	return !addressed || isDated(name)
}

// Foreign reports whether a line can be no command, not even a misspelt one: neither its first word nor, behind what may
// be a company, its second or third is the word of a command or like one, and it holds a word of four small letters.
func (w Words) Foreign(s string) bool {
	words := courtesyWords(shorten(s, 200))
	m := matcher{verbs: w}
	spelt := false
	for i, word := range words {
		p := plainWord(word)
		if i < 3 && (w[p] && !weak[p] || i == 0 && (w[p] || !m.unlikeVerbs(p))) {
			return false
		}
		spelt = spelt || len(p) > 3 && strings.ToUpper(word) != word
	}
	return spelt
}
