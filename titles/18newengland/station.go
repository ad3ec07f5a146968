package t18newengland

import (
	"strings"

	"pbem/engine"
	"pbem/engine/board"
)

// station places one station marker of a major. // 11.4; NE-ST-01
func station(t *turn) {
	if isMinor(t.Actor) { // NE-CO-07
		return
	}
	a := t.asks(func() []engine.Choice {
		if len(t.stationOptions()) == 0 {
			return nil
		}
		return []engine.Choice{t.choice("token", "place a station marker", t.stationOptions), t.pass("place no station marker")}
	})
	if a.Verb == "pass" {
		return
	}
	at, _ := t.spotNamed(t.Board(), a.Args)
	token, cost := t.nextToken(t.Actor)
	t.Pay(t.Actor, engine.Bank, cost)
	t.Move(token, at.String())
	t.Note(t.Actor, "placed a station in %s for %s", t.hexName(at.Hex), money(cost))
}

// nextToken returns the cheapest marker on a major's charter and its cost.
// // 11.4; NE-CO-10, NE-ST-03
func (t *turn) nextToken(sym string) (piece string, cost int) {
	for _, p := range t.Tokens(sym) {
		n := int(p[len(p)-1] - '0')
		if c := data.Company(sym).Stations[n]; piece == "" || c < cost {
			piece, cost = p, c
		}
	}
	return piece, cost
}

// stationOptions lists the free city spaces that a route reaches, in hexes
// without a marker of the company. // 11.4; NE-ST-02, NE-ST-06, NE-RUL-18,
// NE-RUL-37
func (t *turn) stationOptions() []engine.Option {
	sym := t.Actor
	piece, cost := t.nextToken(sym)
	if piece == "" || cost > t.Cash(sym) {
		return nil
	}
	taken := map[string]bool{}
	for _, at := range t.Stations(sym) {
		taken[at.Hex] = true
	}
	b := t.Board()
	var out []engine.Option
	for _, at := range t.Reach(b, sym).Stops() {
		if b.Stop(at).Kind == board.City && !taken[at.Hex] && t.Space(b, at) > 0 { // NE-ST-04
			out = append(out, engine.Option{Args: spotName(b, at), Label: t.hexName(at.Hex) + ", " + money(cost)})
		}
	}
	return out
}

// spotName names a city as players do: its hex, and where the hex has several
// cities the directions of its track.
func spotName(b *board.Board, at board.Spot) []string {
	if len(b.Face(at.Hex).Stops) == 1 {
		return []string{at.Hex}
	}
	var exits []string
	for _, e := range b.Face(at.Hex).Exits() {
		if b.Face(at.Hex).StopAt(e) == at.N {
			exits = append(exits, b.Layout.Compass(e))
		}
	}
	if len(exits) == 0 {
		return []string{at.Hex, "city"}
	}
	return []string{at.Hex, strings.Join(exits, "-")}
}

// spotNamed finds the city that spotName named.
func (t *turn) spotNamed(b *board.Board, name []string) (board.Spot, bool) {
	for i := range b.Face(name[0]).Stops {
		at := board.Spot{Hex: name[0], N: i}
		if strings.Join(spotName(b, at), " ") == strings.Join(name, " ") {
			return at, true
		}
	}
	return board.Spot{}, false
}
