package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
)

// mostListed is how many ways of one verb get a line each. More are summed up.
const mostListed = 60

// copies is how many of them are shown as examples.
const copies = 2

// fewWays is up to how many ways of the same length are listed one by one.
const fewWays = 4

func firstOf(ways []way, n int) []way { return ways[:min(n, len(ways))] }

// drawTogether sums up many ways: some to copy, and which words the others may have.
func (v *view) drawTogether(d *doc, ch engine.Choice, ways []way) {
	var list []example
	for _, w := range firstOf(likely(series(ways)), copies) {
		list = append(list, example{Command: w.said(ch.Verb), Gloss: w.gloss})
	}
	if ch.Usage != "" {
		list = append(list, usage(ch))
	}
	d.add(block{Examples: list})
	for _, alike := range byLength(ways) {
		v.together(d, ch.Verb, alike)
	}
	narrow := fmt.Sprintf("choices %s %s", ch.Verb, narrowing(ways))
	every := "choices " + ch.Verb + " " + everyWay
	d.add(block{Examples: []example{
		{Command: narrow, Gloss: "lists those alone, each on a line"},
		{Command: every, Gloss: fmt.Sprintf("lists all %d", len(ways))},
	}})
}

// narrowing returns a word that some ways have and others have not, as an example of how to ask for fewer.
func narrowing(ways []way) string {
	if slots := slotsOf(ways); len(slots) > 0 {
		return slots[0].values[0]
	}
	return ways[0].words[0]
}

// byLength groups ways by their number of words, in the order of the first of each length.
func byLength(ways []way) [][]way {
	var out [][]way
	at := map[int]int{}
	for _, w := range ways {
		n := len(w.words)
		i, ok := at[n]
		if !ok {
			i = len(out)
			at[n], out = i, append(out, nil)
		}
		out[i] = append(out[i], w)
	}
	return out
}

// A slot is a word position at which ways of the same length differ.
type slot struct {
	at     int
	after  string   // the word before it, in the first way
	values []string // in the order in which they appear
}

// slotsOf returns the positions at which ways differ. With ways of several lengths it looks only as far as
// the shortest.
func slotsOf(ways []way) []slot {
	var out []slot
	shortest := len(ways[0].words)
	for _, w := range ways {
		shortest = min(shortest, len(w.words))
	}
	for i := range shortest {
		s := slot{at: i}
		if i > 0 {
			s.after = ways[0].words[i-1]
		}
		seen := map[string]bool{}
		for _, w := range ways {
			if word := w.word(i); !seen[word] {
				seen[word] = true
				s.values = append(s.values, word)
			}
		}
		if len(s.values) > 1 {
			out = append(out, s)
		}
	}
	return out
}

// word returns the i-th word of a way as it is shown: a range of numbers is one word.
func (w way) word(i int) string {
	if w.span != "" && i == len(w.words)-1 {
		return w.span
	}
	return w.words[i]
}

// together sums up ways of the same length. If all combinations are allowed, it shows the form and the words
// of each slot; otherwise it shows for each word of the first slot what may follow.
func (v *view) together(d *doc, verb string, ways []way) {
	slots := slotsOf(ways)
	if len(ways) <= fewWays || len(slots) == 0 {
		var list []example
		for _, w := range ways {
			list = append(list, example{Command: w.said(verb), Gloss: w.gloss})
		}
		d.add(block{Examples: list})
		return
	}
	t := &table{Columns: []column{{Wrap: true}, {Wrap: true}}}
	form := verb + " " + v.form(ways, slots)
	if product(slots) == len(ways) && !turned(ways) {
		d.say(form + ":")
		for _, s := range slots {
			t.add(strong(v.slotName(s)), plain(v.valuesOf(s)))
		}
		d.add(block{Table: t})
		return
	}
	d.say(form + ", as far as they go together:")
	for _, b := range bundles(ways, slots[0].at) {
		t.add(strong(strings.Join(b.keys, " ")), plain(v.withThem(b.ways, slots[0].at)))
	}
	d.add(block{Table: t})
}

func product(slots []slot) int {
	n := 1
	for _, s := range slots {
		n *= len(s.values)
	}
	return n
}

// A bundle is a set of words that can be followed by the same words. ways are those of the first of them.
type bundle struct {
	keys []string
	ways []way
}

