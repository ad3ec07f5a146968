package step

import (
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/engine/facts"
)

// Names declares what all titles call pieces, places, purses and counters, with the words for what the
// facts list. A title adds its own: step.Names(data).Places("offer").Counters("sold:PLAYER:SYM").
//
//	PLAYER  p1, p2 ... as many as may play      TRAIN  the types of trains
//	SYM     the companies                       HEX    the hexes of the map
//	PRIVATE the private companies               STOP   the stops of all hexes: G10.0
//	N       any number
func Names(f *facts.Title) *engine.Names {
	return words(f).
		Pieces("share:SYM:N", "token:SYM:N", "token:"+Blocking+":N", "train:TRAIN:N", "keep:SYM", "private:PRIVATE",
			"directs:SYM", orderCard("PLAYER"), passedCard("PLAYER"), Priority).
		Places("PLAYER", "SYM", IPO("SYM"), "HEX", "STOP", Pool, Supply, Out, orderRow, passedRow).
		Purses("PLAYER", "SYM").
		Counters(phase, inARow, lastActor, lastBuyer, bidOf("PRIVATE", "PLAYER"), parOf("SYM"), floatedOf("SYM"))
}

// A Counter is the name of a number that is kept for each company, player or anything else, or for two together. It is
// stored and never changes.
type Counter string

// Of returns the name of the counter of somebody: Counter("sold").Of("p1", "NYC") is "sold:p1:NYC". A title declares it
// with the words of Names: Counter("sold").Of("PLAYER", "SYM").
func (c Counter) Of(who ...string) string { return string(c) + ":" + strings.Join(who, ":") }

// words are the words of the names, with what the facts list.
func words(f *facts.Title) *engine.Names {
	var players, trains []string
	for _, s := range f.Seats {
		for i := len(players); i < s.Players; i++ {
			players = append(players, engine.PlayerID(i))
		}
	}
	for _, tr := range f.Trains {
		trains = append(trains, tr.Name)
	}
	hexes, stops := spots(f)
	return engine.NewNames().Word("PLAYER", players...).Word("SYM", f.Syms(nil)...).Word("PRIVATE", f.PrivateSyms(nil)...).
		Word("TRAIN", trains...).Word("HEX", hexes...).Word("STOP", stops...)
}

// spots lists the hexes and their stops: as many for each as the hex, or the tile with the most, has.
func spots(f *facts.Title) (hexes, stops []string) {
	most := 1
	for _, tile := range f.Map.Tiles {
		most = max(most, len(tile.Stops))
	}
	for _, h := range f.Map.Hexes {
		hexes = append(hexes, h.At)
		for n := range max(most, len(h.Stops)) {
			stops = append(stops, h.At+"."+strconv.Itoa(n))
		}
	}
	return hexes, stops
}
