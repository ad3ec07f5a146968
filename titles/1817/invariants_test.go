package t1817

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step"
)

// check finds what may be true in no position: shares and short shares that do not add up to a company's
// size, a player with both, too many loans, trains or markers, two markers in one hex. // 17-LM-06,
// 17-LN-02, 17-IP-13
func check(g *engine.Game) error {
	v := see(g.State())
	for _, sym := range v.inOrder() {
		if err := v.sound(sym); err != nil {
			return err
		}
	}
	return nil
}

func (v view) sound(sym string) error {
	shares, short := v.Shares(sym, sym)+v.Shares(step.Pool, sym), v.shorts(step.Pool, sym)
	for _, p := range v.S.Players() {
		if v.Shares(p, sym) > 0 && v.shorts(p, sym) > 0 {
			return fmt.Errorf("%s holds shares and short shares of %s", p, sym)
		}
		shares += v.Shares(p, sym)
		short += v.shorts(p, sym)
	}
	hexes := map[string]bool{}
	for _, at := range v.Stations(sym) {
		if hexes[at.Hex] {
			return fmt.Errorf("%s has two markers in %s", sym, at.Hex)
		}
		hexes[at.Hex] = true
	}
	switch {
	case shares-short != v.size(sym):
		return fmt.Errorf("%s has %d shares and %d short shares in play, size %d", sym, shares, short, v.size(sym))
	case v.loans(sym) > v.size(sym):
		return fmt.Errorf("%s has %d loans, size %d", sym, v.loans(sym), v.size(sym))
	case v.President(sym) == "" && !v.red(sym):
		return fmt.Errorf("%s has no president and is not in liquidation", sym)
	}
	return nil
}
