package grammar

import (
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"pbem/engine/facts"
)

// A span is a run of words of the line that stands for a part of an option.
type span struct {
	mask       uint64 // its words
	start, end int
	how        int
}

// plainWords are other ways in which players say the words of options.
var plainWords = map[string][]string{
	"ipo":      {"initial", "offering", "initial offering"},
	"pool":     {"market", "bank pool", "open market", "stock market"},
	"market":   {"pool", "open market", "stock market"},
	"treasury": {"own treasury"},
	"bank":     {"supply", "depot", "new", "next", "next available"},
	"top":      {"upper", "high", "above"},
	"bottom":   {"lower", "low", "below"},
	"D":        {"diesel"},
}

// A sense is everything in the line that may stand for one word of an option.
type sense struct {
	spans []span
	mask  uint64 // the words of all spans
	most  int    // number of words of the longest span
}

func senseOf(spans []span) sense {
	s := sense{spans: spans}
	for _, sp := range spans {
		s.mask |= sp.mask
		s.most = max(s.most, bits.OnesCount64(sp.mask))
	}
	return s
}

// spans returns the runs of words that may stand for a word of an option.
func (m *matcher) spans(arg string) []span { return m.sense(arg).spans }

func (m *matcher) sense(arg string) sense {
	if s, ok := m.seen[arg]; ok {
		return s
	}
	c := collector{m: m, place: m.isHex(arg)}
	c.joined(arg)
	if !digits(arg) {
		c.names(m.namesOf(arg))
		c.edges(arg)
		c.typos(arg)
	}
	s := senseOf(m.inPlace(arg, c.out))
	m.seen[arg] = s
	return s
}

// namesOf returns the names of a word of an option.
func (m *matcher) namesOf(arg string) []string {
	names := slices.Clone(plainWords[arg])
	if name := m.ctx.Players[arg]; name != "" {
		names = append(names, name)
	}
	if arg == m.by {
		names = append(names, "me", "myself")
	}
	f := m.ctx.Facts
	if f == nil {
		return names
	}
	if c := f.Company(arg); c != nil {
		names = append(names, c.Name)
	}
	if p := f.Private(arg); p != nil {
		names = append(names, p.Name)
		if company, _, ok := strings.Cut(arg, "-"); ok && f.Company(company) != nil {
			names = append(names, company) // GT-P comes with the director's certificate of GT
		}
	}
	if f.Map == nil {
		return names
	}
	if h := f.Map.Hex(arg); h != nil {
		if h.Name != "" {
			names = append(names, h.Name)
		}
		for _, s := range h.Stops {
			if s.Name != "" {
				names = append(names, s.Name)
			}
		}
	}
	return names
}

// A collector collects the spans for one word of an option.
type collector struct {
	m     *matcher
	place bool // the word is a hex
	out   []span
}

// add adds a span of all words from start to end.
func (c *collector) add(start, end, how int) {
	c.put(span{(1<<end - 1) &^ (1<<start - 1), start, end, how})
}

func (c *collector) put(s span) {
	for i, old := range c.out {
		if old.mask == s.mask {
			c.out[i].how = min(old.how, s.how)
			return
		}
	}
	c.out = append(c.out, s)
}

// joined finds the word itself, in one piece or split: "B & M", "b and m", "H 6", "5 E".
func (c *collector) joined(arg string) {
	parts := texts(arg)
	target := strings.Join(parts, "")
	for i, w := range c.m.words {
		if n, ok := w.number(); ok && digits(arg) {
			if want, fits := (word{text: arg}).number(); fits && n == want {
				c.add(i, i+1, exact)
			}
			continue
		}
		if strings.TrimSuffix(w.text, "t") == target && c.m.isTrain(arg) {
			c.add(i, i+1, exact)
			continue
		}
		c.pieces(i, target, parts)
	}
}

