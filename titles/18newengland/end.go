package t18newengland

import (
	"slices"

	"pbem/titles/title"
)

// endOperating ends the game after an operating round in which a company has reached the end of the
// market, or after the second round of a pair if the bank is broken. No merger round follows.
// // 13; NE-RUL-34, NE-RUL-35, DIF-18
func endOperating(t *turn) {
	switch {
	case t.Get(reached) == 1: // NE-EN-04
		t.End("a company reached the end of the market", t.scores())
	case t.Get(broken) == 1 && t.Get(roundNo) == 2: // NE-EN-01, NE-EN-02
		t.End("the bank is broken", t.scores())
	}
}

// standstill reports whether nothing can change any more: no company is left, and nobody can start
// one. The rules do not mention this. Without an end, rounds would go on in which nobody is asked
// anything: see README.md. // 13
func (v view) standstill() bool {
	if len(v.inOrder()) > 0 {
		return false
	}
	rich := func(p string) bool { return v.S.Cash(p) >= 2*v.cheapestSpace() }
	return len(v.S.At(offered)) == 0 || !slices.ContainsFunc(v.Solvent(), rich)
}

// scores returns the wealth of all players, 0 for a bankrupt one. The richest player wins; equal
// scores share the victory. // 13; NE-RUL-36, NE-EN-07
func (v view) scores() map[string]int {
	return v.Scores(func(p string) int {
		if v.S.Get(bankrupt.Of(p)) == 1 { // NE-BK-04
			return 0
		}
		return v.worth(p)
	})
}

// worth returns a player's wealth now: cash, shares at the market price, and minors at twice their
// value (their one certificate counts as two shares). // 13; NE-EN-06, NE-EN-08
func (v view) worth(p string) int { return v.Worth(p) }

// landmarks are answers that change the course of a game.
var landmarks = title.Landmarks{
	{Verb: "merge", Text: "a merger"},
	{Verb: "convert", Text: "a conversion"},
	{Verb: "liquidate", Text: "a liquidation"},
	{Verb: "sell", Question: "trains", Text: "a crisis"},
}
