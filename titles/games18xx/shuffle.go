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
	const modulus = 1 << 31
	r := ((seed % modulus) + modulus) % modulus
	draws := make([]drawn, len(list))
	for i, what := range list {
		r = (1103515245*r + 12345) % modulus
		draws[i] = drawn{r, what}
	}
	slices.SortStableFunc(draws, func(a, b drawn) int { return cmp.Compare(a.n, b.n) })
	out := make([]string, len(draws))
	for i, d := range draws {
		out[i] = d.what
	}
	return out
}
