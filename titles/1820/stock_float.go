package t1820

import (
	"fmt"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/market"
	"pbem/engine/step"
)

const (
	startTokens = 2  // 6.6.2, 13.6; 20-FL-03, 20-TK-05
	feePerEdge  = 80 // 6.6.2; 20-FL-11
)

// unused returns the companies that may be floated. // 6.6.2, 8.1; 20-FL-01, 20-IT-10
func (v view) unused() []string {
	return data.Syms(func(sym string) bool {
		return sym != british && !v.public(sym) && !v.private(sym) && v.S.Get(gone.Of(sym)) == 0
	})
}

// parOpen returns the column of a par price that is open now, -1 for none. // 6.6.2,
// 16.1; 20-FL-02
func (v view) parOpen(price int) int {
	cells := data.ParCells(v.Phase())
	if i := slices.IndexFunc(cells, func(c market.Cell) bool { return priceAt(c.Col) == price }); i >= 0 {
		return cells[i].Col
	}
	return -1
}

// float lets the owner of a lobby float a company or do nothing. A float that is begun but not
// finished is undone. // 6.6.1, 6.6.2; 20-LO-06, 20-FL-14, 20-DC-16
func (t *turn) float(p string) {
	start := step.Ruled(p, "", "start", "float a public company: players and cousins buy two fifths of its shares at par at once; a second station costs "+money(feePerEdge)+" a hex from the first", t.floats, t.notFloated)
	a := t.Ask("float", start, engine.Bare(p, "pass", "float no company: the lobby is lost"))
	if a.Verb == "pass" {
		t.Note(p, "floats no company")
		return
	}
	sym := a.Arg(0)
	t.fetch(sym, a.Int(1))
	t.Mark()
	t.unpack(sym, a.Int(1), t.parOpen(a.Int(2)))
	t.Note(p, "floats %s with %d shares at %s", sym, a.Int(1), money(a.Int(2)))
	if !t.placeStations(p, sym) || !t.place(p, sym, t.size(sym)*2/5, t.Shares(sym, sym)) { // 20-FL-13
		t.Restore()
		t.Note(p, "does not float %s: everything goes back", sym)
		return
	}
	t.Keep()
	t.appoint(p, sym)
}

// floats lists the companies, share-counts and par prices, with what two fifths of the shares cost, which must be bought at once.
// // 6.6.2; 20-FL-01, 20-FL-13
func (t *turn) floats() []engine.Option {
	var out []engine.Option
	for _, sym := range t.unused() {
		for _, n := range t.costs().sizes {
			for _, par := range data.Pars(t.Phase()) {
				least := n * 2 / 5
				label := fmt.Sprintf("%s, %d shares cost %s at once", data.Company(sym).Name, least, money(least*par))
				out = append(out, engine.Option{Args: []string{sym, strconv.Itoa(n), strconv.Itoa(par)}, Label: label})
			}
		}
	}
	return out
}

func (t *turn) notFloated(words []string) string {
	n, ok := step.Number(words, 1)
	price, priced := step.Number(words, 2)
	switch {
	case !ok || !priced || len(words) != 3:
		return "say which company, with how many shares and at which par price"
	case !slices.Contains(t.unused(), words[0]):
		return words[0] + " cannot be floated (6.6.2)"
	case !slices.Contains(t.costs().sizes, n): // 20-RU-03
		return fmt.Sprintf("companies are floated with %s shares now (6.6.2)", step.OneOf(t.costs().sizes))
	case t.parOpen(price) == -1:
		return money(price) + " is not an open par price: say " + step.OneOf(data.Pars(t.Phase())) + " (16.1)"
	}
	return ""
}

// fetch puts the pieces that a company of n shares needs into the box. They stay there if a float
// or a larger share-count is undone.
func (t *turn) fetch(sym string, n int) {
	lay := func(piece string) {
		if t.Where(piece) == "" {
			t.Move(piece, box)
		}
	}
	for i := range n {
		lay(step.Share(sym, i))
	}
	for i := range startTokens {
		lay(step.Token(sym, i))
	}
	lay(step.Directs(sym))
}

// unpack brings a company to the table: its shares into its treasury, its markers onto its charter,
// and its price marker below those in the space. // 6.6.2; 20-FL-03
func (t *turn) unpack(sym string, n, col int) {
	for i := range n {
		t.Move(step.Share(sym, i), sym)
	}
	for i := range startTokens {
		t.Move(step.Token(sym, i), sym)
	}
	t.Set(size.Of(sym), n)
	t.Set(born.Of(sym), t.Get(stockNo))
	t.Put(sym, cell(col))
}

