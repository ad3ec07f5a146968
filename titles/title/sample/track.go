package sample

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// track lays or upgrades one tile. // 3.1; SA-13
func track(t *turn) {
	t.Set(revenue, 0)
	g := step.Ground{Table: t.Table, Sym: t.Actor}
	all := func() (out []engine.Option) {
		for _, s := range t.Sites(t.Actor) {
			for _, id := range t.chart(s.Hex.At) {
				tile := data.Map.Tile(id)
				if t.notTile(s.Hex.At, tile) == "" { // true of every rotation
					out = append(out, t.Turned(s.Hex.At, tile, t.TileCost(s.Hex.At, tile))...)
				}
			}
		}
		return out
	}
	lay := t.voice().Offers("lay", "lay or upgrade a tile", all, func(words []string) string { return t.notLaid(&g, words) })
	if !step.Open(lay) {
		return
	}
	a := t.Ask("track", lay, t.voice().Pass("lay no track"))
	if a.Verb == "pass" {
		return
	}
	hex, tile := a.Arg(0), data.Map.Tile(a.Arg(1))
	cost := t.TileCost(hex, tile)
	t.Pay(t.Actor, engine.Bank, cost)
	step.Lay(t.Turn, t.Table, hex, tile.ID, a.Int(2))
	t.Note(t.Actor, "%s", t.LaidNote(hex, tile.ID, "", cost))
}

// notLaid says why a tile may not be laid. // 3.1
func (t *turn) notLaid(g *step.Ground, words []string) string {
	hex, tile, rot, why := t.LayWords(words)
	if why != "" {
		return why
	}
	if why = t.notTile(hex.At, tile); why != "" {
		return why
	}
	site := g.Site(hex.At)
	if _, err := site.Board.Fit(hex.At, tile.ID, rot); err != nil {
		return err.Error() + " (3.1)"
	}
	switch { // SA-14
	case len(tile.Stops) > 0 && !site.Touched(tile, rot):
		return "no route of " + t.Actor + " comes to the track of that tile (3.1)"
	case len(tile.Stops) == 0 && !site.Extended(tile, rot):
		return "no route of " + t.Actor + " can use new track of that tile (3.1)"
	}
	return ""
}

// notTile says why a tile may not lie in a hex next, however it is turned. // 3.1, 4; SA-13
func (t *turn) notTile(at string, tile *board.Tile) string {
	left, limited := t.TilesLeft(tile.ID)
	chart := t.chart(at)
	switch cost := t.TileCost(at, tile); {
	case len(chart) == 0:
		return "what lies in " + at + " is never replaced (3.1)"
	case !slices.Contains(chart, tile.ID):
		return at + " takes tile " + step.OneOf(chart) + " next (3.1)"
	case !slices.Contains(t.Phase().Tiles, tile.Color):
		return "there are no " + tile.Color + " tiles in this phase (4)"
	case limited && left == 0:
		return "no tile " + tile.ID + " is left (3.1)"
	case cost > t.Cash(t.Actor):
		return "the terrain costs " + money(cost) + ", " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (3.1)"
	}
	return ""
}

// chart returns the tiles that may come next in a hex: on a tile, and on printed track, those of the facts; on a
// blank hex the yellow ones with as many stops. // 3.1; SA-13
func (v view) chart(at string) []string {
	if tiles, ok := v.Chart(at); ok {
		return tiles
	}
	hex := data.Map.Hex(at)
	if hex.Color != "white" {
		return nil
	}
	var out []string
	for _, tile := range data.Map.Tiles {
		if tile.Color == "yellow" && slices.EqualFunc(tile.Stops, hex.Stops, func(a, b board.Stop) bool { return a.Kind == b.Kind }) {
			out = append(out, tile.ID)
		}
	}
	return out
}
