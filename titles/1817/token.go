package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// marker places one station marker, free of charge. // 6.4; 17-TK-01
func marker(t *turn) {
	sym := t.Actor
	a := t.asks("station", func() []engine.Choice {
		if len(t.Tokens(sym)) == 0 {
			return nil
		}
		return classic.IfOpen(t.voice().Pass("place no station marker"), t.voice().Offers("token", "place a station marker", t.citiesReached, t.notPlaced))
	})
	if a.Verb == "pass" {
		return
	}
	at, _ := step.SpotNamed(t.Board(), a.Args)
	t.Move(t.Tokens(sym)[0], at.String())
	t.Note(sym, "placed a station marker in %s", t.HexName(at.Hex))
}

// citiesReached lists the cities with a free circle that the company's routes reach.
func (t *turn) citiesReached() []engine.Option {
	b := t.Board()
	return t.CityOptions(b, t.FreeCities(b, t.Actor), "")
}

// notPlaced says why a marker may not be placed in a city. A company has at most one marker in a hex, in
// New York too. // 6.4; 17-TK-01, 17-MP-01, 17-MP-02
func (t *turn) notPlaced(words []string) string {
	b := t.Board()
	at, why := t.CityNamed(b, words)
	switch {
	case why != "":
		return why
	case t.noStation(at.Hex):
		return "no station marker may be placed in " + t.HexName(at.Hex) + " (6.4)"
	case t.StandsIn(t.Actor, at.Hex):
		return t.Actor + " has a marker in " + at.Hex + " (6.4)"
	case t.Space(b, at) <= 0:
		return "no space is free in " + at.Hex + " (6.4)"
	case !t.Reach(b, t.Actor).Stop(at):
		return "no route of " + t.Actor + " reaches that city (6.4)"
	}
	return ""
}

// noStation reports whether a city never has a space for a marker, as Toronto. // 6.4; 17-MP-01
func (v view) noStation(hex string) bool {
	h := data.Map.Hex(hex)
	return h.Color == "gray" && !slices.ContainsFunc(h.Stops, func(s board.Stop) bool { return s.Slots > 0 })
}

// boxed returns a marker that a company has not bought yet, "" if there is none.
func (v view) boxed(sym string) string { return v.TokenAt(sym, box) }

// spotOf returns where a piece stands on the map.
func (v view) spotOf(piece string) (board.Spot, bool) { return board.ParseSpot(v.S.Where(piece)) }
