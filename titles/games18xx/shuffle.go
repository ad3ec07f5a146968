package games18xx

import (
	"cmp"
	"slices"
)

// Shuffle puts a list into a random order that depends on a seed. It is for setups only.
// Every element draws a number from a linear congruential generator, and the numbers are
// sorted. 18xx.games does the same, so that its games can be read.
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

// Next returns the seed for a program that has drawn n numbers and draws more.
func Next(seed int64, n int) int64 {
	r := within(seed)
	for range n {
		r = next(r)
	}
	return r
}

// modulus is the modulus of the generator.
const modulus = 1 << 31

func within(seed int64) int64 { return ((seed % modulus) + modulus) % modulus }

func next(r int64) int64 { return (1103515245*r + 12345) % modulus }
