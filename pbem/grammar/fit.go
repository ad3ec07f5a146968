package grammar

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pbem/engine"
)

// A fit is how an option explains the words of a line.
type fit struct {
	how        int  // the least certain way in which a word was understood
	unsaid     int  // parts of the option that the line does not name
	inversions int  // pairs of parts that are named in another order
	words      int  // how many words it explains, small ones too: of two names the longer is meant
	priced     bool // the line says the fixed price of the option
	amount     int  // where the option has a range
	open       bool // the option has a range and the line has no amount
}

// better reports whether f is the better fit: understood with more certainty, more complete, or closer in
// order.
func (f fit) better(g fit) bool {
	switch {
	case f.how != g.how:
		return f.how < g.how
	case (f.unsaid > 0) != (g.unsaid > 0):
		return f.unsaid == 0
	case f.priced != g.priced:
		return f.priced
	case f.inversions != g.inversions:
		return f.inversions < g.inversions
	}
	return f.words > g.words
}

// A part is a word of an option, or its amount, with the words of the line that may mean it.
type part struct {
	sense
	train   bool // it may be the name of a train
	implied bool // it counts as named
	amount  bool
	into    bool // "into" is before it
}

// usual are words that are meant if the line says nothing else.
var usual = map[string]bool{"top": true}

// parts lists the parts of an option. With any, the amount may be any number. The list is valid until the
// next call.
func (m *matcher) parts(o engine.Option, any bool) []part {
	out := m.buffer[:0]
	l, lays := m.ctx.laying(o.Args)
	for i, arg := range o.Args {
		switch {
		case links[arg]:
		case lays && i == 2:
			out = append(out, part{sense: m.turns(l)})
		default:
			out = append(out, part{sense: m.sense(arg), train: m.isTrain(arg), implied: usual[arg], into: i > 0 && o.Args[i-1] == "into"})
		}
	}
	if o.Range != nil {
		c := collector{m: m}
		for i, w := range m.words {
			if n, ok := w.number(); ok && !w.train && (any || o.Range.Holds(n)) {
				c.add(i, i+1, exact)
			}
		}
		out = append(out, part{sense: senseOf(c.out), implied: o.Range.Min == o.Range.Max, amount: true})
	}
	m.buffer = out
	return out
}

// A search matches words of the line to the parts of one option.
type search struct {
	m      *matcher
	option engine.Option
	lays   bool
	parts  []part
	need   uint64
	chosen []int // the span of each part, -1 if it is not named
	best   fit
	found  bool
}

// fit matches an option against the words that are left to explain.
func (m *matcher) fit(o engine.Option, need uint64, any bool) (fit, bool) {
	if !m.nouns(o) {
		return fit{}, false
	}
	if m.ones != 0 && o.Range == nil && !slices.ContainsFunc(o.Args, digits) {
		need &^= m.ones
	}
	price := m.price(o)
	need &^= price
	parts := m.parts(o, any)
	reach, room := uint64(0), 0
	for _, p := range parts {
		reach |= p.mask
		room += p.most
	}
	if need&^reach != 0 || bits.OnesCount64(need) > room {
		return fit{}, false
	}
	s := search{m: m, option: o, parts: parts, need: need}
	_, s.lays = m.ctx.laying(o.Args)
	s.chosen = make([]int, 0, len(parts))
	s.try(0, 0)
	s.best.priced = price != 0
	return s.best, s.found
}

// price returns the words that say the fixed price of a train: "buy the 5-train for $250", "buy 5 250". It is at the
// start of the label.
func (m *matcher) price(o engine.Option) (mask uint64) {
	if o.Range != nil || m.ctx.Facts == nil || len(m.words) > maxWords || !slices.Contains(o.Args, "train") {
		return 0
	}
	for i, w := range m.words {
		n, ok := w.number()
		if !ok || w.train || !w.money && !strings.HasSuffix(w.text, "fr") && i != len(m.words)-1 {
			continue
		}
		if m.saysSum(o, n) {
			mask |= 1 << i
		}
	}
	return mask
}

