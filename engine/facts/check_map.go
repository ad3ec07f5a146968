package facts

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"pbem/engine/board"
	"pbem/internal/spelling"
)

func (c *checker) hexNames() []string {
	var out []string
	for i := range c.Map.Hexes {
		out = append(out, c.Map.Hexes[i].At)
	}
	return out
}

func (c *checker) tileNames() []string {
	var out []string
	for i := range c.Map.Tiles {
		out = append(out, c.Map.Tiles[i].ID)
	}
	return out
}

// built tells what the map itself finds wrong.
func (c *checker) built(faults []board.Fault) {
	names := map[string]func() []string{"color": board.Colors, "kind": board.Kinds, "age": board.Ages, "tile": c.tileNames, "hex": c.hexNames}
	for _, f := range faults {
		list, at := "hexes", "hex "+f.ID
		if f.Tile {
			list, at = "tiles", "tile "+f.ID
		}
		hint := ""
		if f.Names != "" {
			hint = meant(f.Said, names[f.Names]())
		}
		c.tell(c.root.at(list, f.Index, f.Field), at, "%s%s", f.Text, hint)
		c.placed = c.placed && f.Field != "at"
	}
}

func (c *checker) hexes() {
	for i := range c.Map.Hexes {
		h := &c.Map.Hexes[i]
		n, at := c.root.at("hexes", i), "hex "+h.At
		c.face(n, at, &h.Face)
		c.ground(n, at, h)
		if !slices.Contains([]string{"gray", "red", "blue"}, h.Color) {
			continue
		}
		for s := range h.Stops {
			if !reached(&h.Face, s) {
				c.tell(n.at("stops", s), at, "no track leads to its %s (stop s%d), and no tile is ever laid here", h.Stops[s].Kind, s)
			}
		}
	}
	if c.placed {
		c.leads()
	}
}

// leads finds printed track that leads off the map or into a blank side.
func (c *checker) leads() {
	for i := range c.Map.Hexes {
		h := &c.Map.Hexes[i]
		for _, e := range h.Exits() {
			if c.Map.Open(h.At, e) {
				continue
			}
			why := "where no hex is"
			if to, ok := c.Map.Neighbour(h.At, e); ok {
				why = fmt.Sprintf("into %s, which has no track there and takes no tile", to)
			} else if slices.Contains(h.Blocked, e) {
				why = "over a side that is blocked"
			}
			c.tell(c.root.at("hexes", i, "track"), "hex "+h.At, "its track over edge %d (%s) leads %s", e, c.Map.Layout.Compass(e), why)
		}
	}
}

// ground wants a name and a cost for terrain.
func (c *checker) ground(n *node, at string, h *board.Hex) {
	several := n.field("terrains") != nil
	switch {
	case several && (n.field("terrain") != nil || n.field("cost") != nil):
		c.tell(n, at, `"terrains" lists the terrain with its costs: "terrain" and "cost" are for one kind`)
	case !several && n.field("cost") != nil && h.Terrain == "":
		c.tell(n.at("cost"), at, `"cost" without "terrain": it costs %s for what?`, c.Money(h.Cost))
	case !several && n.field("terrain") != nil && h.Cost == 0:
		c.tell(n.at("terrain"), at, `"terrain" without "cost": what does the %s cost?`, h.Terrain)
	}
	for i, t := range h.Grounds() {
		where := n.at("terrain")
		if several {
			where = n.at("terrains", i)
		}
		if t.Kind != "" && !slices.Contains(c.Terrains, t.Kind) {
			c.undeclared(where, at, "the terrain", t.Kind, "terrains", c.Terrains)
		}
		if several && t.Cost == 0 {
			c.tell(where, at, "its %s costs nothing", t.Kind)
		}
	}
}

// mostSlots is more than any city has.
const mostSlots = 12

// face finds what is wrong on a hex or a tile alike.
func (c *checker) face(n *node, at string, f *board.Face) {
	if f.Label != "" && !slices.Contains(c.Labels, f.Label) {
		c.undeclared(n.at("label"), at, "the label", f.Label, "labels", c.Labels)
	}
	for i, s := range f.Stops {
		stop, in := n.at("stops", i), at+", stop s"+strconv.Itoa(i)
		if s.Kind == board.City && stop.field("slots") == nil {
			c.tell(stop, in, `"slots" is missing: how many station markers fit into the city`)
		}
		if s.Slots > mostSlots {
			c.tell(stop.at("slots"), in, "%d spaces for station markers are more than %d", s.Slots, mostSlots)
		}
		c.revenue(stop.at("revenue"), in, s.Revenue)
		if s.Apart && reached(f, i) {
			c.tell(stop, in, `it is "apart", but track leads to it`)
		}
	}
}

// revenue wants a value for every colour that counts in some phase, and none of
// trains that are not sold.
func (c *checker) revenue(n *node, in string, r board.Revenue) {
	for name := range r.Trains {
		if c.Train(name) == nil {
			c.tell(n.at("trains", name), in, "a value for train %q, which is none%s", name, meant(name, c.trainNames()))
		}
	}
	for colour := range r.By {
		if !slices.Contains(board.Ages(), colour) { // the map tells
			return
		}
	}
	if r.By == nil {
		return
	}
	for _, p := range c.Phases {
		if from := r.Holds(p.Offboard); slices.Contains(board.Ages(), p.Offboard) && (from == "" || from != p.Offboard && !c.Holds) {
			c.tell(n, in, "no revenue for %q, the colour of phase %s", p.Offboard, p.Name)
		}
	}
}

// reached reports whether track leads to a stop.
func reached(f *board.Face, stop int) bool {
	return slices.ContainsFunc(f.Track, func(p board.Path) bool { return p.A == board.StopEnd(stop) || p.B == board.StopEnd(stop) })
}