// placeStations asks for one or two markers. It returns false if the player gives up.
// // 6.6.2; 20-FL-04, 20-FL-10, 20-FL-11
func (t *turn) placeStations(p, sym string) bool {
	first, ok := t.placeStation(p, sym, "")
	if !ok {
		return false
	}
	second, ok := t.placeStation(p, sym, first)
	if !ok || second == "" {
		return ok
	}
	cost := fee(first, second)
	t.Pay(p, engine.Bank, cost)
	t.Set(feePaid.Of(sym), cost)
	t.Set(feePayer.Of(sym), t.Seat(p)+1)
	t.Note(p, "paid %s for the distance from %s to %s", money(cost), first, second)
	return true
}

// placeStation asks for one marker: in a free city on the map, or in a city of a tile that is laid
// for it. The second marker may stay on the charter. // 6.6.2; 20-FL-05
func (t *turn) placeStation(p, sym, first string) (hex string, ok bool) {
	g := &floatGround{turn: t, p: p, sym: sym, first: first, board: t.Board()}
	voice := step.Voice{By: p, For: sym}
	choices := []engine.Choice{
		step.Tells(voice.Offers("token", "place a station marker in a free city", g.free, g.notFree), func() string {
			return "no city on the map has a free space for it, or it lies too far for your money: a tile may be laid for the marker (6.6.2)"
		}),
		step.Tells(voice.Offers("lay", "lay or upgrade a tile and place a station marker on it", g.lays, g.notLaid), func() string {
			return "no tile makes a city with a free space where you could pay for it (6.6.2)"
		}),
		voice.Choice("withdraw", "float no company after all", nil),
	}
	if first != "" {
		choices = append(choices, voice.Pass("keep the second marker on the charter"))
	}
	a := t.Ask("float station", choices...)
	switch a.Verb {
	case "withdraw":
		return "", false
	case "pass":
		return "", true
	case "lay":
		hex = a.Arg(0)
		t.layFree(hex, a.Arg(1), a.Int(2), sym)
		return hex, t.standIn(p, sym, hex)
	}
	at, _ := step.SpotNamed(t.Board(), a.Args)
	t.Move(t.Tokens(sym)[0], at.String())
	t.Note(sym, "placed a station marker in %s", t.HexName(at.Hex))
	return at.Hex, true
}

// layFree lays a tile for a float. It costs nothing, and no other float may upgrade it in this
// round. // 6.6.2; 20-FL-07, 20-FL-08, 20-RU-67
func (t *turn) layFree(hex, tile string, rot int, sym string) {
	step.Lay(t.Turn, t.Table, hex, tile, rot)
	t.Set(floatedOn.Of(hex), t.Get(stockNo))
	t.Note(sym, "%s", t.LaidNote(hex, tile, "", 0))
}

// standIn places a marker on the tile that was laid for it.
func (t *turn) standIn(p, sym, hex string) bool {
	b := t.Board()
	var free []board.Spot
	for i := range b.Face(hex).Stops {
		if at := (board.Spot{Hex: hex, N: i}); t.Space(b, at) > 0 {
			free = append(free, at)
		}
	}
	at := free[0]
	if len(free) > 1 {
		voice := step.Voice{By: p, For: sym}
		a := t.Ask("float city", step.Offer(p, sym, "token", "say in which city the station marker stands", step.Fixed(t.CityOptions(b, free, "")),
			func([]string) string { return "say which city of " + hex + " you mean" }), voice.Choice("withdraw", "float no company after all", nil))
		if a.Verb == "withdraw" {
			return false
		}
		at, _ = step.SpotNamed(b, a.Args)
	}
	t.Move(t.Tokens(sym)[0], at.String())
	t.Note(sym, "placed a station marker in %s", t.HexName(hex))
	return true
}

// appoint makes the largest holder director: among equals the player who floated the company, then
// the next in number order. A cousin becomes director only if no player has a share.
// // 6.6.2, 13.4; 20-FL-16, 20-RU-18, 20-SC-12
func (t *turn) appoint(p, sym string) {
	largest, most := "", 0
	for _, q := range append([]string{p}, t.Following(p)...) {
		if n := t.Shares(q, sym); n > most {
			largest, most = q, n
		}
	}
	if largest == "" {
		largest = t.choose(p, sym, t.heirs("", sym))
	}
	t.crown(sym, largest)
}

// A floatGround tells where a marker of a new company may stand.
type floatGround struct {
	turn          *turn
	p, sym, first string
	board         *board.Board
}

