package facts

import (
	"maps"
	"slices"

	"pbem/engine/board"
)

// derive works out which tiles may replace which, if the file does not list them. A tile with faults is in no
// list.
func (c *checker) derive() {
	if c.root.field("upgrades") != nil {
		return
	}
	own := ownTiles(c.Map.Tiles)
	c.Upgrades = map[string][]string{}
	for i := range c.Map.Tiles {
		old := &c.Map.Tiles[i]
		if c.wrong["tile "+old.ID] {
			c.lost["tiles"] = true // what it leads to would seem to be the upgrade of nothing
			continue
		}
		for j := range c.Map.Tiles {
			if next := &c.Map.Tiles[j]; !c.wrong["tile "+next.ID] && c.replaces(next, old, own) {
				c.Upgrades[old.ID] = append(c.Upgrades[old.ID], next.ID)
			}
		}
	}
}

// replaces reports whether a tile may replace another as in most titles: it is of the next colour, has the same
// label, keeps track and cities in some turn, and there may be a hex for both.
func (c *checker) replaces(next, old *board.Tile, own map[ownHex]bool) bool {
	return grade(next.Color) == grade(old.Color)+1 && laidOver(next.Color) &&
		(next.Label == old.Label || asks(old.Label, next.Label)) &&
		sameStops(next, old) && c.meet(next, old, own) && next.Keeps(&old.Face)
}

// laidOver reports whether tiles of a colour are laid over others.
func laidOver(colour string) bool { return colour == "green" || colour == "brown" || colour == "gray" }

// sameStops reports whether one tile has the stops of another. Those of a tile with a label may grow together.
func sameStops(next, old *board.Tile) bool {
	now, were := countKinds(next), countKinds(old)
	if old.Label == "" {
		return maps.Equal(now, were)
	}
	return len(next.Stops) <= len(old.Stops) && (now[board.City] > 0) == (were[board.City] > 0)
}

func countKinds(t *board.Tile) map[board.Kind]int {
	n := map[board.Kind]int{}
	for _, s := range t.Stops {
		n[s.Kind]++
	}
	return n
}

// An ownHex is a hex that has tiles of its own of some colour. It takes no others of that colour.
type ownHex struct{ hex, colour string }

func ownTiles(tiles []board.Tile) map[ownHex]bool {
	own := map[ownHex]bool{}
	for i := range tiles {
		for _, hex := range tiles[i].Only {
			own[ownHex{hex, tiles[i].Color}] = true
		}
	}
	return own
}

// meet reports whether both tiles may lie on one hex, if they belong to some.
func (c *checker) meet(next, old *board.Tile, own map[ownHex]bool) bool {
	hexes := append(slices.Clone(next.Only), old.Only...)
	return len(hexes) == 0 || slices.ContainsFunc(hexes, func(hex string) bool {
		return lies(next, hex, own) && lies(old, hex, own) && c.opens(next, hex)
	})
}

// opens reports whether there is a turn in which no track of a tile leads off the map. A hex that is misspelt is
// told elsewhere.
func (c *checker) opens(t *board.Tile, hex string) bool {
	if !c.placed || c.Map.Hex(hex) == nil {
		return true
	}
	for rot := range 6 {
		if !slices.ContainsFunc(t.Turned(rot).Exits(), func(e int) bool { return !c.Map.Open(hex, e) }) {
			return true
		}
	}
	return false
}

func lies(t *board.Tile, hex string, own map[ownHex]bool) bool {
	return slices.Contains(t.Only, hex) || len(t.Only) == 0 && !own[ownHex{hex, t.Color}]
}
