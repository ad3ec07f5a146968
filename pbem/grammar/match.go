package grammar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"pbem/engine"
	"pbem/engine/moves"
)

// A matcher reads one line.
type matcher struct {
	ctx     Context
	by      string
	line    string
	choices []engine.Choice // the choices of the player
	words   []word          // the words that are not understood yet
	lists   map[int][]engine.Option

	seen        map[string]sense
	turned      map[turn]sense
	names       map[string]naming
	points      *said
	buffer      []part
	need        uint64 // the words that have to be explained
	ones        uint64 // words that mean only "one"
	aboutTrains bool
	aboutShares bool
	next        bool     // the verb follows a word that also begins plans
	actors      []string // the companies that may act, if the line names one
	founds      bool     // the verb takes a company and a city: "in" comes before the city

	best    rank
	found   []reading
	opens   []reading // understood except for an amount
	refused error     // why the words of a run, or other free words, were refused
}

// A rank tells how well a reading was understood.
type rank struct {
	verb int
	fit
}

func (r rank) better(q rank) bool {
	if r.verb != q.verb {
		return r.verb < q.verb
	}
	return r.fit.better(q.fit)
}

// A reading is one way to understand the line.
type reading struct {
	command engine.Command
	option  engine.Option
}

// freeForm reports whether a choice takes words that are not in a list. Some choices have the function Free
// only to explain refusals.
func freeForm(ch engine.Choice) bool { return ch.Free != nil && (ch.Usage != "" || ch.Options == nil) }

// open reports whether the choice allows anything. A closed one exists only for its reason.
func open(ch engine.Choice) bool { return freeForm(ch) || len(ch.List()) > 0 }

// options lists the options of choice i, computed once.
func (m *matcher) options(i int) []engine.Option {
	if _, ok := m.lists[i]; !ok {
		m.lists[i] = m.choices[i].List()
	}
	return m.lists[i]
}

// canonical finds the command whose canonical text is the line. The case of the verb does not matter: phones
// begin a line with a capital.
func (m *matcher) canonical() (engine.Command, bool) {
	fields := strings.Fields(m.line)
	if len(fields) == 0 {
		return engine.Command{}, false
	}
	c := engine.Command{By: m.by, Verb: strings.ToLower(fields[0]), Args: fields[1:]}
	if len(c.Args) == 0 {
		c.Args = nil
	}
	for i, ch := range m.choices {
		switch {
		case ch.Verb != c.Verb:
		case freeForm(ch):
			if args, err := ch.Free(c.Args); err == nil {
				c.Args = args
				return c, true
			}
		case slices.ContainsFunc(m.options(i), func(o engine.Option) bool { return o.Match(c.Args) }):
			return c, true
		}
	}
	return engine.Command{}, false
}

// match reads the words of the line.
func (m *matcher) match() (engine.Command, error) {
	if len(m.words) == 0 {
		return engine.Command{}, strange(m.refuse(`There is no command in %q.`, Brief(m.line)))
	}
	m.words = m.nothing(counted(m.ctx.Verbs, parted(m.ctx.Verbs, m.choices, m.words)))
	n, syms := m.prefix()
	if len(syms) > 0 {
		err := m.actFor(syms)
		words, ok := behind(m, n)
		switch {
		case err == nil:
			m.words, m.actors = m.words[n:], syms
		case ok:
			m.words = words
		default:
			return engine.Command{}, err
		}
	}
	candidates, n, verbs := m.candidates(m.words)
	if len(candidates) == 0 {
		return engine.Command{}, m.noVerb(n, m.likely(n, verbs))
	}
	if own := cmp.Or(m.own(n, verbs), m.ofHex(n, verbs)); own != "" {
		return engine.Command{}, m.noVerb(n, []string{own})
	}
	m.next = n > 0 && m.words[n-1].text == "next"
	rest := m.paired(candidates, m.words[n:])
	if k, sym := m.actor(candidates, rest); k > 0 {
		if err := m.actFor([]string{sym}); err != nil {
			return engine.Command{}, err
		}
		rest, m.actors = rest[k:], []string{sym}
	}
	m.rest(rest)
	m.founds = m.allTake(candidates, "COMPANY") && m.allTake(candidates, "HEX")
	for _, c := range candidates {
		for i, ch := range m.choices {
			if ch.Verb == c.verb {
				m.read(i, c.how)
			}
		}
	}
	return m.settle(candidates)
}