func (c *checker) tiles() {
	for i := range c.Map.Tiles {
		t := &c.Map.Tiles[i]
		n, at := c.root.at("tiles", i), "tile "+t.ID
		c.face(n, at, &t.Face)
		if len(t.Track) == 0 {
			c.tell(n, at, "it has no track")
			continue
		}
		for s := range t.Stops {
			if !t.Stops[s].Apart && !reached(&t.Face, s) {
				c.tell(n.at("stops", s), at, `no track leads to its %s (stop s%d); "apart": true if none is to`, t.Stops[s].Kind, s)
			}
		}
	}
}

// groups finds groups with one member that look like a slip of another, and those
// of one hex or area with one member.
func (c *checker) groups() {
	stops, areas := map[string]int{}, map[string]int{}
	for i := range c.Map.Hexes {
		if h := &c.Map.Hexes[i]; h.Group != "" {
			areas[h.Group]++
		}
		for _, s := range c.Map.Hexes[i].Stops {
			stops[s.Group]++
		}
	}
	for i := range c.Map.Hexes {
		h := &c.Map.Hexes[i]
		n, at := c.root.at("hexes", i), "hex "+h.At
		if areas[h.Group] == 1 {
			c.tell(n.at("group"), at, "no other hex is of the group %q%s", h.Group, meant(h.Group, slices.Sorted(maps.Keys(areas))))
		}
		c.grouped(n, at, &h.Face, stops)
	}
	for i := range c.Map.Tiles {
		c.grouped(c.root.at("tiles", i), "tile "+c.Map.Tiles[i].ID, &c.Map.Tiles[i].Face, stops)
	}
}

func (c *checker) grouped(n *node, at string, f *board.Face, all map[string]int) {
	ofHex := 0
	for _, s := range f.Stops {
		if s.Group == board.OfHex {
			ofHex++
		}
	}
	for i, s := range f.Stops {
		switch {
		case s.Group == board.OfHex && ofHex == 1:
			c.tell(n.at("stops", i, "group"), at, "only one of its stops is of the group %q", s.Group)
		case s.Group != "" && s.Group != board.OfHex && all[s.Group] <= 1:
			if other := like(s.Group, all); other != "" {
				c.tell(n.at("stops", i, "group"), at, "no other stop is of the group %q; did you mean %q?", s.Group, other)
			}
		}
	}
}

// like returns another group of nearly the same name, "" for none.
func like(name string, all map[string]int) string {
	for _, other := range slices.Sorted(maps.Keys(all)) {
		if other != "" && other != name && 3*spelling.Slips(name, other) <= len(name) {
			return other
		}
	}
	return ""
}

// holes finds places amid the map where no hex is: with no way out of the map, or
// with hexes on all sides but one.
func (c *checker) holes() {
	if !c.placed {
		return
	}
	found := c.Map.Holes()
	for _, hole := range found {
		if !slices.Contains(c.Holes, hole.At) {
			i := slices.IndexFunc(c.Map.Hexes, func(h board.Hex) bool { return h.At == hole.Beside })
			c.tell(c.root.at("hexes", i), "hex "+hole.At, `it is missing, amid the map beside %s; list it in "holes" if no hex is there`, hole.Beside)
		}
	}
	for i, at := range c.Holes {
		if !slices.ContainsFunc(found, func(h board.Hole) bool { return h.At == at }) {
			c.tell(c.root.at("holes", i), "", `%q of "holes" is no place amid the map without a hex`, at)
		}
	}
}

// homes wants room for a station in every home, and spaces kept only there.
func (c *checker) homes() {
	room := func(s board.Stop) bool { return stands(s) && s.Slots > 0 }
	for i, company := range c.Companies {
		n, at := c.root.at("companies", i, "home"), "company "+company.Sym
		switch h := c.Map.Hex(company.Home); {
		case company.Home == "":
		case h == nil:
			c.tell(n, at, "its home is %q, which is no hex%s", company.Home, meant(company.Home, c.hexNames()))
		case !slices.ContainsFunc(h.Stops, room):
			c.tell(n, at, "its home %s has no city with a space for a station marker", company.Home)
		}
	}
	for i := range c.Map.Hexes {
		for sym, stop := range c.Map.Hexes[i].Reserved {
			c.reserved(i, sym, stop)
		}
	}
	for i, p := range c.Privates {
		for j, at := range p.Blocks {
			if c.Map.Hex(at) == nil {
				c.tell(c.root.at("privates", i, "blocks", j), "private company "+p.Sym, "it blocks %q, which is no hex%s", at, meant(at, c.hexNames()))
			}
		}
	}
}

func (c *checker) reserved(i int, sym string, stop int) {
	h := &c.Map.Hexes[i]
	n, at := c.root.at("hexes", i, "reserved"), "hex "+h.At
	company := c.Company(sym)
	switch {
	case company == nil:
		var names []string
		for _, other := range c.Companies {
			names = append(names, other.Sym)
		}
		c.tell(n, at, "it is reserved for %q, which is no company%s", sym, meant(sym, names))
	case stop < 0 || stop >= len(h.Stops): // the map tells
	case !stands(h.Stops[stop]):
		c.tell(n, at, "stop s%d, reserved for %s, is no city", stop, sym)
	case company.Home != h.At && c.Map.Hex(company.Home) != nil:
		c.tell(n, at, "it is reserved for %s, whose home is %q", sym, company.Home)
	}
}

// stands reports whether station markers may stand at a stop: in a city, or in an
// area off the board that has a space for one. // 28-ST-08
func stands(s board.Stop) bool {
	return s.Kind == board.City || s.Kind == board.Offboard && s.Slots > 0
}
