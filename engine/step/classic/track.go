package classic

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// Upgrade reports whether a tile replaces another: all but yellow tiles do.
// // 1817 6.3; 1828 8.3.1; 1843 8.4.2; 18NewEngland 11.3
func Upgrade(tile *board.Tile) bool { return tile.Color != "yellow" }

// Chart returns the tiles that may come next in a hex, whatever the phase and the
// supply: on a tile, and on printed track, those of the facts; on a blank white hex
// the yellow ones with the same stops, without those that belong to other hexes.
// // 1817 14; 1828 14.3; 1843 8.4.1; 18NewEngland 11.3, 19
func Chart(tb step.Table, at string) []string {
	if tiles, ok := tb.Chart(at); ok {
		return tiles
	}
	hex := tb.F.Map.Hex(at)
	if hex.Color != "white" {
		return nil
	}
	var out []string
	for _, tile := range tb.F.Map.Tiles {
		if !Upgrade(&tile) && len(tile.Only) == 0 && slices.EqualFunc(tile.Stops, hex.Stops, sameKind) {
			out = append(out, tile.ID)
		}
	}
	return out
}

func sameKind(a, b board.Stop) bool { return a.Kind == b.Kind }

// A Ground is where a company lays its next tile, after those of Done. What it lists
// and what it refuses come from the same rules. Tiles and Phases are the sections
// that refusals name: on laying tiles, and on their colours.
type Ground struct {
	step.Ground
	Done   step.Works
	Tiles  string
	Phases string

	// What the title has of its own; nil for the usual rule.
	Chart     func(at string) []string                                    // for Chart
	Cost      func(at string, tile *board.Tile) int                       // of the terrain
	Not       func(at string, tile *board.Tile) string                    // one more reason, after those of NotNext but money
	NotNext   func(at string, tile *board.Tile) string                    // for the usual reasons, whatever the rotation
	NotJoined func(site step.Site, tile *board.Tile, rotation int) string // for the rule of NotUsed
}

