package market_test

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine/market"
)

// Lower-case markers have had their turn.
func had(marker string) bool { return marker == strings.ToLower(marker) }

// A marker that arrives out of turn goes under those that have still to operate and over those that have
// operated (20-OP-06).
func TestIntoTheMiddleOfAStack(t *testing.T) {
	for stack, want := range map[string]string{
		"":        "X",
		"A B":     "A B X",
		"a b":     "X a b",
		"A B c d": "A B X c d",
		"A X b":   "A X b",
		"X A b":   "A X b",
	} {
		s := strings.Fields(stack)
		got := put(s, "X", market.Over(s, had))
		if strings.Join(got, " ") != want {
			t.Errorf("into %q: %v, want %s", stack, got, want)
		}
		if strings.Join(s, " ") != stack {
			t.Errorf("the stack %q has become %v", stack, s)
		}
	}
}

// At the bottom of its column a marker goes one place down for each share sold, until it is the last
// (43-MK-02).
func TestSunkInItsStack(t *testing.T) {
	for _, c := range []struct {
		stack string
		n     int
		want  string
	}{
		{"X", 1, "X"}, {"X A", 1, "A X"}, {"X A B C", 1, "A X B C"}, {"X A B C", 2, "A B X C"},
		{"X A B C", 3, "A B C X"}, {"X A B C", 9, "A B C X"}, {"A X B", 1, "A B X"}, {"A B X", 1, "A B X"},
		{"A X B C", 0, "A X B C"},
	} {
		s := strings.Fields(c.stack)
		got := put(s, "X", market.Sink(s, "X", c.n))
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s sunk by %d: %v, want %s", c.stack, c.n, got, c.want)
		}
	}
}

// A marker that is put over no other goes under all, like every marker that moves by its own dividend.
func TestUnderTheStack(t *testing.T) {
	if got := put([]string{"A", "B"}, "X", ""); !slices.Equal(got, []string{"A", "B", "X"}) {
		t.Errorf("%v", got)
	}
	if got := put([]string{"A", "B"}, "X", "gone"); !slices.Equal(got, []string{"A", "B", "X"}) {
		t.Errorf("over a marker that is not there: %v", got)
	}
}

// put returns the stack after a marker, in it or not, was put over another, or under all if over is "".
func put(stack []string, marker, over string) []string {
	out := slices.DeleteFunc(slices.Clone(stack), func(m string) bool { return m == marker })
	if i := slices.Index(out, over); i >= 0 {
		return slices.Insert(out, i, marker)
	}
	return append(out, marker)
}
