package step

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"pbem/engine"
)

// Offers and reasons for refusals come from the same predicate.
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

// A range is offered where one of its numbers is possible, wherever that is.
func TestOneNumberIsEnough(t *testing.T) {
	for _, only := range []string{"1", "2", "3"} {
		ch := Ruled("p1", "NYC", "move", "", Fixed([]engine.Option{{Args: []string{"NYC"}, Range: &engine.Range{Min: 1, Max: 3, Step: 1}}}), func(words []string) string {
			if Word(words, 1) != only {
				return "not that many"
			}
			return ""
		})
		if len(ch.List()) != 1 || !Open(ch) {
			t.Errorf("%s alone is possible, and offered is %v", only, ch.List())
		}
	}
}

// To look for a command lists nothing, and only its own candidate is judged.
func TestAcceptListsNothing(t *testing.T) {
	judged := 0
	whyNot := func(words []string) string { judged++; return "" }
	ch := Ruled("p1", "", "buy", "", Fixed([]engine.Option{{Args: []string{"a"}}, {Args: []string{"b"}}, {Args: []string{"c"}}}), whyNot)
	if _, err := engine.Accept([]engine.Choice{ch}, engine.Command{By: "p1", Verb: "buy", Args: []string{"c"}}); err != nil || judged != 1 {
		t.Errorf("%v, %d candidates were judged", err, judged)
	}
	best := 0
	run := engine.Choice{By: "p1", Verb: "run", Usage: "TRAIN: STOP ...", Options: func() []engine.Option { best++; return nil },
		Free: func(words []string) ([]string, error) { return append(words, "read"), nil }}
	c, err := engine.Accept([]engine.Choice{run}, engine.Command{By: "p1", Verb: "run", Args: []string{"2:"}})
	if err != nil || c.Arg(1) != "read" || best != 0 {
		t.Errorf("%v, %v: the best runs were searched %d times", c, err, best)
	}
}

// A range is offered from the first to the last allowed number, in its steps.
func TestRangesNarrow(t *testing.T) {
	fits := func(words []string) string {
		if n, ok := Number(words, 0); ok && n >= 4 && n <= 20 {
			return ""
		}
		return "from 4 to 20"
	}
	for _, c := range []struct{ in, want engine.Range }{
		{engine.Range{Min: 1, Max: 30}, engine.Range{Min: 4, Max: 20}},
		{engine.Range{Min: 3, Max: 21, Step: 1}, engine.Range{Min: 4, Max: 20, Step: 1}},
		{engine.Range{Min: 5, Max: 14, Step: 5}, engine.Range{Min: 5, Max: 10, Step: 5}},
		{engine.Range{Min: 10, Max: 10, Step: 5}, engine.Range{Min: 10, Max: 10, Step: 5}}, // one number
		{engine.Range{Min: 10, Max: 10, Step: 0}, engine.Range{Min: 10, Max: 10, Step: 0}},
		{engine.Range{Min: 0, Max: 4, Step: 4}, engine.Range{Min: 4, Max: 4, Step: 4}}, // the last alone
		{engine.Range{Min: 10, Max: 9, Step: 5}, engine.Range{}},                       // none from the start
		{engine.Range{Min: 25, Max: 45, Step: 5}, engine.Range{}},                      // none of them
	} {
		var got engine.Range
		if o := Possible([]engine.Option{{Range: &c.in}}, fits); len(o) > 0 {
			got = *o[0].Range
		}
		if got != c.want {
			t.Errorf("of %+v are offered %+v, want %+v", c.in, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	words := []string{"7", "07", "x"}
	if got := []string{Word(words, -1), Word(words, 0), Word(words, 2), Word(words, 3)}; !slices.Equal(got, []string{"", "7", "x", ""}) {
		t.Errorf("words are %q", got)
	}
	for i, want := range []bool{true, false, false, false} {
		if n, ok := Number(words, i); ok != want || ok && n != 7 {
			t.Errorf("word %d is the number %d, %v", i, n, ok)
		}
	}
}

// A question is open if it has options, or takes words that are in no list.
func TestOpen(t *testing.T) {
	one := Fixed([]engine.Option{{Args: []string{"7"}}})
	for _, c := range []struct {
		choice engine.Choice
		want   bool
	}{{Barred("p1", "", "buy", "no"), false}, {engine.Choice{Options: one}, true}, {engine.Choice{Options: Fixed(nil), Usage: "..."}, true}} {
		if got := Open(c.choice); got != c.want {
			t.Errorf("%+v is open: %v", c.choice, got)
		}
	}
}

// Whether anything is offered is known without listing everything, with the same result.
func TestAnyIsListed(t *testing.T) {
	for max := range 12 {
		for step := range 4 {
			for _, whyNot := range []func([]string) string{
				func([]string) string { return "no" }, func([]string) string { return "" },
				func(w []string) string { return map[bool]string{true: "odd"}[len(Word(w, 0))%2 == 1] },
				func(w []string) string { n, _ := Number(w, 1); return map[bool]string{true: "small"}[n < 7] },
			} {
				options := []engine.Option{{Args: []string{"a"}}, {Args: []string{"bb"}, Range: &engine.Range{Min: 3, Max: max, Step: step}}}
				for _, some := range [][]engine.Option{nil, options[:1], options[1:], options} {
					c := Ruled("p1", "", "buy", "", Fixed(some), whyNot)
					if c.Listed() != (len(c.List()) > 0) || Open(c) != c.Listed() {
						t.Errorf("%v: listed %v, %v", some, c.Listed(), c.List())
					}
					for n := range 14 {
						for _, words := range [][]string{{"a"}, {"bb"}, {"bb", strconv.Itoa(n)}, {"a", strconv.Itoa(n)}} {
							listed := slices.ContainsFunc(c.List(), func(o engine.Option) bool { return o.Match(words) })
							if c.Has(words) != listed {
								t.Errorf("%v of %v, to %d in steps of %d: Has says %v", words, some, max, step, !listed)
							}
						}
					}
				}
			}
		}
	}
}
