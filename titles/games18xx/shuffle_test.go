package games18xx

import (
	"fmt"
	"testing"
)

// With the seed of Next, Shuffle continues where the first draws stopped.
func TestNextDraw(t *testing.T) {
	list := []string{"A", "B", "C", "D"}
	for seed := int64(-2); seed < 20; seed++ {
		twice := Shuffle(seed, append(append([]string{}, list...), "E", "F", "G", "H"))
		var second []string
		for _, what := range twice { // the last four draw after the first four
			if what > "D" {
				second = append(second, what)
			}
		}
		again := Shuffle(Next(seed, 4), []string{"E", "F", "G", "H"})
		if fmt.Sprint(again) != fmt.Sprint(second) {
			t.Errorf("seed %d: %v, want %v", seed, again, second)
		}
	}
}
