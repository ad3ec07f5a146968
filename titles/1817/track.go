package t1817

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// secondCost is the fee for a second tile operation. // 6.3; 17-TL-01
const secondCost = 20

// works returns the two tile operations of a turn. One of them may be an upgrade, and the second costs a
// fee. // 6.3; 17-TL-01, 17-TL-02
func works() step.Works {
	return step.Works{Allowed: []step.Allowance{{Upgrade: true}, {Upgrade: true, Fee: secondCost}}, Upgrades: 1}
}

// tiles lays or upgrades one tile, and a second one for a fee. // 6.3;
// 17-TL-01, 17-TL-02
func tiles(t *turn) {
	t.Set(earned, 0)
	if t.Get(afterwards.Of(t.Actor)) > 0 { // left over from a turn that ended in liquidation
		t.Set(afterwards.Of(t.Actor), 0)
	}
	classic.Track{
		Works:  works(),
		Ground: func(done step.Works) *classic.Ground { return &t.ground(done).land },
		Ask: func(g *classic.Ground) engine.Command {
			return t.asks("track", func() []engine.Choice { return t.tileChoices(g.Done) })
		},
		Lay: func(g *classic.Ground, a engine.Command) { t.build(a, g.Done.Fee()) },
	}.Run(t.Turn)
}

// tileChoices offers the next tile operation. It returns nothing if the company cannot pay for it.
func (t *turn) tileChoices(done step.Works) []engine.Choice {
	if t.means(t.Actor) < done.Fee() {
		return nil
	}
	g := t.ground(done)
	out := []engine.Choice{t.voice().OffersEach("lay", "lay or upgrade a tile", g.lays, g.land.NotLaid)}
	if len(t.coalPrivates(t.Actor)) > 0 {
		out = append(out, t.voice().Offers("mine", "lay a tile with a coal mine", g.mines, g.notMined))
	}
	if !t.asksPasses() && t.means(t.Actor) == t.Cash(t.Actor) && !step.OpenNow(t.Turn, "track", out...) {
		return nil
	}
	return append(out, t.voice().Pass("lay no tile"))
}

// A ground is what a company can build next, after the tiles it has laid in this turn.
type ground struct {
	turn *turn
	land classic.Ground
}

func (t *turn) ground(done step.Works) *ground {
	g := &ground{turn: t}
	g.land = classic.Ground{
		Ground: step.Ground{Table: t.Table, Sym: t.Actor}, Done: done,
		Tiles:     "6.3", // 17-MP-04
		Chart:     func(at string) []string { return t.chart(at, nil) },
		Cost:      func(at string, tile *board.Tile) int { return t.layCost(at, tile, false) },
		NotNext:   func(at string, tile *board.Tile) string { return g.notNext(at, tile.ID, g.land.Price(at, tile)) },
		NotJoined: g.notJoined,
	}
	return g
}

// lays lists the tiles of the chart on every hex that the company's routes touch, in every rotation, and
// the special tile of Pittsburgh.
func (g *ground) lays(yield func(engine.Option) bool) {
	for o := range g.land.Lays {
		if !yield(o) {
			return
		}
	}
	if !g.turn.ownsKind(g.turn.Actor, "mill") {
		return
	}
	for _, o := range g.land.Ways(millHex, millTile) {
		if !yield(o) {
			return
		}
	}
}

// notNext says why a tile may not be laid on a hex next, in any rotation. // 6.3, 6.3.1, 6.3.2
func (g *ground) notNext(hex, id string, cost int) string {
	color, mill := data.Map.Tile(id).Color, hex == millHex && id == millTile
	next, _ := g.land.Done.Next("", hex, classic.Upgrade(data.Map.Tile(id)))
	switch {
	case g.land.Done.On(hex): // 17-TL-02
		return "the tile laid this turn cannot be upgraded yet (6.3)"
	case g.turn.mined(hex): // 17-PV-11
		return "a tile with a coal mine cannot be upgraded (6.3.2)"
	case mill && g.turn.notMilled() != "":
		return g.turn.notMilled()
	case !mill && !slices.Contains(g.turn.chart(hex, nil), id): // 17-TL-04, 17-TL-08
		return g.turn.notOnChart(hex)
	case !slices.Contains(g.turn.Phase().Tiles, color): // 17-TL-03
		return g.turn.TooEarly(color) + " (2)"
	case next < 0: // 17-TL-02
		return "only one of the two tiles may be an upgrade (6.3)"
	case !g.turn.mostExits(g.land.Site(hex), id): // 17-TL-10
		return "a brown city must have as many exits as fit (6.3.2)"
	case cost > g.turn.Cash(g.turn.Actor): // 17-TL-07
		sym := g.turn.Actor
		return fmt.Sprintf("that costs %s, but %s has %s%s (6.3.1)", money(cost), sym, money(g.turn.Cash(sym)), g.turn.afterLoans(sym, cost))
	}
	return ""
}

