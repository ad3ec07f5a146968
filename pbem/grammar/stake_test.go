package grammar

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles"
)

// In an auction people name what they bid for, and the one they pass on, though only one thing is up.
func TestStakesMayBeNamed(t *testing.T) {
	title, ok := titles.Find("1817")
	if !ok {
		t.Fatal("there is no such title")
	}
	ctx := Context{Facts: title.Facts, Verbs: title.Verbs}
	auction := func(what string) []engine.Choice {
		why := func(words []string) string {
			if n, ok := step.Number(words, 0); ok && len(words) == 1 && n%5 == 0 {
				return ""
			}
			return "the rules say why not"
		}
		return []engine.Choice{
			step.Ruled("p1", "", "bid", "bid for "+what, step.Fixed(step.Bids(20, 90, 5)), why),
			step.Voice{By: "p1"}.Pass("bid no more for " + what),
		}
	}
	for _, c := range []struct{ what, line, want string }{
		{"OBC", "bid 20 on OBC", "bid 20"},
		{"OBC", "bid 20 for the Ohio Bridge Company", "bid 20"},
		{"OBC", "pass on the bridge", ""},
		{"OBC", "bid OBC 25", "bid 25"},
		{"OBC", "bid $20 for ohio bridge", "bid 20"},
		{"OBC", "pass on OBC", "pass"},
		{"OBC", "pass OBC", "pass"},
		{"OBC", "pass on the Ohio Bridge", "pass"},
		{"OBC", "bid 20 on it", "bid 20"},
		{"OBC", "pass on it", "pass"},
		{"OBC", "bid it", ""},
		{"OBC", "bid 20 on UBC", ""},
		{"OBC", "pass on UBC", ""},
		{"OBC", "bid 20 on bridge", ""}, // or the Union Bridge Company
		{"OBC", "bid OBC", ""},
		{"OBC", "bid 22 on OBC", ""},
		{"MAIL", "bid 20 on the mail contract", "bid 20"},
		{"MAJM", "bid 20 on the mail contract", ""},
		{"MAJM", "pass on the major mail contract", "pass"},
	} {
		got, err := Match(ctx, auction(c.what), "p1", c.line)
		if text := got.String(); err == nil && text != c.want || err != nil && c.want != "" {
			t.Errorf("%s is up: %q is %q, %v; want %q", c.what, c.line, text, err, c.want)
		}
	}
	if _, err := Match(ctx, auction("OBC"), "p1", "bid 22 on OBC"); err == nil || slices.Contains([]string{"", "Say how much you bid for OBC."}, err.Error()) || !strings.Contains(err.Error(), "rules") {
		t.Errorf("a bid between the steps: %v", err)
	}
}
