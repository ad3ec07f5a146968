package sheet

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
)

// A symbol in a question for choices means that company alone, also where the names of others hold the same letters: EST is
// not the Ouest (OU).
func TestChoicesOfASymbol(t *testing.T) {
	done := false
	seen(t, "1843", "walk-variants", 2, func(m Mail) {
		for _, ch := range engine.Of(m.Pending, m.Reader) {
			starts := func(sym string) bool {
				return slices.ContainsFunc(ch.List(), func(o engine.Option) bool { return slices.Contains(o.Args, sym) })
			}
			if done || ch.Verb != "start" || !starts("EST") || !starts("OU") {
				continue
			}
			done = true
			if text := Choices(m, "start EST"); !strings.Contains(text, ". start EST") || strings.Contains(text, ". start OU") {
				t.Errorf("choices start EST:\n%s", text)
			}
			if text := Choices(m, "start ouest"); !strings.Contains(text, ". start OU") || strings.Contains(text, ". start EST") {
				t.Errorf("choices start ouest:\n%s", text)
			}
		}
	})
	if !done {
		t.Error("EST and OU are never started together")
	}
}

// A long list says how it is sorted, and has the best first.
func TestLongListsAreSorted(t *testing.T) {
	lays, others := 0, 0
	seen(t, "1828", "walk-variants", 20, func(m Mail) {
		v := look(m)
		for _, ch := range v.mine {
			ways, how := v.sorted(v.ways(ch))
			if len(ways) != len(v.ways(ch)) {
				t.Fatalf("%s: %d ways become %d", ch.Verb, len(v.ways(ch)), len(ways))
			}
			switch {
			case how == "the most valuable first":
				lays++
				if !slices.IsSortedFunc(ways, func(a, b way) int { return b.worth - a.worth }) {
					t.Errorf("%s is not sorted by what the tiles are worth", ch.Verb)
				}
			case strings.HasPrefix(how, "by "):
				others++
			}
			if text := Choices(m, ch.Verb); how != "" && !strings.Contains(strings.Join(strings.Fields(text), " "), how) {
				t.Errorf("choices %s does not say %q:\n%s", ch.Verb, how, text)
			}
		}
	})
	if lays == 0 || others == 0 {
		t.Errorf("%d long lists of tiles and %d others", lays, others)
	}
}
