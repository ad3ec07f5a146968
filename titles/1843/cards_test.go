package t1843

import (
	"slices"
	"strings"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
)

// 43-SU-02: the seed deals the cards at random, each once. Card 1 begins.
func TestCardsAreDealtByChance(t *testing.T) { // 4
	first := map[string]int{}
	for seed := range int64(60) {
		log, err := setup(engine.Started{Seed: seed, Players: []string{"A", "B", "C"}})
		if err != nil {
			t.Fatal(err)
		}
		s := engine.Fold(log)
		order := view{step.Table{S: s, F: data}}.Order()
		if s.Where(step.Priority) != order[0] {
			t.Errorf("seed %d: %s begins, not %s", seed, s.Where(step.Priority), order[0])
		}
		if sorted := slices.Sorted(slices.Values(order)); !slices.Equal(sorted, s.Players()) {
			t.Fatalf("seed %d: the order is %v", seed, order)
		}
		first[strings.Join(order, " ")]++
	}
	if len(first) != 6 {
		t.Errorf("sixty games have %d orders of play: %v", len(first), first)
	}
}

// 43-SU-01: for 2 to 6 players, with no options.
func TestSetupIsRefused(t *testing.T) { // 4
	for _, start := range []engine.Started{
		{Players: []string{"A"}},
		{Players: []string{"A", "B", "C", "D", "E", "F", "G"}},
		{Players: []string{"A", "B"}, Options: map[string]string{"long": "yes"}},
	} {
		if _, err := setup(start); err == nil {
			t.Errorf("%v is set up", start)
		}
	}
}
