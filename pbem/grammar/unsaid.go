package grammar

import (
	"slices"

	"pbem/engine/moves"
)

// Lines that leave out their verb are not carried out, as a line may be cut from prose: the player is asked.

// unsaid returns the commands that words would be behind a verb on offer that they do not begin with: "25" where a bid is
// asked, "bid 180 on A&S" where a company is started.
func (m *matcher) unsaid(words []word) (out []string) {
	for i, ch := range m.choices {
		if ch.Options == nil && ch.Free == nil || m.ctx.Verbs.Does(ch.Verb, moves.Passes) {
			continue
		}
		named := func(w word) bool { return slices.Contains(m.ctx.Verbs.Named(w.text), ch.Verb) }
		behind := &matcher{ctx: m.ctx, by: m.by, line: m.line, choices: m.choices, lists: m.lists}
		if behind.rest(slices.DeleteFunc(slices.Clone(words), named)); behind.need&^behind.ones == 0 {
			continue
		}
		behind.read(i, exact)
		for _, r := range behind.distinct() {
			if text := Phrase(m.ctx, r.command); !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	if pass := m.passing(); len(out) == 0 && pass != "" && m.givesUp(words) {
		out = append(out, pass)
	}
	return firstOf(out, mostClosest)
}

// passing returns the verb with which the player may pass now, "" if there is none.
func (m *matcher) passing() string {
	for _, v := range Offered(m.choices, m.by) {
		if m.ctx.Verbs.Does(v, moves.Passes) {
			return v
		}
	}
	return ""
}

// leaves are words of somebody who does not go on: "I'm out", "too much for me".
var leaves = setOf(`out fold drop stay enough rich much`)

// givesUp reports whether a short line sounds as if nothing was wanted: "I'm out", "don't build".
func (m *matcher) givesUp(words []word) bool {
	return len(words) > 0 && len(words) <= mostLeaving && (denials[words[0].text] || slices.ContainsFunc(words, func(w word) bool { return leaves[w.text] })) &&
		!slices.ContainsFunc(words[1:], func(w word) bool {
			return len(m.ctx.Verbs.Named(w.text)) > 0 && m.ctx.Verbs.Does(m.ctx.Verbs.Named(w.text)[0], moves.Passes)
		})
}

// mostLeaving is how many words such a line has.
const mostLeaving = 4
