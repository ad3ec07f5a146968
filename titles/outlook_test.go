package titles

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/enginetest"
	"pbem/engine/walk"
	"pbem/internal/testsize"
	"pbem/titles/title"
	"pbem/titles/title/titletest"
)

// A dividend has the effect that its choice promises: the president's money, and the
// movement of the price.
func TestDividendsAsTold(t *testing.T) {
	if testsize.Race {
		t.Skip("whole games are played without the race detector: nothing in them runs side by side")
	}
	for _, ti := range All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			t.Parallel()
			told, least := map[string]int{}, testsize.More[uint64](3, 1, 3)
			rare := func(verb string) bool { return told[verb] < 5 }
			verbs := slices.DeleteFunc([]string{"pay", "half", "withhold"}, func(verb string) bool {
				_, known := ti.Verbs.Find(verb)
				return !known
			})
			for seed := uint64(0); seed < least || seed < 20 && slices.ContainsFunc(verbs, rare); seed++ {
				start := engine.Started{Title: ti.Facts.Slug, Seed: int64(seed), Players: []string{"A", "B", "C"}}
				setup, err := ti.Setup(start)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := enginetest.Play(ti.Rules, setup, seed, func(_ int, g *engine.Game) error { return dividends(ti, g, told) }); err != nil {
					t.Fatal(err)
				}
				if slices.ContainsFunc(verbs, rare) { // eager players were ruined before they earned enough
					thrifty(t, ti, start, seed, told)
				}
			}
			for _, verb := range verbs {
				if rare(verb) {
					t.Errorf("%s came up %d times only", verb, told[verb])
				}
			}
		})
	}
}

// thrifty plays a game of prudent players.
func thrifty(t *testing.T, ti *title.Title, start engine.Started, seed uint64, told map[string]int) {
	t.Helper()
	for m := range titletest.Play(t, ti, start, walk.NewThrifty(seed, ti.Habits)) {
		if err := dividends(ti, m.Game, told); err != nil {
			t.Fatal(err)
		}
	}
}

// dividends tries each dividend that is offered.
func dividends(ti *title.Title, g *engine.Game, told map[string]int) error {
	for _, ch := range g.Pending() {
		_, brings, ok := strings.Cut(ch.Help, "you get ")
		if ch.Verb != "pay" && ch.Verb != "half" && ch.Verb != "withhold" || !ok {
			continue
		}
		_, events, err := g.Decide(engine.Command{By: ch.By, Verb: ch.Verb})
		if err != nil {
			return err
		}
		have := ti.Facts.Money(0)
		want, rest, _ := strings.Cut(strings.Replace(brings, "nothing", have, 1), ", ")
		_, price, _ := strings.Cut(rest, "; ")
		got, moved := outcome(events, ch)
		if ti.Facts.Money(got) != want || moved != strings.TrimSuffix(price, "price unchanged") {
			return fmt.Errorf("%s of %s: told %q, got %d and %q", ch.Verb, ch.For, ch.Help, got, moved)
		}
		told[ch.Verb]++
	}
	return nil
}

// outcome returns what the president gets first, until the company has said its dividend,
// and the first change of the price.
func outcome(events []engine.Event, ch engine.Choice) (got int, price string) {
	told := false
	for _, e := range events {
		switch e := e.(type) {
		case engine.Paid:
			if e.To == ch.By && got == 0 && !told {
				got = e.Amount
			}
		case engine.Noted:
			told = told || e.By == ch.For && (strings.HasPrefix(e.Text, "paid ") || strings.HasPrefix(e.Text, "withheld "))
			if e.By == ch.For && strings.HasPrefix(e.Text, "price ") {
				return got, e.Text
			}
			if e.By == ch.For && strings.HasPrefix(e.Text, "ran ") {
				return got, ""
			}
		}
	}
	return got, ""
}
