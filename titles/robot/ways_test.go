package robot

import (
	"slices"
	"testing"

	"pbem/engine"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		r    engine.Range
		want []int
	}{
		{engine.Range{Min: 5, Max: 5, Step: 5}, []int{5}},
		{engine.Range{Min: 10, Max: 40, Step: 10}, []int{10, 20, 30, 40}},
		{engine.Range{Min: 1, Max: 2}, []int{1, 2}},
		{engine.Range{Min: 100, Max: 1000, Step: 5}, []int{100, 400, 700, 1000}},
	} {
		got := numbers(c.r)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.r, got, c.want)
		}
		for _, n := range got {
			if !c.r.Holds(n) {
				t.Errorf("%v does not hold %d", c.r, n)
			}
		}
	}
}

func TestShare(t *testing.T) {
	list := func(n int) []engine.Command { return make([]engine.Command, n) }
	for _, c := range []struct {
		sizes []int
		n     int
		want  int
	}{
		{[]int{1, 2, 3}, 10, mostTried},
		{[]int{1, 1000}, 80, 79},
		{[]int{30, 1000, 1000}, 80, 26},
		{[]int{1000, 5, 1000}, 85, 40},
	} {
		var lists [][]engine.Command
		for _, n := range c.sizes {
			lists = append(lists, list(n))
		}
		got := share(lists, c.n)
		if got != c.want {
			t.Errorf("%v of %d: %d, want %d", c.sizes, c.n, got, c.want)
		}
	}
}
