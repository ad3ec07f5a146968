package grammar

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
)

// How players order the words of a command otherwise than the titles do.

// counted moves a number behind the verb that it stands in: "take 2 loans" is "take loans 2".
func counted(table moves.Table, words []word) []word {
	for i := 0; i+2 < len(words); i++ {
		if _, ok := words[i+1].number(); !ok {
			continue
		}
		for _, first := range []string{words[i].text, strings.TrimSuffix(words[i].text, "s")} {
			if len(table.Named(first+" "+words[i+2].text)) == 0 {
				continue
			}
			out := slices.Clone(words)
			out[i].text, out[i+1], out[i+2] = first, words[i+2], words[i+1]
			return out
		}
	}
	return words
}

// parted parts a verb from the number that was typed right behind it: "bid25".
func parted(table moves.Table, choices []engine.Choice, words []word) []word {
	first := words[0]
	verb := strings.TrimRight(first.text, "0123456789")
	if verb == first.text || !letters(verb) || len(meanings(table, choices, verb)) == 0 {
		return words
	}
	said, number := first, first
	said.text, said.raw = verb, strings.TrimRight(first.raw, "0123456789")
	number.text, number.raw, number.joins = first.text[len(verb):], first.text[len(verb):], false
	said.colon = false
	return append([]word{said, number}, words[1:]...)
}

// behind moves the company that the first n words name behind the verb, if the verb is on offer and takes a company: "NW
// merges with PRR" is "merge NW with PRR". A company that buys or sells does so for itself, not for the player.
func behind(m *matcher, n int) (words []word, ok bool) {
	rest := m.words[n:]
	verbs, k := known(m.ctx.Verbs, m.choices, rest)
	fits := func(name string) bool {
		v, _ := m.ctx.Verbs.Find(name)
		return name != moves.Buy.Name && name != moves.Sell.Name && v.Takes("COMPANY") && offered(m.choices, []string{name})
	}
	if k == 0 || !slices.ContainsFunc(verbs, fits) {
		return nil, false
	}
	return slices.Concat(rest[:k:k], m.words[:n:n], rest[k:]), true
}

// both are words between two companies of which neither comes first.
var both = setOf(`and with plus`)

// A mention is a company in a line: by which words, and which companies they may mean.
type mention struct {
	start, end int
	syms       []string
}

// companyAt returns what the words name as a company from the i-th word on, with as many words as it takes.
func (m *matcher) companyAt(i int) mention {
	out := mention{start: i, end: i}
	for _, c := range m.ctx.Facts.Companies {
		for _, s := range m.spans(c.Sym) {
			if s.start != i || s.how > bare || s.end < out.end {
				continue
			}
			if s.end > out.end {
				out.end, out.syms = s.end, nil
			}
			out.syms = append(out.syms, c.Sym)
		}
	}
	return out
}

// paired reads two companies of a merger that are joined by "and" or "with" behind the verb. Of the company that acts the
// title knows: "merge J and WT into J" is "merge with J into J" in the turn of WT. Where none acts, the one
// that stays is named a second time: "merge J and WT into J" is "merge WT into J".
func (m *matcher) paired(candidates []candidate, words []word) []word {
	if m.ctx.Facts == nil || len(words) > maxWords || !slices.ContainsFunc(candidates, func(c candidate) bool { return c.verb == moves.Merge.Name }) {
		return words
	}
	m.rest(words)
	words = m.words
	a := m.companyAt(0)
	if len(a.syms) == 0 || a.end+1 >= len(words) || !both[words[a.end].text] {
		return words
	}
	b := m.companyAt(a.end + 1)
	if len(b.syms) == 0 {
		return words
	}
	first, second := words[a.start:a.end:a.end], words[b.start:b.end:b.end]
	staying := mention{}
	if b.end+1 < len(words) && (words[b.end].text == "into" || words[b.end].text == "to") {
		staying = m.companyAt(b.end + 1)
	}
	acts := func(n mention) string {
		i := slices.IndexFunc(m.choices, func(ch engine.Choice) bool { return ch.Verb == moves.Merge.Name && slices.Contains(n.syms, ch.For) })
		if i < 0 {
			return ""
		}
		return m.choices[i].For
	}
	same := func(n mention) bool { return len(n.syms) == 1 && slices.Equal(n.syms, staying.syms) }
	one, other := acts(a), acts(b)
	switch {
	case one != "":
		m.actors = []string{one}
		return slices.Concat(second, words[b.end:])
	case other != "" && words[a.end].text != "with":
		m.actors = []string{other}
		return slices.Concat(first, words[b.end:])
	case other != "":
	case same(a):
		return slices.Concat(second, words[b.end:])
	case same(b):
		return slices.Concat(first, words[b.end:])
	}
	return words
}
