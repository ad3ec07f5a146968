package t1828

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// Fees in addition to the terrain. // 8.3.1, 13.2.2.4, 13.2.2.7
const (
	extraFee     = 40  // of B&M and NYH
	kalamazooFee = 20  // of E&K
	scrantonFee  = 120 // of D&H, instead of the terrain
)

// scrantonHex is the hex of the D&H. // 13.2.2.4
const scrantonHex = "F20"

// works returns the tiles of a company's turn: one, or two with at most one upgrade for a system. B&M and
// NYH each add a yellow tile in a turn without upgrades, and so does the E&K once. // 8.3.1, 13.2.2.7,
// 13.3.2; 28-TR-01, 28-TR-02, 28-TR-03, 28-PV-10, R-35
func (t *turn) works() step.Works {
	w := step.Works{Upgrades: 1}
	for _, shell := range t.shells(t.Actor) {
		w.Allowed = append(w.Allowed, step.Allowance{Upgrade: true})
		if shell == "B&M" || shell == "NYH" {
			w.Allowed = append(w.Allowed, step.Allowance{Fee: extraFee, Extra: true})
		}
	}
	w.Allowed = append(w.Allowed, step.Allowance{By: kalamazoo, Fee: kalamazooFee, Extra: true}) // notWith checks the owner
	return w
}

// extraSpent reports whether the E&K laid its extra tile in an earlier operating round.
func (v view) extraSpent() bool {
	n := v.S.Get(extraUsed)
	return n > 0 && n < v.S.Get(serialNo)
}

// track builds track. // 8.3.1
func track(t *turn) { // O-04
	var laid []step.Laid
	for help := "lay no tile"; ; help = "lay no more" {
		a := t.asks("track", func() []engine.Choice {
			if t.overtaken() { // 28-PV-12
				return nil
			}
			done := t.works()
			done.Laid = laid
			g := t.ground(done)
			lay := t.voice().OffersEach("lay", "lay or upgrade a tile", g.candidates, g.notLaid)
			if !g.asked(step.OpenNow(t.Turn, "track", append([]engine.Choice{lay}, t.besides([]engine.Choice{lay})...)...)) {
				return nil
			}
			return []engine.Choice{lay, t.voice().Pass(help)}
		})
		if t.overtaken() {
			t.Leave("operating turn")
			return
		}
		if a.Verb == "pass" {
			break
		}
		laid = t.build(a, laid)
	}
	t.begin()
}

// A ground is the map as the operating company can build on it.
type ground struct {
	turn *turn
	done step.Works
	land *step.Ground
}

func (t *turn) ground(done step.Works) ground {
	return ground{t, done, &step.Ground{Table: t.Table, Sym: t.Actor, From: t.reach}}
}

// reach returns what the track of a company reaches. It starts at both hexes of Canada if the company has a
// marker there, and in ERIE's hex while its home has no city. Without coal nothing goes on beyond the
// coalfields. // 14.3.1; 28-TR-07, 28-ST-08, 28-CO-04, R-34, R-53
func (v view) reach(b *board.Board, sym string) *board.Reach {
	blocks := v.Blocks(b, sym)
	return b.Reach(v.trackStarts(sym), func(at board.Spot) bool { return blocks(at) || at == coalStop && !v.hasCoal(sym) })
}

// coalStop is the stop of the coalfields.
var coalStop = board.Spot{Hex: coalfields}

// canada are the stops of Canada, which is one area. // 11, 13.3.2
var canada = []board.Spot{{Hex: "A13"}, {Hex: "A15"}}

// stations returns the stops at which a company has a marker. In Canada it returns the whole area.
// // 13.3.2; 28-ST-08
func (v view) stations(sym string) []board.Spot {
	out := v.Stations(sym)
	if slices.Contains(out, canada[1]) {
		out = append(out, canada[0])
	}
	return out
}

// trackStarts returns the stops from which the track of a company is followed.
func (v view) trackStarts(sym string) []board.Spot {
	out := v.stations(sym)
	if slices.ContainsFunc(v.S.Kind(buffalo, "token"), func(token string) bool { return step.Label(token) == sym }) {
		out = append(out, v.homeCities("ERIE")...)
	}
	return out
}

