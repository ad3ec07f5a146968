package t1820

import (
	"cmp"
	"math"
	"slices"

	"pbem/engine/board"
	"pbem/engine/route"
	"pbem/engine/step"
)

const (
	britishPar   = 95 // 13.5; 20-BR-02
	britishTiles = 3  // hexes that it fills in a round // 13.5; 20-BR-06
	margate      = "N18"
)

// foundBritishRail brings British Rail into the game. All its shares go to the pool, and its
// markers into the free circles of London and Chatham. // 10.8, 13.5; 20-BR-01, 20-BR-02, 20-BR-03
func (t *turn) foundBritishRail() {
	t.Set(victoria, 1)
	t.Note("", "Queen Victoria has died; British Rail is founded")
	for i := range data.Company(british).Shares {
		t.Move(step.Share(british, i), step.Pool)
	}
	t.Set(size.Of(british), len(data.Company(british).Shares))
	for col := range data.Market.Cells[0] {
		if priceAt(col) == britishPar {
			t.Put(british, cell(col))
		}
	}
	b := t.Board()
	for _, hex := range []string{london, chatham} {
		t.fill(b, hex)
	}
}

// fill puts markers of British Rail into every free circle of a hex, and reports whether there was
// one. // 13.5; 20-BR-03, 20-RU-41
func (t *turn) fill(b *board.Board, hex string) bool {
	any := false
	for i, s := range b.Face(hex).Stops {
		at := board.Spot{Hex: hex, N: i}
		for s.Kind == board.City && t.Space(b, at) > 0 {
			t.nationalise(at)
			any = true
		}
	}
	return any
}

// britishRail is the turn of British Rail: it fills the nearest cities, earns and pays.
// // 13.5; 20-BR-05, 20-BR-06, 20-BR-09
func britishRail(t *turn) {
	if t.Actor != british {
		return
	}
	b := t.Board()
	filled := 0
	for _, hex := range fromLondon() {
		if _, laid := t.Tile(hex); (laid || hex == london || hex == chatham) && filled < britishTiles && t.fill(b, hex) {
			filled++
			t.Note(british, "takes the free spaces in %s", t.HexName(hex))
		}
	}
	paid := t.britishIncome(b)
	t.distribute(british, paid, paid)
	t.shift(british, t.dividendMove(british, paid))
	t.faceDown(british)
	t.Leave("operating turn")
}

// fromLondon lists all hexes by their distance from London. At the same distance they are clockwise
// around London, beginning with Margate. // 13.5; 20-BR-06, 20-RU-41
func fromLondon() []string {
	list := slices.Clone(distances().all[london])
	slices.SortStableFunc(list, func(a, b away) int {
		return cmp.Or(cmp.Compare(a.steps, b.steps), cmp.Compare(bearing(a.hex), bearing(b.hex)), cmp.Compare(a.hex, b.hex))
	})
	var out []string
	for _, to := range list {
		out = append(out, to.hex)
	}
	return out
}

// bearing returns the direction of a hex as seen from London, clockwise from Margate, in parts of a
// full turn. Only the order of bearings matters. // 13.5; 20-RU-41
func bearing(hex string) int {
	angle := func(hex string) float64 {
		x, y := data.Map.Center(hex)
		x0, y0 := data.Map.Center(london)
		return math.Atan2(float64(y-y0), float64(x-x0)) // clockwise, because y grows downwards; the distance between rows may be smaller
	}
	a := (angle(hex) - angle(margate)) / (2 * math.Pi)
	if a < -1e-9 {
		a++
	}
	return int(math.Round(a * 100000))
}

// britishIncome returns what British Rail earns: its cities, each once, but each marker in London
// and on OO tiles; ports beside its markers; and off-boards with an open line to a marker.
// // 13.5; 20-BR-07, 20-BR-08, 20-RU-41, 20-RU-73
func (v view) britishIncome(b *board.Board) int {
	sum := 0
	var cities []board.Spot
	for _, h := range data.Map.Hexes {
		for i := range b.Face(h.At).Stops {
			if at := (board.Spot{Hex: h.At, N: i}); v.Holds(british, at) {
				cities = append(cities, at)
				sum += v.revenue(b, at)
			}
		}
	}
	return sum + v.britishPorts(b, cities) + v.britishLines(b, cities)
}

// britishPorts returns the income from ports that are joined to a marker of British Rail beside
// them. Each port counts once. // 13.5, 11; 20-BR-08, 20-RU-86
func (v view) britishPorts(b *board.Board, cities []board.Spot) int {
	g := b.Network(cities, func(at board.Spot, s *route.Stop) {
		s.Revenue, s.Token = v.revenue(b, at), v.Holds(british, at)
	})
	sum := 0
	counted := map[string]bool{}
	for _, s := range g.Segments {
		if _, beside, port := atPort(g, s); beside != nil && beside.Token && !counted[port.ID] {
			counted[port.ID] = true
			sum += port.Revenue
		}
	}
	return sum
}

// britishLines returns the income from off-boards to which a line leads from a marker of British
// Rail. The line may not pass a city that other companies fill. Each name counts once.
// // 13.5; 20-BR-08, 20-RU-41, 20-RU-43
func (v view) britishLines(b *board.Board, cities []board.Spot) int {
	sum := 0
	var names []string
	reach := b.Reach(cities, v.Blocks(b, british))
	for _, at := range reach.Stops() {
		s := b.Stop(at)
		if s.Kind == board.Offboard && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
			sum += v.revenue(b, at)
		}
	}
	return sum
}
