package picture

import (
	"strings"

	"pbem/engine/board"
	"pbem/engine/step"
)

// slotRadius is the radius of a station space.
const slotRadius = side * 0.27

// stop draws a stop and the markers on it.
func (c *chart) stop(hex *board.Hex, face *board.Face, i int, st board.Stop, at point) {
	pieces := c.state.At(board.Spot{Hex: hex.At, N: i}.String())
	switch {
	case (st.Kind == board.City || st.Kind == board.Offboard) && st.Slots > 0: // 28-ST-08
		c.city(at, max(st.Slots, len(pieces)), pieces)
	case st.Kind == board.Offboard:
	case st.Kind == board.City:
		c.disc(at, slotRadius*0.8, space, ink, 3)
		c.occupy(at, slotRadius)
	case bent(face, i, edgesOf(face, i)) && len(face.Stops) == 1:
		c.bar(hex, edgesOf(face, i), at)
	default:
		c.disc(at, side*0.12, rail, bed, 2)
		c.occupy(at, side*0.16)
	}
	if st.Kind == board.Port {
		c.write(at, "P", side*0.16, true, bed, "")
	}
}

// bar draws a town across its track.
func (c *chart) bar(hex *board.Hex, edges []int, at point) {
	a, c1, c2, b := c.bend(hex.At, edges[0], edges[1])
	ahead := bezier(a, c1, c2, b, 0.51)
	half := across(at, ahead).times(side * 0.17)
	c.line(from(at.plus(half)).line(at.minus(half)), bed, side*0.17)
	c.line(from(at.plus(half.times(0.92))).line(at.minus(half.times(0.92))), rail, side*0.12)
	c.occupy(at, side*0.2)
}

// slots returns the positions of the spaces of a city.
func slots(at point, n int) []point {
	r := slotRadius
	switch n {
	case 1:
		return []point{at}
	case 2:
		return []point{{at.x - r, at.y}, {at.x + r, at.y}}
	case 3:
		return []point{{at.x - r, at.y + r*0.58}, {at.x + r, at.y + r*0.58}, {at.x, at.y - r*1.15}}
	case 4:
		return []point{{at.x - r, at.y - r}, {at.x + r, at.y - r}, {at.x - r, at.y + r}, {at.x + r, at.y + r}}
	}
	out := make([]point, n)
	for i := range out {
		out[i] = at.plus(polar(360*float64(i)/float64(n)-90, r*1.7))
	}
	return out
}

// city draws the spaces of a city and the markers in them.
func (c *chart) city(at point, n int, pieces []string) {
	places := slots(at, n)
	c.walls(places)
	for i, p := range places {
		c.disc(p, slotRadius, space, ink, 1.6)
		c.occupy(p, slotRadius*1.05)
		if i < len(pieces) {
			c.marker(p, pieces[i])
		}
	}
}

// walls draws the outline that joins the spaces of a city.
func (c *chart) walls(places []point) {
	if len(places) < 2 {
		return
	}
	for i, a := range places {
		for _, b := range places[i+1:] {
			c.line(from(a).line(b), ink, slotRadius*2)
		}
	}
	if len(places) > 2 {
		c.area(polygon(places...), ink, ink, slotRadius)
	}
	for _, p := range places {
		c.disc(p, slotRadius+2.2, ink, "", 0)
	}
	for i, a := range places {
		for _, b := range places[i+1:] {
			c.line(from(a).line(b), space, slotRadius*2-5)
		}
	}
}

// marker draws a station marker, or the symbol of a reserved space.
func (c *chart) marker(at point, piece string) {
	sym := step.Label(piece)
	fill, text := "#dddddd", ink
	if f := c.title.Facts.Company(sym); f != nil && f.Color != "" {
		fill, text = f.Color, f.Text
	}
	r := slotRadius * 0.86
	if strings.HasPrefix(piece, "keep:") {
		c.disc(at, r, space, fill, 2)
		c.symbol(at, sym, r*1.55, 11.5, false, ink)
		return
	}
	c.disc(at, r, fill, ink, 0.8)
	c.symbol(at, sym, r*1.75, 13, true, text)
}

// symbol writes the symbol of a company, on two lines if it is long.
func (c *chart) symbol(at point, sym string, room, most float64, bold bool, fill string) {
	if len(sym) < 5 {
		c.fitted(at, sym, room, most, bold, fill)
		return
	}
	half := (len(sym) + 1) / 2
	c.fitted(at.minus(point{0, 4.4}), sym[:half], room*0.86, most*0.72, bold, fill)
	c.fitted(at.plus(point{0, 4.4}), sym[half:], room*0.86, most*0.72, bold, fill)
}

// fitted writes a text as large as fits.
func (c *chart) fitted(at point, text string, room, most float64, bold bool, fill string) {
	size := most
	if w := width(text, 1, bold); w > 0 {
		size = min(most, room/w)
	}
	c.write(at, text, size, bold, fill, "")
}
