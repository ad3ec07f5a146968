package picture

import (
	"math"
	"slices"
)

// A spot is a circle in which something is drawn.
type spot struct {
	at point
	r  float64
}

// A box is the area of a text.
type box struct{ lo, hi point }

func boxAt(at point, w, h float64) box {
	half := point{w / 2, h / 2}
	return box{at.minus(half), at.plus(half)}
}

// A word is a text that needs a place on a hex: a name, a coordinate, a value or a mark.
type word struct {
	ways []way
	free bool   // it may reach over the edge of the hex
	tint string // background to draw if every place lies on track; "" for none
	set  way    // the way that was chosen
	at   point
	lies float64 // how much it overlaps other things there
}

// A way is one way to write a word: on one line or two, larger or smaller. places are preferred positions,
// the best first.
type way struct {
	w, h   float64
	places []point
	minus  float64 // penalty compared with the best way
	draw   func(at point)
}

// occupy records a circle that is in use on this hex.
func (c *chart) occupy(at point, r float64) { c.busy[c.hex] = append(c.busy[c.hex], spot{at, r}) }

// crowd records a piece of track as circles at even distances.
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

// trackSpot is the radius of those circles.
const trackSpot = railWidth*0.5 + 1

// A groundwork is what words on this hex must not cover: everything on it and on its neighbours.
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

// set finds places for words and draws them. Words that are placed first have more room. So if words overlap
// something, it tries other orders too.
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

// raster is the distance of the places that are tried when no preferred one is free.
const raster = 3.0

// fair is how much overlap is accepted before other places are tried.
const fair = 4.0

// orders returns the orders in which words are placed: as given, then with each of the later ones first.
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

// settle places words in the given order. It returns the sum of the penalties, and the part of it that is
// overlap.
func (c *chart) settle(ground groundwork, words []*word, order []int) (sum, lies float64) {
	ground.taken = slices.Clone(ground.taken)
	for _, i := range order {
		sum += c.seek(ground, words[i])
		lies += words[i].lies
		ground.taken = append(ground.taken, boxAt(words[i].at, words[i].set.w, words[i].set.h))
	}
	return sum, lies
}

// seek finds the best place for a word: a preferred one if possible, otherwise any.
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

// over returns how much a box overlaps what is there, or lies outside the hex. It stops counting at enough.
func (c *chart) over(ground groundwork, b box, free bool, enough float64) float64 {
	sum := 0.0
	if !free {
		for _, p := range []point{b.lo, b.hi, {b.lo.x, b.hi.y}, {b.hi.x, b.lo.y}} {
			if sum += 3 * max(0, c.outside(p, ground.center)+1); sum >= enough {
				return sum
			}
		}
	}
	for _, o := range ground.taken {
		w, h := min(b.hi.x, o.hi.x)-max(b.lo.x, o.lo.x), min(b.hi.y, o.hi.y)-max(b.lo.y, o.lo.y)
		switch {
		case w > 0 && h > 0:
			sum += 40 + w*h
		case w > -wordGap && h > 0: // they would read as one word
			sum += 20
		}
	}
	for _, s := range ground.busy {
		if sum >= enough {
			return sum
		}
		if s.at.x < b.lo.x-s.r || s.at.x > b.hi.x+s.r || s.at.y < b.lo.y-s.r || s.at.y > b.hi.y+s.r {
			continue // most spots are far away
		}
		if d := s.r - b.gap(s.at); d > 0 {
			sum += (4 + d*d) * s.r / 3 // hiding a large spot is worse
			if s.r > trackSpot && d > slight {
				sum += overStop
			}
		}
	}
	return sum
}

// wordGap is the room between two words in a line.
const wordGap = 2.5

// Hiding a part of a stop that one can see is worse than hiding track.
const (
	slight   = 1.0
	overStop = 120.0
)

// gap returns the distance from a point to a box, 0 inside it.
func (b box) gap(p point) float64 {
	dx := max(b.lo.x-p.x, 0, p.x-b.hi.x)
	dy := max(b.lo.y-p.y, 0, p.y-b.hi.y)
	return math.Hypot(dx, dy)
}

// outside returns how far a point lies beyond the nearest edge of a hex. It is negative within the hex.
func (c *chart) outside(p, center point) float64 {
	most := math.Inf(-1)
	for _, d := range c.ways {
		most = max(most, (p.x-center.x)*d.x+(p.y-center.y)*d.y-apothem)
	}
	return most
}

// around lists places around the middle of a hex, at the given angles and radii.
func around(center point, radii []float64, angles ...float64) []point {
	var out []point
	for _, r := range radii {
		for _, a := range angles {
			out = append(out, center.plus(polar(a, r)))
		}
	}
	return out
}

// upright lists places above and below the middle, then a little to the side.
func upright(center point, heights ...float64) []point {
	var out []point
	for _, dx := range []float64{0, -0.12, 0.12, -0.24, 0.24, -0.36, 0.36} {
		for _, h := range heights {
			out = append(out, center.plus(point{dx * side, h * side}))
		}
	}
	return out
}
