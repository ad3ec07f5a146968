package grammar

import (
	"slices"
	"strconv"

	"pbem/engine"
)

// percents are words for the sign behind a number.
var percents = setOf(`percent pct`)

// shares puts numbers of shares in place of percents of a company: "sell 20% B&O" is two of its ten shares. Percents that are no whole
// number of shares stay, with a reason for the player.
func (m *matcher) shares(words []word) []word {
	if m.ctx.Shares == nil || !slices.ContainsFunc(words, func(w word) bool { return w.percent || percents[w.text] }) {
		return words
	}
	var out []word
	for _, w := range words {
		if last := len(out) - 1; percents[w.text] && last >= 0 && !m.isName(w.text) {
			out[last].percent = true
			continue
		}
		out = append(out, w)
	}
	m.words, m.seen = out, map[string]sense{}
	sym, size := m.divided()
	for i := range out {
		n, ok := out[i].number()
		switch {
		case !out[i].percent || !ok || size == 0:
		case n*size%100 == 0:
			out[i].text, out[i].percent = strconv.Itoa(n*size/100), false
		default:
			m.refused = engine.Refuse("%s%% is no whole number of shares of %s, which has %d in all: say how many shares", out[i].text, sym, size)
		}
	}
	return out
}

// divided returns the company that the words name best, and how many shares it has in all; 0 if they name none.
func (m *matcher) divided() (sym string, size int) {
	best := misspelt + 1
	for _, c := range m.ctx.Facts.Companies {
		for _, s := range m.spans(c.Sym) {
			if s.how < best {
				best, sym, size = s.how, c.Sym, m.ctx.Shares(c.Sym)
			}
		}
	}
	return sym, size
}
