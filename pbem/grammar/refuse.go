package grammar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/moves"
	"pbem/internal/spelling"
)

// How many readings and closest commands a refusal lists.
const (
	mostReadings = 12
	mostClosest  = 5
)

func refuse(allowed []engine.Choice, format string, args ...any) *Refusal {
	return &Refusal{Sentence: fmt.Sprintf(format, args...), Allowed: allowed}
}

func (m *matcher) refuse(format string, args ...any) *Refusal {
	return refuse(m.choices, format, args...)
}

// Brief shortens what is quoted back to the player.
func Brief(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > 60 {
		return string(runes[:57]) + "..."
	}
	return string(runes)
}

// either joins words: "a, b or c".
func either(list []string) string { return joined(list, "or") }

func joined(list []string, last string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " " + last + " " + list[n-1]
	}
	return strings.Join(list, "")
}

// maySay lists the verbs on offer.
func (m *matcher) maySay() string { return "You may say " + either(Offered(m.choices, m.by)) + "." }

// orMeant asks whether the player has meant the one command of a list, or else lists the verbs on offer.
func (m *matcher) orMeant(meant []string) string {
	if len(meant) == 1 {
		return fmt.Sprintf("Did you mean %q?", meant[0])
	}
	return m.maySay()
}

// noVerb refuses a line that begins with no verb, or with n words of verbs that cannot be said now.
func (m *matcher) noVerb(n int, verbs []string) *Refusal {
	if len(verbs) > 0 {
		why, said := m.closed(verbs), verbs[0]
		if m.ctx.Verbs.Does(said, moves.Passes) {
			said = Brief(m.line)
			if len(m.words) > 1 { // "no track": the title only knows why nobody may pass
				why = ""
			}
		}
		meant := m.insteadOf(verbs, m.words[min(n, len(m.words)):])
		r := m.refuse("%s %s", cmp.Or(why, m.later(said, verbs)), m.orMeant(meant))
		r.Untimely, r.Closest = true, meant
		return r
	}
	text := m.words[0].raw
	if len(service[m.words[0].text]) > 0 {
		return m.refuse("%q is not a move. %s", text, m.maySay())
	}
	offered := Offered(m.choices, m.by)
	if strings.HasSuffix(m.line, "?") && len(m.words) >= prose {
		return strange(m.refuse("A program reads your mail, and cannot tell what %q asks. Ask with a word: \"advice\" (what a robot would do, and why), \"choices\" (what you may say), "+
			"\"status\" (how things stand), \"help par\" (a word of the game). Words to the others begin with \"press\".", Brief(m.line)))
	}
	if meant := m.unsaid(m.words, func(string) bool { return true }); len(meant) > 0 {
		r := strange(m.refuse("%q does not say what is to be done. %s", Brief(m.line), m.orMeant(meant)))
		r.Closest = meant
		return r
	}
	near := suggested(m.ctx.Verbs, m.words[0].text, offered)
	if len(near) == 0 && len(m.words) >= prose {
		return strange(m.refuse("%q is not a command. %s Words to the others begin with \"press\".", Brief(m.line), m.maySay()))
	}
	r := strange(m.refuse("%q is not a command. %s", Brief(text), m.maySay()))
	if !denials[m.words[0].text] {
		r.Closest = near
	}
	return r
}

// closed says why none of the verbs that the line may begin with is on offer. If one of them was typed
// exactly, it gives the reason for that one. It is "" if the title gives none.
func (m *matcher) closed(verbs []string) string {
	if m.ctx.Closed == nil {
		return ""
	}
	return sentence(m.ctx.Closed(m.typed(verbs)))
}

// typed returns the verb that was typed exactly, of those that the line may begin with, or else the first.
func (m *matcher) typed(verbs []string) string {
	return verbs[max(0, slices.Index(verbs, m.words[0].text))]
}

// later says that none of the verbs can be said now, and when the first of them can.
func (m *matcher) later(said string, verbs []string) string {
	why := fmt.Sprintf("%q cannot be said now", said)
	if moment := m.ctx.Moments[m.typed(verbs)]; moment != "" {
		why += ": " + moment
	}
	return why + "."
}

