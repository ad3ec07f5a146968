package grammar

import (
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
)

// presumed are values to try for a thing that the line does not name, besides those that its shape gives.
var presumed = map[string][]string{"COUNT": {"1"}, "TURN": {"0", "1", "2", "3", "4", "5"}}

// rules returns the reason of the rules against the line. It is "" if there is none, or if the line cannot be
// put into canonical words.
func (m *matcher) rules(candidates []candidate) string {
	for _, c := range candidates {
		for _, ch := range m.choices {
			if ch.Verb != c.verb || ch.Free == nil || ch.Options == nil || len(m.words) > maxWords {
				continue
			}
			if words, ok := m.shaped(ch); ok {
				if why := against(ch, words); why != "" {
					return sentence(why)
				}
			}
		}
	}
	return ""
}

// barred returns the reason for which a verb that needs no words is on offer, but cannot be said. It is "" if there is none.
func (m *matcher) barred(candidates []candidate) string {
	for _, c := range candidates {
		for i, ch := range m.choices {
			if v, _ := m.ctx.Verbs.Find(c.verb); ch.Verb != c.verb || ch.Free == nil || len(v.Shapes) > 0 || freeForm(ch) || len(m.options(i)) > 0 {
				continue
			}
			if _, err := ch.Free(nil); err != nil {
				return sentence(err.Error())
			}
		}
	}
	return ""
}

// against asks a choice for its reason. If a word may have several values, a reason that does not mention the
// value wins, otherwise the most frequent.
func against(ch engine.Choice, words [][]string) string {
	open := slices.IndexFunc(words, func(w []string) bool { return len(w) > 1 })
	if open < 0 {
		_, err := ch.Free(slices.Concat(words...))
		if err == nil {
			return ""
		}
		return err.Error()
	}
	best, most, count := "", 0, map[string]int{}
	for _, w := range words[open] {
		one := slices.Clone(words)
		one[open] = []string{w}
		why := against(ch, one)
		if why == "" {
			return ""
		}
		if count[why]++; letters(w) && !strings.Contains(strings.ToLower(why), w) {
			count[why] += len(words[open])
		}
		if count[why] > most {
			best, most = why, count[why]
		}
	}
	return best
}

// shaped writes the line in the canonical words of a choice. A word that the line leaves open gets several
// values. ok is false if a word of the line does not fit.
func (m *matcher) shaped(ch engine.Choice) (words [][]string, ok bool) {
	if words, ok = m.shapedBy(ch, true); ok {
		return words, true
	}
	return m.shapedBy(ch, false)
}

// shapedBy is shaped. With strict a name behind "into" is not taken for what stands behind "from".
func (m *matcher) shapedBy(ch engine.Choice, strict bool) (words [][]string, ok bool) {
	verb, _ := m.ctx.Verbs.Find(ch.Verb)
	for _, shape := range append(slices.Clone(verb.Shapes), "") {
		if m.aboutTrains && shape != "" && !strings.Contains(shape, "TRAIN") {
			continue
		}
		f := filling{m: m, actor: ch.For, left: m.need, strict: strict}
		if !slices.ContainsFunc([]string{"COUNT", "PRICE", "TILE"}, func(thing string) bool { return strings.Contains(shape, thing) }) {
			f.left &^= m.ones
		}
		words := f.fill(strings.Fields(shape))
		if f.left&^f.used == 0 {
			return words, true
		}
	}
	return nil, false
}

// A filling fits the words of a line into a shape.
type filling struct {
	m     *matcher
	actor string
	left  uint64 // words that still have to fit
	used  uint64
	// strict respects the words before names; behind is the word of the shape before what is looked for.
	strict bool
	behind string
}

// whence are words before a name that say what it is for, each with the word of shapes that it means.
var whence = map[string]string{"from": "from", "into": "into", "to": "into", "with": "with"}

// elsewhere reports whether a name stands behind another such word than in the shape.
func (f *filling) elsewhere(s span) bool {
	if !f.strict || s.start == 0 || whence[f.behind] == "" {
		return false
	}
	before := whence[f.m.words[s.start-1].text]
	return before != "" && before != f.behind
}

// fill returns the words of the shape up to the first thing that is not named. A word of the shape itself, like
// that of "coal", counts as named if the line has it.
func (f *filling) fill(shape []string) [][]string {
	var out [][]string
	whole := 0
	for i, name := range shape {
		list := []string{name}
		f.behind = ""
		if i > 0 {
			f.behind = shape[i-1]
		}
		switch {
		case name != strings.ToLower(name) || strings.Contains(name, "|"):
			if list = f.thing(name, shape[i+1:]); len(list) == 0 {
				return out[:whole]
			}
			whole = len(out) + 1
		case !fillers[name] && f.best(list) != "":
			whole = len(out) + 1
		}
		out = append(out, list)
	}
	return out[:whole]
}

