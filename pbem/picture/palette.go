package picture

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// A tint is a colour without the differences that nobody sees: six bits of red, green and blue each.
type tint uint32

// tints is how many there are.
const tints = 1 << 18

func tintOf(c color.RGBA) tint { return tint(c.R>>2)<<12 | tint(c.G>>2)<<6 | tint(c.B>>2) }

// hues says which tints an image has: how many pixels of each, and the colour that came first.
type hues struct {
	count []int
	first []color.RGBA
}

// tally counts the tints of an image.
func tally(img *image.RGBA) hues {
	h := hues{make([]int, tints), make([]color.RGBA, tints)}
	for i := 0; i < len(img.Pix); i += 4 {
		c := opaque(img.Pix[i:])
		at := tintOf(c)
		if h.count[at] == 0 {
			h.first[at] = c
		}
		h.count[at]++
	}
	return h
}

func opaque(pix []uint8) color.RGBA { return color.RGBA{pix[0], pix[1], pix[2], 255} }

// paletted reduces an image to a palette: the colours of the drawing, then the most frequent ones of the
// smoothed edges. Other colours become the nearest in the palette.
func (h hues) paletted(img *image.RGBA, drawing []color.RGBA, most int) *image.Paletted {
	palette := h.common(drawing, most)
	out := image.NewPaletted(img.Bounds(), palette)
	known := make([]int16, tints) // one more than the colour of a tint
	for i := range out.Pix {
		c := opaque(img.Pix[4*i:])
		at := tintOf(c)
		if known[at] == 0 {
			known[at] = int16(palette.Index(c)) + 1
		}
		out.Pix[i] = uint8(known[at] - 1)
	}
	return out
}

// common returns the colours of the drawing and the most frequent others.
func (h hues) common(drawing []color.RGBA, most int) color.Palette {
	var out color.Palette
	drawn := map[tint]bool{}
	for _, c := range drawing[:min(len(drawing), 256)] {
		out = append(out, c)
		drawn[tintOf(c)] = true
	}
	var others []tint
	for at, n := range h.count {
		if n > 0 && !drawn[tint(at)] {
			others = append(others, tint(at))
		}
	}
	slices.SortFunc(others, func(a, b tint) int { return cmp.Or(cmp.Compare(h.count[b], h.count[a]), cmp.Compare(a, b)) })
	for _, at := range others[:min(max(0, most-len(out)), len(others))] {
		out = append(out, h.first[at])
	}
	return out
}

// colours lists the colours of the shapes, each once, the most frequent first.
func (c *canvas) colours() []color.RGBA {
	count := map[string]int{}
	for _, s := range c.shapes {
		count[s.fill]++
		count[s.stroke]++
	}
	delete(count, "")
	names := make([]string, 0, len(count))
	for name := range count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	out := make([]color.RGBA, len(names))
	for i, name := range names {
		out[i] = rgba(name)
	}
	return out
}
