package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// A painter paints shapes on an image. scale is in pixels per unit, and lo is the corner of the drawing where
// the image begins.
type painter struct {
	img   *image.RGBA
	lo    point
	scale float64
	brush vector.Rasterizer
}

func (c *canvas) paint(pixels int) *image.RGBA {
	return c.paintPart(box{hi: point{c.width, c.height}}, pixels)
}

// paintPart paints what lies in a box. pixels is the width of the image.
func (c *canvas) paintPart(b box, pixels int) *image.RGBA {
	size := b.hi.minus(b.lo)
	scale := float64(pixels) / size.x
	p := &painter{img: image.NewRGBA(image.Rect(0, 0, pixels, int(math.Round(size.y*scale)))), lo: b.lo, scale: scale}
	for _, s := range c.shapes {
		p.shape(s)
	}
	return p.img
}

func (p *painter) shape(s shape) {
	switch {
	case s.text != "":
		p.text(s)
		return
	case s.radius > 0:
		if s.fill != "" {
			p.fill(s.fill, round(s.center, s.radius))
		}
		if s.stroke != "" {
			p.fill(s.stroke, round(s.center, s.radius+s.width/2), reversed(round(s.center, s.radius-s.width/2)))
		}
		return
	}
	points := s.path.points()
	if s.fill != "" {
		p.fill(s.fill, points)
	}
	if s.stroke != "" {
		p.fill(s.stroke, outline(points, s.width, s.path.closed)...)
	}
}

// round returns the points of a circle.
func round(at point, r float64) []point {
	out := make([]point, 40)
	for i := range out {
		out[i] = at.plus(polar(float64(i)*360/float64(len(out)), r))
	}
	return out
}

func reversed(list []point) []point {
	out := make([]point, len(list))
	for i, p := range list {
		out[len(list)-1-i] = p
	}
	return out
}

// outline returns the area that a stroke along the points covers.
func outline(points []point, width float64, closed bool) [][]point {
	if closed && points[0] == points[len(points)-1] {
		points = points[:len(points)-1]
	}
	left, right := make([]point, len(points)), make([]point, len(points))
	for i, p := range points {
		side := normal(points, i, closed).times(width / 2)
		left[i], right[i] = p.plus(side), p.minus(side)
	}
	if closed {
		return [][]point{left, reversed(right)}
	}
	return [][]point{append(left, reversed(right)...)}
}

// normal returns the direction across the line at a point. It is longer where the line bends, so that the
// stroke keeps its width.
func normal(points []point, i int, closed bool) point {
	n := len(points)
	before, after := i-1, i+1
	if closed {
		before, after = (i+n-1)%n, (i+1)%n
	}
	switch {
	case before < 0:
		return across(points[i], points[after])
	case after >= n:
		return across(points[before], points[i])
	}
	a, b := across(points[before], points[i]), across(points[i], points[after])
	sum := a.plus(b)
	if sum.length() < 0.5 { // a sharp bend
		return a
	}
	unit := sum.times(1 / sum.length())
	return unit.times(1 / (unit.x*a.x + unit.y*a.y))
}

func across(a, b point) point {
	d := b.minus(a)
	if d.length() == 0 {
		return point{}
	}
	return point{-d.y, d.x}.times(1 / d.length())
}

// text paints a text on top of its halo.
func (p *painter) text(s shape) {
	var glyphs [][]point
	at := s.center.plus(point{-width(s.text, s.size, s.bold) / 2, s.size * middle})
	for _, r := range s.text {
		g := face(s.bold).glyph(r)
		for _, o := range g.outline {
			points := o.points()
			for i, q := range points {
				points[i] = at.plus(q.times(s.size))
			}
			glyphs = append(glyphs, points)
		}
		at.x += g.advance * s.size
	}
	if len(glyphs) == 0 {
		return
	}
	if s.stroke != "" {
		p.halo(s, glyphs)
	}
	p.fill(s.fill, glyphs...)
}

// halo paints the text shifted in eight directions, as one area: painting it eight times took a fifth of a map.
func (p *painter) halo(s shape, glyphs [][]point) {
	moved := make([][]point, 0, 8*len(glyphs))
	for i := range 8 {
		by := polar(float64(i)*45, s.width/2)
		for _, g := range glyphs {
			shifted := make([]point, len(g))
			for k, q := range g {
				shifted[k] = q.plus(by)
			}
			moved = append(moved, shifted)
		}
	}
	p.fill(s.stroke, moved...)
}

// fill paints the area that the outlines enclose. It touches only the pixels around them.
func (p *painter) fill(colour string, outlines ...[]point) {
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, o := range outlines {
		for _, q := range o {
			lo.x, lo.y, hi.x, hi.y = min(lo.x, q.x), min(lo.y, q.y), max(hi.x, q.x), max(hi.y, q.y)
		}
	}
	lo, hi = lo.minus(p.lo), hi.minus(p.lo)
	box := image.Rect(int(math.Floor(lo.x*p.scale)), int(math.Floor(lo.y*p.scale)), int(math.Ceil(hi.x*p.scale))+1, int(math.Ceil(hi.y*p.scale))+1)
	if box = box.Intersect(p.img.Bounds()); box.Empty() {
		return
	}
	p.brush.Reset(box.Dx(), box.Dy())
	for _, o := range outlines {
		for i, q := range o {
			x, y := float32((q.x-p.lo.x)*p.scale-float64(box.Min.X)), float32((q.y-p.lo.y)*p.scale-float64(box.Min.Y))
			if i == 0 {
				p.brush.MoveTo(x, y)
			} else {
				p.brush.LineTo(x, y)
			}
		}
		p.brush.ClosePath()
	}
	p.brush.DrawOp = draw.Over
	p.brush.Draw(p.img, box, image.NewUniform(rgba(colour)), image.Point{})
}

// rgba parses "#rrggbb". Anything else is black.
func rgba(colour string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil {
		n = 0
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
}
