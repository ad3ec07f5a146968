package t18newengland

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// station places one station marker of a major. // 11.4; NE-ST-01
func station(t *turn) {
	if isMinor(t.Actor) { // NE-CO-07
		return
	}
	s := t.nextStation()
	a := t.asks("station", func() []engine.Choice {
		s = t.nextStation()
		return classic.IfOpen(t.voice().Pass("place no station marker"), s.Offer(t.voice(), func(words []string) string { return t.notPlaced(s, words) })) // O4
	})
	if a.Verb != "pass" {
		s.Place(t.Turn, a.Args)
	}
}

// nextStation is the placing of the cheapest marker on a major's charter.
// // 11.4; NE-CO-10, NE-ST-03
func (t *turn) nextStation() classic.Station {
	return classic.NextStation(&step.Ground{Table: t.Table, Sym: t.Actor, From: t.connected}, "11.4")
}

// notPlaced says why the company may not place a marker in a city. // 11.4
func (t *turn) notPlaced(s classic.Station, words []string) string {
	at, why := t.CityNamed(s.Board(), words)
	switch {
	case why != "":
		return why + "; markers stand in large cities only (11.4)"
	case s.Piece == "":
		return t.Actor + " has no station marker left (11.4)"
	case s.Cost > t.Cash(t.Actor):
		return "the next marker costs " + money(s.Cost) + ", but " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (11.4)"
	case t.StandsIn(t.Actor, at.Hex): // NE-ST-06, NE-RUL-18
		return t.Actor + " has a marker in " + at.Hex + " (12)"
	case t.Space(s.Board(), at) <= 0:
		return t.noSpace(at)
	case !s.Reach().Stop(at): // NE-ST-02
		return "no route of " + t.Actor + " reaches that city (11.4)"
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
