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

// works is what a company has built in this turn.
type works struct {
	hex      string // of the first operation
	upgraded bool
}

// second is the fee for the next operation.
func (w works) second() int {
	if w.hex == "" {
		return 0
	}
	return secondCost
}

// tiles lays or upgrades one tile, and a second one for a fee. // 6.3;
// 17-TL-01, 17-TL-02
func tiles(t *turn) {
	t.Set(earned, 0)
	done := works{}
	for range 2 {
		a := t.asks(func() []engine.Choice { return t.tileChoices(done) })
		if a.Verb == "pass" {
			return
		}
		t.build(a, done.second())
		done.hex = a.Arg(0)
		done.upgraded = data.Map.Tile(a.Arg(1)).Color != "yellow"
	}
}

// tileChoices offers the next tile operation, nothing when the company cannot
// pay for it.
func (t *turn) tileChoices(done works) []engine.Choice {
	if t.means(t.Actor) < done.second() {
		return nil
	}
	lay := step.Offer(t.President(t.Actor), t.Actor, "lay", "lay or upgrade a tile", func() []engine.Option { return t.lays(done) },
		func(words []string) string { return t.notLaid(words, done) })
	mine := t.choice("mine", "lay a tile with a coal mine", func() []engine.Option { return t.mines(done) })
	out := []engine.Choice{lay}
	if len(t.coalPrivates(t.Actor)) > 0 {
		out = append(out, mine)
	}
	if !t.on(askPasses) && len(out[0].Options())+len(t.mines(done)) == 0 && t.means(t.Actor) == t.Cash(t.Actor) {
		return nil
	}
	return append(out, t.pass("lay no tile"))
}

// lays lists every legal tile operation without a coal mine.
func (t *turn) lays(done works) []engine.Option {
	var out []engine.Option
	for _, s := range t.Sites(t.Actor) {
		for _, id := range t.candidates(s, done) {
			tile := data.Map.Tile(id)
			cost := t.layCost(s.Hex.At, tile, false) + done.second()
			if cost > t.Cash(t.Actor) { // 17-TL-07
				continue
			}
			out = append(out, s.Rotations(tile, func(rot int) bool { return t.joined(s, tile, rot) },
				func(rot int) string { return t.LayLabel(s.Hex.At, tile, rot, cost) })...)
		}
	}
	return append(out, t.millLays(done)...)
}

// millLays lists the ways to lay the special tile of the Pittsburgh Steel Mill.
// It needs no connection. // 1.2.6; 17-PV-01, 17-PV-02
func (t *turn) millLays(done works) []engine.Option {
	if _, laid := t.Tile(millHex); laid || !t.ownsKind(t.Actor, "mill") || t.Cash(t.Actor) < done.second() {
		return nil
	}
	tile := data.Map.Tile(millTile)
	s := step.Site{Table: t.Table, Board: t.Board(), Hex: data.Map.Hex(millHex)}
	return s.Rotations(tile, func(int) bool { return true }, func(rot int) string { return t.LayLabel(millHex, tile, rot, done.second()) })
}

// mines lists the tiles that may be laid with a coal mine: plain yellow track
// on a mountain, without its cost. // 1.2.6; 17-PV-08, 17-PV-09, 17-PV-10
func (t *turn) mines(done works) []engine.Option {
	privates := t.coalPrivates(t.Actor)
	if len(privates) == 0 || t.Cash(t.Actor) < done.second() {
		return nil
	}
	var out []engine.Option
	for _, s := range t.Sites(t.Actor) {
		if _, laid := t.Tile(s.Hex.At); laid || coalSides[s.Hex.At] == nil {
			continue
		}
		for _, id := range t.candidates(s, done) {
			tile := data.Map.Tile(id)
			lays := s.Rotations(tile, func(rot int) bool { return t.joined(s, tile, rot) && t.coalFits(s, tile, rot) },
				func(rot int) string { return t.LayLabel(s.Hex.At, tile, rot, done.second()) + ", coal mine" })
			for _, private := range privates {
				for _, o := range lays {
					o.Args = append(slices.Clone(o.Args), "with", private)
					out = append(out, o)
				}
			}
		}
	}
	return out
}

