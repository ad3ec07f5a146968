package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pbem/internal/testsize"
)

// These tests measure a drawing from its shapes only, not from what the code knows about it: words as boxes
// of the height of their letters, track, arrows, circles, and the boxes of values and marks.

// nearEnough is how far words may overlap something: less than the width of their halo, in units of the
// drawing.
const nearEnough = 1.2

// A written is a text on the map outside any marker. What is drawn right before a name without a clear place
// is the plate behind it.
type written struct {
	text string
	box
	plate *box
}

// An inked is what words must not lie over.
type inked struct {
	what   string
	points []spot // of track, arrows and circles
	box    box    // of values and marks
}

// capitals is how high a capital is, in sizes.
const capitals = 0.74

// readings finds the words of a drawing, and what they may overlap. A word within a circle or a small box
// belongs to it.
func readings(c *canvas) (words []written, things []inked) {
	for _, s := range c.shapes {
		switch {
		case s.text != "":
		case s.radius > 0:
			if s.fill != "" {
				things = append(things, inked{what: "a circle", points: []spot{{s.center, s.radius}}})
			}
		case s.stroke == rail && s.fill == "":
			things = append(things, inked{what: "track", points: along(s.path, railWidth/2)})
		case s.fill == rail && len(s.path.steps) == 2:
			p := s.path.points()
			things = append(things, inked{what: "an arrow", points: along(from(p[0].toward(p[2], 0.5)).line(p[1]), railWidth/2)})
		case s.fill != "" && s.path.closed && len(s.path.steps) == 3 && !strings.HasPrefix(s.fill, paper):
			if b := around4(s.path.points()); b.hi.x-b.lo.x < 2*side {
				things = append(things, inked{what: "a box", box: b})
			}
		}
	}
	for i, s := range c.shapes {
		if s.text == "" {
			continue
		}
		w := written{s.text, boxAt(s.center, width(s.text, s.size, s.bold), s.size*capitals), plateOf(c, i)}
		if !slices.ContainsFunc(things, func(t inked) bool { return t.bears(w.box) }) {
			words = append(words, w)
		}
	}
	return words, things
}

// plateOf finds the plate under the lines of a name; nil for none.
func plateOf(c *canvas, i int) *box {
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		s := c.shapes[j]
		if s.text == "" && s.stroke == "" && len(s.path.steps) == 3 && s.fill == c.shapes[i].stroke {
			b := around4(s.path.points())
			return &b
		}
	}
	return nil
}

// bears reports whether a word is written on a thing.
func (t inked) bears(b box) bool {
	middle := b.lo.toward(b.hi, 0.5)
	if len(t.points) == 1 {
		return t.points[0].at.minus(middle).length() < 5 && b.hi.x-b.lo.x < 2*t.points[0].r+1
	}
	return t.points == nil && t.box.lo.x < middle.x && middle.x < t.box.hi.x && math.Abs(t.box.lo.y+t.box.hi.y-b.lo.y-b.hi.y) < 2
}

// along is a band as circles at small distances.
func along(p path, r float64) []spot {
	var out []spot
	points := p.points()
	for i := 1; i < len(points); i++ {
		n := int(points[i].minus(points[i-1]).length()) + 1
		for k := range n {
			out = append(out, spot{points[i-1].toward(points[i], float64(k)/float64(n)), r})
		}
	}
	return append(out, spot{points[len(points)-1], r})
}

func around4(points []point) box {
	b := box{points[0], points[0]}
	for _, p := range points {
		b = box{point{min(b.lo.x, p.x), min(b.lo.y, p.y)}, point{max(b.hi.x, p.x), max(b.hi.y, p.y)}}
	}
	return b
}

// depth is how far a word lies over a thing.
func (t inked) depth(b box) float64 {
	if t.points == nil {
		return shared(t.box, b)
	}
	most := 0.0
	for _, p := range t.points {
		most = max(most, p.r-b.gap(p.at))
	}
	return most
}

// shared is how far two boxes lie over each other, the shorter way.
func shared(a, b box) float64 {
	return max(0, min(min(a.hi.x, b.hi.x)-max(a.lo.x, b.lo.x), min(a.hi.y, b.hi.y)-max(a.lo.y, b.lo.y)))
}

// clashes lists the things in a drawing that cannot be read because of an overlap.
func clashes(c *canvas) (out []string) {
	words, things := readings(c)
	plates := 0
	for i, w := range words {
		if w.plate != nil {
			plates++
		}
		for _, t := range things {
			own := w.plate != nil && (t.what == "track" || t.points == nil && t.box == *w.plate)
			if d := t.depth(w.box); d > nearEnough && !own {
				out = append(out, fmt.Sprintf("%q lies %.1f over %s", w.text, d, t.what))
				break
			}
		}
		for _, o := range words[i+1:] {
			if d := shared(w.box, o.box); d > nearEnough {
				out = append(out, fmt.Sprintf("%q lies %.1f over %q", w.text, d, o.text))
			}
		}
	}
	if plates > mostPlates {
		out = append(out, fmt.Sprintf("%d lines of names hide track", plates))
	}
	return out
}

// mostPlates is how many lines of names hide a bit of track on a map, late in a
// game.
const mostPlates = 10

// On the maps of stored games nothing overlaps a coordinate, a name or another word, and no track runs
// through one.
func TestClear(t *testing.T) {
	testsize.SkipRace(t)
	for _, at := range stands(t) {
		c := drawn(at.title, at.state)
		for _, clash := range clashes(c) {
			t.Errorf("%s: %s", at.name, clash)
		}
		within(t, at, c)
	}
}

// within looks for coordinates that do not stand in their hexes.
func within(t *testing.T, at stand, drawn *canvas) {
	t.Helper()
	c, found := blank(at.title, at.state), 0
	for _, s := range drawn.shapes {
		if s.text == "" || c.board.Hex(s.text) == nil {
			continue
		}
		if found++; c.outside(s.center, c.center(s.text)) > -smallSize/2 {
			t.Errorf("%s: the coordinate %s stands at the edge of its hex or outside", at.name, s.text)
		}
	}
	if found != len(c.board.Hexes) {
		t.Errorf("%s: %d coordinates of %d hexes", at.name, found, len(c.board.Hexes))
	}
}

func BenchmarkLateDrawing(b *testing.B) {
	for _, at := range late(b) {
		b.Run(at.name, func(b *testing.B) {
			for b.Loop() {
				drawn(at.title, at.state)
			}
		})
	}
}
