package picture

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// paletted reduces an image to a palette: the colours of the drawing, then the most frequent ones of the
// smoothed edges. Other colours become the nearest in the palette.
func paletted(img *image.RGBA, drawing []color.RGBA, most int) *image.Paletted {
	palette := common(img, drawing, most)
	out := image.NewPaletted(img.Bounds(), palette)
	known := map[uint32]uint8{}
	for i := 0; i < len(img.Pix); i += 4 {
		key := coarse(img.Pix[i:])
		n, ok := known[key]
		if !ok {
			n = uint8(palette.Index(color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}))
			known[key] = n
		}
		out.Pix[i/4] = n
	}
	return out
}

// coarse drops differences that nobody sees.
func coarse(pix []uint8) uint32 {
	return uint32(pix[0]>>2)<<16 | uint32(pix[1]>>2)<<8 | uint32(pix[2]>>2)
}

// common returns the colours of the drawing and the most frequent others.
func common(img *image.RGBA, drawing []color.RGBA, most int) color.Palette {
	count := map[uint32]int{}
	first := map[uint32]color.RGBA{}
	for i := 0; i < len(img.Pix); i += 4 {
		key := coarse(img.Pix[i:])
		if count[key] == 0 {
			first[key] = color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], 255}
		}
		count[key]++
	}
	var out color.Palette
	for _, c := range drawing[:min(len(drawing), 256)] {
		out = append(out, c)
		delete(count, coarse([]uint8{c.R, c.G, c.B}))
	}
	keys := make([]uint32, 0, len(count))
	for key := range count {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b uint32) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	for _, key := range keys[:min(max(0, most-len(out)), len(keys))] {
		out = append(out, first[key])
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
