package grammar

import (
	"slices"
	"strings"

	"pbem/engine/facts"
	"pbem/engine/moves"
	"pbem/internal/spelling"
)

// A Thing is something of a title that has a name.
type Thing struct {
	Kind ThingKind
	ID   string // symbol of a company or private company, name of a train, id of a tile, or a hex
	Name string // full name; "" if there is only the ID
}

// ThingKind says what a thing is.
type ThingKind string

// The kinds of things.
const (
	CompanyThing ThingKind = "company"
	PrivateThing ThingKind = "private company"
	TrainThing   ThingKind = "train"
	TileThing    ThingKind = "tile"
	HexThing     ThingKind = "hex"
)

// Things returns everything in a title that has a name, in the order of its
// data.
func Things(f *facts.Title) []Thing {
	var out []Thing
	for _, c := range f.Companies {
		out = append(out, Thing{CompanyThing, c.Sym, c.Name})
	}
	for _, p := range f.Privates {
		out = append(out, Thing{PrivateThing, p.Sym, p.Name})
	}
	for _, t := range f.Trains {
		out = append(out, Thing{TrainThing, t.Name, ""})
	}
	for _, t := range f.Map.Tiles {
		out = append(out, Thing{TileThing, t.ID, ""})
	}
	return out
}

// kindWords are words for the kind of a thing, said along with its name.
var kindWords = map[string]ThingKind{
	"train": TrainThing, "trains": TrainThing, "tile": TileThing, "tiles": TileThing,
	"company": CompanyThing, "minor": CompanyThing, "major": CompanyThing, "railway": CompanyThing, "railroad": CompanyThing,
	"private": PrivateThing, "cousin": PrivateThing, "hex": HexThing, "city": HexThing, "town": HexThing,
}

// mostMeant is how many words of a text are read as a name.
const mostMeant = 12

// Meant finds the things that a text names. exact are those named by symbol or
// in full, hexes too. Others may be meant by a part of the name, a shortened word or a
// typing error; if there are none, these are the things with the nearest names.
// A place whose name is also the beginning of one other name comes with that thing.
func Meant(f *facts.Title, text string) (exact, like, near []Thing) {
	words := scan(text)
	words = words[:min(len(words), mostMeant)]
	all, here := Things(f), places(f, words)
	if exact = append(named(all, words, ""), here...); len(exact) > len(here) {
		return exact, nil, nil
	}
	if like = likely(all, words, ""); len(here) > 0 && len(like) == 1 {
		return append(here, like...), nil, nil
	}
	if len(here)+len(like) > 0 {
		return here, like, nil
	}
	kind, words := kindOf(words)
	if kind == HexThing {
		return places(f, words), nil, nil
	}
	if exact = named(all, words, kind); len(exact) > 0 || len(words) == 0 {
		return exact, nil, nil
	}
	if like = likely(all, words, kind); len(like) == 0 {
		near = nearestThings(all, joinedKey(words))
	}
	return nil, like, near
}

// places returns the hexes that the words name: by letter and number, or by the name of a city.
func places(f *facts.Title, words []word) []Thing {
	var out []Thing
	said := joinedKey(words)
	for i := range f.Map.Hexes {
		if h := &f.Map.Hexes[i]; said != "" && (strings.EqualFold(h.At, said) || joinedKey(scan(h.Name)) == said) {
			out = append(out, Thing{HexThing, h.At, h.Name})
		}
	}
	return out
}

// likely returns the things of a kind ("" for any) that the words may mean.
func likely(all []Thing, words []word, kind ThingKind) []Thing {
	var out []Thing
	for _, t := range all {
		if (kind == "" || t.Kind == kind) && t.partly(words) {
			out = append(out, t)
		}
	}
	return out
}

// kindOf removes the word for a kind: "train 5", "2-train".
func kindOf(words []word) (ThingKind, []word) {
	for _, i := range []int{0, len(words) - 1} {
		if i < 0 || i >= len(words) {
			continue
		}
		if kind := kindWords[words[i].text]; kind != "" && len(words) > 1 {
			return kind, slices.Delete(slices.Clone(words), i, i+1)
		}
	}
	if len(words) == 1 && words[0].train {
		return TrainThing, words
	}
	return "", words
}

