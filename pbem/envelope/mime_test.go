package envelope

import (
	"strings"
	"testing"
)

// A text goes as it is where no server on its way would change it, or refuse it.
func TestEncodings(t *testing.T) {
	for text, plain := range map[string]bool{
		"pass\n": true, "": true, "a\tb\n\n. \x7e": true, "x From here\n": true, strings.Repeat("x", 998) + "\n": true,
		strings.Repeat("x", 999): false, "Zo\u00eb": false, "at the end \n": false, "From here": false, "a\nFrom here": false,
		"\x00": false, "\r\n": false, "\x7f": false, "\xff": false,
	} {
		if got := encodingOf(text); (got == "7bit") != plain || !plain && got != "quoted-printable" {
			t.Errorf("%.40q goes as %s", text, got)
		}
	}
}
