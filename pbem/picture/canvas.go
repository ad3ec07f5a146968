package picture

import "math"

// A canvas is a list of shapes, from bottom to top. It is written as SVG or painted.
type canvas struct {
	width, height float64
	shapes        []shape
	low           int // how many of a map lie under its stops: hexes, track and runs
}

type point struct{ x, y float64 }

func (p point) plus(q point) point              { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point             { return point{p.x - q.x, p.y - q.y} }
func (p point) times(f float64) point           { return point{p.x * f, p.y * f} }
func (p point) toward(q point, f float64) point { return p.plus(q.minus(p).times(f)) }
func (p point) length() float64                 { return math.Hypot(p.x, p.y) }

// polar returns the point at an angle in degrees, clockwise from the right.
func polar(degrees, r float64) point {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return point{c * r, s * r}
}

// A shape is a path, a circle or a text. Colours are "#rrggbb"; "" is none.
type shape struct {
	path   path
	center point // of a circle or a text
	radius float64
	text   string
	size   float64 // of a text
	bold   bool
	fill   string
	stroke string // of a text: the colour of the halo behind it
	width  float64
}

// A path goes from point to point, straight or in cubic curves.
type path struct {
	start  point
	steps  []leg
	closed bool
}

type leg struct {
	curve  bool
	c1, c2 point
	to     point
}

func from(p point) path { return path{start: p} }

func (p path) line(to point) path {
	p.steps = append(p.steps, leg{to: to})
	return p
}

func (p path) curve(c1, c2, to point) path {
	p.steps = append(p.steps, leg{true, c1, c2, to})
	return p
}

func polygon(points ...point) path {
	p := from(points[0])
	for _, q := range points[1:] {
		p = p.line(q)
	}
	p.closed = true
	return p
}

// pieces is how many straight lines replace a curve.
const pieces = 14

// points turns a path into straight lines.
func (p path) points() []point {
	out := []point{p.start}
	for _, s := range p.steps {
		if !s.curve {
			out = append(out, s.to)
			continue
		}
		a := out[len(out)-1]
		for i := 1; i <= pieces; i++ {
			out = append(out, bezier(a, s.c1, s.c2, s.to, float64(i)/pieces))
		}
	}
	return out
}

func bezier(a, b, c, d point, t float64) point {
	u := 1 - t
	return a.times(u * u * u).plus(b.times(3 * u * u * t)).plus(c.times(3 * u * t * t)).plus(d.times(t * t * t))
}

func (c *canvas) add(s shape) { c.shapes = append(c.shapes, s) }

func (c *canvas) area(p path, fill, stroke string, width float64) {
	c.add(shape{path: p, fill: fill, stroke: stroke, width: width})
}

func (c *canvas) line(p path, stroke string, width float64) {
	c.add(shape{path: p, stroke: stroke, width: width})
}

func (c *canvas) disc(at point, r float64, fill, stroke string, width float64) {
	c.add(shape{center: at, radius: r, fill: fill, stroke: stroke, width: width})
}

// write centres a text at a point.
func (c *canvas) write(at point, text string, size float64, bold bool, fill, halo string) {
	c.add(shape{center: at, text: text, size: size, bold: bold, fill: fill, stroke: halo, width: size * 0.18})
}