// likely sorts the verbs of a line: if the line says nothing else, those that need nothing else come first.
func (m *matcher) likely(n int, verbs []string) []string {
	if n < len(m.words) {
		return verbs
	}
	needs := func(verb string) int {
		v, _ := m.ctx.Verbs.Find(verb)
		return min(len(v.Shapes), 1)
	}
	return slices.SortedStableFunc(slices.Values(verbs), func(a, b string) int { return needs(a) - needs(b) })
}

// own returns the verb that is all that a line says, if it is not on offer now and those on offer of which it is a synonym
// need more words: "offer" may be an offer to buy, but says of what. It returns "" for any other line.
func (m *matcher) own(n int, verbs []string) string {
	if n == 0 || n < len(m.words) {
		return ""
	}
	said := m.words[n-1].text
	if !slices.Contains(verbs, said) || slices.ContainsFunc(m.choices, func(ch engine.Choice) bool {
		return ch.Verb == said || ch.Options == nil && ch.Free == nil && slices.Contains(verbs, ch.Verb)
	}) {
		return ""
	}
	return said
}

// actor finds the company that acts if it stands after the verb, even if other words follow: "merge ME with
// Bess into ME". It returns how many words that takes, 0 if there is no such company.
func (m *matcher) actor(candidates []candidate, words []word) (n int, sym string) {
	for i, ch := range m.choices {
		k := symbolAt(words, ch.For)
		if ch.For == "" || k == 0 || k == len(words) || !slices.ContainsFunc(candidates, func(c candidate) bool { return c.verb == ch.Verb }) {
			continue
		}
		if slices.ContainsFunc(m.options(i), func(o engine.Option) bool { return len(o.Args) > 1 && links[o.Args[0]] && o.Args[0] == words[k].text }) {
			return k, ch.For
		}
	}
	return 0, ""
}

