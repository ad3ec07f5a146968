package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/titles/title"
)

// A Frame is the map at one time, and what lies on it only then.
type Frame struct {
	Map  Drawing
	Over Drawing // over its track and under its stops and words; zero for nothing
}

// Film writes a series of drawings of one size as one SVG element for an HTML page. What is
// alike in drawings that follow one another is written once. Each group has the
// frames, counted from 0, in which it shows:
//
//	<g style="--f:3;--t:7">   what shows in frames 3 to 7
//	<g class="over" style="--f:3;--t:3">   what lies on the track of frame 3
//
// The page shows one frame by setting --r to its number: see FilmStyle.
func Film(frames []Frame, label string) []byte {
	var low, high []strip
	for n, f := range frames {
		lines := f.Map.lines()
		low, high = advanced(low, lines[:f.Map.c.low], n), advanced(high, lines[f.Map.c.low:], n)
	}
	size := frames[0].Map.c
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg class="film" viewBox="0 0 %s %s" role="img" aria-label="%s" font-family="Go, Helvetica, Arial, sans-serif" text-anchor="middle">`+"\n",
		number(size.width), number(size.height), escaped(label))
	groups(&b, low)
	for n, f := range frames {
		if f.Over.c != nil && len(f.Over.c.shapes) > 0 {
			group(&b, ` class="over"`, []strip{{strings.Join(f.Over.lines(), ""), n, n}})
		}
	}
	groups(&b, high)
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// groups writes a film. Strips that follow one another and show in the same frames are one group.
func groups(b *bytes.Buffer, film []strip) {
	for i := 0; i < len(film); {
		end := i + 1
		for end < len(film) && film[end].from == film[i].from && film[end].to == film[i].to {
			end++
		}
		group(b, "", film[i:end])
		i = end
	}
}

// RunsOver draws runs of trains alone, to be laid over the map.
func RunsOver(t *title.Title, s *engine.State, runs []title.Course) Drawing {
	c := blank(t, s)
	for _, course := range runs {
		c.runs(course)
	}
	for i := range c.board.Hexes {
		hex := &c.board.Hexes[i]
		c.hex = hex.At
		face := c.board.Face(hex.At)
		c.trains(hex, face, c.places(hex, face))
	}
	return Drawing{&c.canvas}
}

// FilmStyle is the CSS rule with which a page shows the frame --r of a film.
const FilmStyle = `.film text{stroke-linejoin:round;paint-order:stroke}.film g{opacity:calc(clamp(0,var(--r) - var(--f) + 1,1)*clamp(0,var(--t) - var(--r) + 1,1))}`

func group(b *bytes.Buffer, class string, strips []strip) {
	fmt.Fprintf(b, `<g%s style="--f:%d;--t:%d">`+"\n", class, strips[0].from, strips[0].to)
	for _, s := range strips {
		b.WriteString(s.line)
	}
	b.WriteString("</g>\n")
}

// A strip is a shape that shows in some frames of a film.
type strip struct {
	line     string
	from, to int
}

// lines returns the shapes of a drawing as SVG, without what FilmStyle says of all texts.
func (d Drawing) lines() []string {
	var out []string
	for _, s := range d.c.shapes {
		var b bytes.Buffer
		s.svg(&b)
		out = append(out, strings.Replace(b.String(), haloed, "", 1))
	}
	return out
}

// advanced returns a film with one more frame. Shapes that show in the frame before and in this one in the
// same order stay; the others are added behind what they follow.
func advanced(film []strip, lines []string, n int) []strip {
	at := map[string]int{} // places of the shapes of the frame before
	for i, s := range film {
		if s.to == n-1 {
			at[s.line] = i
		}
	}
	places := make([]int, len(lines))
	for i, l := range lines {
		place, ok := at[l]
		if !ok {
			place = -1
		}
		places[i] = place
		delete(at, l) // a shape that is drawn twice is kept once
	}
	stays := rising(places)
	out, next := make([]strip, 0, len(film)+len(lines)/8), 0
	for i, l := range lines {
		if !stays[i] {
			out = append(out, strip{l, n, n})
			continue
		}
		out = append(out, film[next:places[i]+1]...)
		out[len(out)-1].to, next = n, places[i]+1
	}
	return append(out, film[next:]...)
}

// rising marks the longest part of a list whose numbers rise. Negative numbers do not count.
func rising(list []int) []bool {
	var ends []int // for each length: the place of the least number with which such a part ends
	before := make([]int, len(list))
	for i, v := range list {
		if v < 0 {
			continue
		}
		k, _ := slices.BinarySearchFunc(ends, v, func(at, v int) int { return list[at] - v })
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	out := make([]bool, len(list))
	if len(ends) == 0 {
		return out
	}
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		out[i] = true
	}
	return out
}

// escaped returns a text as the value of an attribute.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // writing to a builder cannot fail
	return b.String()
}
