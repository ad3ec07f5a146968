package t18newengland

import (
	"sync"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// station places one station marker of a major. // 11.4; NE-ST-01
func station(t *turn) {
	if isMinor(t.Actor) { // NE-CO-07
		return
	}
	a := t.asks("station", func() []engine.Choice {
		b := t.Board()
		reach := sync.OnceValue(func() *board.Reach { return t.connected(b, t.Actor) })
		token := t.voice().Offers("token", "place a station marker", func() []engine.Option { return t.cities(b, reach()) },
			func(words []string) string { return t.notPlaced(b, reach, words) }) // O4
		if !step.Open(token) {
			return nil
		}
		return []engine.Choice{token, t.voice().Pass("place no station marker")}
	})
	if a.Verb == "pass" {
		return
	}
	at, _ := step.SpotNamed(t.Board(), a.Args)
	token, cost := t.nextToken(t.Actor)
	t.Pay(t.Actor, engine.Bank, cost)
	t.Move(token, at.String())
	t.Note(t.Actor, "placed a station in %s for %s", t.HexName(at.Hex), money(cost))
}

// nextToken returns the cheapest marker on a major's charter and its cost.
// // 11.4; NE-CO-10, NE-ST-03
func (v view) nextToken(sym string) (piece string, cost int) {
	for _, p := range v.Tokens(sym) {
		n := int(p[len(p)-1] - '0')
		if c := data.Company(sym).Stations[n]; piece == "" || c < cost {
			piece, cost = p, c
		}
	}
	return piece, cost
}

// cities lists the cities with a free space that the routes of the company reach.
func (t *turn) cities(b *board.Board, reach *board.Reach) []engine.Option {
	_, cost := t.nextToken(t.Actor)
	return t.CityOptions(b, t.FreeIn(b, reach, t.Stations(t.Actor)), ", "+money(cost))
}

// notPlaced says why the company may not place a marker in a city. // 11.4
func (t *turn) notPlaced(b *board.Board, reach func() *board.Reach, words []string) string {
	at, why := t.CityNamed(b, words)
	piece, cost := t.nextToken(t.Actor)
	switch {
	case why != "":
		return why + "; markers stand in large cities only (11.4)"
	case piece == "":
		return t.Actor + " has no station marker left (11.4)"
	case cost > t.Cash(t.Actor):
		return "the next marker costs " + money(cost) + ", " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (11.4)"
	case t.StandsIn(t.Actor, at.Hex): // NE-ST-06, NE-RUL-18
		return t.Actor + " has a marker in " + at.Hex + " (12)"
	case t.Space(b, at) <= 0:
		return t.noSpace(at)
	case !reach().Stop(at): // NE-ST-02
		return "no route of " + t.Actor + " comes to that city (11.4)"
	}
	return ""
}

// noSpace says what fills a city: markers, or the space that is kept for a minor's home.
// // 11.4; NE-ST-04, NE-RUL-17, NE-RUL-37
func (v view) noSpace(at board.Spot) string {
	if kept := v.S.Kind(at.String(), "keep"); len(kept) > 0 {
		return "the space in " + at.Hex + " is kept for " + step.Label(kept[0]) + " (11.4)"
	}
	return "no space is free in " + at.Hex + " (11.4)"
}