// pieces finds the word from position i on, in one piece or several.
func (c *collector) pieces(i int, target string, parts []string) {
	said, n := "", 0
	for j := i; j < len(c.m.words); j++ {
		w := c.m.words[j].text
		if said != "" && w == "and" && !strings.HasPrefix(target, said+w) {
			continue
		}
		if said, n = said+w, n+1; !strings.HasPrefix(target, said) {
			return
		}
		if said != target {
			continue
		}
		switch {
		case n == 1 || n == len(parts):
			c.add(i, j+1, exact)
		case letters(target) || n == 2 && letters(w) != letters(c.m.words[i].text):
			c.add(i, j+1, short)
		}
		return
	}
}

// names finds names, in full or in part.
func (c *collector) names(list []string) {
	for _, name := range list {
		all := texts(name)
		key := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return fillers[w] })
		if len(key) == 0 {
			key = all
		}
		full := exact
		if len(key) < len(all) {
			full = bare
		}
		for i := range c.m.words {
			c.part(key, i, i, 0, 0, full)
			c.whole(all, i)
		}
	}
}

// whole finds a name with all its words, even small ones, from position i on.
func (c *collector) whole(all []string, i int) {
	next := 0
	for j := i; j < len(c.m.words) && next < len(all); j++ {
		switch w := c.m.words[j].text; {
		case w == all[next]:
			next++
		case next == 0 || w != "and": // the "and" stands for an "&"
			return
		}
		if next == len(all) {
			c.add(i, j+1, exact)
		}
	}
}

// part finds words of a name, in its order, from position i on. said words of it were found since start.
func (c *collector) part(key []string, start, i, next, said, how int) {
	if i >= len(c.m.words) {
		return
	}
	w := c.m.words[i].text
	if said > 0 && inNames[w] {
		c.part(key, start, i+1, next, said, how)
	}
	for k := next; k < len(key); k++ {
		this, ok := c.alike(w, key[k])
		if !ok {
			continue
		}
		worst := max(how, this)
		if said+1 < len(key) {
			c.add(start, i+1, max(worst, short))
		} else {
			c.add(start, i+1, worst)
		}
		c.part(key, start, i+1, k+1, said+1, worst)
	}
}

// typos finds the word misspelt or shortened.
func (c *collector) typos(arg string) {
	target := strings.Join(texts(arg), "")
	if !letters(target) {
		return
	}
	for i, w := range c.m.words {
		how, ok := c.alike(w.text, target)
		if ok && how != exact {
			c.add(i, i+1, how)
		}
	}
}

// alike is the function alike, but a word that is itself a name is never taken for a misspelt or shortened
// other name. Only a city may be meant by a word that is also part of a company's name: "Pittsburg" for
// Pittsburgh.
func (c *collector) alike(typed, target string) (how int, ok bool) {
	how, ok = alike(typed, target)
	if !ok || how == exact {
		return how, ok
	}
	known, taken := c.m.nameOf(typed)
	return how, !taken || c.place && known == aside
}

// A naming tells what a word is a name of.
type naming int

const (
	outright naming = iota // the whole name of something, or a name on the map
	aside                  // one word of a company's name
)

// isName reports whether a word is a name or a word of the grammar.
func (m *matcher) isName(text string) bool {
	_, ok := m.nameOf(text)
	return ok
}

func (m *matcher) nameOf(text string) (naming, bool) {
	if m.names == nil {
		m.names = m.allNames()
	}
	n, ok := m.names[text]
	return n, ok
}

func (m *matcher) allNames() map[string]naming {
	out := map[string]naming{}
	as := func(n naming, names ...string) {
		for _, name := range names {
			parts := texts(name)
			for _, p := range append(parts, strings.Join(parts, "")) {
				if old, ok := out[p]; !ok || n < old {
					out[p] = n
				}
			}
		}
	}
	for w, list := range plainWords {
		as(outright, append(list, w)...)
	}
	for w := range fillers {
		as(outright, w)
	}
	for _, name := range m.ctx.Players {
		as(outright, name)
	}
	if f := m.ctx.Facts; f != nil {
		for _, c := range f.Companies {
			as(outright, c.Sym)
			as(aside, c.Name)
		}
		for _, p := range f.Privates {
			as(outright, p.Sym)
			as(aside, p.Name)
		}
		for _, t := range f.Trains {
			as(outright, t.Name)
		}
		if f.Map != nil {
			for _, h := range f.Map.Hexes {
				as(outright, h.At, h.Name)
			}
			for _, t := range f.Map.Tiles {
				as(outright, t.ID)
			}
		}
	}
	return out
}

