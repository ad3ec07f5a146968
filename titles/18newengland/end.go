package t18newengland

import (
	"slices"

	"pbem/engine"
)

// endOperating ends the game when its time has come. No merger round follows.
// // 13; NE-EN-01, NE-EN-02, NE-EN-04, NE-RUL-34, NE-RUL-35, DIF-18
func endOperating(t *turn) {
	switch {
	case t.Get(reached) == 1:
		t.End("a company reached the end of the market", scores(t.State))
	case t.Get(broken) == 1 && t.Get(roundNo) == 2:
		t.End("the bank is broken", scores(t.State))
	}
}

// standstill reports whether nothing can change any more: no company is left and
// nobody can start one. The rules do not say what then; round would follow
// round with nobody being asked anything. // 13; README.md
func (t *turn) standstill() bool {
	if len(running(t.State, minor))+len(running(t.State, major)) > 0 {
		return false
	}
	rich := func(p string) bool { return t.Cash(p) >= 2*t.cheapestSpace() }
	return len(t.At(offered)) == 0 || !slices.ContainsFunc(playing(t.State), rich)
}

// scores is cash, shares at the market price, and minors at twice their value.
// Equal scores share the victory. // 13; NE-RUL-36, NE-EN-06, NE-EN-07, NE-EN-08, NE-BK-04
func scores(s *engine.State) map[string]int {
	out := map[string]int{}
	for _, p := range s.Players() {
		out[p] = 0
		if s.Get(bankrupt+p) == 0 {
			out[p] = worth(s, p)
		}
	}
	return out
}

// worth is a player's wealth now. A minor's one certificate counts as two
// shares of its value.
func worth(s *engine.State, p string) int {
	t := table(s)
	n := s.Cash(p)
	for _, c := range data.Companies {
		if held := t.Shares(p, c.Sym); held > 0 {
			n += held * t.Price(c.Sym)
		}
	}
	return n
}
