package grammar

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
)

// wholes are words for as many as the rules allow: "sell all CN".
var wholes = setOf(`all max maximum`)

// possible is another way to say it: "sell as many CN as possible".
var possible = regexp.MustCompile(`(?i)\bas\s+(?:many|much)\b(.*?)\bas\s+(?:possible|allowed|i\s+(?:can|may))\b`)

// asMany says such a line with "all".
func asMany(line string) string { return possible.ReplaceAllString(line, "all$1") }

// mostCounts is how many numbers are tried for such a word, from the highest down.
const mostCounts = 60

// all reads a line that says "all" instead of a number. It takes the highest number on offer, if the rest of
// the line can mean only one thing. ok is false if the line has no such word or nothing is on offer.
func (m *matcher) all(candidates []candidate) (c engine.Command, err error, ok bool) {
	i := slices.IndexFunc(m.words, func(w word) bool { return wholes[w.text] })
	if i < 0 || len(m.words) > maxWords || !m.allTake(candidates, "COUNT") {
		return c, nil, false
	}
	var found []reading
	for _, n := range m.counts(candidates) {
		for _, r := range m.saying(i, n, candidates) {
			if !slices.ContainsFunc(found, func(q reading) bool { return ofSame(q.command, r.command) }) {
				found = append(found, r)
			}
		}
	}
	switch len(found) {
	case 0:
		return c, nil, false
	case 1:
		return found[0].command, nil, true
	}
	return c, m.ambiguous(found), true
}

// counts returns the numbers in the options, the highest first.
func (m *matcher) counts(candidates []candidate) []int {
	var out []int
	m.each(candidates, func(_ engine.Choice, o engine.Option) {
		if o.Range != nil {
			out = append(out, o.Range.Max)
		}
		for _, arg := range o.Args {
			if n, err := strconv.Atoi(arg); err == nil {
				out = append(out, n)
			}
		}
	})
	slices.Sort(out)
	out = slices.Compact(out)
	slices.Reverse(out)
	return out[:min(len(out), mostCounts)]
}

// saying reads the line with a number instead of word i.
func (m *matcher) saying(i, n int, candidates []candidate) []reading {
	one := *m
	one.words = slices.Clone(m.words)
	one.words[i].text = strconv.Itoa(n)
	one.need, one.ones, one.aboutTrains, one.aboutShares = 0, 0, false, false
	one.best, one.found, one.opens, one.refused, one.buffer = rank{}, nil, nil, nil, nil
	one.rest(one.words)
	one.need |= 1 << i // the number has to be explained, even if it is 1
	one.ones &^= 1 << i
	for _, c := range candidates {
		for k, ch := range one.choices {
			if ch.Verb == c.verb && !freeForm(ch) {
				one.read(k, c.how)
			}
		}
	}
	return one.distinct()
}

// ofSame reports whether two commands differ only in numbers.
func ofSame(a, b engine.Command) bool {
	bare := func(c engine.Command) string {
		words := slices.DeleteFunc(slices.Clone(c.Args), digits)
		return fmt.Sprint(c.Verb, " ", strings.Join(words, " "))
	}
	return bare(a) == bare(b)
}