// signed matches two numbers with a sign between them, as in the names of trains.
var signed = regexp.MustCompile(`(^|[\s(])(\d+(?:/\d+)?)\s*([+xX×*])\s*(\d+)\b`)

// wholeTrains writes the names of trains of a title without blanks, and with the sign that they have: "2 + 1",
// "2×2". Other numbers stay as they are.
func wholeTrains(f *facts.Title, line string) string {
	if f == nil {
		return line
	}
	return signed.ReplaceAllStringFunc(line, func(text string) string {
		part := signed.FindStringSubmatch(text)
		sign := strings.NewReplacer("X", "x", "×", "x", "*", "x").Replace(part[3])
		if name := part[2] + sign + part[4]; f.Train(name) != nil {
			return part[1] + name
		}
		return text
	})
}

func (m *matcher) isTrain(name string) bool {
	return m.ctx.Facts != nil && m.ctx.Facts.Train(name) != nil
}

// bracketed finds a symbol in brackets, as our mails write it behind a name.
var bracketed = regexp.MustCompile(`\s*\(([A-Za-z0-9&]+)\)`)

// explained finds a symbol with words in brackets behind it.
var explained = regexp.MustCompile(`(^|\s)([A-Za-z0-9&]+)\s*\(([^()\d]+)\)`)

// withoutNames drops the name in brackets behind the symbol of a company or private company: "FRR (Fitchburg)".
func withoutNames(f *facts.Title, line string) string {
	if f == nil || !strings.Contains(line, "(") {
		return line
	}
	return explained.ReplaceAllStringFunc(line, func(text string) string {
		part := explained.FindStringSubmatch(text)
		symbol, name := symbolNamed(f, part[2])
		all := texts(name)
		if symbol == "" || slices.ContainsFunc(strings.Fields(part[3]), func(w string) bool { return w != "&" && !ofName(all, w) }) {
			return text
		}
		return part[1] + symbol
	})
}

// symbolNamed returns the symbol of a company or private company, as the title writes it, and its name; "" if there is none.
func symbolNamed(f *facts.Title, typed string) (symbol, name string) {
	for _, c := range f.Companies {
		if strings.EqualFold(c.Sym, typed) {
			symbol, name = c.Sym, c.Name
		}
	}
	for _, p := range f.Privates {
		if strings.EqualFold(p.Sym, typed) {
			symbol, name = p.Sym, p.Name
		}
	}
	return symbol, name
}

// onceNamed writes a company or private company that is named by its name and, in brackets, its symbol, by the symbol alone:
// "Fitchburg Railroad (FRR)". Small words may stand between the words of the name.
func onceNamed(f *facts.Title, line string) string {
	if f == nil {
		return line
	}
	at := bracketed.FindStringSubmatchIndex(line)
	if at == nil {
		return line
	}
	symbol, name := symbolNamed(f, line[at[2]:at[3]])
	before, all := strings.Fields(line[:at[0]]), texts(name)
	n := len(before)
	for n > 0 && ofName(all, before[n-1]) {
		n--
	}
	if symbol == "" || n == len(before) {
		return line
	}
	return strings.Join(append(before[:n:n], symbol), " ") + onceNamed(f, line[at[1]:])
}

// ofName reports whether a word as typed belongs to a name, or stands between its words.
func ofName(name []string, typed string) bool {
	parts := texts(typed)
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(name, p) && p != "and" && p != "the" })
}
