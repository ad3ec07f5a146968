package enginetest

import (
	"strconv"
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

// So is a refusal that says nothing, because nothing was said or because a sum does not fit into an int.
func TestSilentRefusals(t *testing.T) {
	bid := func(whyNot func(words []string) string) []engine.Choice {
		return []engine.Choice{{By: "p1", Verb: "bid",
			Options: func() []engine.Option { return []engine.Option{{Range: &engine.Range{Min: 1, Max: 50, Step: 1}}} },
			Free:    func(words []string) ([]string, error) { return nil, engine.Refuse("%s", whyNot(words)) },
		}}
	}
	owes, most := 50, 100
	for want, whyNot := range map[string]func(words []string) string{
		"p1 bid : it is refused without a reason": func([]string) string { return "" },
		"p1 bid 9223372036854775807: it is refused without a reason": func(words []string) string {
			if len(words) == 1 {
				if n, err := strconv.Atoi(words[0]); err == nil && n > 0 && n+owes <= most {
					return ""
				}
			}
			return "bid 1 to 50"
		},
	} {
		if err := Blunders(bid(whyNot)); err == nil || strings.ReplaceAll(err.Error(), "bid:", "bid :") != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