// SaysKind reports whether a text begins with the kind of the thing it names:
// "tile 57".
func SaysKind(text string) bool {
	words := scan(text)
	return len(words) > 1 && kindWords[words[0].text] != ""
}

// named returns the things of a kind ("" for any) that the words name exactly. If several match, symbols win
// over names, and names over names without their common words.
func named(all []Thing, words []word, kind ThingKind) []Thing {
	if len(words) == 0 {
		return nil
	}
	keys := []func(Thing) string{
		func(t Thing) string { return joinedKey(scan(t.ID)) },
		func(t Thing) string { return joinedKey(scan(t.Name)) },
		func(t Thing) string { return joinedKey(bareName(scan(t.Name))) },
	}
	said := []string{joinedKey(words), joinedKey(words), joinedKey(bareName(words))}
	for i, key := range keys {
		var out []Thing
		for _, t := range all {
			if (kind == "" || t.Kind == kind) && said[i] != "" && key(t) == said[i] {
				out = append(out, t)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// joinedKey joins words without "and", so that B&M and "b and m" are the same.
func joinedKey(words []word) string {
	var out strings.Builder
	for _, w := range words {
		if w.text != "and" {
			out.WriteString(w.text)
		}
	}
	return out.String()
}

// bareName drops the words that many names have.
func bareName(words []word) []word {
	return slices.DeleteFunc(slices.Clone(words), func(w word) bool { return inNames[w.text] })
}

// partly reports whether the words match words of the name in their order, or are the symbol shortened or
// misspelt.
func (t Thing) partly(words []word) bool {
	said := bareName(words)
	if len(said) == 0 {
		return false
	}
	id := joinedKey(scan(t.ID))
	if letters(id) && standsFor(joinedKey(said), id) {
		return true
	}
	for _, name := range [][]word{bareName(scan(t.Name)), scan(t.ID)} {
		if inOrder(said, name) {
			return true
		}
	}
	return false
}

// leastMisspelt is how many letters a word needs to be recognised when misspelt. Shorter words resemble too
// many others.
const leastMisspelt = 6

// standsFor is alike for names that are not on offer.
func standsFor(typed, word string) bool {
	how, ok := alike(typed, word)
	return ok && (how != misspelt || len(typed) >= leastMisspelt)
}

// inOrder reports whether the words match words of a name in the same order.
func inOrder(said, name []word) bool {
	for _, w := range name {
		if len(said) == 0 {
			break
		}
		if letters(w.text) && standsFor(said[0].text, w.text) {
			said = said[1:]
		}
	}
	return len(said) == 0
}

// mostNear is how many similar names are suggested.
const mostNear = 5

// nearestThings returns the things whose names need the fewest changes. At least half of the name has to
// match.
func nearestThings(all []Thing, said string) []Thing {
	if len(said) > 40 {
		return nil
	}
	type ranked struct {
		thing Thing
		n     int
	}
	var list []ranked
	for _, t := range all {
		best := len(said)
		for _, name := range append([]string{joinedKey(scan(t.ID)), joinedKey(scan(t.Name))}, texts(t.Name)...) {
			if n := spelling.Slips(said, name); name != "" && n < best && 2*n <= max(len(said), len(name)) {
				best = n
			}
		}
		if best < len(said) {
			list = append(list, ranked{t, best})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return a.n - b.n })
	var out []Thing
	for _, r := range list[:min(len(list), mostNear)] {
		out = append(out, r.thing)
	}
	return out
}

// Knows reports whether a text is a verb of a title or of the service, or
// begins with one.
func Knows(all []Vocabulary, text string) (whole, begins bool) {
	words := scan(text)
	if len(words) == 0 {
		return false, false
	}
	for _, v := range all {
		if list, n := phraseAt(v.Verbs, nil, words); len(list) > 0 {
			whole, begins = whole || n == len(words), true
		}
	}
	if len(ofService(words[0])) > 0 {
		whole, begins = whole || len(words) == 1, true
	}
	return whole, begins
}

// NearestVerbs returns verbs of which a word looks like a misspelling; none for
// several words.
func NearestVerbs(all []Vocabulary, text string) []string {
	words := scan(text)
	if len(words) != 1 {
		return nil
	}
	var tables moves.Table
	for _, v := range all {
		tables = append(tables, v.Verbs...)
	}
	return suggested(tables, words[0].text, nil)
}
