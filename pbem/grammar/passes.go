package grammar

import (
	"slices"

	"pbem/engine"
	"pbem/engine/moves"
)

// on are words before the company that a pass is for.
var on = setOf(`for by of on from`)

// things are words for what a step is about: "no train" passes a step in which trains may be bought.
var things = map[string]string{"train": "TRAIN", "trains": "TRAIN", "track": "TILE", "tracks": "TILE", "tile": "TILE", "tiles": "TILE"}

// joint are words after which another command begins.
var joint = setOf(`and then also but`)

// idle words say nothing more than a pass: "nothing else", "no more trains", "nothing for me", "no track or token".
var idle = setOf(`else more other further me any again turn today sorry no nor or`)

// neither are words of which one more thing follows that is not done.
var neither = setOf(`no nor or`)

// none are words of somebody who does nothing of what the verb before them does: "build nothing", "buy no train".
var none = setOf(`nothing none no`)

// nothing turns such a line into a pass that names what is passed: "build nothing" says "no build". Other lines come back as they are.
func (m *matcher) nothing(words []word) []word {
	verbs, n := known(m.ctx.Verbs, m.choices, words)
	if n == 0 || n == len(words) || !none[words[n].text] || m.passing() == "" || m.saysNothing(verbs) {
		return words
	}
	for _, w := range words[n+1:] {
		if !fillers[w.text] && !idle[w.text] {
			return words
		}
	}
	no := word{text: "no", raw: words[n].raw}
	said := slices.DeleteFunc(slices.Clone(words[n+1:]), func(w word) bool { return idle[w.text] })
	return append([]word{no, words[n-1]}, said...)
}

// saysNothing reports whether "nothing" behind one of the verbs may be no pass: it takes words that are in no list or bids, passes itself,
// or sells, and who sells nothing may still buy.
func (m *matcher) saysNothing(verbs []string) bool {
	for _, ch := range m.choices {
		does := func(role moves.Role) bool { return m.ctx.Verbs.Does(ch.Verb, role) }
		if slices.Contains(verbs, ch.Verb) && (freeForm(ch) || does(moves.Passes) || does(moves.Raises) || does(moves.Bids)) {
			return true
		}
	}
	return false
}

// idle returns the words that say nothing more than the pass before them.
func (m *matcher) idle() (mask uint64) {
	for i, w := range m.words {
		if idle[w.text] && (neither[w.text] || !m.isName(w.text) || w.raw == "me" && i > 0 && on[m.words[i-1].text]) {
			mask |= 1 << i
		}
	}
	return mask
}

// deed returns the verbs that a word means, also in another form: "bidding".
func (m *matcher) deed(w word) []string {
	if what := m.ctx.Verbs.Named(w.text); len(what) > 0 || len(w.text) <= len("ing") || m.isName(w.text) {
		return what
	}
	what, _ := phraseAt(m.ctx.Verbs, nil, []word{w})
	return what
}

// passes removes the words that name what is passed from those that have to be explained, except the stake of an auction. named
// means that the line also names the company as a command would.
func (m *matcher) passes(pass string, need, stake uint64, named bool) (left uint64, err error) {
	left = need
	first, begins := "", false
	for i := 0; i < len(m.words); i++ {
		w := m.words[i]
		if again, n := phraseAt(m.ctx.Verbs, nil, m.words[i:]); n > 1 && slices.Contains(again, pass) { // "no merger"
			left &^= (1<<n - 1) << i
			i += n - 1
			continue
		}
		what, of := m.deed(w), m.ctx.Verbs.Of(things[w.text])
		if neither[w.text] || stake&(1<<i) != 0 || len(what)+len(of) == 0 || i > 0 && joint[m.words[i-1].text] {
			continue
		}
		if !offered(m.choices, append(of, what...)) {
			return need, engine.Refuse("%q is for another step than this one: say %q alone to pass it", Brief(w.raw), pass)
		}
		if len(what) == 0 {
			continue
		}
		left &^= 1 << i
		if first == "" {
			first = w.raw
		}
		denied := i > 0 && neither[m.words[i-1].text]
		begins = begins || !denied && len(of) == 0 && len(m.ctx.Verbs.Named(w.text)) > 0
	}
	if !begins { // "no more, buy train" may be a command
		left &^= m.idle()
	}
	if first != "" && (left != 0 || named) {
		return need, engine.Refuse("%q is both a pass and more: say %q alone to pass, or begin with %q", Brief(m.line), pass, Brief(first))
	}
	if m.next && m.need != 0 {
		return need, engine.Refuse("%q may be a pass or a plan: say %q alone to pass; a plan for your next stock turn has a colon after %q", Brief(m.line), pass, "next")
	}
	return left, nil
}
