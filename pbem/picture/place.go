package picture

import "math"

// A spot is a round place where something lies.
type spot struct {
	at point
	r  float64
}

// A box is where a text lies.
type box struct{ lo, hi point }

func boxAt(at point, w, h float64) box {
	half := point{w / 2, h / 2}
	return box{at.minus(half), at.plus(half)}
}

// occupy notes a round thing of the hex in hand.
func (c *chart) occupy(at point, r float64) { c.busy = append(c.busy, spot{at, r}) }

// crowd notes a piece of track, at even distances.
func (c *chart) crowd(p path) {
	const apart = 4.0
	points := p.points()
	left := 0.0
	for i := 1; i < len(points); i++ {
		d := points[i].minus(points[i-1]).length()
		for ; left < d; left += apart {
			c.occupy(points[i-1].toward(points[i], left/d), railWidth*0.6)
		}
		left -= d
	}
}

// over is how much a box lies over what is there already, or outside the hex.
func (c *chart) over(b box, center point) float64 {
	sum := 0.0
	for _, s := range c.busy {
		sum += max(0, s.r-b.gap(s.at)) * s.r / 3 // the larger, the worse to hide
	}
	for _, o := range c.taken {
		w, h := min(b.hi.x, o.hi.x)-max(b.lo.x, o.lo.x), min(b.hi.y, o.hi.y)-max(b.lo.y, o.lo.y)
		if w > 0 && h > 0 {
			sum += 20 + w*h
		}
	}
	for _, p := range []point{b.lo, b.hi, {b.lo.x, b.hi.y}, {b.hi.x, b.lo.y}} {
		sum += 3 * max(0, c.outside(p, center)+1)
	}
	return sum
}

// gap is how far a point is from a box, 0 inside.
func (b box) gap(p point) float64 {
	dx := max(b.lo.x-p.x, 0, p.x-b.hi.x)
	dy := max(b.lo.y-p.y, 0, p.y-b.hi.y)
	return math.Hypot(dx, dy)
}

// outside is how far a point is over the nearest edge of a hex, negative
// within.
func (c *chart) outside(p, center point) float64 {
	most := math.Inf(-1)
	for _, d := range c.ways {
		most = max(most, (p.x-center.x)*d.x+(p.y-center.y)*d.y-apothem)
	}
	return most
}

// settle finds the best of some places for a box and takes it.
func (c *chart) settle(center point, w, h float64, places []point) point {
	best, _ := c.seek(center, w, h, places)
	c.taken = append(c.taken, boxAt(best, w, h))
	return best
}

// seek finds the best of some places for a box; earlier ones are liked better.
func (c *chart) seek(center point, w, h float64, places []point) (best point, least float64) {
	least = math.Inf(1)
	for i, at := range places {
		if cost := c.over(boxAt(at, w, h), center) + float64(i)*0.35; cost < least {
			best, least = at, cost
		}
	}
	return best, least
}

// around lists places about the middle of a hex: at the angles, then nearer
// and farther.
func around(center point, radii []float64, angles ...float64) []point {
	var out []point
	for _, r := range radii {
		for _, a := range angles {
			out = append(out, center.plus(polar(a, r)))
		}
	}
	return out
}

// upright lists places above and below the middle, then a little aside.
func upright(center point, heights ...float64) []point {
	var out []point
	for _, dx := range []float64{0, -0.12, 0.12, -0.24, 0.24, -0.36, 0.36} {
		for _, h := range heights {
			out = append(out, center.plus(point{dx * side, h * side}))
		}
	}
	return out
}
