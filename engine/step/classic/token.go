package classic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// NextToken returns the cheapest marker on a company's charter and what the facts
// say it costs, the first to have come among equals; "" if none is left.
// // 1843 8.5.1; 18NewEngland 11.4
func NextToken(tb step.Table, sym string) (piece string, cost int) {
	for _, p := range tb.Tokens(sym) {
		n, _ := strconv.Atoi(p[strings.LastIndexByte(p, ':')+1:])
		if c := tb.F.Company(sym).Stations[n]; piece == "" || c < cost {
			piece, cost = p, c
		}
	}
	return piece, cost
}

// A Station is the placing of one station marker: which marker, for how much, and
// where the company's track leads. Section is the one that refusals name. Not is one
// more reason of the title against a city, nil for none.
type Station struct {
	*step.Ground
	Piece   string
	Cost    int
	Section string
	Not     func(at board.Spot) string
}

// NextStation is the placing of the next marker of a company, at the cost of the facts.
func NextStation(g *step.Ground, section string) Station {
	piece, cost := NextToken(g.Table, g.Sym)
	return Station{Ground: g, Piece: piece, Cost: cost, Section: section}
}

// Cities lists the cities with a free space that the company's track reaches, in hexes
// where it has no marker.
func (s Station) Cities() []engine.Option {
	free := s.Table.FreeIn(s.Board(), s.Reach(), s.Table.Stations(s.Sym))
	return s.Table.CityOptions(s.Board(), free, ", "+s.Table.F.Money(s.Cost))
}

// NotPlaced says why the company may not place a marker in a city.
// // 1817 6.4; 18NewEngland 11.4
func (s Station) NotPlaced(words []string) string {
	at, why := s.Table.CityNamed(s.Board(), words)
	if why == "" {
		why = s.notPlaced(at)
	}
	switch {
	case why != "":
		return fmt.Sprintf("%s (%s)", why, s.Section)
	case s.Not != nil:
		return s.Not(at)
	}
	return ""
}

func (s Station) notPlaced(at board.Spot) string {
	tb, money := s.Table, s.Table.F.Money
	switch cash := tb.S.Cash(s.Sym); {
	case s.Piece == "":
		return s.Sym + " has no station marker left"
	case s.Cost > cash:
		return fmt.Sprintf("the next marker costs %s, but %s has %s", money(s.Cost), s.Sym, money(cash))
	case tb.StandsIn(s.Sym, at.Hex):
		return s.Sym + " has a marker in " + at.Hex
	case tb.Space(s.Board(), at) <= 0: // the space of a home is kept
		return "no space is free in " + at.Hex
	case !s.Reach().Stop(at):
		return "no route of " + s.Sym + " reaches that city"
	}
	return ""
}

// Offer offers the cities. whyNot replaces the usual reasons of NotPlaced; nil for those.
func (s Station) Offer(v step.Voice, whyNot func(words []string) string) engine.Choice {
	if whyNot == nil {
		whyNot = s.NotPlaced
	}
	return v.Offers("token", "place a station marker", s.Cities, whyNot)
}

// Place carries out an answer to Offer: the company pays and places the marker.
// // 1828 8.3.2; 1843 8.5.1; 18NewEngland 11.4
func (s Station) Place(t *engine.Turn, words []string) {
	at, _ := step.SpotNamed(s.Board(), words)
	t.Pay(s.Sym, engine.Bank, s.Cost)
	t.Move(s.Piece, at.String())
	t.Note(s.Sym, "placed a station in %s for %s", s.Table.HexName(at.Hex), s.Table.F.Money(s.Cost))
}

// PlaceHome places the first marker of a company in the space kept for its home. It
// reports whether the marker was still on the charter.
// // 1843 8.3; 18NewEngland 9
func PlaceHome(t *engine.Turn, tb step.Table, sym string) bool {
	marker := step.Token(sym, 0)
	if !slices.Contains(tb.Tokens(sym), marker) {
		return false
	}
	t.Move(marker, t.Where(step.Keep(sym)))
	t.Move(step.Keep(sym), step.Out)
	return true
}