// thing returns what the line says for a thing, or the presumed values.
func (f *filling) thing(name string, rest []string) []string {
	switch name {
	case "COUNT", "PRICE":
		if n, ok := f.number(); ok {
			return []string{strconv.Itoa(n)}
		}
		return presumed[name]
	case "EXITS", "TURN":
		if said := f.direction(name == "TURN"); said != nil {
			return said
		}
		return presumed[name]
	case "ACTOR":
		if f.companies() <= count(rest, "COMPANY") && f.actor != "" {
			return []string{f.actor}
		}
	}
	var known, words []string
	for one := range strings.SplitSeq(name, "|") {
		if one == strings.ToLower(one) {
			words = append(words, one)
		}
		known = append(known, f.things(one)...)
	}
	if arg := f.best(append(slices.Clone(words), known...)); arg != "" {
		return []string{arg}
	}
	if name == "HEX" && f.m.founds {
		return f.m.cities() // the reason that holds for all cities
	}
	return append(words, presumed[name]...)
}

func count(list []string, s string) int {
	n := 0
	for _, t := range list {
		if t == s {
			n++
		}
	}
	return n
}

// number takes the first number that does not belong to a train.
func (f *filling) number() (int, bool) {
	for i, w := range f.m.words {
		if n, ok := w.number(); ok && !w.train && f.used&(1<<i) == 0 {
			f.used |= 1 << i
			return n, true
		}
	}
	return 0, false
}

// direction takes the compass points. As a rotation they depend on the tile, so all six stay possible.
func (f *filling) direction(turn bool) []string {
	p := f.m.compass()
	if p.edges != 0 && f.used&p.mask == 0 {
		f.used |= p.mask
		if turn {
			return f.m.turnsTo(p.edges)
		}
		var names []string
		for e := range 6 {
			if p.edges&(1<<e) != 0 {
				names = append(names, f.m.ctx.Facts.Map.Layout.Compass(e))
			}
		}
		return []string{strings.Join(names, "-")}
	}
	if n, ok := f.number(); ok && turn {
		return []string{strconv.Itoa(n)}
	}
	if turn || f.best([]string{"city"}) == "" {
		return nil
	}
	return []string{"city"}
}

// turnsTo returns the rotations in which a tile of the line has these exits, or all six if there is none.
func (m *matcher) turnsTo(edges uint8) []string {
	var out []string
	for _, t := range m.ctx.Facts.Map.Tiles {
		if len(m.spans(t.ID)) == 0 {
			continue
		}
		for rot := range 6 {
			l := laying{tile: &t, rot: rot}
			if l.exits() == edges && !slices.Contains(out, strconv.Itoa(rot)) {
				out = append(out, strconv.Itoa(rot))
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// things lists the names of all things of a kind.
func (f *filling) things(name string) []string {
	t := f.m.ctx.Facts
	var out []string
	if t == nil {
		return out
	}
	switch name {
	case "COMPANY", "ACTOR", "OWNER", "PRIVATE":
		for _, c := range t.Companies {
			if name != "PRIVATE" {
				out = append(out, c.Sym)
			}
		}
		for _, p := range t.Privates {
			out = append(out, p.Sym)
		}
	case "HOLDER":
		out = slices.Sorted(maps.Keys(f.m.ctx.Players))
		for _, p := range t.Privates {
			out = append(out, p.Sym)
		}
	case "TRAIN":
		for _, tr := range t.Trains {
			out = append(out, tr.Name)
		}
	case "PLAYER":
		out = slices.Sorted(maps.Keys(f.m.ctx.Players))
	}
	if t.Map == nil {
		return out
	}
	switch name {
	case "HEX":
		for _, h := range t.Map.Hexes {
			out = append(out, h.At)
		}
	case "TILE":
		for _, tile := range t.Map.Tiles {
			out = append(out, tile.ID)
		}
	}
	return out
}

// best takes the words that name one of the names best: exactly, early, and with many words. Among numbers,
// those of a train come first. Of LBR and L&BR it is the one that was typed.
func (f *filling) best(names []string) string {
	name, found := "", span{how: misspelt + 1}
	for _, n := range names {
		for _, s := range f.m.spans(n) {
			if s.mask&f.used != 0 || f.left&s.mask == 0 && (!letters(n) || s.how > bare) {
				continue // small words alone are no part of a name
			}
			if f.elsewhere(s) {
				continue
			}
			if n == name && found.mask&^s.mask == 0 || f.beats(s, found) && (n != name || s.mask&^found.mask != 0) || f.typed(n, s) && s == found {
				name, found = n, s // of one name, the span with most words
			}
		}
	}
	f.used |= found.mask
	return name
}

// typed reports whether a name was typed letter by letter.
func (f *filling) typed(name string, s span) bool {
	return s.end == s.start+1 && strings.EqualFold(f.m.words[s.start].raw, name)
}

func (f *filling) beats(s, found span) bool {
	return s.how < found.how || s.how == found.how && f.weight(s) > f.weight(found)
}

func (f *filling) weight(s span) int {
	if s.mask == 0 {
		return -1 << 20
	}
	w := bits.OnesCount64(s.mask) - s.start*100
	if f.m.words[s.start].train {
		w += 10000
	}
	return w
}

// companies counts the companies that the line names.
func (f *filling) companies() int {
	g := *f
	n := 0
	for g.best(g.things("COMPANY")) != "" {
		n++
	}
	return n
}