// fee returns what the distance of the second marker costs. // 6.6.2; 20-FL-11
func fee(first, second string) int { return feePerEdge * apart(first, second) }

// notHere says why no marker of the company may come to a hex at all. // 6.6.2
func (g *floatGround) notHere(hex string) string {
	switch {
	case hex == london: // 20-FL-09
		return "no company may start in London (6.6.2)"
	case hex == g.first: // 20-FL-10
		return "the two markers stand in different hexes (6.6.2)"
	case g.first != "" && fee(g.first, hex) > g.turn.Cash(g.p):
		return fmt.Sprintf("the distance from %s to %s costs %s, but you have %s (6.6.2)", g.first, hex, money(fee(g.first, hex)), money(g.turn.Cash(g.p)))
	}
	return ""
}

// free lists the cities with a free space on tiles, and in Chatham. // 6.6.2;
// 20-FL-05, 20-RU-22
func (g *floatGround) free() []engine.Option {
	var out []engine.Option
	for _, h := range data.Map.Hexes {
		more := ""
		if g.first != "" {
			more = ", " + money(g.distanceFee(h.At)) + " for the distance"
		}
		for i, s := range g.board.Face(h.At).Stops {
			if s.Kind == board.City {
				out = append(out, g.turn.CityOptions(g.board, []board.Spot{{Hex: h.At, N: i}}, more)...)
			}
		}
	}
	return out
}

// distanceFee returns what the distance of a second marker in a hex costs, 0 for the first marker.
// // 6.6.2; 20-FL-11
func (g *floatGround) distanceFee(hex string) int {
	if g.first == "" {
		return 0
	}
	return fee(g.first, hex)
}

func (g *floatGround) notFree(words []string) string {
	at, why := g.turn.CityNamed(g.board, words)
	if why == "" {
		why = g.notHere(at.Hex)
	}
	if why != "" {
		return why
	}
	_, laid := g.turn.Tile(at.Hex)
	switch {
	case !laid && data.Map.Hex(at.Hex).Color == "white":
		return at.Hex + " has no tile yet: lay one (6.6.2)"
	case g.turn.Space(g.board, at) <= 0:
		return "no space is free in that city (6.6.2)"
	}
	return ""
}

// lays lists the city tiles for every hex, in every rotation.
func (g *floatGround) lays() []engine.Option {
	var out []engine.Option
	for _, h := range data.Map.Hexes {
		if g.notHere(h.At) != "" {
			continue
		}
		for _, id := range g.turn.next(h.At) {
			if hasCity(id) && g.notNext(h.At, id) == "" {
				out = append(out, g.turn.Turned(h.At, data.Map.Tile(id), g.distanceFee(h.At))...)
			}
		}
	}
	return out
}

// notLaid says why a tile may not be laid for a marker. The tile needs no connection.
// // 6.6.2; 20-FL-06, 20-FL-07, 20-FL-08, 20-RU-23
func (g *floatGround) notLaid(words []string) string {
	hex, tile, rot, why := g.turn.LayWords(words)
	if why == "" {
		why = g.notHere(hex.At)
	}
	if why == "" && !hasCity(tile.ID) {
		why = "tile " + tile.ID + " has no city for a station marker (6.6.2)"
	}
	if why == "" {
		why = g.notNext(hex.At, tile.ID)
	}
	if why == "" {
		why = g.turn.notTurned(g.board, hex.At, tile, rot)
	}
	if why == "" {
		after := g.board.With(hex.At, tile.ID, rot)
		if g.roomAfter(after, hex.At) <= 0 {
			why = "no space of that tile would be free (6.6.2)"
		}
	}
	return why
}

// roomAfter returns how many circles of a hex would be free.
func (g *floatGround) roomAfter(b *board.Board, hex string) int {
	n := 0
	for i, s := range g.board.Face(hex).Stops {
		if s.Kind == board.City {
			n -= len(g.turn.At(board.Spot{Hex: hex, N: i}.String()))
		}
	}
	for _, s := range b.Face(hex).Stops {
		if s.Kind == board.City {
			n += s.Slots
		}
	}
	return n
}

// notNext says why a tile may not come to a hex for a float.
func (g *floatGround) notNext(hex, id string) string {
	if _, laid := g.turn.Tile(hex); laid && g.turn.Get(floatedOn.Of(hex)) == g.turn.Get(stockNo) {
		return "that tile was laid for a company floated in this stock round (6.6.2)"
	}
	return g.turn.notNextTile(hex, id, "")
}
