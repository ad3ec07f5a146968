package step

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pbem/engine"
)

// Telling is Ruled for a choice that tells what is against it while nothing of it is possible: the reasons against what its candidates are,
// or none, which says why there is no candidate. Players read it who ask for the verb, or say it alone.
func Telling(by, sym, verb, help string, candidates func() []engine.Option, whyNot func(words []string) string, none string) engine.Choice {
	c := Ruled(by, sym, verb, help, candidates, whyNot)
	return Tells(c, func() string { return cmp.Or(against(candidates(), whyNot), none) })
}

// Tells has a choice refuse its bare verb with a reason while nothing of it is possible. A reason of "" leaves it as it was.
func Tells(c engine.Choice, why func() string) engine.Choice {
	free := c.Free
	c.Free = func(words []string) ([]string, error) {
		if len(words) == 0 && !Open(c) {
			if why := why(); why != "" {
				return nil, engine.Refuse("%s", why)
			}
		}
		return free(words)
	}
	return c
}

// mostReasons is how many reasons are told for which nothing is possible.
const mostReasons = 3

// A reason is why some candidates are not possible.
type reason struct {
	kind string // the reason without what it is about
	text string
	n    int // candidates
}

// against says why none of some candidates is possible: the reasons of a rule against them, the most frequent first, and each once, whatever
// company, place or amount it is about. Of those that differ in amounts it tells the lowest: the cheapest.
func against(candidates []engine.Option, whyNot func(words []string) string) string {
	var found []reason
	for _, o := range candidates {
		words := o.Args
		if o.Range != nil {
			words = append(slices.Clone(words), strconv.Itoa(o.Range.Min))
		}
		why := whyNot(words)
		if why == "" || strings.HasPrefix(why, "say ") { // such words nobody needs to think of
			continue
		}
		kind := kindOf(why, words)
		i := slices.IndexFunc(found, func(r reason) bool { return r.kind == kind })
		if i < 0 {
			found = append(found, reason{kind, why, 1})
			continue
		}
		found[i].n++
		if slices.Compare(amounts(why), amounts(found[i].text)) < 0 {
			found[i].text = why
		}
	}
	slices.SortStableFunc(found, func(a, b reason) int { return cmp.Compare(b.n, a.n) })
	var told []string
	for _, r := range found[:min(len(found), mostReasons)] {
		told = append(told, r.text)
	}
	return strings.Join(told, "; ")
}

// kindOf returns a reason without the words that it is about, and without amounts.
func kindOf(why string, words []string) string {
	var out []string
	for _, w := range strings.FieldsFunc(why, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:()", r) }) {
		if !slices.Contains(words, w) && !strings.ContainsAny(w, "0123456789") {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// amounts returns the numbers in a reason.
func amounts(why string) []int {
	var out []int
	for _, w := range strings.FieldsFunc(why, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(w); err == nil {
			out = append(out, n)
		}
	}
	return out
}
