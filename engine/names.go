package engine

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"pbem/internal/spelling"
)

// Names are all that a title calls its pieces, the places where they lie, the purses that hold money and
// its counters. A step or a setup that uses another name is at fault. Fold takes any name, so that
// every stored log opens.
//
// Names are declared as patterns. A pattern is a name, or parts with ":" between them: "sold:PLAYER:SYM".
// A part is a word of the Names, which stands for a list, or it stands for itself. After the first part N
// is any number.
type Names struct {
	words map[string]map[string]bool
	sorts [sortsOfNames]patterns
	odd   []string // faults of patterns: see Check
}

// The sorts of names.
const (
	pieceNames = iota
	placeNames
	purseNames
	counterNames
	sortsOfNames
)

var sortWords = [sortsOfNames]string{"a piece", "a place", "a purse", "a counter"}

// patterns are those of one sort, by their first part: what may follow it.
type patterns map[string][]tail

// A tail is the parts of a pattern after the first.
type tail []namePart

// A namePart is a word with its list, or stands for itself.
type namePart struct {
	text string
	of   map[string]bool // nil for itself, and for a number
}

// number is the part that is any number.
const number = "N"

// NewNames declares what the engine itself uses: the bank, the box, and a counter for each amendment.
func NewNames() *Names {
	n := &Names{words: map[string]map[string]bool{}}
	for i := range n.sorts {
		n.sorts[i] = patterns{}
	}
	return n.Purses(Bank, Box)
}

// Word declares what a word stands for in the patterns after it.
func (n *Names) Word(word string, list ...string) *Names {
	set := map[string]bool{}
	for _, name := range list {
		set[name] = true
	}
	n.words[word] = set
	return n
}

// Pieces declares names of pieces: "share:SYM:N".
func (n *Names) Pieces(patterns ...string) *Names { return n.declare(pieceNames, patterns) }

// Places declares where pieces may lie: "pool", "ipo:SYM".
func (n *Names) Places(patterns ...string) *Names { return n.declare(placeNames, patterns) }

// Purses declares who may hold money: "PLAYER".
func (n *Names) Purses(patterns ...string) *Names { return n.declare(purseNames, patterns) }

// Counters declares names of counters: "round", "sold:PLAYER:SYM".
func (n *Names) Counters(patterns ...string) *Names { return n.declare(counterNames, patterns) }

func (n *Names) declare(sort int, patterns []string) *Names {
	for _, pattern := range patterns {
		parts := strings.Split(pattern, ":")
		for _, part := range parts {
			if n.stray(part) {
				n.odd = append(n.odd, fmt.Sprintf("names: in %q stands %s, which is no word; declared are %s", pattern, part, strings.Join(slices.Sorted(maps.Keys(n.words)), ", ")))
			}
		}
		if slices.ContainsFunc(parts, func(part string) bool { return n.words[part] != nil && len(n.words[part]) == 0 }) {
			continue // nothing has such a name
		}
		var after tail
		for _, part := range parts[1:] {
			after = append(after, namePart{part, n.words[part]})
		}
		heads := parts[:1]
		if list := n.words[parts[0]]; list != nil {
			heads = slices.Collect(maps.Keys(list))
		}
		for _, head := range heads {
			n.sorts[sort][head] = append(n.sorts[sort][head], after)
		}
	}
	return n
}

// Check returns what is wrong with the patterns: a part in capitals that is neither a word nor in the list of one stands for
// itself, which is hardly meant. A line for each, or nil.
func (n *Names) Check() error {
	if len(n.odd) == 0 {
		return nil
	}
	return errors.New(strings.Join(n.odd, "\n"))
}

// stray reports whether a part looks like a word and is none.
func (n *Names) stray(part string) bool {
	if len(part) < 2 || strings.Trim(part, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || n.words[part] != nil {
		return false
	}
	for _, list := range n.words {
		if list[part] {
			return false
		}
	}
	return true
}

// Undeclared says which name of a fact is not declared, and which declared one is the nearest; nil if all
// are declared, or if there are no Names.
func (n *Names) Undeclared(e Event) error {
	if n == nil {
		return nil
	}
	switch e := e.(type) {
	case Moved:
		return cmp.Or(n.lacks(pieceNames, e.Piece), n.lacks(placeNames, e.To))
	case Paid:
		return cmp.Or(n.lacks(purseNames, e.From), n.lacks(purseNames, e.To))
	case Set:
		return n.lacks(counterNames, e.Key)
	}
	return nil
}

// lacks says that a name is not declared.
func (n *Names) lacks(sort int, name string) error {
	if n.sorts[sort].has(name) || sort == counterNames && strings.HasPrefix(name, amendedKey("")) {
		return nil
	}
	near := n.sorts[sort].nearest(name)
	if near == "" {
		return fmt.Errorf("%q is not declared as %s", name, sortWords[sort])
	}
	return fmt.Errorf("%q is not declared as %s; the nearest that is declared is %q", name, sortWords[sort], near)
}

// has reports whether a name is declared.
func (p patterns) has(name string) bool {
	head, rest, more := strings.Cut(name, ":")
	for _, t := range p[head] {
		if t.fits(rest, more) {
			return true
		}
	}
	return false
}

// fits reports whether parts are those of a tail; more tells of no parts from one that is empty.
func (t tail) fits(rest string, more bool) bool {
	for _, p := range t {
		if !more {
			return false
		}
		var part string
		if part, rest, more = strings.Cut(rest, ":"); !p.fits(part) {
			return false
		}
	}
	return !more
}

func (p namePart) fits(part string) bool {
	switch {
	case p.of != nil:
		return p.of[part]
	case p.text == number:
		return isNumber(part)
	}
	return part == p.text
}

func isNumber(part string) bool {
	return part != "" && strings.Trim(part, "0123456789") == ""
}

// nearest returns the declared name with the fewest slips, "" if none has half of its letters.
func (p patterns) nearest(name string) string {
	near, least := "", len(name)/2+1
	parts := strings.Split(name, ":")
	for _, head := range slices.Sorted(maps.Keys(p)) {
		for _, t := range p[head] {
			if text, n := t.nearest(head, parts); n < least {
				near, least = text, n
			}
		}
	}
	return near
}

// nearest completes a first part to the name that is the nearest to some parts, and counts its slips.
func (t tail) nearest(head string, parts []string) (name string, n int) {
	name, n = head, spelling.Slips(parts[0], head)
	for i, p := range t {
		part := ""
		if i+1 < len(parts) {
			part = parts[i+1]
		}
		text, more := p.nearest(part)
		name, n = name+":"+text, n+more
	}
	for _, part := range parts[min(len(t)+1, len(parts)):] {
		n += 1 + len(part)
	}
	return name, n
}

// nearest returns what of a part is the nearest to a text.
func (p namePart) nearest(part string) (text string, n int) {
	switch {
	case p.fits(part):
		return part, 0
	case p.of == nil:
		return p.text, spelling.Slips(part, p.text)
	}
	n = math.MaxInt
	for _, one := range slices.Sorted(maps.Keys(p.of)) {
		if k := spelling.Slips(part, one); k < n {
			text, n = one, k
		}
	}
	return text, n
}
