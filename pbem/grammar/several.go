package grammar

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
)

// several refuses a line that counts things of which a verb takes one at a time: "buy 2 PLM", "buy two 2-trains". It says
// the line for one of them. If that would be refused too, its reason is the better one. It is nil for any other line.
func (m *matcher) several(candidates []candidate) *Refusal {
	verb, _ := m.ctx.Verbs.Find(candidates[0].verb)
	i, ok := m.counted()
	alone := !ok && m.countAlone(verb.Name)
	if !ok && !alone || !onlyOne(verb) {
		return nil
	}
	line := verb.Name
	for k, w := range m.words {
		if k != i {
			line += " " + w.raw
		}
	}
	c, err := Match(m.ctx, m.choices, m.by, line)
	r := new(Refusal)
	switch n, _ := m.words[i].number(); {
	case errors.As(err, &r) && len(r.Readings) == 0 && strings.Contains(r.Sentence, strconv.Quote(Brief(line))):
		return nil // it names a line that nobody wrote
	case alone && err != nil:
		return nil
	case errors.As(err, &r) && len(r.Readings) == 0:
		return r
	case err == nil:
		return m.oneAtATime(n, verb.Name, []string{Phrase(m.ctx, c)}, m.both(c))
	default:
		return m.oneAtATime(n, verb.Name, r.Readings, nil)
	}
}

// oneAtATime refuses to take several things at once, and says the lines for one of them. If two can be taken at once,
// it says the lines for two instead.
func (m *matcher) oneAtATime(n int, verb string, lines, both []string) *Refusal {
	var ones []string
	for _, l := range lines {
		if strings.Contains(l, two) {
			both = append(both, l)
		} else {
			ones = append(ones, l)
		}
	}
	why := "is for one at a time"
	if n == 2 && len(both) > 0 {
		why, ones = "of two says where each comes from", both
	}
	if len(ones) == 0 {
		return nil
	}
	ones = firstOf(ones, mostClosest)
	var quoted []string
	for _, l := range ones {
		quoted = append(quoted, strconv.Quote(l))
	}
	r := m.refuse("%q %s: say %s.", verb, why, either(quoted))
	r.Closest = ones
	return r
}

// two joins two sources in one command.
const two = " and "

// plural refuses a line that names trains in the plural where its command takes one: "buy 2 trains" may mean two trains, or any number of
// 2-trains. It is nil for any other line.
func (m *matcher) plural(c engine.Command) *Refusal {
	if verb, _ := m.ctx.Verbs.Find(c.Verb); !onlyOne(verb) {
		return nil
	}
	for i, w := range m.words {
		if i > 0 && w.text == "trains" && m.words[i-1].train && slices.Contains(c.Args, m.words[i-1].text) {
			n, _ := m.words[i-1].number()
			return m.oneAtATime(n, c.Verb, []string{Phrase(m.ctx, c)}, m.both(c))
		}
	}
	return nil
}

// both returns the lines on offer that take what a command takes, and one more, from wherever: "buy NYC from ipo and pool".
func (m *matcher) both(c engine.Command) []string {
	var out []string
	for i, ch := range m.choices {
		if ch.Verb != c.Verb || freeForm(ch) {
			continue
		}
		for _, o := range m.options(i) {
			n := len(c.Args)
			if len(o.Args) == n+2 && slices.Equal(o.Args[:n-1], c.Args[:n-1]) && o.Args[n] == strings.TrimSpace(two) && slices.Contains(o.Args[n-1:], c.Args[n-1]) {
				out = append(out, Phrase(m.ctx, engine.Command{Verb: ch.Verb, Args: o.Args}))
			}
		}
	}
	return out
}

// fixedPrice says that a line names a price where nobody may name one, and what to say instead: "buy coal for 120". If the line would
// be refused without the price too, that reason is the better one. It is "" for any other line.
func (m *matcher) fixedPrice(verb string) string {
	n := len(m.words) - 1
	if n < 1 || n > maxWords || !digits(m.words[n].text) || m.words[n].train || !m.words[n].money && m.words[n-1].about("train") || verb != moves.Buy.Name && (verb != moves.Sell.Name || !m.words[n].money) {
		return ""
	}
	line := verb
	for i, w := range m.words[:n] {
		if i < n-1 || w.text != "for" && w.text != "at" {
			line += " " + w.raw
		}
	}
	c, err := Match(m.ctx, m.choices, m.by, line)
	r := new(Refusal)
	switch {
	case errors.As(err, &r) && len(r.Readings) == 0 && !strings.HasPrefix(r.Sentence, `"`): // the rules say why
		return r.Sentence
	case err != nil:
		return ""
	}
	return fmt.Sprintf("The price is fixed, so it is left out: say %q.", Phrase(m.ctx, c))
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
	named := !digits(w.text) || !next.about("train") && !(m.isTrain(w.text) && next.before()) // the 2 of "2 trains", of "2 for 80" and of "2 80" may be a train
	return at, ok && n > 1 && !w.train && !w.money && named
}

// countAlone reports whether a line is a verb and a number from two on, as in "buy 2", while no train is on offer with that verb:
// then the number is no train.
func (m *matcher) countAlone(verb string) bool {
	if len(m.words) != 1 || m.words[0].money {
		return false
	}
	for i, ch := range m.choices {
		if ch.Verb == verb && !freeForm(ch) && slices.ContainsFunc(m.options(i), func(o engine.Option) bool { return len(o.Args) > 0 && o.Args[0] == "train" }) {
			return false
		}
	}
	n, ok := m.words[0].number()
	return ok && n > 1
}

// before reports whether a word is a price, or stands between what is bought and its price or seller.
func (w word) before() bool {
	return w.text == "for" || w.text == "from" || w.text == "at" || digits(w.text)
}

// about reports whether a word is a word for some thing, one or more of them.
func (w word) about(thing string) bool { return strings.TrimSuffix(w.text, "s") == thing }

// onlyOne reports whether a verb takes one company, share or train, and no number.
func onlyOne(v moves.Verb) bool {
	return !v.Takes("COUNT") && slices.ContainsFunc(v.Shapes, func(shape string) bool {
		return !strings.Contains(shape, "PRICE") && (strings.Contains(shape, "COMPANY") || strings.Contains(shape, "TRAIN"))
	})
}
