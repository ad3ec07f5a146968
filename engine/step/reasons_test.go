package step

import (
	"errors"
	"slices"
	"testing"

	"pbem/engine"
)

// What is offered and why something else is refused come from one predicate.
func TestRuled(t *testing.T) {
	whyNot := func(words []string) string {
		n, ok := Number(words, 1)
		switch {
		case Word(words, 0) == "B&M":
			return "B&M has no marker"
		case !ok || n < 15 || n > 42:
			return "say a number from 15 to 42"
		}
		return ""
	}
	candidates := func() []engine.Option {
		return []engine.Option{
			{Args: []string{"NYC"}, Range: &engine.Range{Min: 5, Max: 104, Step: 5}},
			{Args: []string{"B&M"}, Range: &engine.Range{Min: 5, Max: 100, Step: 5}},
			{Args: []string{"NYC", "17"}}, {Args: []string{"NYC", "7"}},
		}
	}
	ch := Ruled("p1", "NYC", "move", "", candidates, whyNot)
	got := ch.List()
	want := []engine.Option{{Args: []string{"NYC"}, Range: &engine.Range{Min: 15, Max: 40, Step: 5}}, {Args: []string{"NYC", "17"}}}
	if len(got) != 2 || *got[0].Range != *want[0].Range || !slices.Equal(got[1].Args, want[1].Args) {
		t.Fatalf("offered are %v", got)
	}
	for words, reason := range map[string]string{"B&M": "B&M has no marker", "NYC": "say a number from 15 to 42"} {
		_, err := engine.Accept([]engine.Choice{ch}, engine.Command{By: "p1", Verb: "move", Args: []string{words, "45"}})
		var refused *engine.Refusal
		if !errors.As(err, &refused) || refused.Sentence != reason {
			t.Errorf("%s 45: %v, want %q", words, err, reason)
		}
	}
}
