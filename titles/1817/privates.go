package t1817

import (
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// owner returns who has a private company: a player, a company, or a place.
func (v view) owner(private string) string { return v.S.Where(piece(private)) }

// piece names a private company.
func piece(private string) string { return step.Private(private) }

// privates returns the private companies at a place in order of arrival.
func (v view) privates(place string) []string { return v.PrivatesAt(place) }

// ownsKind reports whether a company owns a private of a kind.
func (v view) ownsKind(sym, kind string) bool {
	return slices.ContainsFunc(v.privates(sym), func(p string) bool { return data.Private(p).Kind == kind })
}

// payMail pays the company that owns a mail contract, if it has a train. // 1.2.6, 6; 17-PV-13, R-37, D-38
func (t *turn) payMail(private string) {
	p, sym := data.Private(private), t.owner(private)
	if p.Kind == "mail" && data.Company(sym) != nil && len(t.Trains(sym)) > 0 {
		t.Pay(engine.Bank, sym, p.Income)
		t.Note(sym, "received %s for its %s", money(p.Income), p.Name)
	}
}

// bridgeHexes are the cities that may have a bridge token. // 1.2.6; 17-PV-06
var bridgeHexes = []string{"H3", "G6", "H9"}

// bridgeChoices offers to place a bridge token, if the company owns a bridge company. // 1.2.6; 17-PV-06
func (t *turn) bridgeChoices() []engine.Choice {
	if !t.ownsKind(t.Actor, "bridge") {
		return nil
	}
	return []engine.Choice{t.voice().Tells("bridge", "place a bridge token", t.bridges, t.notBridged, "")}
}

// bridges lists every bridge company with every city for its tokens.
func (t *turn) bridges() []engine.Option {
	var out []engine.Option
	for _, private := range t.privates(t.Actor) {
		for _, hex := range bridgeHexes {
			out = append(out, engine.Option{Args: []string{private, hex}, Label: t.HexName(hex) + " is worth $10 more"})
		}
	}
	return out
}

// notBridged says why a bridge token may not be placed. A city takes only one, whoever owns it. // 1.2.6;
// 17-PV-06
func (t *turn) notBridged(words []string) string {
	private, hex := step.Word(words, 0), step.Word(words, 1)
	switch p := data.Private(private); {
	case len(words) != 2 || p == nil || p.Kind != "bridge" || t.owner(private) != t.Actor:
		return "say of which bridge company of " + t.Actor + ", and in which city"
	case len(t.S.Kind(private, "bridge")) == 0:
		return "the bridge tokens of " + private + " are placed (1.2.6)"
	case !slices.Contains(bridgeHexes, hex):
		return "bridge tokens are placed in " + strings.Join(bridgeHexes, ", ") + " (1.2.6)"
	case len(t.S.Kind(hex, "bridge")) > 0:
		return hex + " has a bridge token (1.2.6)"
	}
	return ""
}

func (t *turn) placeBridge(private, hex string) {
	t.Move(t.S.Kind(private, "bridge")[0], hex)
	t.Note(t.Actor, "placed a bridge token in %s", t.HexName(hex))
}

// spent reports whether a private company can do nothing more. It stays open, and changes hands with the
// company that owns it. // 1.2.6; 17-PV-15, D-29
func (v view) spent(private string) bool {
	switch data.Private(private).Kind {
	case "coal":
		return len(v.S.Kind(private, "coal")) == 0
	case "mill":
		return v.S.Get(millUsed) == 1
	case "station":
		n := v.S.Get(stationIn)
		return n > 0 && (v.S.Get(stockNo) > n || v.S.Get(roundKind) != stockRound)
	}
	return false
}

// millHex and millTile are Pittsburgh and its special tile. // 1.2.6; 17-PV-01,
// 17-PV-03
const (
	millHex  = "F13"
	millTile = "X00"
)

// notMilled says why the company may not lay the special tile of the Pittsburgh Steel Mill. The tile needs
// no connection. // 1.2.6; 17-PV-01
func (t *turn) notMilled() string {
	switch _, laid := t.Tile(millHex); {
	case !t.ownsKind(t.Actor, "mill"):
		return "only the owner of the Pittsburgh Steel Mill lays its tile (1.2.6)"
	case laid: // 17-PV-02
		return "a tile lies in " + t.HexName(millHex) + " (1.2.6)"
	}
	return ""
}

// coalSides maps the hexes for coal mines to the sides on which they touch a city or a red area. // 1.2.6;
// 17-PV-08, R-15
var coalSides = map[string][]int{
	"B25": {5}, "C20": {0, 4}, "C24": {1, 4}, "E18": {3, 5}, "F15": {1}, "G12": {3}, "G14": {2},
	"H11": {1, 5}, "H13": {0}, "H15": {5}, "I8": {0, 3}, "I10": {2, 4},
}

// coalPrivates returns the private companies of a company that have a coal mine left.
func (v view) coalPrivates(sym string) []string {
	return slices.DeleteFunc(v.privates(sym), func(p string) bool { return len(v.S.Kind(p, "coal")) == 0 })
}

// mined reports whether a hex has a coal mine. // 6.3.2; 17-PV-11
func (v view) mined(hex string) bool { return len(v.S.Kind(hex, "coal")) > 0 }

// mines lists the tiles that may come with a coal mine, in every rotation.
func (g *ground) mines() []engine.Option {
	var out []engine.Option
	for _, at := range g.land.Reach().Hexes() {
		for _, id := range g.turn.chart(at, nil) {
			for _, private := range g.turn.coalPrivates(g.turn.Actor) {
				out = append(out, g.minesOf(at, id, private)...)
			}
		}
	}
	return out
}

// minesOf lists a tile with the coal mine of a private company on a hex, in every rotation.
func (g *ground) minesOf(hex, id, private string) []engine.Option {
	if coalSides[hex] == nil {
		return nil
	}
	var out []engine.Option
	for rot := range 6 {
		label := g.turn.LayLabel(hex, data.Map.Tile(id), rot, g.mineCost(hex, id)) + ", coal mine"
		out = append(out, engine.Option{Args: []string{hex, id, strconv.Itoa(rot), "with", private}, Label: label})
	}
	return out
}

// mineCost returns what a tile with a coal mine costs: the fee for a second tile, and no mountain.
func (g *ground) mineCost(hex, id string) int {
	return g.turn.layCost(hex, data.Map.Tile(id), true) + g.land.Done.Fee()
}

// notMined says why a tile may not be laid with a coal mine. It must be plain yellow track on a mountain
// beside a city or a red area. The mountain costs nothing. // 1.2.6; 17-PV-08, 17-PV-10
func (g *ground) notMined(words []string) string {
	hex, tile, private := data.Map.Hex(step.Word(words, 0)), data.Map.Tile(step.Word(words, 1)), step.Word(words, 4)
	rot, ok := step.Number(words, 2)
	switch {
	case hex == nil || tile == nil || !ok || rot < 0 || rot > 5 || len(words) != 5 || words[3] != "with":
		return "say a hex, a tile, how it is turned, 0 to 5, and with which coal company"
	case !slices.Contains(g.turn.coalPrivates(g.turn.Actor), private):
		return g.turn.Actor + " has no coal mine of " + private + " to place (1.2.6)"
	case coalSides[hex.At] == nil:
		return "a coal mine lies on a mountain beside a city or a red area (1.2.6)"
	}
	if _, laid := g.turn.Tile(hex.At); laid {
		return "a coal mine comes with a yellow tile (1.2.6)"
	}
	if why := g.notNext(hex.At, tile.ID, g.mineCost(hex.At, tile.ID)); why != "" {
		return why
	}
	if why := g.land.NotTurned(hex.At, tile, rot); why != "" {
		return why
	}
	if !g.turn.coalPointsAnywhere() && !g.turn.pointsAt(g.land.Site(hex.At), tile.Turned(rot).Exits()) { // 17-PV-09, D-21
		return "the tile must lead to a city or red area that it joins, now or after upgrades (1.2.6)"
	}
	return ""
}

// pointsAt reports whether a tile on a coal hex joins a touching city or red
// area, now or after upgrades of that city. // 1.2.6; 17-PV-09, R-15, D-21
func (v view) pointsAt(s step.Site, exits []int) bool {
	for _, e := range coalSides[s.Hex.At] {
		if !slices.Contains(exits, e) {
			continue
		}
		at, ok := s.Board.Neighbour(s.Hex.At, e)
		if ok && v.joinable(s, at, (e+3)%6, nil) {
			return true
		}
	}
	return false
}

// joinable reports whether a hex has track on a side, or could have it after a chain of upgrades in any
// phase.
func (v view) joinable(s step.Site, at string, side int, chain []string) bool {
	if slices.Contains(s.Board.Face(at).Exits(), side) {
		return true
	}
	for _, id := range v.chart(at, chain) {
		for rot := range 6 {
			if _, err := s.Board.Fit(at, id, rot); err != nil {
				continue
			}
			next := s
			next.Board = s.Board.With(at, id, rot)
			if v.joinable(next, at, side, append(chain[:len(chain):len(chain)], id)) {
				return true
			}
		}
	}
	return false
}

// payEngineers pays the owner of the Mountain Engineers for a yellow tile on a mountain. The payment comes
// after all fees. // 1.2.6; 17-PV-04
func (t *turn) payEngineers(sym, hex string, tile *board.Tile) {
	if tile.Color != "yellow" || data.Map.Hex(hex).Terrain != "mountain" || !t.ownsKind(sym, "engineers") {
		return
	}
	income := data.Private("MTE").Income
	t.Pay(engine.Bank, sym, income)
	t.Note(sym, "received %s for the mountain", money(income))
}
