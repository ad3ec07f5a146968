package picture

import (
	"math"
	"slices"
)

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

// A word is something to read that finds its place on a hex: a name, a coordinate,
// a value, a mark.
type word struct {
	ways []way
	free bool   // it may reach over the edge
	tint string // what it stands on where no place is clear of track; "" for nothing
	set  way    // the way that was taken
	at   point
	lies float64 // how much it lies over other things there
}

// A way is how a word may be written: in one line or two, larger or smaller. Places
// are where it is liked, the best first.
type way struct {
	w, h   float64
	places []point
	minus  float64 // how much less it is liked
	draw   func(at point)
}

// occupy notes a round thing of the hex in hand.
func (c *chart) occupy(at point, r float64) { c.busy[c.hex] = append(c.busy[c.hex], spot{at, r}) }

// crowd notes a piece of track, at even distances.
func (c *chart) crowd(p path) {
	const apart = 4.0
	points := p.points()
	left := 0.0
	for i := 1; i < len(points); i++ {
		d := points[i].minus(points[i-1]).length()
		for ; left < d; left += apart {
			c.occupy(points[i-1].toward(points[i], left/d), trackSpot)
		}
		left -= d
	}
	c.occupy(points[len(points)-1], trackSpot)
}

// trackSpot is the radius of the spots along track.
const trackSpot = railWidth*0.5 + 1

// A groundwork is what words of the hex in hand must keep clear of: what lies there and
// on the hexes around it.
type groundwork struct {
	center point
	busy   []spot
	taken  []box
}

func (c *chart) around() groundwork {
	g := groundwork{center: c.center(c.hex)}
	near := []string{c.hex}
	for e := range 6 {
		if n, ok := c.board.Neighbour(c.hex, e); ok {
			near = append(near, n)
		}
	}
	room := boxAt(g.center, 2.6*side, 2.6*side)
	for _, at := range near {
		for _, s := range c.busy[at] {
			if room.gap(s.at) == 0 {
				g.busy = append(g.busy, s)
			}
		}
		g.taken = append(g.taken, c.taken[at]...)
	}
	return g
}

// set finds places for words and draws them there. What is placed first has more
// room, so that some orders are tried where the words lie over something.
func (c *chart) set(words []*word) {
	ground := c.around()
	best, least := []way(nil), math.Inf(1)
	var at []point
	for _, order := range orders(len(words)) {
		cost, lies := c.settle(ground, words, order)
		if cost < least {
			best, at, least = nil, nil, cost
			for _, w := range words {
				best, at = append(best, w.set), append(at, w.at)
			}
		}
		if lies < fair {
			break
		}
	}
	for i, w := range best {
		b := boxAt(at[i], w.w, w.h)
		c.taken[c.hex] = append(c.taken[c.hex], b)
		if words[i].tint != "" && ground.struck(b) {
			c.area(polygon(b.lo, point{b.hi.x, b.lo.y}, b.hi, point{b.lo.x, b.hi.y}), words[i].tint, "", 0)
		}
		w.draw(at[i])
	}
}

// struck reports whether track runs through a box.
func (g groundwork) struck(b box) bool {
	return slices.ContainsFunc(g.busy, func(s spot) bool { return s.r == trackSpot && b.gap(s.at) < railWidth/2 })
}

// raster is how far places are apart where any is looked for.
const raster = 3.0

// fair is how much words may lie over things without another place being looked for.
const fair = 4.0

// orders are those in which words are placed: as they come, then each of the later
// ones first.
func orders(n int) [][]int {
	var out [][]int
	for first := range n {
		order := []int{first}
		for i := range n {
			if i != first {
				order = append(order, i)
			}
		}
		out = append(out, order)
	}
	return out
}

// settle places words in an order; it returns what the places cost, and how much of
// that is for what they lie over.
func (c *chart) settle(ground groundwork, words []*word, order []int) (sum, lies float64) {
	ground.taken = slices.Clone(ground.taken)
	for _, i := range order {
		sum += c.seek(ground, words[i])
		lies += words[i].lies
		ground.taken = append(ground.taken, boxAt(words[i].at, words[i].set.w, words[i].set.h))
	}
	return sum, lies
}

// seek finds the best place for a word: one of those it likes, else any.
func (c *chart) seek(ground groundwork, w *word) float64 {
	least := math.Inf(1)
	try := func(by way, at point, more float64) {
		if more >= least {
			return
		}
		if lies := c.over(ground, boxAt(at, by.w, by.h), w.free, least-more); more+lies < least {
			w.set, w.at, w.lies, least = by, at, lies, more+lies
		}
	}
	for _, by := range w.ways {
		for i, at := range by.places {
			try(by, at, by.minus+float64(i)*0.35)
		}
	}
	if w.lies < fair || w.free {
		return least
	}
	for _, by := range w.ways {
		for y := -side; y <= side; y += raster {
			for x := -side; x <= side; x += raster {
				at := ground.center.plus(point{x, y})
				try(by, at, by.minus+fair+0.03*at.minus(by.places[0]).length())
			}
		}
	}
	return least
}

// over is how much a box lies over what is there already, or outside the hex; what
// is more than enough is not worked out.
func (c *chart) over(ground groundwork, b box, free bool, enough float64) float64 {
	sum := 0.0
	if !free {
		for _, p := range []point{b.lo, b.hi, {b.lo.x, b.hi.y}, {b.hi.x, b.lo.y}} {
			sum += 3 * max(0, c.outside(p, ground.center)+1)
		}
	}
	for _, o := range ground.taken {
		w, h := min(b.hi.x, o.hi.x)-max(b.lo.x, o.lo.x), min(b.hi.y, o.hi.y)-max(b.lo.y, o.lo.y)
		if w > 0 && h > 0 {
			sum += 40 + w*h
		}
	}
	for _, s := range ground.busy {
		if sum >= enough {
			return sum
		}
		if s.at.x < b.lo.x-s.r || s.at.x > b.hi.x+s.r || s.at.y < b.lo.y-s.r || s.at.y > b.hi.y+s.r {
			continue // most of them
		}
		if d := s.r - b.gap(s.at); d > 0 {
			sum += (4 + d*d) * s.r / 3 // the larger, the worse to hide
		}
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
