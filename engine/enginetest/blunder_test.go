package enginetest

import (
	"strings"
	"testing"

	"pbem/engine"
)

// Rules that look at a word that was not said are found, and so are those that count with a word that is no number.
func TestBlunders(t *testing.T) {
	offer := func(whyNot func(words []string)) []engine.Choice {
		return []engine.Choice{
			{By: "p1", Verb: "pass"},
			{By: "p1", Verb: "sell", Options: func() []engine.Option { return []engine.Option{{Args: []string{"1", "NYC"}}} },
				Free: func(words []string) ([]string, error) { whyNot(words); return nil, engine.Refuse("not now") }},
		}
	}
	for name, c := range map[string]struct {
		whyNot func(words []string)
		want   string
	}{
		"sound":      {func([]string) {}, ""},
		"no word":    {func(words []string) { _ = words[0] }, "p1 sell: the rules fail"},
		"one word":   {func(words []string) { _ = append(words, "")[1] }, "p1 sell: the rules fail"},
		"a number":   {func(words []string) { _ = engine.Command{Args: append(words, "1")}.Int(0) }, "p1 sell XX: the rules fail"},
		"a word too": {func(words []string) { _ = [3]int{}[len(words)] }, "p1 sell 1 NYC now: the rules fail"},
	} {
		err := Blunders(offer(c.whyNot))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
