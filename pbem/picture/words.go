package picture

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pbem/engine/board"
)

// Sizes of text.
const (
	nameSize  = 9.5
	labelSize = 15.0
	smallSize = 8.8
	costSize  = 9.5
	valueSize = 9.0

	valueRadius = 8.2 // radius of the circle around a value
)

// words writes all text of a hex. What is most important to read is placed first.
func (c *chart) words(hex *board.Hex) {
	face, center := c.board.Face(hex.At), c.center(hex.At)
	tint := ground(face.Color)
	c.hex = hex.At
	var all []*word
	for _, w := range [][]*word{
		c.values(face, center), c.label(hex, face, center), c.revenues(face, c.stops[hex.At], center), c.extras(hex, center), c.trainValues(face, center),
		c.name(hex, center, tint), c.terrain(hex, center, tint), c.small(hex, center, tint),
	} {
		all = append(all, w...)
	}
	c.set(all)
}

// one returns a word that is written in only one way.
func one(w, h float64, places []point, draw func(at point)) []*word {
	return []*word{{ways: []way{{w: w, h: h, places: places, draw: draw}}}}
}

// label writes the label that tiles on this hex need. It is left out if the name of the hex says the same.
func (c *chart) label(hex *board.Hex, face *board.Face, center point) []*word {
	label := face.Label
	if label == "" {
		label = hex.Label
	}
	if label == "" || slices.Contains(strings.Fields(hex.Name), label) {
		return nil
	}
	places := around(center, []float64{side * 0.7, side * 0.6, side * 0.5}, 180, 0, 210, 330, 150, 30, 240, 300, 120, 60, 270, 90)
	return one(width(label, labelSize, true), labelSize*0.8, places, func(at point) { c.write(at, label, labelSize, true, ink, "") })
}

// revenues writes the value of each stop in a small circle near it.
func (c *chart) revenues(face *board.Face, at []point, center point) (out []*word) {
	if len(face.Track) == 0 && !slices.ContainsFunc(face.Stops, func(s board.Stop) bool { return s.Revenue.Fixed > 0 }) {
		return nil
	}
	said := map[string]bool{}
	for i, st := range face.Stops {
		if st.Revenue.By != nil {
			continue
		}
		value := strconv.Itoa(st.Revenue.Fixed)
		if st.Group != "" && said[st.Group+value] { // once for a group of cities with the same value
			continue
		}
		said[st.Group+value] = true
		near := around(at[i], []float64{side * 0.36, side * 0.45, side * 0.55}, 90, 270, 0, 180, 45, 135, 225, 315)
		far := around(center, []float64{side * 0.72, side * 0.62}, 30, 150, 330, 210, 0, 180, 60, 120, 240, 300)
		places := append(far, near...)
		if len(face.Stops) > 1 && st.Group == "" { // each beside its own stop
			places = near
		}
		const r = valueRadius
		out = append(out, one(2*r+1, 2*r+1, places, func(at point) {
			c.disc(at, r, space, ink, 0.8)
			c.write(at, value, valueSize, false, ink, "")
		})...)
	}
	return out
}

// extras shows what else is on a hex, such as a mine or a bridge, each in a small box.
func (c *chart) extras(hex *board.Hex, center point) (out []*word) {
	for _, text := range c.pos.MarksAt(hex.At) {
		out = append(out, c.boxed(text, center, ink, space)...)
	}
	return out
}

// trainValues shows values that belong to trains, such as "D 100", each in a small
// box.
func (c *chart) trainValues(face *board.Face, center point) (out []*word) {
	for _, st := range face.Stops {
		for _, name := range slices.Sorted(maps.Keys(st.Revenue.Trains)) {
			out = append(out, c.boxed(fmt.Sprint(name, " ", st.Revenue.Trains[name]), center, space, ink)...)
		}
	}
	return out
}

// boxed writes a text in a small box.
func (c *chart) boxed(text string, center point, ground, letters string) []*word {
	w, h := width(text, smallSize, true)+6, smallSize+5.0
	places := around(center, []float64{side * 0.66, side * 0.5}, 90, 270, 30, 150, 210, 330, 0, 180)
	return one(w, h, places, func(at point) {
		b := boxAt(at, w, h)
		c.area(polygon(b.lo, point{b.hi.x, b.lo.y}, b.hi, point{b.lo.x, b.hi.y}), ground, ink, 0.5)
		c.write(at, text, smallSize, true, letters, "")
	})
}

