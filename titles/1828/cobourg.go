package t1828

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// cobourgActs reports whether a player owns the C&P. Only then it builds and runs. // 13.2.2.5; 28-CP-01
func (v view) cobourgActs() bool { return v.S.Seat(v.owner(cobourgSym)) >= 0 }

// cobourg is the turn of the C&P, after all other private companies have paid. Its player may lay a tile,
// and then names a run with that tile. // 8.1, 13.2.2.5; 28-CP-01, 28-CP-03, R-38
func cobourg(t *turn) {
	if !t.cobourgActs() {
		return
	}
	for {
		a, ok := t.askCobourg()
		if !ok {
			t.Note(cobourgSym, "can lay no tile")
			return
		}
		if t.beside(a) {
			continue
		}
		t.touch()
		if a.Verb == "lay" {
			t.layCobourg(a)
			t.runCobourg(a.Arg(0))
		}
		return
	}
}

// askCobourg asks for the tile of the C&P. ok is false if it can lay none.
func (t *turn) askCobourg() (a engine.Command, ok bool) {
	p, g := t.owner(cobourgSym), t.cobourgGround()
	lay := step.RuledEach(p, cobourgSym, "lay", "lay or upgrade a tile with the C&P", t.paying(g.Lays), g.NotLaid) // O-01
	if !step.Open(lay) && !t.asksPasses() {
		return a, false
	}
	choices := []engine.Choice{lay, step.Voice{By: p, For: cobourgSym}.Pass("lay no tile, earn nothing")}
	return t.Ask("C&P", append(choices, t.asides()...)...), true
}

// paying adds to each tile what its best run brings the player. // 13.2.2.5; 28-CP-03
func (t *turn) paying(lays iter.Seq[engine.Option]) iter.Seq[engine.Option] {
	b := t.Board()
	return func(yield func(engine.Option) bool) {
		for o := range lays {
			rot, _ := strconv.Atoi(o.Args[2])
			label := "no run"
			if runs := t.smallRuns(b.With(o.Args[0], o.Args[1], rot), o.Args[0]); len(runs) > 0 {
				label = "a run brings you " + money(runs[0].pays/2)
			}
			o.Label = strings.TrimPrefix(o.Label+", "+label, ", ")
			if !yield(o) {
				return
			}
		}
	}
}

// cobourgGround is the map as the C&P can build on it. It follows the track from its marker like that of a
// company without coal. // 13.2.2.5; 28-CP-01, R-38
func (t *turn) cobourgGround() *classic.Ground {
	at := t.cobourgAt()
	return &classic.Ground{
		Ground: step.Ground{Table: t.Table, Sym: cobourgSym, From: func(b *board.Board, _ string) *board.Reach {
			return b.Reach([]board.Spot{at}, func(s board.Spot) bool {
				return s == coalStop || b.Stop(s).Kind == board.City && s != at && len(t.S.Kind(s.String(), "token")) >= b.Stop(s).Slots
			})
		}},
		Tiles: "14.3", NotNext: t.notCobourg,
		NotJoined: func(site step.Site, tile *board.Tile, rot int) string {
			if !site.Touched(tile, rot) {
				return "no track from C15 reaches that tile (13.2.2.5)"
			}
			return ""
		},
	}
}

// cobourgAt returns the city of its marker.
func (v view) cobourgAt() board.Spot {
	at, _ := board.ParseSpot(v.S.Where(step.Token(cobourgSym, 0)))
	return at
}

// notCobourg says why a tile may not be the next on a hex. Other private companies may keep the hex free. The
// chart, the phase and the supply must allow the tile, and the treasury must be able to pay for it.
// // 13.2.2.5; 28-CP-02, 28-PV-02
func (t *turn) notCobourg(at string, tile *board.Tile) string {
	left, limited := t.TilesLeft(tile.ID)
	cost := t.TileCost(at, tile)
	switch keeper := t.blockedBy(at); {
	case keeper != "" && keeper != cobourgSym:
		return at + " is kept free by " + keeper + " as long as a player owns it (13.2.1)"
	case !slices.Contains(t.chart(at), tile.ID):
		return t.notOnChart(at)
	case !slices.Contains(t.Phase().Tiles, tile.Color):
		return t.TooEarly(tile.Color) + " (17)"
	case limited && left == 0:
		return "no tile " + tile.ID + " is left (14.1)"
	case cost > t.Cash(cobourgSym):
		return fmt.Sprintf("that costs %s, but C&P has %s (13.2.2.5)", money(cost), money(t.Cash(cobourgSym)))
	}
	return ""
}