// prose is from how many words on a line is taken for a message to the others.
const prose = 3

// nearest returns the verbs most like a word, those on offer first. If none is similar, it returns all on
// offer.
func nearest(table moves.Table, text string, offered []string) []string {
	if out := suggested(table, text, offered); len(out) > 0 && !denials[text] {
		return out
	}
	return firstOf(offered, mostClosest)
}

// suggested returns the verbs that a word may mean, those on offer first.
func suggested(table moves.Table, text string, offered []string) []string {
	var out []string
	for slips := 1; slips <= 2; slips++ {
		all := slices.Clone(offered)
		for _, v := range table {
			all = append(all, v.Name)
		}
		for _, v := range ServiceVerbs {
			all = append(all, v.Name)
		}
		for _, v := range all {
			if !slices.Contains(out, v) && spelling.Slips(text, v) <= slips && len(v) > 3*slips-1 { // "call" is no "sell"
				out = append(out, v)
			}
		}
	}
	return firstOf(out, mostClosest)
}

func firstOf(list []string, n int) []string { return slices.Clone(list[:min(n, len(list))]) }

// ambiguous refuses a line with several readings.
func (m *matcher) ambiguous(found []reading) *Refusal {
	var texts, told []string
	for _, r := range found[:min(mostReadings, len(found))] {
		text, lies := Phrase(m.ctx, r.command), Lies(m.ctx, r.command)
		texts = append(texts, text)
		if text = fmt.Sprintf("%q", text); lies != "" {
			text += " (" + lies + ")"
		}
		told = append(told, text)
	}
	r := m.refuse("%q can mean %s.", Brief(m.line), either(told))
	if n := len(found); n > 4 {
		r.Sentence = fmt.Sprintf("%q can mean %d things, such as %s.", Brief(m.line), n, either(told[:2]))
	}
	r.Readings = texts
	return r
}

// notUnderstood refuses a line whose verb is on offer, but not with these words.
func (m *matcher) notUnderstood(candidates []candidate) *Refusal {
	if r := m.several(candidates); r != nil {
		return r
	}
	r := m.refuse("%s", m.reason(candidates))
	r.Closest = m.closest(candidates)
	return r
}

func (m *matcher) reason(candidates []candidate) string {
	verb, line := candidates[0].verb, Brief(m.line)
	if i := slices.IndexFunc(m.words, func(w word) bool { return conditions[w.text] && !m.isName(w.text) }); i >= 0 {
		return fmt.Sprintf("A line is carried out as it stands, so there is no %q in it. \"help plan\" says what can be said in advance.", m.words[i].text)
	}
	switch {
	case m.refused != nil:
		return sentence(m.refused.Error())
	case len(m.words) > maxWords:
		return fmt.Sprintf("%q has too many words.", line)
	}
	if why := cmp.Or(m.noTile(candidates), m.noSuchTile(candidates)); why != "" {
		return why
	}
	if why := m.rules(candidates); why != "" {
		return why
	}
	if why := m.noCity(candidates); why != "" {
		return why
	}
	if why := m.barred(candidates); why != "" {
		return why
	}
	if len(m.opens) > 0 {
		return fmt.Sprintf("%q lacks a number: %s.", line, m.opens[0].option.Range)
	}
	if amount, r, ok := m.outOfRange(candidates); ok {
		return fmt.Sprintf("%d is not possible in %q: say %s.", amount, line, r)
	}
	if m.takesNothing(candidates) {
		if rest := m.unread(0); m.ctx.Verbs.Does(verb, moves.Passes) && goingOn[strings.ToLower(rest)] {
			return fmt.Sprintf("%q is for this once. In all rounds but operating rounds you can go on: %q, or %q.", verb, verb+" until somebody acts", verb+" whatever happens")
		}
		if of, said := m.another(candidates); said != "" {
			return fmt.Sprintf("%q is up to %s now, not to %s.", verb, either(of), said)
		}
		return fmt.Sprintf("%q takes no more words; %q is not understood.", verb, Brief(m.unread(0)))
	}
	return cmp.Or(m.fixedPrice(verb), m.whichWord(candidates, verb, line))
}

