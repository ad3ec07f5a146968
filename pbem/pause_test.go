package pbem

import (
	"strings"
	"testing"
	"time"

	"pbem/pbem/clock"
)

// A pause until a day that does not exist is refused, with the reason. The month is not
// taken for the reason of the pause.
func TestPauseWords(t *testing.T) {
	now := time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC)
	for _, c := range []struct{ text, until, reason, wrong string }{
		{"", "", "", ""},
		{"until 20 Dec we are skiing", "2026-12-21", "we are skiing", ""},
		{"until 30 of us are back", "2026-12-01", "of us are back", ""},
		{"until 30 Nov", "2026-12-01", "", ""},
		{"for 2 days", "2026-11-25", "", ""},
		{"we are skiing", "", "we are skiing", ""},
		{"until 30 Feb", "", "", `there is no day "30 feb"`},
		{"until 30 Feb skiing", "", "", `there is no day "30 feb"`},
		{"until Feb 30", "", "", `there is no day "feb 30"`},
		{"until 31.11. for a rest", "", "", `there is no day "31.11"`},
		{"until 2026-02-30", "", "", `there is no day "2026-02-30"`},
		{"until 3/4 skiing", "", "", "can be 3 Apr or 4 Mar"},
		{"until 2026-11-01 skiing", "", "", "ends before it begins"},
		{"until 2028-01-01", "", "", "are allowed at a time"},
		{"30 Feb", "", "", `there is no day "30 feb"`},
	} {
		until, reason, err := clock.PauseWords(c.text, now, time.UTC)
		day := ""
		if !until.IsZero() {
			day = until.Format(time.DateOnly)
		}
		switch {
		case (err != nil) != (c.wrong != "") || err != nil && !strings.Contains(err.Error(), c.wrong):
			t.Errorf("%q: %v, want %q", c.text, err, c.wrong)
		case err == nil && (day != c.until || reason != c.reason):
			t.Errorf("%q: until %s for %q, want %s for %q", c.text, day, reason, c.until, c.reason)
		}
	}
}
