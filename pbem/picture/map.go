package picture

import (
	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/title"
)

// side is the length of a side of a hex in units of the drawing.
const side = 50.0

// margin is the room for coordinates around the map.
const margin = 26.0

// A chart is a map that is being drawn.
type chart struct {
	canvas
	title  *title.Title
	state  *engine.State
	table  step.Table
	board  *board.Board
	pos    title.Position
	origin point    // position of hex 0,0
	ways   [6]point // directions of the edges
	sheet  bool     // it shows tiles, not a map

	hex   string             // the hex that is being drawn
	busy  map[string][]spot  // positions of track and stops, by hex
	taken map[string][]box   // boxes of text, by hex
	stops map[string][]point // positions of stops, by hex
	lanes map[string][]lane  // runs of trains, by hex
}

// drawn draws the map.
func drawn(t *title.Title, s *engine.State) *canvas { return blank(t, s).all() }

// all draws the hexes first, then all track, then all stops, then the words. So a hex hides nothing of
// its neighbour, no run hides a marker, and words can avoid what is there.
func (c *chart) all() *canvas {
	c.area(polygon(point{}, point{c.width, 0}, point{c.width, c.height}, point{0, c.height}), paper, "", 0)
	if !c.sheet {
		c.rim()
	}
	for i := range c.board.Hexes {
		c.ground(&c.board.Hexes[i])
	}
	for i := range c.board.Hexes {
		c.laid(&c.board.Hexes[i])
	}
	c.low = len(c.shapes)
	for i := range c.board.Hexes {
		c.halts(&c.board.Hexes[i])
	}
	for i := range c.board.Hexes {
		c.barriers(&c.board.Hexes[i])
	}
	for _, b := range c.pos.Borders {
		c.border(b)
	}
	for i := range c.board.Hexes {
		c.words(&c.board.Hexes[i])
	}
	return &c.canvas
}

// blank returns a map with nothing drawn on it.
func blank(t *title.Title, s *engine.State) *chart { return blankAt(t, s, t.Position(s)) }

// blankAt is blank for a position that is known.
func blankAt(t *title.Title, s *engine.State, pos title.Position) *chart {
	table := t.Table(s)
	c := &chart{title: t, state: s, table: table, board: table.Board(), pos: pos}
	c.busy, c.taken, c.stops = map[string][]spot{}, map[string][]box{}, map[string][]point{}
	c.lanes = map[string][]lane{}
	for e := range c.ways {
		c.ways[e] = polar(c.angle(e), 1)
	}
	c.fit()
	return c
}

func (c *chart) pointy() bool { return c.board.Layout.Pointy }

// apothem is the distance from the middle of a hex to its sides.
const apothem = side * 0.8660254

// fit computes the size of the drawing.
func (c *chart) fit() {
	c.origin = point{}
	lo, hi := c.center(c.board.Hexes[0].At), c.center(c.board.Hexes[0].At)
	for i := range c.board.Hexes {
		p := c.center(c.board.Hexes[i].At)
		lo, hi = point{min(lo.x, p.x), min(lo.y, p.y)}, point{max(hi.x, p.x), max(hi.y, p.y)}
	}
	half := c.half()
	c.origin = point{margin, margin}.plus(half).minus(lo)
	size := hi.minus(lo).plus(half.times(2))
	c.width, c.height = size.x+2*margin, size.y+2*margin
}

// half returns half the width and height of a hex.
func (c *chart) half() point {
	if c.pointy() {
		return point{apothem, side}
	}
	return point{side, apothem}
}

// center returns the middle of a hex.
func (c *chart) center(hex string) point {
	if c.sheet {
		return c.onSheet(hex)
	}
	x, y := c.board.Center(hex)
	if c.pointy() {
		return c.origin.plus(point{float64(x) * apothem, float64(y) * side * 1.5})
	}
	return c.origin.plus(point{float64(x) * side * 1.5, float64(y) * apothem})
}

// angle returns the direction from the middle of a hex to an edge.
func (c *chart) angle(edge int) float64 {
	if c.pointy() {
		return 120 + 60*float64(edge)
	}
	return 90 + 60*float64(edge)
}

// middleOf returns the middle of an edge.
func (c *chart) middleOf(hex string, edge int) point {
	return c.center(hex).plus(polar(c.angle(edge), apothem))
}

// corners returns the corners of a hex. Edge e lies between corners e and e+1.
func (c *chart) corners(hex string) []point {
	out := make([]point, 6)
	for i := range out {
		out[i] = c.center(hex).plus(polar(c.angle(i)-30, side))
	}
	return out
}

// ground fills a hex with the colour of its tile or printing.
func (c *chart) ground(hex *board.Hex) {
	c.area(polygon(c.corners(hex.At)...), ground(c.board.Face(hex.At).Color), grid, 1.2)
}

// barriers draws the edges that no track may cross.
func (c *chart) barriers(hex *board.Hex) {
	corners := c.corners(hex.At)
	for _, e := range hex.Blocked {
		c.line(from(corners[e]).line(corners[(e+1)%6]), barrier, 5)
	}
}

// border draws an edge that costs money, thick while it is closed. The price stands beside track that crosses
// it.
func (c *chart) border(b title.Border) {
	corners := c.corners(b.Hex)
	from1, to := corners[b.Edge], corners[(b.Edge+1)%6]
	width := 2.5
	if b.Shut {
		width = 5
	}
	c.line(from(from1).line(to), barrier, width)
	c.hex = b.Hex
	w := c.price(b.Cost)
	for _, at := range []float64{0.5, 0.25, 0.75, 0.1, 0.9} {
		w.ways[0].places = append(w.ways[0].places, from1.toward(to, at))
	}
	w.free = true
	c.set([]*word{w})
}

// laid draws the track of a hex and the runs on it.
func (c *chart) laid(hex *board.Hex) {
	face := c.board.Face(hex.At)
	c.hex = hex.At
	at := c.places(hex, face)
	c.stops[hex.At] = at
	if face.Color == "red" {
		c.arrows(hex, face)
	} else {
		c.track(hex, face, at)
	}
	c.trains(hex, face, at)
}

// halts draws the stops of a hex.
func (c *chart) halts(hex *board.Hex) {
	face := c.board.Face(hex.At)
	c.hex = hex.At
	for i, st := range face.Stops {
		c.stop(hex, face, i, st, c.stops[hex.At][i])
	}
}
