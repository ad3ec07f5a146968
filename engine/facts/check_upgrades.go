package facts

import (
	"slices"
	"strings"

	"pbem/engine/board"
)

// grade is the place of a colour of tiles in the order in which they are laid.
func grade(colour string) int { return slices.Index(board.Colors(), colour) }

// upgrades finds tiles that are none, and tiles that lose track or a label.
func (c *checker) upgrades() {
	n := c.root.field("upgrades")
	if n == nil {
		return
	}
	for i, from := range n.keys {
		old := c.Map.Tile(from)
		if old == nil {
			c.tell(n.items[i], "", "upgrades of tile %q, which is none%s", from, meant(from, c.tileNames()))
			continue
		}
		for j, id := range c.Upgrades[from] {
			c.upgrade(n.items[i].at(j), old, id, slices.Contains(c.Upgrades[from][:j], id))
		}
	}
}

func (c *checker) upgrade(n *node, old *board.Tile, id string, twice bool) {
	at, tile := "tile "+old.ID, c.Map.Tile(id)
	switch {
	case tile == nil:
		c.tell(n, at, "its upgrade %q is no tile%s", id, meant(id, c.tileNames()))
		c.lost["tiles"] = true
	case twice:
		c.tell(n, at, "its upgrade %s is there twice", id)
	case c.wrong["tile "+id]:
	case grade(tile.Color) <= grade(old.Color):
		c.tell(n, at, "it is %s, and its upgrade %s is %s, which does not come later", old.Color, id, tile.Color)
	case tile.Label != old.Label && !asks(old.Label, tile.Label):
		c.tell(n, at, "it has the label %q, its upgrade %s has %q", old.Label, id, tile.Label)
	case !tile.Keeps(&old.Face):
		c.tell(n, at, "its upgrade %s loses track or a city however it is turned", id)
	}
}

// asks reports whether a label leaves the other free: "B?" takes tiles with B and
// without.
func asks(label, other string) bool {
	may, asked := strings.CutSuffix(label, "?")
	return asked && (other == "" || other == may)
}

// useless finds tiles that can never be laid: not yellow, and an upgrade of
// nothing.
func (c *checker) useless() {
	if c.lost["tiles"] {
		return
	}
	used := map[string]bool{}
	for _, lists := range []map[string][]string{c.Upgrades, c.PrintedUpgrades} {
		for _, l := range lists {
			note(used, l...)
		}
	}
	for i := range c.Map.Tiles {
		if t := &c.Map.Tiles[i]; grade(t.Color) > grade("yellow") && !used[t.ID] {
			c.tell(c.root.at("tiles", i), "tile "+t.ID, "it is %s, and no upgrade of any tile or hex", t.Color)
		}
	}
}

// bare finds white hexes with stops for which there is no yellow tile: of several that are alike the first.
func (c *checker) bare() {
	if c.lost["tiles"] {
		return
	}
	told := map[string]bool{}
	for i := range c.Map.Hexes {
		h := &c.Map.Hexes[i]
		kinds := stopKinds(&h.Face)
		if h.Color != "white" || kinds == "" || len(c.PrintedUpgrades[h.At]) > 0 || told[kinds] {
			continue
		}
		if !slices.ContainsFunc(c.Map.Tiles, func(t board.Tile) bool {
			return grade(t.Color) == grade("yellow") && stopKinds(&t.Face) == kinds && (len(t.Only) == 0 || slices.Contains(t.Only, h.At))
		}) {
			told[kinds] = true
			c.tell(c.root.at("hexes", i), "hex "+h.At, `no yellow tile has just its %s, and "printed_upgrades" lists none`, kinds)
		}
	}
}

// stopKinds lists the kinds of the stops of a hex or a tile: "city", "town and town".
func stopKinds(f *board.Face) string {
	var out []string
	for _, s := range f.Stops {
		out = append(out, string(s.Kind))
	}
	return strings.Join(out, " and ")
}

// printed finds upgrades of what is printed on hexes that are no tiles or do not
// fit.
func (c *checker) printed() {
	b := c.Map.On(func(string) (string, int, bool) { return "", 0, false })
	n := c.root.at("printed_upgrades")
	if n.kind != object || c.root.field("printed_upgrades") == nil {
		return
	}
	for i, hex := range n.keys {
		h := c.Map.Hex(hex)
		if h == nil {
			c.tell(n.items[i], "", "upgrades of what is printed on %q, which is no hex%s", hex, meant(hex, c.hexNames()))
			continue
		}
		fit := false
		for j, id := range c.PrintedUpgrades[hex] {
			ok := c.printedOn(n.items[i].at(j), h, id)
			fit = fit || !ok || !c.placed || c.wrong["tile "+id] || fits(b, hex, id)
		}
		if !fit {
			c.tell(n.items[i], "hex "+hex, "none of its upgrades %s fits, however it is turned: each would lead off the map", oneOf(c.PrintedUpgrades[hex]))
		}
	}
}

// printedOn reports whether an upgrade of what is printed is right, wherever the
// hex lies.
func (c *checker) printedOn(n *node, h *board.Hex, id string) (ok bool) {
	at, tile := "hex "+h.At, c.Map.Tile(id)
	switch {
	case tile == nil:
		c.tell(n, at, "its upgrade %q is no tile%s", id, meant(id, c.tileNames()))
		c.lost["tiles"] = true
	case h.Color == "gray" || h.Color == "red" || h.Color == "blue":
		c.tell(n, at, "it is %s and takes no tile, but has the upgrade %s", h.Color, id)
	case tile.Label != h.Label && !asks(h.Label, tile.Label) && !slices.Contains(tile.Only, h.At):
		c.tell(n, at, "it has the label %q, its upgrade %s has %q", h.Label, id, tile.Label)
	case !c.wrong["tile "+id] && !tile.Keeps(&h.Face):
		c.tell(n, at, "its upgrade %s loses track or a city however it is turned", id)
	default:
		return true
	}
	return false
}

// fits reports whether a tile fits on a hex in some turn.
func fits(b *board.Board, hex, tile string) bool {
	for rot := range 6 {
		if _, err := b.Fit(hex, tile, rot); err == nil {
			return true
		}
	}
	return false
}
