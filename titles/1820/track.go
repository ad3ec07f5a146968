package t1820

import (
	"fmt"
	"slices"
	"sync"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

const (
	london      = "M13"
	chatham     = "M15"
	manchester  = "D6"
	docks       = "M19"
	barrierCost = 80 // 12.3.1.1; 20-TR-20
	londonCost  = 40 // 11; 20-TR-21
)

// barriers are the blue barriers, by hex and edge. Each is listed from both sides. // 11; 20-RU-26
var barriers = map[string][]int{
	"B6": {0}, "C3": {5}, "C5": {0, 3, 4, 5}, "C7": {1}, "C15": {5}, "D4": {2, 3}, "D6": {2}, "D16": {2},
	"K19": {0}, "L18": {3}, "N6": {4}, "N8": {1},
}

// barred reports whether an edge is a blue barrier.
func barred(hex string, edge int) bool { return slices.Contains(barriers[hex], edge) }

// kindOf returns the kind of a tile. Upgrades keep it. // 12.2, 12.3.5; 20-TR-09
func kindOf(tile *board.Tile) string {
	switch {
	case tile.Label == "B":
		return "big city"
	case tile.Label != "":
		return tile.Label
	case len(tile.Stops) == 0:
		return "plain"
	case tile.Stops[0].Kind == board.Town:
		return "town"
	}
	return "small city"
}

// hasCity reports whether a tile has a city.
func hasCity(id string) bool {
	return slices.ContainsFunc(data.Map.Tile(id).Stops, func(s board.Stop) bool { return s.Kind == board.City })
}

// rural are the tiles that may be laid on a hex without a city or a town, if the spacing allows.
// // 12.3.2, 12.3.3, 12.3.4; 20-TR-11
var rural = []string{"7", "8", "9", "3", "4", "58", "5", "6", "57", "148", "149", "150"}

// bigGreen are the big cities that Gas Light & Coke may lay on small yellow cities.
// // 14.4.2; 20-CO-13
var bigGreen = []string{"179", "180", "181", "182"}

// next returns the tiles that may come next on a hex, by the kind of the hex or its tile.
// // 12.2, 12.3.3, 12.3.5; 20-TR-09, 20-TR-10, 20-RU-24, 20-RU-58
func (v view) next(hex string) []string {
	if list, ok := v.Chart(hex); ok {
		return list
	}
	if data.Map.Hex(hex).Color != "white" {
		return nil
	}
	return rural
}

// notNextTile says why a tile may not come next on a hex, in whatever rotation: because of its
// kind, colour, number or spacing. With Gas Light & Coke a small yellow city may become a big green
// one, and a yellow big city needs only the spacing of a small one. // 12.3, 14.4.2
func (v view) notNextTile(hex, id, with string) string {
	tile := data.Map.Tile(id)
	_, laid := v.S.Tile(hex)
	left, limited := v.TilesLeft(id)
	switch list := v.next(hex); {
	case !slices.Contains(list, id) && !(with == "GLC" && v.gasUpgrade(hex, id)):
		return v.notOnList(list, hex)
	case !slices.Contains(v.Phase().Tiles, tile.Color): // 20-TR-05
		return v.TooEarly(tile.Color) + " (5)"
	case limited && left < 1: // 20-TR-04
		return "no tile " + id + " is left (12.1)"
	case laid: // 20-TR-17
		return ""
	}
	return v.notSpaced(hex, tile, with)
}

func (v view) notOnList(list []string, hex string) string {
	if len(list) == 0 {
		return v.Final(hex) + " (12.3.5)"
	}
	return fmt.Sprintf("%s takes the tile %s next (12.3)", hex, step.OneOf(list))
}

// gasUpgrade reports whether a tile makes a big green city of a small yellow one.
// // 14.4.2; 20-CO-13
func (v view) gasUpgrade(hex, id string) bool {
	l, laid := v.S.Tile(hex)
	return laid && slices.Contains([]string{"5", "6", "57"}, l.Tile) && slices.Contains(bigGreen, id)
}

// notSpaced says why a first tile is too near to others. // 12.3.3, 12.3.4; 20-TR-17
func (v view) notSpaced(hex string, tile *board.Tile, with string) string {
	kind := kindOf(tile)
	printed := len(data.Map.Hex(hex).Stops) > 0
	switch {
	case kind == "big city" && (hex == "C15" || hex == "D16"): // 20-TR-13, 20-RU-72
		other := map[string]string{"C15": "D16", "D16": "C15"}[hex]
		if l, laid := v.S.Tile(other); laid && kindOf(data.Map.Tile(l.Tile)) == "big city" {
			return "only one of C15 and D16 is a big city (12.3.3.2)"
		}
	case printed:
	case kind == "town" && v.besideTown(hex): // 20-TR-16
		return "a town lies neither beside another nor beside London (12.3.4)"
	case kind == "small city" || kind == "big city" && with == "GLC": // 20-TR-12
		if near := v.cityWithin(hex, 1); near != "" {
			return "a small city does not lie beside another city: " + near + " is one (12.3.3.1)"
		}
	case kind == "big city": // 20-TR-13
		if near := v.cityWithin(hex, 2); near != "" {
			return "between a big city and any other lie two hexes: " + near + " is too near (12.3.3.2)"
		}
	}
	return ""
}

// besideTown reports whether a hex lies beside a town tile or London; printed towns
// and barriers do not count. // 12.3.4; 20-TR-16, 20-RU-25
func (v view) besideTown(hex string) bool {
	for e := range 6 {
		at, ok := data.Map.Neighbour(hex, e)
		if l, laid := v.S.Tile(at); ok && (at == london || laid && kindOf(data.Map.Tile(l.Tile)) == "town") {
			return true
		}
	}
	return false
}

// isCity reports whether a hex counts as a city: by its printed circles, its tile,
// or as London or Chatham. // 12.3.1; 20-TR-15
func (v view) isCity(hex string) bool {
	for _, s := range data.Map.Hex(hex).Stops {
		if s.Kind == board.City {
			return true
		}
	}
	l, laid := v.S.Tile(hex)
	return laid && hasCity(l.Tile)
}

// cityWithin finds a city within so many steps that cross no barrier, "" for none. For hexes north
// of it Chatham is not a city. // 12.3.3; 20-TR-14, 20-RU-24, 20-RU-25
func (v view) cityWithin(hex string, steps int) string {
	north := hex[0] <= 'L'
	for _, to := range distances().unbarred[hex] {
		if to.steps <= steps && v.isCity(to.hex) && !(to.hex == chatham && north) {
			return to.hex
		}
	}
	return ""
}

// An away is a hex and its distance in steps.
type away struct {
	hex   string
	steps int
}

// A distanceTable has, for each hex, the distances of all others, the nearest first: over all
// edges, over edges without a barrier (unbarred), and over the edges that count for the fee of a
// second marker (paid). It depends only on the map and is made once.
type distanceTable struct{ all, unbarred, paid map[string][]away }

var distances = sync.OnceValue(func() distanceTable {
	d := distanceTable{map[string][]away{}, map[string][]away{}, map[string][]away{}}
	for _, h := range data.Map.Hexes {
		d.all[h.At] = spread(h.At, func(string, int) bool { return true })
		d.unbarred[h.At] = spread(h.At, func(at string, e int) bool { return !barred(at, e) })
		d.paid[h.At] = spread(h.At, payable)
	}
	return d
})

// spread lists all hexes that can be reached over open edges, each once with its distance, the
// nearest first.
func spread(from string, open func(hex string, edge int) bool) []away {
	seen := map[string]bool{from: true}
	out := []away{{from, 0}}
	for i := 0; i < len(out); i++ {
		for e := range 6 {
			if to, ok := data.Map.Neighbour(out[i].hex, e); ok && !seen[to] && open(out[i].hex, e) {
				seen[to] = true
				out = append(out, away{to, out[i].steps + 1})
			}
		}
	}
	return out
}

// payable reports whether the path between two markers may cross an edge. It may cross no barrier,
// and no edge of a gray hex without track. // 6.6.2; 20-FL-12, 20-RU-22
func payable(hex string, edge int) bool {
	open := func(hex string, e int) bool {
		h := data.Map.Hex(hex)
		return h.Color != "gray" || slices.Contains(h.Exits(), e)
	}
	to, _ := data.Map.Neighbour(hex, edge)
	return !barred(hex, edge) && open(hex, edge) && open(to, (edge+3)%6)
}

// apart returns the number of edges on the shortest payable path between two hexes. There is a path
// to every hex that can have a marker. // 6.6.2; 20-FL-11, 20-FL-12, 20-RU-22
func apart(a, b string) int {
	list := distances().paid[a]
	i := slices.IndexFunc(list, func(to away) bool { return to.hex == b })
	return list[i].steps
}

// notTurned says why a tile may not lie in this rotation. It must fit, and in the yellow phase no
// track may point at a barrier. // 12.3.1.1; 20-TR-07, 20-TR-08, 20-TR-20, 20-RU-27
func (v view) notTurned(b *board.Board, hex string, tile *board.Tile, rot int) string {
	if _, err := b.Fit(hex, tile.ID, rot); err != nil {
		return err.Error() + " (12.3.1.1)"
	}
	if v.S.Get(phase) == yellow && slices.ContainsFunc(tile.Turned(rot).Exits(), func(e int) bool { return barred(hex, e) }) {
		return "in yellow phase no track points at a blue barrier (12.3.1.1)"
	}
	return ""
}

// joints returns the cost of the edges over which a tile joins track on the next hex. Each is paid
// once, by the tile that completes it. // 7.2.1, 11; 20-TR-20, 20-TR-21, 20-RU-26
func joints(b *board.Board, hex string, tile *board.Tile, rot int) int {
	sum := 0
	before := b.Face(hex).Exits()
	for _, e := range tile.Turned(rot).Exits() {
		to, _ := data.Map.Neighbour(hex, e)
		if slices.Contains(before, e) || !slices.Contains(b.Face(to).Exits(), (e+3)%6) {
			continue
		}
		switch {
		case barred(hex, e):
			sum += barrierCost
		case to == london:
			sum += londonCost
		}
	}
	return sum
}

// A ground tells where a company may build next, after the tiles that it has laid in this turn.
type ground struct {
	turn  *turn
	works step.Works
	land  step.Ground
}

func (t *turn) ground(done step.Works) *ground {
	return &ground{t, done, step.Ground{Table: t.Table, Sym: t.Actor}}
}

// works returns the tiles of a turn, in different hexes: two, or four for a private company after
// the yellow phase. With Bedlington there is one more upgrade of a city, which is listed first. It
// is computed again for each tile, because a gift may begin a phase in the middle of the turn.
// // 7.2.1, 13.2, 14.4.1; 20-TR-01, 20-TR-02, 20-TR-03
func (t *turn) works(laid []step.Laid) step.Works {
	n := 2
	if t.private(t.Actor) && t.Get(phase) > yellow {
		n = 4
	}
	w := step.Works{Allowed: []step.Allowance{{By: "BED", Upgrade: true}}, Laid: laid}
	for range n {
		w.Allowed = append(w.Allowed, step.Allowance{Upgrade: true})
	}
	w.Upgrades = len(w.Allowed)
	return w
}

// tiles builds track. // 7.2.1; 20-DC-20
func tiles(t *turn) {
	t.Set(earned, 0)
	if t.idle() {
		return
	}
	done := t.works(nil)
	for done.More("") || done.More("BED") && t.active("BED", t.Actor) {
		a := t.asks("track", func() []engine.Choice { return t.tileChoices(t.works(done.Laid)) })
		if a.Verb == "pass" {
			return
		}
		with := step.Word(a.Args, 4)
		by := ""
		if with == "BED" {
			by = with
		}
		_, upgrade := t.Tile(a.Arg(0))
		done = t.works(done.Laid)
		n, _ := done.Next(by, a.Arg(0), upgrade)
		t.build(a, with)
		done = done.With(n, a.Arg(0), upgrade)
	}
}

func (t *turn) tileChoices(done step.Works) []engine.Choice {
	g := t.ground(done)
	lay := t.voice().Offers("lay", "lay or upgrade a tile", g.lays, g.notLaid)
	if !step.OpenNow(t.Turn, "track", lay) && t.borrowable(t.Actor) == 0 && !t.mayBeGiven(t.Actor) {
		return nil
	}
	return []engine.Choice{lay, t.voice().Pass("lay no tile")}
}

// powers returns the cousins with which a tile may be laid, "" for none.
func (g *ground) powers() []string {
	out := []string{""}
	for _, c := range []string{"BED", "GLC"} {
		if g.turn.active(c, g.turn.Actor) && (c != "GLC" || g.turn.Get(gasUsed.Of(g.turn.Actor)) == 0) {
			out = append(out, c)
		}
	}
	return out
}

// lays lists the tiles that may come next, in every rotation, on every hex that the company's
// routes touch. // 12.3.1.1; 20-TR-06
func (g *ground) lays() []engine.Option {
	var out []engine.Option
	for _, s := range g.turn.Sites(g.turn.Actor) {
		for _, with := range g.powers() {
			list := g.turn.next(s.Hex.At)
			if with == "GLC" {
				list = append(slices.Clone(list), bigGreen...)
			}
			for _, id := range list {
				out = append(out, g.turned(s.Hex.At, id, with)...)
			}
		}
	}
	return out
}

// turned lists a tile on a hex in every rotation, with its cost.
func (g *ground) turned(hex, id, with string) []engine.Option {
	if g.notNext(hex, id, with) != "" {
		return nil
	}
	tile := data.Map.Tile(id)
	s := g.land.Site(hex)
	out := s.Rotations(tile, func(rot int) bool { return g.notLaidSo(s, tile, rot) == "" }, func(rot int) string {
		return g.turn.LayLabel(hex, tile, rot, g.toPay(hex, tile, rot))
	})
	if with != "" {
		return step.Adding(out, "with", with)
	}
	return out
}

// notLaid says why a tile may not be laid like this. // 7.2.1
func (g *ground) notLaid(words []string) string {
	with := ""
	if len(words) == 5 && words[3] == "with" {
		with, words = words[4], words[:3]
		if !slices.Contains(g.powers(), with) {
			return g.turn.Actor + " has no use of " + with + " now (14.1)"
		}
	}
	hex, tile, rot, why := g.turn.LayWords(words)
	if why == "" {
		why = g.notNext(hex.At, tile.ID, with)
	}
	if why == "" {
		why = g.notLaidSo(g.land.Site(hex.At), tile, rot)
	}
	return why
}

// notNext says why a tile may not come on a hex in this turn. // 7.2.1, 14.4; 20-TR-01,
// 20-TR-03, 20-CO-12
func (g *ground) notNext(hex, id, with string) string {
	_, upgrade := g.turn.Tile(hex)
	by := ""
	if with == "BED" {
		by = with
		if !upgrade || !hasCity(id) {
			return "Bedlington upgrades a city (14.4.1)"
		}
	}
	if with == "GLC" && !g.turn.gasUpgrade(hex, id) && (upgrade || kindOf(data.Map.Tile(id)) != "big city") {
		return "Gas Light & Coke is for big cities (14.4.2)"
	}
	if why := g.turn.notNextTile(hex, id, with); why != "" {
		return why
	}
	if with == "GLC" && !g.turn.gasUpgrade(hex, id) && g.turn.notSpaced(hex, data.Map.Tile(id), "") == "" {
		return "that big city needs no Gas Light & Coke (14.4.2)"
	}
	if _, why := g.works.Next(by, hex, upgrade); why != "" {
		return why + " (7.2.1)"
	}
	return ""
}

// notLaidSo says why a tile may not lie in this rotation. It must fit, belong to a route of the
// company, and be paid. // 12.3.1.1; 20-TR-06, 20-TR-22
func (g *ground) notLaidSo(s step.Site, tile *board.Tile, rot int) string {
	if why := g.turn.notTurned(s.Board, s.Hex.At, tile, rot); why != "" {
		return why
	}
	if !s.Touched(tile, rot) {
		return "no route of " + g.turn.Actor + " reaches the track of that tile (12.3.1.1)"
	}
	if cost, has := g.toPay(s.Hex.At, tile, rot), g.turn.Cash(g.turn.purse(g.turn.Actor)); cost > has {
		return fmt.Sprintf("that costs %s, but %s has %s (12.3.1.1)", money(cost), g.turn.Actor, money(has))
	}
	return ""
}

// price returns what terrain, barriers and edges of London cost.
// // 12.3.1, 12.3.1.1; 20-TR-18, 20-TR-19
func (g *ground) price(hex string, tile *board.Tile, rot int) int {
	return g.turn.TileCost(hex, tile) + joints(g.land.Site(hex).Board, hex, tile, rot)
}

// toPay returns what the company pays of that: with Locke only half. // 14.4.3; 20-CO-14, 20-RU-62
func (g *ground) toPay(hex string, tile *board.Tile, rot int) int {
	n := g.price(hex, tile, rot)
	if g.turn.active("LOC", g.turn.Actor) {
		return n / 2
	}
	return n
}

// build lays a tile. // 7.2.1, 14.4; 20-TR-22, 20-TR-23, 20-CO-12 to 20-CO-14
func (t *turn) build(a engine.Command, with string) {
	sym, hex, tile, rot := t.Actor, a.Arg(0), data.Map.Tile(a.Arg(1)), a.Int(2)
	g := t.ground(step.Works{})
	all, cost := g.price(hex, tile, rot), g.toPay(hex, tile, rot)
	t.Pay(t.purse(sym), engine.Bank, cost)
	step.Lay(t.Turn, t.Table, hex, tile.ID, rot)
	word := ""
	if with != "" {
		word = " with " + data.Private(with).Name
	}
	t.Note(sym, "%s", t.LaidNote(hex, tile.ID, word, cost))
	if all > cost {
		t.royalty("LOC", all-cost)
	}
	switch with {
	case "BED":
		t.royalty("BED", tile.Stops[0].Revenue.In(t.Phase().Offboard)/2)
	case "GLC":
		t.Set(gasUsed.Of(sym), 1)
		t.royalty("GLC", tile.Stops[0].Revenue.In(t.Phase().Offboard))
	}
}

// royalty pays a cousin for the use of its power. All costs and values of the map are even, so that
// halves need no rounding. // 14.1; 20-CO-05, 20-RU-62
func (t *turn) royalty(c string, n int) {
	t.Pay(engine.Bank, c, n)
	t.Note(c, "receives %s", money(n))
}
