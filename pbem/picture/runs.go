package picture

import (
	"math"
	"slices"
	"strconv"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/titles/title"
)

// Runs of trains are drawn over the track, each in the colour of its company. Where several trains use the same
// track, their lines lie side by side.

// OfRuns draws the map with the runs of trains.
func OfRuns(t *title.Title, s *engine.State, runs []title.Course) Drawing {
	c := blank(t, s)
	for _, course := range runs {
		c.runs(course)
	}
	return Drawing{c.all()}
}

// A lane is the part of a run within a hex, from one end of a piece of track to the other.
type lane struct {
	company  string
	from, to board.End
}

// same reports whether two lanes lie on the same track.
func (l lane) same(o lane) bool {
	return l.from == o.from && l.to == o.to || l.from == o.to && l.to == o.from
}

// runs notes a run in all hexes that it passes.
func (c *chart) runs(course title.Course) {
	for _, leg := range course.Legs {
		hexes := append(append([]string{leg.From.Hex}, leg.Via...), leg.To.Hex)
		if len(hexes) == 2 && hexes[0] == hexes[1] {
			c.lanes[hexes[0]] = append(c.lanes[hexes[0]], lane{course.Company, board.StopEnd(leg.From.N), board.StopEnd(leg.To.N)})
			continue
		}
		in := board.StopEnd(leg.From.N)
		for i, at := range hexes {
			out := board.StopEnd(leg.To.N)
			if i+1 < len(hexes) {
				edge, ok := c.edgeTo(at, hexes[i+1])
				if !ok { // a way that is on no track, such as a ferry
					break
				}
				out = board.End(edge)
			}
			c.lanes[at] = append(c.lanes[at], lane{course.Company, in, out})
			in = board.End((int(out) + 3) % 6)
		}
	}
}

// edgeTo returns the edge of a hex that leads to another.
func (c *chart) edgeTo(hex, next string) (edge int, ok bool) {
	for e := range 6 {
		if at, ok := c.board.Neighbour(hex, e); ok && at == next {
			return e, true
		}
	}
	return 0, false
}

// trains draws the runs within a hex.
func (c *chart) trains(hex *board.Hex, face *board.Face, at []point) {
	type line struct {
		path  path
		width float64
		color string
	}
	var lines []line
	lanes := c.lanes[hex.At]
	for i := range lanes { // the tile may have been replaced since the run
		lanes[i].from, lanes[i].to = known(face, lanes[i].from), known(face, lanes[i].to)
	}
	for i, l := range lanes {
		first, n, k := l, 0, 0 // the first lane on this track, how many there are, and which this is
		for j, o := range lanes {
			if !o.same(l) {
				continue
			}
			if n == 0 {
				first = o
			}
			if j < i {
				k++
			}
			n++
		}
		width := max(2, laneWidths/float64(n))
		points := c.course(hex, face, at, first)
		p := beside(points, (float64(k)-float64(n-1)/2)*(width+1))
		c.crowd(p)
		lines = append(lines, line{p, width, c.colourOf(l.company)})
	}
	for _, l := range lines {
		c.line(l.path, paper, l.width+2)
	}
	for _, l := range lines {
		light := brightness(l.color)
		if light > 0.85 {
			c.line(l.path, ink, l.width)
			c.line(l.path, l.color, l.width*0.6)
			continue
		}
		c.line(l.path, l.color, l.width)
		if light < 0.2 { // not to be taken for track
			c.line(l.path, paper, l.width*0.3)
		}
	}
}

// known returns an end that a face has: of a stop that it has no more the last, or without any stop the middle.
func known(face *board.Face, end board.End) board.End {
	i, ok := end.Stop()
	switch n := len(face.Stops); {
	case !ok || i < n:
		return end
	case n > 0:
		return board.StopEnd(n - 1)
	}
	return nowhere
}

// nowhere is an end in the middle of a hex.
const nowhere board.End = -1

// laneWidths is how wide the lines of all trains on a piece of track are together.
const laneWidths = 7.0

// colourOf returns the colour of a company.
func (c *chart) colourOf(sym string) string {
	if f := c.title.Facts.Company(sym); f != nil && f.Color != "" {
		return f.Color
	}
	return "#d0021b"
}

// brightness returns how light a colour is, from 0 to 1. A colour that is not "#rrggbb" is neither light nor
// dark.
func brightness(color string) float64 {
	n, err := strconv.ParseUint(color[min(1, len(color)):], 16, 32)
	if err != nil || len(color) != 7 {
		return 0.5
	}
	return (0.3*float64(n>>16) + 0.59*float64(n>>8&255) + 0.11*float64(n&255)) / 255
}

// course returns the points of a lane, as its track is drawn.
func (c *chart) course(hex *board.Hex, face *board.Face, at []point, l lane) []point {
	if edge, ok := l.to.Edge(); ok {
		if _, fromEdge := l.from.Edge(); !fromEdge {
			out := c.course(hex, face, at, lane{l.company, board.End(edge), l.from})
			slices.Reverse(out)
			return out
		}
	}
	edge, ok := l.from.Edge()
	switch {
	case !ok:
		return []point{c.inner(hex, l.from, at), c.inner(hex, l.to, at)}
	case face.Color == "red":
		start := c.middleOf(hex.At, edge)
		return []point{start, start.toward(c.center(hex.At), 0.5)}
	}
	if i, stop := l.to.Stop(); stop {
		if edges := edgesOf(face, i); bent(face, i, edges) && len(face.Stops) == 1 && slices.Contains(edges, edge) {
			a, c1, c2, b := c.bend(hex.At, edge, edges[0]+edges[1]-edge)
			all := from(a).curve(c1, c2, b).points()
			return all[:len(all)/2+1]
		}
	}
	if middle, ok := fork(face, l); ok {
		out := c.piece(hex, board.Path{A: l.from, B: middle}, at).points()
		rest := c.piece(hex, board.Path{A: l.to, B: middle}, at).points()
		slices.Reverse(rest)
		return append(out, rest[1:]...)
	}
	return c.piece(hex, board.Path{A: l.from, B: l.to}, at).points()
}

// fork finds the end, neither edge nor stop, at which the track of a lane meets. ok is false if its track is one
// piece.
func fork(face *board.Face, l lane) (middle board.End, ok bool) {
	joins := func(p board.Path, a, b board.End) bool { return p.A == a && p.B == b || p.A == b && p.B == a }
	if slices.ContainsFunc(face.Track, func(p board.Path) bool { return joins(p, l.from, l.to) }) {
		return 0, false
	}
	for _, p := range face.Track {
		for _, end := range []board.End{p.A, p.B} {
			_, edge := end.Edge()
			_, stop := end.Stop()
			if !edge && !stop {
				return end, true
			}
		}
	}
	return 0, false
}

// beside returns a course moved sideways.
func beside(points []point, by float64) path {
	moved := make([]point, len(points))
	for i, p := range points {
		ahead := points[min(i+1, len(points)-1)].minus(points[max(i-1, 0)])
		n := math.Max(ahead.length(), 0.001)
		moved[i] = p.plus(point{-ahead.y / n, ahead.x / n}.times(by))
	}
	out := polygon(moved...)
	out.closed = false
	return out
}