// name writes the name of a hex, on as many lines as fit best.
func (c *chart) name(hex *board.Hex, center point, tint string) []*word {
	if hex.Name == "" {
		return nil
	}
	w := &word{tint: tint}
	heights := []float64{0.56, -0.5, 0.62, -0.6, 0.48, -0.42, 0.36, -0.34, 0.7, -0.7, 0.2, -0.2, 0}
	for i, lines := range [][]string{{hex.Name}, split(hex.Name)} {
		for j, size := range []float64{nameSize, smallSize} {
			if i == 1 && len(lines) == 1 {
				continue
			}
			w.ways = append(w.ways, way{
				w: widest(lines, size), h: size * float64(len(lines)) * 0.9, places: upright(center, heights...), minus: float64(len(lines)-1) + 1.5*float64(j),
				draw: func(at point) {
					for i, l := range lines {
						y := at.y + (float64(i)-float64(len(lines)-1)/2)*size
						c.write(point{at.x, y}, l, size, true, ink, tint)
					}
				},
			})
		}
	}
	return []*word{w}
}

func widest(lines []string, size float64) float64 {
	w := 0.0
	for _, l := range lines {
		w = max(w, width(l, size, true))
	}
	return w
}

// split splits a long name at the blank nearest to its middle.
func split(name string) []string {
	if !strings.Contains(name, " ") {
		return []string{name}
	}
	best := -1
	for i, r := range name {
		if r == ' ' && (best < 0 || abs(2*i-len(name)) < abs(2*best-len(name))) {
			best = i
		}
	}
	return []string{name[:best], name[best+1:]}
}

func abs(n int) int { return max(n, -n) }

// terrain writes what building costs, while it still costs.
func (c *chart) terrain(hex *board.Hex, center point, tint string) []*word {
	if c.table.TerrainDue(hex.At) == 0 {
		return nil
	}
	var texts []string
	for _, t := range hex.Grounds() {
		texts = append(texts, c.title.Facts.Money(t.Cost))
	}
	const sign = 12 // as wide as a sign
	w := 0.0
	for _, text := range texts {
		w += width(text, costSize, false) + sign
	}
	places := []point{center}
	if len(hex.Stops) > 0 {
		places = nil
	}
	places = append(places, upright(center, -0.6, 0.62, -0.5, 0.5, 0.7, -0.7)...)
	places = append(places, around(center, []float64{side * 0.7, side * 0.6, side * 0.5, side * 0.4}, 210, 330, 150, 30, 180, 0, 240, 300, 120, 60)...)
	return one(w, costSize, places, func(at point) {
		x := at.x - (w-sign)/2
		for i, t := range hex.Grounds() {
			wide := width(texts[i], costSize, false)
			c.sign(point{x, at.y}, t.Kind)
			c.write(point{x + wide/2 + sign/2, at.y}, texts[i], costSize, false, ink, tint)
			x += wide + sign
		}
	})
}

// price returns the price of an edge as a word without a place.
func (c *chart) price(cost int) *word {
	text := c.title.Facts.Money(cost)
	return one(width(text, 10, true), 8, nil, func(at point) { c.write(at, text, 10, true, barrier, paper) })[0]
}

// sign draws water as waves and mountains as a peak.
func (c *chart) sign(at point, terrain string) {
	switch terrain {
	case "water", "river", "lake", "sea", "swamp", "marsh", "fen", "bog", "canal":
		for _, dy := range []float64{-2.4, 1.6} {
			p := from(point{at.x - 5.5, at.y + dy})
			p = p.curve(point{at.x - 3.6, at.y + dy - 4}, point{at.x - 1.8, at.y + dy + 4}, point{at.x, at.y + dy})
			p = p.curve(point{at.x + 1.8, at.y + dy - 4}, point{at.x + 3.6, at.y + dy + 4}, point{at.x + 5.5, at.y + dy})
			c.line(p, water, 1.5)
		}
	default:
		c.area(polygon(point{at.x - 5.5, at.y + 4}, point{at.x, at.y - 5}, point{at.x + 5.5, at.y + 4}), rock, "", 0)
	}
}

