package grammar

import (
	"strings"

	"pbem/internal/spelling"
)

// How a word was understood, the most certain first.
const (
	exact = iota
	bare  // a name without its small words: "coal mine" for Minor Coal Mine
	short // part of a name, an abbreviation or a synonym
	misspelt
)

// alike tells how a typed word stands for another: exactly, as its beginning, or misspelt. ok is false if it
// does not.
func alike(typed, word string) (how int, ok bool) {
	switch {
	case typed == word:
		return exact, true
	case len(typed) >= 3 && letters(typed) && strings.HasPrefix(word, typed):
		return short, true
	case near(typed, word):
		return misspelt, true
	}
	return 0, false
}

// near reports whether a word is a typing error for the other: one letter wrong, missing, extra or swapped
// with the next, and two in a long word. Words with digits never match others.
func near(typed, word string) bool {
	slips := 1
	switch n := min(len(typed), len(word)); {
	case n < 3:
		return false
	case n >= 8:
		slips = 2
	}
	if d := len(typed) - len(word); d > slips || -d > slips || !letters(typed) || !letters(word) {
		return false
	}
	return spelling.Slips(typed, word) <= slips
}

// Near reports whether a word in small letters looks like a misspelling of
// another.
func Near(typed, word string) bool { return typed != word && near(typed, word) }
