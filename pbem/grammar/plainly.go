package grammar

import (
	"slices"

	"pbem/internal/spelling"
)

// counters are words for what is counted, which people misspell as often as others.
var counters = []string{"train", "trains", "share", "shares"}

// articles are words that stand before what somebody wants.
var articles = setOf(`a an the another some`)

// addresses are words before the names of people, of which some companies have theirs.
var addresses = setOf(`mr mrs mister`)

// plainly returns the words after a verb as they are meant: without a "Mr", a misspelt counter corrected, "off" for "from", "NY" for New York, and without the "me"
// of "get me a 3". Words that are names stay.
func (m *matcher) plainly(words []word) []word {
	out, changed := words, false
	if i := slices.IndexFunc(words, func(w word) bool { return addresses[w.text] && !w.joins }); i >= 0 {
		out, changed = slices.Delete(slices.Clone(words), i, i+1), true
	}
	set := func(i int, text string) {
		if !changed {
			out, changed = slices.Clone(words), true
		}
		out[i].text = text
	}
	for i, w := range out {
		switch {
		case w.text == "off" && i > 0 && i+1 < len(out) && !m.isName(w.text):
			set(i, "from")
		case len(w.text) > 4 && !m.isName(w.text):
			if counter := counterOf(w.text); counter != "" {
				set(i, counter)
			}
		}
	}
	if len(out) > 1 && out[0].text == "me" && out[0].raw == "me" && articles[out[1].text] {
		out = out[1:]
	}
	if i := slices.IndexFunc(out, func(w word) bool { return w.text == "ny" && !m.isName(w.text) }); i >= 0 {
		city := []word{{text: "new", raw: "New"}, {text: "york", raw: "York"}}
		out, changed = slices.Concat(out[:i:i], city, out[i+1:]), true
	}
	if i := slices.IndexFunc(out, func(w word) bool { return w.text == "x" && !m.isName("x") }); i > 0 {
		if _, number := out[i-1].number(); number { // "2 x NYC"
			out, changed = slices.Concat(out[:i:i], out[i+1:]), true
		}
	}
	if changed {
		return mark(out)
	}
	return out
}

// counterOf returns the counter that a word misspells, if there is one.
func counterOf(text string) string {
	if fillers[text] || slices.Contains(counters, text) {
		return ""
	}
	best := ""
	for _, c := range counters {
		if near(text, c) && (best == "" || spelling.Slips(text, c) < spelling.Slips(text, best)) {
			best = c
		}
	}
	return best
}
