package grammar

import (
	"errors"
	"slices"
	"strings"

	"pbem/engine/moves"
)

// several refuses a line that counts things of which a verb takes one at a time: "buy 2 PLM", "buy two 2-trains". It says
// the line for one of them. If that would be refused too, its reason is the better one. It is nil for any other line.
func (m *matcher) several(candidates []candidate) *Refusal {
	verb, _ := m.ctx.Verbs.Find(candidates[0].verb)
	i, ok := m.counted()
	if !ok || !onlyOne(verb) {
		return nil
	}
	line := verb.Name
	for k, w := range m.words {
		if k != i {
			line += " " + w.raw
		}
	}
	c, err := Match(m.ctx, m.choices, m.by, line)
	if err != nil {
		r := new(Refusal)
		if errors.As(err, &r) && len(r.Readings) == 0 {
			return r
		}
		return nil
	}
	one := Phrase(m.ctx, c)
	r := m.refuse("%q is for one at a time: say %q.", verb.Name, one)
	r.Closest = []string{one}
	return r
}

// counted finds a number from two on that counts what is said behind it, as the first word behind the verb.
func (m *matcher) counted() (at int, ok bool) {
	if len(m.words) < 2 || len(m.words) > maxWords {
		return 0, false
	}
	at = slices.IndexFunc(m.words, func(w word) bool { return !fillers[w.text] })
	if at < 0 || at+1 == len(m.words) {
		return 0, false
	}
	w, next := m.words[at], m.words[at+1]
	n, ok := w.number()
	named := !digits(w.text) || !next.about("train") // the 2 of "2 trains" may be a train
	return at, ok && n > 1 && !w.train && !w.money && named
}

// about reports whether a word is a word for some thing, one or more of them.
func (w word) about(thing string) bool { return strings.TrimSuffix(w.text, "s") == thing }

// onlyOne reports whether a verb takes one company, share or train, and no number.
func onlyOne(v moves.Verb) bool {
	return !v.Takes("COUNT") && slices.ContainsFunc(v.Shapes, func(shape string) bool {
		return !strings.Contains(shape, "PRICE") && (strings.Contains(shape, "COMPANY") || strings.Contains(shape, "TRAIN"))
	})
}
