package grammar

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
)

// A candidate is a verb that the line may begin with.
type candidate struct {
	verb string
	how  int // exact, short or misspelt
}

// known returns the verbs that the line begins with, on offer or not, and how many words they take. It skips
// polite words before the verb: "please", "I". It returns none if the line begins with no verb.
func known(table moves.Table, choices []engine.Choice, words []word) (verbs []string, n int) {
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && leadIns[[2]string{words[i].text, words[i+1].text}] {
			i++
			continue
		}
		found, size := phraseAt(table, choices, words[i:])
		if len(found) > 0 && (n == 0 || offered(choices, found)) {
			verbs, n = found, i+size
			if offered(choices, found) {
				break
			}
		}
		if !polite[words[i].text] {
			break
		}
	}
	return verbs, n
}

// phraseAt returns the verbs of the longest phrase at the start of the words.
func phraseAt(table moves.Table, choices []engine.Choice, words []word) (verbs []string, n int) {
	for n := min(longestPhrase, len(words)); n > 0; n-- {
		var parts []string
		for _, w := range words[:n] {
			parts = append(parts, w.text)
		}
		if list := meanings(table, choices, strings.Join(parts, " ")); len(list) > 0 {
			return list, n
		}
	}
	for _, ending := range []string{"s", "es", "ed", "ing"} {
		stem, ok := strings.CutSuffix(words[0].text, ending)
		if !ok {
			continue
		}
		for _, s := range stems(stem, ending) {
			if list := meanings(table, choices, s); len(list) > 0 {
				return list, 1
			}
		}
	}
	return nil, 0
}

// stems returns the verbs that a word without its ending may be a form of: "passing", "bidding", "merging".
func stems(stem, ending string) []string {
	n := len(stem)
	switch {
	case strings.HasSuffix(ending, "s") || n < 2:
		return []string{stem}
	case stem[n-1] == stem[n-2]:
		return []string{stem, stem[:n-1]}
	}
	return []string{stem, stem + "e"}
}

// meanings returns the verbs of a phrase. A verb on offer may be missing from the table.
func meanings(table moves.Table, choices []engine.Choice, phrase string) []string {
	list := table.Named(phrase)
	if offered(choices, []string{phrase}) && !slices.Contains(list, phrase) {
		list = append([]string{phrase}, list...)
	}
	return list
}

func offered(choices []engine.Choice, verbs []string) bool {
	return slices.ContainsFunc(choices, func(c engine.Choice) bool { return slices.Contains(verbs, c.Verb) })
}

// candidates returns the verbs on offer that the line may begin with, how many words they take, and all verbs
// that it may begin with, on offer or not.
func (m *matcher) candidates(words []word) (list []candidate, n int, verbs []string) {
	verbs, n = known(m.ctx.Verbs, m.choices, words)
	said := make([]string, 0, n)
	for _, w := range words[:n] {
		said = append(said, w.text)
	}
	for _, v := range verbs {
		if !offered(m.choices, []string{v}) {
			continue
		}
		how := short
		if len(said) > 0 && said[len(said)-1] == v {
			how = exact
		}
		list = append(list, candidate{v, how})
	}
	if len(verbs) > 0 || len(words) == 0 || len(service[words[0].text]) > 0 {
		return list, n, verbs
	}
	return m.guesses(words[0].text), 1, nil
}

// ofHex returns the verb that a line says of a hex, if it is not on offer now and those on offer of which it is a synonym take no words:
// "keep L5 NW" where to keep is to withhold. It returns "" for any other line.
func (m *matcher) ofHex(n int, verbs []string) string {
	if n == 0 || n >= len(m.words) {
		return ""
	}
	said := m.words[n-1].text
	v, _ := m.ctx.Verbs.Find(said)
	if _, size := m.hexAt(n); size == 0 || !v.Takes("HEX") || !slices.Contains(verbs, said) || slices.ContainsFunc(m.choices, func(ch engine.Choice) bool {
		return ch.Verb == said || slices.Contains(verbs, ch.Verb) && (ch.Options != nil || ch.Free != nil)
	}) {
		return ""
	}
	return said
}

// denials reverse what follows, so no verb is guessed from them.
var denials = setOf(`dont doesnt didnt cant cannot wont not never`)

// surest is how many letters a synonym needs to be recognised when misspelt.
const surest = 5

// guesses returns the verbs on offer that a word shortens or misspells. Who asks something is not taken to have misspelt a move: "phase?".
func (m *matcher) guesses(text string) []candidate {
	var out []candidate
	if denials[text] || strings.HasSuffix(strings.TrimSpace(m.line), "?") {
		return nil
	}
	for _, v := range Offered(m.choices, m.by) {
		best := -1
		entry, _ := m.ctx.Verbs.Find(v)
		for _, p := range append([]string{v}, entry.Synonyms...) {
			how, ok := alike(text, p)
			if how == misspelt && p != v && len(p) < surest {
				continue
			}
			if ok && (best < 0 || how < best) {
				best = how
			}
		}
		if best >= 0 {
			out = append(out, candidate{v, best})
		}
	}
	return out
}

// Offered returns the verbs a player may use, each once.
func Offered(choices []engine.Choice, by string) []string {
	var out []string
	for _, c := range engine.Of(choices, by) {
		if !slices.Contains(out, c.Verb) && open(c) {
			out = append(out, c.Verb)
		}
	}
	return out
}

// prefix finds the company that the line is for: "B&M: lay ...". It returns how many words that takes, and
// the symbols that they may mean.
func (m *matcher) prefix() (n int, syms []string) {
	if m.ctx.Facts == nil {
		n, sym := saidFor(m.choices, m.words)
		return n, list(sym)
	}
	colon := slices.IndexFunc(m.words, func(w word) bool { return w.colon }) + 1
	if _, size := phraseAt(m.ctx.Verbs, m.choices, m.words); size > 0 {
		return 0, nil
	}
	best := misspelt
	for _, c := range m.ctx.Facts.Companies {
		for _, s := range m.spans(c.Sym) {
			if s.start != 0 || s.how > best || s.how > bare && s.end != colon || s.end >= len(m.words) {
				continue
			}
			if _, size := known(m.ctx.Verbs, m.choices, m.words[s.end:]); s.end != colon && size == 0 {
				continue
			}
			if s.how < best || s.end > n {
				best, n, syms = s.how, s.end, nil
			}
			if s.end == n {
				syms = append(syms, c.Sym)
			}
		}
	}
	return n, syms
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
