package picture

import (
	"math"
	"slices"

	"pbem/engine/board"
)

// Widths of track, and of the light border that separates crossing tracks.
const (
	railWidth = 6.0
	bedWidth  = 9.5
)

// places returns the position at which each stop of a hex is drawn.
func (c *chart) places(hex *board.Hex, face *board.Face) []point {
	center := c.center(hex.At)
	out := make([]point, len(face.Stops))
	if len(out) == 1 {
		out[0] = c.only(hex, face, center)
		return out
	}
	homeless := 0
	for i := range out {
		edges := edgesOf(face, i)
		if len(edges) == 0 {
			homeless++
			continue
		}
		if len(out) > 3 { // too crowded: each stop goes near its first edge
			edges = edges[:1]
		}
		out[i] = center.plus(polar(c.mean(edges), c.distance(edges)))
	}
	c.shelter(face, center, out, homeless)
	return c.apart(hex, face, c.sides(face, center, out))
}

// only places the single stop of a hex: in the middle, or on the track if it is a town on a bend.
func (c *chart) only(hex *board.Hex, face *board.Face, center point) point {
	if edges := edgesOf(face, 0); bent(face, 0, edges) {
		a, c1, c2, b := c.bend(hex.At, edges[0], edges[1])
		return bezier(a, c1, c2, b, 0.5)
	}
	return center
}

// bent reports whether a stop is drawn as a bar across track between two edges.
func bent(face *board.Face, i int, edges []int) bool {
	kind := face.Stops[i].Kind
	return (kind == board.Town || kind == board.Halt) && len(edges) == 2
}

// shelter places the stops that have no track: opposite the others, or side by side.
func (c *chart) shelter(face *board.Face, center point, out []point, homeless int) {
	settled := point{}
	for i := range out {
		if len(edgesOf(face, i)) > 0 {
			settled = settled.plus(out[i].minus(center))
		}
	}
	n := 0
	for i := range out {
		if len(edgesOf(face, i)) > 0 {
			continue
		}
		if settled.length() > 1 {
			out[i] = center.minus(settled.times(side * 0.42 / settled.length()))
		} else {
			out[i] = center.plus(polar(180+360*float64(n)/float64(homeless), side*0.42))
		}
		n++
	}
}

// edgesOf lists the edges whose track leads to a stop.
func edgesOf(face *board.Face, stop int) []int {
	var out []int
	for _, p := range face.Track {
		a, b := p.A, p.B
		if a == board.StopEnd(stop) {
			a, b = b, a
		}
		if e, ok := a.Edge(); ok && b == board.StopEnd(stop) {
			out = append(out, e)
		}
	}
	return out
}

// mean returns the mean direction of some edges.
func (c *chart) mean(edges []int) float64 {
	sum := point{}
	for _, e := range edges {
		sum = sum.plus(polar(c.angle(e), 1))
	}
	if sum.length() < 0.1 { // the edges are opposite
		return c.angle(edges[0]) + 90
	}
	return math.Atan2(sum.y, sum.x) * 180 / math.Pi
}

// distance returns how far from the middle a stop is drawn if there are several.
func (c *chart) distance(edges []int) float64 {
	switch len(edges) {
	case 1:
		return side * 0.53
	case 2:
		if d := (edges[0] - edges[1] + 6) % 6; d == 1 || d == 5 {
			return side * 0.52
		}
		return side * 0.4
	}
	return side * 0.38
}

// bend returns the four control points of the curve between two edges.
func (c *chart) bend(hex string, from, to int) (a, c1, c2, b point) {
	center := c.center(hex)
	a, b = c.middleOf(hex, from), c.middleOf(hex, to)
	reach := 0.6
	if d := (from - to + 6) % 6; d == 1 || d == 5 {
		reach = 0.444
	} else if d == 2 || d == 4 {
		reach = 0.619
	}
	return a, a.toward(center, reach), b.toward(center, reach), b
}

// track draws the track of a hex, each piece on its light border.
func (c *chart) track(hex *board.Hex, face *board.Face, at []point) {
	var pieces []path
	for i := range face.Stops {
		if edges := edgesOf(face, i); bent(face, i, edges) && len(face.Stops) == 1 {
			a, c1, c2, b := c.bend(hex.At, edges[0], edges[1])
			pieces = append(pieces, from(a).curve(c1, c2, b))
		}
	}
	whole := len(pieces) > 0
	for _, p := range face.Track {
		_, aStop := p.A.Stop()
		_, bStop := p.B.Stop()
		if !whole || !aStop && !bStop {
			pieces = append(pieces, c.piece(hex, p, at))
		}
	}
	for _, p := range pieces {
		c.line(p, bed, bedWidth)
		c.crowd(p)
	}
	for i, p := range pieces {
		if i > 0 && !shares(pieces, i) {
			c.line(p, bed, bedWidth)
		}
		c.line(p, rail, railWidth)
	}
}

// shares reports whether a piece of track shares an end with an earlier one: its border would cut through
// that one.
func shares(pieces []path, i int) bool {
	a, b := pieces[i].start, pieces[i].end()
	return slices.ContainsFunc(pieces[:i], func(q path) bool {
		return a == q.start || a == q.end() || b == q.start || b == q.end()
	})
}

// piece returns the course of one piece of track.
func (c *chart) piece(hex *board.Hex, p board.Path, at []point) path {
	a, aEdge := p.A.Edge()
	b, bEdge := p.B.Edge()
	switch {
	case aEdge && bEdge:
		s, c1, c2, e := c.bend(hex.At, a, b)
		return from(s).curve(c1, c2, e)
	case aEdge:
		return c.spur(hex, a, c.inner(hex, p.B, at))
	case bEdge:
		return c.spur(hex, b, c.inner(hex, p.A, at))
	}
	return from(c.inner(hex, p.A, at)).line(c.inner(hex, p.B, at))
}

// inner returns the position of an end of track inside the hex.
func (c *chart) inner(hex *board.Hex, end board.End, at []point) point {
	if i, ok := end.Stop(); ok {
		return at[i]
	}
	return c.center(hex.At)
}

// spur returns track from an edge to a point inside. It leaves the edge at a right angle.
func (c *chart) spur(hex *board.Hex, edge int, to point) path {
	start, center := c.middleOf(hex.At, edge), c.center(hex.At)
	reach := to.minus(start).length() * 0.5
	inward := center.minus(start).times(reach / apothem)
	return from(start).curve(start.plus(inward), to.toward(start, 0.25), to)
}

// arrows draws the entrances of an off-board area.
func (c *chart) arrows(hex *board.Hex, face *board.Face) {
	center := c.center(hex.At)
	for _, e := range face.Exits() {
		start := c.middleOf(hex.At, e)
		along := across(start, center).times(railWidth * 0.9)
		tip := start.toward(center, 0.5)
		c.area(polygon(start.plus(along), tip, start.minus(along)), rail, bed, 1.2)
		c.crowd(from(start).line(tip))
	}
}
