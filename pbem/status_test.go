package pbem

import (
	"fmt"
	"strings"
	"testing"

	"pbem/pbem/desk"
)

// "status g2", in an answer to a mail of another game, shows that game, and the next line is for the one that is answered. A
// game that is not there is refused.
func TestStatusOfAnotherGame(t *testing.T) {
	for i, c := range []struct {
		said    []string
		of      string // what the whole position that comes back is of
		outcome string
	}{
		{[]string{"status"}, "Shoreline", desk.OutcomeAnswered},
		{[]string{"status g2"}, "Inland", desk.OutcomeAnswered},
		{[]string{"Status of game G2, please"}, "Inland", desk.OutcomeAnswered},
		{[]string{"status inland"}, "Inland", desk.OutcomeAnswered},
		{[]string{"status g1"}, "Shoreline", desk.OutcomeAnswered},
		{[]string{"status now"}, "Shoreline", desk.OutcomeAnswered},
		{[]string{"status g2", "reserve BL"}, "Inland", desk.OutcomeApplied},
		{[]string{"status g9"}, "", desk.OutcomeRejected},
	} {
		d := newTestService(t)
		d.three()
		d.start("Inland", seats(t, "Amy <amy@example.org>", "Dora <dora@example.org>")...)
		d.flush()
		d.receive(d.from("p1", fmt.Sprintf("%d@example.org", i), c.said...), c.outcome)
		of, reserved := "", ""
		for _, m := range d.flush() {
			if m.to != "amy@example.org" {
				continue
			}
			o := readBack(t, m)
			name := "Shoreline"
			if strings.Contains(o.subject(t), "Inland") {
				name = "Inland"
			}
			if strings.Contains(o.text, "MARKET") {
				of = name
			}
			if strings.Contains(o.text, "Amy reserved BL") {
				reserved = name
			}
		}
		if of != c.of || (len(c.said) > 1) != (reserved == "Shoreline") {
			t.Errorf("%q: the position of %q, reserved in %q", c.said, of, reserved)
		}
	}
}
