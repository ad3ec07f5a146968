package picture

import (
	"maps"
	"math"
	"slices"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/engine/step"
	"pbem/titles/title"
)

// A whole map is too small to read on a phone. So the part near some companies is painted larger.

// Measures of that part.
const (
	phone      = 374.0 // width of a mail on the screen of a phone, in pixels
	legible    = 9.0   // least height of legible text, in pixels
	partWide   = phone * smallSize / legible
	partTall   = partWide * 1.5
	partPixels = 2 * 390 // width in pixels: phone screens have two or three for one
	mostPart   = 64_000  // bytes
)

// Weights of hexes. They decide which part is painted.
const (
	weighsStation = 8
	weighsReach   = 1
)

// A Part is the part of the map near some companies: all hexes between two
// corners, in units of the drawing.
type Part struct {
	frame box
	Hexes []string // hexes that lie within it as a whole, in the order of the map
}

// Near returns the part of the map around the stations and reach of companies.
// ok is false if they have neither, or if the whole map is readable on a phone.
func Near(t *title.Title, s *engine.State, companies []string) (p Part, ok bool) {
	c := blank(t, s)
	weights := c.weights(companies)
	if len(weights) == 0 || c.width <= partWide && c.height <= partTall {
		return Part{}, false
	}
	frame := c.frame(weights)
	for i := range c.board.Hexes {
		if at := c.board.Hexes[i].At; frame.holds(c.extent(at)) {
			p.Hexes = append(p.Hexes, at)
		}
	}
	p.frame = frame
	return p, true
}

// Key tells apart parts of one drawing.
func (p Part) Key() [4]float64 {
	return [4]float64{p.frame.lo.x, p.frame.lo.y, p.frame.hi.x, p.frame.hi.y}
}

// PartPNG paints a part of the map so that all of it is readable on a phone.
func PartPNG(t *title.Title, s *engine.State, p Part) ([]byte, error) {
	return Of(t, s).PartPNG(p)
}

// PartPNG paints a part of the drawing so that all of it is readable on a phone.
func (d Drawing) PartPNG(p Part) ([]byte, error) {
	return packed(d.c.paintPart(p.frame, partPixels), d.c.colours(), mostPart)
}

// weights returns the weight of each hex that matters to the companies.
func (c *chart) weights(companies []string) map[string]float64 {
	out := map[string]float64{}
	for _, sym := range companies {
		if c.title.Facts.Company(sym) == nil {
			continue
		}
		for _, at := range c.homes(sym) {
			out[at.Hex] += weighsStation
		}
		for _, hex := range c.table.Reach(c.board, sym).Hexes() {
			out[hex] += weighsReach
		}
	}
	return out
}

// homes returns the stations of a company, or the spaces reserved for it.
func (c *chart) homes(sym string) []board.Spot {
	if out := c.table.Stations(sym); len(out) > 0 {
		return out
	}
	var out []board.Spot
	for i := range c.board.Hexes {
		hex := &c.board.Hexes[i]
		for n := range c.board.Face(hex.At).Stops {
			at := board.Spot{Hex: hex.At, N: n}
			if slices.ContainsFunc(c.state.At(at.String()), func(piece string) bool { return step.Label(piece) == sym }) {
				out = append(out, at)
			}
		}
	}
	return out
}

// extent returns the box around a hex.
func (c *chart) extent(hex string) box {
	half := c.half()
	return boxAt(c.center(hex), 2*half.x, 2*half.y)
}

// frame returns the part with the greatest weight, centred on what it shows. Of several equal parts it takes
// the first from the top.
func (c *chart) frame(weights map[string]float64) box {
	var places []point
	var weigh []float64
	xs, ys := map[float64]bool{}, map[float64]bool{}
	for i := range c.board.Hexes {
		at := c.board.Hexes[i].At
		if w := weights[at]; w > 0 {
			p := c.center(at)
			places, weigh = append(places, p), append(weigh, w)
			xs[p.x], ys[p.y] = true, true
		}
	}
	half := c.half()
	room := point{partWide, partTall}.minus(half.times(2))
	best, most := box{}, math.Inf(-1)
	for _, y := range slices.Sorted(maps.Keys(ys)) {
		for _, x := range slices.Sorted(maps.Keys(xs)) {
			b := held(places, box{point{x, y}, point{x, y}.plus(room)})
			if sum := worth(places, weigh, b); sum > most {
				best, most = b, sum
			}
		}
	}
	return c.widened(box{best.lo.minus(half), best.hi.plus(half)})
}

// held returns the box around those of the places that lie within b.
func held(places []point, b box) box {
	out := box{b.hi, b.lo}
	for _, p := range places {
		if b.holds(box{p, p}) {
			out = box{point{min(out.lo.x, p.x), min(out.lo.y, p.y)}, point{max(out.hi.x, p.x), max(out.hi.y, p.y)}}
		}
	}
	return out
}

// worth returns the weight of the places within a box. A place counts a little less the farther it is from
// the middle.
func worth(places []point, weigh []float64, b box) float64 {
	sum, middle := 0.0, b.lo.toward(b.hi, 0.5)
	for i, p := range places {
		if b.holds(box{p, p}) {
			sum += weigh[i] * (1 - p.minus(middle).length()/(20*partTall))
		}
	}
	return sum
}

// widened makes a box as wide as the part has to be, at least as high as wide, and moves it into the drawing.
func (c *chart) widened(b box) box {
	middle := b.lo.toward(b.hi, 0.5)
	w := min(partWide, c.width)
	h := min(max(b.hi.y-b.lo.y+2*partEdge, w), c.height)
	lo := point{
		min(max(middle.x-w/2, 0), c.width-w),
		min(max(middle.y-h/2, 0), c.height-h),
	}
	return box{lo, lo.plus(point{w, h})}
}

// partEdge is the margin around a part.
const partEdge = side * 0.25

// holds reports whether one box lies within another.
func (b box) holds(o box) bool {
	const close = 0.01
	return b.lo.x <= o.lo.x+close && b.lo.y <= o.lo.y+close && o.hi.x <= b.hi.x+close && o.hi.y <= b.hi.y+close
}