func bundles(ways []way, at int) []bundle {
	of := map[string][]way{}
	var order []string
	for _, w := range ways {
		key := w.words[at]
		if of[key] == nil {
			order = append(order, key)
		}
		of[key] = append(of[key], w)
	}
	var out []bundle
	index := map[string]int{}
	for _, key := range order {
		var rest strings.Builder
		for _, w := range of[key] {
			rest.WriteString(w.seen(at) + "\n")
		}
		if i, same := index[rest.String()]; same {
			out[i].keys = append(out[i].keys, key)
			continue
		}
		index[rest.String()] = len(out)
		out = append(out, bundle{[]string{key}, of[key]})
	}
	return out
}

// rest returns a way without one of its words.
func (w way) rest(at int) string {
	var out []string
	for i := range w.words {
		if i != at {
			out = append(out, w.word(i))
		}
	}
	return strings.Join(out, " ")
}

// withThem tells what may follow a word. If all combinations are allowed and they are many, it shows the
// words of each slot; otherwise it lists the ways.
func (v *view) withThem(ways []way, at int) string {
	slots := slotsOf(ways)
	if len(ways) > 2*shown && product(slots) == len(ways) && !turned(ways) {
		var out []string
		for _, s := range slots {
			out = append(out, v.slotName(s)+" "+v.valuesOf(s))
		}
		return strings.Join(out, "; ")
	}
	var out []string
	for _, w := range ways {
		out = append(out, w.seen(at))
	}
	return strings.Join(out, ", ")
}

// turned reports whether the rotation of a tile is among the ways as a number.
func turned(ways []way) bool {
	return slices.ContainsFunc(ways, func(w way) bool { return w.lies != "" })
}

// seen returns a way without one of its words, with how its tile lies.
func (w way) seen(at int) string {
	if w.lies == "" {
		return w.rest(at)
	}
	return w.rest(at) + " (" + w.lies + ")"
}

