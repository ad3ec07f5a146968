package facts

import (
	"strings"
	"testing"
)

// Letters that can be read on the colour of a company stay as its charter has them; others become black or white.
func TestInk(t *testing.T) {
	for _, c := range []struct{ own, behind, want string }{
		{"#ffffff", "#231f20", "#ffffff"},
		{"#ffffff", "#0000aa", "#ffffff"},
		{"#FFFF00", "#00008b", "#FFFF00"}, // no white instead of another colour that is seen well
		{"#ffffff", "#767676", "#ffffff"}, // 4.54 to 1
		{"#ffffff", "#777777", "#000000"}, // 4.48 to 1
		{"#ffffff", "#f68e1e", "#000000"},
		{"#000000", "#3b60ab", "#ffffff"},
		{"#0000AA", "#0000aa", "#ffffff"},
	} {
		if got := (&Company{Text: c.own, Color: c.behind}).Ink(); got != c.want {
			t.Errorf("letters %s on %s are shown in %s, want %s (contrast %.2f)", c.own, c.behind, got, c.want, contrast(c.own, c.behind))
		}
	}
	if got := contrast("#ffffff", "#000000"); got < 20.99 || got > 21.01 {
		t.Errorf("white and black have the contrast %.2f, want 21", got)
	}
}

// On every colour black or white can be read.
func TestInkOnEveryColour(t *testing.T) {
	const digits = "0369cf"
	for i := range 216 {
		behind := "#" + strings.Repeat(digits[i/36:i/36+1], 2) + strings.Repeat(digits[i/6%6:i/6%6+1], 2) + strings.Repeat(digits[i%6:i%6+1], 2)
		for _, own := range []string{"#ffffff", "#000000", "#888888"} {
			if got := contrast((&Company{Text: own, Color: behind}).Ink(), behind); got < readable {
				t.Errorf("letters %s on %s have the contrast %.2f", own, behind, got)
			}
		}
	}
}
