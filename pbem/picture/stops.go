package picture

import (
	"math"
	"strings"

	"pbem/engine/board"
	"pbem/engine/step"
)

// slotRadius is the radius of a station space.
const slotRadius = side * 0.27

// Radii of a city without spaces, and of a town that is no bar across its track.
const (
	plainCity  = slotRadius * 0.8
	townRadius = side * 0.12
)

// stop draws a stop and the markers on it.
func (c *chart) stop(hex *board.Hex, face *board.Face, i int, st board.Stop, at point) {
	pieces := c.state.At(board.Spot{Hex: hex.At, N: i}.String())
	switch {
	case c.spaces(hex, i, st) > 0:
		c.city(slots(at, c.spaces(hex, i, st), c.lean(hex, face, at)), pieces)
	case st.Kind == board.Offboard:
	case st.Kind == board.City:
		c.disc(at, plainCity, space, ink, 3)
		c.occupy(at, slotRadius)
	case bent(face, i, edgesOf(face, i)) && len(face.Stops) == 1:
		c.bar(hex, edgesOf(face, i), at)
	default:
		c.disc(at, townRadius, rail, bed, 2)
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

// spaces returns how many station spaces a stop is drawn with: those that it has, and more if more
// markers lie there. It is 0 if the stop is drawn as something else.
func (c *chart) spaces(hex *board.Hex, i int, st board.Stop) int {
	if (st.Kind == board.City || st.Kind == board.Offboard) && st.Slots > 0 { // 28-ST-08
		return max(st.Slots, len(c.state.At(board.Spot{Hex: hex.At, N: i}.String())))
	}
	return 0
}

// lean returns the angle at which two spaces of a city lie. If the hex has other stops, they lie along the
// side of the hex that is nearest to the city, so that they leave room for the others.
func (c *chart) lean(hex *board.Hex, face *board.Face, at point) float64 {
	out := at.minus(c.center(hex.At))
	if len(face.Stops) == 1 || out.length() < 1 {
		return 0
	}
	return math.Atan2(out.y, out.x)*180/math.Pi + 90
}

// slots returns the positions of the spaces of a city. lean is the angle at which two spaces lie.
func slots(at point, n int, lean float64) []point {
	r := slotRadius
	switch n {
	case 1:
		return []point{at}
	case 2:
		return []point{at.minus(polar(lean, r)), at.plus(polar(lean, r))}
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
func (c *chart) city(places []point, pieces []string) {
	c.walls(places)
	for i, p := range places {
		c.disc(p, slotRadius, space, ink, 1.6)
		c.occupy(p, spaceReach(len(places)))
		if i < len(pieces) {
			c.marker(p, pieces[i])
		}
	}
}

// wallWidth is the width of the outline that joins the spaces of a city.
const wallWidth = 2.2

// spaceReach returns the radius of a station space with its outline. n is the number of spaces of the city.
func spaceReach(n int) float64 {
	if n == 1 {
		return slotRadius + 0.8
	}
	return slotRadius + wallWidth
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
		c.disc(p, slotRadius+wallWidth, ink, "", 0)
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
		fill, text = f.Color, f.Ink()
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
