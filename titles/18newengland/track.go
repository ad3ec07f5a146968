package t18newengland

import (
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// track lays or upgrades track: a minor one tile; a major one yellow tile, two
// yellow tiles, or one upgrade. // 11.3; NE-TR-01, NE-TR-02
func track(t *turn) {
	t.Set(revenue, 0)
	t.Set(redeemed, 0)
	help := "lay no track"
	for yellow := 0; ; {
		second := yellow > 0
		a := t.asks(func() []engine.Choice {
			options := func() []engine.Option { return t.lays(second) }
			why := func(words []string) string { return t.notLaid(words, second) }
			return []engine.Choice{t.offers("lay", "lay or upgrade a tile", options, why), t.pass(help)} // O2, O3
		})
		if a.Verb == "pass" {
			return
		}
		tile := data.Map.Tile(a.Arg(1))
		t.lay(a.Arg(0), tile.ID, a.Int(2))
		yellow++
		if isMinor(t.Actor) || tile.Color != "yellow" || yellow == 2 {
			return
		}
		help = "lay no second tile"
	}
}

// A site is a hex where the company may build, with all that the test of a lay
// needs.
type site struct {
	step.Site
	t      *turn
	second bool // a yellow tile was laid this turn
}

// lays lists every legal lay of the operating company.
func (t *turn) lays(second bool) []engine.Option {
	var out []engine.Option
	for _, at := range t.Sites(t.Actor) {
		s := site{at, t, second}
		for _, id := range t.chart(at.Hex.At) {
			out = append(out, s.rotations(data.Map.Tile(id))...)
		}
	}
	return out
}

// notLaid says why a lay is not legal.
func (t *turn) notLaid(words []string, second bool) string {
	hex, tile := data.Map.Hex(step.Word(words, 0)), data.Map.Tile(step.Word(words, 1))
	rot, ok := step.Number(words, 2)
	switch {
	case hex == nil || tile == nil:
		return "say a hex, a tile and how it is turned, 0 to 5"
	case !ok || rot < 0 || rot > 5 || len(words) != 3:
		return "say how the tile is turned, 0 to 5"
	}
	b := t.Board()
	s := site{step.Site{Table: t.Table, Board: b, Hex: hex}, t, second}
	if why := s.notTile(tile); why != "" {
		return why
	}
	s.Reach = t.Reach(b, t.Actor)
	return s.notTurned(tile, rot)
}

// notTile says why a tile may not lie on the site next, however it is turned;
// "" when it may. // 11.3, 19; NE-TR-01, NE-TR-03, NE-TR-04, NE-TR-07,
// NE-TR-21, NE-TR-22
func (s site) notTile(tile *board.Tile) string {
	t, at := s.t, s.Hex.At
	left, limited := t.TilesLeft(tile.ID)
	switch chart := t.chart(at); {
	case s.Hex.Color == "gray" || s.Hex.Color == "red":
		return "red and gray hexes take no tile (11.3)"
	case len(chart) == 0:
		return "what lies in " + at + " is never replaced (19)"
	case !slices.Contains(chart, tile.ID):
		return at + " takes tile " + strings.Join(chart, ", ") + " next (11.3, 19)"
	case s.second && tile.Color != "yellow":
		return "after a yellow tile only a second yellow tile may be laid (11.3)"
	case !slices.Contains(t.Phase().Tiles, tile.Color):
		return "there are no " + tile.Color + " tiles in this phase (8)"
	case limited && left == 0:
		return "no tile " + tile.ID + " is left (11.3)"
	case tile.ID == "611" && !t.option(anyBrownCity) && t.fits63(at): // NE-TR-16
		return "tile 63 comes first, as long as one is left and fits (11.3)"
	case s.cost() > t.Cash(t.Actor):
		return "the terrain costs " + money(s.cost()) + ", " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (11.3)"
	}
	return ""
}

// notTurned says why the tile may not be turned so, "" when it may. // 11.3;
// NE-TR-05, NE-TR-06, NE-TR-12
func (s site) notTurned(tile *board.Tile, rot int) string {
	if _, err := s.Board.Fit(s.Hex.At, tile.ID, rot); err != nil {
		return err.Error() + " (11.3)"
	}
	if !s.joined(tile, rot) {
		return "no route of " + s.t.Actor + " comes to the track of that tile (11.3)"
	}
	return ""
}

// option reports whether a switch for reading games of 18xx.games is on.
func (t *turn) option(key string) bool { return t.Option(key) != "" }

// chart returns the tiles the chart allows on a hex, before phase and supply.
// // 11.3, 19; NE-TR-09, NE-TR-10, NE-TR-11, NE-TR-17, NE-TR-18, NE-TR-19,
// NE-TR-20, NE-RUL-14, NE-RUL-16, NE-RUL-41
func (t *turn) chart(at string) []string {
	if l, ok := t.Tile(at); ok {
		return data.Upgrades[l.Tile]
	}
	if list, ok := data.PrintedUpgrades[at]; ok {
		return list
	}
	hex := data.Map.Hex(at)
	switch {
	case hex.Color != "white":
		return nil
	case len(hex.Stops) == 0:
		return []string{"7", "8", "9"}
	case hex.Stops[0].Kind == board.Town:
		return []string{"3", "4", "58"}
	}
	return []string{"6"}
}

// fits63 reports whether a 63 is left and can lie on the hex. // 11.3;
// NE-TR-16, NE-RUL-13
func (t *turn) fits63(at string) bool {
	if left, _ := t.TilesLeft("63"); left == 0 {
		return false
	}
	_, err := t.Board().Fit(at, "63", 0) // it looks the same however it is turned
	return err == nil
}

// rotations lists the legal ways to turn a tile on the site.
func (s site) rotations(tile *board.Tile) []engine.Option {
	if s.notTile(tile) != "" {
		return nil
	}
	return s.Rotations(tile, func(rot int) bool { return s.joined(tile, rot) },
		func(rot int) string { return s.LayLabel(s.Hex.At, tile, rot, s.cost()) })
}

// joined reports whether the tile belongs to a route of the company: new track
// must lengthen a route; of a city any track will do. // 11.3; NE-TR-06,
// NE-TR-13, NE-TR-14, NE-RUL-15
func (s site) joined(tile *board.Tile, rot int) bool {
	if len(tile.Stops) > 0 {
		return s.Touched(tile, rot)
	}
	return s.Lengthened(tile, rot)
}

// cost is what the next tile on the hex costs. // 11.3; NE-TR-07, NE-TR-08
func (s site) cost() int { return s.TerrainCost(s.Hex.At) }

// lay puts the tile down: terrain is paid, and stations and kept spaces stay
// in their city, or come together where cities are joined. // 11.3; NE-TR-07,
// NE-TR-15, NE-ST-05
func (t *turn) lay(hex, tile string, rot int) {
	cost := t.TerrainCost(hex)
	t.Pay(t.Actor, engine.Bank, cost)
	step.Lay(t.Turn, t.Table, hex, tile, rot)
	note := fmt.Sprintf("laid tile %s in %s", tile, t.HexName(hex))
	if cost > 0 {
		note += " for " + money(cost)
	}
	t.Note(t.Actor, "%s", note)
}