// layCobourg lays the tile. The treasury of the C&P pays. // 13.2.2.5; 28-CP-02
func (t *turn) layCobourg(a engine.Command) {
	tile := data.Map.Tile(a.Arg(1))
	cost := t.TileCost(a.Arg(0), tile)
	t.Pay(cobourgSym, engine.Bank, cost)
	t.lay(cobourgSym, a.Arg(0), tile, a.Int(2), cost, "")
}

// runCobourg runs between two stops with the tile. Half of the revenue goes to the player, and half to the
// treasury. // 13.2.2.5; 28-CP-03, 28-CP-04
func (t *turn) runCobourg(hex string) { // O-02
	p := t.owner(cobourgSym)
	runs := t.smallRuns(t.Board(), hex)
	if len(runs) == 0 || t.unlinked() {
		t.Note(cobourgSym, "has no run with that tile")
		return
	}
	run := runs[0]
	if len(runs) > 1 || t.asksPasses() {
		a := t.Ask("line", step.Offer(p, cobourgSym, "line", "say between which stops the C&P runs", func() []engine.Option {
			var out []engine.Option
			for _, r := range runs {
				out = append(out, engine.Option{Args: r.words(), Label: money(r.pays) + ", half of it for you"})
			}
			return out
		}, func([]string) string { return "say two neighbouring stops of a line with the tile (13.2.2.5)" }))
		run = runs[slices.IndexFunc(runs, func(r smallRun) bool { return slices.Equal(r.words(), a.Args) })]
	}
	t.Note(cobourgSym, "ran %s-%s for %s", run.from, run.to, money(run.pays))
	t.Pay(engine.Bank, p, run.pays/2)
	t.Pay(engine.Bank, cobourgSym, run.pays/2)
}

// A smallRun is a run of two stops.
type smallRun struct {
	from, to string
	pays     int
}

func (r smallRun) words() []string { return []string{r.from, r.to} }

// smallRuns lists the runs of two neighbouring stops that use the tile on a hex. A stop of the tile is an
// end, or its track is between the two or directly beyond one of them. The best runs come first.
// // 13.2.2.5; 28-CP-03, R-38
func (t *turn) smallRuns(b *board.Board, hex string) []smallRun {
	l := lines{b}
	var pairs [][2]board.Spot
	face := l.Face(hex)
	for n := range face.Stops {
		at := board.Spot{Hex: hex, N: n}
		for _, x := range l.from(at, nil) {
			pairs = append(pairs, [2]board.Spot{at, x.stop})
		}
	}
	for _, p := range face.Track {
		if a, ok := p.A.Edge(); ok {
			if b, ok := p.B.Edge(); ok {
				pairs = append(pairs, l.beside(hex, a, b)...)
			}
		}
	}
	return t.priced(b, pairs)
}

// priced returns the pairs that are a run, each once, with what they pay.
func (t *turn) priced(b *board.Board, pairs [][2]board.Spot) []smallRun {
	column := t.Phase().Offboard
	var out []smallRun
	for _, p := range pairs {
		if p[0] == p[1] || p[0] == coalStop || p[1] == coalStop {
			continue
		}
		if p[1].String() < p[0].String() {
			p[0], p[1] = p[1], p[0]
		}
		run := smallRun{stopWord(b, p[0]), stopWord(b, p[1]), b.Stop(p[0]).Revenue.In(column) + b.Stop(p[1]).Revenue.In(column)}
		if !slices.Contains(out, run) {
			out = append(out, run)
		}
	}
	slices.SortStableFunc(out, func(a, b smallRun) int { return b.pays - a.pays })
	return out
}

// stopWord names a stop by its hex, with a number if the hex has several.
func stopWord(b *board.Board, at board.Spot) string {
	if len(b.Face(at.Hex).Stops) > 1 {
		return at.String()
	}
	return at.Hex
}

// lines follows plain track.
type lines struct{ *board.Board }

