package step

import (
	"testing"

	"pbem/engine"
)

// What is told against a verb are the reasons against all of its candidates: each kind once, the most frequent first, and of amounts the lowest.
func TestTelling(t *testing.T) {
	reasons := map[string]string{
		"A": "a share of A costs $80, but you have $50 (5)", "B": "a share of B costs $70, but you have $50 (5)",
		"C": "you sold C in this round (5)", "D": "say which company",
	}
	of := func(syms ...string) func() []engine.Option {
		var out []engine.Option
		for _, sym := range syms {
			out = append(out, engine.Option{Args: []string{sym}})
		}
		return Fixed(out)
	}
	whyNot := func(words []string) string {
		if len(words) == 0 {
			return "say what"
		}
		return reasons[words[0]]
	}
	for _, c := range []struct {
		candidates func() []engine.Option
		want       string
	}{
		{of("C", "A", "D", "B"), "a share of B costs $70, but you have $50 (5); you sold C in this round (5)"},
		{of("D"), "nothing is there"},
		{of(), "nothing is there"},
		{of("A", "free"), "say what"},
	} {
		ch := Telling("p1", "", "buy", "", c.candidates, whyNot, "nothing is there")
		if _, err := ch.Free(nil); err == nil || err.Error() != c.want {
			t.Errorf("told is %v, want %q", err, c.want)
		}
		if _, err := ch.Free([]string{"C"}); err == nil || err.Error() != reasons["C"] {
			t.Errorf("of C: %v", err)
		}
	}
}

// A range is judged by its lowest number, and no more than three kinds of reasons are told.
func TestTellingIsShort(t *testing.T) {
	options := []engine.Option{{Args: []string{"A"}, Range: &engine.Range{Min: 15, Max: 90, Step: 5}}, {Args: []string{"B"}}, {Args: []string{"C"}}, {Args: []string{"D"}}}
	why := map[string]string{"A": "too dear", "B": "too cheap", "C": "too small", "D": "too large"}
	ch := Telling("p1", "", "bid", "", Fixed(options), func(words []string) string {
		if len(words) == 2 && words[1] != "15" {
			return "not that number"
		}
		return why[Word(words, 0)]
	}, "")
	if _, err := ch.Free(nil); err == nil || err.Error() != "too dear; too cheap; too small" {
		t.Errorf("told is %v", err)
	}
}
