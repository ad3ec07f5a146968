package t18newengland

import (
	"slices"
	"strings"
	"sync"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// track lets a company lay or upgrade tiles. // 11.3; NE-TR-01, NE-TR-02
func track(t *turn) {
	t.Set(revenue, 0)
	t.Set(redeemed, 0)
	help := "lay no track"
	for done := t.works(); done.More(""); help = "lay no second tile" {
		a := t.asks("track", func() []engine.Choice {
			g := t.ground(done)
			return []engine.Choice{t.voice().Offers("lay", "lay or upgrade a tile", g.candidates, g.notLaid), t.voice().Pass(help)} // O2, O3
		})
		if a.Verb == "pass" {
			return
		}
		tile := data.Map.Tile(a.Arg(1))
		t.lay(a.Arg(0), tile, a.Int(2))
		n, _ := done.Next("", a.Arg(0), upgrades(tile))
		done = done.With(n, a.Arg(0), upgrades(tile))
	}
}

// works returns the tiles that a turn allows: one for a minor; for a major one yellow tile, two
// yellow tiles, or one upgrade. // 11.3; NE-TR-01, NE-TR-02
func (t *turn) works() step.Works {
	if isMinor(t.Actor) {
		return step.Works{Allowed: []step.Allowance{{Upgrade: true}}, Upgrades: 1}
	}
	return step.Works{Allowed: []step.Allowance{{Upgrade: true}, {Extra: true}}, Upgrades: 1}
}

// upgrades reports whether a tile is an upgrade.
func upgrades(tile *board.Tile) bool { return tile.Color != "yellow" }

// A ground is the map as the operating company sees it when it builds.
type ground struct {
	*turn
	done  step.Works
	board func() *board.Board
	reach func() *board.Reach
}

func (t *turn) ground(done step.Works) ground {
	b := sync.OnceValue(t.Board)
	return ground{t, done, b, sync.OnceValue(func() *board.Reach { return t.connected(b(), t.Actor) })}
}

// candidates lists the tiles that may come next, in every rotation, on the hexes that a route of
// the company touches.
func (g ground) candidates() []engine.Option {
	var out []engine.Option
	for _, at := range g.reach().Hexes() {
		for _, id := range g.chart(at) {
			tile := data.Map.Tile(id)
			if g.notTile(at, tile) != "" { // true of every rotation
				continue
			}
			out = append(out, g.Turned(at, tile, g.TileCost(at, tile))...)
		}
	}
	return out
}

// notLaid says why a tile may not be laid. // 11.3
func (g ground) notLaid(words []string) string {
	hex, tile, rot, why := g.LayWords(words)
	if why != "" {
		return why
	}
	if why = g.notTile(hex.At, tile); why != "" {
		return why
	}
	return g.notTurned(hex.At, tile, rot)
}

// notTile says why a tile may not come next on a hex, in whatever rotation. // 8, 11.3, 19
func (g ground) notTile(at string, tile *board.Tile) string {
	left, limited := g.TilesLeft(tile.ID)
	cost := g.TileCost(at, tile) // NE-TR-08
	next, _ := g.done.Next("", at, upgrades(tile))
	switch hex, chart := data.Map.Hex(at), g.chart(at); {
	case hex.Color == "gray" || hex.Color == "red":
		return "red and gray hexes take no tile (11.3)"
	case len(chart) == 0: // NE-TR-22
		return "what lies in " + at + " is never replaced (19)"
	case !slices.Contains(chart, tile.ID): // NE-TR-21
		return at + " takes tile " + strings.Join(chart, ", ") + " next (11.3, 19)"
	case next < 0: // NE-TR-01
		return "after a yellow tile only a second yellow tile may be laid (11.3)"
	case !slices.Contains(g.Phase().Tiles, tile.Color): // NE-TR-03
		return "there are no " + tile.Color + " tiles in this phase (8)"
	case limited && left == 0: // NE-TR-04
		return "no tile " + tile.ID + " is left (11.3)"
	case tile.ID == "611" && g.fits63(at) && !g.allowsAny611(): // NE-TR-16
		return "tile 63 comes first, as long as one is left and fits (11.3)"
	case cost > g.Cash(g.Actor): // NE-TR-07
		return "the terrain costs " + money(cost) + ", " + g.Actor + " has " + money(g.Cash(g.Actor)) + " (11.3)"
	}
	return ""
}

// notTurned says why a tile may not lie in this rotation: its track leads nowhere, it does not keep
// the old track, or no route reaches it. // 11.3; NE-TR-05, NE-TR-12
func (g ground) notTurned(at string, tile *board.Tile, rot int) string {
	if _, err := g.board().Fit(at, tile.ID, rot); err != nil {
		return err.Error() + " (11.3)"
	}
	return g.notJoined(at, tile, rot)
}

// notJoined says why no route of the company uses the tile. For a tile with a city or a town any of
// its track will do; on plain track a route must be able to use new track.
// // 11.3; NE-TR-06, NE-RUL-15
func (g ground) notJoined(at string, tile *board.Tile, rot int) string {
	site := step.Site{Table: g.Table, Board: g.board(), Reach: g.reach(), Hex: data.Map.Hex(at)}
	switch {
	case len(tile.Stops) > 0 && !site.Touched(tile, rot): // NE-TR-14
		return "no route of " + g.Actor + " comes to the track of that tile (11.3)"
	case len(tile.Stops) == 0 && !site.Extended(tile, rot): // NE-TR-13
		return "no route of " + g.Actor + " can use new track of that tile (11.3)"
	}
	return ""
}

// chart returns the tiles that the chart allows on a hex, before phase and supply. Red and gray
// hexes are refused earlier. // 11.3, 19
func (v view) chart(at string) []string {
	if list, ok := v.Chart(at); ok { // NE-TR-21, NE-RUL-14
		return list // NE-TR-10, NE-TR-11, NE-TR-17, NE-TR-18, NE-TR-19, NE-TR-20
	}
	switch hex := data.Map.Hex(at); { // NE-TR-09
	case len(hex.Stops) == 0:
		return []string{"7", "8", "9"}
	case hex.Stops[0].Kind == board.Town:
		return []string{"3", "4", "58"}
	}
	return []string{"6"}
}

// fits63 reports whether a 63 is left and can lie on the hex. // 11.3;
// NE-RUL-13
func (g ground) fits63(at string) bool {
	if left, _ := g.TilesLeft("63"); left == 0 {
		return false
	}
	_, err := g.board().Fit(at, "63", 0) // it looks the same in every rotation
	return err == nil
}

// lay pays for the terrain and puts the tile down. Stations and kept spaces stay in their city, or
// come together if cities are joined. // 11.3; NE-TR-15, NE-ST-05
func (t *turn) lay(hex string, tile *board.Tile, rot int) {
	cost := t.TileCost(hex, tile)
	t.Pay(t.Actor, engine.Bank, cost) // NE-TR-07
	step.Lay(t.Turn, t.Table, hex, tile.ID, rot)
	t.Note(t.Actor, "%s", t.LaidNote(hex, tile.ID, "", cost))
}
