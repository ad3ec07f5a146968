package grammar

import "strings"

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
	return distance(typed, word) <= slips
}

// Near reports whether a word in small letters looks like a misspelling of
// another.
func Near(typed, word string) bool { return typed != word && near(typed, word) }

// distance counts the letters to change, add, remove or swap with the next.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
