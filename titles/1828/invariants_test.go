package t1828

import (
	"fmt"
	"slices"
	"testing"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/internal/testsize"
	"pbem/titles/title/titletest"
)

// sound finds what may be true in no position: shares that do not add up to ten, a director with fewer
// shares than another player, too many markers or two in a hex, two coal markers, a private company that
// should be closed.
func (v view) sound() error {
	if slices.ContainsFunc(v.parred(), v.absorbed) { // in the middle of a merger
		return nil
	}
	for _, sym := range v.parred() {
		for _, find := range []func(string) error{v.soundShares, v.soundMarkers, v.soundAssets} {
			if err := find(sym); err != nil {
				return err
			}
		}
	}
	if n := len(v.coalAt(coalfields)) + len(v.coalAt(tunnel)); n > 3 {
		return fmt.Errorf("%d coal markers on the map", n)
	}
	if v.S.Get(phase) >= redPhase {
		for _, p := range data.Privates { // 28-PV-06
			if v.open(p.Sym) {
				return fmt.Errorf("%s is open in the red phase", p.Sym)
			}
		}
	}
	return nil
}

func (v view) soundShares(sym string) error {
	total := v.Shares(step.IPO(sym), sym) + v.Shares(step.Pool, sym) + v.Shares(sym, sym)
	director := v.director(sym)
	for _, p := range v.S.Players() {
		total += v.Shares(p, sym)
		if v.Shares(p, sym) > v.Shares(director, sym) { // 13.3.3
			return fmt.Errorf("%s directs %s and has less of it than %s", director, sym, p)
		}
	}
	own := map[bool]int{true: 1}[v.isSystem(sym)]
	switch {
	case total != 10: // 28-MG-20
		return fmt.Errorf("%s has %d shares", sym, total)
	case director == "":
		return fmt.Errorf("nobody directs %s", sym)
	case v.Shares(sym, sym) != own: // 28-MG-23, 28-MG-27
		return fmt.Errorf("%s has %d shares in its treasury", sym, v.Shares(sym, sym))
	}
	return nil
}

func (v view) soundMarkers(sym string) error {
	hexes := map[string]bool{}
	for _, at := range v.Stations(sym) {
		if hexes[at.Hex] { // 28-ST-03
			return fmt.Errorf("%s has two markers in %s", sym, at.Hex)
		}
		hexes[at.Hex] = true
	}
	want := 0
	if v.Floated(sym) {
		want = v.ownMarkers(sym)
	}
	if n := v.markers(sym); n != want { // 28-FL-02, 28-MG-08, 28-MG-24
		return fmt.Errorf("%s has %d markers, not %d", sym, n, want)
	}
	return nil
}

func (v view) soundAssets(sym string) error {
	if n := len(v.coalAt(sym)); n > 1 { // 28-CO-01
		return fmt.Errorf("%s has %d coal markers", sym, n)
	}
	if !v.Floated(sym) && (v.S.Cash(sym) > 0 || len(v.trainsOf(sym)) > 0) {
		return fmt.Errorf("%s has not floated and has %s and %d trains", sym, money(v.S.Cash(sym)), len(v.trainsOf(sym)))
	}
	for _, shell := range v.shells(sym) {
		p := privateOf(shell)
		if data.Private(p) != nil && v.open(p) && len(v.trainsOf(sym)) > 0 { // 28-PV-05
			return fmt.Errorf("%s is open, and %s has a train", p, sym)
		}
	}
	return nil
}

// Random games keep the invariants after every decision. The last game is played under the switches of
// recorded games.
func TestInvariants(t *testing.T) {
	for seed := testsize.More[int64](3, 3, 0); seed < 5; seed++ {
		start := titletest.Names(seed, 3+int(seed%3))
		if seed == 4 {
			start.Options = switches.All(map[string]string{})
		}
		titletest.Sound(t, Title, start, func(s *engine.State) error { return see(s).sound() })
	}
}
