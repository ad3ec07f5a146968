package t1820

import (
	"fmt"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
)

// tokenCost returns what a station marker costs. // 7.2.2; 20-TK-01
func (v view) tokenCost() int {
	if v.S.Get(phase) == yellow {
		return 40
	}
	return 100
}

// foxUses returns how many markers a company may still place with Stephenson & Fox: in the whole
// game one for each of its first three shares that the cousin holds. // 14.3.2; 20-CO-11, 20-RU-09
func (v view) foxUses(sym string) int {
	if !v.active("RSF", sym) {
		return 0
	}
	return max(0, min(3, v.Shares("RSF", sym))-v.S.Get(foxUsed.Of(sym)))
}

// marker places one station marker. // 7.2.2; 20-TK-01, 20-DC-21
func marker(t *turn) {
	sym := t.Actor
	if t.idle() || len(t.Tokens(sym)) == 0 {
		return
	}
	a := t.asks("station", func() []engine.Choice {
		place := t.voice().Offers("token", "place a station marker", t.spots, t.notPlaced)
		if !classic.AnyOpen(place) && t.borrowable(sym) == 0 {
			return nil
		}
		return []engine.Choice{place, t.voice().Pass("place no station marker")}
	})
	if a.Verb == "pass" {
		return
	}
	words, fox := withFox(a.Args)
	at, _ := step.SpotNamed(t.Board(), words)
	cost := t.tokenCost()
	if fox {
		t.Set(foxUsed.Of(sym), t.Get(foxUsed.Of(sym))+1)
		t.royalty("RSF", foxPays)
		cost = 0
	}
	t.Pay(t.purse(sym), engine.Bank, cost)
	t.station(sym, at)
	t.Note(sym, "placed a station marker in %s for %s", t.HexName(at.Hex), money(cost))
}

// foxPays is what Stephenson & Fox get for a marker. // 14.3.2; 20-CO-11
const foxPays = 50

// station puts a marker of a company into a city. If it already has one in the hex, even in the
// same city, that one returns to the charter and British Rail gets its place.
// // 7.2.2; 20-TK-03, 20-BR-10, 20-RU-81
func (t *turn) station(sym string, at board.Spot) {
	next := t.Tokens(sym)[0]
	for _, old := range t.Stations(sym) {
		if old.Hex == at.Hex {
			t.withdraw(sym, old, sym)
		}
	}
	t.Move(next, at.String())
}

// withdraw moves a marker of a company from a city to another place. British Rail gets the city.
// // 13.5; 20-TK-03, 20-TB-14
func (t *turn) withdraw(sym string, at board.Spot, to string) {
	for _, piece := range t.S.Kind(at.String(), "token") {
		if step.Label(piece) == sym {
			t.Move(piece, to)
			t.nationalise(at)
			return
		}
	}
}

// nationalise puts a marker of British Rail into a city. // 13.5; 20-RU-54
func (t *turn) nationalise(at board.Spot) { t.Move(t.NextMarker(british), at.String()) }

// withFox parses whether a marker is placed with Stephenson & Fox.
func withFox(words []string) (rest []string, fox bool) {
	if n := len(words); n > 2 && words[n-2] == "with" && words[n-1] == "RSF" {
		return words[:n-2], true
	}
	return words, false
}

// spots lists the cities that the company's routes reach. // 7.2.2; 20-TK-02, 20-TK-04
func (t *turn) spots() []engine.Option {
	b := t.Board()
	cities := slices.DeleteFunc(t.Reach(b, t.Actor).Stops(), func(at board.Spot) bool { return b.Stop(at).Kind != board.City })
	out := t.CityOptions(b, cities, ", "+money(t.tokenCost()))
	return append(out, step.Adding(t.CityOptions(b, cities, ", free with "+data.Private("RSF").Name), "with", "RSF")...)
}

// notPlaced says why a marker may not be placed in a city. // 7.2.2; 20-TK-02
func (t *turn) notPlaced(words []string) string {
	words, fox := withFox(words)
	b := t.Board()
	at, why := t.CityNamed(b, words)
	switch {
	case why != "":
		return why
	case t.Space(b, at) <= 0:
		return "no space is free in that city (7.2.2)"
	case !t.Reach(b, t.Actor).Stop(at):
		return "no route of " + t.Actor + " reaches that city (7.2.2)"
	case fox && t.foxUses(t.Actor) == 0:
		return t.Actor + " has no use of RSF left (14.3.2)"
	case !fox && t.tokenCost() > t.Cash(t.purse(t.Actor)):
		return fmt.Sprintf("a station marker costs %s, but %s has %s (7.2.2)", money(t.tokenCost()), t.Actor, money(t.Cash(t.purse(t.Actor))))
	}
	return ""
}
