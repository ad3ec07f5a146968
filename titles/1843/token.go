package t1843

import (
	"slices"
	"sync"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
)

// moveFee is what moving a station marker costs. // 8.5.2; 43-ST-09
const moveFee = 100

// grayTrain is the train of the gray phase.
const grayTrain = "Electric"

// station places or moves one station marker, or claims a port. // 8.5; 43-ST-01,
// 43-ST-08, 43-PT-01
func station(t *turn) {
	if t.Get(stationed) == 1 { // 43-PR-08, 43-PR-09, R-30
		return
	}
	a := t.asks("station", t.stationChoices)
	switch a.Verb {
	case "token":
		t.placeStation(a.Args)
	case "move":
		t.moveStation(a.Args)
	case "claim":
		t.claim(a.Arg(0))
	}
}

// stationChoices lists what may be done, nil if that is only to pass.
func (t *turn) stationChoices() []engine.Choice {
	b := sync.OnceValue(t.Board)
	reach := sync.OnceValue(func() *board.Reach { return t.reach(b(), t.Actor) })
	out := []engine.Choice{
		t.voice().Offers("token", "place a station marker",
			func() []engine.Option { return t.cities(b(), reach()) },
			func(words []string) string { return t.notPlaced(b(), reach, words) }),
		t.voice().Offers("claim", "claim a port", t.ports, t.notClaimed),
		t.voice().Offers("move", "move a station marker", t.shifts, t.notShifted),
	}
	if !anyOpen(out...) {
		return nil
	}
	return append(out, t.voice().Pass("place no station, claim no port"))
}

// nextToken returns the next station marker of a company and its price, "" if there is none.
// // 8.5.1; 43-ST-02, R-29
func (v view) nextToken(sym string) (piece string, cost int) {
	left := v.Tokens(sym)
	if len(left) == 0 {
		return
	}
	costs := data.Company(sym).Stations
	return left[0], costs[len(costs)-len(left)]
}

// cities lists the cities that the company's track reaches.
func (t *turn) cities(b *board.Board, reach *board.Reach) []engine.Option {
	_, cost := t.nextToken(t.Actor)
	return t.CityOptions(b, t.FreeIn(b, reach, t.Stations(t.Actor)), ", "+money(cost))
}

// notPlaced says why the company may not place a marker in a city. // 8.5.1
func (t *turn) notPlaced(b *board.Board, reach func() *board.Reach, words []string) string {
	at, why := t.CityNamed(b, words)
	piece, cost := t.nextToken(t.Actor)
	switch {
	case why != "":
		return why
	case piece == "":
		return t.Actor + " has no station marker left (8.5.1)"
	case cost > t.Cash(t.Actor):
		return "the next station costs " + money(cost) + ", " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (8.5.1)"
	case t.StandsIn(t.Actor, at.Hex): // 43-ST-05
		return t.Actor + " has a marker in " + at.Hex + " (8.5.1)"
	}
	return t.notFree(b, reach, at)
}

// notFree says why no marker may come to a city: it is full, kept for a home, or out of reach.
// // 8.5.1; 43-ST-04, 43-ST-06, 43-ST-07, R-31
func (t *turn) notFree(b *board.Board, reach func() *board.Reach, at board.Spot) string {
	kept := t.S.Kind(at.String(), "keep")
	switch {
	case at.Hex == t.homeHex() && t.undecided():
		return "nobody places a station in " + at.Hex + " before MID has its home there (8.5.1)"
	case t.Space(b, at) <= 0 && len(kept) > 0:
		return "the last space in " + at.Hex + " is kept for " + step.Label(kept[0]) + " (8.5.1)"
	case t.Space(b, at) <= 0:
		return "no space is free in that city (8.5.1)"
	case !reach().Stop(at):
		return "no track of " + t.Actor + " leads to that city (8.5.1)"
	}
	return ""
}

// placeStation pays for a marker and places it. // 8.5.1; 43-ST-02
func (t *turn) placeStation(words []string) {
	at, _ := t.CityNamed(t.Board(), words)
	piece, cost := t.nextToken(t.Actor)
	t.Pay(t.Actor, engine.Bank, cost)
	t.Move(piece, at.String())
	t.Note(t.Actor, "placed a station in %s for %s", t.HexName(at.Hex), money(cost))
}

// shifts lists every marker of the company with every city to which it might move.
// // 8.5.2; 43-ST-09
func (t *turn) shifts() []engine.Option {
	var out []engine.Option
	if t.notMoving() != "" {
		return nil
	}
	b := t.Board()
	for _, from := range t.Stations(t.Actor) {
		for _, to := range t.reach(b, t.Actor).Stops() {
			if b.Stop(to).Kind == board.City {
				words := append(append(step.SpotName(b, from), "to"), step.SpotName(b, to)...)
				out = append(out, engine.Option{Args: words, Label: t.HexName(from.Hex) + " to " + t.HexName(to.Hex) + ", " + money(moveFee)})
			}
		}
	}
	return out
}

// notMoving says why no marker of the company may move at all. // 8.5.2; 43-ST-09
func (t *turn) notMoving() string {
	switch {
	case !t.inPhase(phaseGray):
		return "markers move in the gray phase only (8.5.2)"
	case t.Get(shifted.of(t.Actor)) == 1:
		return t.Actor + " has moved a marker before (8.5.2)"
	case t.TrainOf(t.Actor, grayTrain) == "":
		return t.Actor + " must own a gray train to move a marker (8.5.2)"
	case t.Cash(t.Actor) < moveFee:
		return "moving a marker costs " + money(moveFee) + ", " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (8.5.2)"
	}
	return ""
}

// notShifted says why a marker may not make this move. The track to the new place begins where the
// company's markers are before the move: at any of them, or at the old place, where a "blocked"
// marker remains. // 8.5.2; 43-ST-10, 43-ST-12, R-32
func (t *turn) notShifted(words []string) string {
	if why := t.notMoving(); why != "" {
		return why
	}
	i := slices.Index(words, "to")
	if i < 1 || i+1 >= len(words) {
		return "say from which city to which: H7 to D9"
	}
	b := t.Board()
	from, why := t.CityNamed(b, words[:i])
	if why != "" {
		return why
	}
	to, why := t.CityNamed(b, words[i+1:])
	switch {
	case why != "":
		return why
	case !t.Holds(t.Actor, from):
		return t.Actor + " has no marker in that city of " + from.Hex
	case to.Hex != from.Hex && t.StandsIn(t.Actor, to.Hex):
		return t.Actor + " has a marker in " + to.Hex + " (8.5.1)"
	}
	return t.notFree(b, func() *board.Reach { return t.reach(b, t.Actor) }, to)
}

// moveStation moves a marker and leaves a "blocked" one behind. // 8.5.2;
// 43-ST-09, 43-ST-11
func (t *turn) moveStation(words []string) {
	i := slices.Index(words, "to")
	b := t.Board()
	from, _ := t.CityNamed(b, words[:i])
	to, _ := t.CityNamed(b, words[i+1:])
	for _, piece := range t.S.Kind(from.String(), "token") {
		if step.Label(piece) == t.Actor {
			t.Move(piece, to.String())
			break
		}
	}
	t.Move(t.S.Kind(box, "token")[0], from.String())
	t.Pay(t.Actor, engine.Bank, moveFee)
	t.Set(shifted.of(t.Actor), 1)
	t.Note(t.Actor, "moved a station from %s to %s for %s", t.HexName(from.Hex), t.HexName(to.Hex), money(moveFee))
}
