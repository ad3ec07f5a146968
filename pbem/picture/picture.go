// Package picture draws the map of a game: as SVG, and painted as PNG from the
// same list of shapes.
//
// Everything is a pure function of the title's facts and the table. Nothing
// depends on fonts or programs of the machine: the PNG is painted with the Go
// fonts, which are part of the program. Equal arguments give equal bytes.
package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"pbem/engine"
	"pbem/titles/title"
)

// Pixels is how wide a PNG is.
const Pixels = 1200

// A Drawing can be written as SVG and painted as PNG.
type Drawing struct{ c *canvas }

// Of draws the map.
func Of(t *title.Title, s *engine.State) Drawing { return Drawing{drawn(t, s)} }

// SVG draws the map.
func SVG(t *title.Title, s *engine.State) []byte { return Of(t, s).SVG() }

// Most is how many bytes a PNG has at most. In a mail it becomes a third longer, and a
// mail with the position should stay below 200 KB.
const Most = 112_000

// PNG draws the map as an image Pixels wide. It reduces the colours until the
// file is under Most bytes.
func PNG(t *title.Title, s *engine.State) ([]byte, error) { return Of(t, s).PNG() }

// SVG writes the drawing.
func (d Drawing) SVG() []byte { return d.c.svg() }

// PNG paints the drawing as an image Pixels wide. It reduces the colours until the
// file is under Most bytes.
func (d Drawing) PNG() ([]byte, error) { return packed(d.c.paint(Pixels), d.c.colours(), Most) }

// packings are the ways to write an image, the best first: with how many colours, and how hard to compress. The
// best compression saves a twentieth of the bytes and takes ten times as long, so it comes last.
var packings = []struct {
	colours int
	level   png.CompressionLevel
}{
	{64, png.DefaultCompression},
	{36, png.DefaultCompression},
	{24, png.DefaultCompression},
	{24, png.BestCompression},
}

// packed writes an image as PNG with a palette. It takes the first way that needs fewer than most bytes, or else
// the last.
func packed(img *image.RGBA, colours []color.RGBA, most int) ([]byte, error) {
	var out []byte
	found := tally(img)
	for _, way := range packings {
		var b bytes.Buffer
		enc := png.Encoder{CompressionLevel: way.level}
		if err := enc.Encode(&b, found.paletted(img, colours, way.colours)); err != nil {
			return nil, err
		}
		if out = b.Bytes(); len(out) < most {
			break
		}
	}
	return out, nil
}
