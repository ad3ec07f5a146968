package sample

import (
	"sync"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// station places one station marker. // 3.2; SA-15
func station(t *turn) {
	b := t.Board()
	reach := sync.OnceValue(func() *board.Reach { return t.Reach(b, t.Actor) })
	all := func() []engine.Option {
		_, cost := t.nextToken(t.Actor)
		return t.CityOptions(b, t.FreeIn(b, reach(), t.Stations(t.Actor)), ", "+money(cost))
	}
	token := t.voice().Offers("token", "place a station marker", all, func(words []string) string { return t.notPlaced(b, reach, words) })
	if !step.Open(token) {
		return
	}
	a := t.Ask("station", token, t.voice().Pass("place no station marker"))
	if a.Verb == "pass" {
		return
	}
	at, _ := step.SpotNamed(b, a.Args)
	piece, cost := t.nextToken(t.Actor)
	t.Pay(t.Actor, engine.Bank, cost)
	t.Move(piece, at.String())
	t.Note(t.Actor, "placed a station in %s for %s", t.HexName(at.Hex), money(cost))
}

// nextToken returns the next marker on a company's charter and its cost; "" if none is left. // 3.2; SA-15
func (v view) nextToken(sym string) (piece string, cost int) {
	for n, cost := range data.Company(sym).Stations {
		if piece := step.Token(sym, n); v.S.Where(piece) == sym {
			return piece, cost
		}
	}
	return "", 0
}

// notPlaced says why the company may not place a marker in a city. // 3.2; SA-15
func (t *turn) notPlaced(b *board.Board, reach func() *board.Reach, words []string) string {
	at, why := t.CityNamed(b, words)
	piece, cost := t.nextToken(t.Actor)
	switch {
	case why != "":
		return why + " (3.2)"
	case piece == "":
		return t.Actor + " has no station marker left (3.2)"
	case cost > t.Cash(t.Actor):
		return "the next marker costs " + money(cost) + ", " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (3.2)"
	case t.StandsIn(t.Actor, at.Hex):
		return t.Actor + " has a marker in " + at.Hex + " (3.2)"
	case t.Space(b, at) <= 0: // the space of a home is kept, SA-02
		return "no space is free in " + at.Hex + " (3.2)"
	case !reach().Stop(at):
		return "no route of " + t.Actor + " comes to that city (3.2)"
	}
	return ""
}
