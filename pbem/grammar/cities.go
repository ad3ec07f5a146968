package grammar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/internal/spelling"
)

// allTake reports whether all verbs take a thing, such as a HEX.
func (m *matcher) allTake(candidates []candidate, thing string) bool {
	return !slices.ContainsFunc(candidates, func(c candidate) bool {
		v, _ := m.ctx.Verbs.Find(c.verb)
		return !v.Takes(thing)
	})
}

// isHex reports whether an argument is a hex.
func (m *matcher) isHex(arg string) bool {
	f := m.ctx.Facts
	return f != nil && f.Map != nil && f.Map.Hex(arg) != nil
}

// cities returns the hexes with a stop.
func (m *matcher) cities() []string {
	var out []string
	for _, h := range m.ctx.Facts.Map.Hexes {
		if len(h.Stops) > 0 {
			out = append(out, h.At)
		}
	}
	return out
}

// inPlace drops spans after "in" from those that may be a company, if the line names a company and a city. A
// misspelt city must not be taken for a company.
func (m *matcher) inPlace(arg string, spans []span) []span {
	if !m.founds || m.isHex(arg) {
		return spans
	}
	return slices.DeleteFunc(spans, func(s span) bool { return s.start > 0 && m.words[s.start-1].text == "in" })
}

// noCity returns a sentence about a word that should be a city but is not on the map, with the cities that
// are spelt most like it. It is "" if there is no such word.
func (m *matcher) noCity(candidates []candidate) string {
	if m.ctx.Facts == nil || m.ctx.Facts.Map == nil || !m.allTake(candidates, "HEX") {
		return ""
	}
	at, said := m.unplaced()
	if said == "" {
		return ""
	}
	for _, h := range m.ctx.Facts.Map.Hexes {
		if m.sense(h.At).mask&(1<<at) != 0 {
			return ""
		}
	}
	near := m.ctx.citiesLike(said)
	if len(near) == 0 {
		return fmt.Sprintf("There is no city %q on the map; \"map\" shows those there are.", Brief(said))
	}
	return fmt.Sprintf("There is no city %q on the map. Spelt most like it: %s.", Brief(said), joined(near, "and"))
}

// unplaced returns the words where a city is expected, and the index of the first: the words after "in" or,
// if the line names no company, the first words that name nothing else.
func (m *matcher) unplaced() (at int, said string) {
	in := slices.IndexFunc(m.words, func(w word) bool { return w.text == "in" })
	if in < 0 && m.founds || len(m.words) > maxWords {
		return 0, ""
	}
	var out []string
	for i, w := range m.words[in+1:] {
		known, isName := m.nameOf(w.text)
		switch small := fillers[w.text]; {
		case small && len(out) == 0:
			continue
		case small, !letters(w.text), len(w.text) < 3, isName && known == outright:
			return at, strings.Join(out, " ")
		case len(out) == 0:
			at = in + 1 + i
		}
		out = append(out, w.raw)
	}
	return at, strings.Join(out, " ")
}

// mostCities is how many cities a refusal names.
const mostCities = 3

// citiesLike returns the cities that are spelt most like typed, the nearest first, with their hexes:
// "Rochester (B17)".
func (c Context) citiesLike(typed string) []string {
	type city struct {
		text  string
		slips int
	}
	var found []city
	for _, h := range c.Facts.Map.Hexes {
		names := []string{h.Name}
		for _, s := range h.Stops {
			names = append(names, s.Name)
		}
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			if n, ok := slipsTo(texts(typed), texts(name)); ok {
				found = append(found, city{fmt.Sprintf("%s (%s)", name, h.At), n})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b city) int { return cmp.Compare(a.slips, b.slips) })
	var out []string
	for _, near := range found[:min(mostCities, len(found))] {
		out = append(out, near.text)
	}
	return out
}

// slipsTo counts the typing errors between typed and a name, or one word of each. ok is false if they are too
// different.
func slipsTo(typed, name []string) (slips int, ok bool) {
	whole := strings.Join(name, "")
	slips = spelling.Slips(strings.Join(typed, ""), whole)
	ok = whole != "" && slips <= max(2, len(whole)/3)
	for _, t := range typed {
		for _, n := range name {
			if d := spelling.Slips(t, n); min(len(t), len(n)) > 3 && d <= len(n)/4 && (!ok || d < slips) {
				slips, ok = d, true
			}
		}
	}
	return slips, ok
}
