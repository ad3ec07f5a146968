package t1843

import (
	"pbem/engine/board"
	"pbem/engine/step/classic"
)

// Options of every new game. Logs without them are older, and go on by what held when they began. The names are stored.
const (
	// A yellow tile in E14 is that of PSG if the company owns PSG, also if it does not say so: it is free, and comes on top of its build. In
	// older games it is part of the build without "with PSG", and as a second tile it costs 20fr. // 10.2; 43-PR-07
	tileOfPSG = "tile of PSG"
)

// option reports whether a game may begin with it.
func option(name string) bool { return name == tileOfPSG }

func (v view) on(option string) bool { return v.S.Option(option) != "" }

// asPSG reports whether a tile that a company lays without a word about private companies is that of PSG. // 10.2; 43-PR-07
func (g ground) asPSG(at string, tile *board.Tile) bool {
	return g.turn.on(tileOfPSG) && at == psgHex && g.turn.owner(privPSG) == g.turn.Actor && g.turn.notLaidYet(at) && !classic.Upgrade(tile)
}
