package picture

import (
	"math"

	"pbem/engine/board"
)

// Stops of one hex must not cover each other. A stop is first placed where its track leads; then stops that
// would touch are moved apart.

// sides moves stops on straight track to the other side of it, if two stops of the hex would lie on top of
// each other. The track leads to either side equally well.
func (c *chart) sides(face *board.Face, center point, at []point) []point {
	if nearest(at) > slotRadius {
		return at
	}
	var free []int
	for i := range at {
		if edges := edgesOf(face, i); len(edges) == 2 && (edges[0]-edges[1]+6)%6 == 3 && len(at) <= 3 {
			free = append(free, i)
		}
	}
	best, most := at, nearest(at)
	for n := 1; n < 1<<len(free); n++ {
		try := append([]point(nil), at...)
		for k, i := range free {
			if n>>k&1 == 1 {
				try[i] = center.times(2).minus(at[i])
			}
		}
		if gap := nearest(try); gap > most+0.01 {
			best, most = try, gap
		}
	}
	return best
}

// nearest returns the least distance between two of the points.
func nearest(at []point) float64 {
	least := math.Inf(1)
	for i, p := range at {
		for _, q := range at[:i] {
			least = min(least, p.minus(q).length())
		}
	}
	return least
}

// stopGap is the room between the circles of two stops.
const stopGap = 1.0

// mostMoves is how often stops are moved apart. Two stops need one or two moves, crowded hexes some dozens.
const mostMoves = 200

// apart moves stops until none covers another and all lie in their hex.
func (c *chart) apart(hex *board.Hex, face *board.Face, at []point) []point {
	for range mostMoves {
		moved := false
		for i := range at {
			for j := range at[:i] {
				if by, ok := clash(c.discs(hex, face, i, at[i]), c.discs(hex, face, j, at[j])); ok {
					at[i], at[j] = at[i].plus(by.times(0.5)), at[j].minus(by.times(0.5))
					moved = true
				}
			}
			if by, ok := c.inward(hex.At, c.discs(hex, face, i, at[i])); ok {
				at[i] = at[i].plus(by)
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	return at
}

// discs returns the circles that a stop is drawn with, with their lines.
func (c *chart) discs(hex *board.Hex, face *board.Face, i int, at point) []spot {
	st := face.Stops[i]
	n := c.spaces(hex, i, st)
	switch {
	case n > 0:
		var out []spot
		for _, p := range slots(at, n, c.lean(hex, face, at)) {
			out = append(out, spot{p, spaceReach(n)})
		}
		return out
	case st.Kind == board.Offboard:
		return nil
	case st.Kind == board.City:
		return []spot{{at, plainCity + 1.5}}
	}
	return []spot{{at, townRadius + 1}}
}

// clash returns by how much the first circles must move to be clear of the second. ok is false if they are
// clear already.
func clash(a, b []spot) (by point, ok bool) {
	most := 0.01
	for _, p := range a {
		for _, q := range b {
			way := p.at.minus(q.at)
			over := p.r + q.r + stopGap - way.length()
			if over <= most {
				continue
			}
			if way.length() < 0.01 {
				way = point{1, 0}
			}
			by, most, ok = way.times(over/way.length()), over, true
		}
	}
	return by, ok
}

// inward returns by how much circles must move to lie in a hex. ok is false if they do.
func (c *chart) inward(hex string, discs []spot) (by point, ok bool) {
	center, most := c.center(hex), 0.01
	for _, p := range discs {
		for _, d := range c.ways {
			off := p.at.minus(center)
			if over := off.x*d.x + off.y*d.y + p.r - apothem; over > most {
				by, most, ok = d.times(-over), over, true
			}
		}
	}
	return by, ok
}
