package facts

import (
	"math"
	"strconv"
)

// readable is the least contrast of letters with what is behind them (WCAG 2.2, 1.4.3).
const readable = 4.5

// Ink is the colour for letters on that of the company: the one that its charter has, or black or white, whichever stands out more, where
// nobody reads that easily.
func (c *Company) Ink() string {
	if !hexColour(c.Text) || !hexColour(c.Color) || contrast(c.Text, c.Color) >= readable {
		return c.Text
	}
	if white := "#ffffff"; contrast(white, c.Color) >= readable {
		return white
	}
	return "#000000" // one of the two always has more than enough
}

// contrast returns how much two colours stand out from each other, 1 to 21.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance returns how bright a colour is, 0 to 1, as WCAG 2.2 defines it.
func luminance(colour string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8) // Ink has seen to it that it can be read
		part := float64(n) / 255
		if part <= 0.04045 {
			part /= 12.92
		} else {
			part = math.Pow((part+0.055)/1.055, 2.4)
		}
		sum += weight * part
	}
	return sum
}