// conditions are words after which a line says when it holds: "buy train 3 if it costs less than 100".
var conditions = setOf(`if unless when whenever`)

// whichWord says which word is wrong.
func (m *matcher) whichWord(candidates []candidate, verb, line string) string {
	if noun := m.wrongNoun(candidates); noun != "" {
		return fmt.Sprintf("%q is not possible now: no legal %s has a %s in it.", line, verb, noun)
	}
	strange, others := m.strangers(candidates)
	for _, w := range strange {
		if why := m.offMap(w, verb); why != "" {
			return why
		}
	}
	for _, w := range strange {
		if _, isNumber := w.number(); isNumber || m.isName(w.text) {
			continue
		}
		if sumWord(w.text) {
			return fmt.Sprintf("The number in %q is not clear: write it in digits.", line)
		}
		if others {
			return fmt.Sprintf("%q is not understood in %q.", Brief(m.typedAs(w)), line)
		}
		return fmt.Sprintf("%q is not understood after %q.", Brief(m.typedAs(w)), verb)
	}
	if len(strange) == 0 {
		return fmt.Sprintf("%q is not possible now.", line)
	}
	if takes := m.named(candidates); takes != "" && m.isName(strange[0].text) {
		return fmt.Sprintf("%q takes %s now, not %s.", verb, takes, m.typedAs(strange[0]))
	}
	return fmt.Sprintf("%q is not possible now: no legal %s has %q in it.", line, verb, m.typedAs(strange[0]))
}

// another returns the company that a line names, and those that the candidates are for, if it is none of them.
func (m *matcher) another(candidates []candidate) (of []string, said string) {
	if m.ctx.Facts == nil || len(m.words) > maxWords {
		return nil, ""
	}
	for _, ch := range m.choices {
		if ch.For != "" && !slices.Contains(of, ch.For) && slices.ContainsFunc(candidates, func(c candidate) bool { return c.verb == ch.Verb }) {
			of = append(of, ch.For)
		}
	}
	for _, c := range m.ctx.Facts.Companies {
		if symbolAt(m.words, c.Sym) > 0 && !slices.Contains(of, c.Sym) && len(of) > 0 {
			return of, c.Sym
		}
	}
	return nil, ""
}

// typedAs returns a word of the line as it was typed, with all that an & joins to it: "B&O".
func (m *matcher) typedAs(w word) string {
	i := slices.Index(m.words, w)
	start, end := i, i+1
	for start > 0 && m.words[start].joins {
		start--
	}
	for end < len(m.words) && m.words[end].joins {
		end++
	}
	return rawOf(m.words[start:end])
}

// mostTaken is how many names a refusal lists.
const mostTaken = 14

// named lists the names of which the candidates take one; "" if they take anything else, or too many.
func (m *matcher) named(candidates []candidate) string {
	var names []string
	all := true
	m.each(candidates, func(_ engine.Choice, o engine.Option) {
		if all = all && len(o.Args) == 1 && m.isName(strings.Join(texts(o.Args[0]), "")); all && !slices.Contains(names, o.Args[0]) {
			names = append(names, o.Args[0])
		}
	})
	if !all || len(names) > mostTaken {
		return ""
	}
	return either(names)
}

// offMap says that a word looks like an edge, hex or tile but is none of this map.
func (m *matcher) offMap(w word, verb string) string {
	f := m.ctx.Facts
	v, _ := m.ctx.Verbs.Find(verb)
	if f == nil || f.Map == nil || !v.Takes("HEX") {
		return ""
	}
	head := strings.TrimRight(w.text, "0123456789")
	_, isNumber := w.number()
	_, isEdge := f.Map.Layout.Edge(point(w.text))
	switch {
	case !isEdge && slices.Contains([]string{"n", "s", "e", "w", "ne", "nw", "se", "sw"}, point(w.text)):
		return fmt.Sprintf("No hex of this map has an edge %q: say %s.", strings.ToUpper(w.raw), m.allEdges())
	case letters(head) && len(head) <= 2 && head != w.text && !m.isName(w.text):
		return fmt.Sprintf("There is no hex or tile %s in this game.", strings.ToUpper(w.raw))
	case isNumber && v.Takes("TILE") && f.Map.Tile(w.text) == nil && len(w.text) > 1:
		return fmt.Sprintf("There is no tile %s in this game.", w.raw)
	}
	return ""
}