// actFor keeps the choices of the named companies.
func (m *matcher) actFor(syms []string) error {
	var kept []engine.Choice
	var others []string
	for _, ch := range m.choices {
		if slices.Contains(syms, ch.For) {
			kept = append(kept, ch)
			continue
		}
		name := "yourself"
		if ch.For != "" {
			name = ch.For
		}
		if !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	if len(kept) == 0 {
		return m.refuse("It is not the turn of %s; you act for %s.", either(syms), either(others))
	}
	m.choices = kept
	clear(m.lists)
	return nil
}

// rest sets the words after the verb, which are left to understand.
func (m *matcher) rest(words []word) {
	words = m.shares(m.plainly(withoutFullPrice(words)))
	m.words, m.points = words, nil
	m.need, m.ones, m.aboutTrains, m.aboutShares = 0, 0, false, false
	m.seen, m.turned = map[string]sense{}, map[turn]sense{}
	if len(words) > maxWords {
		return
	}
	for i, w := range words {
		if !fillers[w.text] {
			m.need |= 1 << i
		}
		if n, ok := w.number(); ok && n == 1 && !w.train && !w.money {
			m.ones |= 1 << i
		}
		m.aboutTrains = m.aboutTrains || w.train || w.text == "train" || w.text == "trains"
		m.aboutShares = m.aboutShares || w.text == "share" || w.text == "shares"
	}
}

// read matches the options of choice i with the words.
func (m *matcher) read(i, verb int) {
	ch := m.choices[i]
	switch {
	case freeForm(ch):
		m.free(ch, i, verb)
	case len(m.words) > maxWords:
	case ch.Options == nil:
		m.bare(ch, verb)
	default:
		need := m.need &^ m.staked(ch)
		for _, o := range m.options(i) {
			if f, ok := m.fit(o, need, false); ok {
				m.note(rank{verb, f}, reading{complete(ch, o, f), o})
			}
		}
	}
}

// note keeps the reading unless a better one is known.
func (m *matcher) note(r rank, found reading) {
	switch {
	case r.open:
		m.opens = append(m.opens, found)
		return
	case len(m.found) > 0 && m.best.better(r):
		return
	case len(m.found) == 0 || r.better(m.best):
		m.found, m.best = nil, r
	}
	m.found = append(m.found, found)
}

// bare reads a verb without arguments. The company that it is for may be named. After a pass, what is passed
// may be named too, but not both: "no buy train NYC" may also be a command to buy.
func (m *matcher) bare(ch engine.Choice, verb int) {
	need, named := m.need, false
	if ch.For != "" {
		for _, s := range m.spans(ch.For) {
			if s.how <= bare {
				need &^= s.mask
				named = named || s.start == 0 || !on[m.words[s.start-1].text]
			}
		}
	}
	stake := m.staked(ch)
	need &^= m.helped(ch) | stake
	if m.ctx.Verbs.Does(ch.Verb, moves.Passes) {
		left, err := m.passes(ch.Verb, need, stake, named)
		if err != nil {
			m.refused = err
			return
		}
		need = left
	}
	if need == 0 {
		m.note(rank{verb: verb}, reading{command: engine.Command{By: ch.By, Verb: ch.Verb}})
	}
}

// helped returns the words that only repeat the result that the help of a choice tells: "convert A&S to 10".
func (m *matcher) helped(ch engine.Choice) (mask uint64) {
	help := scan(ch.Help)
	for i := 1; i < len(m.words) && len(m.words) <= maxWords; i++ {
		for k := 1; k < len(help); k++ {
			if _, number := m.words[i].number(); number && m.toward(i) && help[k-1].text == "to" && help[k].text == m.words[i].text {
				mask |= 1 << i
			}
		}
	}
	return mask
}

// toward reports whether "to" stands before a word, an article aside.
func (m *matcher) toward(i int) bool {
	if i > 1 && articles[m.words[i-1].text] {
		i--
	}
	return m.words[i-1].text == "to"
}

// settle returns the command if the line can mean only one.
func (m *matcher) settle(candidates []candidate) (engine.Command, error) {
	found := m.distinct()
	switch len(found) {
	case 0:
		if c, err, ok := m.all(candidates); ok {
			return c, err
		}
		if c, ok := m.atLeast(candidates); ok {
			return c, nil
		}
		return engine.Command{}, m.notUnderstood(candidates)
	case 1:
		if r := m.plural(found[0].command); r != nil {
			return engine.Command{}, r
		}
		return found[0].command, nil
	}
	if spelt := slices.DeleteFunc(slices.Clone(found), func(r reading) bool { return !m.spelt(r, found) }); len(spelt) == 1 {
		return spelt[0].command, nil
	}
	return engine.Command{}, m.ambiguous(found)
}

// spelt reports whether the reading was typed exactly where it differs from the others: "lbr" is LBR, even if
// there is an L&BR. A word that was typed once counts once: "merge with J" does not say "into J" as well.
func (m *matcher) spelt(r reading, others []reading) bool {
	typed := strings.FieldsFunc(m.line, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == ':' })
	said := func(arg string) bool {
		at := slices.IndexFunc(typed, func(w string) bool { return strings.EqualFold(w, arg) })
		if at >= 0 {
			typed = slices.Delete(typed, at, at+1)
		}
		return at >= 0
	}
	for _, sym := range m.actors {
		said(sym)
	}
	var differ []string
	for i, arg := range r.command.Args {
		if slices.ContainsFunc(others, func(o reading) bool { return len(o.command.Args) <= i || o.command.Args[i] != arg }) {
			differ = append(differ, arg)
		} else {
			said(arg)
		}
	}
	return !slices.ContainsFunc(differ, func(arg string) bool { return !said(arg) })
}

// distinct drops readings that mean the same. Of the rotations of a tile that look the same it keeps the
// first.
func (m *matcher) distinct() []reading {
	if len(m.found) < 2 {
		return m.found
	}
	seen := map[string]bool{}
	var out []reading
	for _, r := range m.found {
		key := r.command.String()
		if l, ok := m.ctx.laying(r.command.Args); ok {
			key = fmt.Sprintf("%s %s %s %s %v", r.command.Verb, l.hex, l.tile.ID, m.ctx.look(l), r.command.Args[3:])
		}
		if !seen[key] {
			out = append(out, r)
		}
		seen[key] = true
	}
	return out
}
