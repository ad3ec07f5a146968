package t1817

import (
	"slices"

	"pbem/engine"
	"pbem/engine/step"
)

// bridgeHexes are the cities that may have a bridge token. // 1.2.6; 17-PV-06
var bridgeHexes = []string{"H3", "G6", "H9"}

// bridgeChoices offers to place a bridge token: anywhere, one in a city, at no
// cost. // 1.2.6; 17-PV-06
func (t *turn) bridgeChoices() []engine.Choice {
	var options []engine.Option
	for _, private := range t.privates(t.Actor) {
		if len(t.S.Kind(private, "bridge")) == 0 {
			continue
		}
		for _, hex := range bridgeHexes {
			if len(t.S.Kind(hex, "bridge")) == 0 {
				options = append(options, engine.Option{Args: []string{private, hex}, Label: t.HexName(hex) + " is worth $10 more"})
			}
		}
	}
	if len(options) == 0 {
		return nil
	}
	return []engine.Choice{t.choice("bridge", "place a bridge token", func() []engine.Option { return options })}
}

func (t *turn) placeBridge(private, hex string) {
	t.Move(t.S.Kind(private, "bridge")[0], hex)
	t.Note(t.Actor, "placed a bridge token in %s", t.HexName(hex))
}

// spent reports whether a private can do nothing more. It stays open and moves
// on with its owner. // 1.2.6; 17-PV-15, D-29
func (v view) spent(private string) bool {
	switch data.Private(private).Kind {
	case "coal":
		return len(v.S.Kind(private, "coal")) == 0
	case "mill":
		return v.S.Get(millUsed) == 1
	case "station":
		n := v.S.Get(stationIn)
		return n > 0 && (v.S.Get(stockNo) > n || v.S.Get(roundKind) != stockRound)
	}
	return false
}

// millHex and millTile are Pittsburgh and its special tile. // 1.2.6; 17-PV-01,
// 17-PV-03
const (
	millHex  = "F13"
	millTile = "X00"
)

// coalSides are the hexes for coal mines with the sides on which they touch a
// city or a red area. // 1.2.6; 17-PV-08, R-15
var coalSides = map[string][]int{
	"B25": {5}, "C20": {0, 4}, "C24": {1, 4}, "E18": {3, 5}, "F15": {1}, "G12": {3}, "G14": {2},
	"H11": {1, 5}, "H13": {0}, "H15": {5}, "I8": {0, 3}, "I10": {2, 4},
}

// coalPrivates returns the privates of a company that have a coal mine left.
func (v view) coalPrivates(sym string) []string {
	return slices.DeleteFunc(v.privates(sym), func(p string) bool { return len(v.S.Kind(p, "coal")) == 0 })
}

// mined reports whether a hex has a coal mine. // 6.3.2; 17-PV-11
func (v view) mined(hex string) bool { return len(v.S.Kind(hex, "coal")) > 0 }

// pointsAt reports whether a tile on a coal hex joins a touching city or red
// area, now or after upgrades of that city. // 1.2.6; 17-PV-09, R-15, D-21
func (v view) pointsAt(s step.Site, exits []int) bool {
	for _, e := range coalSides[s.Hex.At] {
		if !slices.Contains(exits, e) {
			continue
		}
		at, ok := s.Board.Neighbour(s.Hex.At, e)
		if ok && v.joinable(s, at, (e+3)%6, nil) {
			return true
		}
	}
	return false
}

// joinable reports whether a hex has track on a side, or could have after a
// chain of upgrades in any phase.
func (v view) joinable(s step.Site, at string, side int, chain []string) bool {
	if slices.Contains(s.Board.Face(at).Exits(), side) {
		return true
	}
	for _, id := range v.chart(at, chain) {
		for rot := range 6 {
			if _, err := s.Board.Fit(at, id, rot); err != nil {
				continue
			}
			next := s
			next.Board = s.Board.With(at, id, rot)
			if v.joinable(next, at, side, append(chain[:len(chain):len(chain)], id)) {
				return true
			}
		}
	}
	return false
}