// candidates lists the tiles of the chart on the hexes that the company's track reaches, in every rotation:
// as tiles of the turn, and with private companies.
func (g ground) candidates(yield func(engine.Option) bool) {
	for _, with := range []string{"", kalamazoo} {
		if with != "" && g.turn.owner(with) != g.turn.Actor {
			continue
		}
		for _, at := range g.land.Reach().Hexes() {
			for o := range g.listed(at, with) {
				if !yield(o) {
					return
				}
			}
		}
	}
	var out []engine.Option
	if g.turn.owner(delaware) == g.turn.Actor {
		out = slices.Collect(g.listed(scrantonHex, delaware))
	}
	for _, o := range append(out, g.turn.champlainLays(g)...) {
		if !yield(o) {
			return
		}
	}
}

// listed lists the tiles that may be the next on a hex, in every rotation. with is a private company, or ""
// for a tile of the turn.
func (g ground) listed(at, with string) iter.Seq[engine.Option] {
	return func(yield func(engine.Option) bool) {
		for _, id := range g.turn.chart(at) {
			tile := data.Map.Tile(id)
			if g.notTile(at, tile, with) != "" { // true of every rotation
				continue
			}
			for _, o := range step.Adding(g.turn.Turned(at, tile, g.cost(at, tile, with)), withWords(with)...) {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// turnedAll lists every tile of the chart on a hex in every rotation, at a cost.
func (g ground) turnedAll(at string, cost int, words []string) []engine.Option {
	var out []engine.Option
	for _, id := range g.turn.chart(at) {
		out = append(out, step.Adding(g.turn.Turned(at, data.Map.Tile(id), cost), words...)...)
	}
	return out
}

// withWords returns the words after a lay that name the private company.
func withWords(private string) []string {
	if private == "" {
		return nil
	}
	return []string{"with", private}
}

// notLaid says why a tile may not be laid. // 8.3.1, 14.3
func (g ground) notLaid(words []string) string {
	with := step.Word(words, 4)
	if len(words) != 3 && (len(words) != 5 || words[3] != "with" || data.Private(with) == nil) {
		return "say a hex, a tile and how it is turned, 0 to 5"
	}
	if with == champlainSym {
		return g.notChamplain(words)
	}
	hex, tile, rot, why := g.turn.LayWords(words[:3])
	if why != "" {
		return why
	}
	if why = g.notTile(hex.At, tile, with); why != "" {
		return why
	}
	return g.notTurned(hex.At, tile, rot, with)
}

// allowance finds what allows a tile: the turn itself, which includes the D&H, or the E&K. // 13.2.2.4,
// 13.2.2.7; 28-PV-08
func (g ground) allowance(at string, tile *board.Tile, with string) (n int, why string) {
	by := ""
	if with == kalamazoo {
		by = with
	}
	return g.done.Next(by, at, classic.Upgrade(tile))
}

// cost returns what a tile costs: its terrain, or the fee of the D&H instead, plus the fee of its
// allowance. // 14.3.1; 28-TR-10, 28-PV-08, R-36
func (g ground) cost(at string, tile *board.Tile, with string) int {
	cost := g.turn.TileCost(at, tile)
	switch {
	case with == delaware:
		cost = scrantonFee
	case with == "" && g.asChamplain(at, tile):
		return 0
	}
	if n, _ := g.allowance(at, tile, with); n >= 0 {
		cost += g.done.Allowed[n].Fee
	}
	return cost
}

// notTile says why a tile may not be the next on a hex, in any rotation. // 8.3.1, 14.1, 14.3; 28-TR-04,
// 28-TR-05, 28-TR-06, 28-TR-12, 28-TR-13
func (g ground) notTile(at string, tile *board.Tile, with string) string {
	left, limited := g.turn.TilesLeft(tile.ID)
	n, why := g.allowance(at, tile, with)
	cost := g.cost(at, tile, with)
	switch chart, keeper := g.turn.chart(at), g.turn.blockedBy(at); {
	case g.notWith(at, with) != "":
		return g.notWith(at, with)
	case keeper != "": // 28-PV-02
		return at + " is kept free by " + keeper + " as long as a player owns it (13.2.1)"
	case !slices.Contains(chart, tile.ID):
		return g.turn.notOnChart(at)
	case !slices.Contains(g.turn.Phase().Tiles, tile.Color):
		return g.turn.TooEarly(tile.Color) + " (17)"
	case n < 0: // 28-TR-01, 28-TR-02
		return why + " (8.3.1)"
	case g.lateExtra(n):
		return "after the tile of the E&K there is no tile for " + money(extraFee)
	case limited && left == 0:
		return "no tile " + tile.ID + " is left (14.1)"
	case cost > g.turn.Cash(g.turn.Actor):
		return fmt.Sprintf("that costs %s, but %s has %s (14.3.1)", money(cost), g.turn.Actor, money(g.turn.Cash(g.turn.Actor)))
	}
	return ""
}

// notWith says why a private company may not lay a tile on a hex.
func (g ground) notWith(at, with string) string {
	switch {
	case with == "":
		return ""
	case g.turn.owner(with) != g.turn.Actor:
		return g.turn.Actor + " does not own " + with
	case with == delaware && at != scrantonHex: // 28-PV-08
		return "D&H lays a tile in " + scrantonHex + " (13.2.2.4)"
	case with == kalamazoo && g.turn.extraSpent(): // 28-PV-10
		return "E&K has laid its tile (13.2.2.7)"
	case with != delaware && with != kalamazoo:
		return with + " lays no tile"
	}
	return ""
}

// notTurned says why a tile may not be laid in a rotation: its track leads nowhere, old track is not kept,
// or no track of the company reaches it. // 14.3.1, 14.3.2; 28-TR-07, 28-TR-08, 28-TR-09, 28-TR-11
func (g ground) notTurned(at string, tile *board.Tile, rot int, with string) string {
	site := g.land.Site(at)
	if _, err := site.Board.Fit(at, tile.ID, rot); err != nil {
		return err.Error() + " (14.3)"
	}
	if with != delaware && !site.Touched(tile, rot) {
		return "no track from a station of " + g.turn.Actor + " reaches that tile (14.3.1)"
	}
	return ""
}

// chart returns the tiles that may be the next on a hex, whatever the phase and the supply. // 14.2, 14.3;
// 28-TR-05, 28-TR-06, 28-TR-11, 28-TR-13, R-01
func (v view) chart(at string) []string { return classic.Chart(v.Table, at) }

// notOnChart says which tiles a hex takes next, if any. // 14.2, 14.3
func (v view) notOnChart(at string) string {
	chart := v.chart(at)
	if len(chart) == 0 {
		return v.Final(at) + " (14.2, 14.3)"
	}
	return at + " takes tile " + strings.Join(chart, ", ") + " next (14.2, 14.3)"
}

// build carries out a lay of the track step. It returns what has been laid of the tiles of the turn.
func (t *turn) build(a engine.Command, laid []step.Laid) []step.Laid {
	at, tile, with := a.Arg(0), data.Map.Tile(a.Arg(1)), a.Arg(4)
	g := t.ground(t.works())
	g.done.Laid = laid
	if with == "" && g.asChamplain(at, tile) {
		t.layChamplain(a)
		return laid
	}
	n, _ := g.allowance(at, tile, with)
	cost, note := g.cost(at, tile, with), ""
	switch with {
	case delaware:
		t.Set(scranton, 1)
	case kalamazoo:
		t.Set(extraUsed, t.Get(serialNo))
	}
	if with != "" {
		note = " with " + with
	}
	t.put(at, tile, a.Int(2), cost, note)
	if with == delaware {
		t.placeAtOnce()
	}
	return append(laid, step.Laid{Hex: at, Upgrade: classic.Upgrade(tile), Used: n})
}

// put lays a tile of the operating company, which pays for it. Markers stay in their cities. ERIE names its
// home when the first tile is laid there. // 14.3; 28-TR-09, 28-TR-10, 28-ST-09, 28-CO-03
func (t *turn) put(at string, tile *board.Tile, rot, cost int, with string) {
	t.Pay(t.Actor, engine.Bank, cost)
	t.lay(t.Actor, at, tile, rot, cost, with)
}

// lay lays a tile for a company or the C&P.
func (t *turn) lay(sym, at string, tile *board.Tile, rot, cost int, with string) {
	step.Lay(t.Turn, t.Table, at, tile.ID, rot)
	t.Note(sym, "%s", t.LaidNote(at, tile.ID, with, cost))
	switch erie := t.S.Where(charter("ERIE")); {
	case at == tunnel:
		t.mineTunnel(sym)
	case at == buffalo && t.S.Where(step.Keep("ERIE")) == buffalo && t.Floated(erie) && !t.homeLater():
		t.placeInBuffalo(erie)
	}
}
