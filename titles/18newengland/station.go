package t18newengland

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
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
		return []engine.Choice{t.offers("token", "place a station marker", t.stationOptions, t.notStation), t.pass("place no station marker")} // O4
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
func (t *turn) nextToken(sym string) (piece string, cost int) {
	for _, p := range t.Tokens(sym) {
		n := int(p[len(p)-1] - '0')
		if c := data.Company(sym).Stations[n]; piece == "" || c < cost {
			piece, cost = p, c
		}
	}
	return piece, cost
}

// stationOptions lists the cities that may take a marker. // 11.4; NE-ST-02
func (t *turn) stationOptions() []engine.Option {
	piece, cost := t.nextToken(t.Actor)
	if piece == "" || cost > t.Cash(t.Actor) {
		return nil
	}
	b := t.Board()
	var out []engine.Option
	for _, at := range t.Reach(b, t.Actor).Stops() {
		if b.Stop(at).Kind == board.City && t.noRoom(b, at) == "" {
			out = append(out, engine.Option{Args: step.SpotName(b, at), Label: t.HexName(at.Hex) + ", " + money(cost)})
		}
	}
	return out
}

// noRoom says why the company may have no marker in a city, "" when it may:
// there must be a space neither taken nor kept, and none of its markers in the
// hex. // 11.4, 12; NE-ST-04, NE-ST-06, NE-RUL-17, NE-RUL-18, NE-RUL-37
func (t *turn) noRoom(b *board.Board, at board.Spot) string {
	for _, has := range t.Stations(t.Actor) {
		if has.Hex == at.Hex {
			return t.Actor + " has a marker in " + at.Hex + " (12)"
		}
	}
	if t.Space(b, at) > 0 {
		return ""
	}
	if kept := t.S.Kind(at.String(), "keep"); len(kept) > 0 {
		return "the space in " + at.Hex + " is kept for " + step.Label(kept[0]) + " (11.4)"
	}
	return "no space is free in " + at.Hex + " (11.4)"
}

// notStation says why a marker may not be placed in a city.
func (t *turn) notStation(words []string) string {
	if data.Map.Hex(step.Word(words, 0)) == nil {
		return "say the hex of a city"
	}
	b := t.Board()
	at, ok := step.SpotNamed(b, words)
	if !ok || b.Stop(at).Kind != board.City {
		return "say which city of " + words[0] + " you mean; markers stand in large cities only (11.4)"
	}
	if why := t.noRoom(b, at); why != "" {
		return why
	}
	return "no route of " + t.Actor + " comes to that city (11.4)"
}
