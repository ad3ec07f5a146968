package games18xx

import (
	"cmp"
	"slices"
)

// Shuffle orders a list by chance from a seed, for setups only: every element
// draws from a linear congruential generator and the draws are sorted.
// 18xx.games shuffles alike, so that its games can be read.
func Shuffle(seed int64, list []string) []string {
	type drawn struct {
		n    int64
		what string
	}
	r := within(seed)
	draws := make([]drawn, len(list))
	for i, what := range list {
		r = next(r)
		draws[i] = drawn{r, what}
	}
	slices.SortStableFunc(draws, func(a, b drawn) int { return cmp.Compare(a.n, b.n) })
	out := make([]string, len(draws))
	for i, d := range draws {
		out[i] = d.what
	}
	return out
}

// Next returns the seed with which a program goes on that has drawn n numbers.
func Next(seed int64, n int) int64 {
	r := within(seed)
	for range n {
		r = next(r)
	}
	return r
}

// modulus is that of the generator.
const modulus = 1 << 31

func within(seed int64) int64 { return ((seed % modulus) + modulus) % modulus }

func next(r int64) int64 { return (1103515245*r + 12345) % modulus }
