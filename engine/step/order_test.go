package step

import (
	"fmt"
	"strings"
	"testing"

	"pbem/engine"
)

// The cards give the order. A pass puts a card at the end of the row, an action takes it back, and the others
// close the gap. // 28-SR-06, 28-SR-07
func TestCardsOfThoseWhoPassed(t *testing.T) {
	dealt := func() Table { return set(t, DealOrder([]string{"p2", "p3", "p1"})...) }
	for _, c := range []struct {
		acts   string // of players by number, + acts, - passes
		passed string
		all    bool
	}{
		{"", "[]", false}, {"-2", "[p2]", false}, {"-2 -3", "[p2 p3]", false},
		{"-2 -3 -2", "[p2 p3]", false}, // keeps the card
		{"-2 -3 +2", "[p3]", false},    // gives it back
		{"-2 -3 +2 -1 -2", "[p3 p1 p2]", true},
		{"-2 -3 -1", "[p2 p3 p1]", true},
	} {
		tb := play(t, dealt(), func(t *engine.Turn, tb Table) {
			for _, act := range strings.Fields(c.acts) {
				if p := "p" + act[1:]; act[0] == '-' {
					Pass(t, p)
				} else {
					Acted(t, p)
				}
			}
		})
		if got := fmt.Sprint(tb.Passed()); got != c.passed || tb.AllPassed(nil) != c.all || fmt.Sprint(tb.Order()) != "[p2 p3 p1]" {
			t.Errorf("%q: passed are %s, all %v; order %v", c.acts, got, tb.AllPassed(nil), tb.Order())
		}
	}
	if tb := play(t, dealt(), func(t *engine.Turn, tb Table) { Pass(t, "p1") }); !tb.AllPassed(func(p string) bool { return p != "p1" }) {
		t.Error("those who are skipped are waited for")
	}
}

// The next round goes by the order of passing, or by cash. // 1828 7.1 (28-SR-08); 43-SR-04
func TestCardsDealtAnew(t *testing.T) {
	money := []engine.Event{
		engine.Paid{From: engine.Box, To: "p1", Amount: 5}, engine.Paid{From: engine.Box, To: "p2", Amount: 5}, engine.Paid{From: engine.Box, To: "p3", Amount: 9},
	}
	for _, c := range []struct {
		by   func(Table) []string
		want string
	}{
		{Table.Passed, "[p1 p2 p3]"},
		{Table.ByCash, "[p3 p2 p1]"}, // p2 before p1, as before
		{Table.Order, "[p2 p3 p1]"},
		{func(Table) []string { return []string{"p1"} }, "[p1 p2 p3]"}, // the others in the same order as before
	} {
		log := append(DealOrder([]string{"p2", "p3", "p1"}), money...)
		tb := play(t, set(t, log...), func(t *engine.Turn, tb Table) {
			for _, m := range money { // play moves only pieces
				if tb.S.Cash(m.(engine.Paid).To) == 0 {
					t.Pay(engine.Bank, m.(engine.Paid).To, m.(engine.Paid).Amount)
				}
			}
			for _, p := range []string{"p1", "p2", "p3"} {
				Pass(t, p)
			}
			Reorder(t, tb, c.by(tb))
		})
		if got := fmt.Sprint(tb.Order()); got != c.want || len(tb.Passed()) != 0 || len(tb.S.At("p2")) != 1 {
			t.Errorf("order %s, want %s; passed %v", got, c.want, tb.Passed())
		}
	}
}

// The player who follows is found by the cards if cards were dealt, otherwise by the seats.
func TestFollowingByCards(t *testing.T) {
	tb := set(t, DealOrder([]string{"p2", "p1", "p3"})...)
	for p, want := range map[string]string{"p1": "[p3 p2 p1]", "p3": "[p2 p1 p3]", "": "[p2 p1 p3]"} {
		if got := fmt.Sprint(tb.Following(p)); got != want {
			t.Errorf("after %q: %s, want %s", p, got, want)
		}
	}
}

// Turns skip players, and end when everybody is skipped.
func TestNext(t *testing.T) {
	order := []string{"p2", "p1", "p3"}
	for _, c := range []struct{ last, skipped, want string }{
		{"", "", "p2"}, {"p2", "", "p1"}, {"p3", "", "p2"}, {"p9", "", "p2"},
		{"p2", "p1", "p3"}, {"", "p2", "p1"}, {"p2", "p1 p3", "p2"}, {"p2", "p1 p2 p3", ""},
	} {
		out := map[string]bool{}
		for _, p := range strings.Fields(c.skipped) {
			out[p] = true
		}
		if got := Next(order, c.last, func(p string) bool { return out[p] }); got != c.want {
			t.Errorf("after %q without %q: %q, want %q", c.last, c.skipped, got, c.want)
		}
	}
	if got := Next(order, "p1", nil); got != "p3" {
		t.Errorf("nobody is skipped: %q", got)
	}
}
