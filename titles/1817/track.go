package t1817

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// secondCost is the fee for a second tile operation. // 6.3; 17-TL-01
const secondCost = 20

// works returns the two tile operations of a turn. One of them may be an upgrade, and the second costs a
// fee. // 6.3; 17-TL-01, 17-TL-02
func works() step.Works {
	return step.Works{Allowed: []step.Allowance{{Upgrade: true}, {Upgrade: true, Fee: secondCost}}, Upgrades: 1}
}

// upgrades reports whether a tile is an upgrade.
func upgrades(tile *board.Tile) bool { return tile.Color != "yellow" }

// tiles lays or upgrades one tile, and a second one for a fee. // 6.3;
// 17-TL-01, 17-TL-02
func tiles(t *turn) {
	t.Set(earned, 0)
	if t.Get(afterwards.of(t.Actor)) > 0 { // left over from a turn that ended in liquidation
		t.Set(afterwards.of(t.Actor), 0)
	}
	for done := works(); done.More(""); {
		a := t.asks("track", func() []engine.Choice { return t.tileChoices(done) })
		if a.Verb == "pass" {
			return
		}
		t.build(a, done.Fee())
		hex, upgrade := a.Arg(0), upgrades(data.Map.Tile(a.Arg(1)))
		n, _ := done.Next("", hex, upgrade)
		done = done.With(n, hex, upgrade)
	}
}

// tileChoices offers the next tile operation. It returns nothing if the company cannot pay for it.
func (t *turn) tileChoices(done step.Works) []engine.Choice {
	if t.means(t.Actor) < done.Fee() {
		return nil
	}
	g := t.ground(done)
	out := []engine.Choice{t.voice().Offers("lay", "lay or upgrade a tile", g.lays, g.notLaid)}
	if len(t.coalPrivates(t.Actor)) > 0 {
		out = append(out, t.voice().Offers("mine", "lay a tile with a coal mine", g.mines, g.notMined))
	}
	if !t.asksPasses() && t.means(t.Actor) == t.Cash(t.Actor) && !anyOpen(out...) {
		return nil
	}
	return append(out, t.voice().Pass("lay no tile"))
}

// A ground is what a company can build next, after the tiles it has laid in this turn.
type ground struct {
	*turn
	done step.Works
	land step.Ground
}

func (t *turn) ground(done step.Works) *ground {
	return &ground{t, done, step.Ground{Table: t.Table, Sym: t.Actor}}
}

// lays lists the tiles of the chart on every hex that the company's routes touch, in every rotation, and
// the special tile of Pittsburgh.
func (g *ground) lays() []engine.Option {
	var out []engine.Option
	for _, s := range g.Sites(g.Actor) {
		for _, id := range g.chart(s.Hex.At, nil) {
			out = append(out, g.turned(s.Hex.At, id)...)
		}
	}
	if g.ownsKind(g.Actor, "mill") {
		out = append(out, g.turned(millHex, millTile)...)
	}
	return out
}

// turned lists a tile on a hex in every rotation.
func (g *ground) turned(hex, id string) []engine.Option {
	tile, cost := data.Map.Tile(id), g.cost(hex, id, false)
	if g.notNext(hex, id, cost) != "" {
		return nil
	}
	return g.Turned(hex, tile, cost)
}

// cost returns what a tile operation costs: the terrain, and the fee for a second one.
func (g *ground) cost(hex, id string, mine bool) int {
	return g.layCost(hex, data.Map.Tile(id), mine) + g.done.Fee()
}

// notLaid says why a tile may not be laid with these words. // 6.3
func (g *ground) notLaid(words []string) string {
	hex, tile, rot, why := g.LayWords(words)
	if why != "" {
		return why
	}
	if why = g.notNext(hex.At, tile.ID, g.cost(hex.At, tile.ID, false)); why != "" {
		return why
	}
	return g.notTurned(hex.At, tile, rot)
}

// notNext says why a tile may not be laid on a hex next, in any rotation. // 6.3, 6.3.1, 6.3.2
func (g *ground) notNext(hex, id string, cost int) string {
	color, mill := data.Map.Tile(id).Color, hex == millHex && id == millTile
	next, _ := g.done.Next("", hex, upgrades(data.Map.Tile(id)))
	switch {
	case g.done.On(hex): // 17-TL-02
		return "the tile laid this turn is not replaced (6.3)"
	case g.mined(hex): // 17-PV-11
		return "a tile with a coal mine is never replaced (6.3.2)"
	case mill && g.notMilled() != "":
		return g.notMilled()
	case !mill && !slices.Contains(g.chart(hex, nil), id): // 17-TL-04, 17-TL-08
		return notOnChart(g.chart(hex, nil), hex)
	case !slices.Contains(g.Phase().Tiles, color): // 17-TL-03
		return "there are no " + color + " tiles in this phase (2)"
	case next < 0: // 17-TL-02
		return "only one of the two tiles may be an upgrade (6.3)"
	case !g.mostExits(g.land.Site(hex), id): // 17-TL-10
		return "a brown city needs as many exits as fit (6.3.2)"
	case cost > g.Cash(g.Actor): // 17-TL-07
		return fmt.Sprintf("that costs %s, %s has %s (6.3.1)", money(cost), g.Actor, money(g.Cash(g.Actor)))
	}
	return ""
}

// notTurned says why a tile may not be laid in a rotation. It must fit. It must belong to a route of the
// company, unless it is the mill's tile. // 6.3.1, 6.3.2; 17-TL-06, 17-TL-09
func (g *ground) notTurned(hex string, tile *board.Tile, rot int) string {
	s := g.land.Site(hex)
	if _, err := s.Board.Fit(hex, tile.ID, rot); err != nil { // 17-MP-04
		return err.Error() + " (6.3)"
	}
	if tile.ID != millTile && !s.Touched(tile, rot) { // 17-TL-05, R-14, D-20
		return "no route of " + g.Actor + " comes to the track of that tile (6.3.1)"
	}
	return ""
}

func notOnChart(next []string, hex string) string {
	if len(next) == 0 {
		return "what lies in " + hex + " is never replaced (14)"
	}
	return fmt.Sprintf("%s takes the tile %s next (14)", hex, step.OneOf(next))
}

// chart returns the tiles that the chart allows on a hex, whatever the phase. chain has the tiles that a
// search has laid there. // 6.3.1, 6.3.2, 14; 17-TL-04, 17-TL-08, 17-MP-03, 17-PV-02, 17-PV-03, 17-SU-07
func (v view) chart(at string, chain []string) []string {
	if n := len(chain); n > 0 {
		return data.Upgrades[chain[n-1]]
	}
	if list, ok := v.Chart(at); ok {
		return list
	}
	hex := data.Map.Hex(at)
	switch {
	case hex.Color != "white":
		return nil
	case len(hex.Stops) == 0:
		return []string{"7", "8", "9"}
	}
	return []string{"5", "6", "57"}
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
