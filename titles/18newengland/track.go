package t18newengland

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// track lets a company lay or upgrade tiles. // 11.3; NE-TR-01, NE-TR-02
func track(t *turn) {
	t.Set(revenue, 0)
	t.Set(redeemed, 0)
	help := "lay no track"
	classic.Track{Works: t.works(), Ground: t.ground, Ask: func(g *classic.Ground) engine.Command {
		defer func() { help = "lay no second tile" }()
		return t.asks("track", func() []engine.Choice { return t.trackChoices(g, help) }) // O2, O3
	}}.Run(t.Turn)
}

// works returns the tiles that a turn allows: one for a minor; for a major one yellow tile, two
// yellow tiles, or one upgrade. // 11.3; NE-TR-01, NE-TR-02
func (t *turn) works() step.Works {
	if isMinor(t.Actor) {
		return step.Works{Allowed: []step.Allowance{{Upgrade: true}}, Upgrades: 1}
	}
	return step.Works{Allowed: []step.Allowance{{Upgrade: true}, {Extra: true}}, Upgrades: 1}
}

// ground is the map as the operating company builds on it. A tile has to fit, and a route of the
// company must use it. Stations and kept spaces stay in their city, or come together if cities are
// joined. // 11.3; NE-TR-06, NE-TR-07, NE-TR-13, NE-TR-14, NE-TR-15, NE-RUL-15
func (t *turn) ground(done step.Works) *classic.Ground {
	g := &classic.Ground{
		Ground: step.Ground{Table: t.Table, Sym: t.Actor, From: t.connected}, Done: done,
		Tiles: "11.3", // NE-TR-05, NE-TR-12, NE-ST-05
		Chart: t.chart,
	}
	g.NotNext = func(at string, tile *board.Tile) string { return t.notTile(g, at, tile) }
	return g
}

// notTile says why a tile may not come next on a hex, in whatever rotation. // 8, 11.3, 19
func (t *turn) notTile(g *classic.Ground, at string, tile *board.Tile) string {
	left, limited := t.TilesLeft(tile.ID)
	cost := g.Price(at, tile) // NE-TR-08
	next, _ := g.Done.Next("", at, classic.Upgrade(tile))
	switch chart := t.chart(at); {
	case len(chart) == 0: // NE-TR-05, NE-TR-22
		return t.Final(at) + " (11.3)"
	case !slices.Contains(chart, tile.ID): // NE-TR-21
		return at + " takes tile " + strings.Join(chart, ", ") + " next (11.3, 19)"
	case next < 0: // NE-TR-01
		return "after a yellow tile only a second yellow tile may be laid (11.3)"
	case !slices.Contains(t.Phase().Tiles, tile.Color): // NE-TR-03
		return t.TooEarly(tile.Color) + " (8)"
	case limited && left == 0: // NE-TR-04
		return "no tile " + tile.ID + " is left (11.3)"
	case tile.ID == "611" && t.fits63(g, at) && !t.allowsAny611(): // NE-TR-16
		return "tile 63 comes first, as long as one is left and fits (11.3)"
	case cost > t.Cash(t.Actor): // NE-TR-07
		return "the terrain costs " + money(cost) + ", but " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (11.3)"
	}
	return ""
}

// chart returns the tiles that the chart allows on a hex, before phase and supply.
// // 11.3, 19; NE-TR-09, NE-TR-21, NE-RUL-14
func (v view) chart(at string) []string {
	return classic.Chart(v.Table, at) // NE-TR-10, NE-TR-11, NE-TR-17, NE-TR-18, NE-TR-19, NE-TR-20
}

// fits63 reports whether a 63 is left and can lie on the hex. // 11.3;
// NE-RUL-13
func (t *turn) fits63(g *classic.Ground, at string) bool {
	if left, _ := t.TilesLeft("63"); left == 0 {
		return false
	}
	_, err := g.Board().Fit(at, "63", 0) // it looks the same in every rotation
	return err == nil
}
