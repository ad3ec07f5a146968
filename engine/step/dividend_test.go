package step

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine"
)

// A president sees what each dividend brings to whom, and how it moves the price.
func TestOutlook(t *testing.T) {
	tb := set(t, slices.Concat(put("p1", Share("PRR", 0)), put("PRR", Share("PRR", 1)))...)
	e := Earnings{Voice: tb.Voice("PRR"), All: 100, Half: 50}
	e.Outlook = func(paid int) string {
		after := map[int]string{100: "$60", 0: "$40"}[paid]
		return tb.Outlook(Dividend{"PRR", 100, paid, 5}, fmt.Sprint(paid/5, " each"), 1, "$50", after)
	}
	want := []string{
		"pay 100: 20 each: you get $40, PRR $20; price $50 > $60",
		"half 50: 10 each: you get $20, PRR $60; price unchanged",
		"withhold 0: you get nothing, PRR $100; price $50 > $40",
	}
	for i, c := range e.Choices() {
		if got := fmt.Sprintf("%s %d: %s", c.Verb, e.Paid(c.Verb), c.Help); got != want[i] || c.By != "p1" || c.For != "PRR" {
			t.Errorf("%s %s %s, want %s", c.By, c.For, got, want[i])
		}
	}
}

// A president without an heir keeps the office. With an heir everything may be sold. Shares that would make
// the heir president may not be sold if the office has to stay.
func TestSpare(t *testing.T) {
	for _, c := range []struct {
		p2, spare, stays int
	}{{0, 2, 2}, {1, 2, 2}, {2, 4, 2}, {3, 4, 1}} {
		more := slices.Concat(put("p1", Share("NYC", 0), Share("NYC", 1), Share("NYC", 2)), []engine.Event{})
		for n := range c.p2 {
			more = append(more, put("p2", Share("NYC", 3+n))...)
		}
		tb := set(t, more...)
		if got, stays := tb.Spare("p1", "NYC"), tb.SellableAsDirector("p1", "NYC"); got != c.spare || stays != c.stays || tb.Spare("p2", "NYC") != c.p2 {
			t.Errorf("with %d at p2: %d may go, %d where the office stays; want %+v", c.p2, got, stays, c)
		}
	}
}
