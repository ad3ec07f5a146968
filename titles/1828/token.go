package t1828

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// markerCost is the price of a station marker. Homes are free. // 8.3.2; 28-ST-01
const markerCost = 100

// station places one station marker. // 8.3.2; 28-ST-01
func station(t *turn) { // O-06, O-07
	a := t.asks("station", func() []engine.Choice {
		g := &step.Ground{Table: t.Table, Sym: t.Actor, From: t.reach}
		token := t.voice().Offers("token", "place a station marker", func() []engine.Option { return t.cities(g) },
			func(words []string) string { return t.notPlaced(g, words) })
		if !t.stops(step.Open(token), g.Reach()) {
			return nil
		}
		return []engine.Choice{token, t.voice().Pass("place no station marker")}
	})
	if a.Verb == "pass" {
		return
	}
	at, _ := step.SpotNamed(t.Board(), a.Args)
	cost := t.placing(at.Hex)
	t.Pay(t.Actor, engine.Bank, cost)
	t.Move(t.Tokens(t.Actor)[0], at.String())
	t.Set(stationed, 1)
	t.Note(t.Actor, "placed a station in %s for %s", t.HexName(at.Hex), money(cost))
}

// placing returns what a marker costs on a hex. It costs nothing in Scranton after the D&H was used.
// // 13.2.2.4; 28-ST-06, 28-PV-08
func (t *turn) placing(hex string) int {
	if t.free(hex) {
		return 0
	}
	return markerCost
}

// free reports whether the D&H lets the company place a marker in a hex.
func (t *turn) free(hex string) bool { return hex == scrantonHex && t.Get(scranton) == 1 }

// cities lists the cities with a free space that the company's track reaches, and Scranton after the D&H
// was used.
func (t *turn) cities(g *step.Ground) []engine.Option {
	list := t.FreeIn(g.Board(), g.Reach(), t.Stations(t.Actor))
	if at := (board.Spot{Hex: scrantonHex}); t.free(scrantonHex) && !g.Reach().Stop(at) {
		list = append(list, at)
	}
	var out []engine.Option
	for _, at := range list {
		out = append(out, t.CityOptions(g.Board(), []board.Spot{at}, ", "+money(t.placing(at.Hex)))...)
	}
	return out
}

// notPlaced says why the company may not place a marker in a city. // 8.3.2;
// 28-ST-01 to 28-ST-06, R-31
func (t *turn) notPlaced(g *step.Ground, words []string) string {
	at, why := t.CityNamed(g.Board(), words)
	sym := t.Actor
	switch {
	case why != "":
		return why
	case t.Get(stationed) == 1: // 28-ST-01
		return sym + " has placed a marker in this turn (8.3.2)"
	case len(t.Tokens(sym)) == 0:
		return sym + " has no station marker left (8.3.2)"
	case t.StandsIn(sym, at.Hex): // 28-ST-03
		return sym + " has a marker in " + at.Hex + " (8.3.2)"
	case at.Hex == buffalo && t.S.Where(step.Keep("ERIE")) == buffalo: // 28-ST-05
		return "nobody stands in " + t.HexName(buffalo) + " before ERIE (8.3.2)"
	case t.Space(g.Board(), at) <= 0: // 28-ST-02, 28-ST-04
		return t.noSpace(at)
	case t.placing(at.Hex) > t.Cash(sym):
		return fmt.Sprintf("a marker costs %s, but %s has %s (8.3.2)", money(markerCost), sym, money(t.Cash(sym)))
	case !t.free(at.Hex) && !g.Reach().Stop(at):
		return "no track from a station of " + sym + " reaches that city (8.3.2)"
	}
	return ""
}

// noSpace says why a city has no space: it is full of markers, or the space is kept for a home. // 8.3.2
func (v view) noSpace(at board.Spot) string {
	if kept := v.S.Kind(at.String(), "keep"); len(kept) > 0 {
		return "the last space in " + at.Hex + " is kept for the home of " + step.Label(kept[0]) + " (8.3.2)"
	}
	return "no space is free in " + at.Hex + " (8.3.2)"
}
