package grammar

import (
	"errors"
	"strings"
	"testing"
)

// A refused lay is answered with lays near the hex that it names, or of its tile.
func TestClosestLaysAreNear(t *testing.T) {
	for _, c := range []struct {
		slug, name string
		at         int
		line       string
		most       int      // how many hexes the first of the closest may be away
		hex        string   //
		all        []string // what each of the closest holds
	}{
		{"1820", "v1/walk-plain", 332, "lay tile 5 on G7", 8, "G7", nil},
		{"1820", "v1/walk-plain", 332, "lay N16 999", 0, "N16", []string{"N16"}},
		{"1820", "v1/walk-plain", 332, "lay N18 9", 2, "N18", []string{" 9 "}},
		{"1820", "v1/walk-plain", 335, "lay tile 5 on N17", 9, "N17", []string{" 5 "}},
		{"1828", "v1/23366", 690, "lay tile 5 on C17", 0, "C17", []string{"C17"}},
		{"1828", "v1/23366", 690, "lay tile 5 on C19", 1, "C19", nil},
		{"18newengland", "v0/73885", 342, "lay 5 on F3", 0, "F3", []string{"F3"}},
	} {
		ctx, pending := storedAt(t, c.slug, c.name, c.at)
		_, err := Match(ctx, pending, pending[0].By, c.line)
		var r *Refusal
		if !errors.As(err, &r) || len(r.Closest) == 0 {
			t.Errorf("%s, %q: %v, nothing is close", c.slug, c.line, err)
			continue
		}
		last := 0
		for i, text := range r.Closest {
			n := apart(ctx.Facts.Map, c.hex, strings.Fields(text)[1])
			if n < last || i == 0 && n > c.most {
				t.Errorf("%s, %q: %q is %d away, in %q", c.slug, c.line, text, n, r.Closest)
			}
			last = n
			for _, part := range c.all {
				if !strings.Contains(text, part) {
					t.Errorf("%s, %q: %q has no %q", c.slug, c.line, text, part)
				}
			}
		}
	}
}