// goingOn are words with which people want to go on doing something.
var goingOn = setOf(`all always everything forever`)

// wrongNoun returns "train" or "share" if the line is about these and no option is.
func (m *matcher) wrongNoun(candidates []candidate) string {
	fits := !m.aboutTrains && !m.aboutShares
	m.each(candidates, func(_ engine.Choice, o engine.Option) { fits = fits || m.nouns(o) })
	switch {
	case fits:
		return ""
	case m.aboutTrains:
		return "train"
	}
	return "share"
}

// sentence turns a reason from the rules into a sentence.
func sentence(text string) string {
	if text == "" {
		return text
	}
	runes := []rune(text)
	out := strings.ToUpper(string(runes[0])) + string(runes[1:])
	if strings.HasSuffix(out, ".") {
		return out
	}
	return out + "."
}

// each calls do for each option of the candidates.
func (m *matcher) each(candidates []candidate, do func(engine.Choice, engine.Option)) {
	for _, c := range candidates {
		for i, ch := range m.choices {
			if ch.Verb != c.verb || freeForm(ch) || len(m.words) > maxWords {
				continue
			}
			for _, o := range m.options(i) {
				do(ch, o)
			}
		}
	}
}

// outOfRange finds an option that fits except for its amount.
func (m *matcher) outOfRange(candidates []candidate) (amount int, r engine.Range, found bool) {
	m.each(candidates, func(ch engine.Choice, o engine.Option) {
		if o.Range == nil || found {
			return
		}
		if f, ok := m.fit(o, m.need&^m.staked(ch), true); ok && !f.open {
			amount, r, found = f.amount, *o.Range, true
		}
	})
	return amount, r, found
}

// takesNothing reports whether the verbs take no arguments.
func (m *matcher) takesNothing(candidates []candidate) bool {
	return !slices.ContainsFunc(m.choices, func(ch engine.Choice) bool {
		return (ch.Options != nil || ch.Free != nil) && slices.ContainsFunc(candidates, func(c candidate) bool { return c.verb == ch.Verb })
	})
}

// unread returns the words that have to be explained and are not in the mask.
func (m *matcher) unread(mask uint64) string {
	var out []word
	for i, w := range m.words {
		switch {
		case m.need&^mask&(1<<i) == 0:
		case w.joins && i > 0 && (len(out) == 0 || out[len(out)-1] != m.words[i-1]): // the B of B&O may be taken for something else
			out = append(out, m.words[i-1], w)
		default:
			out = append(out, w)
		}
	}
	if len(out) == 0 && len(m.words) > 0 {
		return m.words[0].raw
	}
	return rawOf(out)
}

// strangers returns the words that no option explains. others reports whether at least one word is explained.
func (m *matcher) strangers(candidates []candidate) (strange []word, others bool) {
	explained := uint64(0)
	m.each(candidates, func(_ engine.Choice, o engine.Option) { explained |= m.reach(o) })
	for i, w := range m.words {
		if m.need&^explained&(1<<i) != 0 {
			strange = append(strange, w)
		}
	}
	return strange, m.need&explained != 0
}

// reach returns the words that parts of an option may explain.
func (m *matcher) reach(o engine.Option) uint64 {
	mask := uint64(0)
	for _, p := range m.parts(o, false) {
		mask |= p.mask
	}
	return mask
}

func (m *matcher) allEdges() string {
	var names []string
	for e := range 6 {
		names = append(names, m.ctx.Facts.Map.Layout.Compass(e))
	}
	return either(names)
}
