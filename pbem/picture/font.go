package picture

import (
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// middle is the distance from the base line to the middle of capitals, as a share of the font size.
const middle = 0.36

// A typeface is a font. It caches the outlines of glyphs at size 1, loaded on first use.
type typeface struct {
	font  *sfnt.Font
	mutex sync.Mutex
	buf   sfnt.Buffer
	known map[rune]glyph
}

type glyph struct {
	outline []path
	advance float64
}

var (
	regular = newTypeface(goregular.TTF)
	bold    = newTypeface(gobold.TTF)
)

func newTypeface(ttf []byte) *typeface {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // the font is embedded in the program
	}
	return &typeface{font: f, known: map[rune]glyph{}}
}

func face(isBold bool) *typeface {
	if isBold {
		return bold
	}
	return regular
}

// width is how wide a text is at a size.
func width(text string, size float64, isBold bool) float64 {
	w := 0.0
	for _, r := range text {
		w += face(isBold).glyph(r).advance
	}
	return w * size
}

// unit is the size at which outlines are loaded.
const unit = 1024

// glyph returns a glyph at size 1. For a character that the font lacks it is a box.
func (f *typeface) glyph(r rune) glyph {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if g, ok := f.known[r]; ok {
		return g
	}
	g := f.read(r)
	f.known[r] = g
	return g
}

func (f *typeface) read(r rune) glyph {
	var g glyph
	i, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil {
		return g
	}
	advance, err := f.font.GlyphAdvance(&f.buf, i, fixed.I(unit), 0)
	if err != nil {
		return g
	}
	g.advance = float64(advance) / 64 / unit
	segments, err := f.font.LoadGlyph(&f.buf, i, fixed.I(unit), nil)
	if err != nil {
		return g
	}
	for _, s := range segments {
		g.outline = outlined(g.outline, s)
	}
	return g
}

// outlined adds a segment to an outline.
func outlined(outline []path, s sfnt.Segment) []path {
	at := func(i int) point {
		return point{float64(s.Args[i].X) / 64 / unit, float64(s.Args[i].Y) / 64 / unit}
	}
	if s.Op == sfnt.SegmentOpMoveTo {
		p := from(at(0))
		p.closed = true
		return append(outline, p)
	}
	last := &outline[len(outline)-1]
	switch s.Op {
	case sfnt.SegmentOpLineTo:
		*last = last.line(at(0))
	case sfnt.SegmentOpQuadTo:
		a := last.end()
		*last = last.curve(a.toward(at(0), 2.0/3), at(1).toward(at(0), 2.0/3), at(1))
	case sfnt.SegmentOpCubeTo:
		*last = last.curve(at(0), at(1), at(2))
	}
	return outline
}

func (p path) end() point {
	if len(p.steps) == 0 {
		return p.start
	}
	return p.steps[len(p.steps)-1].to
}