// Lays lists the tiles that may come next, in every rotation, in the hexes that the
// track of the company touches.
func (g *Ground) Lays(yield func(engine.Option) bool) {
	for _, at := range g.Reach().Hexes() {
		for _, id := range g.chart(at) {
			for _, o := range g.Ways(at, id) {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// Ways lists one tile in one hex in every rotation, nothing if it may not come there.
func (g *Ground) Ways(at, id string) []engine.Option {
	tile := g.Table.F.Map.Tile(id)
	if g.notNext(at, tile) != "" { // true of every rotation
		return nil
	}
	return g.Table.Turned(at, tile, g.Price(at, tile))
}

// NotLaid says why a tile may not be laid with these words: "A4 57 1".
func (g *Ground) NotLaid(words []string) string {
	hex, tile, rot, why := g.Table.LayWords(words)
	if why == "" {
		why = g.notNext(hex.At, tile)
	}
	if why == "" {
		why = g.NotTurned(hex.At, tile, rot)
	}
	return why
}

// Offer offers the tiles.
func (g *Ground) Offer(v step.Voice) engine.Choice {
	return v.OffersEach("lay", "lay or upgrade a tile", g.Lays, g.NotLaid)
}

// Price is what a tile costs: the terrain, and the fee of what allows it.
func (g *Ground) Price(at string, tile *board.Tile) int {
	cost := g.Table.TileCost
	if g.Cost != nil {
		cost = g.Cost
	}
	return cost(at, tile) + g.fee(at, tile)
}

// fee is that of the allowance for a tile, 0 if there is none.
func (g *Ground) fee(at string, tile *board.Tile) int {
	if n, _ := g.Done.Next("", at, Upgrade(tile)); n >= 0 {
		return g.Done.Allowed[n].Fee
	}
	return 0
}

// Lay carries out an answer to Offer: the company pays, and the tile is laid.
func (g *Ground) Lay(t *engine.Turn, a engine.Command) {
	at, tile := a.Arg(0), g.Table.F.Map.Tile(a.Arg(1))
	Lay(t, g.Table, at, tile, a.Int(2), "", g.Price(at, tile))
}

// Lay lays a tile of the company whose turn it is, which pays for it. Station markers
// stay in their cities. with is what it is laid with, " with TB", "" for nothing.
func Lay(t *engine.Turn, tb step.Table, at string, tile *board.Tile, rot int, with string, cost int) {
	t.Pay(t.Actor, engine.Bank, cost)
	step.Lay(t, tb, at, tile.ID, rot)
	t.Note(t.Actor, "%s", tb.LaidNote(at, tile.ID, with, cost))
}

func (g *Ground) chart(at string) []string {
	if g.Chart != nil {
		return g.Chart(at)
	}
	return Chart(g.Table, at)
}

// notNext says why a tile may not come next in a hex, however it is turned.
// // 1817 6.3; 18NewEngland 8, 11.3
func (g *Ground) notNext(at string, tile *board.Tile) string {
	if g.NotNext != nil {
		return g.NotNext(at, tile)
	}
	left, limited := g.Table.TilesLeft(tile.ID)
	_, spent := g.Done.Next("", at, Upgrade(tile))
	switch chart := g.chart(at); {
	case len(chart) == 0:
		return fmt.Sprintf("%s (%s)", g.Table.Final(at), g.Tiles)
	case !slices.Contains(chart, tile.ID):
		return fmt.Sprintf("%s takes tile %s next (%s)", at, step.OneOf(chart), g.Tiles)
	case !slices.Contains(g.Table.Phase().Tiles, tile.Color):
		return fmt.Sprintf("%s (%s)", g.Table.TooEarly(tile.Color), g.Phases)
	case limited && left == 0:
		return fmt.Sprintf("no tile %s is left (%s)", tile.ID, g.Tiles)
	case spent != "":
		return fmt.Sprintf("%s (%s)", spent, g.Tiles)
	}
	if g.Not != nil {
		if why := g.Not(at, tile); why != "" {
			return why
		}
	}
	return g.notPaid(at, tile)
}

// notPaid says why the company cannot pay for a tile.
func (g *Ground) notPaid(at string, tile *board.Tile) string {
	cost, cash, what := g.Price(at, tile), g.Table.S.Cash(g.Sym), "that"
	if cost <= cash {
		return ""
	}
	if g.fee(at, tile) == 0 {
		what = "the terrain"
	}
	money := g.Table.F.Money
	return fmt.Sprintf("%s costs %s, but %s has %s (%s)", what, money(cost), g.Sym, money(cash), g.Tiles)
}

// NotTurned says why a tile may not lie in a rotation: its track leads off the map, it
// does not keep what lies there, or it is not joined.
func (g *Ground) NotTurned(at string, tile *board.Tile, rot int) string {
	site := g.Site(at)
	if _, err := site.Board.Fit(at, tile.ID, rot); err != nil {
		return fmt.Sprintf("%s (%s)", err, g.Tiles)
	}
	if g.NotJoined != nil {
		return g.NotJoined(site, tile, rot)
	}
	return NotUsed(site, g.Sym, tile, rot, g.Tiles)
}

// NotUsed says why no route of a company uses a tile. Of a tile with a city or a town
// any track will do; on plain track a route must be able to use what is new.
// // 18NewEngland 11.3
func NotUsed(site step.Site, sym string, tile *board.Tile, rot int, section string) string {
	switch {
	case len(tile.Stops) > 0 && !site.Touched(tile, rot):
		return fmt.Sprintf("no route of %s reaches the track of that tile (%s)", sym, section)
	case len(tile.Stops) == 0 && !site.Extended(tile, rot):
		return fmt.Sprintf("no route of %s can use the new track of that tile (%s)", sym, section)
	}
	return ""
}

// Track is the track turn of a company: one tile after the other, as long as its
// works allow one, until the answer is a pass. Ask asks for the next one. Lay carries
// it out; nil for Ground.Lay.
// // 1817 6.3; 18NewEngland 11.3
type Track struct {
	Works  step.Works
	Ground func(done step.Works) *Ground
	Ask    func(g *Ground) engine.Command
	Lay    func(g *Ground, a engine.Command)
}

// Run plays the track turn.
func (tr Track) Run(t *engine.Turn) {
	for done := tr.Works; done.More(""); {
		g := tr.Ground(done)
		a := tr.Ask(g)
		if a.Verb == "pass" {
			return
		}
		if tr.Lay == nil {
			g.Lay(t, a)
		} else {
			tr.Lay(g, a)
		}
		upgrade := Upgrade(g.Table.F.Map.Tile(a.Arg(1)))
		n, _ := done.Next("", a.Arg(0), upgrade)
		done = done.With(n, a.Arg(0), upgrade)
	}
}