// notJoined says why no route of the company comes to a tile. The mill's tile needs none. // 6.3.1;
// 17-TL-05, 17-TL-06, 17-TL-09, R-14, D-20
func (g *ground) notJoined(s step.Site, tile *board.Tile, rot int) string {
	if tile.ID != millTile && !s.Touched(tile, rot) {
		return "no route of " + g.turn.Actor + " reaches the track of that tile (6.3.1)"
	}
	return ""
}

// notOnChart says which tiles a hex takes next, if any. // 6.3, 14; 17-TL-04, 17-TL-08
func (v view) notOnChart(hex string) string {
	next := v.chart(hex, nil)
	if len(next) == 0 {
		return v.Final(hex) + " (6.3)"
	}
	return fmt.Sprintf("%s takes the tile %s next (6.3)", hex, step.OneOf(next))
}

// chart returns the tiles that the chart allows on a hex, whatever the phase. chain has the tiles that a
// search has laid there. // 6.3.1, 6.3.2, 14; 17-TL-04, 17-TL-08, 17-MP-03, 17-PV-02, 17-PV-03, 17-SU-07
func (v view) chart(at string, chain []string) []string {
	if n := len(chain); n > 0 {
		return data.Upgrades[chain[n-1]]
	}
	return classic.Chart(v.Table, at)
}

// brownCities are the unlabelled brown city tiles, most exits first. // 6.3.2;
// 17-TL-10, D-22
var brownCities = []string{"63", "611", "448"}

// mostExits reports whether no city tile with more exits would fit. // 6.3.2;
// 17-TL-10
func (t *turn) mostExits(s step.Site, id string) bool {
	for _, more := range brownCities[:max(0, slices.Index(brownCities, id))] {
		for rot := range 6 {
			if _, err := s.Board.Fit(s.Hex.At, more, rot); err == nil {
				return false
			}
		}
	}
	return true
}

// layCost returns what the terrain costs the company. A mountain is free with a coal mine, and a river is
// free for the owner of a bridge company. // 6.3.1, 1.2.6; 17-MP-05, 17-MP-06, 17-PV-05, 17-PV-08
func (t *turn) layCost(at string, tile *board.Tile, mine bool) int {
	terrain := data.Map.Hex(at).Terrain
	if mine && terrain == "mountain" || terrain == "river" && tile.Color == "yellow" && t.ownsKind(t.Actor, "bridge") {
		return 0
	}
	return t.TileCost(at, tile)
}

// build carries out a tile operation. // 6.3; 17-TL-07, 17-TL-11, 17-MP-02
func (t *turn) build(a engine.Command, fee int) {
	sym, hex, tile := t.Actor, a.Arg(0), data.Map.Tile(a.Arg(1))
	cost := t.layCost(hex, tile, a.Verb == "mine") + fee
	if tile.ID == millTile {
		t.Set(millUsed, 1)
	}
	t.Pay(sym, engine.Bank, cost)
	step.Lay(t.Turn, t.Table, hex, tile.ID, a.Int(2))
	with := ""
	if a.Verb == "mine" {
		t.Move(t.S.Kind(a.Arg(4), "coal")[0], hex)
		with = " with a coal mine"
	}
	t.Note(sym, "%s", t.LaidNote(hex, tile.ID, with, cost))
	t.payEngineers(sym, hex, tile)
}