// saysSum reports whether the label of an option begins with a sum: what a train costs, or what runs earn.
func (m *matcher) saysSum(o engine.Option, n int) bool {
	rest, ok := strings.CutPrefix(o.Label, m.ctx.Facts.Money(n))
	return ok && (rest == "" || !unicode.IsDigit(rune(rest[0])))
}

// try chooses words for part i and those after it.
func (s *search) try(i int, used uint64) {
	if i == len(s.parts) {
		s.judge(used)
		return
	}
	for k, sp := range s.parts[i].spans {
		if sp.mask&used == 0 && (s.parts[i].train || !s.m.words[sp.start].train) {
			s.chosen = append(s.chosen, k)
			s.try(i+1, used|sp.mask)
			s.chosen = s.chosen[:i]
		}
	}
	s.chosen = append(s.chosen, -1)
	s.try(i+1, used)
	s.chosen = s.chosen[:i]
}

// judge keeps the match if it explains all words and is the best so far.
func (s *search) judge(used uint64) {
	if s.need&^used != 0 {
		return
	}
	f := fit{words: bits.OnesCount64(used)}
	for i, k := range s.chosen {
		p := s.parts[i]
		switch {
		case k >= 0:
			f.how = max(f.how, p.spans[k].how)
			f.inversions += s.after(i, p.spans[k].start)
			if p.amount {
				f.amount, _ = s.m.words[p.spans[k].start].number()
			}
		case p.amount && !p.implied:
			f.open = true
		case p.amount:
			f.amount = s.option.Range.Min
		case !p.implied:
			f.unsaid++
		}
	}
	if s.guesswork(f) {
		return
	}
	if !s.found || s.best.open && !f.open || s.best.open == f.open && f.better(s.best) {
		s.best, s.found = f, true
	}
}

// after counts the earlier parts that are named after a position. Of two that are only joined by "and" neither is
// the earlier one: "merge NW and PRR" does not say which of them stays.
func (s *search) after(i, start int) int {
	n := 0
	for j, k := range s.chosen[:i] {
		if k < 0 || s.parts[j].spans[k].start <= start {
			continue
		}
		between := s.m.words[start:s.parts[j].spans[k].start]
		if s.parts[i].into && slices.ContainsFunc(between, func(w word) bool { return both[w.text] }) && !slices.ContainsFunc(between, func(w word) bool { return w.text == "into" }) {
			continue
		}
		n++
	}
	return n
}

// introduces reports whether a word of an option tells what the amount behind it is, such as a part of a price. Without that word
// an amount is something else: the price.
func (m *matcher) introduces(arg string) bool {
	return letters(arg) && arg == strings.ToLower(arg) && !fillers[arg] && !m.isName(arg)
}

// guesswork reports whether a plain number was taken for something that needs more words: for an amount
// although the thing is not named or the word that introduces it is not said, or for a rotation although the tile is not named.
func (s *search) guesswork(f fit) bool {
	last := len(s.parts) - 1
	if f.unsaid == 0 || last < 0 || s.chosen[last] < 0 {
		return false
	}
	w := s.m.words[s.parts[last].spans[s.chosen[last]].start]
	if s.parts[last].amount {
		if n := len(s.option.Args); n > 0 && s.m.introduces(s.option.Args[n-1]) {
			return s.chosen[last-1] < 0
		}
		return !w.money
	}
	return s.lays && s.chosen[1] < 0 && digits(w.text)
}

// nouns reports whether the option is about trains or shares if the line says so.
func (m *matcher) nouns(o engine.Option) bool {
	train := slices.Contains(o.Args, "train")
	switch {
	case m.aboutTrains && !train:
		return !slices.ContainsFunc(o.Args, m.isCompany)
	case m.aboutShares && train:
		return false
	}
	return true
}

func (m *matcher) isCompany(sym string) bool {
	return m.ctx.Facts != nil && m.ctx.Facts.Company(sym) != nil
}

// complete returns the command of an option.
func complete(ch engine.Choice, o engine.Option, f fit) engine.Command {
	c := engine.Command{By: ch.By, Verb: ch.Verb, Args: slices.Clone(o.Args)}
	if o.Range != nil {
		c.Args = append(c.Args, strconv.Itoa(f.amount))
	}
	return c
}