// form returns the words that the ways share, with the kind of word for each slot: "COMPANY in CITY for
// NUMBER".
func (v *view) form(ways []way, slots []slot) string {
	var out []string
	for i := range ways[0].words {
		word := ways[0].word(i)
		if n := slices.IndexFunc(slots, func(s slot) bool { return s.at == i }); n >= 0 {
			word = v.slotName(slots[n])
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// slotName returns the kind of the words in a slot.
func (v *view) slotName(s slot) string {
	f := v.Title.Facts
	for _, kind := range []struct {
		name string
		is   func(string) bool
	}{
		{"COMPANY", func(w string) bool { return f.Company(w) != nil }},
		{"PRIVATE", func(w string) bool { return f.Private(w) != nil }},
		{"TRAIN", func(w string) bool { return s.after == "train" && f.Train(w) != nil }},
		{"TILE", func(w string) bool { return v.board.Hex(s.after) != nil && v.board.Tile(w) != nil }},
		{"EXITS", func(w string) bool { return v.areExits(w) || v.board.Tile(s.after) != nil && len(w) == 1 }},
		{"CITY", v.isCity},
		{"HEX", func(w string) bool { return v.board.Hex(w) != nil }},
		{"PRICE", func(w string) bool {
			_, err := strconv.Atoi(w)
			return err == nil && (s.after == "for" || s.after == "at")
		}},
		{"NUMBER", func(w string) bool { _, err := strconv.Atoi(w); return err == nil }},
		{"PLAYER", func(w string) bool { return slices.Contains(v.State.Players(), w) || v.isPlayer(w) }},
	} {
		if !slices.ContainsFunc(s.values, func(w string) bool { return !kind.is(w) }) {
			return kind.name
		}
	}
	return "WORD"
}

func (v *view) isPlayer(name string) bool {
	return slices.ContainsFunc(v.State.Players(), func(p string) bool { return v.name(p) == name })
}

// areExits reports whether a word is a list of edges: "SW-NE".
func (v *view) areExits(word string) bool {
	for _, part := range strings.Split(word, "-") {
		edge := func(e int) bool { return v.board.Layout.Compass(e) == part }
		if !slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5}, edge) {
			return false
		}
	}
	return true
}

// isCity reports whether a hex has a city.
func (v *view) isCity(hex string) bool {
	if v.board.Hex(hex) == nil {
		return false
	}
	for _, st := range v.board.Face(hex).Stops {
		if st.Slots > 0 {
			return true
		}
	}
	return false
}

// fewNumbers is up to how many numbers are listed one by one.
const fewNumbers = 8

// valuesOf lists the words of a slot: cities with their names, many numbers as a range.
func (v *view) valuesOf(s slot) string {
	switch name := v.slotName(s); {
	case name == "CITY":
		var out []string
		for _, at := range s.values {
			out = append(out, tied(strings.TrimSpace(at+" "+v.board.Hex(at).Name)))
		}
		return strings.Join(out, ", ")
	case (name == "NUMBER" || name == "PRICE") && len(s.values) > fewNumbers:
		return fmt.Sprintf("%s to %s (%d)", s.values[0], s.values[len(s.values)-1], len(s.values))
	}
	return strings.Join(s.values, " ")
}

// kindsOf counts the words of many ways: "17 companies, 24 cities".
func (v *view) kindsOf(ways []way) string {
	plural := map[string][2]string{
		"COMPANY": {"company", "companies"}, "PRIVATE": {"private company", "private companies"}, "CITY": {"city", "cities"}, "HEX": {"hex", "hexes"},
	}
	var out []string
	for _, s := range slotsOf(ways) {
		name := v.slotName(s)
		switch words, known := plural[name]; {
		case known:
			out = append(out, fmt.Sprintf("%d %s", len(s.values), words[1]))
		case name != "WORD" && name != "EXITS":
			out = append(out, step.Plural(len(s.values), strings.ToLower(name)))
		}
	}
	if len(out) == 0 {
		return step.Plural(len(ways), "way")
	}
	return strings.Join(out, ", ")
}

// linking words are ignored when the reader asks for ways that have some words.
var linking = []string{"in", "for", "from", "at", "to", "with", "into", "on", "the", "of"}

// with returns the ways that have all words asked for. A hex may be given by its name, and a company by a part of its name;
// where a word is itself a word of some ways, only these have it: EST is not Ouest.
func (v *view) with(ways []way, only []string) []way {
	for _, word := range only {
		said := bare(word)
		is := func(have string) bool { return bare(have) == said }
		if !slices.ContainsFunc(ways, func(w way) bool { return slices.ContainsFunc(w.words, is) }) {
			if slices.Contains(linking, said) {
				continue
			}
			is = func(have string) bool { return v.called(have, said) }
		}
		ways = slices.DeleteFunc(slices.Clone(ways), func(w way) bool { return !slices.ContainsFunc(w.words, is) })
	}
	return ways
}

// called reports whether what a word stands for, a hex or a company, has said in its name.
func (v *view) called(word, said string) bool {
	if len(said) < 3 {
		return false
	}
	if h := v.board.Hex(word); h != nil && strings.Contains(bare(h.Name), said) {
		return true
	}
	c := v.Title.Facts.Company(word)
	return c != nil && strings.Contains(bare(c.Name), said)
}

// sorted puts the most valuable ways of a long list first, and says how the list is sorted. Ways that are all worth the same
// are sorted by the words in which they differ, in the order in which these words appear. A short list is left as it is.
func (v *view) sorted(ways []way) (list []way, how string) {
	if len(ways) <= shown+spare {
		return ways, ""
	}
	if differ(ways) {
		list = slices.Clone(ways)
		slices.SortStableFunc(list, func(a, b way) int { return cmp.Compare(b.worth, a.worth) })
		return lateLast(list), "the most valuable first"
	}
	var by []string
	slots := slotsOf(ways)
	for _, s := range slots {
		if name := strings.ToLower(v.slotName(s)); name != "word" && !slices.Contains(by, name) {
			by = append(by, name)
		}
	}
	if len(by) == 0 {
		return ways, ""
	}
	return lateLast(bySlots(ways, slots)), "by " + strings.Join(by, ", then ")
}

// bySlots sorts ways by their words in some slots.
func bySlots(ways []way, slots []slot) []way {
	rank := make([]map[string]int, len(slots))
	for i, s := range slots {
		rank[i] = map[string]int{}
		for n, word := range s.values {
			rank[i][word] = n
		}
	}
	list := slices.Clone(ways)
	slices.SortStableFunc(list, func(a, b way) int {
		for i, s := range slots {
			if c := cmp.Compare(rank[i][a.word(s.at)], rank[i][b.word(s.at)]); c != 0 {
				return c
			}
		}
		return 0
	})
	return list
}

// differ reports whether some ways are worth more than others.
func differ(ways []way) bool {
	return slices.ContainsFunc(ways, func(w way) bool { return w.worth != ways[0].worth })
}