// small writes the coordinate of a hex and the number of its tile. A sheet of tiles has no coordinates.
func (c *chart) small(hex *board.Hex, center point, tint string) (out []*word) {
	texts := []string{hex.At}
	if c.sheet {
		texts = nil
	}
	if l, ok := c.state.Tile(hex.At); ok {
		texts = append(texts, "#"+l.Tile)
	}
	places := append(upright(center, -0.76, 0.76), around(center, []float64{side * 0.8, side * 0.7, side * 0.6}, 240, 300, 120, 60, 180, 0, 210, 330, 150, 30)...)
	for _, text := range texts {
		out = append(out, one(width(text, smallSize, true)+1, smallSize*0.8, places, func(at point) { c.write(at, text, smallSize, true, soft, tint) })...)
	}
	return out
}

// values draws the revenue of stops that depends on the phase: one box for each colour, the current one
// larger and framed.
func (c *chart) values(face *board.Face, center point) []*word {
	i := slices.IndexFunc(face.Stops, func(s board.Stop) bool { return s.Revenue.By != nil })
	if i < 0 {
		return nil
	}
	stop := face.Stops[i]
	colours, now := c.phases(stop), stop.Revenue.Holds(c.table.Phase().Offboard)
	if len(face.Stops) > mostAround { // showing only the current value leaves room for the cities
		colours = []string{now}
	}
	total := valueWide * float64(len(colours))
	return one(total, valueHigh+3, upright(center, 0, -0.42, 0.42, -0.5, 0.5, -0.56, 0.56, -0.62, 0.62), func(at point) {
		c.valuesAt(at.minus(point{(total - valueWide) / 2, 0}), stop, colours, now)
	})
}

// Size of the box around a value.
const (
	valueWide = 15.5
	valueHigh = 13.0
)

// valuesAt draws boxes of values from left to right.
func (c *chart) valuesAt(at point, stop board.Stop, colours []string, now string) {
	frame := func() {}
	for _, colour := range colours {
		b := boxAt(at, valueWide, valueHigh)
		if colour == now {
			b = boxAt(at, valueWide+1, valueHigh+4)
		}
		shape := polygon(b.lo, point{b.hi.x, b.lo.y}, b.hi, point{b.lo.x, b.hi.y})
		c.area(shape, ground(colour), "", 0)
		text := fmt.Sprint(stop.Revenue.By[colour])
		if colour == now {
			c.write(at, text, 10.5, true, ink, "")
			frame = func() { c.line(shape, ink, 1.8) }
		} else {
			c.write(at, text, smallSize, false, ink, "")
		}
		at.x += valueWide
	}
	frame()
}

// mostAround is up to how many stops on a hex leave room for all values.
const mostAround = 3

// phases lists the colours for which a stop has a value, in the order of the phases.
func (c *chart) phases(st board.Stop) []string {
	var out []string
	for _, p := range c.title.Facts.Phases {
		if _, ok := st.Revenue.By[p.Offboard]; ok && !slices.Contains(out, p.Offboard) {
			out = append(out, p.Offboard)
		}
	}
	return out
}

// rim writes the coordinates along the edges of the drawing.
func (c *chart) rim() {
	across, down := map[float64]string{}, map[float64]string{}
	for i := range c.board.Hexes {
		at := c.board.Hexes[i].At
		n := strings.IndexAny(at, "0123456789")
		letter, num := at[:n], at[n:]
		p := c.center(at)
		if c.board.Layout.Letters == board.Rows {
			letter, num = num, letter
		}
		across[p.x], down[p.y] = letter, num
	}
	for _, x := range slices.Sorted(maps.Keys(across)) {
		for _, y := range []float64{margin * 0.5, c.height - margin*0.5} {
			c.write(point{x, y}, across[x], 11, true, faint, "")
		}
	}
	for _, y := range slices.Sorted(maps.Keys(down)) {
		for _, x := range []float64{margin * 0.45, c.width - margin*0.45} {
			c.write(point{x, y}, down[y], 11, true, faint, "")
		}
	}
}
