package testsize

import "testing"

func TestSizes(t *testing.T) {
	for _, c := range []struct{ size, of, more string }{
		{"", "usual", "usual"},
		{"whole", "most", "usual"},
		{"large", "most", "most"},
		{"larger", "usual", "usual"},
	} {
		t.Setenv(variable, c.size)
		if Small() {
			c.of, c.more = "small", "small"
		}
		if got := Of("small", "usual", "most"); got != c.of {
			t.Errorf("%s=%q: %s of what there is, want %s", variable, c.size, got, c.of)
		}
		if got := More("small", "usual", "most"); got != c.more {
			t.Errorf("%s=%q: %s random games, want %s", variable, c.size, got, c.more)
		}
		if Whole() != (c.of == "most") || Large() != (c.more == "most") {
			t.Errorf("%s=%q: whole %v, large %v", variable, c.size, Whole(), Large())
		}
	}
}
