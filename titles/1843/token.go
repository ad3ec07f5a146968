package t1843

import (
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/engine/step/classic"
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
		t.nextStation().Place(t.Turn, a.Args)
	case "move":
		t.moveStation(a.Args)
	case "claim":
		t.claim(a.Arg(0))
	}
}

// stationChoices lists what may be done, nil if that is only to pass.
func (t *turn) stationChoices() []engine.Choice {
	next := t.nextStation()
	return classic.IfOpen(t.voice().Pass("place no station, claim no port"),
		next.Offer(t.voice(), func(words []string) string { return t.notPlaced(next, words) }),
		t.voice().Offers("claim", "claim a port", t.ports, t.notClaimed),
		t.voice().Offers("move", "move a station marker", t.shifts, t.notShifted))
}

// nextStation is the placing of the next station marker at its price. // 8.5.1; 43-ST-02, R-29
func (t *turn) nextStation() classic.Station { return classic.NextStation(t.reached(), "8.5.1") }

// reached is the map as the company's track reaches it.
func (t *turn) reached() *step.Ground {
	return &step.Ground{Table: t.Table, Sym: t.Actor, From: t.reach}
}

// notPlaced says why the company may not place a marker in a city. // 8.5.1
func (t *turn) notPlaced(next classic.Station, words []string) string {
	at, why := t.CityNamed(next.Board(), words)
	switch {
	case why != "":
		return why
	case next.Piece == "":
		return t.Actor + " has no station marker left (8.5.1)"
	case next.Cost > t.Cash(t.Actor):
		return "the next station costs " + money(next.Cost) + ", but " + t.Actor + " has " + money(t.Cash(t.Actor)) + " (8.5.1)"
	case t.StandsIn(t.Actor, at.Hex): // 43-ST-05
		return t.Actor + " has a marker in " + at.Hex + " (8.5.1)"
	}
	return t.notFree(next.Ground, at)
}

// notFree says why no marker may come to a city: it is full, kept for a home, or out of reach.
// // 8.5.1; 43-ST-04, 43-ST-06, 43-ST-07, R-31
func (t *turn) notFree(g *step.Ground, at board.Spot) string {
	kept := t.S.Kind(at.String(), "keep")
	switch {
	case at.Hex == t.homeHex() && t.undecided():
		return "nobody places a station in " + at.Hex + " before MID has its home there (8.5.1)"
	case t.Space(g.Board(), at) <= 0 && len(kept) > 0:
		return "the last space in " + at.Hex + " is kept for " + step.Label(kept[0]) + " (8.5.1)"
	case t.Space(g.Board(), at) <= 0:
		return "no space is free in that city (8.5.1)"
	case !g.Reach().Stop(at):
		return "no track of " + t.Actor + " leads to that city (8.5.1)"
	}
	return ""
}

// shifts lists every marker of the company with every city to which it might move.
// // 8.5.2; 43-ST-09
func (t *turn) shifts() []engine.Option {
	var out []engine.Option
	if t.notMoving(t.Actor) != "" {
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
func (v view) notMoving(sym string) string {
	switch {
	case !v.inPhase(phaseGray):
		return "markers move in the gray phase only (8.5.2)"
	case v.S.Get(shifted.Of(sym)) == 1:
		return sym + " has moved a marker before (8.5.2)"
	case v.TrainOf(sym, grayTrain) == "":
		return sym + " must own a gray train to move a marker (8.5.2)"
	case v.S.Cash(sym) < moveFee:
		return "moving a marker costs " + money(moveFee) + ", but " + sym + " has " + money(v.S.Cash(sym)) + " (8.5.2)"
	}
	return ""
}

// notShifted says why a marker may not make this move. The track to the new place begins where the
// company's markers are before the move: at any of them, or at the old place, where a "blocked"
// marker remains. // 8.5.2; 43-ST-10, 43-ST-12, R-32
func (t *turn) notShifted(words []string) string {
	if why := t.notMoving(t.Actor); why != "" {
		return why
	}
	i := slices.Index(words, "to")
	if i < 1 || i+1 >= len(words) {
		return "say from which city to which: H7 to D9"
	}
	g := t.reached()
	from, why := t.CityNamed(g.Board(), words[:i])
	if why != "" {
		return why
	}
	to, why := t.CityNamed(g.Board(), words[i+1:])
	switch {
	case why != "":
		return why
	case !t.Holds(t.Actor, from):
		return t.Actor + " has no marker in that city of " + from.Hex
	case to.Hex != from.Hex && t.StandsIn(t.Actor, to.Hex):
		return t.Actor + " has a marker in " + to.Hex + " (8.5.1)"
	}
	return t.notFree(g, to)
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
	t.Set(shifted.Of(t.Actor), 1)
	t.Note(t.Actor, "moved a station from %s to %s for %s", t.HexName(from.Hex), t.HexName(to.Hex), money(moveFee))
}
