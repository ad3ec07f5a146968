package grammar

import (
	"strconv"
)

// Sums in words, as people dictate them. The smaller numbers are in numerals.
var (
	teens = map[string]int{"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19}
	tens  = map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
	large = map[string]int{"hundred": 100, "thousand": 1000}
)

// sumWord reports whether a word is of a sum, and no number by itself as the grammar reads it.
func sumWord(text string) bool { return teens[text]+tens[text]+large[text] > 0 }

// dictated replaces sums in words by figures: "a hundred and ten", "two hundred fifty", "forty five". It leaves alone what can be
// read in two ways, such as "two fifty", and words that are parts of names.
func (m *matcher) dictated(words []word) []word {
	var out []word
	changed := false
	for i := 0; i < len(words); {
		n, size := m.sum(words[i:])
		if size == 0 || m.sumGoesOn(words[i+size:]) || i > 0 && m.numberWord(words[i-1]) {
			out = append(out, words[i])
			i++
			continue
		}
		w := words[i]
		w.text, w.raw = strconv.Itoa(n), rawOf(words[i:i+size])
		w.colon = words[i+size-1].colon
		out, i, changed = append(out, w), i+size, true
	}
	if !changed {
		return words
	}
	return mark(out)
}

// sum reads the longest sum at the start of words: how much, and how many words it has. size is 0 if there is none, or if it is a
// number that the grammar reads anyway.
func (m *matcher) sum(words []word) (n, size int) {
	told := func(i int) string {
		if i < len(words) && !m.isName(words[i].text) {
			return words[i].text
		}
		return ""
	}
	below := func(i int) (n, size int) { // up to 99
		switch text := told(i); {
		case tens[text] > 0:
			if u := numerals[told(i+1)]; u > 0 && u < 10 {
				return tens[text] + u, 2
			}
			return tens[text], 1
		case teens[text] > 0:
			return teens[text], 1
		case numerals[text] > 0:
			return numerals[text], 1
		}
		return 0, 0
	}
	unit := func(i int) (n, size int) { // before "hundred"
		if u, ok := numerals[told(i)]; ok {
			return u, 1
		}
		if text := told(i); len(text) == 1 && text >= "1" && text <= "9" {
			return int(text[0] - '0'), 1
		}
		if i < len(words) && words[i].text == "a" {
			return 1, 1
		}
		return 1, 0
	}
	add := func(at int) {
		if k, s := unit(at); large[told(at+s)] == 100 && k < 10 {
			n, size = n+100*k, at+s+1
		}
	}
	if k, s := unit(0); large[told(s)] == 1000 {
		n, size = 1000*k, s+1
	}
	if add(size); size == 0 {
		if n, size = below(0); size == 1 && numerals[told(0)] > 0 {
			return 0, 0
		}
		return n, size
	}
	rest := size
	if rest < len(words) && words[rest].text == "and" {
		rest++
	}
	if k, s := below(rest); s > 0 {
		n, size = n+k, rest+s
	}
	return n, size
}

// sumGoesOn reports whether the words behind a sum may be more of it.
func (m *matcher) sumGoesOn(rest []word) bool { return len(rest) > 0 && m.numberWord(rest[0]) }

func (m *matcher) numberWord(w word) bool {
	return !m.isName(w.text) && (numerals[w.text] > 0 || sumWord(w.text))
}
