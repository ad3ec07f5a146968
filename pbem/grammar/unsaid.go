package grammar

import (
	"slices"

	"pbem/engine/moves"
)

// Lines that leave out their verb are not carried out, as a line may be cut from prose: the player is asked.

// insteadOf is unsaid for the words behind one of the verbs, which cannot be said now. Only for a bid, or if the verb was said in another
// word: "put in OBC". Who means to sell says so.
func (m *matcher) insteadOf(verbs []string, words []word) []string {
	if own, ok := m.ctx.Verbs.Find(m.words[0].text); ok && own.Role != moves.Bids {
		return nil
	}
	return m.unsaid(words, func(verb string) bool {
		return !m.ctx.Verbs.Does(verb, moves.Raises) && !slices.Contains(verbs, verb)
	})
}

// unsaid returns the commands that words would be behind a verb on offer that they do not begin with: "25" where a bid is
// asked. fits says which verbs to try.
func (m *matcher) unsaid(words []word, fits func(verb string) bool) (out []string) {
	for i, ch := range m.choices {
		if ch.Options == nil && ch.Free == nil || m.ctx.Verbs.Does(ch.Verb, moves.Passes) || !fits(ch.Verb) {
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
