package t1843

import (
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// Costs of building in addition to terrain. // 8.4.1, 10.2
const (
	secondFee = 20  // 43-TR-02, R-13
	tbFee     = 20  // 43-PR-06
	lhFee     = 80  // 43-PR-08
	baFee     = 120 // 43-PR-09
)

// Hexes of private companies with a power. // 10.2; R-1
const (
	psgHex = "E14"
	lhHex  = "C14"
	baHex  = "C18"
)

// Companies with powers of their own. // 8.4.1, 8.4.2, 11.2; 43-TR-02, 43-TR-22
var (
	twoYellow   = []string{"EST", "MID", "OU", "PRO", "SO"}
	directBrown = []string{"MID", "PRO", "SO"}
)

// brownPorts are the ports that take a brown tile at once, with their tiles.
// // 8.4.2; 43-TR-22, R-14
var brownPorts = map[string][]string{
	"C14": {"LeHavre-B"},
	"C18": {"64", "65", "66", "67", "68", "984", "OO-X"},
	"H7":  {"Bordeaux-B"},
	"K8":  {"63"},
	"N15": {"Marseille-B"},
}

// A build is what a company has built in its track step. // 8.4
type build struct {
	works  step.Works
	shut   bool // the normal build is over
	tb     bool // the tile of TB was laid
	entire bool // LH or BA took the place of the whole build
}

// track builds one yellow tile, two for some companies, or one upgrade, and what private companies
// allow. // 8.4; 43-TR-01, 43-TR-02, 43-TR-03
func track(t *turn) {
	b := build{works: step.Works{Allowed: []step.Allowance{{Upgrade: true}}, Upgrades: 1}}
	if slices.Contains(twoYellow, t.Actor) {
		b.works.Allowed = append(b.works.Allowed, step.Allowance{Extra: true, Fee: secondFee})
	}
	help := "lay no track"
	for !b.entire && (t.more(b) || t.mayUseTB(b)) {
		a := t.asks("track", func() []engine.Choice { return t.trackChoices(b, help) })
		switch a.Verb {
		case "pass":
			return
		case "token":
			b = t.stationOfBA(b, a)
		default:
			b = t.build(b, a)
		}
		help = "lay no more track"
	}
}

// more reports whether the normal build may go on.
func (t *turn) more(b build) bool { return !b.shut && b.works.More("") }

// mayUseTB reports whether the tile of TB may still be laid. // 10.2; 43-PR-06
func (t *turn) mayUseTB(b build) bool { return t.owner(privTB) == t.Actor && !b.tb }

// trackChoices lists what may be built, nil if that is only to pass.
func (t *turn) trackChoices(b build, help string) []engine.Choice {
	g := t.ground(b)
	v := t.voice()
	out := []engine.Choice{step.RuledEach(v.By, v.For, "lay", "lay or upgrade a tile", g.candidates, g.notLaid)}
	if t.owner(privBA) == t.Actor {
		out = append(out, v.Offers("token", "place a station in "+baHex+" with BA", g.stationsOfBA, g.notStationOfBA))
	}
	awaited := slices.DeleteFunc(t.beside([]string{"lay"}), func(c engine.Choice) bool { return c.Unawaited })
	if !step.OpenNow(t.Turn, "track", append(awaited, out...)...) {
		return nil
	}
	return append(out, v.Pass(help))
}

// A ground is the map as the operating company sees it when it builds.
type ground struct {
	turn   *turn
	done   build
	land   *step.Ground
	charts map[string][]string // charts already made, by hex
}

func (t *turn) ground(done build) ground {
	return ground{t, done, t.reached(), map[string][]string{}}
}

// candidates lists the tiles that may come next on the hexes that the company's track touches, and
// those that private companies allow.
func (g ground) candidates(yield func(engine.Option) bool) {
	for _, at := range g.land.Reach().Hexes() {
		for _, id := range g.chart(at) {
			for _, o := range g.ways(at, data.Map.Tile(id)) {
				if !yield(o) {
					return
				}
			}
		}
	}
	for _, o := range slices.Concat(g.withPSG(), g.special(privLH, lhHex), g.special(privBA, baHex)) {
		if !yield(o) {
			return
		}
	}
}

// ways lists the rotations of a tile on a hex, in the normal build and with TB.
func (g ground) ways(at string, tile *board.Tile) []engine.Option {
	var out []engine.Option
	if g.notTile(at, tile, "") == "" {
		out = g.turn.Turned(at, tile, g.cost(at, tile, ""))
	}
	if g.turn.owner(privTB) == g.turn.Actor {
		out = append(out, withWords(g.turn.Turned(at, tile, g.cost(at, tile, privTB)), privTB)...)
	}
	return out
}

// withPSG lists the tiles that PSG may lay. // 10.2; 43-PR-07
func (g ground) withPSG() []engine.Option { return g.special(privPSG, psgHex) }

// special lists the tiles that a private company of the operating company may lay on its hex.
func (g ground) special(private, at string) []engine.Option {
	var out []engine.Option
	if g.turn.owner(private) != g.turn.Actor {
		return nil
	}
	for _, id := range g.chart(at) {
		tile := data.Map.Tile(id)
		out = append(out, withWords(g.turn.Turned(at, tile, g.cost(at, tile, private)), private)...)
	}
	return out
}

// notLaid says why a tile may not be laid, with the power of a private company if
// one is named. // 8.4, 10.2
func (g ground) notLaid(words []string) string {
	private := ""
	if len(words) == 5 && words[3] == "with" {
		private, words = words[4], words[:3]
	}
	hex, tile, rot, why := g.turn.LayWords(words)
	if why != "" {
		return why
	}
	if why := g.notPower(private, hex.At); why != "" {
		return why
	}
	if why := g.notTile(hex.At, tile, private); why != "" {
		return why
	}
	if _, err := g.land.Board().Fit(hex.At, tile.ID, rot); err != nil { // 43-TR-12, 43-TR-13, 43-TR-14, 43-TR-15, 43-TR-16
		return err.Error() + " (8.4.1)"
	}
	if private == "" || private == privTB {
		return g.notJoined(hex.At, tile, rot)
	}
	return "" // 43-TR-18
}

// notPSG is notLaid for PSG, whose tile may be laid at any time. // 10.2; 43-PR-07
func (g ground) notPSG(words []string) string {
	if step.Word(words, 4) != privPSG {
		return "only the tile of PSG may be laid at this time (10.2)"
	}
	return g.notLaid(words)
}

// notPower says why the company may not use the power of a private company on a hex. // 10.2
func (g ground) notPower(private, at string) string {
	hexes := map[string]string{privPSG: psgHex, privLH: lhHex, privBA: baHex, privTB: at, "": at}
	switch hex, ok := hexes[private]; {
	case !ok:
		return "no private company " + private + " lays tiles (10.2)"
	case private != "" && g.turn.owner(private) != g.turn.Actor:
		return g.turn.Actor + " does not own " + private + " (10.2)"
	case hex != at:
		return private + " lays its tile in " + hex + " (10.2)"
	case private == privLH || private == privBA:
		return g.notEntire(private, at)
	}
	return ""
}

// notEntire says why LH or BA cannot build now. Its tile and station are the whole build of the
// operation. // 10.2; 43-PR-08, 43-PR-09, 43-ST-05, R-29
func (g ground) notEntire(private, at string) string {
	fee := map[string]int{privLH: lhFee, privBA: baFee}[private]
	switch {
	case len(g.done.works.Laid) > 0 || g.done.tb:
		return private + " takes the place of the whole track build (10.2)"
	case len(g.turn.Tokens(g.turn.Actor)) == 0:
		return g.turn.Actor + " has no station marker left (10.2)"
	case g.turn.StandsIn(g.turn.Actor, at):
		return g.turn.Actor + " has a marker in " + at + " (8.5.1)"
	case fee > g.turn.Cash(g.turn.Actor):
		return private + " builds for " + money(fee) + ", " + g.turn.Actor + " has " + money(g.turn.Cash(g.turn.Actor)) + " (10.2)"
	}
	return ""
}

// notTile says why a tile may not come next on a hex, in whatever rotation. // 8.4, 10.1
func (g ground) notTile(at string, tile *board.Tile, private string) string {
	left, limited := g.turn.TilesLeft(tile.ID)
	hex, chart := data.Map.Hex(at), g.chart(at)
	switch {
	case hex.Color == "gray" || hex.Color == "red": // 43-TR-08
		return "red and gray hexes take no tile (8.4.1)"
	case g.turn.blocker(at) != "": // 43-TR-24
		return g.turn.blocker(at) + " keeps " + at + " free of track until a company buys it or it closes (10.1)"
	case private != "" && g.notNow(at, tile, private) != "":
		return g.notNow(at, tile, private)
	case len(chart) == 0:
		return "the tile in " + at + " can no longer be upgraded (8.4.2)"
	case !slices.Contains(chart, tile.ID):
		return at + " takes tile " + strings.Join(chart, ", ") + " next (8.4)"
	case !slices.Contains(g.turn.Phase().Tiles, tile.Color): // 43-TR-06
		return g.turn.TooEarly(tile.Color) + " (14)"
	case limited && left == 0: // 43-TR-04
		return "no tile " + tile.ID + " is left (8.4.1)"
	case g.notNow(at, tile, private) != "":
		return g.notNow(at, tile, private)
	case g.cost(at, tile, private) > g.turn.Cash(g.turn.Actor): // 43-TR-25
		return "that costs " + money(g.cost(at, tile, private)) + ", but " + g.turn.Actor + " has " + money(g.turn.Cash(g.turn.Actor)) + " (8.4.1)"
	}
	return ""
}

// notNow says why a tile of this kind cannot be built any more in this operation, or not with a
// private company. // 8.4.1, 8.4.2, 10.2
func (g ground) notNow(at string, tile *board.Tile, private string) string {
	b := g.done
	switch private {
	case privTB: // 43-PR-06, R-13
		if b.tb || classic.Upgrade(tile) {
			return "TB lays one yellow tile (10.2)"
		}
		return ""
	case privPSG, privLH:
		if !g.turn.notLaidYet(at) || classic.Upgrade(tile) {
			return private + " lays a yellow tile where none lies (10.2)"
		}
		return ""
	case privBA:
		if !g.turn.notLaidYet(at) {
			return "a tile lies in " + at + ": BA places a station there (10.2)"
		}
		return ""
	}
	if b.shut {
		return "the normal build is over (10.2)"
	}
	if _, why := b.works.Next("", at, classic.Upgrade(tile)); why != "" { // 43-TR-01, 43-TR-03
		return why + " (8.4)"
	}
	return ""
}

// cost returns what a tile costs, with terrain and fees.
// // 8.4.1, 8.4.3, 10.2; 43-TR-19, 43-TR-20, R-10, R-13, R-29
func (g ground) cost(at string, tile *board.Tile, private string) int {
	terrain := g.turn.TileCost(at, tile)
	switch private {
	case privTB:
		return terrain + tbFee
	case privPSG:
		return 0
	case privLH:
		return lhFee
	case privBA:
		return baFee
	case "":
		if g.asPSG(at, tile) {
			return 0
		}
	}
	n, _ := g.done.works.Next("", at, classic.Upgrade(tile)) // notNow has checked that there is one
	return terrain + g.done.works.Allowed[n].Fee
}

// notJoined says why the company's track reaches no track of the tile.
// // 8.4.1, 8.4.2; 43-TR-17, R-11
func (g ground) notJoined(at string, tile *board.Tile, rot int) string {
	if g.land.Site(at).Touched(tile, rot) {
		return ""
	}
	return "no track of " + g.turn.Actor + " leads to that tile (8.4.1)"
}

// chart returns the chart for a hex, and caches it.
func (g ground) chart(at string) []string {
	list, ok := g.charts[at]
	if !ok {
		list = g.turn.chart(at)
		g.charts[at] = list
	}
	return list
}

// chart returns the tiles that may come next on a hex, before phase and supply.
// // 8.4, 12.2; 43-TR-07, 43-TR-10, 43-TR-22, 43-TR-26, 43-TR-27
func (t *turn) chart(at string) []string {
	list := classic.Chart(t.Table, at) // 43-TR-09
	if slices.Contains(directBrown, t.Actor) && t.inPhase(phaseBrown) && t.belowBrown(at) {
		for _, id := range brownPorts[at] {
			if !slices.Contains(list, id) {
				list = append(slices.Clone(list), id)
			}
		}
	}
	return named(at, list)
}

// named leaves out tiles with the name of another city. If the list has tiles of a colour with the
// name of this city, it leaves out the others of that colour. // 8.4.3; 43-TR-11, R-15
func named(at string, list []string) []string {
	own := map[string]bool{}
	for _, id := range list {
		if tile := data.Map.Tile(id); slices.Contains(tile.Only, at) {
			own[tile.Color] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool {
		tile := data.Map.Tile(id)
		return !slices.Contains(tile.Only, at) && (len(tile.Only) > 0 || own[tile.Color])
	})
}

// belowBrown reports whether the tile or hex is white, yellow or green. // 8.4.2; R-14
func (v view) belowBrown(at string) bool {
	color := data.Map.Hex(at).Color
	if l, laid := v.S.Tile(at); laid {
		color = data.Map.Tile(l.Tile).Color
	}
	return color == "white" || color == "yellow" || color == "green"
}

// build carries out a lay and returns the build after it. // 8.4, 10.2
func (t *turn) build(b build, a engine.Command) build {
	at, tile, rot := a.Arg(0), data.Map.Tile(a.Arg(1)), a.Int(2)
	g := t.ground(b)
	switch a.Arg(4) {
	case privTB:
		classic.Lay(t.Turn, t.Table, at, tile, rot, " with "+privTB, g.cost(at, tile, privTB))
		t.closePrivate(privTB)
		b.tb, b.shut = true, len(b.works.Laid) > 0
		return b
	case privLH, privBA:
		classic.Lay(t.Turn, t.Table, at, tile, rot, " with "+a.Arg(4), g.cost(at, tile, a.Arg(4)))
		t.placeFree(t.freeCity(at), a.Arg(4))
		b.entire = true
		return b
	}
	if g.asPSG(at, tile) {
		t.layAsPSG(at, tile, rot)
		return b
	}
	cost := g.cost(at, tile, "")
	n, _ := b.works.Next("", at, classic.Upgrade(tile))
	b.works = b.works.With(n, at, classic.Upgrade(tile))
	classic.Lay(t.Turn, t.Table, at, tile, rot, "", cost) // 43-TR-05, 43-TR-21
	t.takeSide()
	return b
}

// layAsPSG lays the tile of PSG. // 10.2; 43-PR-07
func (t *turn) layAsPSG(at string, tile *board.Tile, rot int) {
	classic.Lay(t.Turn, t.Table, at, tile, rot, " with "+privPSG, 0)
}

// freeCity returns the city of a new tile that gets a marker. If there are several the director
// chooses. // 10.2; 43-PR-09
func (t *turn) freeCity(at string) board.Spot {
	cities := t.citiesOf(t.Board(), at)
	if len(cities) == 1 {
		return cities[0]
	}
	return t.chooseCity("city", "gets the station", cities)
}

// placeFree places the next station marker with the power of a private company. Nothing else is
// placed in this operation. // 10.2; 43-PR-08, 43-PR-09, R-29
func (t *turn) placeFree(at board.Spot, private string) {
	t.Move(t.Tokens(t.Actor)[0], at.String())
	t.Set(stationed, 1)
	t.Note(t.Actor, "placed a station in %s with %s", t.HexName(at.Hex), private)
}

// stationsOfBA lists the cities of C18 once a tile lies there. // 10.2; 43-PR-09
func (g ground) stationsOfBA() []engine.Option {
	return withWords(g.turn.CityOptions(g.land.Board(), g.turn.citiesOf(g.land.Board(), baHex), ", "+money(baFee)), privBA)
}

// notStationOfBA says why BA may not place a station in a city. // 10.2; 43-PR-09
func (g ground) notStationOfBA(words []string) string {
	if len(words) < 3 || words[len(words)-2] != "with" || words[len(words)-1] != privBA {
		return "in the track step a station is placed with BA only: say the city of " + baHex + " (10.2)"
	}
	at, why := g.turn.CityNamed(g.land.Board(), words[:len(words)-2])
	switch {
	case why != "":
		return why
	case g.turn.notLaidYet(baHex):
		return "no tile lies in " + baHex + ": BA lays one with the station (10.2)"
	case g.notPower(privBA, at.Hex) != "":
		return g.notPower(privBA, at.Hex)
	case g.turn.Space(g.land.Board(), at) <= 0:
		return "no space is free in that city (8.5.1)"
	}
	return ""
}

// stationOfBA places a station without a tile. // 10.2; 43-PR-09
func (t *turn) stationOfBA(b build, a engine.Command) build {
	at, _ := t.CityNamed(t.Board(), a.Args[:len(a.Args)-2])
	t.Pay(t.Actor, engine.Bank, baFee)
	t.placeFree(at, privBA)
	b.entire = true
	return b
}