// coalFits reports whether a coal tile points where it must. // R-15, D-21
func (t *turn) coalFits(s step.Site, tile *board.Tile, rot int) bool {
	return t.on(anyCoal) || t.pointsAt(s, tile.Turned(rot).Exits())
}

// candidates returns the tiles that may lie on a site next, as far as chart,
// phase and the first operation of the turn go. // 6.3; 17-TL-02, 17-TL-03
func (t *turn) candidates(s step.Site, done works) []string {
	var out []string
	for _, id := range t.chart(s.Hex.At, nil) {
		color := data.Map.Tile(id).Color
		switch {
		case !slices.Contains(t.Phase().Tiles, color), s.Hex.At == done.hex, done.upgraded && color != "yellow":
		case t.mined(s.Hex.At): // 17-PV-11
		case !t.mostExits(s, id):
		default:
			out = append(out, id)
		}
	}
	return out
}

// chart returns the tiles the chart allows on a hex, before phase; chain is
// what was laid there in thought. // 6.3.1, 6.3.2, 14; 17-TL-04, 17-TL-08,
// 17-MP-03, 17-PV-02, 17-PV-03, 17-SU-07
func (v view) chart(at string, chain []string) []string {
	if n := len(chain); n > 0 {
		return data.Upgrades[chain[n-1]]
	}
	if l, ok := v.S.Tile(at); ok {
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

// joined reports whether a tile belongs to a route of the company: any of its
// track does, or the hex holds a marker of the company. // 6.3.1, 6.3.2;
// 17-TL-05, 17-TL-06, 17-TL-09, R-14, D-20
func (t *turn) joined(s step.Site, tile *board.Tile, rot int) bool { return s.Touched(tile, rot) }

// layCost is what the terrain costs the company: nothing for a coal mine, no
// river fee for who owns a bridge company. // 6.3.1, 1.2.6; 17-MP-05, 17-MP-06,
// 17-PV-05, 17-PV-08
func (t *turn) layCost(at string, tile *board.Tile, mine bool) int {
	terrain := data.Map.Hex(at).Terrain
	if mine && terrain == "mountain" || terrain == "river" && tile.Color == "yellow" && t.ownsKind(t.Actor, "bridge") {
		return 0
	}
	return t.TerrainCost(at)
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
	note := fmt.Sprintf("laid tile %s in %s", tile.ID, t.HexName(hex))
	if a.Verb == "mine" {
		t.Move(t.S.Kind(a.Arg(4), "coal")[0], hex)
		note += " with a coal mine"
	}
	if cost > 0 {
		note += " for " + money(cost)
	}
	t.Note(sym, "%s", note)
	t.payEngineers(sym, hex, tile)
}

// payEngineers pays the owner of the Mountain Engineers for a yellow tile on a
// mountain, after all fees. // 1.2.6; 17-PV-04
func (t *turn) payEngineers(sym, hex string, tile *board.Tile) {
	if tile.Color != "yellow" || data.Map.Hex(hex).Terrain != "mountain" || !t.ownsKind(sym, "engineers") {
		return
	}
	income := data.Private("MTE").Income
	t.Pay(engine.Bank, sym, income)
	t.Note(sym, "received %s for the mountain", money(income))
}

// marker places one station marker, free of charge. // 6.4; 17-TK-01, 17-MP-01,
// 17-MP-02
func marker(t *turn) {
	sym := t.Actor
	a := t.asks(func() []engine.Choice {
		if len(t.Tokens(sym)) == 0 || len(t.FreeCities(t.Board(), sym)) == 0 {
			return nil
		}
		place := step.Offer(t.President(sym), sym, "token", "place a station marker", t.markerOptions, t.notPlaced)
		return []engine.Choice{place, t.pass("place no station marker")}
	})
	if a.Verb == "pass" {
		return
	}
	at, _ := step.SpotNamed(t.Board(), a.Args)
	t.Move(t.Tokens(sym)[0], at.String())
	t.Note(sym, "placed a station marker in %s", t.HexName(at.Hex))
}

func (t *turn) markerOptions() []engine.Option {
	b := t.Board()
	var out []engine.Option
	for _, at := range t.FreeCities(b, t.Actor) {
		out = append(out, engine.Option{Args: step.SpotName(b, at), Label: t.HexName(at.Hex)})
	}
	return out
}
