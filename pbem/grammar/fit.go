package grammar

import (
	"math/bits"
	"slices"
	"strconv"

	"pbem/engine"
)

// A fit is how an option explains the words of a line.
type fit struct {
	how        int  // the worst kind of understanding it took
	unsaid     int  // parts of the option that were not said
	inversions int  // pairs of parts said in the other order
	words      int  // how many it explains, small ones too: of two names the longer is meant
	amount     int  // where the option has a range
	open       bool // the option has a range and no amount was said
}

// better orders fits: better understood, more complete, more in order.
func (f fit) better(g fit) bool {
	switch {
	case f.how != g.how:
		return f.how < g.how
	case (f.unsaid > 0) != (g.unsaid > 0):
		return f.unsaid == 0
	case f.inversions != g.inversions:
		return f.inversions < g.inversions
	}
	return f.words > g.words
}

// A part is a word of an option, or its amount, with what may stand for it.
type part struct {
	sense
	train   bool // it may be the name of a train
	implied bool // it counts as said
	amount  bool
}

// usual are words that are meant when nothing is said.
var usual = map[string]bool{"top": true}

// parts lists what can be said of an option. any lets the amount be any
// number. The list is good until the next call.
func (m *matcher) parts(o engine.Option, any bool) []part {
	out := m.buffer[:0]
	l, lays := m.ctx.laying(o.Args)
	for i, arg := range o.Args {
		switch {
		case links[arg]:
		case lays && i == 2:
			out = append(out, part{sense: m.turns(l)})
		default:
			out = append(out, part{sense: m.sense(arg), train: m.isTrain(arg), implied: usual[arg]})
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

// A search assigns words of the line to the parts of one option.
type search struct {
	m      *matcher
	option engine.Option
	lays   bool
	parts  []part
	need   uint64
	chosen []int // the span of each part, -1 for unsaid
	best   fit
	found  bool
}

// fit holds an option against the words still to be explained.
func (m *matcher) fit(o engine.Option, need uint64, any bool) (fit, bool) {
	if !m.nouns(o) {
		return fit{}, false
	}
	if m.ones != 0 && o.Range == nil && !slices.ContainsFunc(o.Args, digits) {
		need &^= m.ones
	}
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
	return s.best, s.found
}

// try chooses the words for the parts from the i-th on.
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

// judge keeps the best assignment that leaves no word over.
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

// after counts the earlier parts said after a place.
func (s *search) after(i, start int) int {
	n := 0
	for j, k := range s.chosen[:i] {
		if k >= 0 && s.parts[j].spans[k].start > start {
			n++
		}
	}
	return n
}

// guesswork reports whether a bare number was taken for something that only
// fuller words can say: an amount while the thing is unsaid, a turn while the
// tile is.
func (s *search) guesswork(f fit) bool {
	last := len(s.parts) - 1
	if f.unsaid == 0 || last < 0 || s.chosen[last] < 0 {
		return false
	}
	w := s.m.words[s.parts[last].spans[s.chosen[last]].start]
	if s.parts[last].amount {
		return !w.money
	}
	return s.lays && s.chosen[1] < 0 && digits(w.text)
}

// nouns reports whether the option is about what the line says it is about: a
// train, or shares.
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

// complete makes the command of an option.
func complete(ch engine.Choice, o engine.Option, f fit) engine.Command {
	c := engine.Command{By: ch.By, Verb: ch.Verb, Args: slices.Clone(o.Args)}
	if o.Range != nil {
		c.Args = append(c.Args, strconv.Itoa(f.amount))
	}
	return c
}
