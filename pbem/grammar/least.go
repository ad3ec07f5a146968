package grammar

import (
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
)

// least are words for the smallest sum that can be bid.
var least = setOf(`minimum minimal min least lowest`)

// atLeast reads a line that says such a word instead of a sum, if the rest of it can mean only one thing: "bid the minimum on D&H".
func (m *matcher) atLeast(candidates []candidate) (c engine.Command, ok bool) {
	i := slices.IndexFunc(m.words, func(w word) bool { return least[w.text] && !m.isName(w.text) })
	if i < 0 || len(m.words) > maxWords {
		return c, false
	}
	var sums []int
	m.each(candidates, func(ch engine.Choice, o engine.Option) {
		if o.Range != nil && m.ctx.Verbs.Does(ch.Verb, moves.Bids) && !slices.Contains(sums, o.Range.Min) {
			sums = append(sums, o.Range.Min)
		}
	})
	var found []engine.Command
	for _, n := range sums[:min(len(sums), mostCounts)] {
		for _, r := range m.saying(i, n, candidates) {
			if r.option.Range != nil && r.option.Range.Min == n {
				found = append(found, r.command)
			}
		}
	}
	if len(found) != 1 {
		return c, false
	}
	return found[0], true
}