// A way is plain track to a stop. sides are the sides of hexes that it crosses.
type way struct {
	stop  board.Spot
	sides []string
}

// side names the side of a hex, the same from both hexes.
func (l lines) side(hex string, edge int) string {
	if at, ok := l.Neighbour(hex, edge); ok && at < hex {
		return at + strconv.Itoa((edge+3)%6)
	}
	return hex + strconv.Itoa(edge)
}

// from follows all track that leaves a stop. It crosses no side in used.
func (l lines) from(at board.Spot, used []string) []way {
	var out []way
	for _, p := range l.Face(at.Hex).Track {
		if edge, ok := p.A.Edge(); ok && p.B == board.StopEnd(at.N) { // track between an edge and a stop begins with the edge
			out = append(out, l.over(at.Hex, edge, used)...)
		}
	}
	return out
}

// over follows track over the side of a hex to the next stops.
func (l lines) over(hex string, edge int, used []string) []way {
	side := l.side(hex, edge)
	next, ok := l.Neighbour(hex, edge)
	if !ok || slices.Contains(used, side) {
		return nil
	}
	used = append(used[:len(used):len(used)], side)
	in := board.End((edge + 3) % 6)
	var out []way
	for _, p := range l.Face(next).Track {
		end := p.B
		switch in {
		case p.A:
		case p.B:
			end = p.A
		default:
			continue
		}
		if n, ok := end.Stop(); ok {
			out = append(out, way{board.Spot{Hex: next, N: n}, used})
		} else if e, ok := end.Edge(); ok {
			out = append(out, l.over(next, e, used)...)
		}
	}
	return out
}

// beside lists the runs that use the track between two edges of a hex. That track is between the two stops,
// or directly beyond one of them through which a run may pass.
func (l lines) beside(hex string, a, b int) [][2]board.Spot {
	var out [][2]board.Spot
	for _, edges := range [][2]int{{a, b}, {b, a}} {
		for _, x := range l.over(hex, edges[0], nil) {
			for _, y := range l.over(hex, edges[1], x.sides) {
				out = append(out, [2]board.Spot{x.stop, y.stop})
			}
			if l.Stop(x.stop).Kind == board.Offboard {
				continue
			}
			for _, y := range l.from(x.stop, x.sides) {
				out = append(out, [2]board.Spot{x.stop, y.stop})
			}
		}
	}
	return out
}

// placeQuestion asks whether a company replaces the marker of the C&P with its own.
const placeQuestion = "place of the C&P"

// inherit gives the treasury of the C&P to the company that bought it. If the company placed no marker in
// this turn it may place one in C15, in place of the C&P. Otherwise that place is blocked. // 13.2.2.5;
// 28-CP-05, 28-CP-06, R-39
func (t *turn) inherit() { // O-07
	sym := t.Actor
	if comes := t.Cash(cobourgSym); comes > 0 {
		t.Pay(cobourgSym, sym, comes)
		t.Note(sym, "got %s with it, the treasury of the C&P", money(comes))
	}
	at := t.cobourgAt()
	swap := false
	if t.Get(stationed) == 0 && len(t.Tokens(sym)) > 0 && !t.StandsIn(sym, at.Hex) {
		a := t.askMarker(placeQuestion,
			t.voice().Choice("token", "place a marker in "+t.HexName(at.Hex)+" without pay", step.Fixed([]engine.Option{{Args: []string{at.Hex}}})),
			t.voice().Pass("leave a blocking marker there"))
		swap = a.Verb == "token"
	}
	if !swap {
		t.replaceCobourg()
		return
	}
	t.Move(step.Token(cobourgSym, 0), step.Out)
	t.Move(t.Tokens(sym)[0], at.String())
	t.Set(stationed, 1)
	t.Note(sym, "placed a station in %s in place of the C&P", t.HexName(at.Hex))
}

// replaceCobourg replaces the marker of the C&P with a blocking marker. // 13.2.2.5; 28-CP-06, 28-CP-07
func (t *turn) replaceCobourg() {
	at := t.cobourgAt()
	t.Move(step.Token(cobourgSym, 0), step.Out)
	t.block(at)
	t.Note("", "%s has a blocking marker", t.HexName(at.Hex))
}
