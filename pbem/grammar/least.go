package grammar

import (
	"slices"
	"strconv"

	"pbem/engine/moves"
)

// least are words for the smallest sum that can be bid.
var least = setOf(`minimum minimal min least lowest`)

// atLeast puts the sum in place of such a word behind a verb that bids, where one sum is asked: "bid the minimum".
func (m *matcher) atLeast(candidates []candidate, words []word) []word {
	i := slices.IndexFunc(words, func(w word) bool { return least[w.text] && !m.isName(w.text) })
	if i < 0 || len(candidates) != 1 || !m.ctx.Verbs.Does(candidates[0].verb, moves.Bids) {
		return words
	}
	sums := 0
	out := slices.Clone(words)
	for k, ch := range m.choices {
		if ch.Verb != candidates[0].verb {
			continue
		}
		for _, o := range m.options(k) {
			if o.Range != nil {
				out[i].text, out[i].money, sums = strconv.Itoa(o.Range.Min), true, sums+1
			}
		}
	}
	if sums != 1 {
		return words
	}
	return out
}
